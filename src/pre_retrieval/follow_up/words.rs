//! Look-ups for the rules of follow-ups, in the word lists of the site, by fold keys.

use crate::language::{OwnList, SharedList};
use crate::text::{Language, StopWords, WordLists, fold, stem};

/// Classes of words that replace each other, in every language, and whether they are times: a time
/// is added to a question without one.
const CLASSES: [(SharedList, bool); 12] = [
    (SharedList::Exams, false),
    (SharedList::Degrees, false),
    (SharedList::Rooms, false),
    (SharedList::Seasons, false),
    (SharedList::Periods, false),
    (SharedList::SharesOfTime, false),
    (SharedList::Origins, false),
    (SharedList::Meals, false),
    (SharedList::People, false),
    (SharedList::Days, true),
    (SharedList::TimesOfDay, true),
    (SharedList::Months, true),
];

/// Endings of possession.
const POSSESSIVE: &str = "i|u|si|su|lari|leri";

/// Returns whether a word is in a list.
pub(super) fn has(list: &str, key: &str) -> bool {
    list.split('|').any(|listed| listed == key)
}

/// The parts that a word can play in a question of a language, several at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Role(u8);

impl Role {
    /// It forms a question.
    pub(super) const ASKING: Self = Self(1);
    /// It may belong to the topic.
    pub(super) const CONTENT: Self = Self(2);
    /// It marks a circumstance.
    pub(super) const CIRCUMSTANCE: Self = Self(4);
    /// It is an attribute that many things have.
    pub(super) const ATTRIBUTE: Self = Self(8);
    /// It is the head of a noun whose modifier says the kind.
    pub(super) const CLASSIFIER: Self = Self(16);
    /// It is a predicate.
    pub(super) const PREDICATE: Self = Self(32);
    /// It is a person.
    pub(super) const PERSON: Self = Self(64);
    /// It may have a Turkish possessive ending, as the second word of a compound does.
    pub(super) const POSSESSIVE: Self = Self(128);
}

/// A word of a question.
#[derive(Debug, Clone)]
pub(super) struct Word<'q> {
    pub(super) text: &'q str,
    pub(super) key: String,
    stem: String,
    roles: u8,
    /// Whether it may precede a noun.
    pub(super) is_article: bool,
}

impl Word<'_> {
    /// Returns whether it is another form of the same word.
    pub(super) fn is_same(&self, other: &Word<'_>) -> bool {
        self.key == other.key || self.stem == other.stem
    }

    /// Returns whether it can play this part.
    pub(super) fn is(&self, role: Role) -> bool {
        self.roles & role.0 != 0
    }

    /// Returns whether it is an attribute with a possessive ending, such as `ücreti`.
    pub(super) fn is_owned_attribute(&self, grammar: &Grammar<'_>) -> bool {
        grammar.asks_last() && self.is(Role::ATTRIBUTE) && self.is(Role::POSSESSIVE)
    }
}

