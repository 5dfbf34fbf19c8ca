//! Judges the answers shown to visitors by the texts of right answers.
//!
//! The shown answers are facts, whose questions are asked word for word: the engine decides when to
//! show a passage.

use serde_json::Value;

use super::{CORPUS, eval};
use crate::support::{Workplace, assert_contains};

const FACTS: &str = "\
question,answer,source_url
Where are boats hired?,Boats are hired at the “pier”.,boats
When does the library open?,The library opens at nine.,library
Does the canteen serve soup?,The canteen serves soup.,canteen
Where are oars kept?,Oars are kept behind the mill.,oars
";

/// One right, one partly right, one wrong, one without an answer; of two unanswerable ones one is
/// refused.
const LABELLED: &str = r#"{"id": "boats", "text": "Where are boats hired?", "lang": "en", "kind": "where", "page": "boats", "must": ["HIRED at the **\"pier\"**"]}
{"id": "library", "text": "When does the library open?", "lang": "en", "kind": "date", "page": ["library", "oars"], "heading": "Hours", "must": ["at eight"], "partly": ["at nine"]}
{"id": "canteen", "text": "Does the canteen serve soup?", "lang": "en", "kind": "yesno", "must": ["only on Mondays"]}
{"id": "lost", "text": "zyzzyva", "lang": "en", "kind": "where", "must": ["in the shed"]}
{"id": "stars", "text": "quasar telescope", "kind": "unanswerable"}
{"id": "oars", "text": "Where are oars kept?", "kind": "unanswerable"}
"#;

fn place() -> Workplace {
    let place = Workplace::new();
    place.write("soru.toml", "[facts]\nfiles = [\"hours.csv\"]\n");
    place.write("pages.jsonl", CORPUS);
    place.write("hours.csv", FACTS);
    place.write("questions.jsonl", LABELLED);
    place
}

fn answers<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let usual = ["pages.jsonl", "--answers", "questions.jsonl"];
    [&usual[..], more].concat()
}

