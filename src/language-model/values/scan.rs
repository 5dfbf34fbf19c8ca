//! Splits a text into figures, words and signs, with positions.

use std::ops::Range;

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// Figures, with marks between them: `1.500,50`, `17:00`, `01.05.2026`.
    Figures,
    /// Letters.
    Word,
    /// The address of a page or of a mailbox.
    Address,
    /// Any other character except white space.
    Sign(char),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    pub(super) range: Range<usize>,
}

impl Piece {
    pub(super) fn text<'t>(&self, of: &'t str) -> &'t str {
        &of[self.range.clone()]
    }
}

/// Returns the pieces of a text, without white space.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let before = text[..at].chars().next_back();
        let begins_word = before.is_none_or(|c| !c.is_alphanumeric());
        let address = if begins_word && c.is_alphanumeric() {
            address(rest)
        } else {
            0
        };
        let (kind, length) = if address > 0 {
            (PieceKind::Address, address)
        } else if c.is_ascii_digit() {
            (PieceKind::Figures, figures(rest))
        } else if c.is_alphabetic() {
            (PieceKind::Word, letters(rest))
        } else {
            (PieceKind::Sign(c), c.len_utf8())
        };
        let range = at..at + length;
        at = range.end;
        if !c.is_whitespace() {
            found.push(Piece { kind, range });
        }
    }
    found
}

fn letters(rest: &str) -> usize {
    rest.find(|c: char| !c.is_alphabetic())
        .unwrap_or(rest.len())
}

/// Returns the length of figures, including single marks between two figures.
fn figures(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    while is_digit(at) || (is_mark(bytes[at]) && is_digit(at + 1)) {
        at += 1;
        if at == bytes.len() {
            break;
        }
    }
    at
}

fn is_mark(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b':' | b'/')
}

/// Known top-level domains. Without a scheme, words with other endings are abbreviations and file
/// names.
const TOP: [&str; 20] = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "io", "eu", "uk", "us", "tr", "de",
    "fr", "ca", "au", "example", "test", "invalid",
];

/// Returns the length of an address at the beginning of a text; 0 if there is none.
fn address(rest: &str) -> usize {
    let ends = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '<' | '>' | '"' | '(' | ')' | '[' | ']' | '`' | '’' | '\'' | '*'
            )
    };
    // The search is limited, because addresses in a sentence are shorter.
    let mut near = rest.char_indices().take(300);
    let end = near.find(|(_, c)| ends(*c)).map_or_else(
        || {
            rest.char_indices()
                .nth(300)
                .map_or(rest.len(), |(at, _)| at)
        },
        |(at, _)| at,
    );
    let run = rest[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '_']);
    let lower = run.to_ascii_lowercase();
    let schemed = lower
        .strip_prefix("https://")
        .or(lower.strip_prefix("http://"));
    if schemed.is_some_and(|rest| !rest.is_empty()) {
        return run.len();
    }
    let host = lower.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let plain =
        |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let known = labels.len() > 1 && labels.iter().all(plain);
    let top = labels.last().is_some_and(|top| TOP.contains(top));
    if known && (top || labels[0] == "www") {
        run.len()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r35_figures_words_and_addresses_are_distinguished() {
        let text = "H-1B'nin 1.500,50 TL, 17:00; www.uni.example/a?b=1. a@b.edu.tr Node.js 5.";
        let found: Vec<&str> = pieces(text).iter().map(|piece| piece.text(text)).collect();
        assert_eq!(
            found,
            [
                "H",
                "-",
                "1",
                "B",
                "'",
                "nin",
                "1.500,50",
                "TL",
                ",",
                "17:00",
                ";",
                "www.uni.example/a?b=1",
                ".",
                "a@b.edu.tr",
                "Node",
                ".",
                "js",
                "5",
                "."
            ]
        );
    }
}
