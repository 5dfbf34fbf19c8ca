//! Dutch.

use frostem::{Algorithm, Stemmer};

use super::forms::{Compounds, Knowledge, PageWords, StopWordLists};
use super::other;

/// The words of Dutch.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    compounds: Compounds {
        linking: &[["s", ""], ["en", ""], ["e", ""], ["er", ""]],
        suffixes: "ende enden lijk lijke",
    },
    stop_words: StopWordLists {
        folded: "\
            aan al als bij dan dat de deze die dit door een en er had heb hebben heeft het hij \
            hoe hoeveel ik in is je kan kunnen maar me met mijn moet naar niet nog nu of om \
            onder ons ook op over te tot uit van veel voor waar waarom wanneer was wat we welk \
            welke wie wij word worden wordt ze zich zij zijn zo zou",
        ..other::KNOWLEDGE.stop_words
    },
    page_words: PageWords {
        news: "nieuws",
        ..other::KNOWLEDGE.page_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Dutch).stem(word).into_owned()
}
