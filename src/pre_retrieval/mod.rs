//! Pre-retrieval: from what a visitor typed to a query, and to the tier that should answer it.
//!
//! A [`QueryOperator`] adds to a [`Query`]: its language, its words, synonyms, the intent and
//! its boosters. A [`Speller`] finds its misspelt words. A [`Router`] decides between the facts
//! table and retrieval, a [`FactMatcher`] finds the fact. A [`Suggester`] proposes how to go on with
//! a question that is being typed. Spellers and suggesters look words up in the index; nothing
//! here ranks pages.
//!
//! | operator | does |
//! |---|---|
//! | [`Syntax`] | takes phrases and exclusions out of what was typed |
//! | [`Analysis`] | language, words, stop words (R4, R5, R8) |
//! | [`CompoundJoiner`] | joins compounds that the visitor typed as separate words and the site writes as one (R4, R10) |
//! | [`VocabularySpeller`] | misspelt words and what they mean (R11) |
//! | [`Synonyms`] | the site's abbreviations and synonyms (R10) |
//! | [`Intents`] | intent by rules, and its booster terms (R6, R7) |
//! | [`SmallTalk`] | whether the message asks for anything at all (R9) |
//! | [`PatternRouter`] | facts or retrieval (R12, R13) |
//! | [`FactTable`] | exact and fuzzy matching of facts (R14) |
//! | [`Questions`], [`Titles`], [`Words`] | completions of what is being typed |
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
mod phrase;
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

pub use analysis::Analysis;
pub use compound_joiner::CompoundJoiner;
pub use facts::{FactMatch, FactMatcher, FactMatchingSettings, FactTable, RulesOut, same_question};
pub use follow_up::follow_up;
pub use intents::{IntentRule, Intents, UNKNOWN_INTENT};
pub(crate) use known_words::known_words;
pub(crate) use letters::keep_letters;
pub use question_kind::{QuestionKind, question_kind};
pub use router::{PatternRouter, Router, RouterSettings};
pub use sequence::similarity;
pub use small_talk::{SmallTalk, SmallTalkSettings};
pub use spelling::{Speller, SpellingSettings, VocabularySpeller};
pub use suggestions::{
    Completion, CompletionKind, Questions, SampleQuestion, Suggester, Suggestions, Titles, Typed,
    Words, complete,
};
pub use synonyms::{SynonymGroup, Synonyms};
pub use syntax::Syntax;

use crate::error::Result;
use crate::ordered::Map;
use crate::query::Query;

/// Adds to a query.
///
/// # Contract
/// `tests/contracts` holds every implementation to this:
/// * what the visitor typed stays as it is, and no added term outweighs it;
/// * the same query gives the same result;
/// * a query without terms is not an error, except to [`Analysis`].
pub trait QueryOperator {
    /// The name for the trace.
    fn name(&self) -> &'static str;

    /// Adds to the query.
    ///
    /// # Errors
    /// [`crate::Error::EmptyQuestion`] if there is nothing to search for.
    fn apply(&self, query: &mut Query) -> Result<()>;
}

// By name: were `Debug` asked of every implementation, printing all its parts would be in the
// download.
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
        /// Words of languages that the engine has none of, by what they tell: `time` has phrases that ask for one,
        /// with commas between, `months` has names with spaces between. The builder adds those of the site's
        /// languages.
        pub words: Map<String> = Map::new(),
    }
}

crate::settings! {
    /// How a question is made into a query. All weights are shares of a content word's.
    pub struct QuerySettings {
        /// What a stop word is worth; 0 drops stop words.
        pub stop_word_weight: f64 = 0.3,
        /// What the parts of a code or the join of a compound are worth.
        pub extra_weight: f64 = 0.4,
        /// What a synonym of one word for another is worth. The words of a longer one share its
        /// worth, and it is worth the more the more words it stands for.
        pub synonym_weight: f64 = 0.6,
        /// What a booster term of the detected intent is worth.
        pub booster_weight: f64 = 0.1,
        /// What of a question is read, in characters: somebody may paste a whole letter, and the
        /// work grows faster than the question does.
        pub max_characters: NonZeroUsize = const { NonZeroUsize::new(2000).unwrap() },
        /// Whether the built-in intent rules apply besides the site's.
        pub builtin_intents: bool = true,
    }
}
