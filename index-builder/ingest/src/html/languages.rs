//! Languages: divides a page whose sections are in several languages.
//!
//! A document of the index has one language, which determines how its words are analysed. So
//! sections that declare another language than the page (`<section lang="en">`) become separate
//! pages, one for each language, with the address of the page.

use crate::language::primary;
use crate::page::{ParsedPage, Piece};
use soru::Block;

/// The minimum length of a separate part in characters. Shorter texts stay with the page: they are
/// quotations, names and notices.
const SHORTEST_PART: usize = 150;

/// A declaration within the content: texts are in this language from this piece on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Switch {
    /// Number of the first piece.
    pub(crate) piece: usize,
    /// The declared tag; empty for the language of the page.
    pub(crate) tag: String,
    /// The id of the element that declares it.
    pub(crate) anchor: Option<String>,
}

/// The pieces of a page in one language.
#[derive(Default)]
struct Part {
    /// A primary subtag; empty for the language of the page.
    language: String,
    anchor: Option<String>,
    pieces: Vec<Piece>,
}

impl Part {
    fn characters(&self) -> usize {
        let texts = self.pieces.iter().filter_map(Piece::as_text);
        texts.map(|text| text.chars().count()).sum()
    }

    fn is_long(&self) -> bool {
        self.characters() >= SHORTEST_PART
    }
}

fn is_weight(piece: &Piece) -> bool {
    matches!(piece, Piece::Content(Block::Weight(_)))
}

/// Moves the sections in other languages to [`ParsedPage::further`].
pub(super) fn divide(mut page: ParsedPage, switches: &[Switch]) -> ParsedPage {
    let own = primary(&page.lang).unwrap_or_default();
    let mut foreign = foreign_languages(&page.pieces, switches, &own);
    if foreign.is_empty() {
        return page;
    }
    let pieces = std::mem::take(&mut page.pieces);
    let mut main = Part::default();
    for (piece, switch) in pieces.into_iter().zip(by_piece(switches)) {
        let language = switch.map_or("", |switch| &switch.tag);
        let language = primary(language).unwrap_or_default();
        if is_weight(&piece) {
            // It holds for the texts after it in any language.
            for part in foreign.iter_mut().chain([&mut main]) {
                part.pieces.push(piece.clone());
            }
            continue;
        }
        let part = foreign.iter_mut().find(|part| part.language == language);
        let part = part.unwrap_or(&mut main);
        if part.pieces.iter().all(is_weight) {
            part.anchor = switch.and_then(|switch| switch.anchor.clone());
        }
        part.pieces.push(piece);
    }
    if main.characters() == 0 || (own.is_empty() && !main.is_long()) {
        // Only remains of the template are left, so the page gets the language of its longest part.
        let lengths = foreign.iter().map(Part::characters).enumerate();
        let longest = lengths.max_by_key(|(number, length)| (*length, usize::MAX - number));
        let longest = foreign.remove(longest.map_or(0, |(number, _)| number));
        page.lang = longest.language;
        main.pieces.extend(longest.pieces);
    }
    page.pieces = main.pieces;
    let parts = foreign.into_iter().map(|part| further(&page, part));
    page.further = parts.collect();
    page
}

/// Returns an empty part for every other language with enough text, in the order of the page.
fn foreign_languages(pieces: &[Piece], switches: &[Switch], own: &str) -> Vec<Part> {
    let mut parts: Vec<(Part, usize)> = Vec::new();
    for (piece, switch) in pieces.iter().zip(by_piece(switches)) {
        let language = switch.and_then(|switch| primary(&switch.tag));
        let Some(language) = language.filter(|language| language != own) else {
            continue;
        };
        let length = piece.as_text().map_or(0, |text| text.chars().count());
        match parts.iter_mut().find(|(part, _)| part.language == language) {
            Some((_, sum)) => *sum += length,
            None => parts.push((
                Part {
                    language,
                    ..Part::default()
                },
                length,
            )),
        }
    }
    parts.retain(|(_, length)| *length >= SHORTEST_PART);
    parts.into_iter().map(|(part, _)| part).collect()
}

/// Returns the declaration that applies to each piece, as an endless iterator.
fn by_piece(switches: &[Switch]) -> impl Iterator<Item = Option<&Switch>> {
    (0..).map(move |piece| {
        let until = switches.partition_point(|switch| switch.piece <= piece);
        until.checked_sub(1).and_then(|last| switches.get(last))
    })
}

/// Returns the page of a part.
fn further(page: &ParsedPage, part: Part) -> ParsedPage {
    let headings = part.pieces.iter().filter_map(|piece| match piece {
        Piece::Content(Block::Heading {
            level,
            text,
            anchor,
            ..
        }) => Some((*level, text, anchor)),
        _ => None,
    });
    let mut titles = page.titles.clone();
    if let Some((_, text, _)) = headings.clone().find(|(level, ..)| *level == 1) {
        titles.heading.clone_from(text);
    }
    // Anchors of headings are more precise, and an address can have only one anchor.
    let has_anchors = headings.clone().any(|(.., anchor)| anchor.is_some());
    ParsedPage {
        id: page.id.clone(),
        titles,
        lang: part.language,
        address: page.address.clone(),
        fragment: part.anchor.filter(|_| !has_anchors).unwrap_or_default(),
        pieces: part.pieces,
        importance: page.importance,
        meta: page.meta.clone(),
        is_part: true,
        ..ParsedPage::default()
    }
}
