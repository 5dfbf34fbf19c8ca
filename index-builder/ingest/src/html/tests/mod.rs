//! HTML pages as real sites write them.

mod answers;
mod inline;
mod weights;

use super::*;
use crate::tests::lines;

fn read(html: &str) -> ParsedPage {
    read_with(&InputSettings::default(), html).unwrap()
}

fn read_with(settings: &InputSettings, html: &str) -> std::result::Result<ParsedPage, Rejection> {
    HtmlReader::new(settings)
        .unwrap()
        .read("a/b.html", html.as_bytes())
}

fn blocks(html: &str) -> Vec<String> {
    lines(read(html))
}

const PAGE: &str = r##"<!doctype html>
<html lang="tr-TR"><head><title>Ücretler - Örnek Üniversitesi</title>
<meta name="description" content=" Ne kadar
 tutar? "><link rel="canonical" href="https://example.edu.tr/ucretler"></head>
<body>
<a class="skip" href="#main">İçeriğe geç</a>
<header><a href="/">Örnek Üniversitesi</a></header>
<nav><ul><li><a href="/a">Ana sayfa</a></li></ul></nav>
<div class="cookie-banner">Çerez kullanıyoruz. <button>Tamam</button></div>
<main id="main">
  <nav><a href="/">Ana sayfa</a> / Ücretler</nav>
  <h1>Ücretler</h1>
  <p data-soru-meta="updated">2026-01-02</p>
  <div data-soru-meta="section: Kayıt"></div>
  <p>Harç <b>her dönem</b> ödenir; bkz. <a href="../kayit.html">kayıt</a>.</p>
  <section id="tablo"><h2>Tablo <a class="headerlink" href="#tablo">¶</a></h2>
  <table><thead><tr><th>Program</th><th>Dönem</th><th>Ücret</th></tr></thead>
  <tr><td>Lisans</td><td>Güz</td><td>1.000 TL</td></tr></table></section>
  <details><summary>Geç kalırsam?</summary>Gecikme<br>faizi işler.</details>
</main>
<footer>© 2026 Örnek Üniversitesi</footer></body></html>"##;

#[test]
fn a_page_names_its_translations() {
    let page = read(
        r#"<link rel="alternate" hreflang="de" href=" /de/gebuehren ">
        <link rel="alternate nofollow" hreflang="fr" href="../fr/frais">
        <link rel="alternate" hreflang="x-default" href="/">
        <link rel="alternate" type="application/rss+xml" href="/feed.xml">
        <link rel="stylesheet" hreflang="it" href="/a.css">
        <link rel="alternate" hreflang="ru"><p>Fees"#,
    );
    assert_eq!(page.translations, ["/de/gebuehren", "../fr/frais"]);
}

const ENGLISH: &str = "The fee is paid at the beginning of every semester. Students who pay late \
                       pay interest as well. Exchange students of partner universities pay no fee \
                       at all.";

#[test]
fn r8_sections_in_other_languages_are_pages_of_their_own() {
    let turkish = "Harç her dönem başında ödenir. ".repeat(6);
    let page = read(&format!(
        r#"<html lang="tr"><body><main><h1>Ücretler</h1><p>{turkish}</p>
        <p>Motto: <span lang="la">Sapere aude.</span></p>
        <section id="english" lang="en-GB"><h2>Fees</h2><p>{ENGLISH}</p>
        <div lang="tr"><p>Bu bölüm İngilizcedir.</p></div><ul><li>Cash</ul></section>
        <blockquote lang="de"><p>Aller Anfang ist schwer.</p></blockquote>
        <p>Son.</p></main>"#
    ));
    let [english] = page.further.as_slice() else {
        panic!("{:?}", page.further);
    };
    assert_eq!((&*english.lang, english.is_part), ("en", true));
    assert_eq!(english.fragment, "", "its heading has an anchor");
    let english = english.clone();
    assert_eq!(lines(english), ["2 Fees #english", ENGLISH, "• Cash"]);
    assert_eq!(page.lang, "tr");
    assert_eq!(
        lines(page)[2..],
        [
            "Motto: Sapere aude.",
            "Bu bölüm İngilizcedir.",
            "Aller Anfang ist schwer.",
            "Son."
        ]
    );
}

