//! The kind of a tokenizer, and its options.

/// How a text becomes pieces. Pieces have the tokenizer's own spelling. The tokenizer only uses
/// pieces that the table has, and never makes the pieces for the ends of a text (`[CLS]`, `</s>`).
#[derive(Debug, Clone, PartialEq)]
pub enum PieceRules {
    /// Takes the longest piece that is a prefix of the word, then the longest continuation
    /// (`token`, `##ing`). Source: J. Devlin et al., "BERT" (2019), and its `tokenization.py`.
    WordPiece {
        /// Whether letters are lower-cased.
        lowercase: bool,
        /// Whether letters lose their diacritics.
        strip_accents: bool,
        /// The piece for a word that cannot be cut, if the table contains it: `[UNK]`.
        unknown: String,
        /// Maximum number of characters of a known word; 100 in BERT.
        max_characters: usize,
    },
    /// Cuts a text in the most probable way, with `▁` for spaces. Source: T. Kudo, "Subword
    /// Regularization" (2018), as in `SentencePiece`.
    Unigram {
        /// Natural logarithm of the probability of every piece, in the order of the pieces.
        scores: Vec<f32>,
        /// Whether letters are lower-cased.
        lowercase: bool,
        /// The piece for a character without a piece, if the table contains it: `<unk>`.
        unknown: String,
    },
}
