//! A bundle in shards against the same bundle in a single file.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use soru::index::format::unite_postings;
use soru::index::{Index, Word};
use soru::orchestration::Method;
use soru::settings::Value;
use soru::text::{Language, fold, prefix};
use soru::{Document, Engine};
use soru_indexing::Layout;

use super::site::{self, IntoValue, LONG_LISTS, SHARDED, ask, table};

fn json(engine: &Engine, question: &str, options: &Value) -> String {
    serde_json::to_string(&engine.ask(question, options).unwrap()).unwrap()
}

#[test]
fn r2_shards_answer_exactly_as_a_single_file_does() {
    let files = site::build_encoded(&site::documents(), SHARDED);
    assert!(files.len() > 60, "only {} files", files.len());
    let sharded = site::open(&files);
    let single = site::encoded_engine();
    for retriever in soru::retrieval::RETRIEVERS.names() {
        let options = table(&[
            ("retriever", retriever.into_value()),
            ("topK", 50.0.into_value()),
            ("trace", true.into_value()),
        ]);
        for question in site::questions() {
            let found = site::supplying(&sharded, &files, |engine| {
                engine.begin(Method::ASK, question, &options)
            });
            let found = serde_json::to_string(&found.unwrap()).unwrap();
            assert_eq!(found, json(&single, question, &options), "{question}");
        }
    }
}

// A first visitor has no files, and they arrive one by one.
#[test]
fn r2_a_fresh_engine_answers_from_the_files_it_asks_for() {
    let files = site::build(SHARDED);
    let single = site::engine();
    for question in site::questions() {
        let fresh = site::open(&files);
        let found = site::supplying(&fresh, &files, |engine| {
            engine.begin(Method::ASK, question, &Value::Null)
        })
        .unwrap();
        let found = serde_json::to_string(&found).unwrap();
        assert_eq!(found, json(&single, question, &Value::Null), "{question}");
    }
}

// Words are looked up for all candidates, texts only for hits to show or read.
#[test]
fn r29_texts_are_fetched_for_the_hits_that_are_shown_and_for_no_others() {
    let passage = |depth: f64| {
        let list = ["matching", "passage"].map(IntoValue::into_value).into();
        let depth = table(&[("depth", depth.into_value())]);
        table(&[("rerankers", Value::List(list)), ("passage", depth)])
    };
    let none = table(&[("rerankers", Value::List(vec!["matching".into_value()]))]);
    for (ranking, most) in [(none, 2), (passage(1.0), 3), (passage(3.0), 4)] {
        let texts = texts_for("staj sigortası", &ranking);
        assert!((1..=most).contains(&texts), "{texts} of {most}");
    }
}

/// Counts the shards of texts that a new visitor fetches for two hits.
fn texts_for(question: &str, ranking: &Value) -> usize {
    let files = site::build(SHARDED);
    let engine = site::open(&files);
    let options = table(&[("topK", 2.0.into_value()), ("ranking", ranking.clone())]);
    let call = engine.begin(Method::ASK, question, &options);
    let (answer, rounds) = site::rounds(&engine, &files, call, |_| false);
    assert_eq!(answer.unwrap().hits.len(), 2);
    let requested = rounds.iter().flatten();
    requested.filter(|name| name.starts_with("text")).count()
}

/// Returns the files that a new visitor's question needs.
fn files_for(files: &site::Files, question: &str, options: &Value) -> BTreeSet<String> {
    let engine = site::open(files);
    let call = engine.begin(Method::ASK, question, options);
    let (answer, rounds) = site::rounds(&engine, files, call, |_| false);
    answer.unwrap();
    rounds.into_iter().flatten().collect()
}

#[test]
fn r11_a_misspelt_word_costs_one_more_file_and_known_words_none() {
    let files = site::build(SHARDED);
    let vocabularies = |question| {
        let files = files_for(&files, question, &Value::Null);
        files
            .iter()
            .filter(|file| file.starts_with("vocabulary"))
            .count()
    };
    for (question, expected) in [
        ("kütüphane saatleri", 0),
        ("jütüphane saatleri", 1),
        ("h1c staj", 0),
    ] {
        assert_eq!(vocabularies(question), expected, "{question}");
    }
    // Checking whether words are known reads the same shards as finding them.
    let off = table(&[("spelling", false.into_value())]);
    let without = files_for(&files, "kütüphane saatleri", &off);
    assert_eq!(
        files_for(&files, "kütüphane saatleri", &Value::Null),
        without
    );
}

