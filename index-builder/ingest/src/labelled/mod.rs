//! Divides questions and answers that only labels mark: `Q: How long?`, `A: Three weeks.`
//!
//! Each question becomes the heading of its answer, without the labels, in pages of every format.
//! The labels may begin paragraphs, items of lists, or lines of one paragraph.
//!
//! Letters also stand for speakers, options and sizes. So an answer has to follow its question
//! directly, and where letters are the labels, nearly all questions need a question mark and an
//! answer, and the text may not be in another language than the labels.
//!
//! An answer ends before the next question. After the last one the page may go on with something
//! else: it has at most as many paragraphs as the others, and the items of a list behind it.
//!
//! | file | does |
//! |---|---|
//! | `labels.rs` | the words of 25 languages that label questions and answers |
//! | `writer.rs` | the page with its questions as headings |

mod labels;
#[cfg(test)]
mod tests;
mod writer;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use soru::Block;
use soru::text::has_question_mark;

use self::labels::{Label, label};
use self::writer::Writer;
use super::language::certain_language;
use super::page::Piece;
use super::tidy;

/// The maximum length of a question in bytes.
const LONGEST: usize = 300;

/// The number of bytes of a text that tell its language.
const SAMPLE: usize = 1000;

/// Signs of items of lists.
const ITEM: [&str; 3] = ["• ", "→ ", "↗ "];

/// A part of a page: a heading, a text or a line of a text that begins with a label, or anything
/// that ends an answer.
struct Line<'p> {
    piece: usize,
    /// The line without the sign of an item.
    whole: &'p str,
    /// The line without its label.
    text: &'p str,
    label: Option<Label>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading,
    Text { is_item: bool },
    Gap,
    Other,
}

/// A question with its answer, as numbers of lines.
struct Pair {
    /// The lines with the label and the words of the question.
    question: Range<usize>,
    /// The lines of the answer.
    answer: Range<usize>,
    /// Whether the question has a question mark.
    has_mark: bool,
    /// Whether another question follows.
    is_closed: bool,
}

/// Divides the pieces of a page. Returns the new position of each piece if there were questions.
pub(crate) fn divide(pieces: &mut Vec<Piece>) -> Option<Vec<usize>> {
    let lines = lines(pieces);
    let mut pairs: Vec<Pair> = (0..lines.len()).filter_map(|at| pair(&lines, at)).collect();
    let accepted = accepted(&lines, &pairs);
    pairs.retain(|pair| accepted.contains(&lines[pair.question.start].word()));
    if pairs.is_empty() {
        return None;
    }
    end(&lines, &mut pairs);
    let (divided, places) = Writer::new(pieces).write(&lines, &pairs);
    *pieces = divided;
    Some(places)
}

impl Line<'_> {
    fn word(&self) -> &str {
        self.label.as_ref().map_or("", |label| &label.word)
    }

    fn asks(&self) -> bool {
        self.label.as_ref().is_some_and(Label::asks)
    }

    fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text { .. })
    }

    fn is_item(&self) -> bool {
        self.kind == Kind::Text { is_item: true }
    }
}

fn lines(pieces: &[Piece]) -> Vec<Line<'_>> {
    let mut lines = Vec::with_capacity(pieces.len());
    for (piece, own) in pieces.iter().enumerate() {
        let (text, kind) = match own {
            Piece::Content(Block::Text(text)) => {
                let bare = ITEM.iter().find_map(|sign| text.strip_prefix(sign));
                let is_item = bare.is_some();
                (bare.unwrap_or(text), Kind::Text { is_item })
            }
            Piece::Content(Block::Heading { text, .. }) => (text.as_str(), Kind::Heading),
            Piece::Picture(_) | Piece::Gap => ("", Kind::Gap),
            Piece::Content(_) => ("", Kind::Other),
        };
        let starts = starts(text, kind);
        let ends = starts[1..].iter().copied().chain([text.len()]);
        lines.extend(starts.iter().zip(ends).map(|(start, end)| {
            let whole = text[*start..end].trim();
            let label = label(whole);
            let length = label.as_ref().map_or(0, |label| label.length);
            Line {
                piece,
                whole,
                text: &whole[length..],
                label,
                kind,
            }
        }));
    }
    lines
}

/// Returns the positions at which labels begin in a text, after its beginning. An answer may stand
/// behind the mark of its question, and the next question behind the sentence of that answer.
fn starts(text: &str, kind: Kind) -> Vec<usize> {
    let mut starts = vec![0];
    if !matches!(kind, Kind::Text { .. }) {
        return starts;
    }
    let mut asks = label(text).is_some_and(|own| own.asks());
    for (at, c) in text.char_indices().filter(|(at, _)| *at > 0) {
        let is_break = c == '\n';
        let ends_sentence = || text[..at].ends_with(['?', '？', '؟', '.', '!']);
        let begins = is_break || c.is_whitespace() && ends_sentence();
        let Some(own) = begins.then(|| label(&text[at..])).flatten() else {
            continue;
        };
        let asked = &text[text.floor_char_boundary(at.saturating_sub(LONGEST))..at];
        let answers = || asks && own.answers() && has_question_mark(asked);
        let asks_next = || own.asks() && (is_break || starts.len() > 1);
        if answers() || asks_next() || is_break && own.answers() {
            asks = own.asks() && !answers();
            starts.push(at);
        }
    }
    starts
}

