//! Questions that only make sense after the one before: `and for F-1?`, `how much does it cost?`,
//! `peki ya yüksek lisans için?`, `ne zaman?`.
//!
//! Such a question is completed from the visitor's questions before it, by rules. One that can stand
//! on its own stays as it is, since words of another question would mislead the search.
//!
//! | what it is | what becomes of it |
//! |---|---|
//! | an opener and something else (`and for F-1?`, `peki J-1?`) | the question before, with that in the place of what it stands for |
//! | a pronoun (`how long is it?`, `onu nereye vereceğim?`) | the same, with the topic in its place |
//! | an opener and a short question (`and when is the deadline?`), or a question word alone (`ne zaman?`) | the same, and the topic |
//!
//! # Adding a language
//! Give it a [`Words`].

use crate::text::{Language, StopWords, fold, is_capital, lower};

/// Words that rules look for, as fold keys, with `|` between them.
struct Words {
    /// What a follow-up begins with, longest first.
    openers: &'static str,
    /// What stands for something that was named before, wherever it stands.
    pronouns: &'static str,
    /// The same, unless a noun follows.
    pointers: &'static str,
    /// What may follow those.
    after_pointers: &'static str,
    /// Words that make a question.
    asking: &'static str,
    /// Words beside them that say nothing of its topic.
    fillers: &'static str,
    /// Words between which and its end the question's circumstance stands, or behind which.
    circumstance: &'static str,
}

const ENGLISH: Words = Words {
    openers: "and what about|and how about|but what about|what about|how about|and also|and|\
        or|but|also|then",
    pronouns: "it|its|they|them|their|theirs",
    pointers: "this|that|these|those|there",
    after_pointers: "is|are|was|were|do|does|did|can|could|will|would|should|must|may|cost|costs|\
        take|takes|last|lasts|mean|means|for|in|at|on|too|also|work|works|apply|\
        applies|and|or|then",
    asking: "what|when|where|who|whom|whose|which|why|how|is|are|was|were|do|does|did|can|\
        could|will|would|should|must|may",
    fillers: "much|many|long|have|has|need|i|we|you|my|our|your|the|a|an|there|to|of|\
        exactly|please|tell|me|about",
    circumstance: "for|in|at|during|from|under|with",
};

const TURKISH: Words = Words {
    openers: "peki ya|peki ama|peki|ya|ve|bir de|ayrica|o zaman",
    pronouns: "onu|ona|onun|onda|ondan|onlar|onlari|onlara|onlarin|bunu|buna|bunun|bunda|\
        bundan|bunlar|bunlari|bunlara|bunlarin|sunu|suna|sunun|orada|oraya|oradan|\
        burada|buraya|onunla|bununla",
    pointers: "o|bu|su",
    after_pointers: "ne|nedir|kac|nasil|neden|niye|niçin|nerede|nereye|nereden|kim|hangi|mi|mu|\
        midir|mudur|icin|zorunlu|gerekli|ucretli|ucretsiz",
    asking: "ne|nedir|kac|kacinci|nasil|neden|niye|nicin|nerede|nereye|nereden|neresi|kim|\
        kime|kimden|hangi|hangisi|mi|mu|midir|mudur|miyim|muyum|nelerdir|neler|lazim|\
        gerekir|gerekiyor|var|yok|olur",
    fillers: "kadar|zaman|gun|para|bir|ben|biz|acaba|tam|olarak",
    circumstance: "icin",
};

/// A question that is longer can stand on its own.
const MOST_WORDS: usize = 10;
/// Content words beside a pronoun, or behind an opener.
const MOST_CONTENT: usize = 3;
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
    let latest = &before[before.len().saturating_sub(MOST_QUESTIONS)..];
    let mut topic: Option<String> = None;
    for earlier in latest {
        let full = topic.as_deref().and_then(|topic| completed(earlier, topic));
        // Thanks and the like have no topic.
        let own = full.unwrap_or_else(|| (*earlier).to_owned());
        if !topic_of(&own).is_empty() {
            topic = Some(own);
        }
    }
    completed(question, topic.as_deref()?)
}

