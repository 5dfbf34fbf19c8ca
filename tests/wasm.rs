//! The browser's face of the engine, in real browsers: `wasm-pack test --headless --chrome`.
//!
//! A bundle is served by a stand-in for `fetch`, so that every answer a host can give is tried.
#![cfg(target_arch = "wasm32")]

#[path = "parity/mod.rs"]
mod parity;
#[path = "wasm/shards.rs"]
mod shards;
#[path = "site/mod.rs"]
mod site;

use js_sys::{Array, Error, Object, Reflect, Uint8Array};
use soru::web::WebEngine;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(inline_js = r#"
const real = globalThis.fetch;
const hosts = new Map();
globalThis.fetch = async (url, init) => {
    const at = String(url);
    for (const [host, files] of hosts) {
        if (!at.startsWith(host)) continue;
        const name = at.slice(host.length);
        const file = files.get(name) ?? files.get(name === 'manifest.msgpack' ? 'manifest' : 'data');
        if (file === 'offline') throw new TypeError('Failed to fetch');
        return new Response(file.bytes, { status: file.status });
    }
    return real(url, init);
};
export function serve(host, name, bytes, status) {
    if (!hosts.has(host)) hosts.set(host, new Map());
    hosts.get(host).set(name, { bytes: bytes.slice(), status });
}
export function cut(host, name) { hosts.get(host).set(name, 'offline'); }
export function starts(make) { return async () => make }
"#)]
extern "C" {
    fn serve(host: &str, name: &str, bytes: &[u8], status: u16);
    fn cut(host: &str, name: &str);
    /// What starts an engine, where there is one already that makes them.
    fn starts(make: JsValue) -> JsValue;
}

#[wasm_bindgen(module = "/www/element/opened-engine.js")]
extern "C" {
    /// What brings the engine all that it lacks.
    type OpenedEngine;

    #[wasm_bindgen(static_method_of = OpenedEngine, catch, js_name = open)]
    async fn open_with(
        start: &JsValue,
        base: &str,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn call(
        this: &OpenedEngine,
        method: &str,
        text: &str,
        options: &JsValue,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    async fn stats(this: &OpenedEngine) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method)]
    fn close(this: &OpenedEngine);
}

// Modules that the one above imports: named here so that they are served as well.
#[wasm_bindgen(module = "/www/element/bundle-files.js")]
extern "C" {
    type BundleFiles;
}
#[wasm_bindgen(module = "/www/element/errors.js")]
extern "C" {
    type SoruError;
}
#[wasm_bindgen(module = "/www/element/rerankers.js")]
extern "C" {
    fn named(given: &JsValue) -> JsValue;
}
#[wasm_bindgen(module = "/www/element/today.js")]
extern "C" {
    fn today() -> String;
}

impl OpenedEngine {
    async fn ask(&self, question: &str, options: &JsValue) -> Result<JsValue, JsValue> {
        self.call("ask", question, options).await
    }

    async fn search(&self, query: &str, options: &JsValue) -> Result<JsValue, JsValue> {
        self.call("search", query, options).await
    }
}

/// A host of its own for every test: tests share one page.
fn host(name: &str) -> String {
    let host = format!("https://{name}.example/soru/");
    serve(&host, "manifest", parity::MANIFEST, 200);
    serve(&host, "data", parity::DATA, 200);
    host
}

async fn open(host: &str) -> Result<OpenedEngine, JsValue> {
    open_reporting(host, &JsValue::UNDEFINED).await
}

async fn open_reporting(host: &str, on_progress: &JsValue) -> Result<OpenedEngine, JsValue> {
    let make = |manifest: Uint8Array| WebEngine::new(&manifest.to_vec()).map(JsValue::from);
    let make = Closure::<dyn Fn(Uint8Array) -> Result<JsValue, JsValue>>::new(make);
    let start = starts(make.into_js_value());
    let opened = OpenedEngine::open_with(&start, host, on_progress).await;
    opened.map(JsCast::unchecked_into)
}

fn options(entries: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in entries {
        Reflect::set(&object, &(*key).into(), value).unwrap();
    }
    object.into()
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap()
}

fn text(object: &JsValue, key: &str) -> String {
    get(object, key).as_string().unwrap_or_default()
}

fn number(object: &JsValue, key: &str) -> f64 {
    get(object, key).as_f64().unwrap()
}

/// The code of what was thrown; its message has to say something.
fn code(thrown: JsValue) -> String {
    let error: Error = thrown.dyn_into().expect("an Error is thrown");
    assert!(String::from(error.message()).len() > 20, "{error:?}");
    assert_eq!(String::from(error.name()), "SoruError");
    text(&error, "code")
}

async fn refused(host: &str) -> String {
    code(
        open(host)
            .await
            .map(|_| ())
            .expect_err("opening is refused"),
    )
}

#[wasm_bindgen_test]
async fn r2_browsers_give_the_recorded_answers_bit_for_bit() {
    let engine = open(&host("parity")).await.unwrap();
    let recorded = include_str!("fixtures/answers.txt");
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
async fn r11_browsers_repair_and_complete_words() {
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
    let english = options(&[("lang", "en".into()), ("limit", 3.into())]);
    let found = engine.call("suggest", "h1", &english).await.unwrap();
    let found = Array::from(&get(&found, "suggestions"));
    assert_eq!(found.length(), 3);
    assert_eq!(text(&found.get(0), "kind"), "question");
    assert!(get(&found.get(0), "url").is_undefined());
    let refused = engine
        .call("suggest", "h1", &options(&[("limit", 0.into())]))
        .await;
    assert_eq!(
        code(refused.expect_err("no completions at all")),
        "INVALID_OPTION"
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
        assert!(Array::from(&get(&method, "hits")).length() > 0);
    }
    assert!(text(&get(&compared, "tier1"), "answer").contains("65,000"));
    assert!(js_sys::JSON::stringify(&compared).is_ok());
}

#[wasm_bindgen_test]
async fn r4_decomposed_letters_find_what_composed_ones_do() {
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

#[wasm_bindgen_test]
async fn opening_reports_progress_up_to_the_whole() {
    let seen = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let sink = std::rc::Rc::clone(&seen);
    let callback = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        sink.borrow_mut()
            .push((number(&event, "loaded"), number(&event, "total")));
    });
    let engine = open_reporting(&host("progress"), callback.as_ref())
        .await
        .unwrap();
    let last = *seen.borrow().last().expect("progress was reported");
    assert!((last.0 - parity::DATA.len() as f64).abs() < 0.5 && (last.0 - last.1).abs() < 0.5);
    let stats = engine.stats().await.unwrap();
    assert!(number(&stats, "documents") > 40.0 && number(&stats, "facts") > 60.0);
    assert_eq!(text(&stats, "buildId").len(), 16);
}

#[wasm_bindgen_test]
async fn r41_what_a_host_does_wrong_has_a_code_and_advice() {
    let page = b"<!doctype html><title>Not found</title>";

    let missing = host("missing");
    serve(&missing, "manifest", page, 404);
    assert_eq!(refused(&missing).await, "FETCH_FAILED");

    let offline = host("offline");
    cut(&offline, "data");
    assert_eq!(refused(&offline).await, "FETCH_FAILED");

    let instead = host("instead");
    serve(&instead, "manifest", page, 200);
    assert_eq!(refused(&instead).await, "NOT_AN_INDEX");

    let version = host("version");
    serve(
        &version,
        "manifest",
        &[0x93, 0xa4, b's', b'o', b'r', b'u', 99, 0xc0],
        200,
    );
    assert_eq!(refused(&version).await, "UNSUPPORTED_VERSION");
}

#[wasm_bindgen_test]
async fn damaged_data_is_noticed_however_it_was_damaged() {
    let cut_off = host("cut-off");
    serve(
        &cut_off,
        "data",
        &parity::DATA[..parity::DATA.len() / 2],
        200,
    );
    assert_eq!(refused(&cut_off).await, "CORRUPT_INDEX");

    let flipped = host("flipped");
    let mut bytes = parity::DATA.to_vec();
    bytes[parity::DATA.len() / 3] ^= 1;
    serve(&flipped, "data", &bytes, 200);
    assert_eq!(refused(&flipped).await, "CORRUPT_INDEX");

    let longer = host("longer");
    serve(&longer, "data", &[parity::DATA, b"x"].concat(), 200);
    assert!(["CORRUPT_INDEX", "FETCH_FAILED"].contains(&refused(&longer).await.as_str()));
}

#[wasm_bindgen_test]
async fn r5_r27_what_a_page_asks_wrongly_has_a_code_and_names_the_option() {
    let engine = open(&host("options")).await.unwrap();
    let thrown = engine.ask("  ?! ", &JsValue::UNDEFINED).await.unwrap_err();
    assert_eq!(code(thrown), "EMPTY_QUESTION");
    for (key, value, expected) in [
        ("topK", JsValue::from(0), "INVALID_OPTION"),
        ("topK", JsValue::from(2.5), "INVALID_OPTION"),
        ("topq", JsValue::from(3), "UNKNOWN_OPTION"),
        ("retriever", JsValue::from("none"), "INVALID_OPTION"),
    ] {
        let thrown = engine
            .ask("staj", &options(&[(key, value)]))
            .await
            .unwrap_err();
        let message = String::from(thrown.clone().unchecked_into::<Error>().message());
        assert!(message.contains(key), "{message}");
        assert_eq!(code(thrown), expected);
    }
}

// `usize` has 32 bits here.
#[wasm_bindgen_test]
async fn r27_the_largest_whole_number_of_a_page_is_a_count_and_gives_all() {
    let engine = open(&host("all")).await.unwrap();
    let mut found = Vec::new();
    for count in [1000.0, 4_294_967_296.0, js_sys::Number::MAX_SAFE_INTEGER] {
        let options = options(&[("topK", count.into())]);
        let result = engine.search("staj başvurusu", &options).await.unwrap();
        found.push(Array::from(&get(&result, "hits")).length());
    }
    assert!(found[0] > 5 && found == [found[0]; 3], "{found:?}");
}

#[wasm_bindgen_test]
async fn a_closed_engine_says_so() {
    let engine = open(&host("closed")).await.unwrap();
    engine.close();
    engine.close();
    assert_eq!(
        code(engine.ask("staj", &JsValue::UNDEFINED).await.unwrap_err()),
        "CLOSED"
    );
    assert_eq!(code(engine.stats().await.unwrap_err()), "CLOSED");
}

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

/// The whole order of what is found, with the result.
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
        // A name that is taken would be another reranker's.
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
    // The same hits are scored once: those of `hybrid`, the default, were scored above, and the
    // three other retrievers have hits of their own.
    engine
        .call("compare", "Staj ne zaman?", &options)
        .await
        .unwrap();
    assert_eq!(looked().length(), 4);
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
