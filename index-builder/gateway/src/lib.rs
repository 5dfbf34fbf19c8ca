//! Lets browsers search a cluster of OpenSearch or Solr: a server without state that only reads.
//!
//! `docs/design/gateway.md` is the contract with browsers. `soru push` fills the cluster
//! (`soru-cluster`); ranking and answers are the work of the engine in the browser.
//!
//! | file | does |
//! |---|---|
//! | `answering.rs` | answers a question from the cluster |
//! | `cluster/` | the nodes: hedged requests, rests after failures |
//! | `configuration.rs` | [`Configuration`]: `gateway.toml` |
//! | `engines/` | requests to both engines, and their answers |
//! | `gateway.rs` | from a request to its reply |
//! | `hit.rs` | a document of the cluster as a hit |
//! | `kept.rs` | answers that are kept |
//! | `log.rs` | [`Log`]: a line for each answer |
//! | `metrics.rs` | numbers for operators |
//! | `reply.rs` | responses: JSON, compressed; errors |
//! | `request/` | reads requests, and refuses what is not declared |
//! | `restricting.rs` | checks languages and filters against a site |
//! | `serving.rs` | [`Listening`]: accepts connections, and ends in good order |
//! | `sites.rs` | the sites, as their last pushes describe them |
//! | `visitors.rs` | limits how often an address may ask |
//! | `words/` | what the cluster knows of words; other spellings |

mod answering;
mod cluster;
mod configuration;
mod engines;
mod gateway;
mod hit;
mod kept;
mod log;
mod metrics;
mod reply;
pub mod request;
mod restricting;
mod serving;
mod sites;
#[cfg(test)]
mod tests;
mod visitors;
mod words;

pub use configuration::{Configuration, Limits, Times};
pub use log::Log;
pub use serving::Listening;
