//! Reads and inflates byte streams.

use std::io::Read as _;

use flate2::read::GzDecoder;
use js_sys::{Error as JsError, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, ReadableStreamReadResult};

use crate::error::Error;

/// Maximum inflated bytes of a file; the whole memory of WebAssembly is four times as much.
const MOST_INFLATED: u64 = 1 << 30;

/// The reason why a stream was not read to its end.
#[derive(Debug)]
pub(super) enum Broken {
    Off(String),
    TooLong,
}

impl From<JsValue> for Broken {
    fn from(thrown: JsValue) -> Self {
        Self::Off(message(&thrown))
    }
}

/// Returns a thrown value as text.
pub(super) fn message(thrown: &JsValue) -> String {
    let said = thrown
        .dyn_ref::<JsError>()
        .map(|error| String::from(error.message()));
    said.unwrap_or_else(|| format!("{thrown:?}"))
}

/// Reads all bytes of a stream, at most `limit`. Calls `on_data` for every piece.
pub(super) async fn read(
    stream: &ReadableStream,
    limit: usize,
    on_data: impl Fn(),
) -> Result<Vec<u8>, Broken> {
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let piece: ReadableStreamReadResult = JsFuture::from(reader.read()).await?.unchecked_into();
        if piece.get_done() == Some(true) {
            return Ok(bytes);
        }
        on_data();
        let piece: Uint8Array = piece.get_value().unchecked_into();
        if bytes.len() + piece.length() as usize > limit {
            // Nobody reads any further; the connection may end.
            let _ = reader.cancel();
            return Err(Broken::TooLong);
        }
        bytes.extend(piece.to_vec());
    }
}

/// Inflates gzip (RFC 1952).
///
/// # Errors
/// [`Error::Corrupt`] if it is not gzip.
pub(super) fn inflate(file: &str, stored: &[u8]) -> Result<Vec<u8>, Error> {
    let corrupt = |detail: String| Error::Corrupt {
        section: file.to_owned(),
        detail: detail.into(),
    };
    let mut inflated = Vec::new();
    let decoder = GzDecoder::new(stored);
    let mut bounded = decoder.take(MOST_INFLATED + 1);
    let read = bounded.read_to_end(&mut inflated);
    let length = read.map_err(|error| corrupt(error.to_string()))?;
    if length as u64 > MOST_INFLATED {
        return Err(corrupt(
            "it decompresses to more than the limit of a file".to_owned(),
        ));
    }
    Ok(inflated)
}
