//! Requests to the nodes of a cluster.
//!
//! | file | does |
//! |---|---|
//! | `address.rs` | [`Address`]: an address of a node, checked |
//! | `client.rs` | [`Client`]: sends a request to a node that answers |
//! | `credentials.rs` | [`Credentials`]: from an environment variable, hidden in all messages |
//! | `patience.rs` | [`Patience`]: pauses between attempts |
//! | `reply.rs` | [`Reply`]: status and JSON of an answer; what the refusals of both engines mean |

mod address;
mod client;
mod credentials;
mod patience;
mod reply;

pub use self::address::Address;
pub(crate) use self::client::{Client, JSON, LINES, Request, ZIP};
pub use self::credentials::Credentials;
pub(crate) use self::patience::Attempts;
pub use self::patience::Patience;
pub(crate) use self::reply::{FULL, Reply, is_full, is_transient};
