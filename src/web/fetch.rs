//! Files of the bundle over the network: fetched, counted, inflated.

use std::pin::Pin;

use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    ReadableStream, ReadableStreamDefaultReader, ReadableWritablePair, RequestCache, RequestInit,
    Response,
};

use super::convert::describe;
use crate::error::{Error, Result};

#[wasm_bindgen]
extern "C" {
    // Windows and workers both have it.
    #[wasm_bindgen(js_name = fetch, catch)]
    fn fetch_with(url: &str, options: &RequestInit) -> std::result::Result<Promise, JsValue>;

    // Every browser since 2023 has it; web-sys still counts it as unstable.
    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> std::result::Result<DecompressionStream, JsValue>;
}

/// Work under way. Its code is there once, however many wait for it: without the box, whoever
/// awaits it would carry a copy.
pub(super) type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// The bytes behind an address. `revalidate` asks the server whether a cached copy is current;
/// `limit` stops a body that is longer than it can be; `progress` hears of every piece.
pub(super) fn fetch<'a>(
    url: &'a str,
    revalidate: bool,
    limit: u64,
    progress: &'a mut dyn FnMut(u64),
) -> Boxed<'a, Result<Vec<u8>>> {
    Box::pin(fetch_body(url, revalidate, limit, progress))
}

async fn fetch_body(
    url: &str,
    revalidate: bool,
    limit: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<u8>> {
    let failed = |detail: String| Error::FetchFailed {
        url: url.to_owned(),
        detail,
    };
    let options = RequestInit::new();
    if revalidate {
        options.set_cache(RequestCache::NoCache);
    }
    let response = match fetch_with(url, &options) {
        Ok(response) => JsFuture::from(response).await,
        Err(thrown) => Err(thrown),
    };
    let response = response.map_err(|thrown| failed(describe(&thrown)))?;
    let response: Response = response.unchecked_into();
    if !response.ok() {
        return Err(failed(format!("the server answered {}", response.status())));
    }
    let Some(body) = response.body() else {
        return Ok(Vec::new());
    };
    read(&body, limit, progress)
        .await
        .map_err(|thrown| failed(describe(&thrown)))
}

/// Inflates gzip (RFC 1952) with the browser's own code. More than `limit` bytes are refused, so
/// that a small file cannot fill the memory.
pub(super) async fn inflate(file: &str, stored: &[u8], limit: u64) -> Result<Vec<u8>> {
    inflate_stream(stored, limit)
        .await
        .map_err(|thrown| Error::corrupt(file, describe(&thrown)))
}

async fn inflate_stream(stored: &[u8], limit: u64) -> std::result::Result<Vec<u8>, JsValue> {
    let response = Response::new_with_opt_js_u8_array(Some(&Uint8Array::from(stored)))?;
    let body = response.body().ok_or_else(|| JsValue::from("no body"))?;
    let gzip = DecompressionStream::new("gzip")?;
    let pair: &ReadableWritablePair = gzip.unchecked_ref();
    read(&body.pipe_through(pair), limit, &mut |_| ()).await
}

type Read<'a> = Boxed<'a, std::result::Result<Vec<u8>, JsValue>>;

fn read<'a>(stream: &ReadableStream, limit: u64, progress: &'a mut dyn FnMut(u64)) -> Read<'a> {
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    Box::pin(read_all(reader, limit, progress))
}

async fn read_all(
    reader: ReadableStreamDefaultReader,
    limit: u64,
    progress: &mut dyn FnMut(u64),
) -> std::result::Result<Vec<u8>, JsValue> {
    let mut bytes = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await?;
        if Reflect::get(&piece, &"done".into())?.is_truthy() {
            return Ok(bytes);
        }
        let value: Uint8Array = Reflect::get(&piece, &"value".into())?.unchecked_into();
        let start = bytes.len();
        if (start as u64).saturating_add(u64::from(value.length())) > limit {
            // Nobody reads on; the connection may end.
            drop(reader.cancel());
            return Err(js_sys::Error::new("it is longer than it can be").into());
        }
        bytes.resize(start + value.length() as usize, 0);
        value.copy_to(&mut bytes[start..]);
        progress(bytes.len() as u64);
    }
}
