//! Recognises the words of a question in running text.

use super::{Origin, Reading, Term};
use crate::ordered::Map;
use crate::text::{Language, Token, fold, fold_char, prefix, stem};

/// Factor of a word's value if only the first letters match the question's word.
const BEGINS_ALIKE: f64 = 0.6;

/// Letters of the shortest part of a compound.
const SHORTEST_PART: usize = 4;

/// Words of a question that a text lacks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Missing {
    /// Their numbers in the question.
    pub positions: Vec<u32>,
    /// Number of these words that no page of the site has.
    pub unknown: usize,
}

/// Recognises the words of a query in running text: by fold key, by stem, by first letters, and in
/// languages that write compounds as one word, as a part of one.
#[derive(Debug, Clone)]
pub struct Matcher {
    language: Language,
    /// Value of every term, by number.
    values: Vec<f64>,
    /// Total value of the typed terms.
    total: f64,
    /// Number in the question of the word that each term is, or stands for.
    positions: Vec<u32>,
    /// Positions of the typed words, and whether the site has them.
    typed: Vec<(u32, bool)>,
    /// Number of the term by fold key.
    by_key: Map<usize>,
    /// Number of the term by folded stem.
    by_stem: Map<usize>,
    /// Number of the term by first letters.
    by_prefix: Map<usize>,
    /// Fold key of a word that is still being typed, and the number of its term.
    prefix: Option<(String, usize)>,
    /// First letters of words that can be parts of compounds, and the numbers of their terms.
    parts: Vec<(String, usize)>,
}

impl Default for Matcher {
    fn default() -> Self {
        Self {
            language: Language::Other,
            values: Vec::new(),
            total: 0.0,
            positions: Vec::new(),
            typed: Vec::new(),
            by_key: Map::new(),
            by_stem: Map::new(),
            by_prefix: Map::new(),
            prefix: None,
            parts: Vec::new(),
        }
    }
}

impl Matcher {
    /// Creates a matcher for the content words of a reading: typed words, their extras and
    /// synonyms. If the question has only stop words, it recognises these.
    pub fn new(reading: &Reading) -> Self {
        let content =
            |term: &&Term| matches!(term.origin, Origin::Typed | Origin::Extra | Origin::Synonym);
        let only_stop_words = !reading.terms.iter().any(|term| content(&term));
        let mut matcher = Self {
            language: reading.language,
            values: reading.terms.iter().map(|term| term.value).collect(),
            positions: reading.terms.iter().map(|term| term.position).collect(),
            ..Self::default()
        };
        for (number, term) in reading.terms.iter().enumerate() {
            if content(&term) || (only_stop_words && term.origin == Origin::Stop) {
                if matches!(term.origin, Origin::Typed | Origin::Stop)
                    && !matcher.by_key.contains_key(&term.key)
                {
                    matcher.total += term.value;
                    matcher.typed.push((term.position, term.is_known));
                }
                matcher.by_key.insert_new(&term.key, number);
                matcher.by_stem.insert_new(fold(&term.stem), number);
                if term.partial {
                    matcher.prefix = Some((term.key.clone(), number));
                }
                if let Some(prefix) = prefix(&term.key, reading.language) {
                    matcher.by_prefix.insert_new(prefix, number);
                }
            }
        }
        matcher
    }

    /// Makes it recognise words as parts of compounds too, except those listed.
    pub(super) fn recognise_parts(&mut self, suffixes: &str) {
        for (key, number) in &self.by_key {
            if key.len() >= SHORTEST_PART && !holds(suffixes, key) {
                let start = prefix(key, self.language).unwrap_or(key);
                self.parts.push((start.to_owned(), *number));
            }
        }
    }

    /// Returns the number of the query's term that this token is a form of, and its value here: a
    /// lower one if only the first letters or a part of a compound match.
    pub fn find(&self, token: &Token) -> Option<(usize, f64)> {
        let key = fold(&token.text);
        let (number, share) = self.matched(token, &key).or_else(|| self.part(&key))?;
        Some((number, share * self.values[number]))
    }

    /// Returns the number of the term that is a part of a compound.
    fn part(&self, key: &str) -> Option<(usize, f64)> {
        let mut parts = self.parts.iter();
        let (_, number) = parts.find(|(part, _)| is_part(part, key))?;
        Some((*number, BEGINS_ALIKE))
    }

    fn matched(&self, token: &Token, key: &str) -> Option<(usize, f64)> {
        // The Turkish stemmer also strips an apparent ending from some bare nouns (`sigorta`, while
        // `sigortasını` gives `sigorta`), so a stem may also be the other word itself.
        if let Some(found) = self.by_key.get(key).or_else(|| self.by_stem.get(key)) {
            return Some((*found, 1.0));
        }
        if let Some((prefix, number)) = &self.prefix
            && key.starts_with(prefix.as_str())
        {
            return Some((*number, 1.0));
        }
        // Stemming is the expensive part: only words that begin like a stem are stemmed.
        if !self
            .by_stem
            .keys()
            .any(|stem| begin_alike(stem, &token.text))
        {
            return None;
        }
        let stem = fold(&stem(&token.text, self.language));
        if let Some(found) = self.by_stem.get(&stem) {
            return Some((*found, 1.0));
        }
        let found = self.by_prefix.get(prefix(key, self.language)?)?;
        Some((*found, BEGINS_ALIKE))
    }

