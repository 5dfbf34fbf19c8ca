//! Finnish.

use rust_stemmers::{Algorithm, Stemmer};

use super::forms::Knowledge;
use super::other;

/// The words of Finnish.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::create(Algorithm::Finnish).stem(word).into_owned()
}
