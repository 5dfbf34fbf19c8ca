//! The words of every language, as plain data: stop words, question words, months, numbers, units,
//! small talk, words of follow-up questions, the stemmer.
//!
//! One file has all words of a language. The builder writes the lists of a site's languages into its
//! bundle ([`crate::text::WordLists`]), and stages read the list of their task from there, so the
//! engine contains no words of languages that a site lacks. The module imports no other module of
//! the engine.
//!
//! | file | has |
//! |---|---|
//! | `forms.rs` | the tables of a language, one for each task |
//! | `lists.rs` | the lists of these tables, as bundles have them |
//! | `other.rs` | empty tables, and the rules of languages without any in the engine |
//! | the languages | their words |
//!
//! # Adding a language
//! Copy `german.rs`, and add a line to `languages!` below: the builder then stems pages of the
//! language and adds its words to the bundles of sites with such pages
//! (`index-builder/indexing/src/language_words.rs`). An algorithm of Snowball needs its feature of
//! `frostem` in `Cargo.toml`. `compounds` is for languages that write compounds as one word. Any
//! table may be missing.
//!
//! Words may have their usual spelling, because the builder folds them; `forms.rs` states the
//! separator of each list: comma, bar or space. Add the language to the table of
//! `www/docs/pages.md`, and its stem to `docs/format.md`; a test compares them. Conversations are in
//! `pre_retrieval/follow_up/cases.tsv`.
//!
//! The engine reads a text, and detects its language, before and without the lists of a bundle. So a
//! language of `rules!` has these tables in the engine, which every visitor downloads: `analysis`,
//! `asks_last`, `stem`, `detection`, `stop_words` and `letters`; and `counting` in the module for answers of
//! language models. All other languages share the rules of `other.rs`.

mod forms;
mod lists;
mod other;

pub use self::forms::{
    Analysis, Asking, Chat, Compounds, Counting, Detection, FactWords, FollowUp, Kinds, Knowledge,
    Letters, Routing, Spelling, StatementWords, StopWordLists,
};
pub use self::lists::{Form, List, OwnList, SharedList};

macro_rules! languages {
    ($($file:ident, $($tag:literal)|+;)+) => {
        $(mod $file;)+

        /// Returns the words of a language by its primary subtag.
        #[must_use]
        pub fn words_of(tag: &str) -> Option<&'static Knowledge> {
            match tag {
                $($($tag)|+ => Some(&$file::KNOWLEDGE),)+
                _ => None,
            }
        }

        /// The name and the tag of every language with words.
        pub const LISTED: &[(&str, &str)] = &[$($((stringify!($file), $tag)),+),+];
    };
}

languages! {
    turkish, "tr";
    english, "en";
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

macro_rules! rules {
    ($($(#[$doc:meta])+ $language:ident, $file:ident, $tag:literal;)+) => {
        /// The language of a text, which determines its analysis rules.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Language {
            $($(#[$doc])+ $language,)+
            /// Any other: tokenised and lower-cased, not stemmed.
            Other,
        }

        const RULES: [Knowledge; { [$($tag),+].len() + 1 }] =
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
            pub(crate) const EVERY: [Self; RULES.len()] = [$(Self::$language,)+ Self::Other];

            /// The languages with rules in the engine, by tag.
            pub const KNOWN: [(&'static str, Self); { [$($tag),+].len() }] =
                [$(($tag, Self::$language)),+];
        }
    };
}

rules! {
    /// Turkish.
    Turkish, turkish, "tr";
    /// English.
    English, english, "en";
}

/// Defines a look-up for each table of rules. Only tables that are read add to the download.
macro_rules! tables {
    ($($table:ident: $Form:ty),+ $(,)?) => {
        impl Language {
            $(#[must_use]
            pub fn $table(self) -> &'static $Form {
                static TABLES: [$Form; RULES.len()] = {
                    let mut tables = [RULES[0].$table; RULES.len()];
                    let mut at = 1;
                    while at < RULES.len() {
                        tables[at] = RULES[at].$table;
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
    asks_last: bool,
    stem: fn(&str) -> String,
    detection: Detection,
    stop_words: StopWordLists,
    letters: Letters,
    verbs: &'static str,
    counting: Counting,
}

/// Returns the names of folders with news and announcements, in all languages, with spaces around
/// each. An address does not say in which language it is.
#[must_use]
pub fn news() -> String {
    let all = LISTED.iter().filter_map(|(_, tag)| words_of(tag));
    all.fold(" ".to_owned(), |list, own| list + own.page_words.news + " ")
}

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
