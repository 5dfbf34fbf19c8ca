//! Checks the file without a language model, for its editors and for CI.

use std::path::Path;

use serde::Serialize;
use soru_ingest::name_of_language;

use super::common::CommonQuestions;
use super::fault::{Dropped, Fault};
use super::languages::wanted_languages;
use super::matching::MatchStatus;
use super::plan::{Job, Placed, Plan};
use super::prompt::Prompt;
use super::reply::{faults_of, faults_of_near_misses};
use super::sections::Section;

/// The findings about the file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuestionsCheck {
    /// The file.
    pub file: String,
    /// Sections that are long enough to answer a question.
    pub sections: usize,
    /// Number of these sections that have questions.
    pub covered: usize,
    /// Questions in the file.
    pub questions: usize,
    /// The number of suspicious questions, by fault.
    pub faults: Dropped,
    /// All findings, lines of the file first.
    pub findings: Vec<QuestionsFinding>,
}

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QuestionsFinding {
    /// The line of the file, if the finding has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The kind of fault; these names never change.
    pub kind: FindingKind,
    /// The page.
    pub page: String,
    /// The headings of the section.
    pub heading: Vec<String>,
    /// The fault and its remedy.
    pub message: String,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// A section has no questions.
    Missing,
    /// A section has changed since its questions were written.
    Stale,
    /// A section no longer exists.
    Orphaned,
    /// A question does not fit its section.
    Suspicious,
}

/// Checks the lines of a file against the site.
pub fn check_questions_file(file: &Path, plan: &Plan<'_>, prompt: &Prompt) -> QuestionsCheck {
    let mut findings: Vec<QuestionsFinding> = Vec::new();
    let mut faults = Dropped::new();
    let common = CommonQuestions::of(plan.lines.iter().map(|placed| &placed.line));
    for placed in &plan.lines {
        findings.extend(of_line(placed, plan));
        for (question, fault) in suspicious(placed, plan, prompt, &common) {
            *faults.entry(fault).or_default() += 1;
            let message = format!("`{question}`: {}; correct or remove it", fault.message());
            findings.push(finding(placed, FindingKind::Suspicious, message));
        }
    }
    let missing = (0..plan.site().documents.len()).flat_map(|page| missing(page, plan));
    findings.extend(missing.map(|job| QuestionsFinding {
        line: None,
        kind: FindingKind::Missing,
        page: job.page.clone(),
        heading: job.section.heading.clone(),
        message: format!(
            "no questions{}: write them with `soru questions write`",
            missing_languages(job, plan)
        ),
    }));
    QuestionsCheck {
        file: file.display().to_string(),
        sections: plan.sections.len(),
        covered: plan
            .sections
            .iter()
            .filter(|(_, is_covered)| *is_covered)
            .count(),
        questions: plan
            .lines
            .iter()
            .map(|placed| placed.line.questions.len())
            .sum(),
        faults,
        findings,
    }
}

/// Names the languages without questions, if there are questions in others.
fn missing_languages(job: &Job, plan: &Plan<'_>) -> String {
    if job.languages == plan.wanted(&job.lang) {
        return String::new();
    }
    let names = job.languages.iter();
    let names: Vec<&str> = names
        .map(|tag| name_of_language(tag).unwrap_or(tag))
        .collect();
    format!(" in {}", names.join(" and "))
}

fn of_line(placed: &Placed, plan: &Plan<'_>) -> Option<QuestionsFinding> {
    let (kind, message) = match placed.fate {
        MatchStatus::Fresh => return None,
        MatchStatus::Orphaned if placed.document.is_none() => (
            FindingKind::Orphaned,
            "the page is gone: correct `page`, or remove the line".to_owned(),
        ),
        MatchStatus::Orphaned => (
            FindingKind::Orphaned,
            "the page has no such section: correct `heading`, or remove the line".to_owned(),
        ),
        MatchStatus::Stale if placed.line.is_replaceable() && !is_requested(placed, plan) => (
            FindingKind::Stale,
            format!(
                "the section has changed, and questions in {0} are no longer requested: remove \
                 the line, or add {0} to `languages` under [questions]",
                placed.languages.join(", ")
            ),
        ),
        MatchStatus::Stale if placed.line.is_replaceable() => (
            FindingKind::Stale,
            "the section has changed: write new questions with `soru questions write`".to_owned(),
        ),
        MatchStatus::Stale => (FindingKind::Stale, renew(placed, plan)),
    };
    Some(finding(placed, kind, message))
}

