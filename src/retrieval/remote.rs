//! `remote`: pages are in a cluster, whose gateway must be asked for them.
//!
//! Whoever owns the call asks, and begins the call again in an index of the answer, where `bm25`
//! ranks the pages.

use std::fmt::Write as _;

use crate::needs::Needs;
use crate::query::Query;

/// The name of this retriever in the settings.
pub const REMOTE: &str = "remote";

/// The name of the retriever that ranks pages that a cluster found, and a bundle's own.
pub const BM25: &str = "bm25";

/// The maximum length of a request: 64 words with their weights and languages.
const LONGEST: usize = 3_000;

/// Returns the need for the pages of a question ([`Needs::remote`]).
#[must_use]
pub fn remote(query: &Query) -> Needs {
    let mut request = query.language.clone();
    for reading in &query.readings {
        for term in &reading.terms {
            let weight = term.weight * reading.weight * 100.0;
            if weight >= 1.0 && request.len() < LONGEST {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let weight = weight as u32;
                let _ = write!(request, "\n{} {} {}", reading.tag, weight, term.surface);
            }
        }
    }
    Needs {
        remote: request,
        ..Needs::default()
    }
}
