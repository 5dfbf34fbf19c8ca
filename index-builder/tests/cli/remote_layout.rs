//! `--layout remote`: facts, settings and a small index, for pages that are in a cluster.

use std::fmt::Write as _;

use soru::index::format::Pack;
use soru_index_builder::bundle::{compress, inflate};

use crate::support::Workplace;

/// The most that a bundle has, in bytes.
const MOST: u64 = 300_000;

/// The most that the dictionary of a bundle has, in bytes, compressed.
const MOST_DICTIONARY: usize = 64_000;

/// Words of a site whose texts fill the small index, and of one whose words do.
const FEW: usize = 4_000;
const MANY: usize = 40_000;

/// An address where nothing listens.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Writes a site of twice the size, whose texts compress badly, with some of so many words.
fn write_site(place: &Workplace, words: usize) {
    let mut random = fastrand::Rng::with_seed(47);
    let word = |_| -> String {
        let letters = random.usize(2..9);
        (0..letters).map(|_| random.lowercase()).collect()
    };
    let words: Vec<String> = (0..words).map(word).collect();
    for page in 0..120 {
        let mut html = format!("<title>Page {page}</title><h1>Page {page}</h1>");
        for section in 0..4 {
            let _ = write!(html, "<h2>Rules of office {page}-{section}</h2><p>");
            for _ in 0..140 {
                // Some words are frequent, as those of a language are.
                let most = random.usize(1..=words.len());
                html += &words[random.usize(..most)];
                html.push(' ');
            }
            html += "</p>";
        }
        if page == 0 {
            html += "<p>The planetarium opens at nine in the evening.</p>";
        }
        place.write(&format!("large/p{page}.html"), &html);
    }
}

fn built(words: usize) -> Workplace {
    let place = Workplace::new();
    write_site(&place, words);
    let arguments = [
        "build",
        "large",
        "--out",
        "out",
        "--index-only",
        "--layout",
        "remote",
    ];
    place.soru(&arguments).assert_done();
    place
}

/// Returns the compressed bytes of the dictionaries of a bundle, and the bytes of its texts.
fn sizes(place: &Workplace) -> [usize; 2] {
    let files = place.bundle("out");
    let core = files.iter().find(|(name, _)| name.starts_with("core"));
    let content = inflate(core.unwrap().1).unwrap();
    let mut sizes = [0; 2];
    for (name, section) in Pack::read("core", &content).unwrap().into_sections() {
        match name.split('/').next() {
            Some("terms") => sizes[0] += compress(&section).unwrap().len(),
            Some("text") => sizes[1] += section.len(),
            _ => {}
        }
    }
    sizes
}

#[test]
fn a_large_site_has_a_small_index() {
    let place = built(FEW);
    let files = place.bundle("out");
    let bytes: u64 = files.values().map(|bytes| bytes.len() as u64).sum();
    assert!((MOST / 3..MOST).contains(&bytes), "{bytes}");
    let [dictionary, texts] = sizes(&place);
    assert!(dictionary < MOST_DICTIONARY, "{dictionary}");
    assert!(texts > 200_000, "{texts}");
    place.soru(&["verify", "out"]).assert_done();
    let again = built(FEW);
    assert_eq!(again.bundle("out"), files);
}

// The dictionary of many different words is as large as their texts.
#[test]
fn of_a_site_with_many_words_fewer_pages_are_kept() {
    let [dictionary, texts] = sizes(&built(MANY));
    let is_cut = (MOST_DICTIONARY / 2..MOST_DICTIONARY).contains(&dictionary);
    assert!(is_cut && texts < 150_000, "{dictionary} {texts}");
}

#[test]
fn the_small_index_answers_while_the_gateway_does_not() {
    let place = built(FEW);
    let question = "When does the planetarium open?";
    let ask = |question| {
        let arguments = ["query", "out", question, "--gateway", NOWHERE, "--json"];
        place.soru(&arguments).assert_done().json()
    };
    assert_eq!(ask(question)["hits"][0]["id"], "p0.html");
    // Of this page, title and headings are kept.
    let found = ask("rules of office 119-3");
    let hits = found["hits"].as_array().unwrap();
    assert!(hits.iter().any(|hit| hit["id"] == "p119.html"), "{found}");
    let answer = found["answer"].as_str().unwrap_or_default();
    assert!(!answer.contains("119"), "headings are no answer: {answer}");
}

#[test]
fn a_question_without_a_gateway_names_the_option() {
    let place = built(FEW);
    let run = place.soru(&["query", "out", "planetarium"]);
    run.assert_fails_with(&["error: out: its pages are in a cluster"]);
    assert!(run.err.contains("--gateway"), "{run:?}");
}

#[test]
fn a_retriever_that_ranks_no_found_pages_is_refused() {
    let place = Workplace::new();
    place.write("soru.toml", "[retrieval]\nretriever = \"tf\"\n");
    let run = place.build(&["--index-only", "--layout", "remote"]);
    run.assert_fails_with(&["error: retrieval.retriever is `tf`"]);
}