#[test]
fn r11_shards_repair_and_complete_exactly_as_a_single_file_does() {
    let files = site::build(SHARDED);
    let (sharded, single) = (site::open(&files), site::engine());
    for question in [
        "jütüphane saatleri",
        "mühendislk ücreti",
        "dormitry fee",
        "staj bşvurusu",
    ] {
        let found = site::supplying(&sharded, &files, |engine| {
            engine.begin(Method::ASK, question, &Value::Null)
        })
        .unwrap();
        assert!(!found.corrections.is_empty(), "{question}");
        assert_eq!(
            serde_json::to_string(&found).unwrap(),
            json(&single, question, &Value::Null)
        );
    }
    // Completions of typed text come from the shard of its word: one is enough.
    let in_one = Layout {
        separate_files: false,
        ..SHARDED
    };
    let in_one = site::loaded(&site::build(in_one));
    let partial = table(&[("partial", true.into_value())]);
    for typed in ["k", "staj ba", "öğr", "what is t"] {
        let found = site::supplying(&sharded, &files, |engine| {
            engine.begin(Method::ASK, typed, &partial)
        })
        .unwrap();
        assert_eq!(
            serde_json::to_string(&found).unwrap(),
            json(&in_one, typed, &partial),
            "{typed}"
        );
        let suggested = site::supplying(&sharded, &files, |engine| {
            engine.begin(Method::SUGGEST, typed, &Value::Null)
        });
        assert_eq!(
            suggested.unwrap(),
            single.suggest(typed, &Value::Null).unwrap(),
            "{typed}"
        );
    }
}

fn index(documents: &[Document], layout: Layout) -> Index {
    let files = site::build_of(documents, Vec::new(), &site::configuration(), layout);
    let (manifest, source) = site::source(&files);
    Index::open(&manifest, Arc::new(source)).unwrap()
}

fn texts(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.text().to_owned()).collect()
}

/// Returns all words of a language, in the order of the dictionary.
fn vocabulary(index: &Index, language: usize) -> Vec<String> {
    texts(&index.words(language).unwrap())
}

/// Returns every prefix of every word's key, and similar keys.
fn keys(vocabulary: &[String]) -> BTreeSet<String> {
    let mut keys = BTreeSet::from([String::new(), "\u{10ffff}".to_owned(), "zzzz".to_owned()]);
    for word in vocabulary {
        let key = fold(word);
        for (end, c) in key.char_indices() {
            keys.insert(key[..end + c.len_utf8()].to_owned());
        }
        keys.insert(format!("{key}a"));
    }
    keys
}

/// A shard for every key: boundaries everywhere possible.
const SHARD_PER_KEY: Layout = Layout {
    term_shard_bytes: 1,
    ..SHARDED
};

fn assert_same_look_ups(documents: &[Document]) {
    let single = index(documents, Layout::SINGLE);
    let long = Layout {
        long_postings: 1,
        ..SHARD_PER_KEY
    };
    for layout in [Layout::SINGLE, SHARDED, SHARD_PER_KEY, LONG_LISTS, long] {
        let sharded = index(documents, layout);
        for language in 0..single.languages().len() {
            assert_look_ups(&sharded, language, &vocabulary(&single, language));
        }
    }
}

fn assert_look_ups(index: &Index, language: usize, words: &[String]) {
    assert_eq!(vocabulary(index, language), words);
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<String> {
        words
            .iter()
            .filter(|word| fits(&fold(word)))
            .cloned()
            .collect()
    };
    let rules = Language::from_tag(&index.languages()[language].tag);
    let pages = |found: &[Word]| -> Vec<u32> {
        let lists = found.iter().map(|word| index.postings(word, true).unwrap());
        unite_postings(lists.collect())
            .iter()
            .map(|posting| posting.chunk)
            .collect()
    };
    let all = index.words(language).unwrap();
    let of = |fits: &dyn Fn(&Word) -> bool| -> Vec<u32> {
        let own: Vec<Word> = all.iter().filter(|word| fits(word)).cloned().collect();
        pages(&own)
    };
    for word in &all {
        // A family gives the same pages, whether it is one row or separate words.
        let stem = word.stem();
        // The word equal to the stem counts too if all are merged in the index.
        let bare = index.has_long_stem(language, &stem);
        let found = index.words_of_stem(language, &stem).unwrap();
        assert_eq!(
            pages(&found),
            of(&|other| other.stem() == stem || (bare && other.text() == stem)),
            "stem {stem}"
        );
        let key = fold(word.text());
        if let Some(own) = prefix(&key, rules) {
            let found = index.words_with_prefix(language, own).unwrap();
            let begin = |other: &Word| prefix(&fold(other.text()), rules) == Some(own);
            assert_eq!(pages(&found), of(&begin), "prefix {own}");
            assert_eq!(
                index.count(&found).unwrap(),
                of(&begin).len(),
                "prefix {own}"
            );
        }
    }
    for key in keys(words) {
        let found = texts(&index.spellings(language, &key).unwrap());
        assert_eq!(found, those(&|other| other == key), "key {key}");
    }
}

