//! Questions turned into facts.

use super::{assert_near, eval, place, report, value};

// The first question about `boats` becomes a fact, which answers it in capitals; the question about
// `library` has no fact, and gets none.
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
        .assert_fails_with(&["error: set/corpus.jsonl: cannot be read, but --as-facts needs it"]);
}
