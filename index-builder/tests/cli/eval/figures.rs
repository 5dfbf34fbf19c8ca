//! The measures, and their report.

use serde_json::Value;

use super::{CORPUS, assert_near, eval, place, report, value};
use crate::support::assert_contains;

// Of four questions with a page three are found first and one not at all, so every score is 3/4;
// the fifth only concerns refusing.
#[test]
fn r40_a_set_is_measured_by_the_site_s_method_and_by_each_retriever() {
    let place = place();
    let report = report(&place, &["--set", "set"]);
    let set = &report["sets"][0];
    assert_eq!((&set["name"], &set["pages"]), (&"set".into(), &4.into()));
    let rows = set["rows"].as_array().expect("rows");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    // A bundle without vectors cannot serve `semantic`.
    assert_eq!(names, ["default", "hybrid", "bm25", "tf"]);
    assert_eq!(set["skipped"][0]["row"], "semantic");
    let row = &rows[0];
    for measure in ["ndcg10", "ndcg3", "mrr10", "hit1", "hit3", "recall10"] {
        assert_near(value(row, measure), 0.75);
        assert_eq!(row["measures"][measure]["questions"], 4);
    }
    assert_near(value(row, "noResult"), 0.25);
    assert_near(value(row, "refused"), 1.0);
    assert_near(value(row, "router"), 1.0);
    assert!(row["measures"].get("wrongFact").is_none() || value(row, "wrongFact") == 0.0);
    assert_eq!(row["questions"][0]["ranking"][0], "boats");
    assert_eq!(row["questions"][4]["answer"], Value::Null);
    assert!(report["mean"].is_null(), "one set has no mean over sets");
}

// Beside `questions.jsonl`, as on the demo, the file may have questions of `--answers`.
#[test]
fn r40_answers_of_another_kind_beside_questions_are_not_read() {
    let place = place();
    let own = std::fs::read_to_string(place.path("set/queries.jsonl")).expect("it is read");
    let answers = "{\"id\": \"a1\", \"text\": \"boats\", \"must\": [\"pier\"]}\n";
    place.write("site/corpus.jsonl", CORPUS);
    place.write("site/questions.jsonl", &own);
    place.write("site/answers.jsonl", answers);
    let measured = report(&place, &["--set", "site"]);
    let questions = measured["sets"][0]["questions"].as_array();
    assert_eq!(questions.map(Vec::len), Some(5));
    place.write("set/answers.jsonl", answers);
    let refused = eval(&place, &["--set", "set"]);
    assert!(refused.err.contains("answers.jsonl:1"), "{}", refused.err);
}

#[test]
fn r40_the_table_explains_its_figures() {
    let place = place();
    let output = eval(&place, &["--set", "set"]).printed();
    assert!(
        output.starts_with("set: 4 pages in en, 5 questions, 4 with known pages, 1 unanswerable\n"),
        "{output}"
    );
    assert_contains(
        &output,
        [
            "nDCG@10",
            "95 %",
            "p50 ms",
            "refused: share of unanswerable",
            "ECE: ",
        ],
    );
    assert!(
        // The reason why a row was not measured may be longer.
        { output.lines() }
            .filter(|line| !line.starts_with("not measured: "))
            .all(|line| line.chars().count() <= 100),
        "{output}"
    );
}

#[test]
fn r40_a_bundle_that_was_built_before_is_measured_alike() {
    let place = place();
    place
        .run("build set/corpus.jsonl --out bundle --index-only")
        .assert_done();
    let files = [
        "bundle",
        "--questions",
        "set/queries.jsonl",
        "--qrels",
        "set/qrels.tsv",
    ];
    let report = report(&place, &files);
    assert_near(value(&report["sets"][0]["rows"][0], "ndcg10"), 0.75);
    assert_eq!(report["sets"][0]["name"], "bundle");
}

#[test]
fn r40_measuring_again_gives_the_same_figures() {
    let place = place();
    let figures = || {
        let mut report = report(&place, &["--set", "set"]);
        for row in report["sets"][0]["rows"].as_array_mut().expect("rows") {
            row["latency"] = Value::Null;
        }
        report
    };
    assert_eq!(figures(), figures());
}

#[test]
fn r40_own_rows_are_compared_with_the_first() {
    let place = place();
    let own = r#"half={"rerankers": ["position"], "ranking": {"position": {"base": 100}}}"#;
    let report = report(&place, &["--set", "set", "--only", "tf", "--row", own]);
    let rows = report["sets"][0]["rows"].as_array().expect("rows");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names, ["tf", "half"]);
    assert!(rows[0]["measures"]["ndcg10"]["p"].is_null());
    assert_near(
        rows[1]["measures"]["ndcg10"]["p"].as_f64().expect("a p"),
        1.0,
    );
}

// The first set scores 3/4, the second, with one question that is found, 1: their mean is 7/8,
// regardless of their numbers of questions.
#[test]
fn r40_several_sets_have_a_mean_in_which_each_weighs_the_same() {
    let place = place();
    place.write("other/corpus.jsonl", CORPUS);
    place.write(
        "other/questions.jsonl",
        "{\"text\": \"Where are boats hired?\", \"relevant\": [\"boats\"], \"answers\": [\"pier\"]}\n",
    );
    let report = report(&place, &["--set", "set", "--set", "other"]);
    let mean = &report["mean"];
    assert_eq!(mean["sets"], serde_json::json!(["set", "other"]));
    assert_near(value(&mean["rows"][0], "ndcg10"), 0.875);
    assert_eq!(report["sets"][1]["rows"][0]["questions"][0]["right"], true);
    let output = eval(&place, &["--set", "set", "--set", "other"]).out;
    assert_contains(&output, ["mean over single-language sets (2)"]);
}

#[test]
fn r40_the_picture_is_drawn() {
    let place = place();
    eval(&place, &["--set", "set", "--plot", "report.svg"]).assert_done();
    let picture = std::fs::read_to_string(place.path("report.svg")).expect("it was written");
    assert!(picture.starts_with("<svg ") && picture.contains("set: 5 questions"));
}
