//! A small encoder for tests: chunks and questions by the same table of word pieces.

use soru::Result;
use soru::indexing::{Embedder, Embedding, Passages, QueryTable};
use soru::text::{PieceRules, Pieces};

/// Embeds a chunk as questions are encoded.
#[derive(Debug)]
pub(crate) struct Encoder {
    pub(crate) table: QueryTable,
    /// The only language that it is for.
    pub(crate) tag: &'static str,
}

/// The rules of BERT's tokenizer.
pub(crate) fn word_piece() -> PieceRules {
    PieceRules::WordPiece {
        lowercase: true,
        strip_accents: true,
        unknown: "[UNK]".to_owned(),
        max_characters: 100,
    }
}

/// A table of these pieces and their rows, all of them common but for the last third.
pub(crate) fn table(pieces: Vec<String>, rows: Vec<f32>, dimensions: usize) -> QueryTable {
    QueryTable {
        common: (0..).take(pieces.len() * 2 / 3).collect(),
        bias: vec![0.01; dimensions],
        tokenizer: word_piece(),
        pieces,
        rows,
    }
}

/// The question's vector, in floating point and from the whole table.
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

    fn encodes_questions(&self, tag: &str) -> bool {
        tag == self.tag
    }

    fn embed(&self, passages: &Passages<'_>, dimensions: usize) -> Result<Embedding> {
        if passages.tag != self.tag {
            return super::embedder::Eigenvalues.embed(passages, dimensions);
        }
        let texts = passages.titles.iter().zip(&passages.texts);
        let texts = texts.map(|(titles, text)| format!("{} {text}", titles.join(" ")));
        Ok(Embedding {
            strengths: vec![1.0; self.table.bias.len()],
            rows: texts.flat_map(|text| encoded(&self.table, &text)).collect(),
            table: Some(self.table.clone()),
        })
    }
}
