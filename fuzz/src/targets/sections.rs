//! The readers of the index format, without hashes: all bytes that a hostile host can send.

use std::sync::{Arc, OnceLock};

use soru::index::format::{
    Borders, ChunkTable, Core, Directory, LONGEST_WORD, MOST_FILES, Manifest, Pack, PassageShard,
    PieceShard, PieceTable, Posting, RELATED, RelatedShard, SUGGEST, SuggestShard, SuggestTable,
    TermShard, Vocabulary, Walker, hex, read_cell, read_facts, read_long_list, read_metadata,
    read_related, read_words, sha256,
};
use soru::index::{Index, VectorSpace};
use soru::{Engine, Error, Result};
use soru_indexing::Layout;

use super::memory::bounded;
use super::site;

/// The sample site's languages.
const LANGUAGES: usize = 2;

/// Number of hexadecimal digits of the build's hash in the manifest.
const BUILD_ID: usize = 16;

/// Dimensions of the sample table of word pieces.
pub(super) const DIMENSIONS: usize = 5;

/// Characters that may follow a piece.
const WORDS: [&str; 6] = ["", "a", "staj", "visas", "fee", "\u{10ffff}"];

/// The other sections of the sample site.
#[derive(Debug)]
struct Surroundings {
    borders: Borders,
    chunks_by_language: Vec<Vec<u32>>,
}

fn surroundings() -> &'static Surroundings {
    static SURROUNDINGS: OnceLock<Surroundings> = OnceLock::new();
    SURROUNDINGS.get_or_init(|| {
        let (manifest, source) = site::source(&site::build(Layout::SINGLE));
        let index = Index::open(&manifest, Arc::new(source)).unwrap();
        let mut chunks_by_language = vec![Vec::new(); LANGUAGES];
        for chunk in 0..index.chunks().borders().chunks() {
            chunks_by_language[index.language_of(chunk)].push(chunk);
        }
        Surroundings {
            borders: index.chunks().borders().clone(),
            chunks_by_language,
        }
    })
}

/// A manifest, as it comes and as the content of one whose hash is right.
pub(super) fn manifest(bytes: &[u8]) {
    for bytes in [bytes, &with_hash(bytes)] {
        let Err(error) = bounded(bytes.len(), || Manifest::read(bytes)) else {
            assert_reopens(bytes);
            continue;
        };
        let known = ["CORRUPT_INDEX", "NOT_AN_INDEX", "UNSUPPORTED_VERSION"];
        assert!(known.contains(&error.code()), "{error:?}");
        assert_advises(&error);
        assert_eq!(Engine::open(bytes).unwrap_err(), error);
    }
}

/// The file of a manifest with this content.
fn with_hash(content: &[u8]) -> Vec<u8> {
    let build_id = &hex(&sha256(content))[..BUILD_ID];
    let length = u32::try_from(content.len()).unwrap().to_be_bytes();
    [
        b"\x94\xa4soru\x02\xd9",
        &[u8::try_from(BUILD_ID).unwrap()][..],
        build_id.as_bytes(),
        b"\xc6",
        &length,
        content,
    ]
    .concat()
}

fn assert_reopens(bytes: &[u8]) {
    let manifest = Manifest::read(bytes).unwrap();
    let again = Manifest::read(&manifest.write().unwrap()).unwrap();
    assert_eq!(again.files, manifest.files);
    assert_eq!(again.counts, manifest.counts);
    match Engine::open(bytes) {
        Ok(engine) => assert_eq!(engine.files(), manifest.files),
        // The configuration inside is checked as any other.
        Err(error) => assert!(
            ["INVALID_OPTION", "UNKNOWN_OPTION"].contains(&error.code()),
            "{error:?}"
        ),
    }
}

fn assert_advises(error: &Error) {
    let message = error.to_string();
    let advice = [
        "Upload the whole bundle again",
        "Build the bundle again",
        "open the address",
    ];
    assert!(
        advice.iter().any(|advice| message.contains(advice)),
        "{message}"
    );
}

