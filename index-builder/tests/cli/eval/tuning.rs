//! Settings chosen by measuring.

use serde_json::Value;

use super::{CORPUS, assert_near, eval, place};
use crate::support::Workplace;

/// Three sets in which the second half of every question is misleading, so that reading fewer
/// characters of it ranks better: `oars` is relevant, `boats` is shorter and ranks first.
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
    let output = eval(&place, &tune).assert_done().out.clone();
    assert!(
        output.contains("without two: query.max_characters = 5"),
        "{output}"
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
    let output = eval(&place, &tune).assert_done().out.clone();
    // The default, 5 or 12 characters; the default k1 or 1.1.
    assert!(output.contains("6 choices tried"), "{output}");
}

#[test]
fn r40_nobody_tunes_on_one_set_unawares() {
    let place = astray();
    let tune = ["--set", "one", "--tune", "--spec", "spec.toml"];
    eval(&place, &tune).assert_fails_with(&["error: 1 set(s) are too few to tune on"]);
    let output = eval(&place, &[&tune[..], &["--few-sets"]].concat());
    // A single set has no others to choose for it.
    assert!(
        output
            .assert_done()
            .out
            .contains("without one: the defaults"),
        "{output:?}"
    );
    place.write(
        "spec.toml",
        "[[settings]]\noption = \"retrieval.bm25.k3\"\nvalues = [1]\n",
    );
    eval(&place, &[&tune[..], &["--few-sets"]].concat())
        .assert_fails_with(&["error: unknown setting `retrieval.bm25.k3`"]);
}
