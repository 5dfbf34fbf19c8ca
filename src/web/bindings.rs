//! What JavaScript sees.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use js_sys::{Function, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::convert::{compose, to_js, to_js_error, to_value, today};
use super::fetch::{fetch, inflate};
use crate::error::{Error, Result};
use crate::index::format::MANIFEST_NAME;
use crate::orchestration::Engine;
use crate::settings::Value;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export interface OpenOptions { onProgress?: (progress: { loaded: number, total: number }) => void }
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
}

/// A manifest holds settings and file names; more than this is no manifest.
const LONGEST_MANIFEST: u64 = 16 << 20;

/// Runs once when the module is loaded: panics, which would be defects of ours, reach the
/// console with a message.
#[wasm_bindgen(start)]
pub(super) fn start() {
    console_error_panic_hook::set_once();
}

/// An opened bundle.
#[wasm_bindgen(js_name = Engine)]
#[derive(Debug)]
pub struct WebEngine {
    opened: RefCell<Option<Rc<Opened>>>,
}

#[derive(Debug)]
struct Opened {
    engine: Engine,
    base: String,
    progress: Option<Function>,
    /// Bytes received of the files that are on their way or here.
    loaded: RefCell<Vec<(String, u64)>>,
    /// Downloads by file, so that two questions share one.
    downloads: RefCell<Vec<(String, js_sys::Promise)>>,
}

#[wasm_bindgen(js_class = Engine)]
impl WebEngine {
    /// Opens the bundle in the folder at `base`, an absolute address that ends in a slash, and
    /// loads what every question needs.
    ///
    /// # Errors
    /// An `Error` with a `code`: `FETCH_FAILED`, `NOT_AN_INDEX`, `UNSUPPORTED_VERSION`,
    /// `CORRUPT_INDEX`.
    pub async fn open(
        base: String,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions")] options: JsValue,
    ) -> std::result::Result<WebEngine, JsValue> {
        let progress = Reflect::get(&options, &"onProgress".into())
            .ok()
            .and_then(|callback| callback.dyn_into::<Function>().ok());
        let opened = Opened::open(base, progress)
            .await
            .map_err(|error| to_js_error(&error))?;
        let opened = Rc::new(opened);
        opened
            .until_loaded(|| opened.engine.load())
            .await
            .map_err(|error| to_js_error(&error))?;
        Ok(Self {
            opened: RefCell::new(Some(opened)),
        })
    }

    /// Answers a question.
    ///
    /// # Errors
    /// An `Error` with a `code`.
    pub async fn ask(
        &self,
        question: String,
        options: JsValue,
    ) -> std::result::Result<JsValue, JsValue> {
        let opened = self.opened().map_err(|error| to_js_error(&error))?;
        let answer = opened
            .ask(&question, options)
            .await
            .map_err(|error| to_js_error(&error))?;
        to_js(&answer)
    }

    /// Finds pages without answering.
    ///
    /// # Errors
    /// An `Error` with a `code`.
    pub async fn search(
        &self,
        query: String,
        options: JsValue,
    ) -> std::result::Result<JsValue, JsValue> {
        let opened = self.opened().map_err(|error| to_js_error(&error))?;
        let result = opened
            .search(&query, options)
            .await
            .map_err(|error| to_js_error(&error))?;
        to_js(&result)
    }

    /// What the bundle holds.
    ///
    /// # Errors
    /// An `Error` with the code `CLOSED`.
    pub fn stats(&self) -> std::result::Result<JsValue, JsValue> {
        to_js(
            &self
                .opened()
                .map_err(|error| to_js_error(&error))?
                .engine
                .stats(),
        )
    }

    /// Lets go of the index. Later calls fail with `CLOSED`.
    pub fn close(&self) {
        self.opened.borrow_mut().take();
    }

    fn opened(&self) -> Result<Rc<Opened>> {
        self.opened.borrow().clone().ok_or(Error::Closed)
    }
}

impl Opened {
    async fn open(base: String, progress: Option<Function>) -> Result<Self> {
        let url = format!("{base}{MANIFEST_NAME}");
        let manifest = fetch(&url, true, LONGEST_MANIFEST, |_| ()).await?;
        let engine = Engine::open(&manifest)?.with_clock(performance_now);
        Ok(Self {
            engine,
            base,
            progress,
            loaded: RefCell::default(),
            downloads: RefCell::default(),
        })
    }

