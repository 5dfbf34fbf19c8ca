//! The number of network rounds of a question: files known to be needed are requested together.

use std::collections::BTreeSet;

use soru::Document;
use soru::orchestration::{Method, Step};
use soru::settings::Value;
use soru::text::fold;
use soru_indexing::Layout;

use super::shards::page;
use super::site::{self, Files, IntoValue, LONG_LISTS, SHARDED, encoder, table};

/// More rounds than any question takes; endless requests fail.
const MOST: usize = 12;

/// Returns the files that a new visitor's question requests, round by round. Only missing files
/// accepted by `chooses` are supplied.
fn files_of(
    files: &Files,
    question: &str,
    options: &Value,
    chooses: fn(&mut Vec<String>),
) -> Vec<Vec<String>> {
    let engine = site::open(files);
    let load = engine.begin(Method::LOAD, "", &Value::Null);
    site::rounds(&engine, files, load, |_| false).0.unwrap();
    let mut call = engine.begin(Method::ASK, question, options);
    let mut rounds = Vec::new();
    while rounds.len() < MOST {
        let mut missing = match call.step().unwrap() {
            Step::Needs(needs) => needs.files,
            Step::Done(_) => return rounds,
        };
        chooses(&mut missing);
        for name in &missing {
            site::supply(&engine, files, name).unwrap();
        }
        rounds.push(missing);
    }
    panic!("{question}: asks on and on for {:?}", rounds.last());
}

fn kind(name: &str) -> String {
    name.split('-').next().unwrap_or_default().to_owned()
}

/// Returns the kinds of files, round by round.
fn rounds(files: &Files, question: &str, options: &Value) -> Vec<BTreeSet<String>> {
    let rounds = files_of(files, question, options, |_| ());
    let kinds = |names: &Vec<String>| names.iter().map(|name| kind(name)).collect();
    rounds.iter().map(kinds).collect()
}

