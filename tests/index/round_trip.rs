//! Written data reads back unchanged.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use soru::index::Index;
use soru::index::format::{
    Borders, Listed, Posting, PostingList, RowKind, TermRow, TermShard, TermShardBuilder,
    read_facts, read_words,
};
use soru::index::{Source, Supplied};
use soru::language::OwnList;
use soru::settings::Value;
use soru::text::Language;
use soru::{Block, Document, Fact};
use soru_indexing::{ChunkingSettings, Layout, chunk};

use super::site::{self, SHARDED};

fn any_document() -> impl Strategy<Value = Document> {
    let text = "(\\PC{0,40}|[a-zçğıöşü ]{1,60}\\. [A-ZÇ][a-z\\n ]{0,40}|[\\u{0}-\\u{20}a]{0,8})";
    let block = prop_oneof![
        text.prop_map(Block::Text),
        text.prop_map(Block::Unquoted),
        (1..=6_u8).prop_map(Block::End),
        (
            1..=6_u8,
            text,
            prop::option::of("[a-z-]{1,8}"),
            any::<bool>()
        )
            .prop_map(|(level, text, anchor, is_question)| Block::Heading {
                level,
                text,
                anchor,
                is_question,
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

/// Replaces separators of the format in a heading by spaces.
fn plain(heading: &str) -> String {
    heading.replace('\u{1f}', " ")
}

fn assert_reads_back(documents: &[Document], layout: Layout) {
    let files = site::build_of(documents, Vec::new(), &site::configuration(), layout);
    let (manifest, source) = site::source(&files);
    let index = Index::open(&manifest, Arc::new(source)).unwrap();
    assert_eq!(index.chunks().documents(), documents.len());
    let metadata = index.metadata().unwrap();
    let mut row = 0;
    for (number, document) in documents.iter().enumerate() {
        let chunks = index.chunks();
        let tag = if document.lang.is_empty() {
            "tr"
        } else {
            &document.lang
        };
        assert_eq!(index.languages()[chunks.language(number)].tag, tag);
        let meta = |entries: &mut dyn Iterator<Item = (&str, &str)>| -> BTreeMap<String, String> {
            entries.map(|(k, v)| (k.to_owned(), v.to_owned())).collect()
        };
        if let Some(own) = metadata.get(number) {
            let mut entries = own
                .iter()
                .map(|(key, value)| (key.as_str(), value.as_str()));
            assert_eq!(meta(&mut entries), document.meta);
        } else {
            assert!(document.meta.is_empty());
        }
        for (place, chunk) in chunk(document, &ChunkingSettings::default())
            .iter()
            .enumerate()
        {
            assert_eq!(
                chunks.borders().place(row),
                (
                    u32::try_from(number).unwrap(),
                    u32::try_from(place).unwrap()
                )
            );
            let passage = index.passage(row).unwrap();
            assert_eq!(passage.id(), document.id);
            assert_eq!(passage.title(), document.title);
            assert_eq!(passage.url(), document.url);
            assert_eq!(meta(&mut passage.meta()), document.meta);
            assert_eq!(passage.text(), chunk.text);
            for section in &chunk.sections {
                let at = section.start as usize;
                let heading: Vec<String> = passage.heading_at(at).map(str::to_owned).collect();
                let expected: Vec<String> = section.heading.iter().map(|h| plain(h)).collect();
                assert_eq!(heading, expected);
                assert_eq!(passage.anchor_at(at), section.anchor);
            }
            row += 1;
        }
    }
    assert_eq!(index.chunks().borders().chunks(), row);
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
        authority: "extended".into(),
        // Only joined bundles have it.
        site: String::new(),
    };
    let facts = vec![fact, Fact::default()];
    let files = site::build_of(&[], facts.clone(), &site::configuration(), SHARDED);
    let (_, source): (_, Supplied) = site::source(&files);
    assert_eq!(
        read_facts(&source.section("facts").unwrap()).unwrap(),
        facts
    );
}

// The speller knows the words of the dictionary anyway.
#[test]
fn r11_a_bundle_has_the_ordinary_words_that_its_pages_lack() {
    let page = Document {
        id: "a.html".into(),
        lang: "en".into(),
        blocks: vec![Block::Text("Kind people are happy.".into())],
        ..Document::default()
    };
    let files = site::build_of(&[page], Vec::new(), &Value::Null, Layout::SINGLE);
    let (_, source): (_, Supplied) = site::source(&files);
    let words = read_words(&source.section("words").unwrap()).unwrap();
    let ordinary = words.of(Language::English, OwnList::Ordinary);
    let has = |word: &str| ordinary.split(' ').any(|listed| listed == word);
    assert!(has("mind") && !has("kind") && !has("happy"), "{ordinary}");
}

// The most extreme dictionary that can be built: all words have the maximum length and differ only
// at their ends. The reader rejects blobs that expand too much, and must accept this one.
#[test]
fn a_dictionary_of_long_words_that_are_nearly_alike_reads_back() {
    let start = "𐊀".repeat(63);
    let words: Vec<String> = ('a'..='z').map(|end| format!("{start}{end}")).collect();
    let mut builder = TermShardBuilder::default();
    let list = PostingList::default();
    for _ in 0..40 {
        for word in &words {
            builder.push(&TermRow {
                kind: RowKind::Word,
                text: word,
                stem: word,
                postings: 0,
                listed: Listed::Here(&list),
            });
        }
    }
    let shard = TermShard::read("terms/xx/0", &builder.finish().unwrap()).unwrap();
    assert_eq!(shard.word(shard.len() - 1), words[25]);
}

const CHUNKS: u32 = 100_000;

fn borders() -> Borders {
    let mut borders = Borders::default();
    while borders.chunks() < CHUNKS {
        let most = CHUNKS - borders.chunks();
        assert!(borders.push((borders.chunks() % 11).min(most)) && borders.push(1.min(most)));
    }
    borders
}

fn any_postings() -> impl Strategy<Value = Vec<Posting>> {
    let frequencies = (
        prop_oneof![0..20_u16, Just(u16::MAX)],
        0..=3_u16,
        0..=3_u16,
        0..=3_u16,
    );
    prop::collection::btree_map(0..CHUNKS, frequencies, 0..20).prop_map(|postings| {
        let posting = |(chunk, (body, heading, title, questions))| {
            Posting::new(chunk, [body, heading, title, questions])
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
        let borders = borders();
        let mut builder = TermShardBuilder::default();
        for (word, (postings, stem)) in &words {
            builder.push(&TermRow {
                kind: RowKind::Word,
                text: word,
                stem,
                postings: u32::try_from(postings.len()).unwrap(),
                listed: Listed::Here(&PostingList::of(postings, &borders)),
            });
        }
        let shard = TermShard::read("terms/tr/0", &builder.finish().unwrap()).unwrap();
        prop_assert_eq!(shard.len(), words.len());
        for (row, (word, (postings, stem))) in words.iter().enumerate() {
            prop_assert_eq!(shard.word(row), word);
            prop_assert_eq!(&shard.stem(row), stem);
            prop_assert!(shard.has_stem(row, stem));
            prop_assert_eq!(&shard.postings(row, &borders).unwrap(), postings);
            prop_assert_eq!(shard.document_frequency(row) as usize, postings.len());
        }
        prop_assert!(shard.postings(words.len(), &borders).unwrap().is_empty());
    }
}
