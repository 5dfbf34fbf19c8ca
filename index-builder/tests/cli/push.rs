//! `soru push`, end to end, without a cluster: it reports every mistake before it sends anything.
//! The crate `soru-cluster` tests pushes themselves.

use crate::support::Workplace;

/// A port on which nothing listens.
const NOWHERE: &str = "http://127.0.0.1:9";

fn built() -> Workplace {
    let place = Workplace::new();
    place.build(&["--index-only"]).assert_done();
    place
}

#[track_caller]
fn assert_ends(place: &Workplace, arguments: &[&str], code: i32, text: &str) {
    let mut all = vec!["push"];
    all.extend(arguments);
    let output = place.soru(&all);
    assert_eq!(output.code, code, "{output:?}");
    assert!(output.err.contains(text), "{output:?}");
}

#[test]
fn a_bundle_with_the_most_important_pages_alone_is_not_sent() {
    let place = Workplace::new();
    let arguments = ["--index-only", "--layout", "remote"];
    place.build(&arguments).assert_done();
    let pushed = ["out", "--to", NOWHERE];
    assert_ends(&place, &pushed, 1, "built with --layout remote");
}

#[test]
fn each_mistake_has_its_exit_code_and_its_advice() {
    let place = built();
    place.write("questions.jsonl", "{\"text\": \"How long?\"}");
    for (arguments, code, text) in [
        (
            vec!["out", "--to", NOWHERE],
            3,
            "check that the cluster runs",
        ),
        (
            vec!["out", "--to", "http://search.example"],
            2,
            "--allow-http",
        ),
        (
            vec!["out", "--to", NOWHERE, "--name", "My site"],
            2,
            "--name",
        ),
        (
            vec!["out", "--to", NOWHERE, "--check", "questions.jsonl"],
            1,
            "has a `page`",
        ),
        (vec!["gone", "--to", NOWHERE], 1, "not a bundle"),
        (vec!["--to", NOWHERE], 2, "required"),
        (vec!["out"], 2, "--to"),
        (
            vec!["--rollback", "--to", NOWHERE],
            3,
            "check that the cluster runs",
        ),
    ] {
        assert_ends(&place, &arguments, code, text);
    }
}
