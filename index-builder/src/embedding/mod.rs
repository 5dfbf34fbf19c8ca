//! Embedding: the vectors of chunks that the engine's `semantic` retriever searches.
//!
//! An [`Embedder`] learns from a site's own chunks which words go together, and gives each chunk a
//! vector. The engine defines its inputs and uses its vectors ([`soru::indexing`]); this folder has
//! the linear algebra, which a browser must not download.
//!
//! | file | does |
//! |---|---|
//! | `encoded.rs` | [`Encoded`]: a sentence encoder's vectors, with a table for questions |
//! | `site_encoder.rs` | an encoder and its table |
//! | `one_space.rs` | all languages of a site in one space, with a table made for it |
//! | `svd.rs` | the greatest singular values of a sparse matrix |
//! | `sparse.rs` | products of that matrix, on all threads |
//!
//! # Adding one
//! Implement [`Embedder`], choose it in `build/mod.rs`, and list it in the tests below. Vectors
//! without their own singular values have the singular value 1.

mod encoded;
mod one_space;
mod site_encoder;
mod sparse;
mod svd;

use std::sync::Arc;

use soru::indexing::{Embedder, Embedding, Passages};
use soru::{Error, Result};

pub use self::encoded::{Encoded, SiteEncoders};
pub use self::site_encoder::SiteEncoder;
use self::svd::singular_values;

/// Receives the progress of embedding: the number of passages just embedded, and of all passages.
pub type OnProgress = Arc<dyn Fn(usize, usize) + Send + Sync>;

/// Latent semantic analysis: a truncated singular value decomposition of the matrix of chunks and
/// stems (S. Deerwester et al., "Indexing by Latent Semantic Analysis", 1990).
#[derive(Debug, Clone, Copy, Default)]
pub struct LatentSemanticAnalysis;

