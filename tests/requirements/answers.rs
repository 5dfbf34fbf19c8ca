//! The second tier: quoted answers, silence if uncertain, sources and confidence.

use soru::Block;
use soru::answer::{Answer, Level, Method};
use soru::settings::Value;

use super::site::{self, IntoValue, ask, table};

fn marked(answer: &Answer) -> Vec<String> {
    let units: Vec<u16> = answer
        .answer
        .as_deref()
        .unwrap_or_default()
        .encode_utf16()
        .collect();
    let cut = |[start, end]: &[u32; 2]| {
        String::from_utf16(&units[*start as usize..*end as usize]).unwrap()
    };
    answer.answer_marks.iter().map(cut).collect()
}

#[test]
fn r31_without_hits_the_answer_is_an_honest_none_and_no_sentence_is_looked_for() {
    let answer = ask(
        &site::engine(),
        "zzyzx qwxq",
        &[("trace", true.into_value())],
    );
    assert_eq!(
        (answer.answer, answer.method, answer.level),
        (None, Method::None, Level::Low)
    );
    assert!(answer.sources.is_empty() && answer.answer_marks.is_empty());
    let trace = answer.trace.unwrap();
    assert!(
        trace.iter().all(|event| event.stage != "generation"),
        "{trace:?}"
    );
    assert!(trace.iter().any(|event| event.operator == "abstain"));
}

#[test]
fn r31_below_the_minimum_relevance_pages_are_listed_without_an_answer() {
    let settings = table(&[("minRelevance", 1.0.into_value())]);
    let options = [("answer", settings), ("trace", true.into_value())];
    let answer = ask(
        &site::engine(),
        "staj defterini kim imzalar acaba",
        &options,
    );
    assert_eq!((answer.answer, answer.method), (None, Method::None));
    assert!(!answer.hits.is_empty() && answer.sources.is_empty());
    let trace = answer.trace.unwrap();
    assert!(
        trace.iter().all(|event| event.stage != "generation"),
        "{trace:?}"
    );
}

#[test]
fn r31_below_the_minimum_confidence_there_is_no_answer() {
    let settings = table(&[("minConfidence", 1.0.into_value())]);
    let sure = ask(&site::engine(), "stajyerlerin sigortasını kim öder", &[]);
    let answer = ask(
        &site::engine(),
        "stajyerlerin sigortasını kim öder",
        &[("answer", settings)],
    );
    assert!(sure.answer.is_some() && sure.confidence < 1.0);
    assert_eq!(answer.answer, None);
    assert!(!answer.hits.is_empty());
}

/// Always shows the best passage, whatever its confidence.
fn always() -> Value {
    table(&[("min_confidence", 0.0.into_value())])
}

#[test]
fn r32_the_answer_is_quoted_exactly_and_its_words_are_marked() {
    let engine = site::engine();
    for (question, quote, mark) in [
        (
            "Stajyerlerin sigortasını kim öder?",
            "Stajyerlerin sigorta primini üniversite öder.",
            "sigorta",
        ),
        ("kutuphane kacta acilir", "08.00", "Kütüphane"),
        (
            "Who is the head of the department?",
            "Professor Nermin Işıldak is head of the department.",
            "department",
        ),
        (
            "mazeret sınavına kimler girer",
            "Mazeret sınavına sağlık raporu olan öğrenciler girebilir.",
            "Mazeret",
        ),
    ] {
        let answer = ask(&engine, question, &[("answer", always())]);
        assert_eq!(answer.method, Method::Extractive, "{question}");
        let text = answer.answer.clone().unwrap();
        assert!(text.contains(quote), "{question}: {text}");
        let source = answer.hits.iter().find(|hit| hit.text.contains(&text));
        assert_eq!(source.unwrap().id, answer.hits[0].id, "{question}");
        assert!(text.chars().count() <= 1600, "{question}: {text}");
        let [start, end] = answer.highlight.unwrap();
        let units: Vec<u16> = text.encode_utf16().collect();
        let best = String::from_utf16(&units[start as usize..end as usize]).unwrap();
        assert!(
            best.contains(quote) || quote.contains(&best),
            "{question}: {best}"
        );
        assert!(
            marked(&answer).iter().any(|m| m.starts_with(mark)),
            "{:?}",
            marked(&answer)
        );
    }
}

