//! Answers to questions over pages in a cluster, whose gateway is asked.
//!
//! The bundle reads the question. Its answer comes from an index of the pages that the gateway
//! found, or from the bundle's own pages if the gateway does not answer.
//!
//! | file | does |
//! |---|---|
//! | `gateway.rs` | [`Gateway`]: asks a gateway |
//! | `working.rs` | [`RemoteBundle`]: makes calls |

mod gateway;
mod working;

pub use gateway::{Gateway, Unanswered};
pub use working::RemoteBundle;
