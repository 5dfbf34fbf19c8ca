//! The reports of `soru push` as text.

use std::fmt::Write as _;

use soru_cluster::{Listing, Mode, Report};

use crate::cli::output::count;

pub(super) fn report(report: &Report) -> String {
    let mut page = String::new();
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(page, "{name:<10}{value}");
    };
    row("cluster", &format!("{} {}", report.engine, report.version));
    row("chunks", &work(report));
    if let Some(check) = &report.check {
        let before = check.found_before.map_or_else(String::new, |before| {
            format!(", {before} in the index before")
        });
        let (found, questions) = (check.found, check.questions);
        row(
            "check",
            &format!("the pages of {found} of {questions} questions found{before}"),
        );
    }
    for removed in &report.removed {
        row("deleted", removed);
    }
    row("alias", &end(report));
    page
}

fn work(report: &Report) -> String {
    let chunks = count(
        usize::try_from(report.chunks).unwrap_or(usize::MAX),
        "chunk",
    );
    let seconds = report.seconds;
    match report.mode {
        Mode::Rollback => chunks,
        _ if report.dry_run => {
            format!(
                "{chunks}: {} to send, {} to delete",
                report.sent, report.deleted
            )
        }
        _ => format!(
            "{chunks}: {} sent, {} deleted, in {seconds:.1} s",
            report.sent, report.deleted
        ),
    }
}

fn end(report: &Report) -> String {
    let (name, index) = (&report.name, &report.index);
    match (report.dry_run, report.mode) {
        (true, Mode::Update) => format!("{name} would keep {index}, updated"),
        (true, Mode::Rollback) => format!("{name} would return to {index}"),
        (true, Mode::Full) => format!("{name} would name a new index"),
        (false, Mode::Update) => format!("{name} names {index}, updated"),
        (false, _) => match &report.previous {
            Some(before) => format!("{name} names {index}, before {before}"),
            None => format!("{name} names {index}"),
        },
    }
}

pub(super) fn listing(listing: &Listing) -> String {
    let (name, engine, version) = (&listing.name, listing.engine, &listing.version);
    if listing.indexes.is_empty() {
        return format!(
            "{engine} {version} has no index of {name}: make one with `soru push DIR`\n"
        );
    }
    let mut page = format!("{engine} {version}\n");
    for index in &listing.indexes {
        let mark = if index.current { "current" } else { "" };
        let _ = writeln!(
            page,
            "{:<8}{:>10} chunks  {}",
            mark, index.chunks, index.index
        );
    }
    page
}
