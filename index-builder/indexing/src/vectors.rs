//! The chunks as an embedder reads them, and their vectors.

use soru::error::{Error, Result};
use soru::index::format::{ChunkVectors, Passage};

use super::QueryTable;
use super::embedding::{Embedder, Embedding, Passages};
use crate::settings::VectorSettings;

/// The inputs for computing vectors.
#[derive(Debug)]
pub(super) struct Vectors {
    pub(super) embedder: Box<dyn Embedder>,
    pub(super) settings: VectorSettings,
}

/// A language of the site.
pub(super) struct LanguageChunks<'c> {
    pub(super) tag: &'c str,
    /// Its chunks, ascending by number.
    pub(super) chunks: Vec<EmbeddedChunk<'c>>,
}

/// A chunk, as input for its vector.
#[derive(Debug, Clone, Copy)]
pub(super) struct EmbeddedChunk<'c> {
    pub(super) number: u32,
    /// Title of its page.
    pub(super) title: &'c str,
    pub(super) passage: &'c Passage,
}

impl<'c> EmbeddedChunk<'c> {
    /// Returns title and headings, each once.
    fn titles(&self) -> Vec<&'c str> {
        let mut titles = Vec::new();
        let headings = self.passage.sections.iter().flat_map(|own| &own.heading);
        for text in [self.title].into_iter().chain(headings.map(String::as_str)) {
            if !text.is_empty() && !titles.contains(&text) {
                titles.push(text);
            }
        }
        titles
    }

    fn questions(&self) -> Vec<&'c str> {
        let questions = self.passage.questions.iter();
        questions.map(String::as_str).collect()
    }
}

/// Vectors, and the numbers of their chunks, ascending. A chunk has several vectors if questions
/// were written for it.
#[derive(Debug, Clone, Default)]
pub(super) struct NumberedVectors {
    pub(super) vectors: ChunkVectors,
    pub(super) numbers: Vec<u32>,
}

impl NumberedVectors {
    /// Moves the rows of written questions, this many per chunk, after the row of their chunk.
    fn interleave(&mut self, questions: &[usize]) {
        let mut steps = Vec::with_capacity(self.vectors.steps.len());
        let mut numbers = Vec::with_capacity(self.vectors.rows());
        let mut next = self.numbers.len();
        for (row, (number, questions)) in self.numbers.iter().zip(questions).enumerate() {
            for row in std::iter::once(row).chain(next..next + questions) {
                steps.extend_from_slice(self.vectors.row(row));
                numbers.push(*number);
            }
            next += questions;
        }
        self.vectors.steps = steps;
        self.numbers = numbers;
    }
}

impl Vectors {
    /// Returns for each language whether it is embedded: it has chunks, and the embedder supports
    /// it.
    pub(super) fn known(&self, languages: &[LanguageChunks<'_>]) -> Vec<bool> {
        let own = languages.iter().filter(|own| !own.chunks.is_empty());
        let tags: Vec<&str> = own.map(|own| own.tag).collect();
        let mut encoded = self.embedder.encodes(&tags).into_iter();
        let known =
            |own: &LanguageChunks<'_>| !own.chunks.is_empty() && encoded.next() == Some(true);
        languages.iter().map(known).collect()
    }

    /// Computes the vectors of each language, and the table that encodes questions.
    pub(super) fn of(&self, languages: &[&LanguageChunks<'_>]) -> Result<Vec<Embedded>> {
        let site: Vec<_> = languages.iter().map(|own| own.passages()).collect();
        let embeddings = self.embedder.embed(&site, self.settings.dimensions)?;
        if embeddings.len() != site.len() {
            return Err(Error::Operator {
                name: self.embedder.name().to_owned(),
                detail: format!(
                    "it returned {} embeddings for {} languages",
                    embeddings.len(),
                    site.len()
                )
                .into(),
            });
        }
        let questions = site.iter().map(|own| own.questions.iter().map(Vec::len));
        let questions: Vec<Vec<usize>> = questions.map(Iterator::collect).collect();
        drop(site);
        let embeddings = embeddings.into_iter().zip(&questions).zip(languages);
        embeddings
            .map(|((own, questions), language)| self.quantised(language, own, questions))
            .collect()
    }

    /// Quantises the vectors. The vectors of written questions follow the vector of their chunk.
    fn quantised(
        &self,
        language: &LanguageChunks<'_>,
        embedding: Embedding,
        questions: &[usize],
    ) -> Result<Embedded> {
        let numbers: Vec<u32> = language.chunks.iter().map(|chunk| chunk.number).collect();
        let all = questions.iter().sum();
        let vectors = embedding.quantised(self.embedder.name(), numbers.len(), all)?;
        let mut own = NumberedVectors { vectors, numbers };
        if own.vectors.rows() > own.numbers.len() {
            own.interleave(questions);
        }
        Ok((own, embedding.table))
    }
}

/// Vectors, and the table that encodes questions.
pub(super) type Embedded = (NumberedVectors, QueryTable);

impl LanguageChunks<'_> {
    /// Returns the input of an embedder.
    fn passages(&self) -> Passages<'_> {
        let chunks = self.chunks.iter();
        let texts = chunks.clone().map(|chunk| chunk.passage.text.as_str());
        Passages::new(self.tag, texts.collect())
            .with_titles(chunks.clone().map(EmbeddedChunk::titles).collect())
            .with_questions(chunks.map(EmbeddedChunk::questions).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soru::index::format::Section;

    // An encoder reads the titles too: on a page of questions the question is a heading.
    #[test]
    fn r19_a_chunk_s_titles_are_those_above_it_each_once() {
        let section = |heading: &[&str]| Section {
            heading: heading.iter().map(ToString::to_string).collect(),
            ..Section::default()
        };
        let passage = Passage {
            sections: vec![section(&["Fees", "Visa"]), section(&["Fees", "Dates"])],
            ..Passage::default()
        };
        let titles = |title| {
            let (number, passage) = (0, &passage);
            let chunk = EmbeddedChunk {
                number,
                title,
                passage,
            };
            chunk.titles()
        };
        assert_eq!(titles("Money"), ["Money", "Fees", "Visa", "Dates"]);
        assert_eq!(titles("Fees"), ["Fees", "Visa", "Dates"]);
        assert_eq!(titles(""), ["Fees", "Visa", "Dates"]);
    }
}
