//! The builder's own sections of `soru.toml` besides `[input]`, which [`soru_ingest`] declares;
//! all others are the engine's.

use std::num::NonZeroUsize;

use soru::index::format::{hex, sha256};

use super::prompts;

soru::settings! {
    /// `[encoder]`: a sentence encoder that embeds the pages when the bundle is built.
    pub struct EncoderSettings {
        /// The name of an encoder that `soru encoder add` has installed, or `"none"`. `"auto"`
        /// selects the one that supports several of the site's languages, or else the one that has
        /// a table for the language of the pages. If a named one is not installed, the build warns.
        pub name: String = "auto".to_owned(),
        /// A folder saved by sentence-transformers, relative to `soru.toml`, instead of an
        /// installed encoder.
        pub folder: String = String::new(),
        /// The file of the folder's table, relative to `soru.toml`. If empty, the table is
        /// `query.soru-table` in the folder, or the one included in the command for
        /// all-MiniLM-L6-v2 in English, or else one that is made for the site.
        pub table: String = String::new(),
    }
}

soru::settings! {
    /// `[questions]`: questions that the site's sections answer, written before the site is built.
    pub struct QuestionsSettings {
        /// The file that keeps them, relative to `soru.toml`.
        pub file: String = "questions.jsonl".to_owned(),
        /// The address of the language model for `soru questions write` and `soru facts suggest`,
        /// without `/chat/completions` (`openai`) or `/api/chat` (`ollama`).
        pub endpoint: String = String::new(),
        /// Its protocol: `openai` or `ollama`.
        pub api: String = "openai".to_owned(),
        /// Its name at that address.
        pub model: String = String::new(),
        /// The environment variable with the key for the address. Keys are never read from a file.
        pub key_env: String = "SORU_API_KEY".to_owned(),
        /// Number of questions per section, in each language.
        pub per_section: NonZeroUsize = const { NonZeroUsize::new(5).unwrap() },
        /// The maximum number of words of a section that is asked about as a whole; a longer one is
        /// asked about in parts.
        pub section_words: NonZeroUsize = const { NonZeroUsize::new(200).unwrap() },
        /// The minimum number of words of a section that is asked about.
        pub min_words: usize = 8,
        /// Languages of the questions besides the language of the section.
        pub languages: Vec<String> = Vec::new(),
        /// Additional information for the model: the site, its visitors and their vocabulary.
        pub about: String = String::new(),
        /// The instruction of `soru questions write`.
        pub prompt: String = prompts::QUESTIONS.to_owned(),
        /// The instruction of `soru facts suggest`.
        pub facts_prompt: String = prompts::FACTS.to_owned(),
    }
}

soru::settings! {
    /// `[facts]`: checked questions and answers.
    pub struct FactsSettings {
        /// Files of facts (CSV, JSON, YAML, SQLite), relative to `soru.toml`, or addresses of
        /// sheets that are published as CSV.
        pub files: Vec<String> = Vec::new(),
        /// The table to read in an SQLite file.
        pub table: String = "facts".to_owned(),
        /// The file of facts that `soru facts suggest` proposes, relative to `soru.toml`. No build
        /// reads it.
        pub suggested: String = "facts-suggested.yaml".to_owned(),
        /// Maximum number of proposed facts per section.
        pub per_section: NonZeroUsize = const { NonZeroUsize::new(3).unwrap() },
        /// Maximum number of other wordings of a question.
        pub aliases: usize = 3,
    }
}

soru::settings! {
    /// `[inject]`: the box that `soru build --inject` puts into pages.
    pub struct InjectSettings {
        /// A CSS selector of the element before which the button stands; if empty, it stands in the
        /// header that is found.
        pub place: String = String::new(),
        /// A CSS selector of the older search whose place it takes; if empty, none.
        pub replace: String = String::new(),
    }
}

/// The name of a sheet's copy, if a file of facts is the address of a published sheet.
pub(super) fn sheet_copy(file: &str) -> Option<String> {
    let is_address = file.starts_with("https://") || file.starts_with("http://");
    let name = || format!("facts-sheet-{}.csv", &hex(&sha256(file.as_bytes()))[..8]);
    is_address.then(name)
}
