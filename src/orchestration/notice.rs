//! Warnings about the results: why there are no hits, or fewer than there could be.

use crate::answer::Warning;
use crate::error::Error;
use crate::query::Query;

fn warning(code: &'static str, message: &str) -> Warning {
    Warning {
        code,
        message: message.to_owned(),
    }
}

/// Warns that there are no hits: no page has the words, or has the phrase, or matches the filter,
/// or all hits were too weak and `dropped`.
pub(super) fn no_hits(query: &Query, dropped: bool) -> Warning {
    let restrictions = &query.restrictions;
    if !restrictions.phrases.is_empty() {
        let phrases = restrictions.phrases.join("\" and \"");
        let advice = "\" word for word: remove the quotation marks to find the words separately";
        return Warning {
            code: "phrase_not_found",
            message: ["no page has \"", &phrases, advice].concat(),
        };
    }
    let reason = if dropped {
        "every page scored below `retrieval.min_score_weight` for `"
    } else {
        "no page has any word of `"
    };
    let mut message = [reason, query.as_asked(), "`"].concat();
    for (key, values) in restrictions.filter.entries() {
        message += &[" among pages with ", key, "=", &values.join("|")].concat();
    }
    Warning {
        code: "no_hits",
        message,
    }
}

/// Warns that a phrase of frequent words was not searched in all pages.
pub(super) fn phrases_unread() -> Warning {
    warning(
        "phrase_search_cut",
        "only the `retrieval.phrase_candidates` most relevant passages were read for the phrase",
    )
}

/// Warns that the question was cut at the maximum length.
pub(super) fn question_cut() -> Warning {
    warning(
        "question_cut",
        "only the first `text.max_question_length` characters were read",
    )
}

/// Warns that the question is in a language, given by its tag, that no page of the site has.
pub(super) fn other_language(asked: &str) -> Warning {
    let message = ["the question seems to be in `", asked, "`, as no page is"].concat();
    Warning {
        code: "other_language",
        message,
    }
}

/// Warns that a reranker failed, if the engine has rerankers that can fail.
pub type RerankerFailed = fn(name: &str, error: &Error) -> Warning;

/// Warns that a reranker failed.
pub(super) fn reranker_failed(name: &str, error: &Error) -> Warning {
    Warning {
        code: "reranker_failed",
        message: format!("the reranker `{name}` failed, so the order is unchanged: {error}"),
    }
}
