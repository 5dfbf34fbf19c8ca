//! `soru log report`.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, Subcommand};
use soru::settings::Value;

use super::build::today;
use super::output::{DONE, MOST_PROBLEMS, print, print_json};
use super::site_bundle::SiteBundle;
use super::styled::{BOLD, FAINT};
use crate::bundle::Bundle;
use crate::log::{
    BadLine, Candidate, Count, Entry, LogSummary, Sections, Tiers, Top, open_questions, read,
    report, sections,
};
use crate::project::Project;

#[derive(Debug, Subcommand)]
pub(super) enum LogCommand {
    /// List unanswered questions, words that no page contains, candidates for facts, and sections
    /// that may contain answers
    Report(LogReport),
}

#[derive(Debug, Args)]
#[command(
    after_help = "Invalid lines are reported and skipped. The command fails only if no line is \
        valid."
)]
pub(super) struct LogReport {
    /// JSON Lines files exported by the box's `exportLog()`; an entry found in several files counts
    /// once
    #[arg(required = true, value_name = "EXPORT")]
    pub(super) exports: Vec<PathBuf>,
    /// The site's pages, as `soru build` reads them: also list the sections that may answer
    /// questions without an answer, or with low confidence
    #[arg(long, value_name = "SITE", conflicts_with = "bundle")]
    pub(super) site: Vec<PathBuf>,
    /// Like --site, but read the sections from a bundle
    #[arg(long, value_name = "DIR")]
    pub(super) bundle: Option<PathBuf>,
    /// With --site: the project file [default: as for `soru build`]
    #[arg(long, value_name = "FILE", requires = "site")]
    pub(super) config: Option<PathBuf>,
    /// Maximum number of questions, words and fact candidates to list
    #[arg(long, value_name = "N", default_value = "20")]
    pub(super) top: NonZeroUsize,
    /// Print the report as JSON
    #[arg(long)]
    pub(super) json: bool,
}

pub(super) fn run(arguments: &LogReport) -> anyhow::Result<u8> {
    let exports = read(&arguments.exports)?;
    print_bad_lines(&exports.bad_lines);
    if exports.entries.is_empty() && !exports.bad_lines.is_empty() {
        bail!("no line is an entry of a query log: name files exported by the box's `exportLog()`");
    }
    let sections = sections_of(&exports.entries, arguments)?;
    let report = LogSummary {
        sections,
        ..report(exports, arguments.top.get())
    };
    if arguments.json {
        print_json(&report)?;
    } else {
        print(&page(&report))?;
    }
    Ok(DONE)
}

/// The sections that may answer open questions, if there is a bundle or a site to search.
fn sections_of(entries: &[Entry], arguments: &LogReport) -> anyhow::Result<Option<Sections>> {
    let look = |bundle: &Bundle| {
        let options = [("today".to_owned(), Value::Text(today()?.to_string()))];
        let open = open_questions(entries);
        sections(&open, arguments.top.get(), bundle, &options).map(Some)
    };
    if let Some(folder) = &arguments.bundle {
        return look(&Bundle::open(folder)?);
    }
    if arguments.site.is_empty() {
        return Ok(None);
    }
    let project = Project::of(arguments.config.as_deref(), &arguments.site)?;
    look(&SiteBundle::build(&arguments.site, &project, None)?.bundle)
}

fn print_bad_lines(bad_lines: &[BadLine]) {
    for BadLine {
        file,
        line,
        message,
    } in bad_lines.iter().take(MOST_PROBLEMS)
    {
        anstream::eprintln!("{file}:{line}: {}", plain(message));
    }
    if bad_lines.len() > MOST_PROBLEMS {
        anstream::eprintln!("... and {} more", bad_lines.len() - MOST_PROBLEMS);
    }
}

fn page(report: &LogSummary) -> String {
    let mut page = headline(report);
    if report.questions == 0 {
        return page;
    }
    counts(&mut page, "By method", &report.methods, report.questions);
    counts(&mut page, "By confidence", &report.levels, report.questions);
    let tiers: Vec<Count> = report.tiers.iter().map(tier_count).collect();
    counts(&mut page, "By tier", &tiers, report.questions);
    counts(
        &mut page,
        "By language",
        &report.languages,
        report.questions,
    );
    list(
        &mut page,
        "Unanswered questions",
        &report.unanswered,
        |asked| row(asked.count, &asked.lang, &asked.question, ""),
    );
    let words = &report.zero_result_words;
    list(
        &mut page,
        "Words of questions without results",
        words,
        |word| row(word.count, &word.lang, &word.word, &word.example),
    );
    let candidates = &report.fact_candidates;
    let about = "Fact candidates: asked at least twice, and answered by no fact";
    list(&mut page, about, candidates, candidate);
    if let Some(sections) = &report.sections {
        page.push_str(&section_list(sections));
    }
    page
}

