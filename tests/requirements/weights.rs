//! Weights of parts of a site, and the pages that a question finds.

use soru::{Block, Document, Engine};
use soru_indexing::Layout;

use super::site::{self, IntoValue, ask, table};

/// Returns pages of which the first is the best match for "library card".
fn pages(weights: [Option<u16>; 3]) -> Engine {
    let texts = [
        "A library card is free. A library card opens the door.",
        "The library is open at night, and needs a card.",
        "Whoever has lost the card asks in the library for another one.",
    ];
    let mut pages = Vec::new();
    for (number, (text, weight)) in texts.into_iter().zip(weights).enumerate() {
        let text = Block::Text(text.to_owned());
        let blocks = weight.map(Block::Weight).into_iter().chain([text]);
        let mut page = site::titled(&format!("page-{number}"), "en", "Rules", blocks.collect());
        page.meta.insert("part".into(), format!("Part {number}"));
        pages.push(page);
    }
    site::engine_of(&pages, Layout::SINGLE)
}

fn order(engine: &Engine) -> Vec<String> {
    let hits = ask(engine, "library card", &[]).hits;
    hits.into_iter().map(|hit| hit.id).collect()
}

#[test]
fn a_weight_changes_the_place_of_a_page_and_the_usual_one_changes_nothing() {
    let plain = order(&pages([None; 3]));
    assert_eq!(plain[0], "page-0");
    assert_eq!(order(&pages([Some(100); 3])), plain);
    assert_eq!(order(&pages([None, None, Some(1000)]))[0], "page-2");
    assert_eq!(
        order(&pages([Some(0), None, None]))
            .last()
            .map(String::as_str),
        Some("page-0")
    );
}

#[test]
fn r3_the_trace_has_the_weights_where_there_are_any() {
    let steps = |weights| {
        let answer = ask(
            &pages(weights),
            "library card",
            &[("trace", true.into_value())],
        );
        let events = answer.trace.unwrap_or_default();
        events
            .into_iter()
            .filter(|event| event.operator == "weights")
            .count()
    };
    assert_eq!([steps([None; 3]), steps([Some(200), None, None])], [0, 1]);
}

#[test]
fn all_pages_that_a_question_finds_are_listed_by_their_metadata_best_first() {
    let engine = pages([None; 3]);
    let found = engine
        .pages("library card", &table(&[("topK", 1.0.into_value())]))
        .unwrap();
    let parts: Vec<&str> = found
        .pages
        .iter()
        .map(|page| page.meta["part"].as_str())
        .collect();
    assert_eq!(
        (parts.len(), parts[0], &*found.pages[0].lang),
        (3, "Part 0", "en")
    );
    let relevance = found.pages.iter().map(|page| page.relevance);
    assert!(
        relevance.clone().is_sorted_by(|a, b| a >= b) && relevance.clone().all(|own| own > 0.0)
    );
    let filter = table(&[("part", "Part 2".into_value())]);
    let filtered = engine
        .pages("library card", &table(&[("filter", filter)]))
        .unwrap();
    assert_eq!(filtered.pages.len(), 1);
    assert!(
        engine
            .pages("spaceship", &table(&[]))
            .unwrap()
            .pages
            .is_empty()
    );
}

#[test]
fn a_passage_of_several_pages_counts_once() {
    let text =
        "The reading room is open from nine to five, except on public holidays and in August.";
    let page = |id: &str| site::titled(id, "en", "Rooms", vec![Block::Text(text.into())]);
    let pages: Vec<Document> = ["a", "b", "c"].map(page).into();
    let engine = site::engine_of(&pages, Layout::SINGLE);
    assert_eq!(
        engine
            .pages("reading room", &table(&[]))
            .unwrap()
            .pages
            .len(),
        1
    );
}

// Every shard is a separate file, so a text that was read was requested.
#[test]
fn listing_the_pages_found_reads_no_text() {
    let files = site::build(site::SHARDED);
    let engine = site::open(&files);
    let call = engine.begin(soru::orchestration::Method::PAGES, "work visa", &table(&[]));
    let (found, rounds) = site::rounds(&engine, &files, call, |_| false);
    let requested: Vec<String> = rounds.into_iter().flatten().collect();
    assert!(found.unwrap().pages.len() > 1);
    assert!(!requested.is_empty());
    let text = requested.iter().find(|name| name.starts_with("text"));
    assert_eq!(text, None, "{requested:?}");
}
