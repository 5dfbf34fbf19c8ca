//! Measurements of `soru inspect` on request: words in other spellings, lists of related pages.

use std::fmt::Write as _;

use serde::Serialize;
use soru_evaluation::related::{self, Lists};
use soru_evaluation::vocabulary::{self, VocabularyRow};

use super::Inspect;
use crate::bundle::Bundle;

/// The measurements that were requested.
#[derive(Serialize)]
pub(super) struct Evaluated {
    /// The results for words typed otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    vocabulary: Option<Vec<VocabularyRow>>,
    /// The quality of the lists of related pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    related: Option<Lists>,
}

impl Evaluated {
    pub(super) fn of(bundle: &Bundle, arguments: &Inspect) -> anyhow::Result<Self> {
        let checked = || vocabulary::check(&arguments.bundle, arguments.words);
        let measured = || related::measure(bundle);
        Ok(Self {
            vocabulary: arguments.vocabulary.then(checked).transpose()?,
            related: arguments.related.then(measured).transpose()?,
        })
    }

    pub(super) fn page(&self) -> String {
        let words = self.vocabulary.iter().map(|rows| vocabulary_page(rows));
        words.chain(self.related.iter().map(related_page)).collect()
    }
}

fn related_page(lists: &Lists) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    format!(
        "\nrelated   {} of {} pages resemble others, {:.1} of five listed, the first {:.2} similar\n\
         folder    {} of those listed are in the page's own; {} by a search for its title, {} at random\n",
        lists.with_list,
        lists.pages,
        lists.listed,
        lists.first_similarity,
        percent(lists.in_folder),
        percent(lists.in_folder_by_title),
        percent(lists.in_folder_at_random),
    )
}

/// A table, and the missed words.
fn vocabulary_page(rows: &[VocabularyRow]) -> String {
    let mut page = format!(
        "\n{:<5}{:<7}{:<16}{:>8}{:>10}{:>12}\n",
        "box", "words", "typed in", "number", "found", "same pages"
    );
    for row in rows {
        let _ = writeln!(
            page,
            "{:<5}{:<7}{:<16}{:>8}{:>8.2} %{:>10.2} %",
            row.interface,
            row.language,
            row.variant.title(),
            row.words,
            100.0 * row.share_found(),
            100.0 * row.share_same(),
        );
    }
    for row in rows {
        for [word, typed] in &row.missed {
            let (language, interface) = (&row.language, &row.interface);
            let _ = writeln!(
                page,
                "not found: {word} ({language}) as {typed}, box {interface}"
            );
        }
    }
    page
}
