//! The matrix of chunks by stems, and the vectors that an embedder computes from it.

use super::QueryTable;
use super::dictionary::SortedWords;
use super::embedding::{Embedder, Embedding, Passages, TermMatrix, VectorSettings};
use super::postings::Postings;
use crate::error::{Error, Result};
use crate::index::format::{ChunkVectors, LanguageStatistics, Passage, Posting, merge_postings};

/// With fewer chunks than this no co-occurrence of words can be learnt.
const FEWEST_CHUNKS: usize = 8;

/// Inputs of vectors.
#[derive(Debug)]
pub(super) struct Vectors {
    pub(super) embedder: Box<dyn Embedder>,
    pub(super) settings: VectorSettings,
}

/// A language of the site.
pub(super) struct LanguageChunks<'c> {
    pub(super) statistics: &'c LanguageStatistics,
    pub(super) words: &'c SortedWords,
    pub(super) postings: &'c Postings,
    /// Its chunks, ascending by number.
    pub(super) chunks: Vec<EmbeddedChunk<'c>>,
    /// Whether a table encodes questions in it.
    pub(super) has_table: bool,
}

/// A chunk, as input of its vector.
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

/// Vectors, and the numbers of their chunks, ascending. A chunk has several if questions were
/// written for it.
#[derive(Debug, Clone, Default)]
pub(super) struct NumberedVectors {
    pub(super) vectors: ChunkVectors,
    pub(super) numbers: Vec<u32>,
}

