//! Collects the findings of the threads of a crawl.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use soru::index::format::sha256;
use tempfile::NamedTempFile;
use url::Url;

use super::fetch::Body;
use super::files::{FileKind, Files};
use super::frontier::{Frontier, MOST_SEEN, Visit};
use super::outcome::PageOutcome;
use super::page::{CrawledPage, PageLinks};
use super::report::{CrawlReport, Skipped};
use super::state::{Record, State};

/// The crawl so far.
pub(super) struct Crawled {
    pub(super) frontier: Frontier,
    pub(super) state: State,
    pub(super) files: Files,
    pub(super) skipped: Skipped,
    pub(super) report: CrawlReport,
    /// Number of pages of the previous crawl.
    pub(super) before: usize,
    /// Paths, each with the hash of a text that it returned.
    texts: HashSet<(String, String)>,
    /// Pages that are new or changed since the previous crawl.
    pub(super) changed: HashSet<Url>,
}

impl Crawled {
    pub(super) fn new(mut frontier: Frontier, state: State, report: CrawlReport) -> Self {
        let mut files = Files::default();
        let pages = || {
            state
                .records
                .values()
                .filter(|record| record.file.is_some())
        };
        frontier.know(pages().map(|record| record.url.clone()));
        let before = pages().count();
        for record in state.records.values() {
            if let Some(file) = &record.file {
                files.take(file, &record.url);
            }
        }
        Self {
            frontier,
            state,
            files,
            skipped: Skipped::default(),
            report,
            before,
            texts: HashSet::new(),
            changed: HashSet::new(),
        }
    }

    /// Records a body.
    pub(super) fn body(
        &mut self,
        folder: &Path,
        visit: &Visit,
        kind: FileKind,
        mut body: Body,
    ) -> anyhow::Result<()> {
        let mut record = Record::new(visit.url.clone(), PageOutcome::Kept);
        record.etag = body.etag.take();
        record.modified = body.modified.take();
        record.robots.clone_from(&body.robots);
        let page = CrawledPage::of(&visit.url, kind, body);
        record.outcome = page.outcome;
        match page.outcome {
            PageOutcome::Kept => self.keep(folder, &mut record, &page)?,
            PageOutcome::NoIndex => record.links.clone_from(&page.links.hrefs),
            PageOutcome::Redirect => {
                let target = page.links.refresh.as_deref().unwrap_or_default();
                return self.redirect(visit, target);
            }
            _ => {}
        }
        record.canonical = self.canonical(&visit.url, &page.links);
        self.follow(visit, &page.links);
        self.add(visit, record)
    }

    /// Keeps the file or the record of the previous crawl for an address.
    pub(super) fn unchanged(
        &mut self,
        visit: &Visit,
        record: Record,
        links: &PageLinks,
    ) -> anyhow::Result<()> {
        self.follow(visit, links);
        if let Some(hash) = &record.hash {
            let is_known = !self
                .texts
                .insert((visit.url.path().to_owned(), hash.clone()));
            self.frontier.traps.saw(&visit.url, is_known);
        }
        self.add(visit, record)
    }

    /// Records that an address leads to another.
    pub(super) fn redirect(&mut self, visit: &Visit, to: &str) -> anyhow::Result<()> {
        let Self {
            frontier, skipped, ..
        } = self;
        let target = frontier.admit(&visit.url, to, visit.depth, Some(&visit.url), skipped);
        let mut record = Record::new(visit.url.clone(), PageOutcome::Redirect);
        if target.is_none() {
            record.outcome = PageOutcome::LeadsOut;
        }
        record.detail = Some(format!("to {to}"));
        record.target = target;
        self.add(visit, record)
    }

    /// Records an address that is not a page.
    pub(super) fn nothing(
        &mut self,
        visit: &Visit,
        outcome: PageOutcome,
        detail: Option<String>,
    ) -> anyhow::Result<()> {
        let mut record = Record::new(visit.url.clone(), outcome);
        record.detail = detail;
        self.add(visit, record)
    }

    /// Handles a failed request: it keeps the page of the previous crawl, if there is one.
    pub(super) fn failed(
        &mut self,
        visit: &Visit,
        why: String,
        folder: &Path,
    ) -> anyhow::Result<()> {
        let before = self
            .state
            .records
            .get(&visit.url)
            .filter(|record| record.file.is_some())
            .cloned();
        let Some(record) = before else {
            return self.nothing(visit, PageOutcome::Failed, Some(why));
        };
        self.skipped.add(PageOutcome::Failed, || {
            format!(
                "{}: {why}; the page of the previous crawl is kept",
                visit.describe()
            )
        });
        let links = links_of(folder, &record).unwrap_or_default();
        self.unchanged(visit, record, &links)
    }

    fn add(&mut self, visit: &Visit, record: Record) -> anyhow::Result<()> {
        if record.outcome == PageOutcome::Kept {
            self.report.pages += 1;
        }
        self.state.note(record)?;
        // Dead links are reported at the end, when the targets of all redirects are known.
        if let Some(from) = &visit.from {
            self.report_from(&visit.url, from);
        }
        Ok(())
    }

