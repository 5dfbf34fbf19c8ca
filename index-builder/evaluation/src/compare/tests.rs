use super::*;
use crate::json::{RowFigures, SCHEMA};
use crate::run::Latency;

/// A report with one row, `r`: for each set its questions with their nDCG@10.
fn report(sets: &[(&str, &[(&str, f64)])]) -> EvalReport {
    let sets = sets.iter().map(|(name, scores)| set(name, scores));
    EvalReport {
        schema: SCHEMA,
        generator: String::new(),
        chance: Chance::default(),
        sets: sets.collect(),
        mean: None,
    }
}

fn set(name: &str, scores: &[(&str, f64)]) -> SetReport {
    let question = |id: &str| Question {
        id: id.into(),
        text: format!("{id}?"),
        ..Question::default()
    };
    let reply = |score: f64| ReplyReport {
        ranking: vec![format!("page {score}")],
        scores: [("ndcg10".to_owned(), score)].into(),
        answer: None,
        method: "none".into(),
        routed_tier: 2,
        confidence: 0.0,
        fact: None,
        right: None,
    };
    let row = RowReport {
        figures: RowFigures {
            name: "r".into(),
            measures: BTreeMap::new(),
            calibration: None,
            risk: None,
            latency: Latency { p50: 1.0, p95: 1.0 },
        },
        options: soru::settings::Value::Null,
        questions: scores.iter().map(|(_, score)| reply(*score)).collect(),
    };
    SetReport {
        name: name.into(),
        pages: 1,
        languages: vec!["en".into()],
        warnings: Vec::new(),
        skipped: Vec::new(),
        questions: scores.iter().map(|(id, _)| question(id)).collect(),
        rows: vec![row],
    }
}

// Set a: .5 -> 1 (better), 1 -> .9 (worse), 1 -> 1: the mean changes from 2.5/3 to 2.9/3. Set b: 0
// -> 0. Over both: .41666... -> .48333...
#[test]
fn r40_gains_and_losses_are_counted_question_by_question() {
    let before = report(&[
        ("a", &[("1", 0.5), ("2", 1.0), ("3", 1.0)]),
        ("b", &[("1", 0.0)]),
    ]);
    // The order differs, because questions are matched by id and text, not by position.
    let after = report(&[
        ("b", &[("1", 0.0)]),
        ("a", &[("3", 1.0), ("1", 1.0), ("2", 0.9)]),
    ]);
    let comparison = compare(&before, &after, "r", &Chance::default()).unwrap();
    let a = &comparison.sets[0];
    assert_eq!((a.better, a.worse, a.unchanged), (1, 1, 1));
    assert!((a.before - 2.5 / 3.0).abs() < 1e-12 && (a.after - 2.9 / 3.0).abs() < 1e-12);
    let ids: Vec<&str> = comparison
        .changes
        .iter()
        .map(|one| one.id.as_str())
        .collect();
    assert_eq!(
        ids,
        ["1", "2"],
        "the largest gain first, the largest loss last"
    );
    assert_eq!(comparison.changes[0].after, ["page 1"]);
    let [ndcg] = comparison.measures.as_slice() else {
        panic!("{:?}", comparison.measures)
    };
    assert_eq!(ndcg.measure, "ndcg10");
    assert!((ndcg.before - 2.5 / 6.0).abs() < 1e-12, "{ndcg:?}");
    assert!((ndcg.after - 2.9 / 6.0).abs() < 1e-12, "{ndcg:?}");
    let interval = ndcg.interval.unwrap();
    assert!(interval.low < 0.0 && interval.high > 0.0, "{interval:?}");
}

#[test]
fn r40_equal_runs_differ_in_nothing() {
    let run = report(&[("a", &[("1", 0.5), ("2", 1.0)])]);
    let comparison = compare(&run, &run, "r", &Chance::default()).unwrap();
    assert!(comparison.changes.is_empty());
    assert!((comparison.measures[0].p - 1.0).abs() < 1e-12);
    assert!(comparison.notes.is_empty());
}

#[test]
fn questions_of_only_one_run_are_left_out_and_counted() {
    let before = report(&[("a", &[("1", 0.5), ("2", 1.0)]), ("c", &[("1", 1.0)])]);
    let after = report(&[("a", &[("1", 0.5), ("9", 1.0)]), ("d", &[("1", 1.0)])]);
    let comparison = compare(&before, &after, "r", &Chance::default()).unwrap();
    assert_eq!(
        comparison.notes,
        [
            "a: 1 of 2 questions are the same in both runs",
            "c is only in the first run",
            "d is only in the second run"
        ]
    );
    assert!(compare(&before, &after, "s", &Chance::default()).is_err());
}
