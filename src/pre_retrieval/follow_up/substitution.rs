//! Replaces a part of the previous question with new words of the same kind.
//!
//! | new words | part that they replace |
//! |---|---|
//! | a code, a year | a code, a year |
//! | one of several words that exclude each other (`double`, `bahar`) | another of them |
//! | a noun of the question before, with another modifier (`staj başvurusu`) | that noun with its modifier |
//! | `for …`, `… için` | `for …`, `… için` |
//! | a person (`my spouse`) | the visitor |
//! | a noun with a Turkish case (`Ankara'da`) | a noun with the same case |
//! | an attribute that many things have (`the fee`, `ücreti`) | another such attribute; if there is none, it is added |
//! | another noun (`hukuk`) | the modifier of such an attribute, or of another head (`mühendislik ücreti`); the whole noun if it has no modifier |

use std::ops::Range;

use super::is_circumstance;
use super::topic::{run, topic};
use super::words::{Grammar, Role, Word, ends, first, has, last, leading, member, trailing};
use crate::text::is_capital;

/// The words of the completed question.
type Pieces<'w, 'q> = Vec<&'w Word<'q>>;

/// Returns the previous question with the new words in it. None if there are no content words.
pub(super) fn substituted<'w, 'q>(
    old: &'w [Word<'q>],
    new: &'w [Word<'q>],
    grammar: &Grammar<'_>,
) -> Option<Pieces<'w, 'q>> {
    let new = without_fillers(new);
    let bare = bare(new);
    let head = bare.last()?;
    let place = like_one(old, bare, is_circumstance(new, grammar))
        .map(|range| (range, bare))
        .or_else(|| shared_head(old, bare, grammar).map(|range| (range, bare)))
        .or_else(|| of_class(old, new, bare, grammar))
        .or_else(|| circumstance(old, new, grammar))
        .or_else(|| person(old, new, grammar))
        .or_else(|| same_case(old, bare, grammar));
    if let Some((range, words)) = place {
        return Some(replaced(old, range, words));
    }
    if is_circumstance(new, grammar) || says_when(bare, grammar) {
        return Some(added(old, new));
    }
    if head.is(Role::ATTRIBUTE) {
        return attribute(old, bare, grammar);
    }
    Some(noun(old, new, bare, grammar))
}

/// Removes fillers at both ends.
fn without_fillers<'w, 'q>(mut new: &'w [Word<'q>]) -> &'w [Word<'q>] {
    let is = |word: &Word<'_>| has("ya|peki|then|too|also|de|da", &word.key);
    while let [word, rest @ ..] = new
        && is(word)
    {
        new = rest;
    }
    while let [rest @ .., word] = new
        && is(word)
    {
        new = rest;
    }
    new
}

/// Returns the words of a noun, without articles and prepositions around them.
fn bare<'w, 'q>(new: &'w [Word<'q>]) -> &'w [Word<'q>] {
    let ends = first(new, Role::CONTENT).zip(last(new, Role::CONTENT));
    ends.map_or(&[], |(start, end)| &new[start..=end])
}

fn replaced<'w, 'q>(
    old: &'w [Word<'q>],
    range: Range<usize>,
    new: &'w [Word<'q>],
) -> Pieces<'w, 'q> {
    let mut pieces = Vec::new();
    for part in [&old[..range.start], new, &old[range.end..]] {
        pieces.extend(part);
    }
    pieces
}

fn added<'w, 'q>(old: &'w [Word<'q>], new: &'w [Word<'q>]) -> Pieces<'w, 'q> {
    replaced(old, old.len()..old.len(), new)
}

