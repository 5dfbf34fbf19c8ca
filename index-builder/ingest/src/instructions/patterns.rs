//! Searches a text for many word patterns in one pass.

use soru::text::{fold_char, is_alphanumeric};

/// Maximum distance between the words of a pattern.
pub(super) const WINDOW: usize = 9;

const LETTERS: usize = 26;

/// Whether the order of the words of a pattern matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordOrder {
    AsListed,
    Any,
}

/// Groups of words; a match needs one word of each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern {
    order: WordOrder,
    groups: &'static [&'static str],
}

impl Pattern {
    pub(super) const fn new(order: WordOrder, groups: &'static [&'static str]) -> Self {
        Self { order, groups }
    }
}

/// Patterns, with all their words in one table.
#[derive(Debug)]
pub(super) struct Patterns {
    /// The words by their first two letters.
    listed: Vec<Vec<ListedWord>>,
    patterns: Vec<(WordOrder, Vec<Groups>)>,
}

/// A set of groups, one bit each.
type Groups = u64;

/// A word that belongs to some groups.
#[derive(Debug)]
struct ListedWord {
    start: &'static str,
    /// The end of the word after `start`; `None` if the word is `start`.
    end: Option<&'static str>,
    groups: Groups,
}

impl ListedWord {
    fn is(&self, word: &str) -> bool {
        match (word.strip_prefix(self.start), self.end) {
            (Some(rest), Some(end)) => rest.ends_with(end),
            (Some(rest), None) => rest.is_empty(),
            (None, _) => false,
        }
    }
}

/// A word of a text that belongs to some groups.
#[derive(Debug, Clone, Copy)]
struct WordMatch {
    /// Byte offset of its start.
    at: usize,
    /// Number of the word in the text; consecutive sentences are numbered further apart than a
    /// pattern reaches.
    number: usize,
    groups: Groups,
}

impl Patterns {
    /// Builds the table. There may be at most 64 groups, and words need at least two letters.
    pub(super) fn new(patterns: impl Iterator<Item = Pattern>) -> Self {
        let mut made = Self {
            listed: (0..LETTERS * LETTERS).map(|_| Vec::new()).collect(),
            patterns: Vec::new(),
        };
        let mut count = 0;
        for pattern in patterns {
            let mut groups = Vec::new();
            for words in pattern.groups {
                let group = 1u64.checked_shl(count).expect("at most 64 groups");
                words.split(' ').for_each(|word| made.list(word, group));
                groups.push(group);
                count += 1;
            }
            made.patterns.push((pattern.order, groups));
        }
        made
    }

    fn list(&mut self, word: &'static str, groups: Groups) {
        let (start, end) = match word.split_once('*') {
            Some((start, end)) => (start, Some(end)),
            None => (word, None),
        };
        let place = place(start).expect("a word begins with two letters");
        self.listed[place].push(ListedWord { start, end, groups });
    }

    /// Returns the byte offset of the first word of a match.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let found = self.words(text);
        let all = found.iter().fold(0, |all, word| all | word.groups);
        let mut patterns = self.patterns.iter();
        patterns.find_map(|(order, groups)| {
            let possible = groups.iter().all(|group| all & group != 0);
            possible.then(|| first_fit(*order, groups, &found))?
        })
    }

    /// Returns the words that belong to some groups.
    fn words(&self, text: &str) -> Vec<WordMatch> {
        let mut found = Vec::new();
        let mut word = String::new();
        let (mut begins, mut number, mut ends_sentence) = (None, 0, false);
        let mut may_be_listed = true;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            if is_alphanumeric(c) {
                if begins.is_none() {
                    begins = Some(at);
                    may_be_listed = true;
                    number += if ends_sentence { WINDOW } else { 1 };
                }
                if may_be_listed {
                    fold_char(c, &mut |folded| word.push(folded));
                    may_be_listed = word.len() < 2 || !self.beside(&word).is_empty();
                }
                continue;
            }
            if let Some(at) = begins.take() {
                let groups = self.groups_of(&word);
                if groups != 0 {
                    found.push(WordMatch { at, number, groups });
                }
                word.clear();
                ends_sentence = false;
            }
            ends_sentence |= matches!(c, '.' | '!' | '?');
        }
        found
    }

    fn groups_of(&self, word: &str) -> Groups {
        let own = self.beside(word).iter().filter(|listed| listed.is(word));
        own.fold(0, |all, listed| all | listed.groups)
    }

    /// Returns the listed words with the same first two letters.
    fn beside(&self, word: &str) -> &[ListedWord] {
        place(word).map_or(&[], |place| &self.listed[place])
    }
}

/// Returns the list of the words with the same first two letters.
fn place(word: &str) -> Option<usize> {
    let letter = |at: usize| {
        let letter = word.as_bytes().get(at)?.wrapping_sub(b'a') as usize;
        (letter < LETTERS).then_some(letter)
    };
    Some(letter(0)? * LETTERS + letter(1)?)
}

/// Returns the start of the first span that has a word of every group.
fn first_fit(order: WordOrder, groups: &[Groups], found: &[WordMatch]) -> Option<usize> {
    let begins = match order {
        WordOrder::AsListed => groups[0],
        WordOrder::Any => groups.iter().fold(0, |all, group| all | group),
    };
    let fits = |start: &usize| {
        let first = found[*start];
        let near = found[*start..].iter();
        let mut near = near.take_while(|word| word.number < first.number + WINDOW);
        match order {
            WordOrder::AsListed => groups
                .iter()
                .all(|group| near.any(|word| word.groups & group != 0)),
            WordOrder::Any => {
                let all = near.fold(0, |all, word| all | word.groups);
                groups.iter().all(|group| all & group != 0)
            }
        }
    };
    let mut starts = (0..found.len()).filter(|start| found[*start].groups & begins != 0);
    starts.find(fits).map(|start| found[start].at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns() -> Patterns {
        let ordered = Pattern::new(WordOrder::AsListed, &["red blue*", "car*"]);
        let any = Pattern::new(WordOrder::Any, &["green", "tree house"]);
        Patterns::new([ordered, any].into_iter())
    }

    #[test]
    fn groups_match_in_order_or_in_any_order() {
        let patterns = patterns();
        assert_eq!(patterns.find("a red, old car"), Some(2));
        assert_eq!(patterns.find("a car, red"), None);
        assert_eq!(patterns.find("the tree is green"), Some(4));
        assert_eq!(patterns.find("Green house"), Some(0));
        assert_eq!(patterns.find(""), None);
    }

    #[test]
    fn only_words_with_a_star_have_endings() {
        let patterns = patterns();
        assert_eq!(patterns.find("blueish carts"), Some(0));
        assert_eq!(patterns.find("reddish carts"), None);
    }

    #[test]
    fn a_stretch_is_short_and_within_a_sentence() {
        let patterns = patterns();
        let apart = |words: usize| format!("red {}car", "x ".repeat(words));
        assert_eq!(patterns.find(&apart(WINDOW - 2)), Some(0));
        assert_eq!(patterns.find(&apart(WINDOW - 1)), None);
        assert_eq!(patterns.find("It is red. Cars are not."), None);
        assert_eq!(patterns.find("green! A house"), None);
    }

    #[test]
    fn letters_are_folded() {
        let patterns = Patterns::new([Pattern::new(WordOrder::Any, &["gorus*"])].into_iter());
        assert_eq!(patterns.find("– GÖRÜŞLER"), Some("– ".len()));
    }
}
