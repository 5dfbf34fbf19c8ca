//! Sites with copies of every kind, and sites whose pages only resemble each other.

use std::fs;

use super::*;
use crate::walk::find;
use crate::{InputSettings, Readers};

const FEES: &str = "<p>The boat costs forty lira an hour, and the crew is paid on the pier.</p>\
                    <p>Who returns the boat late pays ten lira for every quarter of an hour.</p>";
const ROOMS: &str = "<p>Teknelerin kışlık yeri bakımevinin arkasındaki kapalı salondadır.</p>\
                     <p>Anahtar nöbetçide durur, teslim ederken adınızı deftere yazarsınız.</p>";

fn page(title: &str, head: &str, body: &str) -> String {
    format!(
        "<title>{title} - Yelken Kulübü</title>{head}<header><a href=/>Yelken Kulübü</a></header>\
         <main><h1>{title}</h1>{body}</main><footer>Sahil yolu, iskele karşısı, Kadıköy</footer>"
    )
}

fn canonical(to: &str) -> String {
    format!("<link rel=canonical href='{to}'>")
}

/// Returns the copies of a site, each with the first page that is read instead, and the rule.
fn copies(pages: &[(&str, String)]) -> Vec<(String, String, CopyRule)> {
    found(pages).0
}

fn found(pages: &[(&str, String)]) -> (Vec<(String, String, CopyRule)>, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in pages {
        let file = dir.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
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

fn one(path: &str, of: &str, rule: CopyRule) -> Vec<(String, String, CopyRule)> {
    vec![(path.to_owned(), of.to_owned(), rule)]
}

#[test]
fn the_canonical_page_is_kept_under_whatever_host_it_names() {
    let amp = page(
        "Ücretler",
        &canonical("https://yelken.example/kulup/ucretler/"),
        &format!("{FEES}<p>Uygulamada aç ve paylaş şimdi</p>"),
    );
    let site = [
        ("a/amp.html", amp),
        (
            "ucretler/index.html",
            page(
                "Ücretler",
                &canonical("https://yelken.example/kulup/ucretler/"),
                FEES,
            ),
        ),
        ("yer.html", page("Yer", "", ROOMS)),
    ];
    assert_eq!(
        copies(&site),
        one("a/amp.html", "ucretler/index.html", CopyRule::Canonical)
    );
}

// On many sites, every page names the start page as canonical.
#[test]
fn a_canonical_link_to_other_text_makes_no_copy() {
    let head = canonical("/");
    let site = [
        (
            "index.html",
            page(
                "Kulüp",
                &head,
                "<p>Kulübümüz elli yıldır denizdedir ve herkese açıktır.</p>",
            ),
        ),
        ("ucretler.html", page("Ücretler", &head, FEES)),
        ("yer.html", page("Yer", &head, ROOMS)),
    ];
    assert_eq!(
        found(&site),
        (Vec::new(), vec!["ucretler.html".into(), "yer.html".into()])
    );
}

#[test]
fn of_equal_pages_the_one_in_the_sitemap_is_kept() {
    let map = "<urlset><url><loc>https://yelken.example/uzun/ucretler.html</loc></url></urlset>";
    let mut site = vec![
        ("f.html", page("Ücretler", "", FEES)),
        ("uzun/ucretler.html", page("Ücretler", "", FEES)),
        (
            "yer.html",
            page("Yer", "", &format!("{ROOMS}<a href=f.html>x</a>")),
        ),
        ("sitemap.xml", map.to_owned()),
    ];
    assert_eq!(
        copies(&site),
        one("f.html", "uzun/ucretler.html", CopyRule::Sitemap)
    );
    site.pop();
    assert_eq!(
        copies(&site),
        one("uzun/ucretler.html", "f.html", CopyRule::Links)
    );
    site.pop();
    assert_eq!(
        copies(&site),
        one("uzun/ucretler.html", "f.html", CopyRule::Address)
    );
}

// A print page has another frame, and a language switch leads elsewhere.
#[test]
fn what_the_frame_or_a_switch_of_languages_adds_does_not_matter() {
    let print = format!("<title>Ücretler - Yelken Kulübü</title><h1>Ücretler</h1>{FEES}<p>Yazdır");
    let switch = "<ul><li><a href=/en/ucretler.html>English</a></ul>";
    let site = [
        (
            "en/ucretler.html",
            page(
                "Ücretler",
                "",
                &format!("<ul><li><a href=/ucretler.html>Türkçe</a></ul>{FEES}"),
            ),
        ),
        (
            "ucretler.html",
            page("Ücretler", "", &format!("{switch}{FEES}")),
        ),
        ("yazdir/ucretler.html", print),
        ("yer.html", page("Yer", "", ROOMS)),
        (
            "yol.html",
            page(
                "Yol",
                "",
                "<p>Vapur iskelesinden sola dönün, yüz metre ilerideyiz.</p>",
            ),
        ),
    ];
    let found = copies(&site);
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
            ("2025/ucretler.html", page("Ücretler", "", FEES)),
            ("2026/ucretler.html", page("Ücretler", "", &body)),
            ("yer.html", page("Yer", "", ROOMS)),
        ];
        assert_eq!(copies(&site), [], "{body}");
    }
    // Pages for different countries repeat the same questions and answers.
    let countries: Vec<(String, String)> = (0..6)
        .map(|i| {
            (
                format!("u{i}.html"),
                page(
                    &format!("Ülke {i}"),
                    "",
                    &format!("{FEES}{ROOMS}<p>Ülke {i} için harç {i}0 liradır.</p>"),
                ),
            )
        })
        .collect();
    let countries: Vec<(&str, String)> = countries
        .iter()
        .map(|(path, text)| (path.as_str(), text.clone()))
        .collect();
    assert_eq!(copies(&countries), []);
}

