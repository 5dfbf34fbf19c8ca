//! A complete table of pieces.

use super::{Inventory, PieceRules, Place, Probabilities, cut, longest_start};
use crate::needs::Attempt;

/// Prefix of continuation pieces in `WordPiece`.
const GOES_ON: &str = "##";

/// A tokenizer with all of its pieces. A builder cuts texts with it, exactly as the engine cuts
/// questions.
///
/// ```
/// use soru::text::{PieceRules, Pieces};
/// let pieces = ["play", "##ing", "##s"].map(str::to_owned);
/// let rules = PieceRules::WordPiece {
///     lowercase: true,
///     strip_accents: true,
///     unknown: "[UNK]".to_owned(),
///     max_characters: 100,
/// };
/// let pieces = Pieces::new(&pieces, &rules);
/// assert_eq!(pieces.cut("Playing plays!"), [0, 1, 0, 2]);
/// ```
#[derive(Debug, Clone)]
pub struct Pieces {
    rules: PieceRules,
    /// Pieces without their `##`, ascending, and their numbers: initial pieces, continuation
    /// pieces.
    sorted: [Vec<(String, u32)>; 2],
    scores: Vec<f32>,
    longest: usize,
}

impl Pieces {
    /// Creates it from the pieces of a table, in its order.
    pub fn new(pieces: &[String], rules: &PieceRules) -> Self {
        let mut sorted = [Vec::new(), Vec::new()];
        for (number, piece) in (0..).zip(pieces) {
            let (text, goes_on) = spelling(piece, rules);
            sorted[usize::from(goes_on)].push((text.to_owned(), number));
        }
        for own in &mut sorted {
            own.sort_unstable();
        }
        let scores = match rules {
            PieceRules::Unigram { scores, .. } => scores.clone(),
            PieceRules::WordPiece { .. } => Vec::new(),
        };
        Self {
            rules: rules.clone(),
            sorted,
            scores,
            longest: pieces.iter().map(String::len).max().unwrap_or_default(),
        }
    }

    /// Returns the numbers of a text's pieces, in order.
    pub fn cut(&self, text: &str) -> Vec<u32> {
        let places = cut(text, &self.rules, self);
        let places = places.unwrap_or_default().into_iter();
        places.map(|(kind, row)| self.sorted[kind][row].1).collect()
    }
}

/// Returns a piece without its `##`, and whether it has one.
pub fn spelling<'p>(piece: &'p str, rules: &PieceRules) -> (&'p str, bool) {
    let rest = piece.strip_prefix(GOES_ON).filter(|rest| !rest.is_empty());
    match (rules, rest) {
        (PieceRules::WordPiece { .. }, Some(rest)) => (rest, true),
        _ => (piece, false),
    }
}

impl Inventory for Pieces {
    fn longest(&self, text: &str, goes_on: bool) -> Attempt<Option<(Place, usize)>> {
        let own = &self.sorted[usize::from(goes_on)];
        let found = longest_start(own.len(), &|row| own[row].0.as_str(), text);
        Ok(found.map(|row| ((usize::from(goes_on), row), own[row].0.len())))
    }
}

impl Probabilities for Pieces {
    fn scored(&self, text: &str) -> Option<(Place, f64)> {
        let own = &self.sorted[0];
        let row = own
            .binary_search_by(|(piece, _)| piece.as_str().cmp(text))
            .ok()?;
        let score = self.scores.get(own[row].1 as usize)?;
        Some(((0, row), f64::from(*score)))
    }

