//! The words of every language, as plain data: stop words, question words, months, numbers, units, intents, small
//! talk, words of follow-up questions, the stemmer.
//!
//! One file has all that is known of a language. Stages read the table of their task ([`Language::routing`] for the
//! router) and know of no language; lists that hold for a question in any language are joined when the engine is
//! compiled, by `joined!`. The module imports no other of the engine.
//!
//! | file | has |
//! |---|---|
//! | `forms.rs` | the form of a language's words, task by task |
//! | `turkish.rs`, `english.rs` | those two languages |
//! | `other.rs` | what holds for all other languages |
//! | the other languages | what the builder puts into the bundle of sites that have pages in them |
//! | `joined.rs` | the lists of all languages in one |
//!
//! # Adding a language
//! Copy `german.rs`, and add a line to `bundled!` below: the builder stems pages by it, and puts its words into the
//! manifests of sites that have such pages (`indexing/language_words.rs`). Words may be written as people write them,
//! with commas, bars or spaces between as the form says. A language of `languages!` is in the engine, which every
//! site downloads: it needs all tables, with fold keys where the form says so.

mod forms;
#[macro_use]
mod joined;
mod other;

pub(crate) use self::forms::{
    Analysis, Asking, Chat, Counting, Detection, Evidence, FactWords, FollowUp, Kinds, Knowledge,
    Routing, Spelling, StopWordLists,
};
pub(crate) use self::joined::{joined, length, text};

macro_rules! languages {
    ($($(#[$doc:meta])+ $language:ident, $file:ident, $tag:literal;)+) => {
        $(mod $file;)+

        /// The analysis rules a text follows.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Language {
            $($(#[$doc])+ $language,)+
            /// Any other: tokenised and lower-cased, not stemmed.
            Other,
        }

        /// By the number of the language.
        pub(crate) const ALL: [Knowledge; { [$($tag),+].len() + 1 }] =
            [$($file::KNOWLEDGE,)+ other::KNOWLEDGE];

        impl Language {
            /// From a language tag such as `tr`, `en-GB`, `tr_TR`.
            #[must_use]
            pub fn from_tag(tag: &str) -> Self {
                match primary(tag).as_str() {
                    $($tag => Self::$language,)+
                    _ => Self::Other,
                }
            }

            /// All languages, `Other` last.
            pub(crate) const EVERY: [Self; ALL.len()] = [$(Self::$language,)+ Self::Other];

            /// The languages whose words the engine has.
            pub(crate) const KNOWN: [(&'static str, Self); { [$($tag),+].len() }] =
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

        /// The words of a language that sites bring along in their manifests, and the engine has none of.
        pub(crate) fn bundled(tag: &str) -> Option<&'static Knowledge> {
            match tag {
                $($($tag)|+ => Some(&$file::KNOWLEDGE),)+
                _ => None,
            }
        }
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

/// A table of each language for a task. Only tables that are read get into the download.
macro_rules! tables {
    ($($table:ident: $Form:ty),+ $(,)?) => {
        impl Language {
            $(pub(crate) fn $table(self) -> &'static $Form {
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

/// `en` of `en-GB`: the lower-case primary subtag.
pub(crate) fn primary(tag: &str) -> String {
    tag.split(['-', '_'])
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
