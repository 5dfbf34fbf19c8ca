//! The words of every language, as plain data: stop words, question words, months, numbers, units,
//! small talk, words of follow-up questions, the stemmer.
//!
//! One file has all words of a language. Stages read the table of their task ([`Language::routing`]
//! for the router) and do not depend on a language. `joined!` joins lists for questions in any
//! language at compile time. The module imports no other module of the engine.
//!
//! | file | has |
//! |---|---|
//! | `forms.rs` | the tables of a language, one for each task |
//! | `turkish.rs`, `english.rs` | those two languages |
//! | `other.rs` | the defaults for all other languages |
//! | the other languages | words that the builder adds to the bundles of sites with such pages |
//! | `joined.rs` | joins the lists of all languages |
//!
//! # Adding a language
//! Copy `german.rs`, and add a line to `bundled!` below: the builder then stems pages of the
//! language and adds its words to the manifests of sites with such pages
//! (`index-builder/indexing/src/language_words.rs`). Of a bundled language these tables count:
//! * `stem`; an algorithm of Snowball needs its feature of `frostem` in `Cargo.toml`;
//! * `compounds`, if the language writes compounds as one word;
//! * `stop_words.folded`, `small_talk` and `asking`;
//! * `routing`, except `units`;
//! * `statement`, except `modal_endings`, `defining_endings` and `yes_and_no`.
//!
//! Words may have their usual spelling, because the builder folds them; `forms.rs` states the
//! separator of each list: comma, bar or space. Add the language to the table of
//! `www/docs/pages.md`, and its stem to `docs/format.md`; a test compares them.
//!
//! A language of `languages!` is in the engine, which every visitor downloads: it needs all tables,
//! with fold keys where `forms.rs` requires them, and conversations in
//! `pre_retrieval/follow_up/cases.tsv`.

mod forms;
#[macro_use]
mod joined;
mod other;

pub use self::forms::{
    Analysis, Asking, Chat, Compounds, Counting, Detection, FactWords, FollowUp, Kinds, Knowledge,
    Routing, Spelling, StatementWords, StopWordLists,
};
pub(crate) use self::joined::{joined, length, text};

macro_rules! languages {
    ($($(#[$doc:meta])+ $language:ident, $file:ident, $tag:literal;)+) => {
        $(mod $file;)+

        /// The language of a text, which determines its analysis rules.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Language {
            $($(#[$doc])+ $language,)+
            /// Any other: tokenised and lower-cased, not stemmed.
            Other,
        }

        /// The words of all languages, by [`Language`] as a number.
        pub(crate) const ALL: [Knowledge; { [$($tag),+].len() + 1 }] =
            [$($file::KNOWLEDGE,)+ other::KNOWLEDGE];

        impl Language {
            /// Returns the language of a tag such as `tr`, `en-GB`, `tr_TR`.
            #[must_use]
            pub fn from_tag(tag: &str) -> Self {
                match primary(tag).as_str() {
                    $($tag => Self::$language,)+
                    _ => Self::Other,
                }
            }

            /// All languages, `Other` last.
            pub(crate) const EVERY: [Self; ALL.len()] = [$(Self::$language,)+ Self::Other];

            /// The languages with words in the engine, by tag.
            pub const KNOWN: [(&'static str, Self); { [$($tag),+].len() }] =
                [$(($tag, Self::$language)),+];
        }
    };
}

languages! {
    /// Turkish.
    Turkish, turkish, "tr";
    /// English.
    English, english, "en";
}

macro_rules! bundled {
    ($($file:ident, $($tag:literal)|+;)+) => {
        $(mod $file;)+

        /// Returns the words of a language that only manifests contain, not the engine.
        #[must_use]
        pub fn bundled(tag: &str) -> Option<&'static Knowledge> {
            match tag {
                $($($tag)|+ => Some(&$file::KNOWLEDGE),)+
                _ => None,
            }
        }

        /// The name and the tag of every bundled language.
        pub const BUNDLED: &[(&str, &str)] = &[$($((stringify!($file), $tag)),+),+];
    };
}

bundled! {
    arabic, "ar";
    armenian, "hy";
    basque, "eu";
    catalan, "ca";
    chinese, "zh";
    czech, "cs";
    danish, "da";
    dutch, "nl";
    finnish, "fi";
    french, "fr";
    german, "de";
    greek, "el";
    hindi, "hi";
    hungarian, "hu";
    indonesian, "id";
    italian, "it";
    japanese, "ja";
    lithuanian, "lt";
    norwegian, "nb" | "nn" | "no";
    persian, "fa";
    polish, "pl";
    portuguese, "pt";
    romanian, "ro";
    russian, "ru";
    serbian, "sr";
    spanish, "es";
    swedish, "sv";
    tamil, "ta";
    ukrainian, "uk";
}

/// Defines a look-up for each task's table. Only tables that are read add to the download.
macro_rules! tables {
    ($($table:ident: $Form:ty),+ $(,)?) => {
        impl Language {
            $(#[must_use]
            pub fn $table(self) -> &'static $Form {
                static TABLES: [$Form; ALL.len()] = {
                    let mut tables = [ALL[0].$table; ALL.len()];
                    let mut at = 1;
                    while at < ALL.len() {
                        tables[at] = ALL[at].$table;
                        at += 1;
                    }
                    tables
                };
                &TABLES[self as usize]
            })+
        }
    };
}

tables! {
    analysis: Analysis,
    stem: fn(&str) -> String,
    detection: Detection,
    stop_words: StopWordLists,
    spelling: Spelling,
    kinds: Kinds,
    fact_words: FactWords,
    routing: Routing,
    small_talk: Chat,
    follow_up: FollowUp,
    verbs: &'static str,
    counting: Counting,
}

/// The names of folders with news and announcements, in all languages.
pub const NEWS: &str = joined!(page_words.news, " ");

impl Language {
    /// Returns the words of numbers and amounts.
    #[must_use]
    pub fn numbers(self) -> &'static Counting {
        self.counting()
    }

    /// Returns the names of the months, as written in small letters.
    #[must_use]
    pub fn months(self) -> &'static [&'static str; 12] {
        &self.analysis().months
    }
}

/// Returns the lower-case primary subtag: `en` of `en-GB`.
#[must_use]
pub fn primary(tag: &str) -> String {
    tag.split(['-', '_'])
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
