//! The word pieces of a table, and the rules that cut texts into them.
//!
//! A table contains the pieces that can occur in questions, which consist of characters in the
//! site's texts; if there are too many, it contains the most frequent. Special pieces (`[CLS]`,
//! `[unused7]`, `<pad>`) are excluded.

use std::collections::HashSet;

use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use serde_json::Value;
use soru::text::{PieceRules, Pieces};

use crate::Encoder;

/// The pieces of a table.
#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) pieces: Vec<String>,
    pub(super) rules: PieceRules,
    /// The frequency of each piece in the samples.
    pub(super) counts: Vec<u64>,
    cutter: Pieces,
}

/// Pieces for cutting words by their longest prefix, whatever the encoder's tokenizer does: a
/// browser then needs only the pieces of a question.
#[derive(Debug, Default)]
struct Spelt {
    pieces: Vec<String>,
    /// The logarithms of their shares in all text.
    scores: Vec<f32>,
}

impl Spelt {
    /// Collects the pieces of a Unigram tokenizer that consist of these characters, and each
    /// character.
    fn new(all: &[String], scores: &[f32], known: &HashSet<char>) -> Self {
        let mut spelt = Self::default();
        let mut places = HashSet::new();
        for (piece, score) in all.iter().zip(scores) {
            let (text, mark) = match piece.strip_prefix('\u{2581}') {
                Some(text) => (text, ""),
                None => (piece.as_str(), "##"),
            };
            let is_plain = |c: char| known.contains(&c) && !c.is_uppercase() && c != '\u{2581}';
            if !text.is_empty() && text.chars().all(is_plain) {
                spelt.push(&mut places, format!("{mark}{text}"), *score);
            }
        }
        let mut characters: Vec<&char> = known.iter().filter(|c| c.is_alphanumeric()).collect();
        characters.sort_unstable();
        for mark in ["", "##"] {
            for c in &characters {
                spelt.push(&mut places, format!("{mark}{c}"), f32::MIN);
            }
        }
        spelt
    }

    fn push(&mut self, known: &mut HashSet<String>, piece: String, score: f32) {
        if known.insert(piece.clone()) {
            self.pieces.push(piece);
            self.scores.push(score);
        }
    }
}

/// Returns rules that keep diacritics, because a multilingual encoder knows them.
fn plain_rules() -> PieceRules {
    PieceRules::WordPiece {
        lowercase: true,
        strip_accents: false,
        unknown: "[UNK]".to_owned(),
        max_characters: 100,
    }
}

impl Vocabulary {
    /// Builds the vocabulary of texts, at most `most` pieces, and the share of each piece in all
    /// text: from the tokenizer's own training, or else from these texts.
    pub(super) fn new(
        encoder: &Encoder,
        texts: &[String],
        most: usize,
    ) -> Result<(Self, Vec<f32>)> {
        let json = encoder.tokenizer();
        let scores = scores(json)?;
        if scores.is_empty() {
            let rules = word_piece_rules(json)?;
            let candidates = candidates(json, encoder.vocabulary(), texts, &rules);
            let (own, _) = Self::most_frequent(&candidates, &rules, texts, most)?;
            let all = own.counts.iter().sum::<u64>().max(1) as f32;
            let shares = own.counts.iter().map(|count| *count as f32 / all).collect();
            return Ok((own, shares));
        }
        let spelt = Spelt::new(&encoder.vocabulary(), &scores, &characters(texts));
        let (own, kept) = Self::most_frequent(&spelt.pieces, &plain_rules(), texts, most)?;
        let shares = kept.iter().map(|row| spelt.scores[*row].exp()).collect();
        Ok((own, shares))
    }

    /// Returns the most frequent pieces, and their numbers.
    fn most_frequent(
        all: &[String],
        rules: &PieceRules,
        texts: &[String],
        most: usize,
    ) -> Result<(Self, Vec<usize>)> {
        let whole = Self::of(all.to_vec(), rules, texts)?;
        let mut kept: Vec<usize> = (0..all.len()).collect();
        if all.len() <= most {
            return Ok((whole, kept));
        }
        kept.sort_by_key(|row| (std::cmp::Reverse(whole.counts[*row]), *row));
        kept.truncate(most);
        kept.sort_unstable();
        let pieces = kept.iter().map(|row| all[*row].clone()).collect();
        Ok((Self::of(pieces, rules, texts)?, kept))
    }