/// Replaces a code by a code, a year by a year. `J-1` replaces a code with a digit (`F-1`)
/// before one without (`SEVIS`), which a circumstance does not replace at all.
fn like_one(old: &[Word<'_>], new: &[Word<'_>], is_circumstance: bool) -> Option<Range<usize>> {
    let (kind, word) = new.iter().find_map(|word| Some((kind_of(word)?, word)))?;
    let has_digit = |word: &Word<'_>| word.text.chars().any(|c| c.is_ascii_digit());
    let is_of_kind = |other: &Word<'_>| kind_of(other) == Some(kind);
    let is_alike = |other: &Word<'_>| is_of_kind(other) && has_digit(other) == has_digit(word);
    let alike = old.iter().position(is_alike);
    let other = old.iter().position(is_of_kind);
    let at = alike.or(other.filter(|_| !is_circumstance))?;
    // `STEM OPT` is one name.
    let is_part = |part: &&Word<'_>| kind == WordKind::Code && is_alike(part);
    let before = old[..at].iter().rev().take_while(is_part).count();
    let behind = old[at + 1..].iter().take_while(is_part).count();
    Some(at - before..at + 1 + behind)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordKind {
    Code,
    Number,
}

fn kind_of(word: &Word<'_>) -> Option<WordKind> {
    let digit = word.text.chars().any(|c| c.is_ascii_digit());
    let letter = word.text.chars().any(char::is_alphabetic);
    let capitals = word.text.len() > 1 && word.text.chars().all(|c| is_capital(c) || c == '-');
    match (digit, letter) {
        (true, true) => Some(WordKind::Code),
        (true, false) => Some(WordKind::Number),
        _ => capitals.then_some(WordKind::Code),
    }
}

fn has_code(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| kind_of(word).is_some())
}

/// Replaces a noun with the same head: `staj başvurusu` for `yurt başvurusu`.
fn shared_head(old: &[Word<'_>], new: &[Word<'_>], grammar: &Grammar<'_>) -> Option<Range<usize>> {
    let head = new.last().filter(|_| new.len() > 1)?;
    let at = old.iter().rposition(|word| word.is_same(head))?;
    let whole = run(old, at, grammar);
    Some(whole.start..at + 1)
}

/// Replaces a word by one of its class, which excludes it.
fn of_class<'w, 'q>(
    old: &[Word<'q>],
    new: &'w [Word<'q>],
    bare: &'w [Word<'q>],
    grammar: &Grammar<'_>,
) -> Option<(Range<usize>, &'w [Word<'q>])> {
    let own = member(bare, None, grammar)?;
    let other = member(old, Some(own.class), grammar)?;
    let signed = other.start > 0 && old[other.start - 1].is(Role::CIRCUMSTANCE);
    let both = signed && new.first()?.is(Role::CIRCUMSTANCE);
    let start = other.start - usize::from(both);
    Some((start..other.end, if both { new } else { bare }))
}

fn says_when(bare: &[Word<'_>], grammar: &Grammar<'_>) -> bool {
    member(bare, None, grammar)
        .is_some_and(|own| own.says_when && own.end - own.start == bare.len())
}

/// Replaces the circumstance (for whom, where or when): the words after `for`, or before `için`.
fn circumstance<'w, 'q>(
    old: &[Word<'q>],
    new: &'w [Word<'q>],
    grammar: &Grammar<'_>,
) -> Option<(Range<usize>, &'w [Word<'q>])> {
    if grammar.asks_last() {
        let alone = new.len() <= 3 && !new.last()?.is(Role::ATTRIBUTE);
        let at = first(old, Role::CIRCUMSTANCE)?;
        let range = purpose(old, at, grammar)?;
        if first(new, Role::CIRCUMSTANCE).is_some() {
            return Some((range.start..at + 1, new));
        }
        return alone.then_some((range, new));
    }
    let sign = new.first().filter(|word| word.is(Role::CIRCUMSTANCE))?;
    let at = old.iter().rposition(|word| word.key == sign.key)?;
    (at > 0).then_some((at..old.len(), new))
}

/// Returns the noun before `için`. A possessed attribute ends the noun before it.
fn purpose(old: &[Word<'_>], at: usize, grammar: &Grammar<'_>) -> Option<Range<usize>> {
    let last = at.checked_sub(1)?;
    let whole = run(old, last, grammar);
    let other = old[whole.start..last]
        .iter()
        .rposition(|word| word.is_owned_attribute(grammar));
    let start = other.map_or(whole.start, |other| whole.start + other + 1);
    (start < at).then_some(start..at)
}

/// Replaces the person: `my spouse` for `I`, `staff` for `students`. In Turkish the verb expresses
/// the person, so the new words go in front.
fn person<'w, 'q>(
    old: &[Word<'q>],
    new: &'w [Word<'q>],
    grammar: &Grammar<'_>,
) -> Option<(Range<usize>, &'w [Word<'q>])> {
    new.last().filter(|word| word.is(Role::PERSON))?;
    if grammar.asks_last() {
        return Some((0..0, new));
    }
    let is_somebody = |word: &Word<'_>| has("i|we", &word.key) || word.is(Role::PERSON);
    let at = old.iter().position(is_somebody)?;
    Some((at..at + 1, new))
}