#[test]
fn r8_a_section_without_a_heading_has_its_own_address() {
    let turkish = "Harç her dönem başında ödenir. ".repeat(6);
    let page = read(&format!(
        r#"<html lang="tr"><main><p>{turkish}</p><div id="en" lang="en"><p>{ENGLISH}</p></div>"#
    ));
    assert_eq!(page.further[0].fragment, "en");
}

#[test]
fn r8_a_page_has_the_language_of_its_sections_if_it_has_no_other_text() {
    let german = "Die Gebühr ist zu Beginn jedes Semesters zu zahlen. ".repeat(6);
    for declared in ["tr", ""] {
        let page = read(&format!(
            r#"<html lang="{declared}"><main><div lang="en"><p>{ENGLISH}</p></div>
            <div lang="de"><p>{german}</p></div>"#
        ));
        assert_eq!(page.lang, "de");
        assert_eq!(page.further.len(), 1);
        assert_eq!(page.further[0].lang, "en");
    }
    let all = read(&format!(
        r#"<html lang="en"><main><div lang="en-US"><p>{ENGLISH}</p></div>"#
    ));
    assert_eq!((&*all.lang, all.further.len()), ("en", 0));
}

#[test]
fn a_usual_page_yields_its_text_without_its_template() {
    let page = read(PAGE);
    assert_eq!(page.titles.heading, "Ücretler");
    assert_eq!(page.titles.window, "Ücretler - Örnek Üniversitesi");
    assert_eq!(page.description, "Ne kadar tutar?");
    assert_eq!(page.lang, "tr-TR");
    assert_eq!(
        page.address,
        Address::Reference("https://example.edu.tr/ucretler".into())
    );
    assert_eq!(page.hrefs, ["../kayit.html"]);
    assert_eq!(
        page.meta.get("updated").map(String::as_str),
        Some("2026-01-02")
    );
    assert_eq!(page.meta.get("section").map(String::as_str), Some("Kayıt"));
    assert_eq!(
        lines(page),
        [
            "1 Ücretler #",
            "2026-01-02",
            "Harç her dönem ödenir; bkz. kayıt.",
            "2 Tablo #tablo",
            "Program: Lisans | Dönem: Güz | Ücret: 1.000 TL",
            "3 Geç kalırsam? #",
            "Gecikme\nfaizi işler.",
        ]
    );
}

#[test]
fn headings_are_linked_by_their_id_or_the_nearest_before_them() {
    assert_eq!(
        blocks(
            "<main><h2 id=a>A</h2>x<a name=b></a><h2>B</h2>x<section id=c><h2>C</h2>x</section>\
             <h2><a id=d>D</a></h2>x<p id=e>x</p><h2>E</h2>x</main>"
        ),
        [
            "2 A #a", "x", "2 B #b", "x", "2 C #c", "x", "2 D #d", "x", "x", "2 E #", "x"
        ]
    );
}

#[test]
fn definitions_carry_their_terms_and_nested_lists_keep_their_order() {
    assert_eq!(
        blocks(
            "<main><dl><dt>OPT</dt><dt>Training:</dt><dd><p>Work permission.</p><p>More.</p></dd>\
             <dt>CPT</dt><dd>Another.</dd></dl><dl><dt>Alone</dt></dl>\
             <ul><li>a<ul><li>b</li></ul>c</li></ul>\
             <ol><li><p>d</p><p>e</p></li><li>f<br>g</li></ol></main>"
        ),
        [
            "OPT, Training: Work permission.",
            "More.",
            "CPT: Another.",
            "Alone",
            "• a",
            "• b",
            "c",
            "→ d",
            "e",
            "f\ng"
        ]
    );
}

#[test]
fn items_that_are_nothing_but_links_are_marked_where_most_are() {
    assert_eq!(
        blocks(
            "<main><p>Table of contents</p><ol><li>1. <a href='a.html'>Fees</a><ul><li><a href='b.html'>Late\n\
             fees</a></li></ul></li><li><a href='#c'>Forms</a>: what to hand in</li></ol>\
             <ul><li>Passport</li><li><a href=f.pdf>Form</a></li><li>Photo</li><li><a href=g.pdf>Consent\
             </a></li><li>Fee</li></ul><ul><li><a href=h.html>Alone</a></li></ul>\
             <ul><li><a href='mailto:a@b.example'>a@b.example</a></li><li><a href='tel:1'>Call us</a></li>\
             </ul></main>"
        ),
        [
            "Table of contents",
            "↗ 1. Fees",
            "↗ Late fees",
            "→ Forms: what to hand in",
            "• Passport",
            "• Form",
            "• Photo",
            "• Consent",
            "• Fee",
            "• Alone",
            "• a@b.example",
            "• Call us (1)"
        ]
    );
}

