//! Walks over the whole index: languages, pages, passages, words, postings, vectors, prepared
//! questions; compares each with everything that refers to it.

use std::collections::HashSet;

use serde::Serialize;
use soru::index::format::SUGGEST;
use soru::index::{Index, Word};
use soru::orchestration::Method;
use soru::settings::Value;
use soru::text::fold;
use soru::{Engine, Error, Reason};

/// Counts of the content read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Walked {
    /// Pages.
    pub documents: u64,
    /// Chunks, with their passages.
    pub chunks: u64,
    /// Different words.
    pub words: u64,
    /// Postings.
    pub postings: u64,
    /// Vectors.
    pub vectors: u64,
    /// Prepared questions, once in every shard.
    pub questions: u64,
    /// Pages with a list of related pages, which may be empty.
    pub related: u64,
}

pub(super) struct Walk<'e> {
    engine: &'e Engine,
    pub(super) walked: Walked,
    /// Addresses of pages.
    pub(super) addresses: HashSet<String>,
    /// Sections with their problems.
    pub(super) problems: Vec<(String, String)>,
    /// Whether no file was missing.
    is_whole: bool,
}

impl<'e> Walk<'e> {
    pub(super) fn new(engine: &'e Engine) -> Self {
        Self {
            engine,
            walked: Walked::default(),
            addresses: HashSet::new(),
            problems: Vec::new(),
            is_whole: true,
        }
    }

    /// Whether everything was present and correct.
    pub(super) fn is_sound(&self) -> bool {
        self.is_whole && self.problems.is_empty()
    }

    pub(super) fn over(&mut self) {
        let engine = self.engine;
        let Some(index) = self.sound(engine.index()) else {
            return;
        };
        self.walked.documents = index.chunks().documents() as u64;
        self.passages(index);
        for language in 0..index.languages().len() {
            self.words(index, language);
            self.sound(index.vocabulary(language));
            let vectors = self.sound(index.vectors(language)).flatten();
            self.walked.vectors += vectors.map_or(0, |space| space.vectors().count() as u64);
        }
        self.questions(index);
        self.sound(index.metadata());
        let related = self.sound(index.all_related());
        self.walked.related = related.map_or(0, |all| all.len() as u64);
        self.counts();
        self.question(index);
    }

    /// Returns the content read, unless it is damaged or in a file that is known to be damaged.
    fn sound<T>(&mut self, read: soru::Attempt<T>) -> Option<T> {
        let reason = match read {
            Ok(value) => return Some(value),
            Err(interruption) => interruption.reason(),
        };
        match reason {
            Reason::Needs(_) => self.is_whole = false,
            Reason::Failed(Error::Corrupt { section, detail }) => {
                self.wrong(&section, &detail.to_string());
            }
            Reason::Failed(error) => self.wrong("core", &error.to_string()),
        }
        None
    }

    /// Records a problem. Of several problems of one kind, it records only the first.
    fn wrong(&mut self, section: &str, problem: &str) {
        let problem = (section.to_owned(), problem.to_owned());
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn passages(&mut self, index: &Index) {
        let mut per_language = vec![0_u32; index.languages().len()];
        let mut before = None;
        for chunk in (0..).take(index.chunks().len()) {
            per_language[index.language_of(chunk)] += 1;
            let Some(passage) = self.sound(index.passage(chunk)) else {
                continue;
            };
            self.walked.chunks += 1;
            if passage.text().trim().is_empty() {
                self.wrong("chunks", "a chunk has no text");
            }
            let page = (index.chunks().document(chunk), passage.id().to_owned());
            let ascends = before.is_none_or(|(number, id): (usize, String)| {
                (number == page.0) == (id == page.1) && id <= page.1
            });
            if !ascends {
                self.wrong("chunks", "the page ids are not in ascending order");
            }
            if !self.addresses.contains(passage.url()) {
                self.addresses.insert(passage.url().to_owned());
            }
            before = Some(page);
        }
        let stated = index.languages().iter().map(|language| language.chunks);
        if !stated.eq(per_language) {
            self.wrong("core", "the languages have different numbers of chunks");
        }
    }

    fn words(&mut self, index: &Index, language: usize) {
        let Some(words) = self.sound(index.words(language)) else {
            return;
        };
        let tag = &index.languages()[language].tag;
        let mut previous = String::new();
        for word in &words {
            let key = fold(word.text());
            if key < previous {
                self.wrong(
                    "core",
                    &format!("the words of `{tag}` are not in ascending order"),
                );
            }
            previous = key;
            self.postings(index, language, word);
        }
        let own = words.iter().filter(|word| !word.is_part());
        self.walked.words += own.count() as u64;
    }

    fn postings(&mut self, index: &Index, language: usize, word: &Word) {
        let Some(postings) = self.sound(index.postings(word, true)) else {
            return;
        };
        self.walked.postings += postings.len() as u64;
        let ascend = postings.is_sorted_by(|one, other| one.chunk < other.chunk);
        let mut chunks = postings.iter().map(|posting| posting.chunk);
        let are_own = chunks.all(|chunk| index.language_of(chunk) == language);
        if !ascend || !are_own || postings.len() != word.document_frequency() as usize {
            let tag = &index.languages()[language].tag;
            let problem = format!("the postings of a word of `{tag}` do not match its chunks");
            self.wrong("core", &problem);
        }
    }

    /// Reads all prepared questions.
    fn questions(&mut self, index: &Index) {
        let Some(Some(table)) = self.sound(index.suggest_table()) else {
            return;
        };
        let numbers = (0..).take(table.shards());
        for shard in self
            .sound(index.suggest_shards(numbers))
            .into_iter()
            .flatten()
        {
            self.walked.questions += shard.len() as u64;
            if (0..shard.len()).any(|row| shard.get(row).text.trim().is_empty()) {
                self.wrong(SUGGEST, "a question has no text");
            }
        }
    }

    fn counts(&mut self) {
        let stats = self.engine.stats();
        let read = self.walked;
        for (name, stated, found) in [
            ("pages", stats.documents, read.documents),
            ("chunks", stats.chunks, read.chunks),
            ("words", stats.terms, read.words),
        ] {
            if self.is_sound() && found != stated {
                let problem = format!("it states {stated} {name}, but {found} were found");
                self.wrong("manifest", &problem);
            }
        }
    }

    /// Asks a question with at least one word of the site, which passes every stage.
    fn question(&mut self, index: &Index) {
        if !self.engine.configuration().mistakes().is_empty() {
            // This damage is reported already, and it is why most questions would fail.
            return;
        }
        let passages = (0..).take(index.chunks().len());
        let mut passages = passages.filter_map(|chunk| self.sound(index.passage(chunk)));
        let Some(passage) = passages.find(|passage| !passage.title().is_empty()) else {
            return;
        };
        drop(passages);
        let call = self
            .engine
            .begin(Method::ASK, passage.title(), &Value::Null);
        match { call }.step() {
            Err(error) if error != Error::EmptyQuestion => {
                self.wrong(
                    "core",
                    &format!("searching for a page's title fails: {error}"),
                );
            }
            _ => {}
        }
    }
}