/// Returns the question that begins at a line, if an answer in the same language follows it.
fn pair(lines: &[Line<'_>], at: usize) -> Option<Pair> {
    let own = lines[at].label.as_ref().filter(|label| label.asks())?;
    // The label may stand alone before its question.
    let is_alone = lines[at].text.is_empty();
    let asked = if is_alone { at + 1 } else { at };
    let question = lines.get(asked)?;
    let is_question = !is_alone || question.is_text() && question.label.is_none();
    let is_short = !question.text.is_empty() && question.text.len() <= LONGEST;
    if !is_question || !is_short {
        return None;
    }
    let answer = lines.get(asked + 1).filter(|line| line.is_text())?;
    let languages = own.languages_with(answer.label.as_ref()?);
    let has_words = |line: &Line<'_>| line.is_text() && tidy::has_words(line.text);
    let is_there = has_words(answer) || lines.get(asked + 2).is_some_and(has_words);
    (!languages.is_empty() && is_there && !has_options(lines, asked + 1)).then(|| Pair {
        question: at..asked + 1,
        answer: asked + 1..asked + 2,
        has_mark: has_question_mark(question.text),
        is_closed: false,
    })
}

/// Whether another letter follows an answer: the "answer" was the first of several options.
fn has_options(lines: &[Line<'_>], answer: usize) -> bool {
    let is_option = |line: &Line<'_>| {
        let label = line.label.as_ref();
        label.is_some_and(|own| own.is_letter && !own.asks() && !own.answers())
            && !line.text.is_empty()
    };
    let second = || { [" B)", " B.", " B:"].iter() }.any(|sign| lines[answer].text.contains(sign));
    lines.get(answer + 1).is_some_and(is_option) || lines[answer].word() == "a" && second()
}

/// Returns the words that label questions on this page.
fn accepted<'l>(lines: &'l [Line<'_>], pairs: &[Pair]) -> HashSet<&'l str> {
    let mut labelled: HashMap<&str, usize> = HashMap::new();
    for line in lines.iter().filter(|line| line.asks()) {
        *labelled.entry(line.word()).or_default() += 1;
    }
    let mut of_word: HashMap<&'l str, Vec<&Pair>> = HashMap::new();
    for pair in pairs {
        let word = lines[pair.question.start].word();
        of_word.entry(word).or_default().push(pair);
    }
    let holds = |word: &str, pairs: &[&Pair]| {
        let asked = pairs.iter().filter(|pair| pair.has_mark).count();
        let is_letter = { pairs.iter() }.any(|pair| has_letter(lines, pair));
        let are_asked = || asked > 0 && (labelled[word] - asked) * 4 <= asked;
        !is_letter || are_asked() && (word == "q" || are_labels(lines, pairs))
    };
    of_word
        .into_iter()
        .filter(|(word, pairs)| holds(word, pairs))
        .map(|(word, _)| word)
        .collect()
}

fn has_letter(lines: &[Line<'_>], pair: &Pair) -> bool {
    let labels = [pair.question.start, pair.answer.start];
    { labels.iter() }.any(|at| lines[*at].label.as_ref().is_some_and(|own| own.is_letter))
}

/// Whether letters are labels and not initials: there are several pairs, in a language with these
/// labels.
fn are_labels(lines: &[Line<'_>], pairs: &[&Pair]) -> bool {
    let mut sample = String::with_capacity(SAMPLE);
    let mut languages: Vec<&str> = Vec::new();
    for pair in pairs {
        let labels = [pair.question.start, pair.answer.start];
        if let [Some(question), Some(answer)] = labels.map(|at| lines[at].label.as_ref()) {
            languages.extend(question.languages_with(answer));
        }
        for line in &lines[pair.question.start..pair.answer.end] {
            if sample.len() < SAMPLE {
                sample.push_str(&line.text[..line.text.floor_char_boundary(SAMPLE)]);
                sample.push('\n');
            }
        }
    }
    let is_foreign = |tag: String| !languages.contains(&tag.as_str());
    pairs.len() > 1 && !certain_language(&sample).is_some_and(is_foreign)
}

/// Extends each answer to its end.
fn end(lines: &[Line<'_>], pairs: &mut [Pair]) {
    let mut most = 0;
    for number in 0..pairs.len() {
        let next = pairs.get(number + 1).map(|next| next.question.start);
        let pair = &mut pairs[number];
        let goes_on = |at: &usize| matches!(lines[*at].kind, Kind::Text { .. } | Kind::Gap);
        let rest = pair.answer.end..next.unwrap_or(lines.len());
        pair.answer.end += rest.take_while(goes_on).count();
        pair.is_closed = Some(pair.answer.end) == next;
        if pair.is_closed {
            most = most.max(pair.answer.len() - 1);
        }
    }
    for pair in pairs.iter_mut().filter(|pair| !pair.is_closed) {
        let answer = &lines[pair.answer.clone()];
        let items = answer[1..].iter().take_while(|line| line.is_item()).count();
        let behind = match answer[0] {
            _ if answer[0].text.is_empty() => 1,
            _ if answer[0].is_item() => 0,
            _ => items,
        };
        let length = most.max(behind).min(answer.len() - 1);
        pair.answer.end = pair.answer.start + 1 + length;
    }
}