    fn bounds(&self) -> (usize, f64) {
        let least = self
            .scores
            .iter()
            .fold(0.0_f32, |least, score| least.min(*score));
        (self.longest, f64::from(least))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Returns recorded answers of the reference tokenizers, made by `tests/fixtures/pieces.py`.
    fn recorded(kind: &str) -> Value {
        let all: Value =
            serde_json::from_str(include_str!("../../../tests/fixtures/pieces.json")).unwrap();
        all[kind].clone()
    }

    fn texts(list: &Value) -> Vec<String> {
        let texts = list.as_array().unwrap().iter();
        texts
            .map(|text| text.as_str().unwrap().to_owned())
            .collect()
    }

    fn assert_cut_as_recorded(recorded: &Value, rules: &PieceRules) {
        let known = texts(&recorded["pieces"]);
        let pieces = Pieces::new(&known, rules);
        let cases = recorded["cases"].as_array().unwrap();
        assert!(cases.len() >= 10);
        for case in cases {
            let found = pieces.cut(case[0].as_str().unwrap()).into_iter();
            let found: Vec<&str> = found.map(|piece| known[piece as usize].as_str()).collect();
            assert_eq!(found, texts(&case[1]), "{}", case[0]);
        }
    }

    fn word_piece(unknown: &str) -> PieceRules {
        PieceRules::WordPiece {
            lowercase: true,
            strip_accents: true,
            unknown: unknown.to_owned(),
            max_characters: 100,
        }
    }

    #[test]
    fn r19_words_are_cut_as_bert_cuts_them() {
        assert_cut_as_recorded(&recorded("wordpiece"), &word_piece("[UNK]"));
    }

    #[test]
    fn r19_words_are_cut_as_a_unigram_tokenizer_cuts_them() {
        let recorded = recorded("unigram");
        let scores = recorded["scores"].as_array().unwrap().iter();
        #[allow(clippy::cast_possible_truncation)] // as tables hold them
        let scores = scores.map(|score| score.as_f64().unwrap() as f32).collect();
        let rules = PieceRules::Unigram {
            scores,
            lowercase: false,
            unknown: "<unk>".to_owned(),
        };
        assert_cut_as_recorded(&recorded, &rules);
    }

    #[test]
    fn r19_without_an_unknown_piece_words_that_cannot_be_cut_are_skipped() {
        let pieces = ["a", "##b"].map(str::to_owned);
        assert_eq!(
            Pieces::new(&pieces, &word_piece("[UNK]")).cut("ab ac a"),
            [0, 1, 0]
        );
        assert_eq!(
            Pieces::new(&pieces, &word_piece("a")).cut("ab ac"),
            [0, 1, 0]
        );
    }

    // This is the tokenizer of a model that distinguishes capitals and accents.
    #[test]
    fn r19_letters_keep_case_and_accents_if_the_rules_say_so() {
        let pieces = ["É", "E", "é", "e"].map(str::to_owned);
        let cut = |lowercase, strip_accents| {
            let rules = PieceRules::WordPiece {
                lowercase,
                strip_accents,
                unknown: String::new(),
                max_characters: 9,
            };
            Pieces::new(&pieces, &rules).cut("É")
        };
        assert_eq!(
            [
                cut(false, false),
                cut(false, true),
                cut(true, false),
                cut(true, true)
            ],
            [[0], [1], [2], [3]]
        );
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    /// Tries every length of every piece.
    fn exhaustive(word: &str, known: &[String]) -> Option<Vec<u32>> {
        let (mut pieces, mut rest) = (Vec::new(), word);
        while !rest.is_empty() {
            let mark = if pieces.is_empty() { "" } else { GOES_ON };
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
            let longest = ends.rev().find_map(|end| {
                let wanted = format!("{mark}{}", &rest[..end]);
                let place = known.iter().position(|piece| *piece == wanted)?;
                Some((u32::try_from(place).unwrap(), end))
            });
            let (piece, end) = longest?;
            pieces.push(piece);
            rest = &rest[end..];
        }
        Some(pieces)
    }

    proptest! {
        #[test]
        fn r19_the_longest_piece_is_the_one_found_by_trying_all(
            known in prop::collection::btree_set("(##)?[abı]{1,4}", 1..40),
            words in prop::collection::vec("[abı]{1,9}", 0..6),
        ) {
            let known: Vec<String> = known.into_iter().collect();
            let rules = PieceRules::WordPiece {
                lowercase: true,
                strip_accents: true,
                unknown: "[UNK]".to_owned(),
                max_characters: 100,
            };
            let expected: Vec<u32> =
                words.iter().filter_map(|word| exhaustive(word, &known)).flatten().collect();
            prop_assert_eq!(Pieces::new(&known, &rules).cut(&words.join(" ")), expected);
        }
    }
}
