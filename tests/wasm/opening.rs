//! Opening and closing a bundle, and failures of the host meanwhile (R41).

use soru::index::format::Manifest;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{code, cut, host, number, open, open_reporting, options, parity, serve, shards, text};

async fn refused(host: &str) -> String {
    code(
        open(host)
            .await
            .map(|_| ())
            .expect_err("opening is refused"),
    )
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
    let stats = engine.call("stats", "", &JsValue::UNDEFINED).await.unwrap();
    assert!(number(&stats, "documents") > 40.0 && number(&stats, "facts") > 60.0);
    assert_eq!(text(&stats, "buildId").len(), 16);
}

#[wasm_bindgen_test]
async fn r41_errors_of_a_host_have_a_code_and_advice() {
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
    assert_eq!(refused(&longer).await, "CORRUPT_INDEX");
}

#[wasm_bindgen_test]
async fn a_sound_file_in_the_place_of_another_is_damage() {
    let (host, files) = shards::host("swapped");
    let engine = open(&host).await.unwrap();
    let mut terms: Vec<_> = shards::terms(&files).collect();
    terms.sort_by_key(|(_, bytes)| bytes.len());
    let (shortest, longest) = (terms[0], terms[terms.len() - 1]);
    assert!(shortest.1.len() < longest.1.len());
    // A longer one is not read to its end.
    for sound in [shortest, longest] {
        for (name, _) in &terms {
            serve(&host, name, &sound.1, 200);
        }
        // The vectors of the chunks would answer.
        let by_words = options(&[("retriever", "bm25".into())]);
        let answer = engine.ask(shards::PAGES, &by_words).await;
        assert_eq!(code(answer.unwrap_err()), "CORRUPT_INDEX");
    }
}

// The manifest's length of a file limits the download, and allocates nothing.
#[wasm_bindgen_test]
async fn a_claimed_length_that_no_file_has_is_damage() {
    for size in [1 << 32, 1 << 60, u64::MAX] {
        let claimed = host(&format!("claimed-{size}"));
        let mut manifest = Manifest::read(parity::MANIFEST).unwrap();
        manifest.files[0].size = size;
        serve(&claimed, "manifest", &manifest.write().unwrap(), 200);
        assert_eq!(refused(&claimed).await, "CORRUPT_INDEX", "{size}");
    }
}

#[wasm_bindgen_test]
async fn a_closed_engine_returns_an_error() {
    let engine = open(&host("closed")).await.unwrap();
    engine.close();
    engine.close();
    assert_eq!(
        code(engine.ask("staj", &JsValue::UNDEFINED).await.unwrap_err()),
        "CLOSED"
    );
    assert_eq!(
        code(
            engine
                .call("stats", "", &JsValue::UNDEFINED)
                .await
                .unwrap_err()
        ),
        "CLOSED"
    );
}
