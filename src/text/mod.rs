//! Text analysis: the same for building and asking, natively and in wasm.
//!
//! A text becomes [`Token`]s ([`tokenise()`]). Every token has three forms: its *surface*
//! (lower-cased by the text's language), its *stem* ([`stem()`]) and its *fold key* ([`fold()`],
//! plain ASCII, as a hurried visitor types). The module neither ranks nor knows the index.
//!
//! Texts are expected in Unicode normalisation form C. Decomposed Turkish letters are composed here
//! nevertheless, since JavaScript decomposes `İ` when it converts to lower case.
//!
//! | language | case | stem | apostrophe |
//! |---|---|---|---|
//! | `tr` | `I`→`ı`, `İ`→`i` | Snowball Turkish | `Ankara'nın` → `ankara` |
//! | `en` | Unicode | Snowball English (Porter 2) | `university's` → `university`, `don't` → `dont` |
//! | others | Unicode | pages only: Snowball, if there is an algorithm | `l'inscription` → `inscription` |
//!
//! In scripts without spaces (`scripts.rs`) every pair of characters is a word.
//!
//! # Adding a language
//! `src/language/mod.rs` explains how. Add rules for its letters that no table there states to
//! `normalise.rs`.

mod beginnings;
mod characters;
mod distinguishing;
mod fold;
mod language;
mod lower;
mod lower_case;
mod normalise;
mod pieces;
mod question_mark;
mod scripts;
mod sentences;
mod stem;
mod stop_words;
mod tokenise;
mod without;
mod word_lists;

pub use crate::language::{Counting, Language, primary};
pub use beginnings::{Beginning, beginnings};
pub(crate) use characters::as_written;
pub use characters::{
    holds, is_alphabetic, is_alphanumeric, is_bidi_control, is_hidden, is_numeric, place_in,
    visible,
};
pub(crate) use distinguishing::tells_apart;
pub use fold::{fold, fold_char, prefix};
pub use language::{detect, primary_tags};
pub(crate) use language::{detect_knowing, other_language};
pub use lower::lower;
pub(crate) use lower_case::lower_case;
pub use lower_case::{is_capital, is_small};
pub use normalise::normalise;
pub(crate) use pieces::{Inventory, Place, Probabilities, cut, longest_start};
pub use pieces::{PieceRules, Pieces, spelling};
pub use question_mark::has_question_mark;
pub(crate) use scripts::begins_character;
pub use scripts::{is_mark, is_unspaced};
pub(crate) use sentences::is_closer;
pub use sentences::sentences;
pub(crate) use stem::lookup_start;
pub use stem::{stem, stem_of_page};
pub use stop_words::StopWords;
pub use tokenise::numbers;
pub(crate) use tokenise::{
    SplitCompound, has_telephone, join_split_compounds, split_compounds, without_article,
};
pub use tokenise::{Token, TokenKind, count_words, count_words_up_to, is_grade, tokenise};
pub use without::without;
pub use word_lists::{Lists, WordLists};