fn headline(report: &LogSummary) -> String {
    let mut head = match report.questions {
        1 => "1 question".to_owned(),
        questions => format!("{questions} questions"),
    };
    if let Some((first, last)) = report.first.as_ref().zip(report.last.as_ref()) {
        let day = |time: &str| time.split('T').next().unwrap_or_default().to_owned();
        let _ = write!(head, ", {} to {}", day(first), day(last));
    }
    if report.repeated > 0 {
        let _ = write!(head, "; {} repeated, counted once", report.repeated);
    }
    match report.bad_lines.len() {
        0 => {}
        1 => head.push_str("; 1 invalid line skipped"),
        lines => {
            let _ = write!(head, "; {lines} invalid lines skipped");
        }
    }
    head.push('\n');
    head
}

fn tier_count(tiers: &Tiers) -> Count {
    let name = |tier| match tier {
        1 => "facts",
        _ => "pages",
    };
    let (routed, actual) = (name(tiers.routed), name(tiers.actual));
    Count {
        name: format!("sent to {routed}, from {actual}"),
        count: tiers.count,
    }
}

fn counts(page: &mut String, title: &str, counts: &[Count], all: usize) {
    let _ = writeln!(page, "\n{BOLD}{title}{BOLD:#}");
    for Count { name, count } in counts {
        let share = 100.0 * *count as f64 / all.max(1) as f64;
        let _ = writeln!(page, "{count:>7}  {share:>5.1} %  {}", plain(name));
    }
}

fn list<T>(page: &mut String, title: &str, list: &Top<T>, row: impl Fn(&T) -> String) {
    let _ = writeln!(page, "\n{BOLD}{title}{BOLD:#}");
    if list.all == 0 {
        page.push_str("   none\n");
    }
    list.top.iter().for_each(|entry| page.push_str(&row(entry)));
    if list.all > list.top.len() {
        let _ = writeln!(page, "         and {} more", list.all - list.top.len());
    }
}

fn row(count: usize, lang: &str, text: &str, remark: &str) -> String {
    let mut row = format!("{count:>7}  {:<3} {}", plain(lang), plain(text));
    if !remark.is_empty() {
        let _ = write!(row, "  {FAINT}{}{FAINT:#}", plain(remark));
    }
    row.push('\n');
    row
}

fn candidate(candidate: &Candidate) -> String {
    let remark = match candidate.unanswered {
        0 => String::new(),
        unanswered => format!("{unanswered} unanswered"),
    };
    let mut rows = row(
        candidate.count,
        &candidate.lang,
        &candidate.question,
        &remark,
    );
    for asked in &candidate.wordings {
        let _ = writeln!(
            rows,
            "             {FAINT}{} ({}){FAINT:#}",
            plain(&asked.question),
            asked.count
        );
    }
    rows
}

fn section_list(sections: &Sections) -> String {
    let title = "Possible answers: sections for questions without an answer or with low confidence";
    let mut page = format!("\n{BOLD}{title}{BOLD:#}\n");
    for proposed in &sections.top {
        page.push_str(&row(proposed.count, &proposed.lang, &proposed.question, ""));
        let mut path = vec![proposed.title.as_str()];
        path.extend(proposed.heading.iter().map(String::as_str));
        let (path, url) = (plain(&path.join(" > ")), plain(&proposed.url));
        let _ = writeln!(page, "             {FAINT}{path}  {url}{FAINT:#}");
    }
    let listed = sections.top.len() + sections.unplaced;
    if sections.all == 0 {
        page.push_str("   none\n");
    }
    if sections.unplaced > 0 {
        let _ = writeln!(page, "         {} fit no section", sections.unplaced);
    }
    if sections.all > listed {
        let _ = writeln!(page, "         and {} more", sections.all - listed);
    }
    page
}

/// Visitors' text on one line, without control characters of terminals.
fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}
