//! `soru inspect`.

use std::fmt::Write as _;

use serde::Serialize;
use soru::orchestration::Stats;

use super::arguments::Inspect;
use super::{DONE, FAILED, print, print_json};
use crate::build::bytes;
use crate::bundle::{Bundle, FileState, Health, part};
use crate::related::{self, Lists};
use crate::vocabulary::{self, VocabularyRow};

/// The content of a bundle, and its problems.
#[derive(Serialize)]
struct Inspection {
    #[serde(flatten)]
    stats: Stats,
    problems: Vec<String>,
    /// The results for words typed otherwise, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    vocabulary: Option<Vec<VocabularyRow>>,
    /// The quality of the lists of related pages, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    related: Option<Lists>,
}

pub(super) fn run(arguments: &Inspect) -> anyhow::Result<u8> {
    let bundle = Bundle::open(&arguments.bundle)?;
    let mut problems: Vec<String> = bundle.health().iter().filter_map(problem).collect();
    let mistakes = bundle.engine().configuration().mistakes();
    problems.extend(mistakes.iter().map(ToString::to_string));
    let code = if problems.is_empty() { DONE } else { FAILED };
    let checked = || vocabulary::check(&arguments.bundle, arguments.words);
    let vocabulary = arguments.vocabulary.then(checked).transpose()?;
    let measured = || related::measure(&bundle);
    let related = arguments.related.then(measured).transpose()?;
    let inspection = Inspection {
        stats: bundle.engine().stats(),
        problems,
        vocabulary,
        related,
    };
    if arguments.json {
        print_json(&inspection)?;
    } else {
        print(&page(&inspection))?;
    }
    Ok(code)
}

fn problem(file: &Health) -> Option<String> {
    match &file.state {
        FileState::Sound => None,
        FileState::Missing => Some(format!(
            "{} is missing: upload it again, or build the bundle again",
            file.name
        )),
        FileState::Unreadable(detail) => Some(format!("{} cannot be read: {detail}", file.name)),
        FileState::Damaged(detail) if detail.contains(&file.name) => Some(detail.clone()),
        FileState::Damaged(detail) => Some(format!("{}: {detail}", file.name)),
    }
}

fn page(inspection: &Inspection) -> String {
    let stats = &inspection.stats;
    let mut page = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(page, "{name:<10}{value}");
    };
    row(
        "site",
        format!("{} {}", stats.title, stats.site_url)
            .trim()
            .to_owned(),
    );
    row("languages", stats.languages.join(", "));
    row(
        "pages",
        format!("{} in {} chunks", stats.documents, stats.chunks),
    );
    for (lang, words) in &stats.words {
        row("words", format!("{lang}: {words}"));
    }
    row("terms", format!("{} different words", stats.terms));
    row("facts", stats.facts.to_string());
    for text in parts(stats) {
        row("size", text);
    }
    row(
        "build",
        format!("{} by soru {}", stats.build_id, stats.generator),
    );
    row("format", stats.format_version.to_string());
    match inspection.problems.as_slice() {
        [] => row("state", "sound: every file matches the build".to_owned()),
        problems => problems
            .iter()
            .for_each(|problem| row("problem", problem.clone())),
    }
    page.extend(
        inspection
            .vocabulary
            .iter()
            .map(|rows| vocabulary_page(rows)),
    );
    page.extend(inspection.related.iter().map(related_page));
    page
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

/// A line per kind of file, in order of first appearance.
fn parts(stats: &Stats) -> Vec<String> {
    let mut parts: Vec<(&str, u64, usize)> = Vec::new();
    for file in &stats.files {
        let name = part(&file.name).unwrap_or(&file.name);
        match parts.iter_mut().find(|(other, ..)| *other == name) {
            Some((_, size, count)) => {
                *size += file.size;
                *count += 1;
            }
            None => parts.push((name, file.size, 1)),
        }
    }
    let line = |(name, size, count): (&str, u64, usize)| {
        let files = if count == 1 { "file" } else { "files" };
        format!("{:>9}  {name} ({count} {files})", bytes(size))
    };
    parts.into_iter().map(line).collect()
}
