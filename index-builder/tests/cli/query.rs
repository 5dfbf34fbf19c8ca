//! `soru query`, end to end.

use std::fs;

use crate::support::{Workplace, assert_contains};

pub(crate) fn built() -> Workplace {
    let place = Workplace::new();
    place.build(&[]).assert_done();
    place
}

#[test]
fn r37_query_prints_the_object_that_ask_returns() {
    let place = built();
    let answer = place.ask("out", "Lisans ücreti ne kadar?");
    let answer = answer.report();
    for key in ["answerMarks", "completed", "rerankFailed", "trace"] {
        assert!(answer.get(key).is_some(), "{key} is missing: {answer}");
    }
    assert_eq!(answer["method"], "fact_exact");
}

#[test]
fn r9_query_completes_a_question_from_those_that_came_after_each_other() {
    let place = built();
    let asked = ["query", "out", "peki yüksek lisans?"];
    let before = ["--after", "Merhaba", "--after", "Lisans ücreti ne kadar?"];
    let shown = place.soru(&[&asked[..], &before].concat());
    let full = "yüksek lisans ücreti ne kadar?";
    assert!(
        shown
            .assert_done()
            .out
            .contains(&format!("understood as: {full}"))
    );
    let json = place.soru(&[&asked[..], &before, &["--json"]].concat());
    let json = json.report();
    assert_eq!(
        (&json["completed"], &json["question"]),
        (&full.into(), &asked[2].into())
    );
    let alone = place.soru(&[
        "query",
        "out",
        "kütüphane saatleri",
        "--after",
        "Lisans ücreti?",
        "--json",
    ]);
    assert!(alone.report()["completed"].is_null());
}

#[test]
fn r38_compare_shows_every_method_and_both_tiers() {
    let place = built();
    let question = "Lisans ücreti ne kadar?";
    let json = place.soru(&["query", "out", question, "--compare", "--json"]);
    let json = json.report();
    let methods = json["methods"].as_array().unwrap();
    let names: Vec<&str> = methods
        .iter()
        .map(|compared| compared["method"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"tf") && names.contains(&"bm25 + matching + passage"),
        "{names:?}"
    );
    assert!(methods.iter().all(|compared| compared["ms"].is_number()));
    assert_eq!(json["tier1"]["method"], "fact_exact");
    // The first passage of `bm25` + `matching`, and the number of methods that find it.
    let first = |compared: &serde_json::Value| {
        let hit = &compared["hits"][0];
        (hit["id"].clone(), hit["chunk"].clone())
    };
    let own = methods
        .iter()
        .find(|one| one["method"] == "bm25 + matching + passage");
    let passage = first(own.unwrap());
    let agree = methods.iter().filter(|one| first(one) == passage).count();
    let output = place.soru(&["query", "out", question, "--compare", "--top-k", "1"]);
    let output = output.printed();
    assert!(output.starts_with("routed to tier 1"), "{output}");
    assert_contains(&output, ["tier 1  Lisans ücreti dönem başına 410 krondur."]);
    let (_, below) = output
        .split_once("\nbm25 + matching + passage  ")
        .expect(&output);
    let row = below.lines().nth(1).unwrap();
    let shown = format!("  1.   {agree}/{}  ", methods.len());
    assert!(agree > 1 && row.starts_with(&shown), "{output}");
}

#[test]
fn an_answer_reads_well_and_names_its_source() {
    let place = built();
    let output = place
        .soru(&["query", "out", "Lisans ücreti ne kadar?"])
        .printed();
    assert!(
        output.starts_with("Lisans ücreti dönem başına 410 krondur.\nchecked fact;"),
        "{output}"
    );
    assert_contains(&output, ["checked on 2026-10-01"]);
    assert_contains(&output, ["tr/fees.html#tutarlar"]);
    let output = place.soru(&["query", "out", "zebra quantum"]).printed();
    assert!(output.starts_with("No answer found."), "{output}");
    // A single word gets pages and asserts nothing, in the box too.
    let output = place.run("query out library").printed();
    assert!(
        output.starts_with("No sure answer. These sections fit best:"),
        "{output}"
    );
}

#[test]
fn r3_trace_shows_every_stage() {
    let place = built();
    let output = place
        .soru(&["query", "out", "library fine", "--trace"])
        .printed();
    for stage in ["pre-retrieval", "retrieval", "post-retrieval", "generation"] {
        assert!(
            output.lines().any(|line| line.starts_with(stage)),
            "{stage}: {output}"
        );
    }
    assert_contains(
        &output,
        [
            "\nroute  tier ",
            "  typed en library 1.00, fine 1.00",
            "coverage",
        ],
    );
    let json = place
        .soru(&["query", "out", "library fine", "--trace", "--json"])
        .json();
    assert!(
        json["trace"]
            .as_array()
            .is_some_and(|trace| trace.len() > 3),
        "{json}"
    );
}

