//! The outline: the table of contents that PDF viewers show in a side bar.

use std::collections::HashMap;

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{Dict, String as Bytes};

use super::lines::one_space;

/// The maximum number of entries; a damaged outline may form a circle.
const MOST: usize = 20_000;

/// The maximum depth of entries.
const DEEPEST: u8 = 6;

/// Returns the entries of the outline, as normalised by [`key`], with their levels.
pub(super) fn titles(pdf: &Pdf) -> HashMap<String, u8> {
    let mut titles = HashMap::new();
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    let first = root
        .and_then(|root| root.get::<Dict<'_>>(b"Outlines"))
        .and_then(|outlines| outlines.get::<Dict<'_>>(b"First"));
    let mut open: Vec<(Dict<'_>, u8)> = first.into_iter().map(|first| (first, 1)).collect();
    let mut seen = 0;
    while let Some((entry, level)) = open.pop() {
        seen += 1;
        if seen > MOST {
            break;
        }
        if let Some(title) = entry.get::<Bytes<'_>>(b"Title") {
            let key = key(&decode(title.as_bytes()));
            if key.chars().count() > 2 {
                titles.entry(key).or_insert(level);
            }
        }
        if let Some(next) = entry.get::<Dict<'_>>(b"Next") {
            open.push((next, level));
        }
        if level < DEEPEST
            && let Some(first) = entry.get::<Dict<'_>>(b"First")
        {
            open.push((first, level + 1));
        }
    }
    titles
}

/// Normalises a title: it removes spaces, case and punctuation, in which outlines and pages differ.
pub(super) fn key(title: &str) -> String {
    title
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Decodes a text string of a PDF file: UTF-16 or UTF-8 with a byte order mark, and otherwise one
/// byte for each letter.
pub(super) fn decode(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xfe, 0xff, rest @ ..] => encoding_rs::UTF_16BE.decode_without_bom_handling(rest).0,
        [0xff, 0xfe, rest @ ..] => encoding_rs::UTF_16LE.decode_without_bom_handling(rest).0,
        [0xef, 0xbb, 0xbf, rest @ ..] => encoding_rs::UTF_8.decode_without_bom_handling(rest).0,
        other => {
            encoding_rs::WINDOWS_1252
                .decode_without_bom_handling(other)
                .0
        }
    };
    one_space(&super::super::letters::fold(&text))
}
