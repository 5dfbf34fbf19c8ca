//! Questions that only make sense after the one before: `and for F-1?`, `how much does it cost?`,
//! `peki ya yüksek lisans için?`, `ne zaman?`.
//!
//! Such a question is completed from the visitor's questions before it, by rules. One that can stand
//! on its own stays as it is, since words of another question would mislead the search.
//!
//! | what it is | what becomes of it |
//! |---|---|
//! | an opener and something else (`and for F-1?`, `peki J-1?`), or a circumstance (`for F-1?`) | the question before, with that in the place of what is of its kind |
//! | a pronoun (`how long is it?`, `onu nereye vereceğim?`) | the same, with the topic in its place |
//! | an opener and a short question (`and when is the deadline?`), or a question word alone (`ne zaman?`) | the same, and the topic |
//!
//! | file | has |
//! |---|---|
//! | `words.rs` | how rules look for the words of `src/language` |
//! | `topic.rs` | what a question is about |
//! | `substitution.rs` | which words take the place of which |
//! | `cases.tsv` | conversations, and what is made of them |
//!
//! # Adding a language
//! Give it a table `follow_up` in `src/language`, and conversations to `cases.tsv`.

mod substitution;
mod topic;
mod words;

use self::substitution::substituted;
use self::topic::{noun, topic};
use self::words::{Grammar, Word, has, split};
use crate::text::Language;

/// A question that is longer can stand on its own.
const MOST_WORDS: usize = 10;
/// Content words beside a pronoun.
const MOST_CONTENT: usize = 3;
/// Content words of a question behind an opener.
const MOST_ASKED: usize = 2;
/// Words that stand for others.
const MOST_OTHER: usize = 5;
/// Questions further back are forgotten.
const MOST_QUESTIONS: usize = 8;

