//! Requests for a search, as strict as the contract (`docs/design/gateway.md`): a question is
//! words, weights and filters, and nothing undeclared is accepted.
//!
//! | file | does |
//! |---|---|
//! | `body.rs` | reads a JSON body |
//! | `parameters.rs` | reads the parameters of an address |
//! | `route.rs` | reads the path |
//! | `search.rs` | [`SearchRequest`] with its bounds |
//! | `word.rs` | the characters of words |

mod body;
mod parameters;
mod route;
mod search;
mod word;

pub use self::body::body;
pub use self::parameters::{ids, nothing, parameters};
pub use self::route::{Resource, Route, route};
pub use self::search::{Invalid, MOST_BYTES, SearchRequest, Word};
