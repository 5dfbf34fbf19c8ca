//! `soru eval`, from outside (R40): a set of four pages and five questions, small enough that
//! every mean can be worked out by hand.

use serde_json::Value;

use crate::support::{Run, Workplace};

const CORPUS: &str = r#"{"id": "boats", "title": "Boats", "text": "Boats are hired at the pier.", "lang": "en"}
{"id": "oars", "title": "Oars", "text": "Oars are kept in the shed behind the mill.", "lang": "en"}
{"id": "library", "title": "Library", "text": "The library opens at nine.", "lang": "en"}
{"id": "canteen", "title": "Canteen", "text": "The canteen serves soup.", "lang": "en"}
"#;

/// Three questions that are found at once, one whose page has none of its words, one that
/// nothing answers.
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

// Of four questions with a page three are found first and one not at all, so every score is
// 3/4; the fifth is about refusing only.
#[test]
fn r40_a_set_is_measured_in_every_way_that_the_engine_lists() {
    let place = place();
    let report = report(&place, &["--set", "set"]);
    let set = &report["sets"][0];
    assert_eq!((&set["name"], &set["pages"]), (&"set".into(), &4.into()));
    let rows = set["rows"].as_array().expect("rows");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(names[0], "default");
    for name in ["bm25", "tf", "hybrid + quality"] {
        assert!(names.contains(&name), "{names:?}");
    }
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

#[test]
fn r40_the_table_says_what_the_figures_mean() {
    let place = place();
    let told = eval(&place, &["--set", "set"]).assert_done().out.clone();
    assert!(
        told.starts_with("set: 4 pages in en, 5 questions, 4 with known pages, 1 unanswerable\n"),
        "{told}"
    );
    for part in [
        "nDCG@10",
        "95 %",
        "p50 ms",
        "refused: share of unanswerable",
        "ECE: ",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(
        told.lines().all(|line| line.chars().count() <= 100),
        "{told}"
    );
}

#[test]
fn r40_a_bundle_that_was_built_before_is_measured_alike() {
    let place = place();
    place
        .soru(&[
            "build",
            "set/corpus.jsonl",
            "--out",
            "bundle",
            "--index-only",
        ])
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
fn r40_the_same_seed_gives_the_same_figures() {
    let place = place();
    let figures = |more: &[&str]| {
        let mut report = report(&place, &[&["--set", "set"][..], more].concat());
        for row in report["sets"][0]["rows"].as_array_mut().expect("rows") {
            row["latency"] = Value::Null;
        }
        report
    };
    assert_eq!(figures(&[]), figures(&["--seed", "1"]));
    assert_ne!(figures(&[])["chance"], figures(&["--seed", "2"])["chance"]);
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

// The first set scores 3/4, the second, of one question that is found, 1: their mean is 7/8,
// however many questions either has.
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
    let told = eval(&place, &["--set", "set", "--set", "other"]).out;
    assert!(
        told.contains("mean over single-language sets (2)"),
        "{told}"
    );
}

#[test]
fn mistakes_in_the_labels_are_told_with_their_lines() {
    let place = place();
    place.write("set/qrels.tsv", "q1\tboats\t1\nq9\tboats\t1\nq1 boats\n");
    let told = eval(&place, &["--set", "set"]);
    told.assert_fails_with(&[
        "set/qrels.tsv:2: there is no question with the id `q9`",
        "set/qrels.tsv:3: a judgement is question id, page id and a grade",
    ]);
    place.write("set/qrels.tsv", "q1\tboats.html\t1\n");
    eval(&place, &["--set", "set"]).assert_fails_with(&[
        "error: set/qrels.tsv: none of the relevant pages is in the bundle: ids are those of its \
         pages, such as `boats`, and not `boats.html`",
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
        .assert_fails_with(&["set/queries.jsonl: no question says what is right"]);
}

#[test]
fn what_cannot_be_measured_is_told() {
    let place = place();
    eval(&place, &[]).assert_fails_with(&["error: nothing to measure: name a bundle"]);
    eval(&place, &["--set", "site"])
        .assert_fails_with(&["error: site: there is no queries.jsonl or questions.jsonl here"]);
    for (more, message) in [
        (
            ["--only", "best"],
            "error: --only `best`: there is no such row; there are default, ",
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
            "error: --row `tf`: there is such a row already",
        ),
        (
            ["--row", "x={\"topQ\": 1}"],
            "error: row `x` on set: there is no setting `topQ`",
        ),
    ] {
        let mut arguments = vec!["--set", "set"];
        arguments.extend(more);
        eval(&place, &arguments).assert_fails_with(&[message]);
    }
}

// In the second run `oars` has the word of q4, which is found at last, and `library` has lost
// those of q2: +1 and -1, so the mean stays and nothing is proven.
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
    let told = eval(&place, &arguments).assert_done().out.clone();
    let lines: Vec<String> = told
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
            "{line}: {told}"
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
    compare("old.json", &[]).assert_fails_with(&["error: old.json: a report of schema 0"]);
    compare("report.json", &["--only", "x"])
        .assert_fails_with(&["error: the two runs have no set with a row `x`"]);
}

/// Three sets in which the second half of every question leads astray, so that reading fewer
/// characters of it ranks better: `oars` is asked for, `boats` is shorter and comes first.
fn astray() -> Workplace {
    let place = place();
    for name in ["one", "two", "three"] {
        place.write(&format!("{name}/corpus.jsonl"), CORPUS);
        place.write(
            &format!("{name}/queries.jsonl"),
            "{\"text\": \"oars boats\", \"lang\": \"en\", \"relevant\": [\"oars\"]}\n",
        );
    }
    let spec = "[[settings]]\noption = \"query.max_characters\"\nvalues = [5, 12]\n\
                [[settings]]\noption = \"retrieval.bm25.k1\"\nvalues = [1.1]\n";
    place.write("spec.toml", spec);
    place
}

// nDCG of the second place is 1 / log2(3) = .6309.
#[test]
fn r40_tuning_measures_on_sets_that_did_not_choose() {
    let place = astray();
    let sets = ["--set", "one", "--set", "two", "--set", "three"];
    let tune = [
        &sets[..],
        &["--tune", "--spec", "spec.toml", "--json", "tuned.json"],
    ]
    .concat();
    let told = eval(&place, &tune).assert_done().out.clone();
    assert!(
        told.contains("without two: query.max_characters = 5"),
        "{told}"
    );
    let tuned = std::fs::read_to_string(place.path("tuned.json")).unwrap();
    let tuned: Value = serde_json::from_str(&tuned).expect("JSON");
    assert_near(tuned["before"].as_f64().unwrap(), 1.0 / 3f64.log2());
    assert_near(tuned["after"].as_f64().unwrap(), 1.0);
    assert_eq!(
        tuned["chosen"],
        serde_json::json!([["query.max_characters", 5.0]])
    );
    for held_out in tuned["heldOut"].as_array().expect("a list") {
        assert_near(held_out["after"].as_f64().unwrap(), 1.0);
    }
    let grid = std::fs::read_to_string(place.path("spec.toml")).unwrap();
    place.write("spec.toml", &format!("search = \"grid\"\n{grid}"));
    let told = eval(&place, &tune).assert_done().out.clone();
    // Nothing, 5 or 12 characters; k1 as it is or 1.1.
    assert!(told.contains("6 choices tried"), "{told}");
}

#[test]
fn r40_nobody_tunes_on_one_set_unawares() {
    let place = astray();
    let tune = ["--set", "one", "--tune", "--spec", "spec.toml"];
    eval(&place, &tune).assert_fails_with(&["error: 1 set(s) are too few to tune on"]);
    let told = eval(&place, &[&tune[..], &["--few-sets"]].concat());
    // One set has no others to choose for it.
    assert!(
        told.assert_done().out.contains("without one: the defaults"),
        "{told:?}"
    );
    place.write(
        "spec.toml",
        "[[settings]]\noption = \"retrieval.bm25.k3\"\nvalues = [1]\n",
    );
    eval(&place, &[&tune[..], &["--few-sets"]].concat())
        .assert_fails_with(&["error: there is no setting `retrieval.bm25.k3`"]);
}

#[test]
fn r4_r11_questions_are_asked_as_visitors_also_type_them() {
    let place = place();
    let report = report(
        &place,
        &["--set", "set", "--typos", "--fold", "--only", "default"],
    );
    let retyped = report["sets"][0]["retyped"].as_array().expect("a list");
    let variants: Vec<&str> = retyped
        .iter()
        .filter_map(|one| one["variant"].as_str())
        .collect();
    assert_eq!(variants, ["misspelt", "ascii", "capitals", "asciiCapitals"]);
    for one in retyped {
        // Of the four questions with pages all can be typed so.
        assert_eq!(one["questions"], 4, "{one}");
        assert_near(one["recall10"]["asAsked"].as_f64().expect("a number"), 0.75);
    }
    // English has nothing to lose but its case.
    assert_eq!(
        retyped[1]["recall10"]["typed"],
        retyped[1]["recall10"]["asAsked"]
    );
    assert_eq!(
        retyped[3]["ndcg10"]["typed"],
        retyped[3]["ndcg10"]["asAsked"]
    );
    let told = eval(&place, &["--set", "set", "--typos"])
        .assert_done()
        .out
        .clone();
    assert!(told.contains("misspelt, default"), "{told}");
}

#[test]
fn r40_the_picture_is_drawn() {
    let place = place();
    eval(&place, &["--set", "set", "--plot", "report.svg"]).assert_done();
    let picture = std::fs::read_to_string(place.path("report.svg")).expect("it was written");
    assert!(picture.starts_with("<svg ") && picture.contains("set: 5 questions"));
}

// The first question about `boats` is made a fact and answered by it when asked in capitals; the
// question about `library` has no fact, and gets none.
#[test]
fn r14_questions_are_made_facts_to_see_whether_any_answers_wrongly() {
    let place = place();
    place.write(
        "set/queries.jsonl",
        "{\"id\": \"q1\", \"text\": \"Where are boats hired?\", \"lang\": \"en\"}\n\
         {\"id\": \"q2\", \"text\": \"When does the library open?\", \"lang\": \"en\"}\n\
         {\"id\": \"q3\", \"text\": \"WHERE ARE BOATS HIRED\", \"lang\": \"en\"}\n",
    );
    place.write(
        "set/qrels.tsv",
        "q1\tboats\t1\nq2\tlibrary\t1\nq3\tboats\t1\n",
    );
    let report = report(&place, &["--set", "set", "--as-facts", "--only", "default"]);
    let set = &report["sets"][0];
    assert_eq!(set["questions"].as_array().map(Vec::len), Some(2));
    let row = &set["rows"][0];
    assert_near(value(row, "rightFact"), 1.0);
    assert_near(value(row, "wrongFact"), 0.0);
    assert_eq!(row["measures"]["wrongFact"]["questions"], 2);
    assert_eq!(row["questions"][1]["fact"], "Where are boats hired?");
    place.remove("set/corpus.jsonl");
    place.write("set/soru.toml", "");
    eval(&place, &["--set", "set", "--as-facts"])
        .assert_fails_with(&["error: set/corpus.jsonl: cannot be read, and --as-facts needs it"]);
}

#[test]
fn r36_calibration_prints_weights_that_a_project_file_takes() {
    let place = place();
    for set in ["set", "other"] {
        place.write(
            &format!("{set}/corpus.jsonl"),
            "{\"id\": \"boats\", \"title\": \"Boats\", \"text\": \"Boats are hired at the pier. Oars are included.\"}\n\
             {\"id\": \"library\", \"title\": \"Library\", \"text\": \"The library opens at nine. Books are lent for a month.\"}\n",
        );
        place.write(
            &format!("{set}/queries.jsonl"),
            "{\"id\": \"q1\", \"text\": \"Where are boats hired?\"}\n{\"id\": \"q2\", \"text\": \"When does the library open?\"}\n\
             {\"id\": \"q3\", \"text\": \"Are oars lent for a month?\"}\n",
        );
        place.write(
            &format!("{set}/qrels.tsv"),
            "q1\tboats\t1\nq2\tlibrary\t1\nq3\tboats\t1\n",
        );
    }
    let run = place.soru(&["eval", "--calibrate", "--set", "set", "--set", "other"]);
    let out = &run.assert_done().out;
    assert!(out.contains("by five-fold cross-\nvalidation"), "{out}");
    let (_, lines) = out.split_once("[answer.confidence.calibrated]").unwrap();
    place.write(
        "soru.toml",
        &format!("[answer.confidence.calibrated]{lines}"),
    );
    place.build(&[]).assert_done();
    let sets = ["eval", "--calibrate", "--set", "set", "--set", "other"];
    let row = [
        "--row",
        r#"frequency={"retriever": "tf", "answer": {"minRelevance": 0}}"#,
    ];
    let frequency = place.soru(&[&sets[..], &row].concat());
    let frequency = frequency.assert_done().out.clone();
    assert_ne!(
        &frequency, out,
        "the row is asked, and not the site's own way"
    );
    place
        .soru(&[&sets[..], &row, &row].concat())
        .assert_fails_with(&["error: --calibrate fits confidence to one way of asking"]);
    let alone = place.soru(&["eval", "--calibrate", "--set", "set"]);
    alone.assert_fails_with(&["error: confidence is calibrated on at least two sets"]);
}
