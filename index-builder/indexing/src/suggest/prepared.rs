//! Collects the prepared questions of a site: the questions of its facts, the questions written for
//! its sections, and headings that are questions. Near misses are excluded, because they have no
//! answer.

use std::collections::{BTreeMap, HashSet};

use soru::fact::Fact;
use soru::index::format::UNWORDED;
use soru::text::{Language, StopWords, detect, fold, is_alphanumeric};

use super::super::chunking::Questions;
use super::super::collected::{Collected, CollectedChunk};
use super::super::outline::by_importance;

/// Maximum length in characters: longer ones are hard to read in a list while typing.
const LONGEST: usize = 120;

/// A question with an answer on the site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PreparedQuestion {
    /// Its text.
    pub text: String,
    /// Tag of its language.
    pub lang: String,
    /// The last day on which its answer is current, ISO 8601; empty if there is no such day.
    pub valid_until: String,
    /// The round in which it comes when pages take turns, from 0; from [`UNWORDED`] on if it is not
    /// worded as a question.
    pub turn: u8,
    /// The number of the section that answers it.
    pub section: u32,
}

/// Returns the questions of facts, then the questions of pages, the most important pages first. All
/// questions that are not worded as questions come last. No question occurs twice, in any spelling.
/// `languages` are tags, the site's first language first.
pub(in super::super) fn prepared(
    documents: &[Collected],
    facts: &[Fact],
    languages: &[String],
) -> Vec<PreparedQuestion> {
    let mut known = Known::default();
    let first = languages.first().map_or("", String::as_str);
    for fact in facts {
        let lang = if fact.lang.is_empty() {
            first
        } else {
            &fact.lang
        };
        known.section += 1;
        known.offer(&fact.question, lang, &fact.valid_until, true);
    }
    for document in by_importance(documents) {
        known.turns.clear();
        for chunk in &document.chunks {
            for (begins_section, question) in of_chunk(chunk) {
                let lang = language(question, &document.tag, languages);
                let is_worded = Questions::of(&lang).has(question);
                known.section += u32::from(begins_section);
                known.offer(question, &lang, "", is_worded);
            }
        }
    }
    let mut questions = known.questions;
    questions.sort_by_key(|question| question.turn >= UNWORDED);
    questions
}

/// Maximum number of questions per language that the empty box shows.
const MOST_LEADING: usize = 5;

/// Returns a few questions of each language: the first question of every page, then the second, the
/// most important pages first.
pub(in super::super) fn leading(mut questions: Vec<PreparedQuestion>) -> Vec<PreparedQuestion> {
    questions.sort_by_key(|question| question.turn);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    questions.retain(|question| {
        let count = counts.entry(question.lang.clone()).or_default();
        *count += 1;
        *count <= MOST_LEADING
    });
    questions
}

/// Returns the questions that a chunk answers, each with whether it is the first of a section.
/// Headings, which the site itself wrote, come first, then the questions written for all its
/// sections.
fn of_chunk(chunk: &CollectedChunk) -> impl Iterator<Item = (bool, &str)> {
    let passage = &chunk.passage;
    let stated = passage.sections.iter().filter(|own| own.is_answer);
    let stated: Vec<&String> = stated.filter_map(|own| own.heading.last()).collect();
    let headings = stated.len();
    let all = stated.into_iter().chain(&passage.questions).enumerate();
    all.map(move |(at, text)| {
        let is_written_first = at == headings && headings != 1;
        (at < headings || is_written_first, text.as_str())
    })
}

/// Returns the language of a question. A page may have questions in other languages than its own.
/// Only Turkish and English can be detected from a question; a question on a page in another
/// language is assumed to be in the page's language.
fn language(question: &str, own: &str, tags: &[String]) -> String {
    let can_be_told = |tag: &&str| Language::from_tag(tag) != Language::Other;
    if !can_be_told(&own) {
        return own.to_owned();
    }
    let others = tags.iter().map(String::as_str).filter(|tag| *tag != own);
    let candidates = std::iter::once(own).chain(others.filter(can_be_told));
    let candidates: Vec<String> = candidates.map(str::to_owned).collect();
    detect(question, &candidates, StopWords::built_in()).to_owned()
}

/// The questions so far.
#[derive(Default)]
struct Known {
    questions: Vec<PreparedQuestion>,
    keys: HashSet<String>,
    /// The number of the section.
    section: u32,
    /// Number of questions of this page, by language and whether they are worded as questions.
    turns: BTreeMap<(String, bool), u8>,
}

