//! Bundles of a few pages.

use soru::settings::Value;
use soru::{Block, Document};
use soru_files::bundle::{Bundle, compress};
use soru_indexing::{ChunkingSettings, Indexer, InvertedIndexer, Layout};
use tempfile::TempDir;

#[derive(Debug, Clone)]
pub(super) struct Page {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) text: String,
}

/// A bundle whose folder is removed with it.
pub(super) struct SiteBundle {
    bundle: Bundle,
    pub(super) folder: TempDir,
}

impl std::ops::Deref for SiteBundle {
    type Target = Bundle;

    fn deref(&self) -> &Bundle {
        &self.bundle
    }
}

pub(super) fn bundle(pages: &[Page]) -> SiteBundle {
    let documents = pages.iter().map(|page| Document {
        id: page.id.clone(),
        title: page.title.clone(),
        url: page.id.clone(),
        lang: "en".into(),
        blocks: vec![Block::Text(page.text.clone())],
        ..Document::default()
    });
    bundle_of(documents)
}

pub(super) fn bundle_of(documents: impl Iterator<Item = Document>) -> SiteBundle {
    let mut indexer = Box::new(InvertedIndexer::new(
        ChunkingSettings::default(),
        "en",
        Layout::SINGLE,
    ));
    for document in documents {
        let prepared = indexer.prepare(&document).unwrap();
        indexer.add(prepared).unwrap();
    }
    let built = indexer.finish(Vec::new(), &Value::Null).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in built.into_files(&|bytes| compress(bytes)).unwrap() {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    SiteBundle {
        bundle: Bundle::open(folder.path()).unwrap(),
        folder,
    }
}
