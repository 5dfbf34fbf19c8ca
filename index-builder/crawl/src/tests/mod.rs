//! Crawls servers on this machine.

mod again;
mod build;
mod failing;
mod hostile;
mod server;
mod traps;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tempfile::TempDir;

use self::server::{Reply, Request, Server};
use super::outcome::PageOutcome;
use super::{CrawlOptions, CrawlReport, crawl};

/// A site, its server, and the folder into which it is crawled.
struct Crawled {
    server: Server,
    dir: TempDir,
    options: CrawlOptions,
}

impl Crawled {
    /// Serves a site, to be crawled without a rate limit.
    fn new(answers: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let (server, dir) = (Server::new(answers), tempfile::tempdir().unwrap());
        let options = CrawlOptions {
            rate: 0.0,
            concurrency: 4,
            patience: Duration::from_secs(5),
            ..CrawlOptions::new(server.address.clone(), dir.path().to_owned())
        };
        Self {
            server,
            dir,
            options,
        }
    }

    fn run(&self) -> anyhow::Result<CrawlReport> {
        crawl(&self.options, &AtomicBool::new(false), &|_| {})
    }

    fn crawl(&self) -> CrawlReport {
        self.run().unwrap()
    }

    fn error(&self) -> String {
        self.run().unwrap_err().to_string()
    }

    fn path(&self, file: &str) -> PathBuf {
        self.dir.path().join(file)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).unwrap()
    }

    /// Returns the files of the folder that are not hidden, sorted.
    fn files(&self) -> Vec<String> {
        let entries = walkdir::WalkDir::new(&self.dir)
            .into_iter()
            .map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().is_file());
        let name = |path: &Path| {
            path.strip_prefix(&self.dir)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned()
        };
        let names = files.map(|entry| name(entry.path()));
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.sort();
        names
    }

    /// Returns the addresses with an outcome, without the server's own address.
    fn skipped(&self, report: &CrawlReport, outcome: PageOutcome) -> Vec<String> {
        let groups = report.skipped.iter();
        let groups = groups.filter(|group| group.reason == outcome.group());
        let pages = groups.flat_map(|group| &group.pages);
        let address = self.server.address.as_str();
        pages.map(|page| page.replace(address, "/")).collect()
    }
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
