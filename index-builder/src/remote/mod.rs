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

use soru::settings::Value;

pub use self::gateway::{Gateway, Unanswered};
pub use self::working::{Found, RemoteBundle};
use crate::bundle::Bundle;

/// Answers a question, or searches: in the pages of the cluster whose gateway the bundle names, or
/// else in its own.
///
/// # Errors
/// The errors of the method, or a file cannot be read.
pub fn call<T: Found>(bundle: &Bundle, text: &str, options: &Value) -> anyhow::Result<T> {
    match Gateway::of(bundle) {
        Some(address) => RemoteBundle::new(bundle, Gateway::new(&address)?)?.call(text, options),
        None => bundle.call(T::METHOD, text, options),
    }
}
