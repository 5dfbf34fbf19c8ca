//! Word pieces: a text as a language model's tokenizer cuts it.
//!
//! Questions are compared with chunks that a model has read, and what a question means is looked up
//! piece by piece in a table that was learnt from that model. So words have to be cut as the model's
//! own tokenizer cuts them, which has nothing to do with the words, stems and fold keys by which
//! postings are found.

mod rules;

pub use rules::PieceRules;
