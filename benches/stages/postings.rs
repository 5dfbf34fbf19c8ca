//! From bytes to postings, and merging lists.

use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use soru::index::format::{Borders, Posting, PostingList, read_postings, unite_postings};

const PAGES: u32 = 40_000;
const CHUNKS_PER_PAGE: u32 = 3;
const LENGTHS: [u32; 3] = [100, 2000, 20_000];

fn borders() -> Borders {
    let mut borders = Borders::default();
    for _ in 0..PAGES {
        assert!(borders.push(CHUNKS_PER_PAGE), "few enough to be numbered");
    }
    borders
}

/// Returns this many postings, spread over all chunks; lists with different `seed`s overlap.
fn list(length: u32, seed: u32) -> Vec<Posting> {
    let step = PAGES * CHUNKS_PER_PAGE / length;
    let of = |number: u32| {
        let chunk = number * step + (number.wrapping_mul(2_654_435_761) ^ seed) % step;
        Posting::new(
            chunk,
            [
                1 + (number % 3) as u16,
                number.is_multiple_of(7).into(),
                0,
                0,
            ],
        )
    };
    (0..length).map(of).collect()
}

#[divan::bench(args = LENGTHS)]
fn read_list(bencher: Bencher<'_, '_>, length: u32) {
    let borders = borders();
    let list = PostingList::of(&list(length, 1), &borders);
    bencher.counter(ItemsCount::new(length)).bench(|| {
        read_postings(
            "bench",
            black_box(&list.gaps),
            &list.frequencies,
            (&list.questions, 0),
            &borders,
        )
    });
}

/// Merges lists, for example of the words of a stem.
#[divan::bench(args = LENGTHS)]
fn unite_eight_lists(bencher: Bencher<'_, '_>, length: u32) {
    let lists: Vec<Arc<Vec<Posting>>> = (0..8).map(|seed| Arc::new(list(length, seed))).collect();
    bencher
        .counter(ItemsCount::new(length * 8))
        .with_inputs(|| lists.clone())
        .bench_values(unite_postings);
}
