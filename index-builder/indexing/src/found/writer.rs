//! Writes the sections of found chunks.

use std::sync::Arc;

use soru::error::Result;
use soru::index::format::{ChunkTable, write_metadata};
use soru::settings::Value;

use super::given::SiteCounts;
use super::pages::Pages;
use super::terms::write_counted;
use crate::compounds::with_parts;
use crate::files::Files;
use crate::section::Section;
use crate::terms::Terms;
use crate::texts::write_texts;
use crate::threads::in_order;
use crate::writer::{Site, Writer};
use crate::{Built, Layout};

/// Encodes the pages as one data file with the kept sections.
pub(super) fn write(
    pages: Pages,
    counts: &SiteCounts,
    kept: Vec<(String, Vec<u8>)>,
    configuration: Value,
) -> Result<Built> {
    let mut writer = Writer::new(Site {
        documents: pages.documents,
        words: pages.words,
        layout: Layout::SINGLE,
        vectors: None,
        related: None,
        variants: None,
        suggest: Vec::new(),
        gateway: String::new(),
        for_each: in_order,
    });
    let chunks = writer.count_chunks()?;
    writer.invert()?;
    writer.summary.documents = writer.documents.len() as u64;
    set_statistics(&mut writer, counts);
    let metadata = write_metadata(writer.documents.iter().map(|own| own.page.meta.as_slice()))?;
    let terms = write_terms(&mut writer, &chunks, counts)?;
    let documents = std::mem::take(&mut writer.documents);
    let (texts, firsts) = write_texts(documents, usize::MAX);
    writer.core.texts = firsts;
    let mut files = Files::new(false);
    files.core.extend([
        Section::bytes("core", writer.core.write()?),
        Section::bytes("chunks", chunks),
    ]);
    let kept = kept.into_iter();
    files.extend(kept.map(|(name, bytes)| Section::bytes(name, bytes)));
    files.extend(metadata.map(|bytes| Section::bytes("metadata", bytes)));
    files.extend(terms);
    files.extend(texts);
    Ok(Built::new(writer.summary, files.finish(), configuration))
}

/// Sets the statistics of every language to those of the whole site.
fn set_statistics(writer: &mut Writer, counts: &SiteCounts) {
    for own in &mut writer.core.languages {
        let mut of_site = counts.languages.iter();
        if let Some(of_site) = of_site.find(|language| language.language == own.tag) {
            own.chunks = own.chunks.max(of_site.chunks);
            own.mean_words = of_site.mean_words;
        }
    }
}

fn write_terms(writer: &mut Writer, chunks: &[u8], counts: &SiteCounts) -> Result<Vec<Section>> {
    let table = ChunkTable::read(chunks, writer.core.languages.len())?;
    let chunks = Arc::new(table);
    let mut sections = Vec::new();
    let words = writer.words.iter().zip(&writer.postings);
    for (statistics, (words, postings)) in writer.core.languages.iter_mut().zip(words) {
        let terms = Terms {
            words: Arc::clone(words),
            postings: Arc::clone(postings),
            chunks: Arc::clone(&chunks),
            longest: usize::MAX,
        };
        let terms = with_parts(terms, &statistics.tag, in_order);
        let written = write_counted(&terms, statistics, &counts.words)?;
        statistics.shards = written.shards;
        sections.extend(written.sections);
    }
    Ok(sections)
}
