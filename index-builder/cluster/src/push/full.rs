//! A push to a new index.

use jiff::Timestamp;
use soru_files::bundle::Bundle;

use super::bulk::{Accepted, send};
use super::check::{CheckQuestion, check};
use super::lease::Lease;
use super::report::{Mode, Report};
use super::target::Target;
use super::update::{Changes, changes};
use crate::engines::{Change, Health};
use crate::failure::{Failure, Result};
use crate::reading::Documents;
use crate::schema;
use crate::site;

/// The choices of a push.
#[derive(Debug, Clone, Default)]
pub struct PushOptions {
    /// Sends only changes, if the present index allows it.
    pub update: bool,
    /// Questions by which the new index is compared with the present one.
    pub check: Vec<CheckQuestion>,
    /// Changes nothing, and reports what would be done.
    pub dry_run: bool,
}

/// Sends a bundle, and lets the alias name it.
///
/// # Errors
/// A [`Failure`]: the alias is as before then.
pub fn push(bundle: &Bundle, target: &Target, options: &PushOptions) -> Result<Report> {
    let lease = Lease::take(target, options.dry_run)?;
    std::thread::scope(|scope| {
        let _end = lease.keep(scope);
        let push = Push {
            bundle,
            target,
            options,
            lease: &lease,
        };
        let mut report = push.run()?;
        report.seconds = target.seconds();
        Ok(report)
    })
}

struct Push<'p> {
    bundle: &'p Bundle,
    target: &'p Target,
    options: &'p PushOptions,
    lease: &'p Lease<'p>,
}