    fn of(pieces: Vec<String>, rules: &PieceRules, texts: &[String]) -> Result<Self> {
        ensure!(
            !pieces.is_empty(),
            "the encoder's tokenizer has no piece of the text"
        );
        let cutter = Pieces::new(&pieces, rules);
        let mut counts = vec![0; pieces.len()];
        let cut: Vec<Vec<u32>> = texts.par_iter().map(|text| cutter.cut(text)).collect();
        for piece in cut.into_iter().flatten() {
            counts[piece as usize] += 1;
        }
        Ok(Self {
            pieces,
            rules: rules.clone(),
            counts,
            cutter,
        })
    }

    /// Returns a text's pieces, as rows of the table.
    pub(super) fn cut(&self, text: &str) -> Vec<u32> {
        self.cutter.cut(text)
    }

    /// Every piece as a separate text.
    pub(super) fn alone(&self) -> Vec<String> {
        let plain = |piece: &String| {
            let rest = piece.strip_prefix("##").filter(|rest| !rest.is_empty());
            rest.unwrap_or(piece).to_owned()
        };
        self.pieces.iter().map(plain).collect()
    }

    /// Returns the rows by their frequency in questions.
    pub(super) fn common(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..).take(self.pieces.len()).collect();
        order.sort_by_key(|row| (std::cmp::Reverse(self.counts[*row as usize]), *row));
        order
    }
}

/// Returns the characters of the texts, also in lower case, and printable ASCII.
fn characters(texts: &[String]) -> HashSet<char> {
    let mut known: HashSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
    let lowered: Vec<char> = known.iter().flat_map(|c| c.to_lowercase()).collect();
    known.extend(lowered);
    known.extend('!'..='~');
    known
}

/// Returns the pieces that consist of characters in the texts, without special ones.
fn candidates(
    json: &Value,
    mut all: Vec<String>,
    texts: &[String],
    rules: &PieceRules,
) -> Vec<String> {
    let known = characters(texts);
    let added = json["added_tokens"].as_array().into_iter().flatten();
    let special: HashSet<&str> = added
        .filter_map(|token| token["content"].as_str())
        .collect();
    let is_lower = matches!(rules, PieceRules::WordPiece { lowercase, .. } if *lowercase);
    all.retain(|piece| {
        let is_plain = !special.contains(piece.as_str()) && !piece.starts_with("[unused");
        let is_upper = is_lower && piece.chars().any(char::is_uppercase);
        is_plain && !is_upper && !piece.is_empty() && piece.chars().all(|c| known.contains(&c))
    });
    all
}

/// Returns the logarithms of a Unigram tokenizer's probabilities; empty for `WordPiece`.
fn scores(json: &Value) -> Result<Vec<f32>> {
    let model = &json["model"];
    match model["type"].as_str().unwrap_or_default() {
        "Unigram" => {
            let entries = model["vocab"]
                .as_array()
                .context("tokenizer.json: Unigram has no vocab")?;
            #[allow(clippy::cast_possible_truncation)] // as tables hold them
            let score = |entry: &Value| entry[1].as_f64().map(|score| score as f32);
            let scores = entries.iter().map(score).collect::<Option<_>>();
            scores.context("tokenizer.json: a piece of Unigram has no score")
        }
        // Older files of a `WordPiece` tokenizer do not state its type.
        "WordPiece" => Ok(Vec::new()),
        "" if model["continuing_subword_prefix"].is_string() => Ok(Vec::new()),
        other => bail!("tokenizer.json: tables need WordPiece or Unigram, not `{other}`"),
    }
}

fn word_piece_rules(json: &Value) -> Result<PieceRules> {
    let (model, normalizer) = (&json["model"], &json["normalizer"]);
    let lowercase = normalizer["lowercase"].as_bool().unwrap_or(true);
    let prefix = model["continuing_subword_prefix"].as_str().unwrap_or("##");
    ensure!(
        prefix == "##",
        "tokenizer.json: the prefix of continued pieces must be `##`, not `{prefix}`"
    );
    let most = model["max_input_chars_per_word"].as_u64().unwrap_or(100);
    Ok(PieceRules::WordPiece {
        lowercase,
        strip_accents: normalizer["strip_accents"].as_bool().unwrap_or(lowercase),
        unknown: model["unk_token"].as_str().unwrap_or("[UNK]").to_owned(),
        max_characters: usize::try_from(most)?,
    })
}