/// Whether new questions are wanted in one of the line's languages.
fn is_requested(placed: &Placed, plan: &Plan<'_>) -> bool {
    let document = placed.document.map(|at| &plan.site().documents[at]);
    let wanted = document.map(|document| plan.wanted(&document.lang));
    wanted.is_some_and(|wanted| placed.languages.iter().any(|lang| wanted.contains(lang)))
}

/// Returns the advice for lines written by people: renew the line for the section at its old
/// beginning.
fn renew(placed: &Placed, plan: &Plan<'_>) -> String {
    let sections = placed.document.map(|page| plan.sections_of(page));
    let mut sections = sections.into_iter().flatten().map(|(job, _)| &job.section);
    let own = sections.find(|section| section.range.start == placed.range.start);
    let hash = own.map(Section::hash);
    let with = hash.map_or("remove its `hash` and `starts`".to_owned(), |hash| {
        format!("set its `hash` to \"{hash}\"")
    });
    format!("the section has changed: review its questions, then {with}")
}

/// Returns the sections of a page without questions. Stale lines are reported separately.
fn missing<'p>(page: usize, plan: &'p Plan<'_>) -> impl Iterator<Item = &'p Job> {
    let stale = plan
        .lines_of(page)
        .filter(|placed| placed.fate == MatchStatus::Stale);
    let stale: Vec<usize> = stale.map(|placed| placed.range.start).collect();
    let open = plan.sections_of(page).filter(|(_, is_covered)| !is_covered);
    let open = open.map(|(job, _)| job);
    open.filter(move |job| !stale.iter().any(|start| job.section.range.contains(start)))
}

/// Reports questions and near misses that the check of a reply about the same section would have
/// dropped.
fn suspicious<'l>(
    placed: &'l Placed,
    plan: &Plan<'_>,
    prompt: &Prompt,
    common: &CommonQuestions,
) -> Vec<(&'l str, Fault)> {
    let (questions, near_misses) = (&placed.line.questions, &placed.line.near_misses);
    let texts = questions.iter().map(|question| question.text.as_str());
    let mut faults = match job_about(placed, plan) {
        Some(job) => {
            let mut faults = faults_of(questions, &job, prompt);
            faults.extend(faults_of_near_misses(near_misses, &job, prompt));
            faults
        }
        None => vec![None; questions.len()],
    };
    for (text, fault) in texts.clone().zip(&mut faults) {
        let is_common = fault.is_none() && common.has(text);
        *fault = fault.or(is_common.then_some(Fault::Common));
    }
    let texts = texts.chain(near_misses.iter().map(String::as_str));
    let faults = texts.zip(faults);
    faults
        .filter_map(|(text, fault)| Some((text, fault?)))
        .collect()
}

/// Returns the section as the line defines it: a whole page, or a part with other boundaries than
/// ours.
fn job_about(placed: &Placed, plan: &Plan<'_>) -> Option<Job> {
    let document = &plan.site().documents[placed.document?];
    if placed.fate != MatchStatus::Fresh {
        return None;
    }
    let text = document.text();
    let section = Section {
        heading: placed.line.heading.clone().unwrap_or_default(),
        anchor: String::new(),
        text: text.get(placed.range.clone())?.to_owned(),
        range: placed.range.clone(),
        is_part: false,
    };
    // A language that is no longer wanted is not a fault.
    let accepted = [plan.wanted(&document.lang), placed.languages.clone()].concat();
    Some(Job {
        id: String::new(),
        page: document.id.clone(),
        title: document.title.clone(),
        url: document.url.clone(),
        lang: document.lang.clone(),
        languages: wanted_languages(&document.lang, &accepted),
        section,
    })
}

fn finding(placed: &Placed, kind: FindingKind, message: String) -> QuestionsFinding {
    QuestionsFinding {
        line: Some(placed.number),
        kind,
        page: placed.line.page.clone(),
        heading: placed.line.heading.clone().unwrap_or_default(),
        message,
    }
}
