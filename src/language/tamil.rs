//! Tamil.

use rust_stemmers::{Algorithm, Stemmer};

use super::forms::Knowledge;
use super::other;

/// The words of Tamil.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::create(Algorithm::Tamil).stem(word).into_owned()
}
