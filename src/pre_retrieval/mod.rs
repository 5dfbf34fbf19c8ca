//! Pre-retrieval: from what a visitor typed to a query, and to the tier that should answer it.
//!
//! A [`QueryOperator`] adds to a [`Query`]: its language, its words, synonyms, the intent and its
//! boosters. A [`VocabularySpeller`] finds its misspelt words. A [`PatternRouter`] decides between
//! the facts table and retrieval, and a [`FactTable`] finds the fact. [`complete`] proposes prepared
//! questions for an unfinished one. Both it and the speller look up words in the index; no operator
//! here ranks pages.
//!
//! | operator | does |
//! |---|---|
//! | [`Syntax`] | separates phrases and exclusions from the other words |
//! | [`Analysis`] | language, words, stop words (R4, R5, R8) |
//! | [`CompoundJoiner`] | joins compounds that the visitor typed as separate words and the site writes as one (R4, R10) |
//! | [`VocabularySpeller`] | corrects misspelt words (R11) |
//! | [`Synonyms`] | the site's abbreviations and synonyms (R10) |
//! | [`Intents`] | intent by rules, and its booster terms (R6, R7) |
//! | [`SmallTalk`] | recognises messages that ask for nothing (R9) |
//! | [`PatternRouter`] | facts or retrieval (R12, R13) |
//! | [`FactTable`] | exact and fuzzy matching of facts (R14) |
//! | [`complete`] | completes an unfinished question by prepared ones |
//!
//! # Adding an operator
//! Copy `synonyms.rs`, add it to the table and to the pipeline's list in
//! `orchestration/reading.rs`, list it in `tests/contracts/pre_retrieval.rs`.

mod analysis;
mod compound_joiner;
mod facts;
mod follow_up;
mod intents;
mod known_words;
mod letters;
mod question_kind;
mod router;
mod sequence;
mod small_talk;
mod spelling;
mod suggestions;
mod synonyms;
mod syntax;

use std::fmt;
use std::num::NonZeroUsize;

#[cfg(test)]
pub(crate) use analysis::ANALYSES;
pub use analysis::Analysis;
pub use compound_joiner::CompoundJoiner;
pub use facts::{FactMatch, FactMatchingSettings, FactTable, Matches, same_question};
pub use follow_up::follow_up;
pub use intents::{IntentRule, Intents, UNKNOWN_INTENT};
pub(crate) use known_words::known_words;
pub(crate) use letters::keep_letters;
pub use question_kind::{QuestionKind, question_kind};
pub use router::{PatternRouter, Routed, RouterSettings};
pub use sequence::similarity;
pub use small_talk::{SmallTalk, SmallTalkSettings};
pub use spelling::{KnownText, SpellingSettings, TextKind, VocabularySpeller};
pub use suggestions::{Completion, Suggestions, Typed, complete};
pub use synonyms::{SynonymGroup, Synonyms};
pub use syntax::Syntax;

use crate::error::Result;
use crate::ordered::Map;
use crate::query::Query;

/// Adds to a query.
///
/// # Contract
/// `tests/contracts` holds every implementation to this:
/// * the visitor's own words stay unchanged, and no added term outweighs them;
/// * the same query gives the same result;
/// * a query without terms is not an error, except to [`Analysis`].
pub trait QueryOperator {
    /// Returns the name for the trace.
    fn name(&self) -> &'static str;

    /// Adds to the query.
    ///
    /// # Errors
    /// [`crate::Error::EmptyQuestion`] if there is nothing to search for.
    fn apply(&self, query: &mut Query) -> Result<()>;
}

// Prints the name only: requiring `Debug` of every implementation would add the code to print all
// its parts to the download.
impl fmt::Debug for dyn QueryOperator + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

crate::settings! {
    /// Words of the site, for analysis.
    pub struct TextSettings {
        /// More stop words, by language.
        pub stop_words: Map<Vec<String>> = Map::new(),
        /// Words of the site's languages, by subject: `time` has phrases that ask for a time,
        /// separated by commas; `dates` has names of months and days separated by spaces; `variants`
        /// has pairs of characters: one that visitors may type, and the one that the pages have
        /// instead. The builder adds those of `src/language`, and writes all into the bundle's
        /// section `words`; no call can change them.
        pub words: Map<String> = Map::new(),
    }
}

crate::settings! {
    /// Settings for making a query from a question. All weights are shares of a content word's
    /// weight.
    pub struct QuerySettings {
        /// Weight of a stop word; 0 drops stop words.
        pub stop_word_weight: f64 = 0.3,
        /// Weight of the parts of a code, or of the joined form of a compound.
        pub extra_weight: f64 = 0.4,
        /// Weight of a synonym of one word for another. The words of a longer synonym share its
        /// weight, which increases with the number of words that it stands for.
        pub synonym_weight: f64 = 0.6,
        /// Weight of an everyday word for another, like `synonym_weight`.
        pub everyday_weight: f64 = 0.3,
        /// Weight of a booster term of the detected intent.
        pub booster_weight: f64 = 0.1,
        /// Maximum number of characters that are read of a question: a visitor may paste a whole
        /// letter, and the work grows faster than the length of the question.
        pub max_characters: NonZeroUsize = const { NonZeroUsize::new(2000).unwrap() },
    }
}