    /// Returns the total value of the words that the visitor typed; synonyms add nothing.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// Counts the typed words that are not among these terms, nor stood for by one.
    pub fn missing(&self, found: &[(usize, f64)]) -> Missing {
        let is_found = |position: u32| {
            let mut own = found.iter();
            own.any(|(term, _)| self.position(*term) == Some(position))
        };
        let mut missing = Missing::default();
        for (position, is_known) in &self.typed {
            if !is_found(*position) {
                missing.positions.push(*position);
                missing.unknown += usize::from(!is_known);
            }
        }
        missing
    }

    /// Returns the number in the question of the word that a term is, or stands for.
    pub fn position(&self, term: usize) -> Option<u32> {
        self.positions.get(term).copied()
    }

    /// Returns the number of different words that the visitor typed, without synonyms.
    pub fn typed(&self) -> usize {
        self.typed.len()
    }

    /// Returns whether there is nothing to recognise.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Returns the language of the text, which determines its analysis rules.
    pub fn language(&self) -> Language {
        self.language
    }
}

/// Returns whether a list of words, separated by spaces, has this one.
pub(super) fn holds(list: &str, word: &str) -> bool {
    list.split(' ').any(|own| own == word)
}

/// Returns whether a compound has this part, of four letters or more: at its beginning, at its end
/// before an inflection, or anywhere if these are the first letters of a longer word.
fn is_part(part: &str, compound: &str) -> bool {
    (0..compound.len()).any(|before| {
        let rest = compound.as_bytes().get(before..).unwrap_or_default();
        let Some(rest) = rest.strip_prefix(part.as_bytes()) else {
            return false;
        };
        let after = rest.len();
        match before {
            0 => after >= SHORTEST_PART,
            1..SHORTEST_PART => false,
            _ => after < SHORTEST_PART || part.len() > SHORTEST_PART,
        }
    })
}

/// Returns whether a word can have this folded stem: stemming keeps the beginning of a word, except
/// for the last letter or two of the stem (`kitabı`: `kitap`, `dying`: `die`).
fn begin_alike(stem: &str, word: &str) -> bool {
    let certain = match stem.len() {
        0..=3 => 1,
        4 => 2,
        _ => 3,
    };
    let mut letters = stem.chars().take(certain).peekable();
    let mut rest = word.chars();
    while letters.peek().is_some() {
        let Some(c) = rest.next() else { return false };
        let mut alike = true;
        fold_char(c, &mut |folded| {
            alike &= letters.next().is_none_or(|letter| letter == folded);
        });
        if !alike {
            return false;
        }
    }
    !stem.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokenise;

    fn reading(words: &[(&str, Origin)]) -> Reading {
        let terms = words.iter();
        let terms = terms.map(|(word, origin)| Term::new(word, Language::Turkish, 1.0, *origin));
        Reading::new("tr", 1.0, "", terms.collect())
    }

    #[test]
    fn r4_words_are_recognised_by_any_spelling_and_by_stem() {
        let matcher = Matcher::new(&reading(&[
            ("ogrenci", Origin::Typed),
            ("kitaplar", Origin::Typed),
        ]));
        let found: Vec<Option<usize>> = tokenise("ÖĞRENCİ kitabı okul", Language::Turkish)
            .iter()
            .map(|token| matcher.find(token).map(|(number, _)| number))
            .collect();
        assert_eq!(found, [Some(0), Some(1), None]);
    }

    #[test]
    fn r11_a_word_that_is_still_being_typed_matches_its_completions() {
        let mut reading = reading(&[("öğr", Origin::Typed)]);
        reading.terms[0].partial = true;
        let matcher = Matcher::new(&reading);
        let found: Vec<bool> = tokenise("OGRENCI öğretim eğri", Language::Turkish)
            .iter()
            .map(|token| matcher.find(token).is_some())
            .collect();
        assert_eq!(found, [true, true, false]);
    }

    #[test]
    fn words_are_recognised_as_parts_of_compounds_only_on_request() {
        let mut reading = reading(&[
            ("gebühren", Origin::Typed),
            ("kurs", Origin::Typed),
            ("ende", Origin::Typed),
            ("amt", Origin::Typed),
        ]);
        reading.language = Language::Other;
        let mut matcher = Matcher::new(&reading);
        let found = |matcher: &Matcher| -> Vec<Option<(usize, f64)>> {
            let text = "Studiengebühr Sprachkursen Kursleiter Konkurs Studierende Prüfungsamt";
            let tokens = tokenise(text, Language::Other);
            tokens.iter().map(|token| matcher.find(token)).collect()
        };
        assert_eq!(found(&matcher), [None; 6]);
        matcher.recognise_parts("ende");
        let part = |number| Some((number, BEGINS_ALIKE));
        let expected = [part(0), part(1), part(1), None, None, None];
        assert_eq!(found(&matcher), expected);
    }

    #[test]
    fn typed_words_are_counted_and_stop_words_only_without_content_words() {
        let mixed = Matcher::new(&reading(&[
            ("nasıl", Origin::Stop),
            ("ofis", Origin::Booster),
            ("staj", Origin::Typed),
            ("stajyerlik", Origin::Synonym),
        ]));
        assert_eq!((mixed.typed(), mixed.by_key.len()), (1, 2));
        let only = Matcher::new(&reading(&[("nasıl", Origin::Stop)]));
        assert_eq!(only.typed(), 1);
    }
}