fn assert_corrupt(error: &Error) {
    assert_eq!(error.code(), "CORRUPT_INDEX", "{error:?}");
    assert_advises(error);
}

/// A data file of sections.
pub(super) fn data_file(bytes: &[u8]) {
    match bounded(bytes.len(), || Pack::read("file", bytes)) {
        Ok(pack) => {
            let written = pack.write().unwrap();
            let again = Pack::read("file", &written).unwrap();
            assert!(again.into_sections().eq(pack.into_sections()));
        }
        Err(error) => assert_corrupt(&error),
    }
}

/// A section, read and then looked at in every row.
pub(super) fn section(name: &str, bytes: &[u8]) {
    if let Err(error) = read(name, bytes) {
        assert_corrupt(&error);
    }
}

/// Reads a section of this name, and all that is in it.
pub(super) fn read(name: &str, bytes: &[u8]) -> Result<()> {
    let own = surroundings();
    let length = bytes.len();
    match name.split('/').next().unwrap_or_default() {
        "core" => core(&bounded(length, || Core::read(bytes))?),
        "chunks" => chunks(&bounded(length, || ChunkTable::read(bytes, LANGUAGES))?),
        "metadata" => {
            let pages = own.borders.documents();
            let metadata = bounded(length, || read_metadata(bytes, pages))?;
            assert_eq!(metadata.len(), pages);
        }
        "suggest" if name == SUGGEST => {
            let table = bounded(length, || SuggestTable::read(bytes))?;
            assert!(table.led_to("abc").count() <= 4);
        }
        "suggest" => {
            let shard = bounded(length, || SuggestShard::read(name, bytes))?;
            let texts = (0..shard.len()).map(|row| shard.get(row).text.len());
            assert!(texts.sum::<usize>() <= length);
        }
        "files" => directory(&bounded(length, || Directory::read(name, bytes))?),
        "facts" => drop(bounded(length, || read_facts(bytes))?),
        "words" => drop(bounded(length, || read_words(bytes))?),
        "vectors" => {
            let chunks = own.chunks_by_language.clone();
            vectors(&bounded(length, || VectorSpace::read(bytes, chunks))?);
        }
        "pieces" if name.matches('/').count() == 1 => {
            piece_table(&bounded(length, || PieceTable::read(name, bytes))?);
        }
        "pieces" => {
            let shard = bounded(length, || PieceShard::read(name, bytes, DIMENSIONS))?;
            piece_shard(&shard);
        }
        "cells" => {
            let end = own.borders.chunks();
            let read = || read_cell(name, bytes, &[1.0; DIMENSIONS], end);
            let (chunks, vectors) = bounded(length, read)?;
            assert!(chunks.is_sorted() && chunks.iter().all(|chunk| *chunk < end));
            assert_eq!(vectors.rows(), chunks.len());
        }
        "related" if name == RELATED => {
            let firsts = bounded(length, || read_related(bytes))?;
            assert!((1..firsts.len()).all(|at| firsts.get(at - 1) < firsts.get(at)));
        }
        "related" => related(&bounded(length, || {
            RelatedShard::read(name, bytes, LANGUAGES)
        })?),
        "vocabulary" => bounded(length, || Vocabulary::read(name, bytes))?.walk(&mut Everything),
        "text" => passages(&bounded(length, || PassageShard::read(name, bytes))?),
        "heads" | "tails" => {
            let postings = bounded(length, || read_long_list(name, bytes, &own.borders))?;
            assert_within(&postings, &own.borders);
        }
        _ => terms(&bounded(length, || TermShard::read(name, bytes))?)?,
    }
    Ok(())
}

fn assert_within(postings: &[Posting], borders: &Borders) {
    let mut chunks = postings.iter().map(|posting| posting.chunk);
    assert!(chunks.all(|chunk| chunk < borders.chunks()), "{postings:?}");
}

fn core(core: &Core) {
    for language in &core.languages {
        for key in ["", "a", "staj", "\u{10ffff}"] {
            let shard = language.shard_of(key);
            assert!(shard.is_none_or(|shard| shard < language.shards.len()));
        }
        assert!(language.idf(usize::MAX) >= 0.0 && language.idf(0).is_finite());
    }
    for chunk in [0, 1, 1000, u32::MAX] {
        if let Some((shard, _)) = core.text_shard(chunk) {
            assert!(core.texts[shard] <= chunk);
        }
    }
}

