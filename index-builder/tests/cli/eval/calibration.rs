//! Confidence fitted to sets.

use super::place;

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
