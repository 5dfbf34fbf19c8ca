//! Faulty sets and options.

use super::{eval, place};

#[test]
fn mistakes_in_labels_are_reported_with_their_lines() {
    let place = place();
    place.write("set/qrels.tsv", "q1\tboats\t1\nq9\tboats\t1\nq1 boats\n");
    let output = eval(&place, &["--set", "set"]);
    output.assert_fails_with(&[
        "set/qrels.tsv:2: no question has the id `q9`",
        "set/qrels.tsv:3: a judgement consists of question id, page id and a grade",
    ]);
    place.write("set/qrels.tsv", "q1\tboats.html\t1\n");
    eval(&place, &["--set", "set"]).assert_fails_with(&[
        "error: set/qrels.tsv: the bundle has none of the relevant pages: use its page ids, such \
         as `boats`, not `boats.html`",
    ]);
    place.write(
        "set/queries.jsonl",
        "{\"id\": \"q1\", \"text\": \"a\"}\n{\"text\": \" \"}\n{}\n",
    );
    eval(&place, &["--set", "set"]).assert_fails_with(&[
        "set/queries.jsonl:2: the question is empty",
        "set/queries.jsonl:3: not a line of this file: missing field `text`",
    ]);
    place.write("set/queries.jsonl", "{\"text\": \"boats\"}\n");
    place.remove("set/qrels.tsv");
    eval(&place, &["--set", "set"])
        .assert_fails_with(&["set/queries.jsonl: no question has labels"]);
}

#[test]
fn sets_that_cannot_be_measured_are_reported() {
    let place = place();
    eval(&place, &[]).assert_fails_with(&["error: nothing to measure: name a site"]);
    eval(&place, &["--set", "site"])
        .assert_fails_with(&["error: site: queries.jsonl or questions.jsonl is missing"]);
    for (more, message) in [
        (
            ["--only", "best"],
            "error: --only `best`: no such row; the rows are default, ",
        ),
        (["--row", "x"], "error: --row `x`: it must be NAME=OPTIONS"),
        (
            ["--row", "x={"],
            "error: --row `x`: its options are not JSON",
        ),
        (
            ["--row", "x=1"],
            "error: --row `x`: its options must be an object",
        ),
        (
            ["--row", "tf={}"],
            "error: --row `tf`: this row exists already; choose another name",
        ),
        (
            ["--row", "x={\"topQ\": 1}"],
            "error: row `x` on set: unknown setting `topQ`",
        ),
    ] {
        let mut arguments = vec!["--set", "set"];
        arguments.extend(more);
        eval(&place, &arguments).assert_fails_with(&[message]);
    }
}