impl Known {
    /// Adds a question that is not too long or present in another spelling.
    fn offer(&mut self, text: &str, lang: &str, valid_until: &str, is_worded: bool) {
        let text = text.trim();
        let key = key(text);
        let fits = !key.is_empty() && text.chars().count() <= LONGEST;
        if !fits || !self.keys.insert(key) {
            return;
        }
        let turns = self.turns.entry((lang.to_owned(), is_worded));
        let turn = turns.or_default();
        self.questions.push(PreparedQuestion {
            text: text.to_owned(),
            lang: lang.to_owned(),
            valid_until: valid_until.to_owned(),
            turn: *turn + if is_worded { 0 } else { UNWORDED },
            section: self.section,
        });
        *turn = (*turn + 1).min(UNWORDED - 1);
    }
}

/// Returns letters and digits only, folded.
fn key(question: &str) -> String {
    let mut key = fold(question);
    key.retain(is_alphanumeric);
    key
}

#[cfg(test)]
mod tests {
    use super::super::super::{ChunkingSettings, Indexer, InvertedIndexer, Layout};
    use super::*;
    use crate::{Block, Document, WrittenQuestion};

    /// Creates a page of one section with these questions, and with near misses for them.
    fn page(id: &str, lang: &str, heading: &str, questions: &[&str]) -> Document {
        let end = u32::try_from(heading.len()).unwrap() + 30;
        let question = |text: &&str| WrittenQuestion {
            text: (*text).to_owned(),
            section: 0..end,
            is_near_miss: text.contains("abroad"),
            ..WrittenQuestion::default()
        };
        let heading = Block::Heading {
            level: 2,
            text: heading.into(),
            anchor: None,
            is_question: heading.ends_with('?'),
        };
        Document {
            id: id.into(),
            title: id.into(),
            url: id.into(),
            lang: lang.into(),
            blocks: vec![
                heading,
                Block::Text("What a room costs in the halls.".into()),
            ],
            questions: questions.iter().map(question).collect(),
            ..Document::default()
        }
    }

    fn found(pages: Vec<Document>, facts: &[Fact]) -> Vec<(String, String)> {
        let chunking = ChunkingSettings::default();
        let mut indexer = InvertedIndexer::new(chunking, "en", Layout::SINGLE);
        for page in pages {
            let prepared = indexer.prepare(&page).unwrap();
            indexer.add(prepared).unwrap();
        }
        let documents = &mut indexer.documents;
        for document in documents.iter_mut() {
            document.page.importance = if document.page.id == "a" { 0 } else { 200 };
        }
        let tags = ["en", "tr", "de"].map(str::to_owned);
        let own = prepared(documents, facts, &tags).into_iter();
        own.map(|own| (own.lang, own.text)).collect()
    }

    #[test]
    fn r11_questions_come_from_facts_headings_and_writers_and_near_misses_never() {
        let fact = Fact {
            question: "Who heats the rooms?".into(),
            ..Fact::default()
        };
        let pages = vec![
            page("a", "en", "Rooms", &["Is there a lake?"]),
            page(
                "b",
                "en",
                "What is the rent?",
                &["what is the RENT", "What is paid abroad?", "Who pays?"],
            ),
        ];
        let texts: Vec<String> = found(pages, &[fact]).into_iter().map(|own| own.1).collect();
        assert_eq!(
            texts,
            [
                "Who heats the rooms?",
                "What is the rent?",
                "Who pays?",
                "Is there a lake?"
            ]
        );
    }

    #[test]
    fn r11_a_question_is_in_its_own_language_or_else_in_that_of_its_page() {
        let pages = vec![
            page("a", "de", "Zimmer", &["Was ist die Miete?"]),
            page(
                "b",
                "en",
                "Rooms",
                &["Yurt ücreti ne kadar?", "What is the rent?"],
            ),
        ];
        let tags: Vec<String> = found(pages, &[]).into_iter().map(|own| own.0).collect();
        assert_eq!(tags, ["tr", "en", "de"]);
    }

    #[test]
    fn r11_words_that_are_no_question_come_behind_all_questions() {
        let pages = vec![
            page("a", "en", "Rooms", &["Is there a lake?", "When is it warm"]),
            page("b", "en", "Keys", &["lost key", "Who has my key?"]),
        ];
        let texts: Vec<String> = found(pages, &[]).into_iter().map(|own| own.1).collect();
        let expected = [
            "Who has my key?",
            "Is there a lake?",
            "When is it warm",
            "lost key",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn r11_a_question_too_long_to_be_read_in_a_list_is_left_out() {
        let long = format!("What is {}?", "very ".repeat(30));
        assert!(found(vec![page("a", "en", "Rooms", &[&long])], &[]).is_empty());
    }
}
