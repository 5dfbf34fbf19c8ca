//! Collects the texts of links to documents.
//!
//! The words of the links to a document, and the title of the first page with such a link, serve as
//! its description, so that searches find the document by them.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;

use super::Readers;
use super::page::Linked;
use super::site::Site;
use super::walk::{Format, Source};

/// The maximum number of link texts that a document keeps.
const MOST_TEXTS: usize = 3;

/// The descriptions of documents, by their ids.
pub(super) type Contexts = HashMap<String, String>;

/// A link to a document.
struct LinkText {
    document: String,
    text: String,
    page_title: String,
}

/// Returns the descriptions of documents. If there are no documents, no page is read.
pub(super) fn contexts(sources: &[Source], readers: &Readers, site: &Site) -> Contexts {
    let of = |format| sources.iter().filter(move |source| source.format == format);
    if of(Format::Document).next().is_none() {
        return Contexts::default();
    }
    let pages: Vec<&Source> = of(Format::Html).collect();
    let links: Vec<Vec<LinkText>> = pages
        .into_par_iter()
        .map(|page| link_texts(page, readers, site).unwrap_or_default())
        .collect();
    let mut by_document: BTreeMap<String, Vec<LinkText>> = BTreeMap::new();
    for links in links.into_iter().flatten() {
        by_document
            .entry(links.document.clone())
            .or_default()
            .push(links);
    }
    let described = by_document.into_iter();
    described
        .map(|(id, links)| (id, description(&links)))
        .collect()
}

fn link_texts(source: &Source, readers: &Readers, site: &Site) -> Option<Vec<LinkText>> {
    let bytes = readers.file(source).ok().filter(|bytes| may_link(bytes))?;
    let page = readers.page(source.format, &source.path, &bytes).ok()?;
    let title = site.title(&page);
    let links = |Linked { href, text }: &Linked| {
        let document = site
            .addresses
            .target_of(&source.path, &page.address, href)?;
        (document != source.path).then(|| LinkText {
            document,
            text: text.clone(),
            page_title: title.clone(),
        })
    };
    Some(page.linked.iter().filter_map(links).collect())
}

/// Whether a page may contain a link to a document.
fn may_link(bytes: &[u8]) -> bool {
    let endings: [&[u8]; 5] = [b".pdf", b".docx", b".odt", b".pptx", b"?"];
    let is_ending = |at: usize| {
        endings.iter().any(|ending| {
            let end = bytes.get(at..at + ending.len());
            end.is_some_and(|end| end.eq_ignore_ascii_case(ending))
        })
    };
    let dots = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| matches!(byte, b'.' | b'?'));
    dots.map(|(at, _)| at).any(is_ending)
}

/// Returns the texts of links, each once, and the title of the first page.
fn description(links: &[LinkText]) -> String {
    let mut texts: Vec<&str> = Vec::new();
    for text in links.iter().map(|links| links.text.as_str()) {
        if texts.len() < MOST_TEXTS && !texts.contains(&text) {
            texts.push(text);
        }
    }
    let title = links
        .first()
        .map(|links| links.page_title.as_str())
        .unwrap_or_default();
    if !title.is_empty() && !texts.contains(&title) {
        texts.push(title);
    }
    texts.join(" · ")
}
