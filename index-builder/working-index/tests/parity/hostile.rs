//! Answers that are not what the contract says: each is an error or an index that opens, and never
//! a panic.

use serde_json::{Value as Json, json};
use soru::Engine;
use soru::settings::Value;

use super::answers::Pair;
use super::site::SITES;

/// Makes the index and asks in it.
fn tried(pair: &Pair, found: &[u8]) -> bool {
    let Ok(index) = pair.remote.basis.index(found) else {
        return false;
    };
    let engine = Engine::open(&index.manifest).unwrap();
    engine.supply_inflated(&index.file, &index.content).unwrap();
    let question = "How do students apply for the scholarship?";
    let answer = engine.ask(question, &Value::Null);
    answer.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(found)));
    true
}

fn sound(pair: &Pair) -> Json {
    let question = "How do students apply for the scholarship?";
    let request = pair.request(question, &Value::Null).unwrap();
    pair.found(&request)
}

#[test]
fn an_answer_that_is_no_answer_is_refused() {
    let pair = Pair::new(&SITES[0]);
    for found in ["", "{}", "[]", "null", "<html>", "{\"hits\":[]}"] {
        let error = pair.remote.basis.index(found.as_bytes()).unwrap_err();
        assert!(error.to_string().contains("soru gateway"), "{error}");
    }
    let long = vec![b' '; (4 << 20) + 1];
    assert!(pair.remote.basis.index(&long).is_err());
}

#[test]
fn values_out_of_their_range_are_refused_or_harmless() {
    let pair = Pair::new(&SITES[0]);
    let values = [
        json!(null),
        json!(-1),
        json!(u64::MAX),
        json!(1e308),
        json!("x"),
        json!("\u{1e}\u{1f}\u{0}é"),
        json!([]),
        json!([[0, 4_000_000_000_u32], [3, 1]]),
        json!({}),
        json!([{ "start": 4_000_000_000_u32 }]),
    ];
    let found = sound(&pair);
    let mut indexed = 0;
    for part in ["hits", "words", "languages"] {
        for key in found[part][0].as_object().unwrap().keys() {
            for value in &values {
                let mut changed = found.clone();
                changed[part][0][key] = value.clone();
                indexed += usize::from(tried(&pair, changed.to_string().as_bytes()));
            }
        }
    }
    assert!(indexed > 0);
}

#[test]
fn damaged_answers_are_refused_or_harmless() {
    let pair = Pair::new(&SITES[0]);
    let mut found = sound(&pair);
    found["hits"].as_array_mut().unwrap().truncate(3);
    let found = found.to_string().into_bytes();
    let mut random = fastrand::Rng::with_seed(47);
    for _ in 0..300 {
        let mut damaged = found.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..damaged.len());
            damaged[at] = random.u8(b' '..=b'~');
        }
        tried(&pair, &damaged);
    }
    for length in (0..found.len()).step_by(97) {
        assert!(pair.remote.basis.index(&found[..length]).is_err());
    }
}

#[test]
fn more_hits_than_the_limit_are_refused() {
    let pair = Pair::new(&SITES[0]);
    let mut found = sound(&pair);
    let hits = found["hits"].as_array_mut().unwrap();
    for _ in 0..3 {
        hits.extend_from_within(..);
    }
    assert!(
        pair.remote
            .basis
            .index(found.to_string().as_bytes())
            .is_err()
    );
}

// A gateway that is newer than the page adds fields, and one that is older leaves some out.
#[test]
fn fields_may_be_added_and_left_out() {
    let pair = Pair::new(&SITES[0]);
    let mut found = sound(&pair);
    for hit in found["hits"].as_array_mut().unwrap() {
        hit["mood"] = json!({ "good": true });
        for optional in ["importance", "meta", "questions", "group", "weight"] {
            hit.as_object_mut().unwrap().remove(optional);
        }
    }
    assert!(tried(&pair, found.to_string().as_bytes()));
}
