//! Decides whether a hyphen at the end of a line divides a word or belongs to it.

use std::collections::HashSet;

use super::lines::{Line, is_ideograph, one_space};

/// The words of a document, by which a divided word is recognised.
#[derive(Debug, Default)]
pub(super) struct KnownWords(HashSet<String>);

impl KnownWords {
    /// Collects the words within lines; the last word of each line may be incomplete.
    pub(super) fn of<'l>(lines: impl Iterator<Item = &'l Line>) -> Self {
        let mut words = HashSet::new();
        for line in lines {
            let mut of_line: Vec<&str> = line.text.split_whitespace().collect();
            of_line.pop();
            words.extend(
                of_line
                    .into_iter()
                    .map(bare)
                    .filter(|word| !word.is_empty()),
            );
        }
        Self(words)
    }

    /// Appends the text of the next line.
    pub(super) fn join(&self, text: &mut String, next: &str) {
        let hyphened = text.ends_with(['-', '\u{ad}', '\u{2010}']);
        let before = text.chars().rev().nth(1);
        let is_parted = hyphened
            && before.is_some_and(char::is_alphabetic)
            && next.chars().next().is_some_and(char::is_alphabetic);
        if is_parted {
            if self.parts_a_word(text, next) {
                text.pop();
            }
            text.push_str(next);
            return;
        }
        let ideographs = text.ends_with(is_ideograph) && next.starts_with(is_ideograph);
        if !(ideographs || text.is_empty()) {
            text.push(' ');
        }
        text.push_str(next);
    }

    fn parts_a_word(&self, text: &str, next: &str) -> bool {
        if text.ends_with('\u{ad}') {
            return true;
        }
        let stem = text.rsplit(char::is_whitespace).next().unwrap_or(text);
        let stem = &stem[..stem.len() - stem.chars().next_back().map_or(0, char::len_utf8)];
        let rest = next.split(char::is_whitespace).next().unwrap_or(next);
        if self.0.contains(&bare(&format!("{stem}{rest}"))) {
            return true;
        }
        let starts_small = rest
            .chars()
            .next()
            .is_some_and(|first| !first.is_uppercase());
        starts_small && !self.0.contains(&bare(&format!("{stem}-{rest}")))
    }
}

fn bare(word: &str) -> String {
    one_space(word.trim_matches(|letter: char| !letter.is_alphanumeric())).to_lowercase()
}