    async fn ask(
        self: &Rc<Self>,
        question: &str,
        options: JsValue,
    ) -> Result<crate::answer::Answer> {
        let (question, options) = (compose(question), call_options(options)?);
        self.until_loaded(|| self.engine.ask(&question, &options))
            .await
    }

    async fn search(
        self: &Rc<Self>,
        query: &str,
        options: JsValue,
    ) -> Result<crate::answer::SearchResult> {
        let (query, options) = (compose(query), call_options(options)?);
        self.until_loaded(|| self.engine.search(&query, &options))
            .await
    }

    /// Calls again and again, loading what the engine says it needs in between.
    async fn until_loaded<T>(self: &Rc<Self>, call: impl Fn() -> Result<T>) -> Result<T> {
        let mut asked_for = BTreeSet::new();
        loop {
            let files = match call() {
                Err(Error::NotLoaded { files }) => files,
                other => return other,
            };
            // A file that was supplied and is asked for again does not hold what it should.
            if let Some(file) = files.iter().find(|file| !asked_for.insert((*file).clone())) {
                return Err(Error::corrupt(file, "it lacks a section"));
            }
            let downloads: Vec<_> = files.iter().map(|file| self.download(file)).collect();
            for (file, download) in files.iter().zip(downloads) {
                let finished = JsFuture::from(download).await;
                self.downloads.borrow_mut().retain(|(name, _)| name != file);
                finished.map_err(|thrown| unwrap_error(file, &thrown))?;
            }
        }
    }

    /// Starts a download, or joins the one that is under way.
    fn download(self: &Rc<Self>, file: &str) -> js_sys::Promise {
        let mut downloads = self.downloads.borrow_mut();
        if let Some((_, promise)) = downloads.iter().find(|(name, _)| name == file) {
            return promise.clone();
        }
        let (own, name) = (Rc::clone(self), file.to_owned());
        let promise = future_to_promise(async move {
            // The error travels through the promise as data, for every caller that waits.
            match own.load(&name).await {
                Ok(()) => Ok(JsValue::UNDEFINED),
                Err(error) => Err(to_js_error(&error)),
            }
        });
        downloads.push((file.to_owned(), promise.clone()));
        promise
    }

    async fn load(&self, file: &str) -> Result<()> {
        let sizes = self.engine.files().iter().find(|entry| entry.name == file);
        let (size, inflated) = sizes.map_or((0, 0), |entry| (entry.size, entry.inflated));
        let url = format!("{}{file}", self.base);
        let stored = fetch(&url, false, size, |loaded| self.report(file, loaded)).await?;
        self.engine.verify(file, &stored)?;
        self.engine
            .supply_inflated(file, &inflate(file, &stored, inflated).await?)
    }

    /// Tells the page how much of the files under way has arrived.
    fn report(&self, file: &str, loaded: u64) {
        let Some(progress) = &self.progress else {
            return;
        };
        let mut files = self.loaded.borrow_mut();
        files.retain(|(name, _)| name != file);
        files.push((file.to_owned(), loaded));
        let total: u64 = self
            .engine
            .files()
            .iter()
            .filter(|entry| files.iter().any(|(name, _)| *name == entry.name))
            .map(|entry| entry.size)
            .sum();
        let loaded: u64 = files.iter().map(|(_, loaded)| loaded).sum();
        let event = Object::new();
        // A page's callback may throw; the download goes on.
        let _ = Reflect::set(&event, &"loaded".into(), &(loaded as f64).into());
        let _ = Reflect::set(&event, &"total".into(), &(total as f64).into());
        drop(files);
        let _ = progress.call1(&JsValue::UNDEFINED, &event);
    }
}

/// The options of a call, with the visitor's day unless the page names one.
fn call_options(options: JsValue) -> Result<Value> {
    let mut entries = match to_value(options)? {
        Value::Map(entries) => entries,
        Value::Null => Vec::new(),
        other => return Err(Error::invalid("options", other, "an object")),
    };
    if !entries.iter().any(|(key, _)| key == "today") {
        entries.push(("today".to_owned(), Value::Text(today())));
    }
    Ok(Value::Map(entries))
}

/// The engine's error inside what a download threw.
fn unwrap_error(file: &str, thrown: &JsValue) -> Error {
    let code = Reflect::get(thrown, &"code".into())
        .ok()
        .and_then(|code| code.as_string());
    let detail = super::convert::describe(thrown);
    match code.as_deref() {
        Some("CORRUPT_INDEX") => Error::corrupt(file, detail),
        _ => Error::FetchFailed {
            url: file.to_owned(),
            detail,
        },
    }
}
