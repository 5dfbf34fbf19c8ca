//! Links to documents: collects the texts of links to files.
//!
//! Many PDF files have a poor title, but a link to them has a good text: "Regulation on fees,
//! 2024".

use scraper::{ElementRef, Html};

use super::attributes::attribute;
use crate::page::Linked;
use crate::tidy;
use crate::walk::{Format, format_of};

/// The maximum number of links of a page that are kept.
const MOST: usize = 500;

/// The maximum length of a link's text in characters; longer texts are paragraphs.
const LONGEST: usize = 200;

/// Returns the links of a page, anywhere on it, that may lead to documents.
pub(super) fn linked_documents(html: &Html) -> Vec<Linked> {
    let elements = html.root_element().descendent_elements();
    let links = elements.filter(|element| element.value().name() == "a");
    links.filter_map(|link| linked(&link)).take(MOST).collect()
}

fn linked(link: &ElementRef<'_>) -> Option<Linked> {
    let href = attribute(link.value(), "href").filter(|href| may_be_document(href))?;
    let own = tidy::line(&link.text().collect::<String>());
    let title = || attribute(link.value(), "title").map(tidy::line);
    let text = Some(own)
        .filter(|text| is_informative(text))
        .or_else(title)?;
    (is_informative(&text) && text.chars().count() <= LONGEST).then(|| Linked {
        href: href.trim().to_owned(),
        text,
    })
}

/// Whether a link may lead to a document, by its name, or because only the server knows its type:
/// `download.php?id=3`.
fn may_be_document(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    href.contains('?') || format_of(path) == Some(Format::Document)
}

/// Whether a link text is specific, unlike "PDF", "download" or "click here".
fn is_informative(text: &str) -> bool {
    let lower = text.to_lowercase().replace("i\u{307}", "i");
    let mut words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.any(|word| !EMPTY.contains(&word) && !word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Words of links that do not describe the target, in English and Turkish.
const EMPTY: [&str; 38] = [
    "pdf",
    "doc",
    "docx",
    "odt",
    "pptx",
    "word",
    "file",
    "document",
    "download",
    "open",
    "view",
    "read",
    "more",
    "click",
    "here",
    "this",
    "the",
    "to",
    "for",
    "link",
    "kb",
    "mb",
    "dosya",
    "dosyası",
    "belge",
    "indir",
    "indirmek",
    "aç",
    "görüntüle",
    "oku",
    "devamı",
    "tıklayın",
    "tıklayınız",
    "buraya",
    "burada",
    "için",
    "bağlantı",
    "ek",
];