impl Embedder for LatentSemanticAnalysis {
    fn name(&self) -> &'static str {
        "latent semantic analysis"
    }

    fn embed(&self, passages: &Passages<'_>, dimensions: usize) -> Result<Embedding> {
        singular_values(&passages.matrix, dimensions).ok_or_else(|| Error::Operator {
            name: self.name().to_owned(),
            detail: format!(
                "the chunks in `{}` have no decomposition; set `indexing.vectors.enabled = false`",
                passages.tag
            )
            .into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use soru::index::format::Manifest;
    use soru::index::{Index, Supplied};
    use soru::indexing::{
        ChunkingSettings, Indexer, InvertedIndexer, Layout, TermMatrix, VectorSettings,
    };
    use soru::pre_retrieval::{Analysis, QueryOperator, QuerySettings, TextSettings};
    use soru::query::Query;
    use soru::retrieval::{Allowed, Retriever, Search, Semantic, SemanticSettings};
    use soru::settings::Value;
    use soru::{Block, Document};

    use super::*;

    /// Every embedder.
    fn all() -> Vec<Box<dyn Embedder>> {
        vec![Box::new(LatentSemanticAnalysis)]
    }

    fn assert_sound(embedding: &Embedding, chunks: usize, dimensions: usize) {
        assert!(embedding.singular_values.len() <= dimensions);
        assert_eq!(
            embedding.rows.len(),
            chunks * embedding.singular_values.len()
        );
        assert!(embedding.rows.iter().all(|x| x.is_finite()));
        assert!(
            embedding
                .singular_values
                .iter()
                .all(|s| s.is_finite() && *s > 0.0)
        );
    }

    fn rows() -> impl Strategy<Value = Vec<Vec<(u32, f64)>>> {
        let row = prop::collection::btree_map(0..30_u32, 0.01..1.0_f64, 0..8);
        let one_long = row.prop_map(|row| {
            let length = row.values().map(|x| x * x).sum::<f64>().sqrt();
            row.into_iter()
                .map(|(column, x)| (column, x / length))
                .collect()
        });
        prop::collection::vec(one_long, 0..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn every_embedder_gives_a_sound_embedding_and_the_same_one_again(
            rows in rows(), dimensions in 8..40_usize,
        ) {
            let chunks = rows.len();
            let texts = vec![""; chunks];
            let passages = Passages::new("en", texts, TermMatrix::new(rows, 30));
            for embedder in all() {
                let embedding = embedder.embed(&passages, dimensions).unwrap();
                assert_sound(&embedding, chunks, dimensions);
                prop_assert_eq!(embedder.embed(&passages, dimensions).unwrap(), embedding);
            }
        }
    }

    const PAGES: u32 = 240;
    const TOPICS: u32 = 12;

    /// A page on one of the topics: some of the topic's words, in varying numbers, and a few words
    /// that occur on pages of any topic.
    fn page(number: u32) -> Document {
        let topic = number % TOPICS;
        let dice = |turn: u32| (number * 7919 + turn * 104_729 + number * turn * 31) % 997;
        let own = (0..14).map(|turn| format!("t{topic}w{}x", dice(turn) % 15));
        let any = (14..18).map(|turn| format!("any{}x", dice(turn) % 40));
        Document {
            id: format!("{number:03}"),
            lang: "xx".into(),
            blocks: vec![Block::Text(own.chain(any).collect::<Vec<_>>().join(" "))],
            ..Document::default()
        }
    }

    fn index(embedder: Box<dyn Embedder>) -> Index {
        let settings = VectorSettings {
            dimensions: 16,
            ..VectorSettings::default()
        };
        let indexer = InvertedIndexer::new(ChunkingSettings::default(), "xx", Layout::SINGLE);
        let mut indexer = Box::new(indexer.with_vectors(embedder, &settings).unwrap());
        for number in 0..PAGES {
            let prepared = indexer.prepare(&page(number)).unwrap();
            indexer.add(prepared).unwrap();
        }
        let built = indexer.finish(Vec::new(), &Value::default()).unwrap();
        let files = built.into_files(&|bytes| Ok(bytes.to_vec())).unwrap();
        let manifest = Manifest::read(&files[1].1).unwrap();
        let source = Supplied::new(&manifest);
        source.supply(&files[0].0, &files[0].1).unwrap();
        Index::open(&manifest, Arc::new(source)).unwrap()
    }

    fn query(text: &str) -> Query {
        let settings = QuerySettings::default();
        let languages = ["xx".to_owned()];
        let mut query = Query {
            text: text.to_owned(),
            ..Query::default()
        };
        let analysis = Analysis::new(&languages, &TextSettings::default(), &settings, 0.0);
        analysis.apply(&mut query).unwrap();
        query
    }

    // End to end: trained here, rounded to four bits, written, read, folded in by postings.
    #[test]
    fn r19_folding_in_a_chunk_s_own_words_finds_its_neighbourhood() {
        for embedder in all() {
            let name = embedder.name();
            let index = index(embedder);
            let semantic = Semantic::new(&SemanticSettings::default());
            let (mut itself, mut neighbours) = (0, 0);
            for number in 0..PAGES {
                let text = index.passage(number).unwrap().text().to_owned();
                let hits = semantic
                    .retrieve(&Search::new(&index, &query(&text)), &Allowed::all(), 10)
                    .unwrap();
                assert_eq!(hits.len(), 10, "{name}");
                itself += u32::from(hits.iter().any(|hit| hit.chunk == number));
                let near = hits
                    .iter()
                    .filter(|hit| hit.chunk % TOPICS == number % TOPICS);
                neighbours += u32::try_from(near.count()).unwrap();
            }
            assert!(itself > PAGES * 9 / 10, "{name}: {itself}");
            assert!(neighbours > PAGES * 10 * 99 / 100, "{name}: {neighbours}");
        }
    }

    // Each word of a topic occurs on pages without the others, and means the same.
    #[test]
    fn r19_one_word_finds_pages_of_its_topic_that_do_not_have_it() {
        for embedder in all() {
            let index = index(embedder);
            let semantic = Semantic::new(&SemanticSettings::default());
            let mut without = 0;
            for topic in 0..TOPICS {
                let word = format!("t{topic}w3x");
                let hits = semantic
                    .retrieve(&Search::new(&index, &query(&word)), &Allowed::all(), 20)
                    .unwrap();
                assert!(hits.iter().all(|hit| hit.chunk % TOPICS == topic), "{word}");
                let texts = hits
                    .iter()
                    .map(|hit| index.passage(hit.chunk).unwrap().text().to_owned());
                without += texts.filter(|text| !text.contains(&word)).count();
            }
            assert!(without > 0);
        }
    }
}
