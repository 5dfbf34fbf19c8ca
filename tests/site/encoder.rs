//! A small encoder for tests: chunks and questions use the same table of word pieces.

use std::collections::{BTreeMap, BTreeSet};

use soru::settings::Value;
use soru::text::{PieceRules, Pieces};
use soru::{Block, Document, Result};
use soru_indexing::{Embedder, Embedding, Passages, QueryTable};

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

    fn encodes(&self, tags: &[&str]) -> Vec<bool> {
        tags.iter().map(|tag| self.tags.contains(tag)).collect()
    }

    fn embed(&self, site: &[Passages<'_>], _: usize) -> Result<Vec<Embedding>> {
        Ok(site
            .iter()
            .map(|passages| self.embedded(passages))
            .collect())
    }
}

impl Encoder {
    fn embedded(&self, passages: &Passages<'_>) -> Embedding {
        let texts = passages.titles.iter().zip(&passages.texts);
        let texts = texts.map(|(titles, text)| format!("{} {text}", titles.join(" ")));
        let questions = passages.questions.iter().flatten();
        Embedding {
            dimensions: self.table.bias.len(),
            rows: texts.flat_map(|text| encoded(&self.table, &text)).collect(),
            questions: questions
                .flat_map(|own| encoded(&self.table, own))
                .collect(),
            table: self.table.clone(),
        }
    }
}

/// Returns an encoder of every word of these Turkish and English documents: words are similar that
/// have many groups of three letters in common, as in fastText, and rare ones weigh more.
pub(crate) fn of_words(documents: &[Document]) -> Encoder {
    let mut counts = BTreeMap::new();
    for document in documents {
        let texts = document.blocks.iter().map(Block::text);
        let text: Vec<&str> = texts.chain([document.title.as_str()]).collect();
        let lower = text.join(" ").to_lowercase();
        let own = lower.split(|c: char| !c.is_alphanumeric());
        let own: BTreeSet<&str> = own.filter(|word| !word.is_empty()).collect();
        for word in own {
            *counts.entry(word.to_owned()).or_insert(0.0_f32) += 1.0;
        }
    }
    let rows = counts.iter();
    let rows = rows.flat_map(|(word, count)| by_letters(word).map(move |x| x / count));
    let rows: Vec<f32> = rows.collect();
    let mut table = table(counts.into_keys().collect(), rows, LETTERS);
    table.is_shared = true;
    // Turkish letters are letters of their own.
    if let PieceRules::WordPiece { strip_accents, .. } = &mut table.tokenizer {
        *strip_accents = false;
    }
    Encoder {
        table,
        tags: &["tr", "en"],
    }
}

/// Number of dimensions of [`of_words`].
pub(crate) const LETTERS: usize = 128;

fn by_letters(word: &str) -> [f32; LETTERS] {
    let marked: Vec<u32> = format!("<{word}>").chars().map(u32::from).collect();
    let groups = marked.windows(3);
    let of_word = (0..8).map(|turn| marked.iter().copied().chain([turn]).collect());
    let groups: Vec<Vec<u32>> = groups.map(<[u32]>::to_vec).chain(of_word).collect();
    let mut row = [0.0; LETTERS];
    for group in &groups {
        let mix = |hash: u32, letter: &u32| (hash ^ letter).wrapping_mul(16_777_619);
        let hash = group.iter().fold(2_166_136_261, mix);
        row[(hash >> 8) as usize % LETTERS] += if hash & 128 == 0 { 1.0 } else { -1.0 };
    }
    let length = row.iter().map(|x| x * x).sum::<f32>().sqrt();
    row.map(|x| x / length)
}

/// Returns a part of the English table of all-MiniLM-L6-v2, with the words of
/// [`described_pages`].
pub(crate) fn english() -> Encoder {
    let mut lines = include_str!("../fixtures/encoder/table.txt").lines();
    let bias = lines.next().unwrap().split(' ').skip(1);
    let bias: Vec<f32> = bias.map(|x| x.parse().unwrap()).collect();
    let (mut pieces, mut rows) = (Vec::new(), Vec::new());
    for line in lines {
        let mut parts = line.split(' ');
        pieces.push(parts.next().unwrap().to_owned());
        let scale: f32 = parts.next().unwrap().parse().unwrap();
        rows.extend(parts.map(|step| scale * step.parse::<f32>().unwrap()));
    }
    let dimensions = bias.len();
    let table = QueryTable {
        bias,
        ..table(pieces, rows, dimensions)
    };
    Encoder {
        table,
        tags: &["en"],
    }
}

/// Returns English pages, each with a question that shares no word with any of them.
pub(crate) fn described_pages() -> Vec<(Document, &'static str)> {
    let lines = include_str!("../fixtures/encoder/pages.txt").lines();
    let page = |line: &'static str| {
        let [id, text, question] = super::fields(line);
        let page = Document {
            id: id.to_owned(),
            lang: "en".into(),
            blocks: vec![Block::Text(text.to_owned())],
            ..Document::default()
        };
        (page, question)
    };
    lines.map(page).collect()
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
