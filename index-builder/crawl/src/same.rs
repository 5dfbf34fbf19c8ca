//! Keeps one of several pages with the same text, once all have been crawled.

use std::collections::BTreeMap;

use url::Url;

use super::files::Files;
use super::outcome::PageOutcome;
use super::record::Crawled;
use super::state::Record;

/// The number of pages with the same canonical page above which the links look like a mistake.
const MANY: usize = 20;

impl Crawled {
    /// Drops pages whose text equals the text of another page, by canonical link or by content.
    pub(super) fn settle(&mut self) -> anyhow::Result<()> {
        for (url, target, outcome) in self.same_texts().into_iter().chain(self.canonicals()) {
            let Some(mut record) = self
                .state
                .done(&url)
                .filter(|record| record.outcome == PageOutcome::Kept)
                .cloned()
            else {
                continue;
            };
            self.name_anew(
                &target,
                record.file.take().filter(|_| outcome == PageOutcome::Same),
            )?;
            record.outcome = outcome;
            record.detail = Some(format!("that is {target}"));
            record.target = Some(target);
            // The next crawl requests it again, because the other page may be gone by then.
            (record.etag, record.modified) = (None, None);
            self.changed.remove(&url);
            self.report.pages = self.report.pages.saturating_sub(1);
            self.state.note(record)?;
        }
        Ok(())
    }

    /// Gives a kept page the file of its dropped duplicate, if its own file has a substitute name:
    /// `docs/` gets the file `docs/index.html`, even if the page was first found at `docs/`.
    fn name_anew(&mut self, url: &Url, file: Option<String>) -> anyhow::Result<()> {
        let page = self.state.done(url).cloned();
        if let (Some(mut page), Some(file)) = (page, file)
            && page.file.as_deref().is_some_and(Files::is_makeshift)
        {
            page.file = Some(file);
            self.state.note(page)?;
        }
        Ok(())
    }

    fn kept(&self) -> impl Iterator<Item = &Record> {
        let run = self.state.run;
        let records = self.state.records.values();
        records.filter(move |record| record.run == run && record.outcome == PageOutcome::Kept)
    }

    /// Returns pages with the same bytes at queries of one path, or at a folder and its
    /// `index.html`. The first in order of the addresses is the page to keep.
    fn same_texts(&self) -> Vec<(Url, Url, PageOutcome)> {
        let mut first: BTreeMap<(&str, &str), &Url> = BTreeMap::new();
        let mut same = Vec::new();
        for record in self.kept() {
            let key = (
                without_index(record.url.path()),
                record.hash.as_deref().unwrap_or_default(),
            );
            match first.get(&key) {
                Some(page) => same.push((record.url.clone(), (*page).clone(), PageOutcome::Same)),
                None => drop(first.insert(key, &record.url)),
            }
        }
        same
    }

    /// Returns pages whose canonical link names another page that is kept and has no canonical link
    /// itself.
    fn canonicals(&mut self) -> Vec<(Url, Url, PageOutcome)> {
        let mut found = Vec::new();
        let mut counts: BTreeMap<Url, usize> = BTreeMap::new();
        for record in self.kept() {
            let Some(target) = record
                .canonical
                .as_ref()
                .and_then(|target| self.behind(target))
            else {
                continue;
            };
            if target != record.url {
                *counts.entry(target.clone()).or_default() += 1;
                found.push((record.url.clone(), target, PageOutcome::Canonical));
            }
        }
        for (target, count) in counts.into_iter().filter(|(_, count)| *count > MANY) {
            self.report.warnings.push(format!(
                "{count} pages have {target} as their canonical link and were skipped; if their \
                 texts differ, fix the links in the site's template"
            ));
        }
        found
    }

    /// Returns the page to which an address leads, if it is kept and names no canonical page.
    fn behind(&self, url: &Url) -> Option<Url> {
        let mut at = url;
        for _ in 0..10 {
            let record = self.state.done(at)?;
            match (&record.outcome, &record.target) {
                (PageOutcome::Kept, _) => return record.canonical.is_none().then(|| at.clone()),
                (_, Some(target)) => at = target,
                _ => return None,
            }
        }
        None
    }
}

/// Removes `index.*` or `default.*` from the end of a path.
fn without_index(path: &str) -> &str {
    let (folder, name) = path.split_at(path.rfind('/').map_or(0, |at| at + 1));
    if name.starts_with("index.") || name.starts_with("default.") {
        folder
    } else {
        path
    }
}
