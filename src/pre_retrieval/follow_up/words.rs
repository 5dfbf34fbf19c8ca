//! Word lists for the rules of follow-ups: words of `src/language`, by their fold keys.

use crate::language::FollowUp;
use crate::text::{Language, StopWords, fold, stem};

/// Classes of words that replace each other, in every language, and whether they are times: a time
/// is added to a question without one.
const CLASSES: [(&str, bool); 12] = [
    (joined!(follow_up.classes.exams, "|"), false),
    (joined!(follow_up.classes.degrees, "|"), false),
    (joined!(follow_up.classes.rooms, "|"), false),
    (joined!(follow_up.classes.seasons, "|"), false),
    (joined!(follow_up.classes.periods, "|"), false),
    (joined!(follow_up.classes.hours, "|"), false),
    (joined!(follow_up.classes.origins, "|"), false),
    (joined!(follow_up.classes.meals, "|"), false),
    (joined!(follow_up.classes.people, "|"), false),
    (joined!(follow_up.classes.days, "|"), true),
    (joined!(follow_up.classes.times_of_day, "|"), true),
    (joined!(follow_up.classes.months, "|"), true),
];

/// Endings that do not change the meaning of a word.
const ENDINGS: &str = joined!(follow_up.endings, "|");

/// Words that may precede a noun.
pub(super) const ARTICLES: &str = "\
    the|a|an|my|our|your|der|die|das|den|dem|ein|eine|einen|le|la|les|un|une|el|los|las|una|il|o|os|um|\
    uma";

/// Endings of possession.
const POSSESSIVE: &str = "i|u|si|su|lari|leri";

/// Returns whether a word is in a list.
pub(super) fn has(list: &str, key: &str) -> bool {
    list.split('|').any(|listed| listed == key)
}

/// Returns whether a word is in a list, with or without an ending.
pub(super) fn has_form(list: &str, key: &str) -> bool {
    list.split('|').any(|listed| is_form(listed, key))
}

fn is_form(listed: &str, key: &str) -> bool {
    let rest = key.strip_prefix(listed);
    rest.is_some_and(|rest| rest.is_empty() || (listed.len() > 2 && has(ENDINGS, rest)))
}

/// A word of a question.
#[derive(Debug, Clone)]
pub(super) struct Word<'q> {
    pub(super) text: &'q str,
    pub(super) key: String,
    stem: String,
}

impl Word<'_> {
    /// Returns whether it is another form of the same word.
    pub(super) fn is_same(&self, other: &Word<'_>) -> bool {
        self.key == other.key || self.stem == other.stem
    }
}

/// Splits a question into words, without the punctuation around them.
pub(super) fn split(text: &str, language: Language) -> Vec<Word<'_>> {
    let outer = |c: char| !c.is_alphanumeric();
    let pieces = text.split_whitespace().map(|word| word.trim_matches(outer));
    pieces
        .filter(|word| !word.is_empty())
        .map(|text| {
            let key = fold(text);
            let stem = fold(&stem(&key, language));
            Word { text, key, stem }
        })
        .collect()
}

/// The words of a language, and its stop words.
#[derive(Debug)]
pub(super) struct Grammar {
    pub(super) language: Language,
    pub(super) words: &'static FollowUp,
    stop: StopWords,
}

impl Grammar {
    pub(super) fn new(language: Language) -> Self {
        Self {
            language,
            words: language.follow_up(),
            stop: StopWords::default_lists(),
        }
    }

    /// Returns whether a question ends with its question word, and nouns and verbs have endings.
    pub(super) fn asks_last(&self) -> bool {
        self.words.asks_last
    }

    /// Returns whether a word forms a question.
    pub(super) fn is_asking(&self, word: &Word<'_>) -> bool {
        let key = word.key.as_str();
        // `mi` and `mı` have endings: `miyiz`, `musunuz`.
        let particle = self.asks_last()
            && key.len() < 8
            && ["mi", "mu"].iter().any(|start| key.starts_with(start))
            && [
                "yim", "yum", "yiz", "yuz", "sin", "sun", "siniz", "sunuz", "dir", "dur",
            ]
            .iter()
            .any(|end| key.ends_with(end));
        has(self.words.asking, key) || particle
    }

    /// Returns whether a word may belong to the topic.
    pub(super) fn is_content(&self, word: &Word<'_>) -> bool {
        let own = self.words;
        let listed = [own.pronouns, own.pointers, own.circumstance, own.fillers];
        let is_listed = listed.iter().any(|list| has(list, &word.key));
        !is_listed && !self.is_asking(word) && !self.stop.contains(&word.key, self.language)
    }

    pub(super) fn is_circumstance(&self, word: &Word<'_>) -> bool {
        has(self.words.circumstance, &word.key)
    }

    pub(super) fn is_attribute(&self, word: &Word<'_>) -> bool {
        has_form(self.words.attributes, &word.key)
    }

    pub(super) fn is_classifier(&self, word: &Word<'_>) -> bool {
        has_form(self.words.classifiers, &word.key)
    }

    pub(super) fn is_predicate(&self, word: &Word<'_>) -> bool {
        let participle = !self.asks_last() && word.key.len() > 4 && word.key.ends_with("ed");
        participle || has(self.words.predicates, &word.key)
    }

    pub(super) fn is_person(&self, word: &Word<'_>) -> bool {
        has_form(self.words.persons, &word.key)
    }

    /// Returns whether it is an attribute with a possessive ending, such as `ücreti`.
    pub(super) fn is_owned_attribute(&self, word: &Word<'_>) -> bool {
        self.asks_last() && self.is_attribute(word) && is_possessive(word)
    }
}

/// Returns whether a Turkish word may have a possessive ending, as the second word of a compound
/// does.
pub(super) fn is_possessive(word: &Word<'_>) -> bool {
    let endings = POSSESSIVE.split('|');
    let letters = word.key.len();
    endings
        .clone()
        .any(|ending| letters > ending.len() + 2 && word.key.ends_with(ending))
}

/// The position of a word of a class, and whether the class is a time.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) class: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) says_when: bool,
}

/// Returns the first word, or pair of words, of the wanted class, or of any class.
pub(super) fn member(words: &[Word<'_>], wanted: Option<usize>) -> Option<Member> {
    for (start, word) in words.iter().enumerate() {
        for (class, (list, says_when)) in CLASSES.into_iter().enumerate() {
            if wanted.is_some_and(|wanted| wanted != class) {
                continue;
            }
            let next = words.get(start + 1);
            let pair = next.map(|next| [word.key.as_str(), &next.key].join(" "));
            let count = match pair {
                Some(pair) if has_form(list, &pair) => 2,
                _ if has_form(list, &word.key) => 1,
                _ => continue,
            };
            let end = start + count;
            return Some(Member {
                class,
                start,
                end,
                says_when,
            });
        }
    }
    None
}
