//! Nearly identical pages.

use soru::Block;
use soru::settings::Value;
use soru_indexing::{Indexer, Layout, RelatedSettings};

use super::{built, documents, page, related, urls};
use crate::site;

/// Text of a page.
const NOTICE: &str = "The registrar's office is on the ground floor of the main building, and accepts \
    applications for tuition waivers in person or by post until the end of the first week of the term. \
    Bring your identity card, the signed form and proof of income.";

// The same notice under another address is a copy; last year's fee is a different page from this
// year's.
#[test]
fn r27_copies_of_a_page_are_not_shown_and_pages_with_other_figures_are() {
    let mut documents = documents();
    let fee = |year: &str, fee: &str| {
        let text = format!("{NOTICE} The fee for {year} is {fee} TL.");
        page(&format!("fees/{year}.html"), "en", "Tuition fees", &text)
    };
    documents.push(fee("2026", "1150"));
    documents.push(fee("2027", "1250"));
    let mut print = fee("2027", "1250");
    print.id = "print/fees.html".to_owned();
    print.url.clone_from(&print.id);
    documents.push(print);
    // In other words, but only a few.
    let mut reworded = fee("2027", "1250");
    reworded.id = "news/fees.html".to_owned();
    reworded.url.clone_from(&reworded.id);
    let text = format!("{NOTICE} The fee for 2027 is 1250 TL.");
    let other_order: Vec<&str> = text.split(". ").collect();
    reworded.blocks = vec![Block::Text(
        other_order
            .iter()
            .rev()
            .copied()
            .collect::<Vec<_>>()
            .join(". "),
    )];
    documents.push(reworded);
    let engine = site::loaded(&built(&documents, Layout::SINGLE));
    assert_eq!(
        urls(&related(&engine, "fees/2027.html")),
        ["fees/2026.html"]
    );
    let last = related(&engine, "fees/2026.html");
    assert_eq!(
        last.pages.len(),
        1,
        "one of three that say the same: {last:?}"
    );
}

#[test]
fn r27_duplicate_pages_are_reported() {
    let mut documents = documents();
    documents.push(page("a.html", "en", "Waivers", NOTICE));
    documents.push(page("b.html", "en", "Tuition waivers", NOTICE));
    let mut indexer = Box::new(site::with_related(
        &RelatedSettings::default(),
        Layout::SINGLE,
    ));
    for document in &documents {
        let prepared = indexer.prepare(document).unwrap();
        indexer.add(prepared).unwrap();
    }
    let built = indexer.finish(Vec::new(), &Value::default()).unwrap();
    assert_eq!(built.summary.alike, [["a.html", "b.html"]]);
}
