//! From bytes to an index that is ready for questions.

use std::sync::Arc;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use soru::index::format::{Manifest, Pack, TermShard};
use soru::index::{Index, Supplied};
use soru_indexing::Layout;

use super::site;

const SHARDED: Layout = Layout {
    term_shard_bytes: 8 << 10,
    text_shard_bytes: 16 << 10,
    separate_files: true,
    ..Layout::SINGLE
};

#[divan::bench]
fn read_manifest(bencher: Bencher<'_, '_>) {
    let files = site::bundle(site::PAGES, SHARDED);
    let bytes = site::manifest(&files);
    bencher
        .counter(BytesCount::of_slice(bytes))
        .bench(|| Manifest::read(black_box(bytes)));
}

/// Opens an index, which every visitor's first question waits for.
#[divan::bench]
fn open_index(bencher: Bencher<'_, '_>) {
    let files = site::bundle(site::PAGES, SHARDED);
    let manifest = Manifest::read(site::manifest(&files)).expect("a sound manifest");
    let first = |name: &String| name.starts_with("core-") || name.starts_with("files-");
    let needed: Vec<_> = files.iter().filter(|(name, _)| first(name)).collect();
    bencher
        .with_inputs(|| {
            let source = Supplied::new(&manifest);
            for (name, bytes) in &needed {
                source.supply(name, bytes).expect("sound files");
            }
            Arc::new(source)
        })
        .bench_values(|source| Index::open(&manifest, source));
}

#[divan::bench]
fn read_terms(bencher: Bencher<'_, '_>) {
    let files = site::bundle(site::PAGES, SHARDED);
    let mut shards = files.iter().filter(|(name, _)| name.starts_with("terms-"));
    let (name, file) = shards.next().expect("shards of terms");
    let pack = Pack::read(name, file).expect("a sound file");
    let (section, bytes) = pack.into_sections().next().expect("a section");
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| TermShard::read(&section, black_box(&bytes)));
}
