//! Comparison of two runs.

use serde_json::Value;

use super::{CORPUS, eval, place, report};

// In the second run `oars` has the word of q4, which is now found, and `library` has lost those of
// q2: +1 and -1, so the mean is unchanged and nothing is significant.
#[test]
fn r40_two_runs_are_compared_question_by_question() {
    let place = place();
    report(&place, &["--set", "set"]);
    std::fs::rename(place.path("report.json"), place.path("before.json")).unwrap();
    let corpus = CORPUS
        .replace("behind the mill", "by the zyzzyva")
        .replace("The library opens at nine.", "Books.")
        .replace("\"Library\"", "\"Books\"");
    place.write("set/corpus.jsonl", &corpus);
    report(&place, &["--set", "set"]);
    let arguments = [
        "--compare",
        "before.json",
        "report.json",
        "--json",
        "changes.json",
    ];
    let output = eval(&place, &arguments).printed();
    let lines: Vec<String> = output
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    for line in [
        "nDCG@10 0.750 0.750 +0.000 ",
        "set 0.750 0.750 +0.000 1 1 2 1.000",
        "largest gains (1 in all)",
        "+1.000 0.000 -> 1.000 set q4: zyzzyva",
        "before: nothing",
        "after: oars",
        "-1.000 1.000 -> 0.000 set q2: When does the library open?",
    ] {
        assert!(
            lines.iter().any(|own| own.starts_with(line)),
            "{line}: {output}"
        );
    }
    let changes = std::fs::read_to_string(place.path("changes.json")).unwrap();
    let changes: Value = serde_json::from_str(&changes).expect("JSON");
    assert_eq!(changes[0]["row"], "default");
    assert_eq!(changes[0]["changes"][0]["id"], "q4");
}

#[test]
fn only_reports_of_this_command_are_compared() {
    let place = place();
    report(&place, &["--set", "set"]);
    let compare = |other: &str, more: &[&str]| {
        eval(
            &place,
            &[&["--compare", "report.json", other], more].concat(),
        )
    };
    compare("none.json", &[]).assert_fails_with(&["error: none.json: cannot be read"]);
    compare("set/qrels.tsv", &[]).assert_fails_with(&["error: set/qrels.tsv: not a report"]);
    let text = std::fs::read_to_string(place.path("report.json")).unwrap();
    place.write(
        "old.json",
        &text.replacen("\"schema\":1", "\"schema\":0", 1),
    );
    compare("old.json", &[]).assert_fails_with(&["error: old.json: the report has schema 0"]);
    compare("report.json", &["--only", "x"])
        .assert_fails_with(&["error: the two runs share no set with a row `x`"]);
}
