//! A small encoder for tests: chunks and questions use the same table of word pieces.

use soru::indexing::{Embedder, Embedding, Passages, QueryTable};
use soru::settings::Value;
use soru::text::{PieceRules, Pieces};
use soru::{Block, Document, Result};

/// Embeds a chunk like a question.
#[derive(Debug)]
pub(crate) struct Encoder {
    pub(crate) table: QueryTable,
    /// Its languages.
    pub(crate) tags: &'static [&'static str],
}

/// Returns the rules of BERT's tokenizer.
pub(crate) fn word_piece() -> PieceRules {
    PieceRules::WordPiece {
        lowercase: true,
        strip_accents: true,
        unknown: "[UNK]".to_owned(),
        max_characters: 100,
    }
}

/// Returns a table of these pieces and their rows, all of them common except for the last third.
pub(crate) fn table(pieces: Vec<String>, rows: Vec<f32>, dimensions: usize) -> QueryTable {
    QueryTable {
        common: (0..).take(pieces.len() * 2 / 3).collect(),
        bias: vec![0.01; dimensions],
        tokenizer: word_piece(),
        is_shared: false,
        pieces,
        rows,
    }
}

/// Returns the question's vector, in floating point and from the whole table.
pub(crate) fn encoded(table: &QueryTable, text: &str) -> Vec<f64> {
    let numbers = Pieces::new(&table.pieces, &table.tokenizer).cut(text);
    let dimensions = table.bias.len();
    let mut vector: Vec<f64> = table.bias.iter().copied().map(f64::from).collect();
    for number in &numbers {
        let row = &table.rows[*number as usize * dimensions..][..dimensions];
        for (sum, x) in vector.iter_mut().zip(row) {
            *sum += f64::from(*x) / (numbers.len() as f64).sqrt();
        }
    }
    vector
}

impl Embedder for Encoder {
    fn name(&self) -> &'static str {
        "encoder"
    }

    fn encodes_questions(&self, tags: &[&str]) -> Vec<bool> {
        tags.iter().map(|tag| self.tags.contains(tag)).collect()
    }

    fn embed(&self, passages: &Passages<'_>, dimensions: usize) -> Result<Embedding> {
        if !self.tags.contains(&passages.tag) {
            return super::embedder::Eigenvalues.embed(passages, dimensions);
        }
        let texts = passages.titles.iter().zip(&passages.texts);
        let texts = texts.map(|(titles, text)| format!("{} {text}", titles.join(" ")));
        let questions = passages.questions.iter().flatten();
        Ok(Embedding {
            singular_values: vec![1.0; self.table.bias.len()],
            rows: texts.flat_map(|text| encoded(&self.table, &text)).collect(),
            questions: questions
                .flat_map(|own| encoded(&self.table, own))
                .collect(),
            table: Some(self.table.clone()),
        })
    }
}

/// Scores of `hybrid` for a question of ten words that a table of 64 dimensions encodes, as bits,
/// best first: the same natively and in browsers.
pub(crate) const RECORDED: [u64; 4] = [
    4_606_841_488_425_955_944,
    4_606_112_312_776_975_343,
    4_603_986_552_924_157_142,
    4_599_219_299_954_821_417,
];

/// Computes the values of [`RECORDED`].
pub(crate) fn scores() -> Vec<u64> {
    let words = [
        "fee", "visa", "room", "exam", "date", "form", "bus", "book", "##s", "the",
    ];
    let number = |x: u32| {
        let high = u16::try_from(x.wrapping_mul(2_654_435_761) >> 20).unwrap();
        f32::from(high) / 2048.0 - 1.0
    };
    let rows = (1..).take(words.len() * 64).map(number).collect();
    let table = table(words.map(str::to_owned).into(), rows, 64);
    let page = |number: usize| Document {
        id: format!("{number}"),
        lang: "en".into(),
        blocks: vec![Block::Text(format!(
            "The {} and the {}s",
            words[number],
            words[number + 2]
        ))],
        ..Document::default()
    };
    let pages: Vec<Document> = (0..4).map(page).collect();
    let encoder = Box::new(Encoder {
        table,
        tags: &["en"],
    });
    let indexer = super::with_embedder(encoder, super::SHARDED);
    let engine = super::loaded(&super::finish(
        indexer,
        &pages,
        Vec::new(),
        &Value::default(),
    ));
    let options = super::table(&[("rerankers", Value::List(Vec::new()))]);
    let hits = engine
        .ask("the fees for books, rooms and exams by date", &options)
        .unwrap()
        .hits;
    hits.iter().map(|hit| hit.score.to_bits()).collect()
}
