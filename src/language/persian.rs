//! Persian.

use frostem::{Algorithm, Stemmer};

use super::forms::{Knowledge, StopWordLists};
use super::other;

/// The words of Persian.
pub(super) const KNOWLEDGE: Knowledge = Knowledge {
    stem,
    stop_words: StopWordLists {
        folded: "\
            در از به با که را این آن و یا برای تا بر هر چه چی چیست کیست کجا کجاست چگونه چرا چند \
            چندم کدام کی است بود شد شده شود هست هستند بودند باشد کرد کرده کند کنند دارد دارند \
            داشت یک هم نیز اما اگر ولی پس خود او ما شما من آنها ها های چقدر کسی چیزی نام توسط \
            مورد طور باید می",
        ..other::KNOWLEDGE.stop_words
    },
    ..other::KNOWLEDGE
};

fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::Persian).stem(word).into_owned()
}
