//! Reports of the box: receives them, and keeps them for the people who answer.
//!
//! The page of the desk is the command's work (`index-builder/src/desk/`); `docs/design/desk.md` is
//! the record.
//!
//! | file | does |
//! |---|---|
//! | `report.rs` | [`Report`]: what the box sends, within bounds |
//! | `masking.rs` | removes what may identify a person |
//! | `store.rs` | [`Store`]: the file of reports |
//! | `writer.rs` | [`Writer`]: many reports in one transaction |
//! | `receiver.rs` | [`Receiver`]: from a request to its reply |
//! | `refusal.rs` | [`Refusal`]: errors as replies |

mod masking;
mod receiver;
mod refusal;
mod report;
mod store;
#[cfg(test)]
mod tests;
mod writer;

pub use masking::masked;
pub use receiver::{PATH, Receiver};
pub use refusal::{Refusal, Reply};
pub use report::{Invalid, MOST_BYTES, Report, State, Thumb};
pub use store::{Forgotten, Store, StoredReport, today};
pub use writer::Writer;