/// Returns the position of the first word that can play this part.
pub(super) fn first(words: &[Word<'_>], role: Role) -> Option<usize> {
    words.iter().position(|word| word.is(role))
}

/// Returns the position of the last word that can play this part.
pub(super) fn last(words: &[Word<'_>], role: Role) -> Option<usize> {
    words.iter().rposition(|word| word.is(role))
}

/// Returns the number of words before the first that cannot play this part.
pub(super) fn leading(words: &[Word<'_>], role: Role) -> usize {
    let other = words.iter().position(|word| !word.is(role));
    other.unwrap_or(words.len())
}

/// Returns the number of words behind the last that cannot play this part.
pub(super) fn trailing(words: &[Word<'_>], role: Role) -> usize {
    let other = words.iter().rposition(|word| !word.is(role));
    words.len() - other.map_or(0, |at| at + 1)
}

/// The words of a language.
#[derive(Debug)]
pub(super) struct Grammar<'l> {
    language: Language,
    words: &'l WordLists,
}

impl<'l> Grammar<'l> {
    /// None if the site has no words for follow-ups in the language.
    pub(super) fn new(language: Language, words: &'l WordLists) -> Option<Self> {
        let own = Self { language, words };
        (!own.list(OwnList::Openers).is_empty()).then_some(own)
    }

    /// Returns a list of the language.
    pub(super) fn list(&self, list: OwnList) -> &'l str {
        self.words.of(self.language, list)
    }

    /// Returns a list of all languages.
    pub(super) fn any(&self, list: SharedList) -> &'l str {
        self.words.any(list)
    }

    /// Returns whether a question ends with its question word, and nouns and verbs have endings.
    pub(super) fn asks_last(&self) -> bool {
        *self.language.asks_last()
    }

    /// Returns whether a word is in a list, with or without an ending.
    fn has_form(&self, list: &str, key: &str) -> bool {
        let is_form = |listed: &str| {
            let rest = key.strip_prefix(listed);
            let is_ending =
                |rest: &str| listed.len() > 2 && has(self.any(SharedList::Endings), rest);
            rest.is_some_and(|rest| rest.is_empty() || is_ending(rest))
        };
        list.split('|').any(is_form)
    }

    /// Splits a question into words, without the punctuation around them.
    pub(super) fn split<'q>(&self, text: &'q str) -> Vec<Word<'q>> {
        let mut words = Vec::new();
        for word in text.split_whitespace() {
            let text = word.trim_matches(|c: char| !c.is_alphanumeric());
            if !text.is_empty() {
                let key = fold(text);
                words.push(Word {
                    text,
                    stem: fold(&stem(&key, self.language)),
                    roles: self.roles(&key),
                    is_article: has(self.any(SharedList::Articles), &key),
                    key,
                });
            }
        }
        words
    }

    fn roles(&self, key: &str) -> u8 {
        let is_in = |list| has(self.list(list), key);
        let has_form = |list| self.has_form(self.list(list), key);
        let is_asking = is_in(OwnList::Asking) || (self.asks_last() && is_particle(key));
        let listed = [
            OwnList::Pronouns,
            OwnList::Pointers,
            OwnList::Circumstance,
            OwnList::Fillers,
        ];
        let is_content = !is_asking
            && !listed.into_iter().any(is_in)
            && !StopWords::built_in().contains(key, self.language);
        let is_participle = !self.asks_last() && key.len() > 4 && key.ends_with("ed");
        let mut roles = 0;
        for (role, is) in [
            (Role::ASKING, is_asking),
            (Role::CONTENT, is_content),
            (Role::CIRCUMSTANCE, is_in(OwnList::Circumstance)),
            (Role::ATTRIBUTE, has_form(OwnList::Attributes)),
            (Role::CLASSIFIER, has_form(OwnList::Classifiers)),
            (Role::PREDICATE, is_participle || is_in(OwnList::Predicates)),
            (Role::PERSON, has_form(OwnList::Persons)),
            (Role::POSSESSIVE, ends(key, POSSESSIVE, 3)),
        ] {
            roles |= if is { role.0 } else { 0 };
        }
        roles
    }
}

/// Returns whether a word is a form of the Turkish question particles `mi` and `mı`: `miyiz`,
/// `musunuz`.
fn is_particle(key: &str) -> bool {
    let is_short = key.len() < 8 && (key.starts_with("mi") || key.starts_with("mu"));
    is_short && ends(key, "yim|yum|yiz|yuz|sin|sun|siniz|sunuz|dir|dur", 0)
}

/// Returns whether a word has one of these endings after at least so many bytes.
pub(super) fn ends(key: &str, endings: &str, least: usize) -> bool {
    let mut endings = endings.split('|');
    endings.any(|ending| key.len() >= ending.len() + least && key.ends_with(ending))
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
pub(super) fn member(
    words: &[Word<'_>],
    wanted: Option<usize>,
    grammar: &Grammar<'_>,
) -> Option<Member> {
    for (start, word) in words.iter().enumerate() {
        for (class, (list, says_when)) in CLASSES.into_iter().enumerate() {
            if wanted.is_some_and(|wanted| wanted != class) {
                continue;
            }
            let list = grammar.any(list);
            let next = words.get(start + 1);
            let pair = next.map(|next| [word.key.as_str(), &next.key].join(" "));
            let count = match pair {
                Some(pair) if grammar.has_form(list, &pair) => 2,
                _ if grammar.has_form(list, &word.key) => 1,
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
