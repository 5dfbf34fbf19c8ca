use proptest::prelude::*;

use super::*;
use crate::dictionary::Dictionary;
use crate::threads::in_order;

fn on_threads(count: usize, run: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        for number in (0..count).rev() {
            scope.spawn(move || run(number));
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    // Every word keeps its postings, in any order of the words, and a row of a part has no chunk
    // without a compound.
    #[test]
    fn r18_no_word_loses_its_postings(
        mut site in prop::collection::btree_map(
            "(haus|boot|kurs|buch|schul|e|s|en|ß|ü){1,5}",
            prop::collection::btree_set(0..20_u32, 1..6),
            1..12,
        ).prop_map(|site| site.into_iter().collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let read = |site: &[(String, std::collections::BTreeSet<u32>)], for_each| {
            let mut dictionary = Dictionary::default();
            for (word, _) in site {
                dictionary.number(word.clone()).unwrap();
            }
            let list = |chunks: &std::collections::BTreeSet<u32>| {
                chunks.iter().map(|chunk| Posting::new(*chunk, [1, 0, 0, 0])).collect()
            };
            let lists: Vec<Vec<Posting>> = site.iter().map(|(_, own)| list(own)).collect();
            let postings = Postings::from(lists.as_slice());
            let words = dictionary.into_words("de", for_each);
            let found = compounds(&words, &postings, "de", for_each);
            let (all, lists) = rows(&words, &postings, &found);
            let row = |entry: &Entry| {
                (entry.word.to_string(), lists.of(entry.number as usize).to_vec())
            };
            all.entries().iter().map(row).collect::<Vec<_>>()
        };
        let rows = read(&site, in_order);
        for (word, chunks) in &site {
            let own = rows.iter().find(|(other, _)| other == word);
            let found: Vec<u32> = own.unwrap().1.iter().map(|own| own.chunk).collect();
            prop_assert_eq!(found, chunks.iter().copied().collect::<Vec<_>>());
        }
        for (_, list) in rows.iter().filter(|(word, _)| word.ends_with(COMPOUNDS)) {
            let is_of_a_word = |posting: &Posting| {
                site.iter().any(|(_, chunks)| chunks.contains(&posting.chunk))
            };
            prop_assert!(list.iter().all(is_of_a_word));
            prop_assert!(list.is_sorted_by(|one, other| one.chunk < other.chunk));
        }
        site.reverse();
        prop_assert_eq!(rows, read(&site, on_threads));
    }
}
