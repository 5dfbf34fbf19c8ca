//! Confidence fitted to the responses of several sites.

use serde_json::Value;

use super::{CORPUS, eval, place};
use crate::support::Workplace;

/// Three questions that a page answers, one that it does not answer in these words, one that is
/// unanswerable, and one without a label.
const QUESTIONS: &str = r#"{"text": "Where are boats hired?", "must": "at the pier"}
{"text": "When does the library open?", "must": "at nine"}
{"text": "Does the canteen serve soup?", "must": "serves soup"}
{"text": "Where are oars hired?", "must": "only with a boat"}
{"text": "zyzzyva", "kind": "unanswerable"}
{"text": "Which soup is kept in the library?", "kind": "unanswerable"}
{"text": "Are oars kept?"}
"#;

const SITES: [&str; 9] = [
    "--calibrate",
    "a.jsonl",
    "q.jsonl",
    "--calibrate",
    "b.jsonl",
    "q.jsonl",
    "--calibrate",
    "c.jsonl",
    "q.jsonl",
];

fn sites() -> Workplace {
    let place = place();
    for site in ["a.jsonl", "b.jsonl", "c.jsonl"] {
        place.write(site, CORPUS);
    }
    place.write("q.jsonl", QUESTIONS);
    place
}

#[test]
fn r36_calibration_prints_lines_that_a_project_file_takes() {
    let place = sites();
    let more = ["--precision", "0.5", "--json", "c.json"];
    let out = eval(&place, &[&SITES[..], &more].concat()).printed();
    let text = std::fs::read_to_string(place.path("c.json")).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    // Nothing is found for `zyzzyva`, but it counts too.
    let site = &json["sites"][0];
    assert_eq!(
        (&site["name"], &site["facts"]),
        (&"a.jsonl".into(), &0.into())
    );
    assert_eq!(
        (&site["questions"], &site["passages"]),
        (&6.into(), &5.into())
    );
    assert_eq!(site["right"], 0.6);
    assert_eq!(site["thresholds"][0]["right"], 0.75);
    assert_eq!(site["thresholds"][0]["answered"], 0.5);
    assert_eq!(json["precision"], 0.5);
    assert_eq!(json["weights"][0][0], "intercept");
    // Three of five are right at any confidence.
    assert_eq!(json["minConfidence"], 0.0);
    let (tables, lines) = out.split_once("[answer]\n").unwrap();
    for part in [
        "\nMean over sites\nconfidence  coverage",
        "\nfrom 0.55 ",
        "At a threshold of 0.00, 50 %",
    ] {
        assert!(tables.contains(part), "{part}: {out}");
    }
    place.write("soru.toml", &format!("[answer]\n{lines}"));
    place.build(&[]).assert_done();
}

#[test]
fn r36_the_options_of_a_question_are_those_of_every_site() {
    let place = sites();
    let usual = eval(&place, &SITES).printed();
    let option = ["--option", "retriever=tf"];
    let counted = eval(&place, &[&SITES[..], &option].concat());
    assert_ne!(counted.assert_done().out, usual);
    // An answer that would be withheld is an example too.
    let refuse = ["--option", "answer.min_confidence=1"];
    let all = eval(&place, &[&SITES[..], &refuse].concat());
    assert_eq!(all.assert_done().out, usual);
}

#[test]
fn r36_impossible_calibrations_are_refused_with_the_reason() {
    let place = sites();
    place.write("q.jsonl", "Where are boats hired?\n");
    eval(&place, &SITES).assert_fails_with(&["error: q.jsonl: no question has labels"]);
    for wrong in [
        &["--calibrate", "a.jsonl"][..],
        &["--precision", "0.8", "--set", "set"],
        &["--calibrate", "a.jsonl", "q.jsonl", "--precision", "70"],
        &["--calibrate", "a.jsonl", "q.jsonl", "--set", "set"],
        &["--calibrate", "a.jsonl", "q.jsonl", "--details"],
    ] {
        assert_eq!(eval(&place, wrong).code, 2, "{wrong:?}");
    }
}
