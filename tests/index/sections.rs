//! The sections of the sample site's bundle, and a reader of their complete content.

use std::sync::{Arc, OnceLock};

use soru::index::format::{
    Borders, ChunkTable, Core, Directory, MOST_FILES, Pack, PassageShard, PieceShard, PieceTable,
    RELATED, RelatedShard, SUGGEST, SuggestShard, SuggestTable, TermShard, Vocabulary, Walker,
    read_cell, read_facts, read_long_list, read_metadata, read_related, read_words,
};
use soru::index::{Index, VectorSpace};
use soru::{Result, WrittenQuestion};
use soru_indexing::Layout;

use super::site::{self, Files, encoder};

/// Returns the sample site in one file. Building takes long, so the tests share it.
pub(crate) fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| site::build_encoded(&site::documents(), Layout::SINGLE))
}

/// Returns the sample site with a question for each page.
fn with_questions() -> Files {
    let mut documents = site::documents();
    for document in &mut documents {
        document.questions = vec![WrittenQuestion {
            text: format!("{}?", document.title),
            section: 0..1000,
            ..WrittenQuestion::default()
        }];
    }
    site::build_encoded(&documents, Layout::SINGLE)
}

/// Returns every section of a bundle, by name.
pub(crate) fn sections() -> Vec<(String, Vec<u8>)> {
    let files = site::build_encoded(&site::documents(), site::LONG_LISTS);
    let related = site::build_with_related(site::LONG_LISTS);
    let related = related
        .iter()
        .filter(|(name, _)| name.starts_with("related"));
    let asked = with_questions();
    let asked = asked
        .iter()
        .filter(|(name, _)| name.starts_with("questions") || name.starts_with("cells"));
    let data = files[..files.len() - 1].iter().chain(related).chain(asked);
    let packs = data.map(|(name, bytes)| Pack::read(name, bytes).unwrap());
    packs.flat_map(Pack::into_sections).collect()
}

/// Walks over every letter of every word.
struct Everything;

impl Walker for Everything {
    fn letter(&mut self, _: usize, _: char) -> bool {
        true
    }
    fn word(&mut self, spelling: &[char], _: u8) {
        assert!(spelling.len() <= 32, "{spelling:?}");
    }
}

/// Reads a section completely.
pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<()> {
    match name.split('/').next().unwrap() {
        "core" => Core::read(bytes).map(|_| ()),
        "chunks" => ChunkTable::read(bytes, 2).map(|table| {
            for chunk in (0..=table.len()).map(|chunk| u32::try_from(chunk).unwrap()) {
                let _ = (table.group_of(chunk), table.body_length(chunk));
            }
            for chunk in 0..table.borders().chunks() {
                let _ = (table.title_length(chunk), table.document(chunk));
            }
        }),
        "metadata" => read_metadata(bytes, pages()).map(|_| ()),
        "suggest" if name == SUGGEST => SuggestTable::read(bytes).map(|table| {
            let _ = (table.led_to("staj").count(), table.shards());
        }),
        "suggest" => SuggestShard::read(name, bytes).map(|shard| {
            let _ = (0..=shard.len())
                .map(|row| shard.get(row).text.len())
                .sum::<usize>();
        }),
        "files" => Directory::read(name, bytes).map(|directory| {
            assert!(directory.entries().count() <= MOST_FILES);
        }),
        "facts" => read_facts(bytes).map(|_| ()),
        "words" => read_words(bytes).map(|_| ()),
        "related" if name == RELATED => read_related(bytes).map(|_| ()),
        "related" => RelatedShard::read(name, bytes, 2).map(|shard| {
            for row in 0..=shard.len() {
                let _ = (shard.page(row), shard.find(shard.page(row).url));
                assert!(
                    shard
                        .neighbours(row)
                        .all(|own| shard.page(own.row).language < 2)
                );
            }
        }),
        "vectors" => VectorSpace::read(bytes, chunks_by_language()).map(|spaces| {
            for space in spaces {
                assert!(space.vectors().all(|vector| vector.length.is_finite()));
            }
        }),
        "cells" => {
            let scales = [1.0; encoder::LETTERS];
            read_cell(name, bytes, &scales, borders().chunks()).map(|(chunks, vectors)| {
                assert_eq!(vectors.rows(), chunks.len());
            })
        }
        "pieces" if name.matches('/').count() == 1 => PieceTable::read(name, bytes).map(|table| {
            let _ = (
                table.shard_of("a", true),
                table.common.longest("staj", false),
            );
        }),
        "pieces" => PieceShard::read(name, bytes, encoder::LETTERS).map(|shard| {
            let _ = shard.longest("staj", false).map(|(row, _)| shard.row(row));
        }),
        "vocabulary" => Vocabulary::read(name, bytes).map(|words| words.walk(&mut Everything)),
        "text" => PassageShard::read(name, bytes).map(|shard| {
            for row in 0..=shard.len() {
                let _ = (shard.text(row), shard.title(row), shard.importance(row));
                let _ = (shard.meta(row).count(), shard.headings(row).count());
                let _ = shard.anchor(row, shard.section_at(row, 40));
            }
        }),
        "heads" | "tails" => {
            let postings = read_long_list(name, bytes, &borders())?;
            assert!(
                postings
                    .iter()
                    .all(|posting| posting.chunk < borders().chunks())
            );
            Ok(())
        }
        _ => {
            let shard = TermShard::read(name, bytes)?;
            for row in 0..shard.len() {
                let _ = (shard.word(row), shard.stem(row), shard.has_stem(row, "a"));
                let _ = (
                    shard.kind(row),
                    shard.long(row),
                    shard.document_frequency(row),
                );
                let postings = shard.postings(row, &borders())?;
                assert!(
                    postings
                        .iter()
                        .all(|posting| posting.chunk < borders().chunks())
                );
            }
            Ok(())
        }
    }
}

/// Returns the chunks of each page of the sample site.
fn borders() -> Borders {
    static BORDERS: OnceLock<Borders> = OnceLock::new();
    let read = || {
        let (manifest, source) = site::source(files());
        let index = Index::open(&manifest, Arc::new(source)).unwrap();
        index.chunks().borders().clone()
    };
    BORDERS.get_or_init(read).clone()
}

fn pages() -> usize {
    borders().documents()
}

/// Returns the numbers of the sample site's chunks.
fn chunks_by_language() -> Vec<Vec<u32>> {
    static CHUNKS: OnceLock<Vec<Vec<u32>>> = OnceLock::new();
    let count = || {
        let (manifest, source) = site::source(files());
        let index = Index::open(&manifest, Arc::new(source)).unwrap();
        let mut chunks = vec![Vec::new(); index.languages().len()];
        for chunk in (0..).take(index.chunks().len()) {
            chunks[index.language_of(chunk)].push(chunk);
        }
        chunks
    };
    CHUNKS.get_or_init(count).clone()
}
