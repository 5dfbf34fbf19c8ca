//! Completes questions that depend on the one before: `and for F-1?`, `how much does it cost?`,
//! `peki ya yüksek lisans için?`, `ne zaman?`.
//!
//! Rules complete such a question from the visitor's earlier questions. A question that is complete
//! by itself is not changed, since words of another question would mislead the search.
//!
//! | kind of question | its completion |
//! |---|---|
//! | an opener and something else (`and for F-1?`, `peki J-1?`), or a circumstance (`for F-1?`) | the previous question, in which it replaces the part of the same kind |
//! | a pronoun (`how long is it?`, `onu nereye vereceğim?`) | this question, in which the topic replaces the pronoun |
//! | an opener and a short question (`and when is the deadline?`), or a question word alone (`ne zaman?`) | this question with the topic added |
//!
//! | file | contains |
//! |---|---|
//! | `words.rs` | look-ups of the words of `src/language` |
//! | `topic.rs` | the topic of a question |
//! | `substitution.rs` | which words replace which |
//! | `cases.tsv` | conversations and their completed questions |
//!
//! Languages whose table has openers, question words and articles only are completed after an opener
//! (`und die Garage?`).
//!
//! # Adding a language
//! `src/language/mod.rs` explains how. The rules read its table `follow_up`; add conversations to
//! `cases.tsv`.

mod substitution;
mod topic;
mod words;

use self::substitution::substituted;
use self::topic::{noun, topic};
use self::words::{Grammar, Role, Word, ends, first, has};
use crate::language::{OwnList, SharedList};
use crate::text::{Language, WordLists};

/// Maximum words of a follow-up; a longer question is complete by itself.
const MOST_WORDS: usize = 10;
/// Maximum content words beside a pronoun.
const MOST_CONTENT: usize = 3;
/// Maximum content words of a question after an opener.
const MOST_ASKED: usize = 2;
/// Maximum words that replace others.
const MOST_OTHER: usize = 5;
/// Number of earlier questions that are read.
const MOST_QUESTIONS: usize = 8;

/// Returns the full question, if it depends on the ones before it, which are given earliest first.
///
/// ```
/// use soru::pre_retrieval::follow_up;
/// use soru::text::WordLists;
/// let words = WordLists::of_languages(&["en"]);
/// let full = follow_up("And for F-1?", &["How long may J-1 students stay?"], &words);
/// assert_eq!(full.as_deref(), Some("How long may F-1 students stay?"));
/// assert_eq!(follow_up("Where is the library?", &["How long is OPT?"], &words), None);
/// ```
pub fn follow_up(question: &str, before: &[&str], words: &WordLists) -> Option<String> {
    // Turkish openers (`ya`, `ve`) are fewer and less distinctive than English ones, and those of
    // other languages than both: the most distinctive come first.
    let mut languages = Language::EVERY;
    languages[..Language::KNOWN.len()].reverse();
    let grammars = languages
        .into_iter()
        .filter_map(|own| Grammar::new(own, words));
    let grammars: Vec<Grammar<'_>> = grammars.collect();
    let latest = &before[before.len().saturating_sub(MOST_QUESTIONS)..];
    let mut last: Option<String> = None;
    for earlier in latest {
        let full = last
            .as_deref()
            .and_then(|last| completed(earlier, last, &grammars));
        let own = full.unwrap_or_else(|| (*earlier).to_owned());
        if has_topic(&own, &grammars) {
            last = Some(own);
        }
    }
    completed(question, last.as_deref()?, &grammars)
}

/// Returns a question, completed from the previous one if necessary.
fn completed(question: &str, before: &str, grammars: &[Grammar<'_>]) -> Option<String> {
    grammars.iter().find_map(|grammar| {
        let words = grammar.split(question);
        let old = grammar.split(before);
        if words.is_empty() || words.len() > MOST_WORDS {
            return None;
        }
        let full = by_rules(&words, &old, grammar)?;
        let mark = if before.trim_end().ends_with('?') {
            "?"
        } else {
            ""
        };
        Some(full.join(" ") + mark)
    })
}

fn by_rules<'q>(
    words: &[Word<'q>],
    old: &[Word<'q>],
    grammar: &Grammar<'_>,
) -> Option<Vec<&'q str>> {
    let opener = opener(words, grammar);
    let rest = &words[opener..];
    let content = rest.iter().filter(|word| word.is(Role::CONTENT)).count();
    let topic = &old[topic(old, grammar)];
    if let Some(at) = pronoun(rest, grammar) {
        let stands_for_topic = content <= MOST_CONTENT && !is_expletive(rest, at);
        let topic = object_noun(rest, at, old, grammar).unwrap_or(topic);
        let topic = without_circumstance(topic, &rest[at + 1..], grammar);
        return stands_for_topic.then(|| texts([&rest[..at], topic, &rest[at + 1..]]));
    }
    if first(rest, Role::ASKING).is_some() {
        let needs_topic = if opener > 0 {
            content <= MOST_ASKED && !names_own_subject(rest, grammar)
        } else {
            !grammar.list(OwnList::Pronouns).is_empty() && lacks_own_subject(rest, grammar)
        };
        // A Turkish question ends with its question word.
        let order = if grammar.asks_last() {
            [topic, rest]
        } else {
            [rest, topic]
        };
        return needs_topic.then(|| texts(order));
    }
    // Among the words of many languages, `para` without an opener may be the Turkish word.
    let is_alone = !grammar.list(OwnList::Pronouns).is_empty() && is_circumstance(rest, grammar);
    let is_other = (opener > 0 || is_alone) && rest.len() <= MOST_OTHER;
    let full = substituted(old, rest, grammar).filter(|_| is_other && content > 0)?;
    Some(full.into_iter().map(|word| word.text).collect())
}

/// Removes the circumstance of the topic, if the new question has another one:
/// `how long is it for H-1B?`.
fn without_circumstance<'w, 'q>(
    topic: &'w [Word<'q>],
    new: &[Word<'_>],
    grammar: &Grammar<'_>,
) -> &'w [Word<'q>] {
    let signs = new.iter().filter(|word| word.is(Role::CIRCUMSTANCE));
    let mut places = signs.filter_map(|sign| topic.iter().position(|word| word.key == sign.key));
    let end = places.find(|place| *place > 0 && !grammar.asks_last());
    &topic[..end.unwrap_or(topic.len())]
}

