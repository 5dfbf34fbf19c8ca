//! `soru questions check`.

use std::fmt::Write as _;

use super::Setting;
use super::arguments::Check;
use crate::cli::asking::reasons_text;
use crate::cli::output::{DONE, FAILED, MOST_PROBLEMS, count, print, print_json};
use crate::questions::{FindingKind, QuestionsCheck, QuestionsFinding, check_questions_file};

pub(super) fn run(arguments: &Check) -> anyhow::Result<u8> {
    let setting = Setting::read(&arguments.site)?;
    let checked = check_questions_file(&setting.file, &setting.plan()?, &setting.prompt);
    if arguments.json {
        print_json(&checked)?;
    } else {
        print(&page(&checked))?;
    }
    let is_sound = checked.findings.is_empty();
    Ok(if is_sound { DONE } else { FAILED })
}

/// Prints a limited number of each kind, so that a site without any questions does not hide other
/// findings.
fn page(checked: &QuestionsCheck) -> String {
    let mut page = String::new();
    let mut counts = Vec::new();
    for (kind, name) in [
        (FindingKind::Suspicious, "suspicious"),
        (FindingKind::Orphaned, "orphaned"),
        (FindingKind::Stale, "stale"),
        (FindingKind::Missing, "missing"),
    ] {
        let all: Vec<&QuestionsFinding> = checked
            .findings
            .iter()
            .filter(|one| one.kind == kind)
            .collect();
        for finding in all.iter().take(MOST_PROBLEMS) {
            page += &row(finding, name, &checked.file);
        }
        if all.len() > MOST_PROBLEMS {
            let _ = writeln!(
                page,
                "... and {} more {name}; --json lists all",
                all.len() - MOST_PROBLEMS
            );
        }
        counts.push(format!("{} {name}", all.len()));
    }
    if !checked.faults.is_empty() {
        let _ = writeln!(page, "suspicious: {}", reasons_text(&checked.faults));
    }
    let _ = writeln!(
        page,
        "{} for {} of {}: {}",
        count(checked.questions, "question"),
        checked.covered,
        count(checked.sections, "section"),
        counts.join(", ")
    );
    page
}

fn row(finding: &QuestionsFinding, name: &str, file: &str) -> String {
    let place = match finding.line {
        Some(line) => format!("{file}:{line}: "),
        None => String::new(),
    };
    let section: Vec<&str> = std::iter::once(finding.page.as_str())
        .chain(finding.heading.iter().map(String::as_str))
        .collect();
    let row = format!(
        "{place}{name}: {}: {}",
        section.join(" > "),
        finding.message
    );
    row.replace(char::is_control, " ") + "\n"
}