/// A question, completed from the one before, if it needs to be.
fn completed(question: &str, before: &str) -> Option<String> {
    let words = split(question);
    if words.is_empty() || words.len() > MOST_WORDS {
        return None;
    }
    [&ENGLISH, &TURKISH]
        .into_iter()
        .find_map(|own| by_rules(&words, before, own))
}

fn by_rules(words: &[&str], before: &str, own: &Words) -> Option<String> {
    let opener = opener(words, own);
    let rest = &words[opener..];
    if let Some(at) = pronoun(rest, own) {
        let content = rest.iter().filter(|word| is_content(word, own)).count();
        let topic = topic_of(before);
        if content <= MOST_CONTENT && !is_expletive(rest, at) {
            let whole = [
                &rest[..at],
                &topic.split(' ').collect::<Vec<_>>(),
                &rest[at + 1..],
            ];
            return Some(whole.concat().join(" "));
        }
        return None;
    }
    let asks = rest.iter().any(|word| is_asking(word, own));
    let content: Vec<&&str> = rest.iter().filter(|word| is_content(word, own)).collect();
    if asks && content.len() <= if opener > 0 { 2 } else { 0 } {
        return Some(format!("{} {}", rest.join(" "), topic_of(before)));
    }
    let is_other = opener > 0 && !asks && !rest.is_empty() && rest.len() <= 5;
    (is_other && !content.is_empty()).then(|| substituted(before, rest, own))
}

fn has(list: &str, key: &str) -> bool {
    list.split('|').any(|listed| listed == key)
}

/// How many words the opener has.
fn opener(words: &[&str], own: &Words) -> usize {
    let keys: Vec<String> = words.iter().map(|word| fold(word)).collect();
    let begins = |opener: &&str| {
        let mut parts = opener.split(' ');
        let count = opener.split(' ').count();
        count < keys.len()
            && keys
                .iter()
                .take(count)
                .all(|key| Some(key.as_str()) == parts.next())
    };
    own.openers
        .split('|')
        .find(begins)
        .map_or(0, |opener| opener.split(' ').count())
}

/// Where a word stands for something that was named before.
fn pronoun(words: &[&str], own: &Words) -> Option<usize> {
    words.iter().enumerate().position(|(at, word)| {
        let key = fold(word);
        let is = |list: &str| has(list, &key);
        let next = words.get(at + 1).map(|next| fold(next));
        // `o` of `mi o` ends a question; `bu dönem` says when.
        let alone = next.is_none_or(|next| has(own.after_pointers, &next));
        is(own.pronouns) || (is(own.pointers) && alone)
    })
}

/// `it` that stands for nothing: `is it possible to`, `how long does it take to get a visa`.
fn is_expletive(words: &[&str], at: usize) -> bool {
    let has_infinitive = words[at + 1..]
        .iter()
        .skip(1)
        .position(|word| fold(word) == "to");
    fold(words[at]) == "it" && has_infinitive.is_some_and(|to| words.len() > at + to + 4)
}

fn is_asking(word: &str, own: &Words) -> bool {
    let key = fold(word);
    // `mi` and `mı` have endings: `miyiz`, `musunuz`.
    let particle = has(own.asking, "midir")
        && key.len() < 8
        && ["mi", "mu"].iter().any(|start| key.starts_with(start))
        && [
            "yim", "yum", "yiz", "yuz", "sin", "sun", "siniz", "sunuz", "dir", "dur",
        ]
        .iter()
        .any(|end| key.ends_with(end));
    has(own.asking, &key) || particle
}

fn is_content(word: &str, own: &Words) -> bool {
    let key = fold(word);
    let key = key.as_str();
    let is_listed = [own.pronouns, own.pointers, own.circumstance, own.fillers]
        .iter()
        .any(|list| has(list, key));
    let language = if std::ptr::eq(own, &TURKISH) {
        Language::Turkish
    } else {
        Language::English
    };
    let is_stop = StopWords::default().contains(&lower(word, language), language);
    !is_listed && !is_asking(word, own) && !is_stop
}

