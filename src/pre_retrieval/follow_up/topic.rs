//! The topic of a question: its words without those that form a question.

use std::ops::Range;

use super::words::{Grammar, Role, Word, first, has, last, leading, trailing};

/// Returns the range of consecutive content words around one of them.
pub(super) fn run(words: &[Word<'_>], at: usize, grammar: &Grammar<'_>) -> Range<usize> {
    let before = trailing(&words[..at], Role::CONTENT);
    let behind = leading(&words[at..], Role::CONTENT);
    without_verb(words, at - before..at + behind, grammar, at)
}

/// Removes a verb after `I` or `who`, which is not a part of the noun after it.
fn without_verb(
    words: &[Word<'_>],
    run: Range<usize>,
    grammar: &Grammar<'_>,
    kept: usize,
) -> Range<usize> {
    let subject = run.start.checked_sub(1).map(|at| &*words[at].key);
    let behind_subject = matches!(subject, Some("i" | "we" | "you" | "who" | "to"));
    let is_verb = behind_subject && !grammar.asks_last() && run.start < kept;
    run.start + usize::from(is_verb)..run.end
}

/// Returns the range from the first content word to the last; in a Turkish question, to the word
/// that asks.
pub(super) fn topic(words: &[Word<'_>], grammar: &Grammar<'_>) -> Range<usize> {
    let Some(start) = first(words, Role::CONTENT) else {
        return 0..0;
    };
    let asks = |at: usize| grammar.asks_last() && words[at].is(Role::ASKING);
    let asked = (start..words.len()).find(|at| asks(*at));
    let end = asked.unwrap_or(words.len());
    let last = last(&words[start..end], Role::CONTENT).map_or(start, |at| start + at);
    // `otopark ücretsiz mi`: the predicate is not a part of the topic.
    let before_particle = last + 1 < words.len() && asks(last + 1);
    let mut end = last + 1;
    while before_particle && end > start + 1 && is_predicate(&words[end - 1]) {
        end -= 1;
    }
    start..end
}

/// Returns whether a word is a predicate of the words before it.
fn is_predicate(word: &Word<'_>) -> bool {
    // `kabul ediliyor`, `kayıt olunur`.
    has("kabul|kayit", &word.key) || word.is(Role::PREDICATE)
}

/// Returns the noun that another may replace.
pub(super) fn noun(words: &[Word<'_>], grammar: &Grammar<'_>) -> Option<Range<usize>> {
    if grammar.asks_last() {
        let topic = topic(words, grammar);
        let asks_first = words.first().is_some_and(|word| word.is(Role::ASKING));
        let run = run(words, topic.start, grammar);
        let noun = run.start..run.end.min(topic.end);
        return (!asks_first && !noun.is_empty()).then_some(noun);
    }
    let purpose = words.iter().rposition(|word| word.key == "for");
    let behind = purpose.map(|at| at + 1).filter(|at| *at < words.len());
    let from = behind.unwrap_or(0);
    let last = from + last(&words[from..], Role::CONTENT)?;
    let noun = run(words, last, grammar);
    let noun = noun.start.max(from)..noun.end;
    let end = noun.end - usize::from(noun.len() > 1 && ends_with_verb(words, &noun));
    let is_verb = noun.len() == 1 && follows_subject(words, noun.start);
    (!is_verb).then_some(noun.start..end)
}

/// Returns whether the noun's last word is a verb: `Is breakfast included?`,
/// `When does the library open?`.
fn ends_with_verb(words: &[Word<'_>], noun: &Range<usize>) -> bool {
    let article = noun.start > 0 && has("the|a|an|my|our|your", &words[noun.start - 1].key);
    let before = noun.start.checked_sub(1 + usize::from(article));
    let before = before.map(|at| &*words[at].key);
    let helps = "do|does|did|can|could|will|would|should|must|may";
    before.is_some_and(|key| {
        has(helps, key) || (has("is|are|was|were", key) && words[noun.end - 1].is(Role::PREDICATE))
    })
}

fn follows_subject(words: &[Word<'_>], at: usize) -> bool {
    at.checked_sub(1)
        .is_some_and(|before| has("i|we|you|who", &words[before].key))
}
