//! What is written reads back.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use soru::index::Index;
use soru::index::format::{
    POSITIONS, Posting, TermShard, TermShardBuilder, push_positions, read_facts,
};
use soru::index::{Source, Supplied};
use soru::indexing::{ChunkingSettings, Layout, chunk};
use soru::{Block, Document, Fact};

use super::site::{self, SHARDED};

fn any_document() -> impl Strategy<Value = Document> {
    let text = "(\\PC{0,40}|[a-zçğıöşü ]{1,60}\\. [A-ZÇ][a-z\\n ]{0,40}|[\\u{0}-\\u{20}a]{0,8})";
    let block = prop_oneof![
        text.prop_map(Block::Text),
        (1..=6_u8, text, prop::option::of("[a-z-]{1,8}")).prop_map(|(level, text, anchor)| {
            Block::Heading {
                level,
                text,
                anchor,
            }
        }),
    ];
    (
        ("\\PC{1,12}", text, "\\PC{0,20}", "(tr|en|de|)", text),
        prop::collection::vec(block, 0..8),
        prop::collection::btree_map("[a-zü]{1,6}", "\\PC{0,12}", 0..3),
    )
        .prop_map(
            |((id, title, url, lang, description), blocks, meta)| Document {
                id,
                title,
                url,
                lang,
                description,
                blocks,
                meta,
                ..Document::default()
            },
        )
}

fn any_documents() -> impl Strategy<Value = Vec<Document>> {
    let documents = prop::collection::vec(any_document(), 0..8);
    documents.prop_map(|documents| {
        let by_id: BTreeMap<String, Document> =
            documents.into_iter().map(|d| (d.id.clone(), d)).collect();
        by_id.into_values().collect()
    })
}

/// Separators of the format in headings become spaces; nothing else is changed.
fn plain(heading: &str) -> String {
    heading.replace('\u{1f}', " ")
}

fn assert_reads_back(documents: &[Document], layout: Layout) {
    let files = site::build_of(documents, Vec::new(), &site::configuration(), layout);
    let (manifest, source) = site::source(&files);
    let index = Index::open(&manifest, Arc::new(source)).unwrap();
    assert_eq!(index.documents().len(), documents.len());
    let mut row = 0;
    for (number, document) in documents.iter().enumerate() {
        let pages = index.documents();
        assert_eq!(pages.id(number), document.id);
        assert_eq!(pages.title(number), document.title);
        assert_eq!(pages.url(number), document.url);
        let tag = if document.lang.is_empty() {
            "tr"
        } else {
            &document.lang
        };
        assert_eq!(index.languages()[pages.language(number)].tag, tag);
        let meta: BTreeMap<String, String> = pages
            .meta(number)
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .collect();
        assert_eq!(meta, document.meta);
        for (place, chunk) in chunk(document, &ChunkingSettings::default())
            .iter()
            .enumerate()
        {
            let chunks = index.chunks();
            assert_eq!(chunks.document(row), number);
            assert_eq!(chunks.number_in_document(row) as usize, place);
            assert_eq!(index.text(u32::try_from(row).unwrap()).unwrap(), chunk.text);
            let heading: Vec<String> = chunks.heading(row).map(str::to_owned).collect();
            let expected: Vec<String> = chunk.heading.iter().map(|h| plain(h)).collect();
            assert_eq!(heading, expected);
            assert_eq!(chunks.anchor(row), chunk.anchor);
            assert_eq!(chunks.start(row), chunk.start);
            row += 1;
        }
    }
    assert_eq!(index.chunks().len(), row);
}

#[test]
fn the_sample_site_reads_back() {
    let mut documents = site::documents();
    documents.sort_by(|a, b| a.id.cmp(&b.id));
    assert_reads_back(&documents, Layout::SINGLE);
    assert_reads_back(&documents, SHARDED);
}