#[test]
fn options_of_a_question_override_those_of_the_site() {
    let place = built();
    let count = |more: &[&str]| {
        let mut arguments = vec!["query", "out", "students pay fees", "--json"];
        arguments.extend(more);
        place.soru(&arguments).report()["hits"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(count(&["--top-k", "1"]), 1);
    assert_eq!(
        count(&["--option", "ranking.top_k=2", "--retriever", "tf"]),
        2
    );
    assert!(count(&["--lang", "tr", "--option", "rerankers=[]"]) > 0);
}

#[test]
fn a_filter_keeps_pages_that_fit_and_may_be_repeated() {
    let place = built();
    let languages = |more: &[&str]| {
        let mut arguments = vec!["query", "out", "fees ücret", "--json", "--top-k", "20"];
        arguments.extend(more);
        let answer = place.soru(&arguments).report();
        let hits = answer["hits"].as_array().unwrap().clone();
        let mut languages: Vec<String> = hits
            .iter()
            .map(|hit| hit["lang"].as_str().unwrap().to_owned())
            .collect();
        languages.sort();
        languages.dedup();
        languages
    };
    assert_eq!(languages(&["--filter", "lang=en"]), ["en"]);
    assert_eq!(languages(&["--filter", "lang=tr"]), ["tr"]);
    let both = languages(&["--filter", "lang=tr", "--filter", "lang=en"]);
    assert_eq!(both, ["en", "tr"]);
    assert!(languages(&["--filter", "lang=tr", "--filter", "x=y"]).is_empty());
    place
        .run("query out fees --filter lang")
        .assert_fails_with(&["error: --filter `lang`: it must be KEY=VALUE"]);
    place
        .run("query out -- -fees")
        .assert_fails_with(&["error: the question has only exclusions (fees)"]);
}

#[test]
fn r27_wrong_options_are_refused_by_name_and_value() {
    let place = built();
    for (option, message) in [
        (["--top-k", "0"], "error: `top_k` cannot be 0"),
        (["--top-k", "many"], "error: `top_k` cannot be \"many\""),
        (
            ["--option", "ranking.top_q=1"],
            "error: unknown setting `ranking.top_q`; did you mean",
        ),
        (
            ["--option", "top_k"],
            "error: --option `top_k`: it must be KEY=VALUE",
        ),
        (["--retriever", "psychic"], "error: "),
    ] {
        let mut arguments = vec!["query", "out", "fees"];
        arguments.extend(option);
        place.soru(&arguments).assert_fails_with(&[message]);
    }
    place
        .soru(&["query", "out", " ?! "])
        .assert_fails_with(&["error: the question is empty"]);
}

#[test]
fn r11_a_corrected_question_reports_the_correction_and_how_to_disable_it() {
    let place = built();
    let misspelt = "libary opening hours";
    let output = place.soru(&["query", "out", misspelt]).printed();
    assert!(
        output.starts_with("repaired: library for libary (doubtful); --option spelling=false"),
        "{output}"
    );
    let exactly = [
        "query",
        "out",
        misspelt,
        "--option",
        "spelling=false",
        "--json",
    ];
    let answer = place.soru(&exactly).report();
    assert_eq!(answer["corrections"], serde_json::json!([]));
}

#[test]
fn r11_suggest_proposes_how_to_go_on() {
    let place = built();
    let output = place.run("query out --suggest LISANS").printed();
    assert!(
        output.starts_with("tr       Lisans ücreti ne kadar?\n"),
        "{output}"
    );
    let json = place.run("query out --suggest f --lang en --top-k 2 --json");
    let found = json.report();
    let found = found["suggestions"].as_array().unwrap();
    assert!((1..=2).contains(&found.len()), "{found:?}");
    assert_eq!(found[0]["lang"], "en", "{found:?}");
    place
        .run("query out --suggest a --top-k 0")
        .assert_fails_with(&["error: `limit` cannot be 0"]);
    assert_eq!(place.run("query out").code, 2);
    assert_eq!(place.run("query out fees --suggest a").code, 2);
}

// R41: a bundle does not depend on its location.
#[test]
fn r41_a_bundle_works_wherever_it_is_moved_to() {
    let place = built();
    fs::create_dir_all(place.path("deep/below")).unwrap();
    fs::rename(place.path("out"), place.path("deep/below/bundle")).unwrap();
    place
        .soru(&["query", "deep/below/bundle", "library fine"])
        .assert_done();
}

#[test]
fn a_folder_without_a_bundle_is_refused() {
    let place = built();
    place
        .run("query site x")
        .assert_fails_with(&["error: site: not a bundle: manifest"]);
    place.write(
        "out/manifest.msgpack",
        "<!doctype html><title>Not found</title>",
    );
    place
        .run("inspect out")
        .assert_fails_with(&["error: out/manifest.msgpack: "]);
}

#[test]
fn r29_many_questions_are_asked_at_once_and_timed() {
    let place = built();
    let questions = "Lisans ücreti ne kadar?\n\n{\"text\": \"zebra quantum\"}\n";
    fs::write(place.path("questions.txt"), questions).unwrap();
    let command = ["query", "out", "--questions", "questions.txt", "--json"];
    let output = place.soru(&[&command[..], &["--timings", "times.json"]].concat());
    output.assert_done();
    let answers: Vec<serde_json::Value> = output
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["method"], "fact_exact");
    assert_eq!(answers[1]["question"], "zebra quantum");
    let times = fs::read_to_string(place.path("times.json")).unwrap();
    let times: serde_json::Value = serde_json::from_str(&times).unwrap();
    assert_eq!(times["questions"], 2);
    assert!(times["p50"].as_f64() <= times["p95"].as_f64(), "{times}");
}

#[test]
fn a_file_of_questions_that_cannot_be_read_is_refused_with_its_line() {
    let place = built();
    fs::write(place.path("q.jsonl"), "staj?\n{\"id\": 1}\n").unwrap();
    let output = place.run("query out --questions q.jsonl");
    assert_eq!(output.code, 1);
    assert!(output.err.contains("q.jsonl:2"), "{}", output.err);
    fs::write(place.path("q.jsonl"), "\n").unwrap();
    let output = place.run("query out --questions q.jsonl");
    assert!(
        output.err.contains("the file has no questions"),
        "{}",
        output.err
    );
}
