//! The engine's part of a site's `soru.toml`.

use std::num::NonZeroUsize;

use crate::generation::{ConfidenceSettings, ExtractiveSettings, SourceSettings};
use crate::ordered::Map;
use crate::post_retrieval::RankingSettings;
use crate::pre_retrieval::{
    FactMatchingSettings, IntentRule, QuerySettings, RouterSettings, SmallTalkSettings,
    SpellingSettings, SynonymGroup, TextSettings,
};
use crate::retrieval::RetrievalSettings;
use crate::settings::Value;

crate::settings! {
    /// A site's configuration, compiled into its bundle. A call can override the sections that do
    /// not take effect when the bundle is built.
    pub struct Configuration {
        /// The site.
        pub site: SiteSettings = SiteSettings::default(),
        /// Words of the site.
        pub text: TextSettings = TextSettings::default(),
        /// Analysis of questions.
        pub query: QuerySettings = QuerySettings::default(),
        /// Spelling correction.
        pub spelling: SpellingSettings = SpellingSettings::default(),
        /// Messages that are not searched for.
        pub small_talk: SmallTalkSettings = SmallTalkSettings::default(),
        /// Abbreviations and synonyms.
        pub synonyms: Vec<SynonymGroup> = Vec::new(),
        /// Words that mean nearly the same in everyday language, by language: groups separated by
        /// `;`, words by commas. They count less than synonyms, and never for facts.
        pub everyday: Map<String> = Map::new(),
        /// Intent rules.
        pub intents: Vec<IntentRule> = Vec::new(),
        /// Facts table or retrieval?
        pub router: RouterSettings = RouterSettings::default(),
        /// Matching of facts.
        pub fact_matching: FactMatchingSettings = FactMatchingSettings::default(),
        /// Retrieval of chunks.
        pub retrieval: RetrievalSettings = RetrievalSettings::default(),
        /// Reranking and cutting of hits.
        pub ranking: RankingSettings = RankingSettings::default(),
        /// Settings of answers.
        pub answer: AnswerSettings = AnswerSettings::default(),
        /// Answers in a language model's words, as written: the crate `soru-language-model` reads
        /// them.
        pub generation: Value = Value::Null,
        /// Texts of the element that replace its own: language, then name of the text.
        pub texts: Map<Map<String>> = Map::new(),
        /// Questions that the empty box suggests.
        pub suggestions: Vec<Suggestion> = Vec::new(),
    }
}

crate::settings! {
    /// Properties of the site.
    pub struct SiteSettings {
        /// Its name, as visitors know it.
        pub title: String = String::new(),
        /// Its address, if results should have absolute addresses.
        pub url: String = String::new(),
        /// Language tags, the default first.
        pub languages: Vec<String> = vec!["en".to_owned(), "tr".to_owned()],
    }
}

crate::settings! {
    /// Settings of answers.
    pub struct AnswerSettings {
        /// Minimum relevance of the best hit for an answer, 0 to 1.
        pub min_relevance: f64 = 0.2,
        /// Minimum confidence of an answer from a page, 0 to 1; below it, the sections that fit best
        /// are shown instead.
        pub min_confidence: f64 = 0.62,
        /// The pages listed as sources of an answer.
        pub sources: SourceSettings = SourceSettings::default(),
        /// Length of a hit's excerpt below an answer, or instead of one, in characters.
        pub excerpt_characters: NonZeroUsize = const { NonZeroUsize::new(500).unwrap() },
        /// Length of a hit's excerpt in a search, while the visitor types.
        pub search_excerpt_characters: NonZeroUsize = const { NonZeroUsize::new(220).unwrap() },
        /// Address where visitors can ask a person; shown when no answer is certain: a page,
        /// `https:`, `mailto:`, `tel:` or `sms:`. The text `contactUrl` of `[texts.<lang>]`
        /// overrides it for a language.
        pub contact_url: String = String::new(),
        /// Choice of sentences.
        pub extractive: ExtractiveSettings = ExtractiveSettings::default(),
        /// Formula and thresholds of confidence.
        pub confidence: ConfidenceSettings = ConfidenceSettings::default(),
    }
}

crate::settings! {
    /// A sample question.
    pub struct Suggestion {
        /// The language in which it is shown; empty for all.
        pub lang: String = String::new(),
        /// The question.
        pub question: String = String::new(),
    }
}