    fn report_from(&mut self, url: &Url, from: &Url) {
        if let Some(record) = self.state.records.get_mut(url) {
            let is_broken = matches!(
                record.outcome,
                PageOutcome::Gone | PageOutcome::Failed | PageOutcome::LeadsOut
            );
            if is_broken
                && record
                    .detail
                    .as_deref()
                    .is_none_or(|detail| !detail.contains(" (on "))
            {
                let detail = record.detail.take().unwrap_or_default();
                record.detail = Some(format!("{detail} (on {from})").trim_start().to_owned());
            }
        }
    }

    fn follow(&mut self, visit: &Visit, links: &PageLinks) {
        self.report.nofollow += links.unfollowed;
        let base = links.base.as_ref().unwrap_or(&visit.url);
        for href in &links.hrefs {
            self.frontier.admit(
                base,
                href,
                visit.depth + 1,
                Some(&visit.url),
                &mut self.skipped,
            );
        }
        if let Some(canonical) = &links.canonical {
            self.frontier.admit(
                &visit.url,
                canonical.as_str(),
                visit.depth,
                Some(&visit.url),
                &mut self.skipped,
            );
        }
    }

    fn canonical(&self, url: &Url, links: &PageLinks) -> Option<Url> {
        let canonical = self.frontier.own(links.canonical.as_ref()?)?;
        (canonical != *url).then_some(canonical)
    }

    /// Writes the file of a page, unless an identical one exists.
    fn keep(
        &mut self,
        folder: &Path,
        record: &mut Record,
        page: &CrawledPage,
    ) -> anyhow::Result<()> {
        let hash = hex(&sha256(&page.bytes));
        let file = self.files.of(&record.url, page.kind);
        let before = self.state.records.get(&record.url);
        let is_new = before.is_none_or(|before| before.hash.as_ref() != Some(&hash));
        if is_new {
            self.changed.insert(record.url.clone());
        }
        // The file may have been edited or truncated.
        if fs::read(folder.join(&file)).map_or(true, |bytes| bytes != page.bytes) {
            write(folder, &file, &page.bytes)?;
        }
        let is_known = !self
            .texts
            .insert((record.url.path().to_owned(), hash.clone()));
        self.frontier.traps.saw(&record.url, is_known);
        record.hash = Some(hash);
        record.file = Some(file);
        Ok(())
    }

    /// Returns the report with the outcomes of all addresses.
    pub(super) fn into_report(mut self, complete: bool) -> anyhow::Result<CrawlReport> {
        let run = self.state.run;
        let circles = self.circles();
        for record in self
            .state
            .records
            .values()
            .filter(|record| record.run == run)
        {
            let outcome = if circles.contains(&record.url) {
                PageOutcome::Circle
            } else {
                record.outcome
            };
            if outcome == PageOutcome::Kept {
                let is_document = record.file.as_deref().is_some_and(is_document);
                self.report.documents += usize::from(is_document);
                continue;
            }
            self.skipped.add(outcome, || match &record.detail {
                Some(detail) => format!("{}: {detail}", record.url),
                None => record.url.to_string(),
            });
        }
        self.report.changed = self.changed.len();
        self.report.links_out = self.frontier.links_out;
        if self.frontier.is_full() {
            self.report.warnings.push(format!(
                "the pages link to more than {MOST_SEEN} addresses, and the rest was ignored; \
                 exclude lists and searches with --exclude"
            ));
        }
        self.report.skipped = self.skipped.groups();
        if complete {
            self.report.removed = self.state.finish()?;
        }
        Ok(self.report)
    }

    /// Returns the addresses whose redirects never reach a page.
    fn circles(&self) -> HashSet<Url> {
        let redirects = self
            .state
            .records
            .values()
            .filter(|record| record.outcome == PageOutcome::Redirect);
        let in_circle = redirects.filter(|record| {
            let mut at = *record;
            for _ in 0..20 {
                match at
                    .target
                    .as_ref()
                    .and_then(|target| self.state.done(target))
                {
                    Some(next) if next.outcome == PageOutcome::Redirect => at = next,
                    _ => return false,
                }
            }
            true
        });
        in_circle.map(|record| record.url.clone()).collect()
    }
}

/// Reads the links of a page that was kept earlier. Returns nothing if its file is missing or
/// changed.
pub(super) fn links_of(folder: &Path, record: &Record) -> Option<PageLinks> {
    let Some(file) = &record.file else {
        return Some(PageLinks {
            hrefs: record.links.clone(),
            ..PageLinks::default()
        });
    };
    let bytes = fs::read(folder.join(file)).ok()?;
    if Some(hex(&sha256(&bytes))) != record.hash {
        return None;
    }
    if is_document(file) {
        return Some(PageLinks::default());
    }
    Some(PageLinks::of(&record.url, &bytes, &record.robots))
}

fn is_document(file: &str) -> bool {
    soru_ingest::format_of(file) == Some(soru_ingest::Format::Document)
}

/// Writes a file whole or not at all.
fn write(folder: &Path, file: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(file);
    let unwritable = || format!("{}: cannot be written", path.display());
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).with_context(unwritable)?;
    let mut temporary = NamedTempFile::new_in(parent).with_context(unwritable)?;
    temporary.write_all(bytes).with_context(unwritable)?;
    temporary.persist(&path).with_context(unwritable)?;
    Ok(())
}

fn hex(hash: &[u8]) -> String {
    hash.iter()
        .fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