impl Push<'_> {
    fn run(&self) -> Result<Report> {
        let current = self.target.engine().current(&self.target.alias)?;
        let mut warnings = Vec::new();
        if self.options.update {
            match self.changes(current.as_deref())? {
                Ok((index, changes)) => return self.update(index, changes),
                Err(why) => warnings.push(format!("{why}: everything was sent to a new index")),
            }
        }
        let mut report = self.full(current)?;
        report.warnings.splice(0..0, warnings);
        Ok(report)
    }

    /// Returns the changes of the present index, or the reason against an update.
    fn changes(
        &self,
        current: Option<&str>,
    ) -> Result<std::result::Result<(String, Changes), String>> {
        let Some(index) = current else {
            return Ok(Err("there is no index yet".to_owned()));
        };
        let parts = self.target.alias.parts(index);
        if parts.is_none_or(|parts| parts.schema != schema::version()) {
            return Ok(Err("the present index has another schema".to_owned()));
        }
        self.target.progress.begins("comparing", 0);
        let changes = changes(self.bundle, self.target, index)?;
        Ok(if changes.are_too_many() {
            Err("more than 30 % of the chunks changed".to_owned())
        } else {
            Ok((index.to_owned(), changes))
        })
    }

    fn update(&self, index: String, changes: Changes) -> Result<Report> {
        let mut report = self.target.report(Mode::Update, index);
        report.previous = Some(report.index.clone());
        report.chunks = changes.total;
        report.dry_run = self.options.dry_run;
        (report.sent, report.deleted) = (changes.put(), changes.deleted());
        if self.options.dry_run || changes.is_empty() {
            return Ok(report);
        }
        self.lease.renew()?;
        self.target
            .progress
            .begins("sending", report.sent + report.deleted);
        let changes = changes.read(self.bundle)?;
        send(
            self.target,
            &report.index,
            changes.chain(self.site(&report.index)),
        )?;
        report.warnings = self.settle(&report.index, report.chunks)?;
        Ok(report)
    }

    fn full(&self, current: Option<String>) -> Result<Report> {
        let documents = Documents::of(self.bundle)?;
        let alias = &self.target.alias;
        let index = alias.index(&schema::version(), Timestamp::now()).whole;
        let mut report = self.target.report(Mode::Full, index);
        report.previous = current;
        report.chunks = documents.total();
        report.dry_run = self.options.dry_run;
        if report.chunks == 0 {
            return Err(Failure::Input(anyhow::anyhow!(
                "the bundle has no pages, so nothing was sent"
            )));
        }
        if self.options.dry_run {
            report.sent = report.chunks;
            return Ok(report);
        }
        let swapped = self
            .fill(documents, &mut report)
            .and_then(|()| self.swap(&report));
        if let Err(failure) = swapped {
            // Half of an index is of no use; its deletion may fail for the same reason.
            let _ = self.target.engine().remove(&report.index);
            return Err(failure);
        }
        self.tidy(&mut report);
        Ok(report)
    }

    /// Creates the index, sends everything, and checks it.
    fn fill(&self, documents: Documents<'_>, report: &mut Report) -> Result<()> {
        let engine = self.target.engine();
        engine.create(&report.index, report.chunks)?;
        self.target.progress.begins("sending", report.chunks);
        let puts = documents.map(|document| document.map(Change::Put));
        let puts = puts.chain(self.site(&report.index));
        let Accepted { put, .. } = send(self.target, &report.index, puts)?;
        report.sent = put.saturating_sub(1);
        report.warnings = self.settle(&report.index, report.chunks)?;
        if !self.options.check.is_empty() {
            self.target.progress.begins("checking", 0);
            let before = report.previous.as_deref();
            let questions = &self.options.check;
            let checked = check(self.target, self.bundle, questions, before, &report.index)?;
            report.check = Some(checked);
        }
        Ok(())
    }

    /// Returns the change that describes the whole site.
    fn site(&self, index: &str) -> impl Iterator<Item = anyhow::Result<Change>> {
        std::iter::once_with(|| site::document(self.bundle, index).map(Change::Put))
    }

    /// Makes the changes visible, waits for the copies and counts. Returns warnings.
    fn settle(&self, index: &str, chunks: u64) -> Result<Vec<String>> {
        self.target.progress.begins("waiting for all copies", 0);
        let engine = self.target.engine();
        let health = engine.settle(index)?;
        if health == Health::Red {
            return Err(Failure::Refused(format!(
                "{index}: a part of the index is on no node: check the cluster's health, then \
                 push again"
            )));
        }
        let count = engine.count(index)?;
        if count != chunks {
            return Err(Failure::Refused(format!(
                "{index}: it has {count} chunks, but the bundle has {chunks}: check the cluster's \
                 health, then push again"
            )));
        }
        let missing = format!(
            "{index}: the index is complete, but some of its copies are on no node: check the \
             cluster's health"
        );
        Ok([missing]
            .into_iter()
            .filter(|_| health == Health::Yellow)
            .collect())
    }

    fn swap(&self, report: &Report) -> Result<()> {
        self.lease.renew()?;
        let engine = self.target.engine();
        let alias = &self.target.alias;
        let swapped = engine.swap(alias, report.previous.as_deref(), &report.index);
        // The answer may have been lost after the swap.
        match swapped {
            Err(failure)
                if engine.current(alias).ok().flatten().as_ref() != Some(&report.index) =>
            {
                Err(failure)
            }
            _ => Ok(()),
        }
    }

    /// Deletes all older indexes but the previous one.
    fn tidy(&self, report: &mut Report) {
        let engine = self.target.engine();
        let kept = [Some(&report.index), report.previous.as_ref()];
        let now = self.target.time(&report.index);
        let indexes = self.target.indexes().unwrap_or_default();
        let old = indexes
            .into_iter()
            .map(|own| own.index)
            .filter(|own| !kept.contains(&Some(own)) && self.target.time(own) < now);
        let mut removed = Vec::new();
        for old in old {
            match engine.remove(&old) {
                Ok(()) => removed.push(old),
                Err(failure) => report
                    .warnings
                    .push(format!("{old} was not deleted: {failure}")),
            }
        }
        report.removed = removed;
    }
}