fn texts<'q, const N: usize>(parts: [&[Word<'q>]; N]) -> Vec<&'q str> {
    parts
        .iter()
        .flat_map(|part| part.iter())
        .map(|word| word.text)
        .collect()
}

/// Returns the number of words of the opener.
fn opener(words: &[Word<'_>], grammar: &Grammar<'_>) -> usize {
    let begins = |opener: &&str| {
        let count = opener.split(' ').count();
        let mut pairs = opener.split(' ').zip(words);
        count < words.len() && pairs.all(|(part, word)| part == word.key)
    };
    let openers = grammar.list(OwnList::Openers).split('|').filter(begins);
    let longest = openers.map(|opener| opener.split(' ').count()).max();
    longest.unwrap_or_default()
}

/// Returns the position of a word that refers to the topic.
fn pronoun(words: &[Word<'_>], grammar: &Grammar<'_>) -> Option<usize> {
    let [pronouns, pointers, behind] =
        [OwnList::Pronouns, OwnList::Pointers, OwnList::AfterPointers]
            .map(|list| grammar.list(list));
    words.iter().enumerate().position(|(at, word)| {
        // `o` of `mi o` ends a question; `bu dönem` is a time.
        let next = words.get(at + 1);
        let alone = next.is_none_or(|next| has(behind, &next.key));
        has(pronouns, &word.key) || (has(pointers, &word.key) && alone)
    })
}

/// Returns the noun of the previous question if the pronoun is an object: in `how do I freeze it?`,
/// `it` stands for the noun without the verb of that question.
fn object_noun<'w, 'q>(
    words: &[Word<'_>],
    at: usize,
    old: &'w [Word<'q>],
    grammar: &Grammar<'_>,
) -> Option<&'w [Word<'q>]> {
    let is_object = at > 0 && !grammar.asks_last() && words[at - 1].is(Role::CONTENT);
    noun(old, grammar)
        .filter(|_| is_object)
        .map(|noun| &old[noun])
}

/// Returns whether this is an `it` that refers to nothing: `is it possible to`,
/// `how long does it take to get a visa`.
fn is_expletive(words: &[Word<'_>], at: usize) -> bool {
    let behind = words[at + 1..].iter().skip(1);
    let has_infinitive = behind.map(|word| &*word.key).position(|key| key == "to");
    words[at].key == "it" && has_infinitive.is_some_and(|to| words.len() > at + to + 4)
}

/// Returns whether the words are a circumstance: `for F-1?`, `yüksek lisans için?`.
fn is_circumstance(words: &[Word<'_>], grammar: &Grammar<'_>) -> bool {
    let sign = if grammar.asks_last() {
        words.last()
    } else {
        words.first()
    };
    sign.is_some_and(|word| word.is(Role::CIRCUMSTANCE))
}

/// Returns whether a question after an opener names its own subject: `and where is the library?`.
fn names_own_subject(words: &[Word<'_>], grammar: &Grammar<'_>) -> bool {
    let is_own = |word: &Word<'_>| {
        word.is(Role::CONTENT) && !word.is(Role::ATTRIBUTE) && !word.is(Role::PREDICATE)
    };
    if grammar.asks_last() {
        const VERBS: &str = "ir|ur|ar|er|yor|rim|rum|yim|yum|acak|ecek";
        return { words.iter() }.any(|word| is_own(word) && !ends(&word.key, VERBS, 0));
    }
    let named = |word: &Word<'_>| word.is_article || has("is|are", &word.key);
    words
        .windows(2)
        .any(|pair| named(&pair[0]) && is_own(&pair[1]))
}

/// Returns whether a question without an opener names no subject: `ne zaman?`, `ücreti ne kadar?`,
/// `ne kadar sürer?`. In `who are you?` the subject is the one addressed.
fn lacks_own_subject(words: &[Word<'_>], grammar: &Grammar<'_>) -> bool {
    let speaks_to = words.iter().any(|word| word.key == "you");
    let is_said = |word: &Word<'_>| {
        grammar.asks_last() && (word.is(Role::PREDICATE) || word.is_owned_attribute(grammar))
    };
    let is_named = |word: &Word<'_>| word.is(Role::CONTENT) && !is_said(word);
    !speaks_to && !words.iter().any(is_named)
}

/// Returns whether a question has a topic. Thanks and greetings have none.
fn has_topic(question: &str, grammars: &[Grammar<'_>]) -> bool {
    let read: Vec<_> = { grammars.iter() }.map(|own| own.split(question)).collect();
    let (Some(words), Some(grammar)) = (read.first(), grammars.first()) else {
        return false;
    };
    let is_topic = |at: usize| read.iter().all(|words| words[at].is(Role::CONTENT));
    let is_chat = words
        .first()
        .is_some_and(|word| has(grammar.any(SharedList::Chat), &word.key));
    !is_chat && (0..words.len()).any(is_topic)
}

#[cfg(test)]
mod tests;
