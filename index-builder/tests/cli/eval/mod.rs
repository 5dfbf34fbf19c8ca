//! `soru eval`, end to end (R40): a set of four pages and five questions, small enough to compute
//! every mean by hand.
//!
//! | file | tests |
//! |---|---|
//! | `figures.rs` | the measures, and their report |
//! | `mistakes.rs` | faulty sets and options |
//! | `comparing.rs` | comparison of two runs |
//! | `facts.rs` | questions turned into facts |
//! | `calibration.rs` | confidence fitted to sets |
//! | `answers.rs` | answers shown to visitors |

mod answers;
mod calibration;
mod comparing;
mod facts;
mod figures;
mod mistakes;

use serde_json::Value;

use crate::support::{Run, Workplace};

const CORPUS: &str = r#"{"id": "boats", "title": "Boats", "text": "Boats are hired at the pier.", "lang": "en"}
{"id": "oars", "title": "Oars", "text": "Oars are kept in the shed behind the mill.", "lang": "en"}
{"id": "library", "title": "Library", "text": "The library opens at nine.", "lang": "en"}
{"id": "canteen", "title": "Canteen", "text": "The canteen serves soup.", "lang": "en"}
"#;

/// Three questions that are found first, one whose page has none of its words, one that is
/// unanswerable.
const QUESTIONS: &str = r#"{"id": "q1", "text": "Where are boats hired?", "lang": "en", "tier": 2}
{"id": "q2", "text": "When does the library open?", "lang": "en"}
{"id": "q3", "text": "Does the canteen serve soup?", "lang": "en"}
{"id": "q4", "text": "zyzzyva", "lang": "en"}
{"id": "q5", "text": "quasar telescope", "lang": "en", "unanswerable": true}
"#;

const JUDGEMENTS: &str = "q1\tboats\t2\nq2\tlibrary\t1\nq3\tcanteen\t1\nq4\toars\t1\nq3\toars\t0\n";

fn place() -> Workplace {
    let place = Workplace::new();
    place.write("set/corpus.jsonl", CORPUS);
    place.write("set/queries.jsonl", QUESTIONS);
    place.write("set/qrels.tsv", JUDGEMENTS);
    place
}

fn eval(place: &Workplace, more: &[&str]) -> Run {
    let mut arguments = vec!["eval"];
    arguments.extend(more);
    place.soru(&arguments)
}

fn report(place: &Workplace, more: &[&str]) -> Value {
    let mut arguments = vec!["--json", "report.json"];
    arguments.extend(more);
    eval(place, &arguments).assert_done();
    let text = std::fs::read_to_string(place.path("report.json")).expect("it was written");
    serde_json::from_str(&text).expect("JSON")
}

fn value(row: &Value, measure: &str) -> f64 {
    let value = row["measures"][measure]["value"].as_f64();
    value.unwrap_or_else(|| panic!("{measure}: {}", row["measures"]))
}

#[track_caller]
fn assert_near(is: f64, should: f64) {
    assert!((is - should).abs() < 1e-12, "{is} is not {should}");
}