fn kinds(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

const RARE: [&str; 20] = [
    "ağaç", "balık", "cetvel", "deniz", "elma", "fındık", "gömlek", "halı", "ırmak", "inek",
    "jeton", "kalem", "lamba", "masa", "nohut", "orman", "palto", "rende", "sandık", "tarak",
];

/// Returns pages with two frequent words, whose lists have tails, and rare words.
fn files() -> Files {
    files_with(|number| {
        let oda = ["oda", ""][usize::from(!number.is_multiple_of(3))];
        let staj = ["staj staj", ""][usize::from(!number.is_multiple_of(4))];
        format!("{oda} {staj} {}", RARE[number % RARE.len()])
    })
}

fn files_with(words: fn(usize) -> String) -> Files {
    site::build_encoded(&pages(words), layout())
}

fn pages(words: fn(usize) -> String) -> Vec<Document> {
    let all = 0..160;
    all.map(|number| page(number, &words(number))).collect()
}

fn layout() -> Layout {
    Layout {
        long_postings: 8,
        text_shard_bytes: 4000,
        ..SHARDED
    }
}

fn retriever(name: &str) -> Value {
    let retriever = table(&[("retriever", name.into_value())]);
    table(&[("retrieval", retriever)])
}

#[test]
fn r29_long_lists_are_requested_with_the_shards_of_other_words() {
    for (name, first) in [
        ("bm25", kinds(&["heads", "tails", "terms"])),
        ("hybrid", kinds(&["heads", "tails", "terms", "vectors"])),
    ] {
        let asked = rounds(&files(), "sandık oda staj", &retriever(name));
        assert_eq!(asked[0], first);
        let is_list = |kind: &String| ["heads", "tails"].contains(&kind.as_str());
        assert!(!asked[1..].iter().flatten().any(is_list), "{asked:?}");
    }
}

// The head of a single list shows whether its tail matters.
#[test]
fn r29_the_tail_of_a_single_list_is_not_asked_for_beforehand() {
    let asked = rounds(&files(), "sandık oda", &retriever("bm25"));
    assert_eq!(asked[0], kinds(&["heads", "terms"]));
}

fn has(rounds: &[BTreeSet<String>], kind: &str) -> bool {
    rounds.iter().flatten().any(|name| name == kind)
}

// The pages of the head are better than any in the tail can be.
#[test]
fn r2_a_tail_is_read_only_if_it_can_change_the_best() {
    let files = files_with(|number| match number % 40 {
        0 => format!("oda oda oda oda {}", RARE[number / 10..][..4].join(" ")),
        _ => format!("oda {}", RARE.join(" ")),
    });
    let asked = |count: u32| {
        let depth = table(&[("depth", f64::from(count).into_value())]);
        let options = table(&[
            site::set("retrieval.retriever", "bm25"),
            ("topK", f64::from(count).into_value()),
            ("ranking", depth),
        ]);
        rounds(&files, "oda", &options)
    };
    let (one, many) = (asked(1), asked(100));
    assert!(has(&one, "heads") && !has(&one, "tails"), "{one:?}");
    assert!(has(&many, "heads") && has(&many, "tails"), "{many:?}");
}

// A word on every page does not distinguish pages.
#[test]
fn r2_the_list_of_a_word_without_information_is_not_asked_for() {
    let files = files_with(|number| format!("kampüs {}", RARE[number % RARE.len()]));
    let asked = |question: &str, left_out: Value| {
        let retrieval = [("retriever", "bm25".into_value()), ("pruning", left_out)];
        rounds(
            &files,
            question,
            &table(&[("retrieval", table(&retrieval))]),
        )
    };
    let usual = asked("kampüs sandık", 0.05.into_value());
    assert!(has(&usual, "terms") && !has(&usual, "heads"), "{usual:?}");
    assert!(has(&asked("kampüs sandık", 0.0.into_value()), "heads"));
    // In another question it is the only word.
    assert!(has(&asked("kampüs", 0.05.into_value()), "heads"));
}

// A table encodes the question, so its vector needs no lists.
#[test]
fn r2_with_an_encoder_the_list_of_a_word_without_information_is_not_asked_for_either() {
    let words = |number: usize| format!("kampüs {}", RARE[number % RARE.len()]);
    let pieces: Vec<String> = RARE.map(str::to_owned).into();
    let rows = (0..pieces.len())
        .flat_map(|own| (0..RARE.len()).map(move |x| f32::from(u8::from(x == own))));
    let rows = rows.collect();
    let encoder = Box::new(encoder::Encoder {
        table: encoder::table(pieces, rows, RARE.len()),
        tags: &["tr"],
    });
    let indexer = site::with_embedder(encoder, layout());
    let files = site::finish(indexer, &pages(words), Vec::new(), &site::configuration());
    let asked = |left_out: f64| {
        let retrieval = [
            ("retriever", "hybrid".into_value()),
            ("pruning", left_out.into_value()),
        ];
        rounds(
            &files,
            "kampüs sandık",
            &table(&[("retrieval", table(&retrieval))]),
        )
    };
    let usual = asked(0.05);
    assert!(
        has(&usual, "terms") && has(&usual, "pieces") && !has(&usual, "heads"),
        "{usual:?}"
    );
    assert!(has(&asked(0.0), "heads"));
}

// Waiting for the shards first requests no list that the question does not need.
#[test]
fn r29_lists_that_are_foreseen_are_those_that_are_needed() {
    let options = retriever("bm25");
    let is_list = |name: &String| ["heads", "tails"].contains(&kind(name).as_str());
    let lists = |files: &Files, question, chooses| {
        let rounds = files_of(files, question, &options, chooses);
        rounds.into_iter().flatten().filter(is_list).collect()
    };
    let (own, site) = (files(), site::build(LONG_LISTS));
    let own = ["sandık oda staj", "oda", "staj oda", "ağaç balık oda"].map(|asked| (&own, asked));
    let of_site = site::questions().into_iter().map(|asked| (&site, asked));
    let mut any = 0;
    for (files, question) in own.into_iter().chain(of_site) {
        let foreseen: BTreeSet<String> = lists(files, question, |_| ());
        let needed: BTreeSet<String> = lists(files, question, |missing| {
            let is_shard = |name: &String| kind(name) == "terms";
            if missing.iter().any(is_shard) {
                missing.retain(is_shard);
            }
        });
        assert_eq!(foreseen, needed, "{question}");
        any += foreseen.len();
    }
    assert!(any > 30, "{any} lists");
}

// A passage on two pages is shown once, with both addresses, and leaves room for one more hit.
#[test]
fn r29_texts_of_neighbouring_passages_are_requested_in_the_same_round() {
    let passage = "Yurtta oda ücreti dönem başında ödenir ve iade edilmez. ".repeat(4);
    let pages: Vec<Document> = (0..8)
        .map(|number| match number {
            0 | 7 => page(number, &passage),
            _ => page(
                number,
                &format!("Oda ücreti {number}. {}", "Masa. ".repeat(30)),
            ),
        })
        .collect();
    let files = site::build_of(&pages, Vec::new(), &site::configuration(), SHARDED);
    let passage = table(&[("depth", 1.0.into_value())]);
    let options = table(&[
        ("topK", 3.0.into_value()),
        site::set("ranking.passage", passage),
    ]);
    let asked = rounds(&files, "oda ücreti", &options);
    let texts = asked.iter().filter(|kinds| kinds.contains("text"));
    assert_eq!(texts.count(), 1, "{asked:?}");
}

/// Counts the files of a kind that a new visitor's question requests.
fn count(files: &Files, wanted: &str, question: &str, options: &Value) -> usize {
    let rounds = files_of(files, question, options, |_| ());
    let names: BTreeSet<&String> = rounds.iter().flatten().collect();
    names.iter().filter(|name| kind(name) == wanted).count()
}

/// Returns words with the same prefixes and stems, and pages of them in many shards.
fn words_in_shards_of(term_shard_bytes: usize) -> (Vec<String>, Files) {
    let words = RARE.map(|word| [word.to_owned(), format!("{word}lar"), format!("{word}lık")]);
    let words: Vec<String> = words.into_iter().flatten().collect();
    let pages = words.iter().enumerate();
    let pages: Vec<Document> = pages.map(|(number, word)| page(number, word)).collect();
    let layout = Layout {
        term_shard_bytes,
        ..SHARDED
    };
    let files = site::build_of(&pages, Vec::new(), &site::configuration(), layout);
    let shards = files.iter().filter(|(name, _)| kind(name) == "terms");
    assert!(shards.count() > 4);
    (words, files)
}

// A word's own row and those of its stem, its prefix and all its spellings are together.
#[test]
fn r2_however_a_word_is_typed_it_needs_one_shard_and_one_more_at_most() {
    let (words, files) = words_in_shards_of(40);
    let lang = table(&[("lang", "tr".into_value())]);
    for word in &words {
        let typed = [word.clone(), fold(word), fold(word).to_ascii_uppercase()];
        for typed in typed {
            let needed = count(&files, "terms", &typed, &lang);
            assert!((1..=2).contains(&needed), "{typed}: {needed}");
        }
    }
}

// A shard contains more than the few words with a common prefix.
#[test]
fn r2_a_word_that_is_being_typed_needs_one_shard_and_one_more_at_most() {
    let (words, files) = words_in_shards_of(200);
    let typing = table(&[("lang", "tr".into_value()), ("partial", true.into_value())]);
    for word in &words {
        for (end, _) in word.char_indices().skip(2) {
            let needed = count(&files, "terms", &word[..end], &typing);
            assert!((1..=2).contains(&needed), "{}: {needed}", &word[..end]);
        }
    }
}

// The vocabulary determines the word.
#[test]
fn r2_a_misspelt_word_needs_the_vocabulary_and_one_shard_more_than_itself() {
    let (_, files) = words_in_shards_of(200);
    let lang = table(&[("lang", "tr".into_value())]);
    for (typed, meant) in [
        ("cetvrl", "cetvel"),
        ("orban", "orman"),
        ("eandık", "sandık"),
    ] {
        let needed = |kind| count(&files, kind, typed, &lang);
        assert_eq!(needed("vocabulary"), 1, "{typed}");
        assert!(needed("terms") <= 2, "{typed}: {}", needed("terms"));
        let found = site::supplying(&site::open(&files), &files, |engine| {
            engine.begin(Method::ASK, typed, &lang)
        });
        let hits = found.unwrap().hits;
        assert!(
            hits.iter().any(|hit| hit.text.contains(meant)),
            "{typed}: {hits:?}"
        );
    }
}
