//! `soru inspect`.

mod vocabulary;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use soru::orchestration::Stats;
use soru_evaluation::vocabulary::{VocabularyRow, check};
use soru_files::size::bytes;

use super::output::{DONE, print, print_json};
use crate::bundle::{Bundle, load_directories, part};

#[derive(Debug, Args)]
pub(in crate::cli) struct Inspect {
    /// The bundle's folder
    #[arg(value_name = "DIR")]
    pub(in crate::cli) bundle: PathBuf,
    /// Search for every word without diacritics and in capitals, and count the words that find the
    /// same pages
    #[arg(long)]
    pub(in crate::cli) vocabulary: bool,
    /// Print as JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// The content of a bundle.
#[derive(Serialize)]
struct Inspection {
    #[serde(flatten)]
    stats: Stats,
    /// The results for words typed otherwise, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    vocabulary: Option<Vec<VocabularyRow>>,
}

pub(super) fn run(arguments: &Inspect) -> anyhow::Result<u8> {
    let bundle = Bundle::open(&arguments.bundle)?;
    load_directories(bundle.engine(), &arguments.bundle)?;
    let checked = || check(&arguments.bundle, None);
    let inspection = Inspection {
        stats: bundle.engine().stats(),
        vocabulary: arguments.vocabulary.then(checked).transpose()?,
    };
    if arguments.json {
        print_json(&inspection)?;
    } else {
        print(&page(&inspection))?;
    }
    Ok(DONE)
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
    let table = inspection.vocabulary.as_deref().map(vocabulary::page);
    page + &table.unwrap_or_default()
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
