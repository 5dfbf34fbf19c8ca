//! `--layout remote`: facts, settings and a small index, for pages that are in a cluster.

use std::fmt::Write as _;

use crate::support::Workplace;

/// The most that a bundle has, in bytes.
const MOST: u64 = 300_000;

/// An address where nothing listens.
const NOWHERE: &str = "http://127.0.0.1:9";

/// Writes a site of twice the size, whose texts compress badly.
fn write_site(place: &Workplace) {
    let mut random = fastrand::Rng::with_seed(47);
    for page in 0..120 {
        let mut html = format!("<title>Page {page}</title><h1>Page {page}</h1>");
        for section in 0..4 {
            let _ = write!(html, "<h2>Rules of office {page}-{section}</h2><p>");
            for _ in 0..140 {
                let letters = random.usize(2..9);
                let word: String = (0..letters).map(|_| random.lowercase()).collect();
                html += &word;
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

fn built() -> Workplace {
    let place = Workplace::new();
    write_site(&place);
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

#[test]
fn a_large_site_has_a_small_index() {
    let place = built();
    let files = place.bundle("out");
    let bytes: u64 = files.values().map(|bytes| bytes.len() as u64).sum();
    assert!((MOST * 3 / 4..MOST).contains(&bytes), "{bytes}");
    place.soru(&["verify", "out"]).assert_done();
    let again = built();
    assert_eq!(again.bundle("out"), files);
}

#[test]
fn the_small_index_answers_while_the_gateway_does_not() {
    let place = built();
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
    let place = built();
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
