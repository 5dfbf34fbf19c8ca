//! Sites with copies of every kind, and sites whose pages only resemble each other.

use super::*;
use crate::tests::folder;
use crate::walk::find;
use crate::{InputSettings, Readers};

const FEES: &str = "<p>The boat costs forty lira an hour, and the crew is paid on the pier.</p>\
                    <p>Who returns the boat late pays ten lira for every quarter of an hour.</p>";
const ROOMS: &str = "<p>Teknelerin kışlık yeri bakımevinin arkasındaki kapalı salondadır.</p>\
                     <p>Anahtar nöbetçide durur, teslim ederken adınızı deftere yazarsınız.</p>";

type Page = (&'static str, String);

fn page(path: &'static str, title: &str, body: &str) -> Page {
    with_head(path, title, "", body)
}

fn with_head(path: &'static str, title: &str, head: &str, body: &str) -> Page {
    let text = format!(
        "<title>{title} - Yelken Kulübü</title>{head}<header><a href=/>Yelken Kulübü</a></header>\
         <main><h1>{title}</h1>{body}</main><footer>Sahil yolu, iskele karşısı, Kadıköy</footer>"
    );
    (path, text)
}

fn canonical(to: &str) -> String {
    format!("<link rel=canonical href='{to}'>")
}

/// Asserts the copies of a site: each path, the first page that is read instead, and the rule.
fn assert_copies(pages: &[Page], expected: &[(&str, &str, CopyRule)]) {
    let (copies, _) = found(pages);
    let copies: Vec<_> = copies
        .iter()
        .map(|(path, of, rule)| (&**path, &**of, *rule))
        .collect();
    assert_eq!(copies, expected, "{pages:?}");
}

fn found(pages: &[Page]) -> (Vec<(String, String, CopyRule)>, Vec<String>) {
    let dir = folder(pages);
    let settings = InputSettings::default();
    let inputs = [dir.path().to_owned()];
    let sources = find(&inputs, &settings, None).unwrap().sources;
    let readers = Readers::new(&settings).unwrap();
    let mut addresses = Addresses::new("", &settings).unwrap();
    for source in &sources {
        addresses.add(&source.path);
    }
    let copies = Copies::find(&inputs, &sources, &readers, &addresses);
    let found = copies.found.into_iter();
    let found = found.map(|(path, (of, rule))| (path, of[0].clone(), rule));
    (found.collect(), copies.untrue)
}

#[test]
fn the_canonical_page_is_kept_under_whatever_host_it_names() {
    let head = canonical("https://yelken.example/kulup/ucretler/");
    let amp = format!("{FEES}<p>Uygulamada aç ve paylaş şimdi</p>");
    let site = [
        with_head("a/amp.html", "Ücretler", &head, &amp),
        with_head("ucretler/index.html", "Ücretler", &head, FEES),
        page("yer.html", "Yer", ROOMS),
    ];
    assert_copies(
        &site,
        &[("a/amp.html", "ucretler/index.html", CopyRule::Canonical)],
    );
}

// On many sites, every page names the start page as canonical.
#[test]
fn a_canonical_link_to_other_text_makes_no_copy() {
    let head = canonical("/");
    let about = "<p>Kulübümüz elli yıldır denizdedir ve herkese açıktır.</p>";
    let site = [
        with_head("index.html", "Kulüp", &head, about),
        with_head("ucretler.html", "Ücretler", &head, FEES),
        with_head("yer.html", "Yer", &head, ROOMS),
    ];
    let untrue = vec!["ucretler.html".into(), "yer.html".into()];
    assert_eq!(found(&site), (Vec::new(), untrue));
}

#[test]
fn of_equal_pages_the_one_in_the_sitemap_is_kept() {
    let map = "<urlset><url><loc>https://yelken.example/uzun/ucretler.html</loc></url></urlset>";
    let mut site = vec![
        page("f.html", "Ücretler", FEES),
        page("uzun/ucretler.html", "Ücretler", FEES),
        page("yer.html", "Yer", &format!("{ROOMS}<a href=f.html>x</a>")),
        ("sitemap.xml", map.to_owned()),
    ];
    let (short, long) = ("f.html", "uzun/ucretler.html");
    assert_copies(&site, &[(short, long, CopyRule::Sitemap)]);
    site.pop();
    assert_copies(&site, &[(long, short, CopyRule::Links)]);
    site.pop();
    assert_copies(&site, &[(long, short, CopyRule::Address)]);
}

// A print page has another frame, and a language switch leads elsewhere.
#[test]
fn what_the_frame_or_a_switch_of_languages_adds_does_not_matter() {
    let print = format!("<title>Ücretler - Yelken Kulübü</title><h1>Ücretler</h1>{FEES}<p>Yazdır");
    let switch = |to: &str, name: &str| format!("<ul><li><a href={to}>{name}</a></ul>{FEES}");
    let way = "<p>Vapur iskelesinden sola dönün, yüz metre ilerideyiz.</p>";
    let site = [
        page(
            "en/ucretler.html",
            "Ücretler",
            &switch("/ucretler.html", "Türkçe"),
        ),
        page(
            "ucretler.html",
            "Ücretler",
            &switch("/en/ucretler.html", "English"),
        ),
        ("yazdir/ucretler.html", print),
        page("yer.html", "Yer", ROOMS),
        page("yol.html", "Yol", way),
    ];
    let (found, _) = found(&site);
    let paths: Vec<&str> = found.iter().map(|(path, ..)| path.as_str()).collect();
    assert_eq!(
        paths,
        ["en/ucretler.html", "yazdir/ucretler.html"],
        "{found:?}"
    );
    assert!(found.iter().all(|(_, of, _)| of == "ucretler.html"));
}

#[test]
fn pages_that_differ_in_a_figure_or_a_sentence_are_two() {
    let other = FEES.replace("forty lira", "45 lira");
    let further = format!("{FEES}<p>Members of the club pay only half of all these fees.</p>");
    for body in [other, further, FEES.replace("boat costs", "canoe costs")] {
        let site = [
            page("2025/ucretler.html", "Ücretler", FEES),
            page("2026/ucretler.html", "Ücretler", &body),
            page("yer.html", "Yer", ROOMS),
        ];
        assert_copies(&site, &[]);
    }
    // Pages for different countries repeat the same questions and answers.
    let paths = [
        "u0.html", "u1.html", "u2.html", "u3.html", "u4.html", "u5.html",
    ];
    let countries = paths.iter().enumerate().map(|(i, path)| {
        let body = format!("{FEES}{ROOMS}<p>Ülke {i} için harç {i}0 liradır.</p>");
        page(path, &format!("Ülke {i}"), &body)
    });
    assert_copies(&countries.collect::<Vec<_>>(), &[]);
}

#[test]
fn older_versions_with_the_same_text_give_way_to_the_newest() {
    let of = |path, version: &str, body: &str| {
        page(path, "Kurulum", &format!("<p>Sürüm {version}</p>{body}"))
    };
    let (old, new) = ("docs/1.9/kurulum.html", "docs/1.10/kurulum.html");
    let link = "<p>See <a href=kurulum.html>Kurulum</a> for the rest of it all</p>";
    let site = [
        of(old, "1.9", FEES),
        of(new, "1.10", FEES),
        of("docs/1.8/kurulum.html", "1.8", ROOMS),
        page("docs/1.9/yer.html", "Yer", link),
    ];
    assert_copies(&site, &[(old, new, CopyRule::Version)]);
}

#[test]
fn a_preview_gives_way_to_the_page_outside_even_if_it_differs() {
    let (preview, outside) = ("preview/pr-2/ucretler.html", "ucretler.html");
    let site = [
        page(preview, "Ücretler", &FEES.replace("forty", "fifty")),
        page("preview/pr-2/yeni.html", "Yeni", ROOMS),
        page(outside, "Ücretler", FEES),
    ];
    assert_copies(&site, &[(preview, outside, CopyRule::Preview)]);
}

#[test]
fn pages_of_tags_and_archives_that_repeat_posts_are_listings() {
    let item = |href: &str, title: &str, body: &str| {
        format!("<article><h2><a href='{href}'>{title}</a></h2><p>3 Mayıs</p>{body}</article>")
    };
    let post = |path, title, body| {
        let tags = "<p>Etiketler: <a href=/etiket/tekne/>tekne</a></p>";
        page(path, title, &format!("{tags}{body}"))
    };
    let fees = "<p>The boat costs forty lira an hour, and …</p>";
    let fees = item("/yazi/ucretler.html", "Ücretler", fees);
    let rooms = "<p>Teknelerin kışlık yeri bakımevinin arkasındaki …</p>";
    let about = "<p>Kulübümüz elli yıldır denizdedir, yaz kış herkese açıktır, gelin tanışalım, \
                 birlikte denize açılalım.</p>";
    let about = about.to_owned() + &item("/yazi/yer.html", "Yer", rooms);
    let asked = "<h2><a href=/yazi/yer.html>Yer</a></h2><p>Kışlık yer için sıra nisanda başlar, \
                 kurada adı çıkan öder.</p>";
    let of_year = item("/yazi/yer.html", "Yer", ROOMS);
    let site = [
        post("yazi/ucretler.html", "Ücretler", FEES),
        post("yazi/yer.html", "Yer", ROOMS),
        page(
            "etiket/tekne/index.html",
            "Tekne",
            &(fees + &item("../../yazi/yer", "Yer", ROOMS)),
        ),
        with_head("2026/index.html", "2026", &canonical("/2026/"), &of_year),
        page("index.html", "Kulüp", &about),
        page("sikca.html", "Sıkça", asked),
    ];
    let (found, _) = found(&site);
    let listings: Vec<&str> = found.iter().map(|(path, ..)| path.as_str()).collect();
    assert_eq!(
        listings,
        ["2026/index.html", "etiket/tekne/index.html"],
        "{found:?}"
    );
    assert!(found.iter().all(|(_, _, rule)| *rule == CopyRule::Listing));
}

#[test]
fn a_page_that_holds_other_pages_whole_is_a_listing() {
    let book = format!("<h2>Ücretler</h2>{FEES}<h2>Yer</h2>{ROOMS}");
    let races = "<p>Yarışlar eylülde yapılır ve üç gün sürer, kayıt iskelededir.</p>";
    let mut site = [
        page("1.html", "Ücretler", FEES),
        page("2.html", "Yer", ROOMS),
        page("kitap.html", "Bütün kitap", &book),
    ];
    assert_copies(&site, &[("kitap.html", "1.html", CopyRule::Listing)]);
    site[2] = page("kitap.html", "Kitap", &format!("{FEES}{ROOMS}{races}"));
    assert_copies(&site, &[]);
}

#[test]
fn pages_that_are_not_to_be_indexed_replace_none() {
    let head = "<meta name=robots content=noindex>";
    let site = [
        with_head("a.html", "Ücretler", head, FEES),
        page("uzun/a.html", "Ücretler", FEES),
    ];
    assert_copies(&site, &[]);
}

// Pages that a script fills differ only in these answers.
#[test]
fn pages_that_differ_in_stated_answers_are_no_copies() {
    let filled = |path, question: &str, answer: &str| {
        let data = format!(
            "<script type=\"application/ld+json\">{{\"@context\": \"https://schema.org\", \"@type\": \
             \"FAQPage\", \"mainEntity\": {{\"@type\": \"Question\", \"name\": \"{question}\", \
             \"acceptedAnswer\": {{\"text\": \"{answer}\"}}}}}}</script>"
        );
        page(path, "Sorular", &format!("{FEES}{data}"))
    };
    let cup = |path| filled(path, "Kupa ne zaman?", "Eylülün ilk pazarı, hava uygunsa.");
    let boats = filled(
        "2.html",
        "Tekne kimin?",
        "Kulübün, bütün üyeler kullanabilir.",
    );
    assert_copies(&[cup("1.html"), boats], &[]);
    assert_eq!(found(&[cup("1.html"), cup("uzun/2.html")]).0.len(), 1);
}