/// Replaces a noun in the same Turkish case: `Ankara'da` for `İstanbul'da`.
fn same_case<'w, 'q>(
    old: &[Word<'q>],
    new: &'w [Word<'q>],
    grammar: &Grammar<'_>,
) -> Option<(Range<usize>, &'w [Word<'q>])> {
    if !grammar.asks_last() {
        return None;
    }
    let case = case_of(new.last()?)?;
    let ends_here = |at: usize| {
        old.get(at + 1)
            .is_none_or(|next| !next.is(Role::POSSESSIVE))
    };
    let is_other = |at: &usize| {
        case_of(&old[*at]) == Some(case) && old[*at].is(Role::CONTENT) && ends_here(*at)
    };
    let at = (0..old.len()).rev().find(is_other)?;
    Some((at..at + 1, new))
}

/// Returns the number of the case, if the word has one of these case endings.
fn case_of(word: &Word<'_>) -> Option<usize> {
    const CASES: [&str; 3] = ["dan|den|tan|ten", "da|de|ta|te", "ya|ye|na|ne"];
    let is_long = word.key.len() > 5;
    CASES
        .iter()
        .position(|case| is_long && ends(&word.key, case, 0))
}

/// Replaces an attribute by another one.
fn attribute<'w, 'q>(
    old: &'w [Word<'q>],
    bare: &'w [Word<'q>],
    grammar: &Grammar<'_>,
) -> Option<Pieces<'w, 'q>> {
    if leading(bare, Role::ATTRIBUTE) < bare.len() {
        return None;
    }
    let topic = topic(old, grammar);
    if let Some(last) = last(&old[topic.clone()], Role::ATTRIBUTE) {
        let last = topic.start + last;
        let first = last + 1 - trailing(&old[topic.start..=last], Role::ATTRIBUTE);
        let whole = run(old, last, grammar);
        // Something must remain that has the attribute.
        let start = if first == whole.start { last } else { first };
        return Some(replaced(old, start..last + 1, bare));
    }
    let asks_how_much = old
        .windows(2)
        .any(|pair| pair[0].key == "how" && pair[1].key == "much");
    if asks_how_much {
        return Some(replaced(old, topic.end..topic.end, bare));
    }
    Some(replaced(&old[..topic.end], topic.end..topic.end, bare).split_off(topic.start))
}

/// Replaces the modifier of a head of the same kind, or the whole noun.
fn noun<'w, 'q>(
    old: &'w [Word<'q>],
    new: &'w [Word<'q>],
    bare: &'w [Word<'q>],
    grammar: &Grammar<'_>,
) -> Pieces<'w, 'q> {
    let Some(place) = super::topic::noun(old, grammar) else {
        return added(old, new);
    };
    let head = head(old, &place, grammar);
    let modifiers = place.start..head;
    let is_other_head = bare.last().is_some_and(|word| word.is(Role::CLASSIFIER));
    // A code is too specific to be replaced by a noun that is not a code.
    if has_code(&old[place.clone()]) && !has_code(bare) {
        return added(old, bare);
    }
    let has_article = new.len() > bare.len();
    let is_whole = (is_other_head && old[place.end - 1].is(Role::CLASSIFIER))
        || (has_article && bare.len() > 1);
    if head < place.end && !is_whole {
        return replaced(old, modifiers, bare);
    }
    let both = has_article && place.start > 0 && old[place.start - 1].is_article;
    replaced(old, place.start - usize::from(both)..place.end, new)
}

/// Returns the start of the words of a noun that stay when its modifier changes.
fn head(old: &[Word<'_>], place: &Range<usize>, grammar: &Grammar<'_>) -> usize {
    let is_general = |word: &Word<'_>| word.is(Role::ATTRIBUTE) || word.is(Role::CLASSIFIER);
    let mut start = place.end;
    while start > place.start && is_general(&old[start - 1]) {
        start -= 1;
    }
    if start < place.end {
        // `room price`, `ders kaydı`: the first word is the modifier.
        let is_modifier = start == place.start && !old[start].is(Role::ATTRIBUTE);
        return start + usize::from(is_modifier);
    }
    let asks_where = old.iter().any(|word| has("nerede|neresi|kim", &word.key));
    let last = place.end - 1;
    let is_compound = grammar.asks_last() && place.len() > 1 && old[last].is(Role::POSSESSIVE);
    if is_compound && !asks_where {
        last
    } else {
        place.end
    }
}
