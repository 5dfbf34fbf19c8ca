//! Answers of a cluster of which a part is missing.

use serde_json::json;
use soru::answer::Level;
use soru::settings::Value;

use super::answers::{Pair, working};
use super::site::SITES;

#[test]
fn nothing_is_asserted_if_a_part_of_the_cluster_is_missing() {
    let pair = Pair::new(&SITES[0]);
    let question = SITES[0].answered();
    let mut found = pair.found(&pair.request(question, &Value::Null).unwrap());
    for (is_complete, level) in [(true, Level::High), (false, Level::Low)] {
        found["complete"] = is_complete.into();
        let engine = working(&pair.remote.basis, found.to_string().as_bytes());
        let answer = engine.ask(question, &Value::Null).unwrap();
        assert_eq!(answer.level, level);
        assert_eq!(answer.answer.is_some(), is_complete);
        assert!(!answer.hits.is_empty());
    }
}

// A word that seems to be absent lowers the confidence and is marked in the box.
#[test]
fn no_word_is_absent_if_a_part_of_the_cluster_is_missing() {
    let pair = Pair::new(&SITES[0]);
    let question = "library opens zeppelin";
    let mut found = pair.found(&pair.request(question, &Value::Null).unwrap());
    let known = [true, false].map(|is_complete| {
        found["complete"] = is_complete.into();
        let engine = working(&pair.remote.basis, found.to_string().as_bytes());
        engine.load().unwrap();
        let index = engine.index().unwrap();
        index.knows(0, "zeppelin", "zeppelin").unwrap()
    });
    assert_eq!(known, [false, true]);
}

#[test]
fn a_fact_answers_if_a_part_of_the_cluster_is_missing() {
    let pair = Pair::new(&SITES[0]);
    let found = json!({ "complete": false, "languages": [], "words": [], "hits": [] });
    let engine = working(&pair.remote.basis, found.to_string().as_bytes());
    let answer = engine.ask(SITES[0].fact_question(), &Value::Null).unwrap();
    assert_eq!((answer.tier, answer.level), (1, Level::High));
}
