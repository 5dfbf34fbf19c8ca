//! Answers and lists as pages get them.

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{get, host, number, open, options, parity, pause, shards, site, text};

#[wasm_bindgen_test]
async fn r2_browsers_give_the_recorded_answers_bit_for_bit() {
    let engine = open(&host("parity")).await.unwrap();
    let recorded = include_str!("../fixtures/answers.txt");
    let today = options(&[("today", parity::TODAY.into())]);
    let mut asked = 0;
    for (question, expected) in parity::QUESTIONS.lines().zip(recorded.lines()) {
        let answer = engine.ask(question, &today).await.unwrap();
        let hits: Vec<parity::Hit> = Array::from(&get(&answer, "hits"))
            .iter()
            .map(|hit| {
                let chunk: u32 = serde_wasm_bindgen::from_value(get(&hit, "chunk")).unwrap();
                (
                    text(&hit, "id"),
                    chunk,
                    number(&hit, "score"),
                    number(&hit, "relevance"),
                )
            })
            .collect();
        let (method, given) = (text(&answer, "method"), text(&answer, "answer"));
        let line = parity::line(
            question,
            &method,
            number(&answer, "confidence"),
            &given,
            &hits,
        );
        assert_eq!(line, expected);
        asked += 1;
        pause().await;
    }
    assert!(asked > 300, "several hundred questions, not {asked}");
}

#[wasm_bindgen_test]
async fn r37_an_answer_is_a_plain_object_with_fact_source_and_date() {
    let engine = open(&host("fact")).await.unwrap();
    let answer = engine.ask("h1b cap", &JsValue::UNDEFINED).await.unwrap();
    assert!((number(&answer, "tier") - 1.0).abs() < f64::EPSILON);
    assert!(text(&answer, "method").starts_with("fact_"));
    assert!(text(&answer, "answer").contains("65,000"));
    let fact = get(&answer, "fact");
    assert!(text(&fact, "sourceUrl").starts_with("https://"));
    assert!(!text(&fact, "checkedOn").is_empty());
    assert!(get(&answer, "trace").is_null());
    assert!(
        js_sys::JSON::stringify(&answer).is_ok(),
        "a page can store it"
    );
}

#[wasm_bindgen_test]
async fn r11_browsers_repair_words() {
    let engine = open(&host("spelling")).await.unwrap();
    let answer = engine
        .ask("tuitoin fees", &JsValue::UNDEFINED)
        .await
        .unwrap();
    let correction = get(&get(&answer, "corrections"), "0");
    assert_eq!(
        (text(&correction, "from"), text(&correction, "to")),
        ("tuitoin".into(), "tuition".into())
    );
}

#[wasm_bindgen_test]
async fn r37_browsers_list_the_pages_that_resemble_one() {
    let host = "https://related.example/soru/";
    shards::serve_related(host);
    let native = site::loaded(&site::build_with_related(site::SHARDED));
    let engine = open(host).await.unwrap();
    let mut listed = 0;
    for page in site::documents() {
        let expected = native
            .related(&page.url, &soru::settings::Value::Null)
            .unwrap();
        let address = format!("{}#top", page.url);
        let found = engine.call("related", &address, &JsValue::UNDEFINED).await;
        let found = Array::from(&get(&found.unwrap(), "pages"));
        assert_eq!(found.length() as usize, expected.pages.len(), "{address}");
        for (own, expected) in found.iter().zip(expected.pages) {
            assert_eq!(text(&own, "url"), expected.url);
            assert_eq!(text(&own, "title"), expected.title);
            assert_eq!(text(&own, "lang"), expected.lang);
            assert_eq!(
                number(&own, "similarity").to_bits(),
                expected.similarity.to_bits()
            );
            listed += 1;
        }
    }
    assert!(listed > 3, "{listed}");
}

#[wasm_bindgen_test]
async fn r3_a_trace_has_every_stage_with_its_time() {
    let engine = open(&host("trace")).await.unwrap();
    let traced = options(&[("trace", true.into())]);
    let answer = engine
        .ask("Can I change employers?", &traced)
        .await
        .unwrap();
    let stages: Vec<String> = Array::from(&get(&answer, "trace"))
        .iter()
        .map(|event| text(&event, "stage"))
        .collect();
    for event in Array::from(&get(&answer, "trace")).iter() {
        let millis = number(&event, "millis");
        assert!((0.0..60_000.0).contains(&millis), "{millis}");
    }
    for stage in ["pre-retrieval", "retrieval", "post-retrieval", "generation"] {
        assert!(
            stages.iter().any(|found| found == stage),
            "{stage} is missing in {stages:?}"
        );
    }
}

#[wasm_bindgen_test]
async fn r38_compare_gives_every_method_with_its_time_and_both_tiers() {
    let engine = open(&host("compare")).await.unwrap();
    let compared = engine
        .call("compare", "h1b cap", &JsValue::UNDEFINED)
        .await
        .unwrap();
    let methods = Array::from(&get(&compared, "methods"));
    assert!(methods.length() >= 4);
    for method in methods.iter() {
        assert!(number(&method, "ms") >= 0.0 && !text(&method, "method").is_empty());
        // The bundle has no vectors of an encoder.
        let is_semantic = text(&method, "retriever") == "semantic";
        let warnings = Array::from(&get(&method, "warnings"));
        assert_eq!(warnings.length() > 0, is_semantic);
        assert_eq!(
            Array::from(&get(&method, "hits")).length() == 0,
            is_semantic
        );
    }
    assert!(text(&get(&compared, "tier1"), "answer").contains("65,000"));
    assert!(js_sys::JSON::stringify(&compared).is_ok());
}

#[wasm_bindgen_test]
async fn r4_decomposed_and_composed_letters_find_the_same() {
    let engine = open(&host("nfd")).await.unwrap();
    let composed = engine
        .search("öğrenci belgesi", &JsValue::UNDEFINED)
        .await
        .unwrap();
    let decomposed = engine
        .search("o\u{308}g\u{306}renci belgesi", &JsValue::UNDEFINED)
        .await
        .unwrap();
    let ids = |result: &JsValue| -> Vec<String> {
        Array::from(&get(result, "hits"))
            .iter()
            .map(|hit| text(&hit, "url"))
            .collect()
    };
    assert!(!ids(&composed).is_empty());
    assert_eq!(ids(&composed), ids(&decomposed));
}
