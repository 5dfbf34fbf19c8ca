//! R13: questions go to the facts or to the pages, measured on a labelled set.
//!
//! `tests/router/questions.jsonl` has questions in both languages, as visitors of a university and
//! of a visa site ask them, with the tier that should answer. A third is marked `unseen`: when you
//! change rules, look only at mistakes among the others, so that the unseen ones measure wordings
//! without a rule.

use serde_json::Value;

use super::site::{self, ask};

/// Returns question, correct tier, and whether rules may be made for it.
fn questions() -> Vec<(String, u64, bool)> {
    let lines = include_str!("../router/questions.jsonl").lines();
    let question = |line| {
        let value: Value = serde_json::from_str(line).unwrap();
        let text = value["text"].as_str().unwrap().to_owned();
        let tier = value["tier"].as_u64().unwrap();
        (text, tier, value["unseen"].as_bool() == Some(true))
    };
    lines.map(question).collect()
}

/// Returns the share routed correctly, and the misrouted questions for which rules may be made.
fn routed(among: impl Fn(bool) -> bool) -> (f64, usize, Vec<String>) {
    let engine = site::engine();
    let (mut right, mut all, mut mistakes) = (0, 0, Vec::new());
    for (text, tier, unseen) in questions().into_iter().filter(|one| among(one.2)) {
        let route = ask(&engine, &text, &[]).route;
        all += 1;
        if u64::from(route.tier) == tier {
            right += 1;
        } else if !unseen {
            mistakes.push(format!("{text} -> {} ({})", route.tier, route.reasoning));
        }
    }
    (f64::from(right) / all as f64, all, mistakes)
}

#[test]
fn r13_at_least_95_percent_of_a_labelled_set_are_routed_right() {
    let (share, all, mistakes) = routed(|_| true);
    assert!(all >= 300);
    assert!(share >= 0.95, "{share:.3}: {mistakes:#?}");
}

#[test]
fn r13_at_least_90_percent_of_held_out_wordings_are_routed_correctly() {
    let (share, all, _) = routed(|unseen| unseen);
    assert!(all >= 100);
    assert!(share >= 0.9, "{share:.3}");
}
