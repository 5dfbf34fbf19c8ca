//! Proposes the sections that may answer visitors' questions. The site's owner then improves the
//! section, adds the question to it, or finds that the site lacks the answer.

use serde::Serialize;
use soru::hit::Hit;
use soru::settings::Value;

use super::Entry;
use super::wordings::{Wording, wordings};
use crate::bundle::Bundle;
use crate::questions::{Proposal, proposals};

/// Sections for questions without an answer or with low confidence.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sections {
    /// Number of different questions.
    pub all: usize,
    /// The first questions with a section, the most frequent first.
    pub top: Vec<Proposed>,
    /// Number of questions that were looked up without finding a section.
    pub unplaced: usize,
}

/// A question with its best section.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Proposed {
    /// The question, in its most frequent spelling.
    pub question: String,
    /// Its language.
    pub lang: String,
    /// How often visitors asked it.
    pub count: usize,
    /// The id of the page.
    pub page: String,
    /// The title of the page.
    pub title: String,
    /// The headings above the section.
    pub heading: Vec<String>,
    /// Its address.
    pub url: String,
}

/// Returns the questions without an answer or with low confidence, the most frequent first.
pub fn open_questions(entries: &[Entry]) -> Vec<Wording<'_>> {
    let is_open = |entry: &&Entry| {
        let is_low = entry.is_unanswered() || entry.level == "low";
        is_low && !entry.is_from_fact() && !entry.is_small_talk()
    };
    wordings(entries.iter().filter(is_open))
}

/// Looks up the sections of these questions, until `most` have one. `options` apply to every
/// question.
///
/// # Errors
/// If the bundle is damaged.
pub fn sections(
    questions: &[Wording<'_>],
    most: usize,
    bundle: &Bundle,
    options: &[(String, Value)],
) -> anyhow::Result<Sections> {
    let mut sections = Sections {
        all: questions.len(),
        ..Sections::default()
    };
    for mut proposal in proposals(questions, most, bundle, options)? {
        match proposal.hit.take() {
            Some(hit) => sections.top.push(Proposed::new(proposal, hit)),
            None => sections.unplaced += 1,
        }
    }
    Ok(sections)
}

impl Proposed {
    fn new(proposal: Proposal, hit: Hit) -> Self {
        Self {
            question: proposal.question,
            lang: proposal.lang,
            count: proposal.count,
            page: hit.id,
            title: hit.title,
            heading: hit.heading,
            url: hit.url,
        }
    }
}
