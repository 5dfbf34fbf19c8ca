//! What visitors asked: reads the exports of their boxes, and finds questions that are alike.
//!
//! The box keeps a log in the visitor's browser if the site enables it
//! (`www/element/box/query-log.ts`), or reports to the desk; both are the same kind of questions
//! here. The desk orders and shows them ([`crate::desk`]).
//!
//! | file | does |
//! |---|---|
//! | `entry.rs` | reads exports of the box ([`read`]) |
//! | `wordings.rs` | questions that differ only in spelling |
//! | `groups.rs` | questions that one fact might answer |

mod entry;
mod groups;
mod wordings;

pub use entry::{BadLine, Entry, Exports, read};
pub(crate) use groups::{Find, QuestionSignature, groups};
pub use wordings::Wording;
pub(crate) use wordings::{Asked, spelling_key, wordings};
