//! A walk over all that an index holds: languages, pages, chunks, texts, words, postings, places,
//! vectors, words to propose; each compared with what refers to it.

use serde::Serialize;
use soru::index::{Index, Word};
use soru::settings::Value;
use soru::text::fold;
use soru::{Engine, Error};

/// What was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Walked {
    /// Pages.
    pub documents: u64,
    /// Chunks, with their texts.
    pub chunks: u64,
    /// Different words.
    pub words: u64,
    /// Postings, with their places.
    pub postings: u64,
    /// Vectors.
    pub vectors: u64,
}

pub(super) struct Walk<'e> {
    engine: &'e Engine,
    pub(super) walked: Walked,
    /// Section and what is wrong with it.
    pub(super) problems: Vec<(String, String)>,
    /// Whether nothing was missing.
    is_whole: bool,
}

impl<'e> Walk<'e> {
    pub(super) fn new(engine: &'e Engine) -> Self {
        Self {
            engine,
            walked: Walked::default(),
            problems: Vec::new(),
            is_whole: true,
        }
    }

    pub(super) fn over(&mut self) {
        let engine = self.engine;
        let Some(index) = self.sound(engine.index()) else {
            return;
        };
        self.documents(index);
        self.chunks(index);
        for language in 0..index.languages().len() {
            self.words(index, language);
            self.sound(index.vocabulary(language));
            let vectors = self.sound(index.vectors(language)).flatten();
            self.walked.vectors += vectors.map_or(0, |space| space.vectors().count() as u64);
        }
        self.counts();
        self.question(index);
    }

    /// What was read, unless it is damaged, or in a file whose damage is known already.
    fn sound<T>(&mut self, read: soru::Result<T>) -> Option<T> {
        match read {
            Ok(value) => return Some(value),
            Err(Error::NotLoaded { .. }) => self.is_whole = false,
            Err(Error::Corrupt { section, detail }) => self.wrong(&section, &detail),
            Err(error) => self.wrong("core", &error.to_string()),
        }
        None
    }

    /// Notes a problem; of several of one kind, the first.
    fn wrong(&mut self, section: &str, problem: &str) {
        let problem = (section.to_owned(), problem.to_owned());
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn documents(&mut self, index: &Index) {
        let documents = index.documents();
        self.walked.documents = documents.len() as u64;
        let ascend = (1..documents.len()).all(|row| documents.id(row - 1) < documents.id(row));
        if !ascend {
            self.wrong("documents", "the ids do not ascend");
        }
    }

    fn chunks(&mut self, index: &Index) {
        let mut per_language = vec![0_u32; index.languages().len()];
        for chunk in (0..).take(index.chunks().len()) {
            per_language[index.language_of(chunk)] += 1;
            if let Some(text) = self.sound(index.text(chunk)) {
                self.walked.chunks += 1;
                if text.trim().is_empty() {
                    self.wrong("chunks", "a chunk has no text");
                }
            }
        }
        let stated = index.languages().iter().map(|language| language.chunks);
        if !stated.eq(per_language) {
            self.wrong("core", "the languages have other numbers of chunks");
        }
    }

    fn words(&mut self, index: &Index, language: usize) {
        let Some(words) = self.sound(index.words_with_prefix(language, "")) else {
            return;
        };
        let tag = &index.languages()[language].tag;
        let mut previous = String::new();
        for word in &words {
            let key = fold(word.text());
            if key < previous {
                self.wrong("core", &format!("the words in `{tag}` do not ascend"));
            }
            previous = key;
            self.postings(index, language, word);
        }
        self.walked.words += words.len() as u64;
    }

    fn postings(&mut self, index: &Index, language: usize, word: &Word<'_>) {
        let (mut count, mut last, mut are_sound) = (0_u32, None, true);
        let read = word.shard.for_each_posting(word.row, |posting| {
            are_sound &= last < Some(posting.chunk) && index.language_of(posting.chunk) == language;
            last = Some(posting.chunk);
            count += 1;
        });
        if self.sound(read).is_none() {
            return;
        }
        self.walked.postings += u64::from(count);
        if !are_sound || count != word.shard.document_frequency(word.row) {
            let tag = &index.languages()[language].tag;
            let problem = format!("the postings of a word in `{tag}` are not those of its chunks");
            self.wrong("core", &problem);
        }
        let every = |_| true;
        let places = word
            .shard
            .for_each_position(word.row, &every, &mut |_, _| {});
        self.sound(places);
    }

    fn counts(&mut self) {
        let stats = self.engine.stats();
        let read = self.walked;
        for (name, stated, found) in [
            ("pages", stats.documents, read.documents),
            ("chunks", stats.chunks, read.chunks),
            ("words", stats.terms, read.words),
        ] {
            if self.is_whole && self.problems.is_empty() && found != stated {
                let problem = format!("it promises {stated} {name} and there are {found}");
                self.wrong("manifest", &problem);
            }
        }
    }

    /// A question of which at least one word is on the site goes through every stage.
    fn question(&mut self, index: &Index) {
        let title = (0..index.documents().len()).map(|row| index.documents().title(row));
        let Some(title) = title.into_iter().find(|title| !title.is_empty()) else {
            return;
        };
        match self.engine.ask(title, &Value::Null) {
            Err(error) if !error.asks_for_more() && error != Error::EmptyQuestion => {
                self.wrong("core", &format!("asking for a page's title fails: {error}"));
            }
            _ => {}
        }
    }
}
