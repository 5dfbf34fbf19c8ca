//! The actions of a build beyond the bundle's folder: a service worker in the site's root, the box
//! in its pages.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use crate::bundle::{BrowserFiles, IndexFiles, Offline, end_offline, leave_out, versioned};
use crate::inject::{Injected, Integrity, Lines, inject};
use crate::project::InjectSettings;

/// The error when publication fails after the bundle was written.
const WRITTEN: &str = "the bundle was written and works, but the service worker could not be \
    written";

/// The requested actions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Publication {
    /// The site's root: the folder that is uploaded, with the bundle in it.
    pub site: PathBuf,
    /// Whether the site answers offline.
    pub offline: bool,
    /// The address of the bundle, if the site's pages get the box; if empty, the address is
    /// relative to each page.
    pub inject: Option<String>,
    /// The place of the box in pages.
    pub placement: InjectSettings,
    /// Whether the report lists the modules' hashes, and pages with the box carry them.
    pub integrity: bool,
    /// The folder of the previously deployed bundle, whose files remain for open tabs.
    pub keep_from: Option<PathBuf>,
}

/// The completed actions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Published {
    /// The service worker's script, if written.
    pub service_worker: Option<ServiceWorker>,
    /// The result of injecting the box.
    pub injected: Option<Injected>,
    /// Hashes of the modules.
    pub integrity: Option<Integrity>,
}

/// The script of a service worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServiceWorker {
    /// The file.
    pub file: String,
    /// Whether it answers offline; otherwise it unregisters the previous one.
    pub answers: bool,
}

/// The actions that remain once the bundle is written.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    wanted: &'a Publication,
    out: &'a Path,
    worker: Option<(Offline, String)>,
    integrity: Option<Integrity>,
}

impl Publication {
    /// Prepares publication: changes the browser's files as needed, before they are written.
    pub(super) fn prepare<'a>(
        &'a self,
        out: &'a Path,
        index: &IndexFiles,
        browser: &mut BrowserFiles,
    ) -> anyhow::Result<Prepared<'a>> {
        let worker = if self.offline {
            let offline = Offline::new(&self.site, out)?;
            let script = offline.prepare(index, browser)?;
            Some((offline, script))
        } else {
            leave_out(browser);
            *browser = versioned(browser);
            None
        };
        let integrity = self.integrity.then(|| Integrity::of(browser));
        Ok(Prepared {
            wanted: self,
            out,
            worker,
            integrity,
        })
    }
}

impl Prepared<'_> {
    /// Performs the actions.
    pub(super) fn publish(self) -> anyhow::Result<Published> {
        let service_worker = match &self.worker {
            Some((offline, script)) => {
                offline.write(script).context(WRITTEN)?;
                Some((offline.script(), true))
            }
            None => end_offline(self.out)
                .context(WRITTEN)?
                .map(|script| (script, false)),
        };
        let injected = self.inject()?;
        Ok(Published {
            service_worker: service_worker.map(|(file, answers)| ServiceWorker {
                file: file.display().to_string(),
                answers,
            }),
            injected,
            integrity: self.integrity,
        })
    }

    fn inject(&self) -> anyhow::Result<Option<Injected>> {
        let Some(address) = &self.wanted.inject else {
            return Ok(None);
        };
        let lines = if address.is_empty() {
            Lines::relative(Offline::new(&self.wanted.site, self.out)?.bundle())
        } else {
            Lines::at(address)
        };
        let lines = lines.with_integrity(self.integrity.clone());
        let Publication {
            site, placement, ..
        } = self.wanted;
        Ok(Some(inject(site, self.out, &lines, placement)))
    }
}
