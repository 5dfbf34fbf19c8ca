//! The engine's browser interface, in real browsers: `wasm-pack test --headless --chrome`.
//!
//! A stand-in for `fetch` serves the bundle, so that tests can produce every response of a host.
//!
//! | file | tests |
//! |---|---|
//! | `wasm/answers.rs` | answers and lists as pages get them |
//! | `wasm/opening.rs` | opening and closing, and failures of the host |
//! | `wasm/calls.rs` | valid and invalid calls of a page |
//! | `wasm/rerankers.rs` | functions of a page that reorder hits |
//! | `wasm/shards.rs` | a bundle in shards on failing hosts |
#![cfg(target_arch = "wasm32")]

#[path = "wasm/answers.rs"]
mod answers;
#[path = "wasm/calls.rs"]
mod calls;
#[path = "wasm/opening.rs"]
mod opening;
#[path = "parity/mod.rs"]
mod parity;
#[path = "wasm/rerankers.rs"]
mod rerankers;
#[path = "wasm/shards.rs"]
mod shards;
#[path = "site/mod.rs"]
mod site;

use js_sys::{Error, Object, Reflect, Uint8Array};
use soru::web::WebEngine;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test_configure;

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
export const pause = () => new Promise(resolve => setTimeout(resolve));

// Each module comes after those that it imports, so that one request is under way at a time: the
// server of the tests has four threads, each busy with one connection, and on a busy machine it can
// leave a fifth connection without an answer.
const MODULES = 'errors stream today manifest unpack code bundle-files starting rerankers opened-engine';
const module = async name => import(`/target/element/engine/${name}.js`);
export async function openWith(start, base, onProgress) {
    for (const name of MODULES.split(' ')) await module(name);
    const { OpenedEngine } = await module('opened-engine');
    return OpenedEngine.open(start, base, onProgress);
}
"#)]
extern "C" {
    fn serve(host: &str, name: &str, bytes: &[u8], status: u16);
    fn cut(host: &str, name: &str);
    /// Returns a starter function around an existing `make`.
    fn starts(make: JsValue) -> JsValue;
    /// Lets the driver of the browser ask for the output: it gives up on a page that is busy for half a
    /// minute.
    #[wasm_bindgen]
    async fn pause();
    /// Opens a bundle with the element's modules.
    #[wasm_bindgen(catch, js_name = openWith)]
    async fn open_with(
        start: &JsValue,
        base: &str,
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// An engine with a loader for everything that it lacks.
    type OpenedEngine;

    #[wasm_bindgen(method, catch)]
    async fn call(
        this: &OpenedEngine,
        method: &str,
        text: &str,
        options: &JsValue,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method)]
    fn close(this: &OpenedEngine);
}

impl OpenedEngine {
    async fn ask(&self, question: &str, options: &JsValue) -> Result<JsValue, JsValue> {
        self.call("ask", question, options).await
    }

    async fn search(&self, query: &str, options: &JsValue) -> Result<JsValue, JsValue> {
        self.call("search", query, options).await
    }
}

/// Returns a host name unique to a test: tests share one page.
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
    let opened = open_with(&start, host, on_progress).await;
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

/// Returns the code of a thrown error; its message must not be empty.
fn code(thrown: JsValue) -> String {
    let error: Error = thrown.dyn_into().expect("an Error is thrown");
    assert!(String::from(error.message()).len() > 20, "{error:?}");
    assert_eq!(String::from(error.name()), "SoruError");
    text(&error, "code")
}
