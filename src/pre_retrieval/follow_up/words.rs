//! What rules of follow-ups look for: words of `src/language`, by their fold keys.

use crate::language::FollowUp;
use crate::text::{Language, StopWords, fold, stem};

/// Words of which one takes the place of another, in every language, and whether they say when: those stand beside
/// what has none of them.
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

/// Endings that leave a word the same one.
const ENDINGS: &str = joined!(follow_up.endings, "|");

/// Endings that say that something belongs to something else.
const POSSESSIVE: &str = "i|u|si|su|lari|leri";

/// Whether a word is in a list.
pub(super) fn has(list: &str, key: &str) -> bool {
    list.split('|').any(|listed| listed == key)
}

/// Whether a word is in a list, with an ending or without one.
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
    /// Whether it is another form of the same word.
    pub(super) fn is_same(&self, other: &Word<'_>) -> bool {
        self.key == other.key || self.stem == other.stem
    }
}

/// A question's words without the signs around them.
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

    /// Whether a question ends with what is asked, and nouns and verbs have their endings.
    pub(super) fn asks_last(&self) -> bool {
        self.words.asks_last
    }

    /// Whether a word makes a question.
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

    /// Whether a word says something of the topic.
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

    /// `ücreti`: it belongs to something, and what can be asked of anything it is.
    pub(super) fn is_owned_attribute(&self, word: &Word<'_>) -> bool {
        self.asks_last() && self.is_attribute(word) && is_possessive(word)
    }
}

/// Whether a Turkish word may belong to another one: the second word of a compound does.
pub(super) fn is_possessive(word: &Word<'_>) -> bool {
    let endings = POSSESSIVE.split('|');
    let letters = word.key.len();
    endings
        .clone()
        .any(|ending| letters > ending.len() + 2 && word.key.ends_with(ending))
}

/// Where words that exclude each other stand, and whether they say when.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) class: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) says_when: bool,
}

/// The first word, or pair of words, that is of a class, and of the given one if one is given.
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