// The quoted page need not be the first one found.
#[test]
fn r35_the_page_that_is_quoted_is_the_first_source() {
    let page = |id: &str, text: &str| site::titled(id, "tr", id, vec![Block::Text(text.into())]);
    let pages = [
        page("a", "Staj, staj ve yine staj."),
        page(
            "b",
            "Bu yılın son günü olan 15 Mayıs 2026 gününe kadar staj yapılır.",
        ),
        page("c", "Kalem ve defter."),
    ];
    let engine = site::engine_of(&pages, soru_indexing::Layout::SINGLE);
    let dates_first = table(&[("expected", 10.0.into_value()), ("hits", 3.0.into_value())]);
    let dates_first = table(&[
        ("extractive", dates_first),
        ("min_confidence", 0.0.into_value()),
    ]);
    let answer = ask(&engine, "staj ne zaman", &[("answer", dates_first)]);
    assert_eq!(answer.hits[0].id, "a");
    assert_eq!(
        answer.answer.as_deref(),
        Some("Bu yılın son günü olan 15 Mayıs 2026 gününe kadar staj yapılır.")
    );
    let sources: Vec<&str> = answer
        .sources
        .iter()
        .map(|source| source.url.as_str())
        .collect();
    assert_eq!(sources, ["b", "a"]);
}

#[test]
fn r36_weighted_confidence_is_of_final_scores_and_official_sources_and_has_a_name() {
    let engine = site::engine();
    for question in site::questions() {
        let confidence = table(&[("formula", "weighted".into_value())]);
        let settings = table(&[("confidence", confidence)]);
        let rerankers = Value::List(Vec::new());
        let options = [("answer", settings), ("rerankers", rerankers)];
        let answer = ask(&engine, question, &options);
        assert!((0.0..=1.0).contains(&answer.confidence), "{question}");
        if answer.method != Method::Extractive {
            continue;
        }
        let mut pages = std::collections::BTreeSet::new();
        let first = answer.hits.iter().filter(|hit| pages.insert(&hit.id));
        let scores: Vec<f64> = first.take(3).map(|hit| hit.score).collect();
        assert_eq!(scores.len(), answer.sources.len(), "{question}");
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let expected = (0.6 * mean + 0.4).min(1.0);
        assert!((answer.confidence - expected).abs() < 1e-9, "{question}");
        assert_eq!(answer.level, Level::High, "{question}");
    }
}

// The page decides how many hits to show; this does not change how many others disagree.
#[test]
fn r36_an_answer_is_as_sure_however_few_pages_are_shown() {
    let engine = site::engine();
    let mut compared = 0;
    // The confidence with which answers are chosen, since all asserted ones are equally sure.
    let chosen = table(&[site::set("confidence.asserted", 0.0)]);
    for question in site::questions() {
        let sure = |count: f64| {
            let options = [("topK", count.into_value()), ("answer", chosen.clone())];
            let answer = ask(&engine, question, &options);
            let is_quoted = answer.method == Method::Extractive;
            (answer.hits.len() > 1, is_quoted, answer.confidence)
        };
        let ((has_others, is_quoted, many), (_, _, one)) = (sure(10.0), sure(1.0));
        assert!((many - one).abs() < 1e-12, "{question}: {many}, {one}");
        compared += usize::from(has_others && is_quoted && many < 0.9);
    }
    assert!(compared > 2, "{compared}");
}

// A site that wants absolute addresses in its results is still its own source.
#[test]
fn r36_the_site_s_own_pages_are_official_under_the_site_s_address_too() {
    let engine = site::engine();
    let question = "Stajyerlerin sigortasını kim öder?";
    let relative = ask(&engine, question, &[]);
    let absolute = site::engine_at("https://goksu.example/bilgi");
    let absolute = ask(&absolute, question, &[]);
    assert!(
        absolute.sources[0]
            .url
            .starts_with("https://goksu.example/bilgi/tr/")
    );
    assert!((relative.confidence - absolute.confidence).abs() < 1e-12);
}
