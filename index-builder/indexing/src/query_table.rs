//! A table that encodes questions: a vector for every word piece.

use soru::error::{Error, Result};
use soru::text::PieceRules;

/// A static encoder of questions, learnt from the model that embedded the chunks.
///
/// A question's vector is `bias + Σ row(piece) / √pieces` over the pieces that the table has; a
/// piece that occurs twice counts twice. It has the dimensions of the chunks' vectors and is
/// compared with them by its cosine.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTable {
    /// The pieces, in the tokenizer's spelling (`token`, `##ing`, `▁token`), each once, in any
    /// order.
    pub pieces: Vec<String>,
    /// The rows, concatenated, in the order of the pieces: pieces × dimensions.
    pub rows: Vec<f32>,
    /// The vector that is added to every question; one number per dimension.
    pub bias: Vec<f32>,
    /// The tokenizer's rules.
    pub tokenizer: PieceRules,
    /// Numbers of the most frequent pieces in questions, the most common first; no piece twice; may
    /// be incomplete.
    pub common: Vec<u32>,
    /// Whether all languages with a table share this one. It is then in the bundle once, and also
    /// finds pages in other languages than the question's.
    pub is_shared: bool,
}

impl QueryTable {
    /// Rejects a table whose parts do not match each other or the chunks' vectors.
    pub(super) fn check(&self, embedder: &str, dimensions: usize) -> Result<()> {
        let refuse = |detail: String| {
            let name = embedder.to_owned();
            let detail = detail.into();
            Err(Error::Operator { name, detail })
        };
        let pieces = self.pieces.len();
        if self.bias.len() != dimensions || self.rows.len() != pieces * dimensions {
            return refuse(format!(
                "its table of questions has {} numbers for {pieces} pieces and a bias of {}; the chunks' \
                 vectors have {dimensions} dimensions",
                self.rows.len(),
                self.bias.len(),
            ));
        }
        if !self.rows.iter().chain(&self.bias).all(|x| x.is_finite()) {
            return refuse(
                "its table of questions contains numbers that are not finite".to_owned(),
            );
        }
        if let PieceRules::Unigram { scores, .. } = &self.tokenizer
            && (scores.len() != pieces || !scores.iter().all(|score| score.is_finite()))
        {
            return refuse(format!(
                "it did not return a score for each of {pieces} pieces"
            ));
        }
        if let Some(piece) = twice(&self.pieces) {
            return refuse(format!(
                "its table of questions has the piece `{piece}` twice, or an empty one"
            ));
        }
        let mut named = vec![false; pieces];
        for number in &self.common {
            match named.get_mut(*number as usize) {
                Some(named) if !*named => *named = true,
                _ => {
                    return refuse(format!(
                        "its common pieces name number {number} twice, or there is none"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Returns a piece that is empty or duplicated.
fn twice(pieces: &[String]) -> Option<&str> {
    let mut sorted: Vec<&str> = pieces.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let pair = sorted.windows(2).find(|pair| pair[0] == pair[1]);
    pair.map(|pair| pair[0])
        .or_else(|| sorted.first().copied().filter(|piece| piece.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> QueryTable {
        QueryTable {
            pieces: ["visa", "##s", "fee"].map(str::to_owned).into(),
            rows: vec![0.5; 6],
            bias: vec![0.0; 2],
            tokenizer: PieceRules::WordPiece {
                lowercase: true,
                strip_accents: true,
                unknown: "[UNK]".to_owned(),
                max_characters: 100,
            },
            common: vec![2, 0],
            is_shared: false,
        }
    }

    fn refused(change: impl Fn(&mut QueryTable)) -> String {
        let mut table = table();
        change(&mut table);
        table.check("tiny", 2).unwrap_err().to_string()
    }

    #[test]
    fn r19_a_table_with_matching_parts_is_accepted() {
        table().check("tiny", 2).unwrap();
    }

    #[test]
    fn r19_a_table_with_mismatched_parts_is_refused_with_the_reason() {
        assert!(refused(|t| t.bias.push(0.0)).contains("2 dimensions"));
        assert!(refused(|t| t.rows.truncate(5)).contains("5 numbers for 3 pieces"));
        assert!(refused(|t| t.rows[3] = f32::NAN).contains("not finite"));
        assert!(refused(|t| t.bias[0] = f32::INFINITY).contains("not finite"));
        assert!(refused(|t| t.pieces[2] = "visa".into()).contains("`visa` twice"));
        assert!(refused(|t| t.pieces[2] = String::new()).contains("empty"));
        assert!(refused(|t| t.common.push(3)).contains("number 3"));
        assert!(refused(|t| t.common.push(0)).contains("number 0 twice"));
        let unigram = |scores| {
            refused(move |table| {
                table.tokenizer = PieceRules::Unigram {
                    scores: vec![-1.0; scores],
                    lowercase: false,
                    unknown: "<unk>".to_owned(),
                };
            })
        };
        assert!(unigram(2).contains("score for each of 3 pieces"));
    }
}
