//! Documents among the pages of a site.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::{Workplace, assert_contains};

/// A PDF file of pages with one line each. It has no table of objects, which readers make up for.
fn pdf(pages: &[&str]) -> String {
    let kids: Vec<String> = (0..pages.len())
        .map(|i| format!("{} 0 R", 10 + 2 * i))
        .collect();
    let mut file = format!(
        "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
         2 0 obj\n<</Type/Pages/Count {}/Kids[{}]>>\nendobj\n\
         3 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>\nendobj\n",
        pages.len(),
        kids.join(" ")
    );
    for (text, number) in pages.iter().zip((10..).step_by(2)) {
        let drawn = format!("BT /F 11 Tf 72 700 Td ({text}) Tj ET");
        write!(
            file,
            "{number} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]\
             /Resources<</Font<</F 3 0 R>>>>/Contents {} 0 R>>\nendobj\n\
             {} 0 obj\n<</Length {}>>stream\n{drawn}\nendstream\nendobj\n",
            number + 1,
            number + 1,
            drawn.len()
        )
        .unwrap();
    }
    file + "trailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"
}

const RULES: [&str; 2] = [
    "Books of the library are lent to members for four weeks at a time.",
    "A dinghy may be borrowed at the boathouse by whoever can swim.",
];

#[test]
fn a_hit_in_a_pdf_file_leads_to_its_page() {
    let place = Workplace::new();
    place.write("site/rules/Sports.pdf", &pdf(&RULES));
    place.build(&["--index-only"]).assert_done();
    let answer = place.ask("out", "Who may borrow a dinghy?").report();
    let hit = &answer["hits"][0];
    assert_eq!(hit["id"], "rules/Sports.pdf#page=2", "{hit}");
    assert!(
        hit["url"]
            .as_str()
            .unwrap()
            .ends_with("rules/Sports.pdf#page=2"),
        "{hit}"
    );
    assert_eq!(hit["meta"]["type"], "pdf");
    assert_eq!(hit["meta"]["page"], "2");
    assert_eq!(hit["lang"], "en");
}

#[test]
fn an_unreadable_document_is_named_with_advice() {
    let place = Workplace::new();
    place.write("site/form.rtf", "{\\rtf1 Text}");
    let run = place.build(&["--index-only"]);
    let output = run.printed() + &run.err;
    assert_contains(&output, ["form.rtf: RTF; save it as PDF or DOCX"]);
}

#[test]
fn an_epub_is_named_with_advice() {
    let place = Workplace::new();
    let mut book = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", "<container/>"),
    ] {
        book.start_file(name, SimpleFileOptions::default()).unwrap();
        book.write_all(text.as_bytes()).unwrap();
    }
    let book = book.finish().unwrap().into_inner();
    std::fs::write(place.path("site/handbook.epub"), book).unwrap();
    let run = place.build(&["--index-only"]);
    let output = run.printed() + &run.err;
    assert_contains(&output, ["handbook.epub: EPUB; save it as PDF or DOCX"]);
}

#[test]
fn documents_are_ignored_where_the_site_excludes_them() {
    let place = Workplace::new();
    let pages = |place: &Workplace| {
        let report = place.build(&["--index-only", "--json"]).report();
        report["pages"].as_u64().unwrap()
    };
    let without = pages(&place);
    place.write("site/Sports.pdf", &pdf(&RULES));
    assert_eq!(pages(&place), without + 2);
    let settings = std::fs::read_to_string(place.path("soru.toml")).unwrap();
    place.write(
        "soru.toml",
        &format!("{settings}\n[input.documents]\nread = false\n"),
    );
    assert_eq!(pages(&place), without);
}

// The file's own words are of a scanner, those of the link of somebody who knows.
#[test]
fn a_document_is_found_by_the_words_of_the_links_that_lead_to_it() {
    let place = Workplace::new();
    place.write("site/files/scan_0017.pdf", &pdf(&RULES));
    place.write(
        "site/mevzuat.html",
        "<html lang=tr><title>Kulüp belgeleri</title><h1>Kulüp belgeleri</h1><p>Üyelerin okuması gerekenler burada.</p>\
         <p><a href='files/scan_0017.pdf'>Kayıkhane Yönetmeliği 2024</a> <a href='files/scan_0017.pdf'>PDF indir</a></p>",
    );
    place.build(&["--index-only"]).assert_done();
    let answer = place.ask("out", "kayıkhane yönetmeliği 2024").report();
    let hits = answer["hits"].as_array().unwrap();
    let found = hits
        .iter()
        .position(|hit| hit["id"] == "files/scan_0017.pdf");
    assert!(found.is_some_and(|at| at < 3), "{answer}");
}

// Reading a document takes seconds.
#[test]
fn a_document_is_parsed_once_with_a_cache() {
    let place = Workplace::new();
    place.write("site/Sports.pdf", &pdf(&RULES));
    let cache = |place: &Workplace| {
        let report = place.build(&["--index-only", "--json", "--cache", "kept"]);
        report.report()["cache"].clone()
    };
    let first = cache(&place);
    assert_eq!(first["reused"], 0);
    let second = cache(&place);
    assert_eq!(
        (&second["reused"], &second["parsed"]),
        (&first["parsed"], &serde_json::json!(0))
    );
    // A page that changes is no reason to read the document again.
    place.write(
        "site/new.html",
        "<p>See <a href=Sports.pdf>the rules of sports</a>.</p>",
    );
    assert_eq!(cache(&place)["parsed"], 1);
    place.write("site/Sports.pdf", &pdf(&RULES[..1]));
    assert_eq!(cache(&place)["parsed"], 1);
}