#[test]
fn layout_tables_become_separate_texts() {
    assert_eq!(
        blocks(
            "<body><table><tr><td><p>Left.</p></td><td><h2>Fees</h2><p>One.</p>\
             <table><tr><td>a</td><td>b</td></tr></table></td></tr></table>"
        ),
        ["Left.", "2 Fees #", "One.", "a | b"]
    );
}

#[test]
fn code_keeps_its_lines_and_loses_its_margin() {
    assert_eq!(
        blocks("<main><p>Run:</p><pre><code>\n    soru build\n      --out x\n</code></pre></main>"),
        ["Run:", "soru build\n  --out x"]
    );
}

#[test]
fn the_sites_own_selectors_decide() {
    let settings = InputSettings {
        content: vec![".text".into()],
        ignore: vec!["p.meta".into()],
        ..InputSettings::default()
    };
    let page = read_with(
        &settings,
        "<main>x</main><div class=text><p class=meta>x</p><nav>Menu</nav><div class=menu>Today: soup\
         </div></div><div class=text>More.</div>",
    );
    assert_eq!(lines(page.unwrap()), ["Menu", "Today: soup", "More."]);
    let broken = InputSettings {
        ignore: vec!["a[".into()],
        ..InputSettings::default()
    };
    let error = HtmlReader::new(&broken).unwrap_err().to_string();
    assert!(error.contains("input.ignore[0]"), "{error}");
}

#[test]
fn pages_that_ask_for_it_are_left_out_with_the_reason() {
    for (page, reason) in [
        (
            "<meta name=robots content='NOINDEX, follow'>a",
            SkipReason::NoIndex,
        ),
        (
            "<meta http-equiv=refresh content='0; url=b.html'>a",
            SkipReason::Redirect,
        ),
    ] {
        let read = read_with(&InputSettings::default(), page);
        assert_eq!(read, Err(Rejection::Skipped(reason)));
    }
    assert_eq!(
        HtmlReader::new(&InputSettings::default())
            .unwrap()
            .read("a", b"\0\x01"),
        Err(Rejection::Skipped(SkipReason::NotText))
    );
}

#[test]
fn the_language_is_that_of_the_content_or_of_the_page() {
    let lang = |page: &str| read(page).lang;
    assert_eq!(lang("<html lang=en><main lang=tr>a</main>"), "tr");
    assert_eq!(lang("<html xml:lang=tr><body><p>a"), "tr");
    assert_eq!(
        lang("<meta http-equiv=Content-Language content=tr><p>a"),
        "tr"
    );
    assert_eq!(lang("<p>a"), "");
}

#[test]
fn a_main_heading_above_the_main_part_is_still_the_title() {
    assert_eq!(
        read("<header><h1>Fees</h1></header><main><p>a</p></main>")
            .titles
            .heading,
        "Fees"
    );
}

// Sections and texts of signs alone have nothing to show.
#[test]
fn signs_without_words_are_neither_headings_nor_texts() {
    let page = "<main><h1>Fees</h1><p>Ten lira.</p><h2>»</h2><p>Twenty lira.</p><p>–</p>\
                <ul><li>.<li>|</ul><h2>***</h2><table><tr><td>—<td>–</table></main>";
    assert_eq!(blocks(page), ["1 Fees #", "Ten lira.", "Twenty lira."]);
}

// A site with one page repeats nothing, so only the form of its menu tells.
#[test]
fn a_list_of_links_before_the_main_heading_is_a_menu() {
    let link = |name: &str| format!("<li><a href='{name}'>{name}</a></li>");
    let menu = ["Fees", "Dates", "Staff", "Map", "Jobs"].map(link).concat();
    let text = "<p>The school takes eighty students in every year.</p>";
    let page = |below: &str| {
        let links = format!("<div><ul>{menu}</ul></div>");
        blocks(&format!("<body>{links}<h1>School</h1>{below}</body>"))
    };
    assert_eq!(page(text).len(), 2);
    assert_eq!(page(&format!("{text}<ul>{menu}</ul>")).len(), 7);
    assert_eq!(page("<p>Our pages.</p>").len(), 7);
}
