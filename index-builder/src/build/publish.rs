//! What a build does beyond the bundle's own folder: a service worker in the site's root, the box in
//! its pages.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use crate::bundle::{BrowserFiles, IndexFiles, Offline, end_offline, leave_out, versioned};
use crate::inject::{Injected, Integrity, Lines, inject};

/// What comes after cannot take the bundle back.
const WRITTEN: &str = "the bundle is written and works, but the service worker is not";

/// What is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Publication {
    /// The site's root: the folder that is uploaded, with the bundle in it.
    pub site: PathBuf,
    /// Whether it answers without a network.
    pub offline: bool,
    /// Whether its pages get the box, and at which address they find the bundle; empty: relative to
    /// each page.
    pub inject: Option<String>,
    /// Whether hashes of the modules are told, and put into pages with the box.
    pub integrity: bool,
    /// The folder of the bundle that was deployed before, whose data files stay for tabs that show it.
    pub keep_from: Option<PathBuf>,
}

/// What was done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Published {
    /// The service worker's script that was written.
    pub service_worker: Option<ServiceWorker>,
    /// What became of the site's pages.
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
    /// Whether it answers without a network; otherwise it ends the one that did.
    pub answers: bool,
}

/// What has to be done once the bundle is written.
#[derive(Debug)]
pub(super) struct Prepared<'a> {
    wanted: &'a Publication,
    out: &'a Path,
    worker: Option<(Offline, String)>,
    integrity: Option<Integrity>,
}

impl Publication {
    /// Changes the browser's files as it takes, before they are written.
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
    /// Does it.
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
        Ok(Some(inject(&self.wanted.site, self.out, &lines)))
    }
}
