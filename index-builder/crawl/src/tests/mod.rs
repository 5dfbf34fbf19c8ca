//! Crawls servers on this machine.

mod again;
mod build;
mod failing;
mod hostile;
mod server;
mod traps;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use self::server::Server;
use super::outcome::PageOutcome;
use super::{CrawlOptions, CrawlReport, crawl};

/// Returns the options of a crawl without a rate limit.
fn options(server: &Server, folder: &Path) -> CrawlOptions {
    CrawlOptions {
        rate: 0.0,
        concurrency: 4,
        patience: Duration::from_secs(5),
        ..CrawlOptions::new(server.address.clone(), folder.to_owned())
    }
}

fn run(options: &CrawlOptions) -> anyhow::Result<CrawlReport> {
    crawl(options, &AtomicBool::new(false), &|_| {})
}

/// Returns the files of a folder that are not hidden, sorted.
fn files(folder: &Path) -> Vec<String> {
    let entries = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    let names = files.map(|entry| {
        entry
            .path()
            .strip_prefix(folder)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned()
    });
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}

/// Returns the addresses with an outcome, without the server's own address.
fn skipped(report: &CrawlReport, server: &Server, outcome: PageOutcome) -> Vec<String> {
    let groups = report
        .skipped
        .iter()
        .filter(|group| group.reason == outcome.group());
    let pages = groups.flat_map(|group| &group.pages);
    pages
        .map(|page| page.replace(server.address.as_str(), "/"))
        .collect()
}

/// Returns the number of addresses with an outcome.
fn count(report: &CrawlReport, outcome: PageOutcome) -> usize {
    let groups = report
        .skipped
        .iter()
        .filter(|group| group.reason == outcome.group());
    groups.map(|group| group.count).sum()
}

/// Returns a page with these links.
fn links(hrefs: &[&str]) -> String {
    let links: String = hrefs
        .iter()
        .map(|href| format!("<li><a href=\"{href}\">{href}</a>"))
        .collect::<Vec<_>>()
        .concat();
    let text = hrefs.join(" and ");
    format!("<title>Page</title><h1>Page</h1><p>Some text of a page on {text}.</p><ul>{links}</ul>")
}