fn chunks(table: &ChunkTable) {
    let borders = table.borders();
    assert_eq!(borders.documents(), table.documents());
    for page in (0..table.documents()).map(|page| u32::try_from(page).unwrap()) {
        assert!(table.newest_of(page) as usize <= table.documents());
    }
    for chunk in 0..borders.chunks() {
        assert!(table.document(chunk) < table.documents());
        assert!(table.language(table.document(chunk)) < LANGUAGES);
        let _ = (
            table.group_of(chunk),
            table.body_length(chunk),
            table.title_length(chunk),
        );
    }
}

fn related(shard: &RelatedShard) {
    for row in 0..shard.len() {
        let key = soru::address::key(shard.page(row).url);
        assert!(shard.find(&key).is_some_and(|found| found <= row));
        let mut neighbours = shard.neighbours(row);
        assert!(neighbours.all(|own| shard.page(own.row).language < LANGUAGES));
    }
}

fn directory(directory: &Directory) {
    assert!(directory.entries().count() <= MOST_FILES);
    for entry in directory.entries() {
        let row = directory.row_of_file(&entry.name);
        assert!(row.is_some(), "{} is listed but not found", entry.name);
        assert!(directory.row_of_section(&entry.sections[0]).is_some());
    }
}

fn vectors(spaces: &[VectorSpace]) {
    for space in spaces {
        assert!(space.vectors().all(|vector| vector.length.is_finite()));
    }
}

fn piece_table(table: &PieceTable) {
    let shards = table.firsts[0].len() + table.firsts[1].len();
    for text in WORDS {
        for goes_on in [false, true] {
            let shard = table.shard_of(text, goes_on);
            assert!(shard.is_none_or(|shard| shard < shards));
        }
    }
    piece_shard(&table.common);
}

fn piece_shard(shard: &PieceShard) {
    for text in WORDS {
        for goes_on in [false, true] {
            if let Some((row, length)) = shard.longest(text, goes_on) {
                let (size, steps) = shard.row(row);
                assert!((1..=text.len()).contains(&length) && size.is_finite());
                assert!(!steps.is_empty() && text.is_char_boundary(length));
            }
        }
    }
}

fn passages(shard: &PassageShard) {
    for row in 0..shard.len() {
        let text = shard.text(row);
        for start in shard.section_starts(row) {
            assert!(start <= text.len(), "a section begins behind the text");
        }
        assert!((0.0..=1.0).contains(&shard.importance(row)));
        let section = shard.section_at(row, text.len() / 2);
        let _ = (
            shard.heading(row, section).count(),
            shard.anchor(row, section),
        );
        let _ = (shard.id(row), shard.title(row), shard.url(row));
        let _ = (shard.meta(row).count(), shard.headings(row).count());
        let _ = (shard.questions(row).count(), shard.near_misses(row).count());
        assert!(
            shard
                .extents(row)
                .chain(shard.unquoted(row))
                .all(|range| range.start <= range.end)
        );
    }
}

fn terms(shard: &TermShard) -> Result<()> {
    let borders = &surroundings().borders;
    for row in 0..shard.len() {
        let first = shard.first_row(shard.key(row));
        assert!(first <= shard.len());
        let _ = (
            shard.word(row),
            shard.stem(row),
            shard.has_stem(row, "a"),
            shard.kind(row),
        );
        let _ = (shard.long(row), shard.document_frequency(row));
        let postings = shard.postings(row, borders)?;
        assert_within(&postings, borders);
    }
    Ok(())
}

/// Goes to every letter of every word.
struct Everything;

impl Walker for Everything {
    fn letter(&mut self, _: usize, _: char) -> bool {
        true
    }
    fn word(&mut self, spelling: &[char], _: u8) {
        assert!(spelling.len() <= LONGEST_WORD, "{spelling:?}");
    }
}
