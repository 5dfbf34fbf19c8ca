//! Rerankers chosen by configuration and per question; the cut (R23 to R28: R24
//! `basic`, R25 `quality`, R26 `position`, R27 top K).

use soru::answer::Answer;
use soru::settings::Value;
use soru::{Block, Document, Engine};

use super::site::{self, IntoValue, ask, table};

fn ranking(entries: &[(&str, Value)]) -> (&'static str, Value) {
    ("ranking", table(entries))
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.id.as_str()).collect()
}

/// Returns pages with the same text about `staj` that differ in the inputs of rerankers.
fn engine_of(pages: &[(&str, &str, f64)]) -> Engine {
    let page = |(id, text, importance): &(&str, &str, f64)| Document {
        url: (*id).into(),
        importance: Some(*importance),
        ..site::page(*id, "tr", *text)
    };
    let pages: Vec<Document> = pages.iter().map(page).collect();
    site::engine_of(&pages, soru_indexing::Layout::SINGLE)
}

#[test]
fn r2_hits_are_ordered_by_score_then_document_then_chunk() {
    let engine = site::engine();
    for question in site::questions() {
        // Chunks beyond their page's maximum come last, whatever their scores.
        let all = ranking(&[("max_per_document", 0.0.into_value())]);
        let hits = ask(&engine, question, &[all, ("topK", 50.0.into_value())]).hits;
        for pair in hits.windows(2) {
            let behind = pair[0].score > pair[1].score
                || (pair[0].score.to_bits() == pair[1].score.to_bits()
                    && (&pair[0].id, pair[0].chunk) < (&pair[1].id, pair[1].chunk));
            assert!(behind, "{question}: {:?} {:?}", pair[0], pair[1]);
        }
    }
}

#[test]
fn r23_a_question_chooses_its_rerankers_and_each_leaves_its_score() {
    let engine = site::encoded_engine();
    for names in [&[][..], &["position"], &["basic", "quality", "position"]] {
        let list = Value::List(names.iter().map(|name| (*name).into_value()).collect());
        let answer = ask(&engine, "staj sigortası", &[("rerankers", list)]);
        let hit = &answer.hits[0];
        let given: Vec<&String> = hit.scores.keys().collect();
        let mut expected = [names, &["hybrid", "bm25", "semantic"]].concat();
        expected.sort_unstable();
        assert_eq!(given, expected);
        let decisive = names.last().copied().unwrap_or("hybrid");
        assert_eq!(hit.score.to_bits(), hit.scores[decisive].to_bits());
    }
    let error = engine.ask("staj", &table(&[("rerankers", ["qualty"].into_value())]));
    assert_eq!(error.unwrap_err().code(), "INVALID_OPTION");
}

// The query includes the intent's boosters: a page that has only a booster, in any field, counts,
// and the visitor's own words count more.
#[test]
fn r17_tf_counts_the_boosters_of_the_intent_in_every_field() {
    let body = |id: &str, text: &str| page(id, id, vec![Block::Text(text.into())]);
    let heading = site::heading("Sigorta");
    let below = Block::Text("kalem".into());
    let pages = [
        body("body", "sigorta"),
        page("heading", "heading", vec![heading, below.clone()]),
        page("title", "Sigorta", vec![Block::Text("defter".into())]),
        body("typed", "staj"),
        body("none", "kalem"),
    ];
    let engine = site::engine_of(&pages, soru_indexing::Layout::SINGLE);
    let answer = ask(&engine, "staj", &plain("tf"));
    assert_eq!(answer.intent, "internship");
    assert_eq!(ids(&answer), ["typed", "body", "heading", "title"]);
    let scores: Vec<i32> = answer
        .hits
        .iter()
        .map(|hit| hundredths(hit.score))
        .collect();
    assert_eq!(scores, [100, 10, 10, 10]);
    let promised: Vec<i32> = answer
        .hits
        .iter()
        .map(|hit| hundredths(hit.relevance))
        .collect();
    assert_eq!(promised, [100, 0, 0, 0]);
}

