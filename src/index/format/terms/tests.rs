use proptest::prelude::*;

use super::super::{Listed, PostingList, TermRow, TermShardBuilder};
use super::*;

const CHUNKS: u32 = 500;

fn borders() -> Borders {
    let mut borders = Borders::default();
    assert!((0..CHUNKS / 5).all(|_| borders.push(5)));
    borders
}

fn postings() -> impl Strategy<Value = Vec<Posting>> {
    proptest::collection::btree_map(0..CHUNKS, (0_u16..40, 0_u16..4, 0_u16..4, 0_u16..4), 1..20)
        .prop_map(|map| {
            let posting = |(chunk, (b, h, t, q))| Posting::new(chunk, [b, h, t, q]);
            map.into_iter().map(posting).collect()
        })
}

fn shard(entries: &[(String, Vec<Posting>, bool)]) -> Vec<u8> {
    let mut builder = TermShardBuilder::default();
    for (number, (word, postings, apart)) in (0..).zip(entries) {
        let stem = &word[..word.char_indices().nth(2).map_or(word.len(), |c| c.0)];
        let list = PostingList::of(postings, &borders());
        let long = LongList {
            head: number,
            ..LongList::default()
        };
        builder.push(&TermRow {
            kind: RowKind::Word,
            text: word,
            stem,
            postings: u32::try_from(postings.len()).unwrap(),
            listed: if *apart {
                Listed::Long(&long)
            } else {
                Listed::Here(&list)
            },
        });
    }
    builder.finish().unwrap()
}

proptest! {
    #[test]
    fn words_stems_and_postings_read_back(
        entries in proptest::collection::btree_map("[a-zğüşöçı]{1,9}", (postings(), any::<bool>()), 1..30)
    ) {
        let entries: Vec<_> = entries.into_iter().map(|(word, (p, apart))| (word, p, apart)).collect();
        let shard = TermShard::read("test", &shard(&entries)).unwrap();
        prop_assert_eq!(shard.len(), entries.len());
        for (row, (word, postings, apart)) in entries.iter().enumerate() {
            prop_assert_eq!(shard.word(row), word);
            prop_assert_eq!(shard.stem(row).chars().count(), word.chars().count().min(2));
            prop_assert_eq!(shard.document_frequency(row) as usize, postings.len());
            let read = shard.postings(row, &borders()).unwrap();
            if *apart {
                prop_assert!(read.is_empty());
                prop_assert_eq!(shard.long(row).unwrap().head as usize, row);
            } else {
                prop_assert!(shard.long(row).is_none());
                prop_assert_eq!(&read, postings);
            }
        }
    }

    #[test]
    fn a_damaged_shard_is_an_error_or_still_safe(at in 0_usize..200, bit in 0_u8..8) {
        let words = ["kayit", "kayıt", "kayıtlar", "staj", "stajyer"];
        let list = vec![Posting::new(3, [20, 1, 1, 1])];
        let entries: Vec<_> = words.iter().map(|w| ((*w).to_owned(), list.clone(), *w == "staj")).collect();
        let mut bytes = shard(&entries);
        let at = at % bytes.len();
        bytes[at] ^= 1 << bit;
        if let Ok(shard) = TermShard::read("test", &bytes) {
            for row in 0..shard.len() {
                let _ = (shard.word(row), shard.stem(row), shard.kind(row), shard.long(row));
                if let Ok(read) = shard.postings(row, &borders()) {
                    prop_assert!(read.iter().all(|posting| posting.chunk < CHUNKS));
                }
            }
        }
    }
}