fn read(place: &Workplace, file: &str) -> Value {
    let text = std::fs::read_to_string(place.path(file)).expect("it was written");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn an_owner_reads_how_many_are_right_and_which_failed() {
    let place = place();
    let out = eval(&place, &answers(&[])).printed();
    let expected = "\
1 of 4 right, 1 wrong, 1 partly right, 1 without an answer; these failed:

Wrong (1):

? Does the canteen serve soup?
  shown  The canteen serves soup.
";
    assert!(out.starts_with(expected), "{out}");
    assert_contains(
        &out,
        [
            "\n  right  only on Mondays\n",
            "\nAnswered, although the site has no answer (1):\n\n? Where are oars kept?\n  shown  \
         Oars are kept behind the mill.\n         ",
            "\n  right  at eight\n         library or oars, Hours\n",
            "\n? zyzzyva\n  shown  nothing was found\n  right  in the shed\n",
            "\nOf 2 questions that the site does not answer, 1 correctly got no answer. Of 4 answers \
         shown, 1 are right (25 %).\n",
        ],
    );
    assert!(!out.contains("quasar") && !out.contains("ECE"), "{out}");
}

#[test]
fn details_json_and_picture_have_the_same_figures() {
    let place = place();
    let files = ["--details", "--json", "a.json", "--plot", "a.svg"];
    let out = eval(&place, &answers(&files)).printed();
    assert_contains(
        &out,
        [
            "kind",
            "shown, by confidence",
            "ECE",
            "confidence at least",
            "seen: the answer",
        ],
    );
    let report = read(&place, "a.json");
    let figures = &report["figures"];
    for (figure, count) in [
        ("answerable", 4),
        ("right", 1),
        ("partly", 1),
        ("wrong", 1),
        ("none", 1),
        ("first", 1),
        ("three", 1),
        ("seen", 1),
        ("unanswerable", 2),
        ("refused", 1),
        ("answered", 1),
    ] {
        assert_eq!(figures[figure], count, "{figure}: {figures}");
    }
    assert_eq!(report["byKind"]["where"]["none"], 1);
    assert_eq!(report["byLanguage"]["en"]["answerable"], 4);
    assert_eq!(report["byState"]["fact"]["right"], 1);
    let row = &report["rows"][0];
    assert_eq!(
        (&row["verdict"], &row["state"]),
        (&"right".into(), &"fact".into())
    );
    assert_eq!(row["hits"][0]["title"], "Boats");
    let picture = std::fs::read_to_string(place.path("a.svg")).expect("it was written");
    assert_contains(&picture, ["pages.jsonl: 6 questions, 4 answers shown"]);
}

#[test]
fn a_bundle_is_asked_alike_and_takes_no_encoder() {
    let place = place();
    let build = ["build", "pages.jsonl", "--index-only", "--out", "bundle"];
    place.soru(&build).assert_done();
    let site = eval(&place, &answers(&[])).printed();
    let bundle = ["bundle", "--answers", "questions.jsonl"];
    assert_eq!(eval(&place, &bundle).assert_done().out, site);
    eval(&place, &[&bundle[..], &["--encoder", "model"]].concat())
        .assert_fails_with(&["error: bundle: this is a bundle; --encoder needs the site's pages"]);
}

#[test]
fn a_folder_of_pages_is_built_with_its_project() {
    let place = Workplace::new();
    place.write(
        "questions.jsonl",
        r#"{"text": "How much is the fee for a bachelor's degree?", "must": "410 crowns"}"#,
    );
    let out = eval(&place, &["site", "--answers", "questions.jsonl"]).printed();
    assert_eq!(
        out,
        "1 of 1 right.\n\nOf 1 answers shown, 1 are right (100 %).\n"
    );
    assert!(!place.path("site/soru").exists());
}

#[test]
fn questions_without_labels_are_listed_with_the_shown_answer() {
    let place = place();
    place.write(
        "questions.jsonl",
        "Where are boats hired?\n\nzyzzyva\nthe canteen or else\n",
    );
    let refuse = ["--option", "answer.min_confidence=1", "--json", "a.json"];
    let out = eval(&place, &answers(&refuse)).printed();
    let expected = "\
3 questions without `must`; this is shown for them:

? Where are boats hired?
  shown  Boats are hired at the “pier”.
         Boats  boats  [checked fact, confidence high]

? zyzzyva
  shown  nothing was found
";
    assert!(out.starts_with(expected), "{out}");
    assert_contains(
        &out,
        [
            "? the canteen or else\n  shown  no answer, but these pages:\n    Canteen  canteen\n",
            "\n         The canteen serves soup.\n",
        ],
    );
    let report = read(&place, "a.json");
    assert_eq!(report["rows"][0]["verdict"], Value::Null);
    let states = [0, 1, 2].map(|at| report["rows"][at]["state"].clone());
    assert_eq!(states, ["fact", "nothing", "pages"]);
}

#[test]
fn two_reports_are_compared_verdict_by_verdict() {
    let place = place();
    eval(&place, &answers(&["--json", "before.json"])).assert_done();
    place.write(
        "hours.csv",
        &FACTS.replace("opens at nine", "opens at eight"),
    );
    eval(&place, &answers(&["--json", "after.json"])).assert_done();
    let compare = [
        "--compare",
        "before.json",
        "after.json",
        "--json",
        "changes.json",
    ];
    let out = eval(&place, &compare).printed();
    let lines: Vec<String> = out
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    for line in [
        "right 0.250 0.500 +0.250 1.000",
        "precision 0.250 0.500 +0.250 -",
        "better (1)",
        "partly -> right library: When does the library open?",
    ] {
        assert!(lines.iter().any(|own| own == line), "{line}: {out}");
    }
    assert!(!out.contains("worse"), "{out}");
    assert_eq!(
        read(&place, "changes.json")["verdicts"][0]["after"],
        "right"
    );
    place.write("pages.json", "{\"schema\": 1}");
    eval(&place, &["--compare", "before.json", "pages.json"])
        .assert_fails_with(&["error: --compare: only one of the reports is of --answers"]);
    let text = std::fs::read_to_string(place.path("after.json")).unwrap();
    place.write(
        "old.json",
        &text.replacen("\"schema\":1", "\"schema\":0", 1),
    );
    eval(&place, &["--compare", "before.json", "old.json"])
        .assert_fails_with(&["error: old.json: the report has schema 0"]);
}

#[test]
fn mistakes_in_questions_and_options_are_reported_with_their_place() {
    let place = place();
    place.write("questions.jsonl", "\n");
    eval(&place, &answers(&[]))
        .assert_fails_with(&["questions.jsonl: the file has no questions; write one per line"]);
    place.write("questions.jsonl", "fees\n");
    eval(&place, &answers(&["--option", "answr.x=1"])).assert_fails_with(&["error: --option: "]);
    eval(&place, &["nowhere", "--answers", "questions.jsonl"]).assert_fails_with(&["error: "]);
    for wrong in [
        &["pages.jsonl"][..],
        &["--answers", "questions.jsonl"],
        &["pages.jsonl", "--details", "--questions", "questions.jsonl"],
        &[
            "pages.jsonl",
            "--answers",
            "questions.jsonl",
            "--only",
            "tf",
        ],
    ] {
        assert_eq!(eval(&place, wrong).code, 2, "{wrong:?}");
    }
}
