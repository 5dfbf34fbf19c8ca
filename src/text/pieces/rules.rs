//! Which tokenizer, and with which of its options.

/// How a text becomes pieces. The spelling of pieces is the tokenizer's own, and pieces that the table
/// does not have are none: a tokenizer knows the table's pieces only. Pieces that stand for the ends of
/// a text (`[CLS]`, `</s>`) are never made.
#[derive(Debug, Clone, PartialEq)]
pub enum PieceRules {
    /// The longest piece that a word begins with, then the longest that goes on from there
    /// (`token`, `##ing`). Source: J. Devlin et al., "BERT" (2019), and its `tokenization.py`.
    WordPiece {
        /// Whether letters are lowered.
        lowercase: bool,
        /// Whether letters lose their diacritics.
        strip_accents: bool,
        /// What stands for a word that cannot be cut, if the table has it: `[UNK]`.
        unknown: String,
        /// Words of more characters are unknown; 100 in BERT.
        max_characters: usize,
    },
    /// The most probable way to cut a text whose spaces are written `▁`. Source: T. Kudo, "Subword
    /// Regularization" (2018), as in `SentencePiece`.
    Unigram {
        /// Natural logarithm of every piece's probability, in the order of the pieces.
        scores: Vec<f32>,
        /// Whether letters are lowered.
        lowercase: bool,
        /// What stands for a character that no piece has, if the table has it: `<unk>`.
        unknown: String,
    },
}
