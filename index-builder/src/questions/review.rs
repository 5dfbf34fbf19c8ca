//! Proposes questions of real visitors for sections: from an exported query log, for the site's
//! owner to confirm.

use std::collections::BTreeMap;

use soru::settings::Value;
use soru::{Document, hit::Hit};
use soru_ingest::tidy_line;

use super::file::sort;
use super::line::{Line, VISITOR};
use super::plan::{Job, Plan};
use super::question::Question;
use crate::bundle::Bundle;
use crate::log::{Asked, Entry, Wording, wordings};

/// The file of proposals, beside the file of questions.
pub const REVIEW_FILE: &str = "questions.review.jsonl";

/// The proposals from a log.
#[derive(Debug, Default)]
pub struct Review {
    /// Lines with the questions of visitors, sorted.
    pub lines: Vec<Line>,
    /// The number of their questions.
    pub questions: usize,
    /// Questions for which the engine found no section.
    pub unplaced: usize,
    /// Questions that are already in the file.
    pub known: usize,
}

/// A question of visitors, with the passage that the engine ranks first.
#[derive(Debug)]
struct Proposal {
    /// The question, in its most frequent spelling.
    question: String,
    /// The passage, if there is any.
    hit: Option<Hit>,
}

/// Returns the passages for these questions, the most frequent first. `options` apply to every
/// question.
///
/// # Errors
/// If the bundle is damaged.
fn proposals(
    asked: &[Wording<'_>],
    bundle: &Bundle,
    options: &[(String, Value)],
) -> anyhow::Result<Vec<Proposal>> {
    let mut proposals = Vec::new();
    for wording in asked {
        let question = tidy_line(wording.question);
        let mut options = options.to_vec();
        options.push(("lang".to_owned(), Value::Text(wording.lang.to_owned())));
        let hits = bundle.search(&question, &Value::Map(options))?.hits;
        proposals.push(Proposal {
            question,
            hit: hits.into_iter().next(),
        });
    }
    Ok(proposals)
}

/// Proposes the section that the engine ranks first, for every question that was asked at least
/// this often and that no fact answers. `options` apply to every question.
///
/// # Errors
/// If the bundle is damaged.
pub fn review(
    entries: &[Entry],
    at_least: usize,
    plan: &Plan<'_>,
    bundle: &Bundle,
    options: &[(String, Value)],
) -> anyhow::Result<Review> {
    let mut review = Review::default();
    let mut by_section: BTreeMap<usize, Vec<Question>> = BTreeMap::new();
    let sections = Sections::of(plan);
    let asked = entries.iter();
    let asked = asked.filter(|entry| !entry.is_small_talk() && !entry.is_from_fact());
    let mut asked = wordings(asked.map(Asked::from));
    asked.retain(|asked| asked.count >= at_least && !tidy_line(asked.question).is_empty());
    let often = asked.len();
    asked.retain(|asked| !is_known(&tidy_line(asked.question), plan));
    review.known = often - asked.len();
    for proposal in proposals(&asked, bundle, options)? {
        match proposal.hit.and_then(|hit| sections.of_hit(&hit)) {
            Some(section) => {
                let questions = by_section.entry(section).or_default();
                questions.push(proposal.question.into());
            }
            None => review.unplaced += 1,
        }
    }
    let lines = by_section.into_iter().map(|(section, questions)| {
        review.questions += questions.len();
        let job = &plan.sections[section].0;
        let line = Line {
            sum: None,
            ..job.line(questions, Vec::new(), VISITOR)
        };
        (line, Some(job.section.range.start))
    });
    let mut lines: Vec<_> = lines.collect();
    sort(&mut lines);
    review.lines = lines.into_iter().map(|(line, _)| line).collect();
    Ok(review)
}

fn is_known(question: &str, plan: &Plan<'_>) -> bool {
    let mut lines = plan.lines.iter().map(|placed| &placed.line);
    lines.any(|line| { line.questions.iter() }.any(|known| known.text == question))
}

/// A page with the numbers of its sections.
type PageJobs<'p> = (&'p Document, Vec<(usize, &'p Job)>);

/// The sections of every page.
struct Sections<'p> {
    pages: BTreeMap<&'p str, PageJobs<'p>>,
}

impl<'p> Sections<'p> {
    fn of(plan: &'p Plan<'_>) -> Self {
        let documents = plan.site().documents.iter();
        let mut pages: BTreeMap<_, _> = documents
            .map(|document| (document.id.as_str(), (document, Vec::new())))
            .collect();
        for (at, (job, _)) in plan.sections.iter().enumerate() {
            if let Some((_, sections)) = pages.get_mut(job.page.as_str()) {
                sections.push((at, job));
            }
        }
        Self { pages }
    }

    /// Returns the section of a passage, which may contain several short sections.
    fn of_hit(&self, hit: &Hit) -> Option<usize> {
        let (document, sections) = self.pages.get(hit.id.as_str())?;
        let start = document.text().find(&hit.text)?;
        let end = start + hit.text.len();
        let shared = |job: &Job| {
            let range = &job.section.range;
            range.end.min(end).saturating_sub(range.start.max(start))
        };
        let best = sections
            .iter()
            .filter(|(_, job)| shared(job) > 0)
            .max_by_key(|(_, job)| (job.section.heading == hit.heading, shared(job)));
        best.map(|(at, _)| *at)
    }
}
