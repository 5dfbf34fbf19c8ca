use super::*;

const SHARDS: Layout = Layout {
    term_shard_bytes: 4 * 1024,
    text_shard_bytes: 9 * 1024,
    long_postings: 2048,
    separate_files: true,
    single_up_to: 80_000,
};

/// Estimates the number of shards, each filled as the comments in `fitted` state.
fn shards(size: SiteSize) -> (usize, usize) {
    let layout = SHARDS.fitted(size);
    let page = size.texts / size.pages;
    let text = layout.text_shard_bytes / 2 + page * 5 / 2;
    let terms = size.postings * 7 / 4 / layout.term_shard_bytes;
    (terms, size.texts / text.max(1))
}

#[test]
fn r41_shards_grow_with_the_site_so_that_their_number_does_not() {
    for pages in [1000, 10_000, 50_000, 200_000] {
        for page in [500, 2000, 8000, 40_000] {
            for files in [0, 900] {
                let size = SiteSize {
                    texts: pages * page,
                    postings: pages * page / 2,
                    pages,
                    chunks: pages * page / 1000,
                    files,
                };
                let (terms, texts) = shards(size);
                assert!(terms <= MOST_TERM_FILES, "{terms}: {size:?}");
                assert!(texts + files <= MOST_TEXT_FILES + 1, "{texts}: {size:?}");
            }
        }
    }
}

#[test]
fn a_small_site_keeps_its_shards_and_one_file_stays_one() {
    let size = SiteSize {
        texts: 1_500_000,
        postings: 500_000,
        pages: 500,
        chunks: 1500,
        files: 0,
    };
    assert_eq!(SHARDS.fitted(size), SHARDS);
    let large = SiteSize {
        texts: 300_000_000,
        pages: 100_000,
        ..size
    };
    assert_ne!(SHARDS.fitted(large), SHARDS);
    assert_eq!(Layout::SINGLE.fitted(large), Layout::SINGLE);
}

// A first answer should be cheap on sites of any size, and a host should not need thousands of
// files.
#[test]
fn r41_a_small_site_is_one_file_and_shards_grow_in_steps() {
    let shards = |texts: usize| {
        let size = SiteSize {
            texts,
            postings: texts / 5,
            pages: texts / 4000,
            chunks: texts / 700,
            files: 0,
        };
        let layout = SHARDS.fitted(size);
        let kilobytes = [layout.term_shard_bytes, layout.text_shard_bytes].map(|own| own >> 10);
        layout.separate_files.then_some(kilobytes)
    };
    assert_eq!(shards(80_000), None);
    assert_eq!(shards(80_001), Some([4, 9]));
    assert_eq!(shards(1_500_000), Some([4, 9]));
    assert_eq!(shards(1_500_001), Some([6, 11]));
    assert_eq!(shards(4_000_001), Some([10, 18]));
    assert_eq!(shards(40_000_000), Some([10, 18]));
}
