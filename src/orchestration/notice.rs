//! Warnings in words: why there are no hits, or fewer than there could be.

use super::describe::{describe_filter, describe_restrictions};
use crate::answer::Warning;
use crate::error::Error;
use crate::query::Query;
use crate::text::{Language, tokenise};

/// A notice to the visitor about the results. Stages pass data, and only [`DescribeNotice`] puts it
/// into words.
#[derive(Debug, Clone, Copy)]
pub enum Notice<'n> {
    /// There are no hits, perhaps because all were too weak.
    NoHits {
        /// The query.
        query: &'n Query,
        /// Whether weak hits were dropped.
        dropped: bool,
    },
    /// A phrase of frequent words was not searched in all pages.
    PhrasesUnread {
        /// The query.
        query: &'n Query,
        /// The number of chunks read.
        most: usize,
    },
    /// The question was cut at the maximum length.
    QuestionCut {
        /// The part that was read.
        read: &'n str,
    },
    /// The question is in a language that no page of the site has.
    OtherLanguage {
        /// The tag of that language.
        asked: &'n str,
        /// The languages of the site, whose pages were searched.
        searched: &'n [String],
    },
    /// A reranker failed.
    RerankerFailed {
        /// Its name.
        name: &'n str,
        /// The reason.
        error: &'n Error,
    },
}

/// Puts a notice into words.
pub type DescribeNotice = fn(&Notice<'_>) -> Warning;

/// Puts a notice into words.
pub(super) fn describe(notice: &Notice<'_>) -> Warning {
    match *notice {
        Notice::NoHits { query, dropped } => no_hits(query, dropped),
        Notice::PhrasesUnread { query, most } => {
            let what = describe_restrictions(&query.restrictions);
            Warning {
                code: "phrase_search_cut",
                message: format!("only the {most} most relevant passages were read for {what}"),
            }
        }
        Notice::QuestionCut { read } => Warning {
            code: "question_cut",
            message: format!(
                "only the first {} characters were read",
                read.chars().count()
            ),
        },
        Notice::OtherLanguage { asked, searched } => Warning {
            code: "other_language",
            message: format!(
                "the question seems to be in `{asked}`; the pages searched are in `{}`",
                searched.join("`, `")
            ),
        },
        Notice::RerankerFailed { name, error } => Warning {
            code: "reranker_failed",
            message: format!("the reranker `{name}` failed, so the order is unchanged: {error}"),
        },
    }
}

/// Returns the reason for no hits: no page has the words, or has the phrase, or matches the filter,
/// or all hits were too weak.
fn no_hits(query: &Query, dropped: bool) -> Warning {
    let restrictions = &query.restrictions;
    let (code, mut message) = match restrictions.phrases.as_slice() {
        [] => {
            let reason = if dropped {
                "every page scored below `min_score_weight` for"
            } else {
                "no page has any of"
            };
            ("no_hits", format!("{reason}: {}", words(query).join(", ")))
        }
        phrases => ("phrase_not_found", not_found(phrases)),
    };
    if !restrictions.excluded.is_empty() {
        let excluded = restrictions.excluded.join(", ");
        message = format!("{message}; excluded: {excluded}");
    }
    if !restrictions.filter.is_empty() {
        let filter = describe_filter(&restrictions.filter);
        message = format!("{message}; among pages with {filter}");
    }
    Warning { code, message }
}

/// Returns words as typed: lower-casing by another language's rules would confuse the visitor.
fn words(query: &Query) -> Vec<&str> {
    let asked = query.as_asked();
    tokenise(asked, Language::Other)
        .iter()
        .filter(|token| token.is_word())
        .map(|token| &asked[token.start..token.end])
        .collect()
}

fn not_found(phrases: &[String]) -> String {
    let quoted: Vec<String> = phrases.iter().map(|text| format!("\"{text}\"")).collect();
    let all = if phrases.len() > 1 { "all of " } else { "" };
    let quoted = quoted.join(", ");
    format!(
        "no page has {all}{quoted} word for word; remove the quotation marks to find the words \
         separately"
    )
}