#[test]
fn r16_every_field_of_a_fact_reads_back() {
    let fact = Fact {
        question: "Soru?".into(),
        answer: "Yanıt.".into(),
        source_url: "a#b".into(),
        aliases: vec!["Başka soru?".into(), String::new()],
        lang: "tr".into(),
        category: "ücret".into(),
        checked_on: "2026-01-02".into(),
        valid_until: "2026-12-31".into(),
        source_title: "Başlık".into(),
        source_quote: "“Alıntı”".into(),
    };
    let facts = vec![fact, Fact::default()];
    let files = site::build_of(&[], facts.clone(), &site::configuration(), SHARDED);
    let (_, source): (_, Supplied) = site::source(&files);
    assert_eq!(
        read_facts(&source.section("facts").unwrap()).unwrap(),
        facts
    );
}

// The oddest dictionary that can be built: all words of the greatest length, alike but for their
// ends. The reader refuses blobs that unfold to too much, and must not take this for one.
#[test]
fn a_dictionary_of_long_words_that_are_nearly_alike_reads_back() {
    let start = "𐊀".repeat(63);
    let words: Vec<String> = ('a'..='z').map(|end| format!("{start}{end}")).collect();
    let mut builder = TermShardBuilder::default();
    for _ in 0..40 {
        for word in &words {
            builder.push(word, word, &[], &[]);
        }
    }
    let shard = TermShard::read("terms/xx/0", &builder.finish().unwrap(), 0).unwrap();
    assert_eq!(shard.word(shard.len() - 1), words[25]);
}

/// Some places for each occurrence that has one.
fn places_of(posting: &Posting) -> Vec<u32> {
    let occurrences = posting.frequencies[0].min(POSITIONS);
    (0..occurrences)
        .map(|i| posting.chunk % 7 + 150 * i)
        .collect()
}

fn positions_of(postings: &[Posting]) -> Vec<u8> {
    let mut out = Vec::new();
    for posting in postings {
        push_positions(&mut out, &places_of(posting));
    }
    out
}

fn any_postings() -> impl Strategy<Value = Vec<Posting>> {
    let frequencies = (prop_oneof![0..20_u32, Just(70_000)], 0..=3_u32, 0..=3_u32);
    prop::collection::btree_map(0..100_000_u32, frequencies, 0..20).prop_map(|postings| {
        let posting = |(chunk, (body, heading, title))| Posting {
            chunk,
            frequencies: [body, heading, title],
        };
        postings.into_iter().map(posting).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_text_heading_anchor_address_title_and_meta_reads_back(documents in any_documents()) {
        assert_reads_back(&documents, Layout::SINGLE);
        assert_reads_back(&documents, SHARDED);
    }

    #[test]
    fn every_word_stem_and_posting_reads_back(
        words in prop::collection::btree_map("\\PC{1,12}", (any_postings(), "\\PC{0,6}"), 0..30),
    ) {
        let mut builder = TermShardBuilder::default();
        for (word, (postings, stem)) in &words {
            builder.push(word, stem, postings, &positions_of(postings));
        }
        let shard = TermShard::read("terms/tr/0", &builder.finish().unwrap(), 100_000).unwrap();
        prop_assert_eq!(shard.len(), words.len());
        for (row, (word, (postings, stem))) in words.iter().enumerate() {
            prop_assert_eq!(shard.word(row), word);
            prop_assert_eq!(&shard.stem(row), stem);
            prop_assert!(shard.has_stem(row, stem));
            let mut read = Vec::new();
            shard.for_each_posting(row, |posting| read.push(posting)).unwrap();
            prop_assert_eq!(&read, postings);
            prop_assert_eq!(shard.document_frequency(row) as usize, postings.len());
            let mut places = Vec::new();
            let even = |chunk: u32| chunk.is_multiple_of(2);
            shard.for_each_position(row, &even, &mut |chunk, place| places.push((chunk, place))).unwrap();
            let expected = postings.iter().filter(|posting| even(posting.chunk));
            let expected: Vec<(u32, u32)> = expected
                .flat_map(|posting| places_of(posting).into_iter().map(|place| (posting.chunk, place)))
                .collect();
            prop_assert_eq!(places, expected);
        }
        shard.for_each_posting(words.len(), |_| panic!("a posting of no word")).unwrap();
    }
}
