//! The nodes of the cluster.
//!
//! | file | does |
//! |---|---|
//! | `client.rs` | [`Client`]: sends a request to a node |
//! | `hedge.rs` | [`Cluster`]: asks another node when one is silent or fails |
//! | `node.rs` | [`Node`]: which nodes rest after failures |

mod client;
mod hedge;
mod node;

pub(crate) use self::hedge::{Cluster, Failed};
