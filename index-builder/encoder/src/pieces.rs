//! Cuts texts into the numbers of their word pieces, with the encoder's own tokenizer.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::Value;
use tokenizers::Tokenizer;

use super::folder::{Description, bytes};

const FILE: &str = "tokenizer.json";

/// A tokenizer, and the pieces that it adds around a text.
pub(super) struct Pieces {
    tokenizer: Tokenizer,
    json: Value,
    before: Vec<u32>,
    behind: Vec<u32>,
}

impl Pieces {
    pub(super) fn read(folder: &Path, description: &Description) -> Result<Self> {
        let file = folder.join(FILE);
        let bytes = bytes(folder, FILE)?;
        let wrong = || format!("{}: not a tokenizer", file.display());
        let json = serde_json::from_slice(&bytes).with_context(wrong)?;
        let mut tokenizer = Tokenizer::from_bytes(&bytes)
            .map_err(|error| anyhow!("{error}"))
            .with_context(wrong)?;
        // The file may enable truncation and padding; this code truncates by the encoder's window
        // instead.
        tokenizer.with_padding(None);
        let no_cut = tokenizer.with_truncation(None);
        no_cut
            .map_err(|error| anyhow!("{error}"))
            .with_context(wrong)?;
        let known = tokenizer
            .get_vocab(true)
            .into_values()
            .max()
            .unwrap_or_default() as usize;
        ensure!(
            known < description.sizes.vocabulary,
            "{}: has more word pieces than the {} of config.json",
            file.display(),
            description.sizes.vocabulary
        );
        let mut pieces = Self {
            tokenizer,
            json,
            before: Vec::new(),
            behind: Vec::new(),
        };
        pieces.find_ends()?;
        let ends = pieces.before.len() + pieces.behind.len();
        ensure!(
            description.window > ends && ends > 0,
            "{}: adds {ends} marks to a text, but the encoder reads only {} word pieces",
            file.display(),
            description.window
        );
        Ok(pieces)
    }

    /// Finds the pieces that the tokenizer adds around a text, by encoding one.
    fn find_ends(&mut self) -> Result<()> {
        let all = self.encoded("a", true)?;
        let bare = self.encoded("a", false)?;
        let at = all.windows(bare.len().max(1)).position(|part| part == bare);
        let at = at.with_context(|| {
            format!(
                "{FILE}: the special tokens change the pieces of the \
            text"
            )
        })?;
        self.before = all[..at].to_vec();
        self.behind = all[at + bare.len()..].to_vec();
        Ok(())
    }

    fn encoded(&self, text: &str, with_ends: bool) -> Result<Vec<u32>> {
        let encoding = self.tokenizer.encode_fast(text, with_ends);
        let encoding =
            encoding.map_err(|error| anyhow!("{FILE}: cannot tokenise a text: {error}"))?;
        Ok(encoding.get_ids().to_vec())
    }

    pub(super) fn of(&self, text: &str) -> Result<Vec<u32>> {
        self.encoded(text, false)
    }

    /// The number of pieces added around every text.
    pub(super) fn ends(&self) -> usize {
        self.before.len() + self.behind.len()
    }

    /// Adds the marks of the ends.
    pub(super) fn with_ends(&self, pieces: &[u32]) -> Vec<u32> {
        [&self.before, pieces, &self.behind].concat()
    }

    pub(super) fn json(&self) -> &Value {
        &self.json
    }

    pub(super) fn vocabulary(&self) -> Vec<String> {
        let mut entries: Vec<(u32, String)> = self
            .tokenizer
            .get_vocab(true)
            .into_iter()
            .map(|(piece, number)| (number, piece))
            .collect();
        entries.sort_unstable();
        let size = entries.last().map_or(0, |(number, _)| *number as usize + 1);
        let mut pieces = vec![String::new(); size];
        for (number, piece) in entries {
            pieces[number as usize] = piece;
        }
        pieces
    }
}