/// A question without the words that make it one, of either language, at both of its ends. Thanks and
/// greetings have no topic.
fn topic_of(question: &str) -> String {
    const CHAT: [&str; 17] = [
        "thanks",
        "thank",
        "hello",
        "hi",
        "hey",
        "ok",
        "okay",
        "great",
        "bye",
        "merhaba",
        "selam",
        "tesekkurler",
        "tesekkur",
        "sagol",
        "tamam",
        "harika",
        "peki",
    ];
    let words = split(question);
    let is_topic = |word: &&str| is_content(word, &ENGLISH) && is_content(word, &TURKISH);
    let first = words.iter().position(is_topic);
    let last = words.iter().rposition(is_topic);
    let is_chat = words
        .first()
        .is_some_and(|word| CHAT.contains(&fold(word).as_str()));
    match first.zip(last).filter(|_| !is_chat) {
        Some((first, last)) => words[first..=last].join(" "),
        None => String::new(),
    }
}

/// The question before, with something else in the place of what it is of the same kind as: a code, a
/// year, a circumstance. What has no such place is added.
fn substituted(before: &str, other: &[&str], own: &Words) -> String {
    let old = split(before);
    let new: Vec<&str> = other
        .iter()
        .filter(|word| !is_filler(word))
        .copied()
        .collect();
    let bare: Vec<&str> = new
        .iter()
        .filter(|word| !has(own.circumstance, &fold(word)))
        .copied()
        .collect();
    let range = like_one(&old, &bare)
        .map(|range| (range, bare.clone()))
        .or_else(|| circumstance(&old, &new, own).map(|range| (range, new.clone())));
    let mark = if before.trim_end().ends_with('?') {
        "?"
    } else {
        ""
    };
    match range {
        Some((range, words)) => {
            [&old[..range.start], &words, &old[range.end..]]
                .concat()
                .join(" ")
                + mark
        }
        None => format!("{} {}{mark}", old.join(" "), new.join(" ")),
    }
}

fn is_filler(word: &str) -> bool {
    matches!(
        fold(word).as_str(),
        "ya" | "peki" | "then" | "too" | "also" | "de" | "da"
    )
}

/// A code for a code, a year for a year.
fn like_one(old: &[&str], new: &[&str]) -> Option<std::ops::Range<usize>> {
    let kind = kind_of(
        new.iter()
            .find_map(|word| Some(*word).filter(|word| kind_of(word).is_some()))?,
    );
    let at = old.iter().position(|word| kind_of(word) == kind)?;
    Some(at..at + 1)
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Code,
    Number,
}

fn kind_of(word: &str) -> Option<Kind> {
    let digit = word.chars().any(|c| c.is_ascii_digit());
    let letter = word.chars().any(char::is_alphabetic);
    let capitals = word.len() > 1 && word.chars().all(|c| is_capital(c) || c == '-');
    match (digit, letter) {
        (true, true) => Some(Kind::Code),
        (true, false) => Some(Kind::Number),
        _ => capitals.then_some(Kind::Code),
    }
}

/// What says for whom, where or when: behind `for`, in front of `için`.
fn circumstance(old: &[&str], new: &[&str], own: &Words) -> Option<std::ops::Range<usize>> {
    let is = |word: &&str| has(own.circumstance, &fold(word));
    let sign = new.iter().find(|word| is(word))?;
    let same = |word: &&str| fold(word) == fold(sign);
    if new.first().is_some_and(is) {
        let at = old.iter().rposition(same)?;
        return (at > 0).then_some(at..old.len());
    }
    let at = old.iter().position(same)?;
    // As many words as are put in their place, at the beginning all of them.
    let count = if at <= 3 {
        at
    } else {
        new.len().saturating_sub(1).clamp(1, at)
    };
    (count > 0).then_some(at - count..at + 1)
}

/// Words without the signs around them.
fn split(text: &str) -> Vec<&str> {
    let outer = |c: char| !c.is_alphanumeric();
    text.split_whitespace()
        .map(|word| word.trim_matches(outer))
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests;