#[test]
fn older_versions_with_the_same_text_give_way_to_the_newest() {
    let of =
        |version: &str, body: &str| page("Kurulum", "", &format!("<p>Sürüm {version}</p>{body}"));
    let site = [
        ("docs/1.9/kurulum.html", of("1.9", FEES)),
        ("docs/1.10/kurulum.html", of("1.10", FEES)),
        ("docs/1.8/kurulum.html", of("1.8", ROOMS)),
        (
            "docs/1.9/yer.html",
            page(
                "Yer",
                "",
                "<p>See <a href=kurulum.html>Kurulum</a> for the rest of it all</p>",
            ),
        ),
    ];
    assert_eq!(
        copies(&site),
        one(
            "docs/1.9/kurulum.html",
            "docs/1.10/kurulum.html",
            CopyRule::Version
        )
    );
}

#[test]
fn a_preview_gives_way_to_the_page_outside_even_if_it_differs() {
    let site = [
        (
            "preview/pr-2/ucretler.html",
            page("Ücretler", "", &FEES.replace("forty", "fifty")),
        ),
        ("preview/pr-2/yeni.html", page("Yeni", "", ROOMS)),
        ("ucretler.html", page("Ücretler", "", FEES)),
    ];
    assert_eq!(
        copies(&site),
        one(
            "preview/pr-2/ucretler.html",
            "ucretler.html",
            CopyRule::Preview
        )
    );
}

fn post(path: &str, title: &str, body: &str) -> (String, String) {
    (
        path.to_owned(),
        page(
            title,
            "",
            &format!("<p>Etiketler: <a href=/etiket/tekne/>tekne</a></p>{body}"),
        ),
    )
}

#[test]
fn pages_of_tags_and_archives_that_repeat_posts_are_listings() {
    let item = |href: &str, title: &str, body: &str| {
        format!("<article><h2><a href='{href}'>{title}</a></h2><p>3 Mayıs</p>{body}</article>")
    };
    let shortened = "<p>The boat costs forty lira an hour, and …</p>";
    let posts = [
        post("yazi/ucretler.html", "Ücretler", FEES),
        post("yazi/yer.html", "Yer", ROOMS),
    ];
    let mut site: Vec<(&str, String)> = posts
        .iter()
        .map(|(path, text)| (path.as_str(), text.clone()))
        .collect();
    site.extend([
        ("etiket/tekne/index.html", page("Tekne", "", &(item("/yazi/ucretler.html", "Ücretler", shortened) + &item("../../yazi/yer", "Yer", ROOMS)))),
        ("2026/index.html", page("2026", &canonical("/2026/"), &item("/yazi/yer.html", "Yer", ROOMS))),
        ("index.html", page("Kulüp", "", &format!("<p>Kulübümüz elli yıldır denizdedir, yaz kış herkese açıktır, gelin tanışalım, birlikte denize açılalım.</p>{}", item("/yazi/yer.html", "Yer", "<p>Teknelerin kışlık yeri bakımevinin arkasındaki …</p>")))),
        ("sikca.html", page("Sıkça", "", "<h2><a href=/yazi/yer.html>Yer</a></h2><p>Kışlık yer için sıra nisanda başlar, kurada adı çıkan öder.</p>")),
    ]);
    let found = copies(&site);
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
    let mut site = vec![
        ("1.html", page("Ücretler", "", FEES)),
        ("2.html", page("Yer", "", ROOMS)),
        (
            "kitap.html",
            page(
                "Bütün kitap",
                "",
                &format!("<h2>Ücretler</h2>{FEES}<h2>Yer</h2>{ROOMS}"),
            ),
        ),
    ];
    assert_eq!(
        copies(&site),
        one("kitap.html", "1.html", CopyRule::Listing)
    );
    site[2].1 = page(
        "Kitap",
        "",
        &format!(
            "{FEES}{ROOMS}<p>Yarışlar eylülde yapılır ve üç gün sürer, kayıt iskelededir.</p>"
        ),
    );
    assert_eq!(copies(&site), []);
}

#[test]
fn pages_that_are_not_to_be_indexed_replace_none() {
    let site = [
        (
            "a.html",
            page("Ücretler", "<meta name=robots content=noindex>", FEES),
        ),
        ("uzun/a.html", page("Ücretler", "", FEES)),
    ];
    assert_eq!(copies(&site), []);
}

// Pages that a script fills differ only in these answers.
#[test]
fn pages_that_differ_in_stated_answers_are_no_copies() {
    let filled = |question: &str, answer: &str| {
        let data = format!(
            "<script type=\"application/ld+json\">{{\"@context\": \"https://schema.org\", \"@type\": \
             \"FAQPage\", \"mainEntity\": {{\"@type\": \"Question\", \"name\": \"{question}\", \
             \"acceptedAnswer\": {{\"text\": \"{answer}\"}}}}}}</script>"
        );
        page("Sorular", "", &format!("{FEES}{data}"))
    };
    let first = filled("Kupa ne zaman?", "Eylülün ilk pazarı, hava uygunsa.");
    let second = filled("Tekne kimin?", "Kulübün, bütün üyeler kullanabilir.");
    let site = [("1.html", first.clone()), ("2.html", second)];
    assert_eq!(copies(&site), []);
    let same = [("1.html", first.clone()), ("uzun/2.html", first)];
    assert_eq!(copies(&same).len(), 1);
}