/// Returns the options for a retriever without rerankers.
fn plain(retriever: &str) -> [(&'static str, Value); 2] {
    [
        ("retriever", retriever.into_value()),
        ("rerankers", Value::List(Vec::new())),
    ]
}

fn page(id: &str, title: &str, blocks: Vec<Block>) -> Document {
    site::titled(id, "tr", title, blocks)
}

#[test]
fn r24_basic_prefers_short_chunks_and_important_pages_and_nothing_else() {
    let long = "staj ".to_owned() + &"kalem ".repeat(100);
    let engine = engine_of(&[("a", &long, 0.0), ("b", "staj", 0.0), ("c", &long, 1.0)]);
    let basic = |proximity: f64, title: f64| {
        let constants = table(&[
            ("proximity", proximity.into_value()),
            ("title", title.into_value()),
        ]);
        let answer = ask(
            &engine,
            "staj",
            &[ranking(&[
                ("rerankers", ["basic"].into_value()),
                ("basic", constants),
            ])],
        );
        ids(&answer)
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(basic(0.0, 0.0), ["b", "a", "c"]);
    assert_eq!(basic(100.0, 0.0), ["b", "a", "c"]);
    assert_eq!(basic(0.0, 100.0), ["c", "b", "a"]);
}

// A page's own date, or that of the last check of a fact that cites it, whichever is later.
#[test]
fn recency_puts_newer_pages_first_and_is_off_unless_it_is_named() {
    let dated = |id: &str, day: &str| Document {
        meta: [("date".to_owned(), day.to_owned())].into(),
        ..page(id, id, vec![Block::Text(format!("staj {id}"))])
    };
    let pages = [
        dated("checked", "2020-01-01"),
        dated("old", "2020-01-01"),
        dated("recent", "2026-10-01"),
    ];
    let fact = soru::Fact {
        checked_on: "2026-11-19".into(),
        ..site::fact("Kapı ne renk?", "Mavi", "checked", "tr")
    };
    let configuration = site::configuration();
    let layout = soru_indexing::Layout::SINGLE;
    let engine = site::loaded(&site::build_of(&pages, vec![fact], &configuration, layout));
    let ordered = |rerankers: Value| {
        let options = [
            ("rerankers", rerankers),
            ("today", "2026-11-20".into_value()),
        ];
        let answer = ask(&engine, "staj", &options);
        answer
            .hits
            .into_iter()
            .map(|hit| hit.id)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ordered(Value::List(Vec::new())),
        ["checked", "old", "recent"]
    );
    assert_eq!(
        ordered(["recency"].into_value()),
        ["checked", "recent", "old"]
    );
    let default = ask(&engine, "staj", &[]);
    assert!(
        default
            .hits
            .iter()
            .all(|hit| !hit.scores.contains_key("recency"))
    );
}

#[test]
fn r25_quality_prefers_official_hosts_by_suffix_and_never_by_substring() {
    let text = "staj başvurusu";
    let engine = engine_of(&[
        ("https://a.example.com/uscis.gov", text, 0.0),
        ("https://b.notgov/", text, 0.0),
        ("https://city.gov/", text, 0.0),
        ("https://travel.state.gov/", text, 0.0),
        ("https://www.uscis.gov/", text, 0.0),
    ]);
    let answer = ask(&engine, "staj", &[("rerankers", ["quality"].into_value())]);
    let bonuses: Vec<i32> = answer
        .hits
        .iter()
        .map(|hit| hundredths(hit.score - 1.0))
        .collect();
    assert_eq!(bonuses, [15, 10, 5, 0, 0]);
    assert_eq!(answer.hits[0].id, "https://www.uscis.gov/");
    let own = table(&[("b.notgov", 0.5.into_value())]);
    let options = [ranking(&[
        ("rerankers", ["quality"].into_value()),
        ("authority", own),
    ])];
    let answer = ask(&engine, "staj", &options);
    assert_eq!(answer.hits[0].id, "https://b.notgov/");
}

#[allow(clippy::cast_possible_truncation)]
fn hundredths(value: f64) -> i32 {
    (value * 100.0).round() as i32
}

#[test]
fn r25_quality_rewards_complete_chunks_numbers_and_answer_verbs() {
    let page = |id: &str, more: &str| (id.to_owned(), format!("staj {more}"));
    let pages = [
        page("a", ""),
        page("b", "5"),
        page("c", "gerekir"),
        page("d", &"ğ ".repeat(200)),
        page("e", &"ğ ".repeat(301)),
    ];
    let pages: Vec<(&str, &str, f64)> = pages
        .iter()
        .map(|(id, t)| (id.as_str(), t.as_str(), 0.0))
        .collect();
    let engine = engine_of(&pages);
    let answer = ask(&engine, "staj", &[("rerankers", ["quality"].into_value())]);
    let best = answer
        .hits
        .iter()
        .map(|hit| hit.scores["bm25"])
        .fold(0.0, f64::max);
    let bonus = |id: &str| {
        let hit = answer.hits.iter().find(|hit| hit.id == id).unwrap();
        hundredths(hit.score - hit.scores["bm25"] / best)
    };
    assert_eq!(["a", "b", "c", "d", "e"].map(bonus), [0, 3, 2, 5, 10]);
}

#[test]
fn r26_position_scores_ranks_from_1_and_words_in_common_with_constants_of_the_call() {
    let engine = engine_of(&[("a", "staj staj staj", 0.0), ("b", "staj kalem", 0.0)]);
    let scores = |constants: Value| -> Vec<f64> {
        let options = [ranking(&[
            ("rerankers", ["position"].into_value()),
            ("position", constants),
        ])];
        ask(&engine, "staj", &options)
            .hits
            .iter()
            .map(|hit| hit.score)
            .collect()
    };
    assert_eq!(scores(table(&[])), [453.0, 401.0]);
    let own = table(&[
        ("base", 10.0.into_value()),
        ("penalty", 1.0.into_value()),
        ("weight", 2.0.into_value()),
    ]);
    assert_eq!(scores(own), [15.0, 10.0]);
}

#[test]
fn r27_top_k_cuts_after_reranking_and_refuses_an_invalid_count() {
    let engine = site::engine();
    let all = ask(&engine, "öğrenci", &[("topK", 50.0.into_value())]).hits;
    assert!(all.len() > 6, "{}", all.len());
    assert_eq!(ask(&engine, "öğrenci", &[]).hits, all[..5]);
    for k in [1, 2, 6] {
        let some = ask(&engine, "öğrenci", &[("topK", f64::from(k).into_value())]).hits;
        assert_eq!(some, all[..usize::try_from(k).unwrap()]);
    }
    // JavaScript's largest whole number means "all".
    for large in [4_294_967_296.0, 9_007_199_254_740_991.0] {
        let some = ask(&engine, "öğrenci", &[("topK", large.into_value())]).hits;
        assert_eq!(some, all);
    }
    for bad in [0.0, -1.0, 2.5] {
        let error = engine
            .ask("öğrenci", &table(&[("topK", bad.into_value())]))
            .unwrap_err();
        let message = error.to_string();
        assert_eq!(error.code(), "INVALID_OPTION");
        assert!(
            message.contains("topK") && message.contains(&bad.to_string()),
            "{message}"
        );
    }
}

// Accepted silently, each of these would corrupt every answer or order.
#[test]
fn r23_settings_out_of_their_documented_range_are_refused_by_name() {
    let engine = site::engine();
    for (section, key, bad) in [
        ("answer", "min_relevance", 7.0),
        ("answer", "min_relevance", -0.1),
        ("answer", "min_confidence", -1.0),
        ("answer", "min_confidence", 1.5),
        ("retrieval", "min_score_weight", -1.0),
        ("fact_matching", "overlap", 2.0),
        ("fact_matching", "spelling", -0.5),
    ] {
        let options = table(&[(section, table(&[(key, bad.into_value())]))]);
        let error = engine.ask("öğrenci", &options).unwrap_err();
        let message = error.to_string();
        assert_eq!(error.code(), "INVALID_OPTION", "{message}");
        let named = [format!("{section}.{key}"), bad.to_string()];
        assert!(named.iter().all(|name| message.contains(name)), "{message}");
    }
    for (operator, key) in [
        ("matching", "coverage"),
        ("basic", "title"),
        ("quality", "verb"),
    ] {
        let constants = table(&[(operator, table(&[(key, 1e308.into_value())]))]);
        let options = [
            ("ranking", constants),
            ("rerankers", [operator].into_value()),
        ];
        let message = engine
            .ask("öğrenci", &table(&options))
            .unwrap_err()
            .to_string();
        assert!(
            message.contains(&format!("ranking.{operator}.{key}")),
            "{message}"
        );
    }
}

#[test]
fn r28_rerankers_keep_every_hit_and_its_content() {
    let engine = site::engine();
    let bare = |names: Value| {
        let options = [("rerankers", names), ("topK", 50.0.into_value())];
        let answer = ask(&engine, "staj başvurusu ücret", &options);
        assert!(!answer.rerank_failed);
        let mut hits = answer.hits;
        for hit in &mut hits {
            hit.score = 0.0;
            hit.scores.clear();
        }
        hits.sort_by_key(|hit| hit.chunk_id);
        hits
    };
    let untouched = bare(Value::List(Vec::new()));
    assert!(untouched.iter().any(|hit| !hit.meta.is_empty()));
    assert_eq!(
        bare(["basic", "quality", "position"].into_value()),
        untouched
    );
}