impl NumberedVectors {
    /// Moves the rows of written questions, this many per chunk, after that of their chunk.
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
    /// Returns the size of the vectors in bytes, given the number of chunks per language.
    pub(super) fn size(&self, languages: &[LanguageChunks<'_>]) -> usize {
        // Vectors from an encoder are divided into cells if they are too many.
        let folded = languages.iter().filter(|own| !own.has_table);
        let enough = folded.filter(|own| own.is_enough());
        let counts = enough.map(|language| language.chunks.len());
        let most = |count: usize| self.settings.dimensions.min(count);
        counts
            .map(|count| ChunkVectors::size(count, most(count)))
            .sum()
    }

    /// Marks the languages with chunks in which a table encodes questions.
    pub(super) fn note_tables(&self, languages: &mut [LanguageChunks<'_>]) {
        let own = languages.iter_mut().filter(|own| !own.chunks.is_empty());
        let own: Vec<_> = own.collect();
        let tags: Vec<&str> = own.iter().map(|own| own.statistics.tag.as_str()).collect();
        let encoded = self.embedder.encodes_questions(&tags);
        for (language, has_table) in own.into_iter().zip(encoded) {
            language.has_table = has_table;
        }
    }

    /// Computes the vectors of each language and the table that encodes questions; none for a
    /// language with too few chunks.
    pub(super) fn of(&self, languages: &[&LanguageChunks<'_>]) -> Result<Vec<Embedded>> {
        let enough = languages.iter().filter(|own| own.is_enough());
        let read: Vec<_> = enough.map(|own| own.passages()).collect();
        let (site, lengths): (Vec<_>, Vec<_>) = read.into_iter().unzip();
        let embeddings = self.embedder.embed_site(&site, self.settings.dimensions)?;
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
        let mut found = embeddings.into_iter().zip(lengths.iter().zip(&questions));
        let mut next = |language: &&LanguageChunks<'_>| {
            let own = language.is_enough().then(|| found.next()).flatten();
            own.map_or_else(
                || Ok(Embedded::default()),
                |(own, (lengths, questions))| self.quantised(language, own, lengths, questions),
            )
        };
        languages.iter().map(&mut next).collect()
    }

    /// Quantises the vectors. Written questions have their own vectors after that of their chunk.
    fn quantised(
        &self,
        language: &LanguageChunks<'_>,
        embedding: Embedding,
        lengths: &[f64],
        questions: &[usize],
    ) -> Result<Embedded> {
        let all = questions.iter().sum();
        let vectors = embedding.quantised(self.embedder.name(), lengths, all)?;
        let table = embedding.table.filter(|_| vectors.dimensions() > 0);
        let numbers = language.chunks.iter().map(|chunk| chunk.number);
        let mut own = NumberedVectors {
            vectors,
            numbers: numbers.collect(),
        };
        if own.vectors.rows() > own.numbers.len() {
            own.interleave(questions);
        }
        Ok((own, table))
    }
}

/// Vectors, and the table that encodes questions if there is one.
pub(super) type Embedded = (NumberedVectors, Option<QueryTable>);

impl LanguageChunks<'_> {
    pub(super) fn tag(&self) -> &str {
        &self.statistics.tag
    }

    fn is_enough(&self) -> bool {
        let fewest = if self.has_table { 1 } else { FEWEST_CHUNKS };
        self.chunks.len() >= fewest
    }

    /// Returns the input of an embedder, and the lengths of the matrix's rows.
    fn passages(&self) -> (Passages<'_>, Vec<f64>) {
        let (matrix, lengths) = self.matrix();
        let chunks = self.chunks.iter();
        let texts = chunks.clone().map(|chunk| chunk.passage.text.as_str());
        let passages = Passages::new(&self.statistics.tag, texts.collect(), matrix)
            .with_titles(chunks.clone().map(EmbeddedChunk::titles).collect())
            .with_questions(chunks.map(EmbeddedChunk::questions).collect());
        (passages, lengths)
    }

    /// Returns the matrix of chunks by stems, and the lengths of its rows before normalisation.
    fn matrix(&self) -> (TermMatrix, Vec<f64>) {
        let mut rows = vec![Vec::new(); self.chunks.len()];
        let mut columns = 0;
        let telling = |postings: &Vec<Posting>| !self.statistics.is_commonplace(postings.len());
        for postings in self.stems().into_iter().filter(telling) {
            let idf = self.statistics.idf(postings.len());
            for posting in &postings {
                if let Some(row) = self.row_of(posting.chunk) {
                    rows[row].push((columns, posting.log_frequency() * idf));
                }
            }
            columns += 1;
        }
        let lengths = rows.iter_mut().map(|row| make_one_long(row)).collect();
        (TermMatrix::new(rows, columns as usize), lengths)
    }

    fn row_of(&self, chunk: u32) -> Option<usize> {
        let number = |own: &EmbeddedChunk<'_>| own.number;
        self.chunks.binary_search_by_key(&chunk, number).ok()
    }

    /// Returns the postings of every stem. The stems ascend, so that the order of documents, which
    /// determines the numbers of words, has no effect.
    fn stems(&self) -> Vec<Vec<Posting>> {
        let words = self.words.entries().iter();
        let mut stems: Vec<(&str, u32)> = words.map(|word| (&*word.stem, word.number)).collect();
        stems.sort_unstable();
        let of_one = |group: &[(&str, u32)]| {
            let words = group.iter();
            let words = words.map(|(_, number)| self.postings.of(*number as usize));
            words.fold(Vec::new(), |all, word| merge_postings(&all, word))
        };
        let groups = stems.chunk_by(|(one, _), (other, _)| one == other);
        groups.map(of_one).collect()
    }
}

/// Divides a row by its length and returns the length.
fn make_one_long(row: &mut [(u32, f64)]) -> f64 {
    let length = row.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
    if length > 0.0 {
        for (_, x) in row {
            *x /= length;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::super::dictionary::Dictionary;
    use super::super::threads::in_order;
    use super::*;
    use crate::index::format::Section;

    fn postings(of: &[(u32, [u16; 3])]) -> Vec<Posting> {
        let posting = |(chunk, [body, headings, title]): &(u32, [u16; 3])| {
            Posting::new(*chunk, [*body, *headings, *title, 0])
        };
        of.iter().map(posting).collect()
    }

    /// Chunks 1 and 3 to 5 are in the language: two words of one stem, one of another, and one
    /// in most chunks.
    fn matrix() -> (TermMatrix, Vec<f64>, LanguageStatistics) {
        let statistics = LanguageStatistics {
            tag: "en".into(),
            chunks: 4,
            ..LanguageStatistics::default()
        };
        let mut dictionary = Dictionary::default();
        for word in ["office", "visas", "the", "visa"] {
            dictionary.number(word.into()).unwrap();
        }
        let all = [
            postings(&[(4, [1, 0, 0])]),
            postings(&[(1, [1, 0, 0])]),
            postings(&[(1, [9, 0, 0]), (3, [9, 0, 0]), (4, [9, 0, 0])]),
            postings(&[(1, [0, 1, 1]), (4, [2, 0, 0])]),
        ];
        let passage = Passage::default();
        let chunk = |number| EmbeddedChunk {
            number,
            title: "",
            passage: &passage,
        };
        let language = LanguageChunks {
            statistics: &statistics,
            words: &dictionary.into_words("en", in_order),
            postings: &Postings::from(&all[..]),
            chunks: [1, 3, 4, 5].map(chunk).into(),
            has_table: false,
        };
        let (matrix, lengths) = language.matrix();
        (matrix, lengths, statistics)
    }

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    // `offic` and `visa`; the second occurs 3 times in the first chunk, over its fields and forms.
    #[test]
    fn r19_a_row_holds_the_weighted_stems_of_a_chunk_but_no_commonplace_one() {
        let (matrix, lengths, statistics) = matrix();
        assert_eq!(matrix.columns(), 2);
        let rows = matrix.rows();
        assert_eq!((rows[0].len(), rows[1].len(), rows[3].len()), (1, 0, 0));
        let (once, thrice, twice) = (2_f64.ln(), 4_f64.ln(), 3_f64.ln());
        assert_near(lengths[0], thrice * statistics.idf(2));
        let (office, visa) = (once * statistics.idf(1), twice * statistics.idf(2));
        let length = (office * office + visa * visa).sqrt();
        assert_near(lengths[2], length);
        assert_eq!((rows[2][0].0, rows[2][1].0), (0, 1));
        assert_near(rows[2][0].1, office / length);
        assert_near(rows[2][1].1, visa / length);
    }

    #[test]
    fn r19_rows_have_length_1_and_empty_ones_length_0() {
        let (matrix, lengths, _) = matrix();
        for (row, length) in matrix.rows().iter().zip(lengths) {
            let squares: f64 = row.iter().map(|(_, x)| x * x).sum();
            assert_near(squares, if length > 0.0 { 1.0 } else { 0.0 });
        }
    }

    // An encoder reads them too: on a page of questions the question is a heading.
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
