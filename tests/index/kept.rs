//! Content that remains cached when decoded shards are evicted.

use std::sync::Arc;

use soru::Attempt;
use soru::index::{ChunkId, Index, Word};
use soru_indexing::Layout;

use super::site::{self, LONG_LISTS, SHARDED};

/// Returns an index whose files were supplied once, with this much room between questions.
fn index(layout: Layout, room: usize) -> Index {
    let (manifest, source) = site::source(&site::build(layout));
    let index = Index::open(&manifest, Arc::new(source)).unwrap();
    index.with_room_for(room)
}

fn is_missing<T>(looked_up: &Attempt<T>) -> bool {
    matches!(looked_up, Err(error) if error.clone().needs().is_ok())
}

/// Returns all displayed fields of a chunk.
fn shown(index: &Index, chunk: ChunkId) -> Attempt<String> {
    let passage = index.passage(chunk)?;
    let page = [passage.id(), passage.title(), passage.url()];
    let headings: Vec<_> = passage.headings().collect();
    let meta: Vec<_> = passage.meta().collect();
    let text = passage.text();
    Ok(format!("{page:?} {headings:?} {meta:?} {text}"))
}

// A question reads some passages of a shard of hundreds: the passages are kept, the shard is not.
#[test]
fn r21_values_read_from_a_shard_stay_when_the_shard_is_dropped() {
    let layout = Layout {
        text_shard_bytes: usize::MAX,
        ..SHARDED
    };
    let index = index(layout, 4_000);
    let before = shown(&index, 1).unwrap();
    // Sections used by a question are kept until the next one has ended.
    index.end_question();
    index.end_question();
    assert_eq!(shown(&index, 1).unwrap(), before);
    assert!(index.require_passages([1].into_iter()).is_ok());
    assert!(is_missing(&shown(&index, 2)));
    assert!(is_missing(&index.require_passages([1, 2].into_iter())));
}

// With enough room, a shard is decoded once.
#[test]
fn r21_with_room_for_it_a_shard_is_kept_as_a_whole() {
    let layout = Layout {
        text_shard_bytes: usize::MAX,
        ..SHARDED
    };
    let index = index(layout, 1 << 20);
    shown(&index, 1).unwrap();
    index.end_question();
    assert!(shown(&index, 2).is_ok());
}

// Both parts of a long list are cached as one list, which replaces its best part, too.
#[test]
fn r29_a_list_whose_parts_were_united_needs_neither_any_more() {
    let index = index(LONG_LISTS, usize::MAX);
    let words = |language| index.words(language).unwrap();
    let word = (0..index.languages().len())
        .flat_map(words)
        .find(|word| word.tail().is_some());
    let word: Word = word.unwrap();
    let best = index.postings(&word, false).unwrap();
    let whole = index.postings(&word, true).unwrap();
    assert!(best.len() < whole.len() && whole.len() == word.document_frequency() as usize);
    for tails in [false, true] {
        index.require_lists(&[&word], tails).unwrap();
        assert_eq!(index.postings(&word, tails).unwrap(), whole);
    }
}
