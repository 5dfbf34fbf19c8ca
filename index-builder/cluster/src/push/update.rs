//! The difference between a bundle and an index.

use std::collections::{HashMap, HashSet};

use soru_files::bundle::Bundle;

use super::target::Target;
use crate::engines::Change;
use crate::failure::Result;
use crate::reading::Documents;
use crate::site::SITE;

/// The share of changed chunks from which a new index is better.
const MOST_CHANGED: f64 = 0.3;

/// The changes of an update.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Chunks of the bundle.
    pub(super) total: u64,
    /// Ids of chunks to send.
    changed: HashSet<String>,
    vanished: Vec<String>,
}

/// Compares a bundle with an index.
pub(super) fn changes(bundle: &Bundle, target: &Target, index: &str) -> Result<Changes> {
    let mut present = HashMap::new();
    let mut note = |id: String, digest| {
        if id != SITE {
            present.insert(id, digest);
        }
    };
    target.engine().digests(index, &mut note)?;
    let documents = Documents::of(bundle)?;
    let mut changes = Changes {
        total: documents.total(),
        ..Changes::default()
    };
    for document in documents {
        let document = document?;
        if present.remove(&document.id).as_ref() != Some(&document.digest) {
            changes.changed.insert(document.id);
        }
    }
    changes.vanished = present.into_keys().collect();
    changes.vanished.sort_unstable();
    Ok(changes)
}

impl Changes {
    /// Returns whether a new index is better.
    pub(super) fn are_too_many(&self) -> bool {
        let changed = self.changed.len() + self.vanished.len();
        changed as f64 > MOST_CHANGED * self.total as f64
    }

    pub(super) fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.vanished.is_empty()
    }

    pub(super) fn put(&self) -> u64 {
        self.changed.len() as u64
    }

    pub(super) fn deleted(&self) -> u64 {
        self.vanished.len() as u64
    }

    /// Reads the changed chunks again: all texts of an update need not be in memory.
    pub(super) fn read(
        self,
        bundle: &Bundle,
    ) -> Result<impl Iterator<Item = anyhow::Result<Change>>> {
        let Self {
            changed, vanished, ..
        } = self;
        let wanted = move |document: &anyhow::Result<_>| match document {
            Ok(crate::document::Document { id, .. }) => changed.contains(id),
            Err(_) => true,
        };
        let puts = Documents::of(bundle)?.filter(wanted);
        let puts = puts.map(|document| document.map(Change::Put));
        let deletes = vanished.into_iter().map(|id| Ok(Change::Delete(id)));
        Ok(puts.chain(deletes))
    }
}