#[test]
fn look_ups_by_key_stem_and_prefix_need_one_shard_each() {
    assert_same_look_ups(&site::documents());
}

pub(crate) fn page(id: usize, words: &str) -> Document {
    site::page(format!("{id:04}"), "tr", words)
}

/// Words as on Turkish pages, chosen so that many differ only in the diacritics that a hurried
/// visitor leaves out.
fn vocabularies() -> impl Strategy<Value = Vec<String>> {
    let word = prop_oneof![
        "[a-zçğıöşü]{1,10}",
        "[iıgğsşk]{2,6}",
        "(kay|kış|oğl|sın)(ı|i|ır|ıt|lar|ları|mız|ım)?",
    ];
    prop::collection::btree_set(word, 1..40).prop_map(|words| words.into_iter().collect())
}

fn in_capitals(word: &str, language: &str) -> String {
    match language {
        "tr" => word.replace('i', "İ").replace('ı', "I").to_uppercase(),
        _ => word.to_uppercase(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn look_ups_cross_the_borders_of_shards_for_any_words(words in vocabularies()) {
        let pages: Vec<Document> = words.iter().enumerate().map(|(i, w)| page(i, w)).collect();
        assert_same_look_ups(&pages);
    }

    // Every word is on a separate page; typed in any way, it finds that page.
    #[test]
    fn r4_every_word_is_found_in_capitals_and_without_diacritics(words in vocabularies()) {
        let pages: Vec<Document> = words.iter().enumerate().map(|(i, w)| page(i, w)).collect();
        let engine = site::engine_of(&pages, SHARDED);
        for (page, word) in pages.iter().zip(&words) {
            for typed in [
                word.clone(),
                in_capitals(word, "tr"),
                in_capitals(word, "en"),
                fold(word),
                fold(word).to_ascii_uppercase(),
            ] {
                // One of the words may be a greeting.
                let all = table(&[("enabled", false.into_value())]);
                let options = [
                    ("topK", 100.0.into_value()),
                    ("lang", "tr".into_value()),
                    ("smallTalk", all),
                ];
                let answer = ask(&engine, &typed, &options);
                let found = answer.hits.iter().any(|hit| hit.id == page.id);
                prop_assert!(found, "{typed:?} does not find {word:?}, only {:?}",
                    answer.hits.iter().map(|hit| &hit.text).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn r2_shards_of_any_size_answer_as_a_single_file(
        words in vocabularies(), term_shard_bytes in 1..400_usize, text_shard_bytes in 1..60_usize,
    ) {
        let pages: Vec<Document> = words.chunks(3).enumerate()
            .map(|(i, words)| page(i, &words.join(" ")))
            .collect();
        let layout = Layout { term_shard_bytes, text_shard_bytes, ..SHARDED };
        let (single, sharded) = (site::engine_of(&pages, Layout::SINGLE), site::engine_of(&pages, layout));
        for word in &words {
            prop_assert_eq!(json(&sharded, word, &Value::Null), json(&single, word, &Value::Null));
        }
    }

    // The layout determines where lists are, and their lengths which of them are pruned.
    #[test]
    fn r2_omissions_are_the_same_in_every_layout(
        pages in prop::collection::vec("(kay|kayıt|kayıtlar|staj|ve|bir|oda|yurt| |\\. ){3,40}", 8..60),
        question in prop::collection::vec("kay|kayıt|kayitlar|staj|ve|bir|oda|yurt", 1..5),
        left_out in 0.0..1.0_f64,
    ) {
        let pages: Vec<Document> = pages.iter().enumerate().map(|(i, words)| page(i, words)).collect();
        let single = Layout { long_postings: 2, ..Layout::SINGLE };
        let (sharded, single) = (site::engine_of(&pages, LONG_LISTS), site::engine_of(&pages, single));
        let options = [("retriever", "bm25".into_value()), ("pruning", left_out.into_value())];
        let options = table(&[("retrieval", table(&options))]);
        let question = question.join(" ");
        prop_assert_eq!(json(&sharded, &question, &options), json(&single, &question, &options));
    }
}
