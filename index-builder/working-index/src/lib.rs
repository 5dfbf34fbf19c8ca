//! Makes a *working index* of the chunks that a gateway to OpenSearch or Solr found for a question.
//!
//! It is a bundle like any other, of 30 to 50 chunks in one data file, with the facts and the
//! settings of the site and the counts of the cluster. The engine answers the question in it, so
//! that ranking, confidence, answers and citations are the same as in a static index. The record
//! `docs/design/remote.md` explains it.
//!
//! | file | does |
//! |---|---|
//! | `answer.rs` | the gateway's answer as it is written |
//! | `found.rs` | checks its hits |
//! | `counts.rs` | checks its counts |
//! | `request.rs` | the request of a question |
//! | `unreadable.rs` | [`Unreadable`]: why an answer cannot be used |
//! | `web.rs` | the bindings to JavaScript |
//! | `working.rs` | [`Basis`]: makes the index |

mod answer;
mod counts;
mod found;
mod request;
mod unreadable;
#[cfg(all(target_arch = "wasm32", feature = "bindings"))]
mod web;
mod working;

pub use request::request;
pub use unreadable::Unreadable;
pub use working::{Basis, WorkingIndex};