/// The question in full, if it only makes sense after the ones before it, the earliest first.
///
/// ```
/// use soru::pre_retrieval::follow_up;
/// let full = follow_up("And for F-1?", &["How long may J-1 students stay?"]);
/// assert_eq!(full.as_deref(), Some("How long may F-1 students stay?"));
/// assert_eq!(follow_up("Where is the library?", &["How long is OPT?"]), None);
/// ```
#[must_use]
pub fn follow_up(question: &str, before: &[&str]) -> Option<String> {
    let mut grammars = Language::KNOWN.map(|(_, language)| Grammar::new(language));
    // Turkish openers (`ya`, `ve`) are fewer and say less, so its rules come last.
    grammars.reverse();
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

/// A question, completed from the one before, if it needs to be.
fn completed(question: &str, before: &str, grammars: &[Grammar]) -> Option<String> {
    grammars.iter().find_map(|grammar| {
        let words = split(question, grammar.language);
        let old = split(before, grammar.language);
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

fn by_rules<'q>(words: &[Word<'q>], old: &[Word<'q>], grammar: &Grammar) -> Option<Vec<&'q str>> {
    let opener = opener(words, grammar);
    let rest = &words[opener..];
    let content = rest.iter().filter(|word| grammar.is_content(word)).count();
    let topic = &old[topic(old, grammar)];
    if let Some(at) = pronoun(rest, grammar) {
        let stands_for_topic = content <= MOST_CONTENT && !is_expletive(rest, at);
        let topic = meant(rest, at, old, grammar).unwrap_or(topic);
        let topic = without_circumstance(topic, &rest[at + 1..], grammar);
        return stands_for_topic.then(|| texts([&rest[..at], topic, &rest[at + 1..]]));
    }
    if rest.iter().any(|word| grammar.is_asking(word)) {
        let needs_topic = if opener > 0 {
            content <= MOST_ASKED && !names_its_own(rest, grammar)
        } else {
            asks_of_what_was_named(rest, grammar)
        };
        // A Turkish question ends with what is asked.
        let order = if grammar.asks_last() {
            [topic, rest]
        } else {
            [rest, topic]
        };
        return needs_topic.then(|| texts(order));
    }
    let is_other = (opener > 0 || is_circumstance(rest, grammar)) && rest.len() <= MOST_OTHER;
    let full = substituted(old, rest, grammar).filter(|_| is_other && content > 0)?;
    Some(full.into_iter().map(|word| word.text).collect())
}

/// Without what the topic says for whom or where, if the new question says another: `how long is it for H-1B?`.
fn without_circumstance<'w, 'q>(
    topic: &'w [Word<'q>],
    new: &[Word<'_>],
    grammar: &Grammar,
) -> &'w [Word<'q>] {
    let signs = new.iter().filter(|word| grammar.is_circumstance(word));
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

/// How many words the opener has.
fn opener(words: &[Word<'_>], grammar: &Grammar) -> usize {
    let begins = |opener: &&str| {
        let count = opener.split(' ').count();
        let mut pairs = opener.split(' ').zip(words);
        count < words.len() && pairs.all(|(part, word)| part == word.key)
    };
    let opener = grammar.words.openers.split('|').find(begins);
    opener.map_or(0, |opener| opener.split(' ').count())
}

/// Where a word stands for something that was named before.
fn pronoun(words: &[Word<'_>], grammar: &Grammar) -> Option<usize> {
    let own = grammar.words;
    words.iter().enumerate().position(|(at, word)| {
        // `o` of `mi o` ends a question; `bu dönem` says when.
        let next = words.get(at + 1);
        let alone = next.is_none_or(|next| has(own.after_pointers, &next.key));
        has(own.pronouns, &word.key) || (has(own.pointers, &word.key) && alone)
    })
}

/// What is done to `it` is done to the noun (`how do I freeze it?`), not to what was done to that.
fn meant<'w, 'q>(
    words: &[Word<'_>],
    at: usize,
    old: &'w [Word<'q>],
    grammar: &Grammar,
) -> Option<&'w [Word<'q>]> {
    let is_object = at > 0 && !grammar.asks_last() && grammar.is_content(&words[at - 1]);
    noun(old, grammar)
        .filter(|_| is_object)
        .map(|noun| &old[noun])
}

/// `it` that stands for nothing: `is it possible to`, `how long does it take to get a visa`.
fn is_expletive(words: &[Word<'_>], at: usize) -> bool {
    let behind = words[at + 1..].iter().skip(1);
    let has_infinitive = behind.map(|word| &*word.key).position(|key| key == "to");
    words[at].key == "it" && has_infinitive.is_some_and(|to| words.len() > at + to + 4)
}

/// `for F-1?`, `yüksek lisans için?`.
fn is_circumstance(words: &[Word<'_>], grammar: &Grammar) -> bool {
    let sign = if grammar.asks_last() {
        words.last()
    } else {
        words.first()
    };
    sign.is_some_and(|word| grammar.is_circumstance(word))
}

/// Whether a question behind an opener says what it is about: `and where is the library?`.
fn names_its_own(words: &[Word<'_>], grammar: &Grammar) -> bool {
    let is_own = |word: &Word<'_>| {
        grammar.is_content(word) && !grammar.is_attribute(word) && !grammar.is_predicate(word)
    };
    if grammar.asks_last() {
        let is_verb = |word: &Word<'_>| {
            let endings = [
                "ir", "ur", "ar", "er", "yor", "rim", "rum", "yim", "yum", "acak", "ecek",
            ];
            endings.iter().any(|ending| word.key.ends_with(ending))
        };
        return words.iter().any(|word| is_own(word) && !is_verb(word));
    }
    let named = |word: &Word<'_>| has("the|a|an|my|our|is|are", &word.key);
    words
        .windows(2)
        .any(|pair| named(&pair[0]) && is_own(&pair[1]))
}

/// Whether a question without an opener has nothing that it asks about: `ne zaman?`, `ücreti ne
/// kadar?`, `ne kadar sürer?`. One to whom it speaks is somebody: `who are you?`.
fn asks_of_what_was_named(words: &[Word<'_>], grammar: &Grammar) -> bool {
    let speaks_to = words.iter().any(|word| word.key == "you");
    let mut content = words.iter().filter(|word| grammar.is_content(word));
    let is_said = |word: &Word<'_>| {
        grammar.asks_last() && (grammar.is_predicate(word) || grammar.is_owned_attribute(word))
    };
    !speaks_to && content.all(is_said)
}

/// Whether a question is about anything. Thanks and greetings are not.
fn has_topic(question: &str, grammars: &[Grammar]) -> bool {
    const CHAT: &str = joined!(follow_up.chat, "|");
    let words = split(question, Language::Other);
    let is_topic = |word: &Word<'_>| grammars.iter().all(|grammar| grammar.is_content(word));
    let is_chat = words.first().is_some_and(|word| has(CHAT, &word.key));
    !is_chat && words.iter().any(is_topic)
}

#[cfg(test)]
mod tests;
