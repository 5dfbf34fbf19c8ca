//! Functions of a page that reorder hits (R23), including failing ones (R28).

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{OpenedEngine, get, host, number, open, options, text};

#[wasm_bindgen(inline_js = r#"
const seen = [];
const functions = {
    reversed(query, hits) { return hits.map((_, place) => place) },
    later: async (query, hits) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return Float32Array.from(hits, (_, place) => place);
    },
    looking(query, hits) { seen.push({ query, hits }); return hits.map(() => 0) },
    throwing() { throw new TypeError('no model') },
    rejecting: () => Promise.reject('no network'),
    few: () => [1],
    text: () => 'ten',
    nothing() {},
    words: (query, hits) => hits.map(() => 'ten'),
    endless: () => new Promise(() => {}),
    quality: (query, hits) => hits.map((_, place) => place),
};
export function reranker(name) { return functions[name] }
export function nameless() { return (query, hits) => hits.map((_, place) => place) }
export function looked() { return seen.splice(0) }
"#)]
extern "C" {
    fn reranker(name: &str) -> JsValue;
    fn nameless() -> JsValue;
    fn looked() -> Array;
}

/// Returns the order of all hits, with the result.
async fn reranked(engine: &OpenedEngine, list: &[JsValue]) -> (Vec<String>, JsValue) {
    let ranking = [("callbackMillis", 200.into()), ("maxPerDocument", 0.into())];
    let options = options(&[
        ("rerankers", list.iter().collect::<Array>().into()),
        ("ranking", options(&ranking)),
        ("topK", 50.into()),
        ("trace", true.into()),
    ]);
    let found = engine.search("staj başvurusu", &options).await.unwrap();
    let hits = Array::from(&get(&found, "hits"));
    (hits.iter().map(|hit| text(&hit, "url")).collect(), found)
}

#[wasm_bindgen_test]
async fn r23_a_page_s_function_reorders_hits_at_once_or_later() {
    let engine = open(&host("callback")).await.unwrap();
    let (before, _) = reranked(&engine, &["matching".into()]).await;
    let backwards: Vec<String> = before.iter().rev().cloned().collect();
    for (function, name) in [
        (reranker("reversed"), "reversed"),
        (reranker("later"), "later"),
        (nameless(), "callback 2"),
        // A taken name would be another reranker's.
        (reranker("quality"), "callback 2"),
    ] {
        let (after, found) = reranked(&engine, &["matching".into(), function]).await;
        assert_eq!(after, backwards, "{name}");
        assert!(get(&found, "rerankFailed").is_falsy());
        let best = Array::from(&get(&found, "hits")).get(0);
        assert!(
            get(&get(&best, "scores"), name).as_f64().is_some(),
            "{name}"
        );
    }
    let twice = [reranker("reversed"), "quality".into(), reranker("later")];
    let (_, found) = reranked(&engine, &twice).await;
    assert!(get(&found, "rerankFailed").is_falsy());
}

#[wasm_bindgen_test]
async fn r23_a_page_s_function_gets_the_question_and_plain_hits_once() {
    let engine = open(&host("looking")).await.unwrap();
    let list = Array::of2(&"quality".into(), &reranker("looking"));
    let options = options(&[("rerankers", list.into())]);
    engine.ask("Staj ne zaman?", &options).await.unwrap();
    let seen = looked();
    assert_eq!(seen.length(), 1);
    assert_eq!(text(&seen.get(0), "query"), "Staj ne zaman?");
    let hits = Array::from(&get(&seen.get(0), "hits"));
    assert!(hits.length() > 5, "all that is reranked, not what is shown");
    assert!(js_sys::JSON::stringify(&hits).is_ok());
    let hit = hits.get(0);
    assert!(!text(&hit, "text").is_empty() && !text(&hit, "title").is_empty());
    assert!(number(&get(&hit, "scores"), "quality") > 0.0);
    // The same hits are scored once: those of `hybrid`, the default, and `bm25` were scored above,
    // `tf` has others, and `semantic` has none without vectors.
    engine
        .call("compare", "Staj ne zaman?", &options)
        .await
        .unwrap();
    assert_eq!(looked().length(), 2);
}

#[wasm_bindgen_test]
async fn r28_a_page_s_function_that_fails_in_any_way_leaves_the_order_and_is_named() {
    let engine = open(&host("failing")).await.unwrap();
    let (before, _) = reranked(&engine, &["matching".into()]).await;
    for (name, reason) in [
        ("throwing", "no model"),
        ("rejecting", "no network"),
        ("few", "1 scores for"),
        ("text", "no list of numbers"),
        ("nothing", "no list of numbers"),
        ("words", "NaN"),
        ("endless", "more than 200 ms"),
    ] {
        let (after, found) = reranked(&engine, &["matching".into(), reranker(name)]).await;
        assert_eq!(after, before, "{name}");
        assert!(get(&found, "rerankFailed").is_truthy(), "{name}");
        let warning = Array::from(&get(&found, "warnings")).get(0);
        assert_eq!(text(&warning, "code"), "reranker_failed");
        let message = text(&warning, "message");
        assert!(message.contains(&format!("`{name}`")), "{message}");
        assert!(message.contains(reason), "{message}");
        let step = Array::from(&get(&found, "trace"))
            .iter()
            .find(|event| text(event, "operator") == name)
            .expect("the trace has the step");
        assert_eq!(Array::from(&get(&step, "warnings")).length(), 1);
    }
}
