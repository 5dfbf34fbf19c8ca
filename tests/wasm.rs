//! The browser's face of the engine, in real browsers: `wasm-pack test --headless --chrome`.
//!
//! A bundle is served by a stand-in for `fetch`, so that every answer a host can give is tried.
#![cfg(target_arch = "wasm32")]

#[path = "parity/mod.rs"]
mod parity;

use js_sys::{Array, Error, Function, Object, Reflect};
use soru::web::WebEngine;
use wasm_bindgen::convert::TryFromJsValue as _;
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
        const file = files.get(at.endsWith('manifest.msgpack') ? 'manifest' : 'data');
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
"#)]
extern "C" {
    fn serve(host: &str, name: &str, bytes: &[u8], status: u16);
    fn cut(host: &str, name: &str);
}

/// A host of its own for every test: tests share one page.
fn host(name: &str) -> String {
    let host = format!("https://{name}.example/soru/");
    serve(&host, "manifest", parity::MANIFEST, 200);
    serve(&host, "data", parity::DATA, 200);
    host
}

async fn open(host: &str) -> Result<WebEngine, JsValue> {
    opened(WebEngine::open(host.to_owned(), &Object::new()).await)
}

fn opened(promised: Result<JsValue, JsValue>) -> Result<WebEngine, JsValue> {
    WebEngine::try_from_js_value(promised?)
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
    let function: &Function = callback.as_ref().unchecked_ref();
    let options = options(&[("onProgress", function.clone().into())]);
    let engine = opened(WebEngine::open(host("progress"), &options).await).unwrap();
    let last = *seen.borrow().last().expect("progress was reported");
    assert!((last.0 - parity::DATA.len() as f64).abs() < 0.5 && (last.0 - last.1).abs() < 0.5);
    let stats = engine.stats().unwrap();
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

#[wasm_bindgen_test]
async fn a_closed_engine_says_so() {
    let engine = open(&host("closed")).await.unwrap();
    engine.close();
    engine.close();
    assert_eq!(
        code(engine.ask("staj", &JsValue::UNDEFINED).await.unwrap_err()),
        "CLOSED"
    );
    assert_eq!(code(engine.stats().unwrap_err()), "CLOSED");
}
