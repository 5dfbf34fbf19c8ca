//! Looks the words of a question up in the cluster: the number of chunks that have each, and other
//! spellings to search for.
//!
//! | file | does |
//! |---|---|
//! | `choice.rs` | chooses among spellings and among near words |
//! | `forms.rs` | counts near words of the found texts |
//! | `known.rs` | [`KnownWord`], [`Spelling`] |
//! | `lookup.rs` | [`Words`]: asks the cluster, and keeps what it says |

mod choice;
mod forms;
mod known;
mod lookup;

pub(crate) use self::forms::forms;
pub(crate) use self::known::{KnownWord, Spelling, SpellingKind};
pub(crate) use self::lookup::{Looked, Words, forms_of};
