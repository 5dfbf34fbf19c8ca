//! Selects the written questions for autocompletion, since a visitor who types downloads all of
//! them.

use std::collections::{BTreeMap, HashSet};

use super::collected::Collected;
use super::outline::by_importance;
use crate::text::{Language, StopWords, detect, fold};

/// Maximum number of questions per language.
const MOST_QUESTIONS: usize = 300;
/// Maximum total size in bytes: some 6 KB when compressed.
const MOST_BYTES: usize = 16_000;
/// Maximum length in bytes: longer ones are hard to read in a list while typing.
const LONGEST: usize = 110;

/// Returns questions by the language in which they are written. Pages take turns, the most
/// important ones first, and so do the chunks of a page, so that a cut selection covers as many of
/// them as possible.
pub(super) fn completions<'d>(
    documents: &'d [Collected],
    tags: &[String],
) -> BTreeMap<String, Vec<&'d str>> {
    let pages: Vec<(&Collected, Vec<&str>)> = by_importance(documents)
        .into_iter()
        .map(|document| (document, in_turns(document)))
        .filter(|(_, questions)| !questions.is_empty())
        .collect();
    let mut chosen: BTreeMap<String, Choice<'d>> = BTreeMap::new();
    let rounds = pages.iter().map(|(_, questions)| questions.len()).max();
    for round in 0..rounds.unwrap_or_default() {
        for (document, questions) in &pages {
            let Some(question) = questions.get(round) else {
                continue;
            };
            let tag = language(question, &document.tag, tags);
            chosen.entry(tag).or_default().offer(question);
        }
    }
    chosen
        .into_iter()
        .map(|(tag, choice)| (tag, choice.questions))
        .filter(|(_, questions)| !questions.is_empty())
        .collect()
}

/// Returns the first question of every chunk, then the second, and so on.
fn in_turns(document: &Collected) -> Vec<&str> {
    let chunks = document.chunks.iter();
    let mut turns: Vec<(usize, &str)> = chunks
        .flat_map(|chunk| {
            chunk
                .passage
                .questions
                .iter()
                .map(String::as_str)
                .enumerate()
        })
        .collect();
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, question)| question).collect()
}

/// Returns the language of a question. A page may have questions in other languages than its own.
/// Only Turkish and English can be detected from a question; one of a page in another language is
/// assumed to be in that language.
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

/// The selected questions of one language.
#[derive(Default)]
struct Choice<'q> {
    questions: Vec<&'q str>,
    keys: HashSet<String>,
    bytes: usize,
}

impl<'q> Choice<'q> {
    /// Adds a question, if there is room and it is not present in another spelling.
    fn offer(&mut self, question: &'q str) {
        let bytes = self.bytes + question.len();
        let has_room = self.questions.len() < MOST_QUESTIONS && bytes <= MOST_BYTES;
        if has_room && question.len() <= LONGEST && self.keys.insert(key(question)) {
            self.questions.push(question);
            self.bytes = bytes;
        }
    }
}

/// Returns letters and digits only, folded.
fn key(question: &str) -> String {
    let mut key = fold(question);
    key.retain(char::is_alphanumeric);
    key
}

#[cfg(test)]
mod tests {
    use super::super::{ChunkingSettings, Indexer, InvertedIndexer, Layout};
    use super::*;
    use crate::{Block, Document, WrittenQuestion};

    /// Returns a page of one section with these questions.
    fn page(id: &str, lang: &str, importance: f64, questions: &[String]) -> Document {
        let question = |text: &String| WrittenQuestion {
            text: text.clone(),
            section: 0..10,
            ..WrittenQuestion::default()
        };
        Document {
            id: id.into(),
            title: id.into(),
            url: id.into(),
            lang: lang.into(),
            importance: Some(importance),
            blocks: vec![Block::Text("What a room costs.".into())],
            questions: questions.iter().map(question).collect(),
            ..Document::default()
        }
    }

    fn chosen(pages: Vec<Document>) -> Vec<(String, Vec<String>)> {
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
        let tags = ["en".to_owned(), "tr".to_owned(), "de".to_owned()];
        let own = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect();
        completions(documents, &tags)
            .into_iter()
            .map(|(tag, texts)| (tag, own(texts)))
            .collect()
    }

    fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
        texts.map(str::to_owned).to_vec()
    }

    #[test]
    fn r18_pages_take_turns_and_the_important_one_begins() {
        let few = page("a", "en", 0.1, &texts(["What is the rent?", "who pays"]));
        let own = texts(["How do I apply?", "Who pays?!", "when is it due"]);
        let many = page("b", "en", 0.9, &own);
        let expected = texts([
            "How do I apply?",
            "What is the rent?",
            "Who pays?!",
            "when is it due",
        ]);
        assert_eq!(chosen(vec![few, many]), [("en".to_owned(), expected)]);
    }

    #[test]
    fn r18_a_question_completes_in_its_own_language_not_in_that_of_its_page() {
        let english = page(
            "b",
            "en",
            0.9,
            &texts(["yurt ücreti ne kadar", "what is the rent"]),
        );
        let german = page("a", "de", 0.1, &texts(["was ist die miete"]));
        let by_language = [
            ("de".to_owned(), texts(["was ist die miete"])),
            ("en".to_owned(), texts(["what is the rent"])),
            ("tr".to_owned(), texts(["yurt ücreti ne kadar"])),
        ];
        assert_eq!(chosen(vec![english, german]), by_language);
    }

    #[test]
    fn r18_a_selection_is_bounded_and_excludes_long_questions() {
        let long = format!("What is {}?", "very ".repeat(30));
        let mut many: Vec<String> = (0..1000)
            .map(|n| format!("What is room {n} for?"))
            .collect();
        many.insert(0, long.clone());
        let all = chosen(vec![page("b", "en", 0.9, &many)]);
        assert_eq!(all[0].1.len(), MOST_QUESTIONS);
        assert!(!all[0].1.contains(&long));
        let tail = "of the old house by the lake with the two boats in front of it";
        let wide: Vec<String> = (0..1000)
            .map(|n| format!("What is room {n} {tail}?"))
            .collect();
        let all = chosen(vec![page("b", "en", 0.9, &wide)]);
        let bytes: usize = all[0].1.iter().map(String::len).sum();
        assert!(
            bytes <= MOST_BYTES && bytes > MOST_BYTES * 9 / 10,
            "{bytes}"
        );
    }
}
