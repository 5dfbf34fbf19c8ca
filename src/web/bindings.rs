//! What JavaScript sees.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::callback::Callback;
use super::convert::{compose, to_js, to_js_error, to_value, today};
use super::fetch::{Boxed, fetch, inflate};
use crate::error::{Error, Result};
use crate::index::format::MANIFEST_NAME;
use crate::orchestration::{Call, Engine};
use crate::settings::Value;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export interface OpenOptions { onProgress?: (progress: { loaded: number, total: number }) => void }
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub(super) fn performance_now() -> f64;
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
    downloads: RefCell<Vec<(String, Promise)>>,
}

#[wasm_bindgen(js_class = Engine)]
impl WebEngine {
    /// Opens the bundle in the folder at `base`, an absolute address that ends in a slash, and
    /// loads what every question needs.
    ///
    /// # Errors
    /// An `Error` with a `code`: `FETCH_FAILED`, `NOT_AN_INDEX`, `UNSUPPORTED_VERSION`,
    /// `CORRUPT_INDEX`.
    #[wasm_bindgen(unchecked_return_type = "Promise<Engine>")]
    pub fn open(
        base: String,
        #[wasm_bindgen(unchecked_optional_param_type = "OpenOptions")] options: &JsValue,
    ) -> Promise {
        let progress = Reflect::get(options, &"onProgress".into())
            .ok()
            .and_then(|callback| callback.dyn_into::<Function>().ok());
        promise(Box::pin(async {
            let opened = Opened::open(base, progress)
                .await
                .map_err(|error| to_js_error(&error))?;
            let load = |engine: &Engine| engine.load().map(|()| JsValue::UNDEFINED);
            opened.until_ready(&load, &[]).await?;
            Ok(JsValue::from(Self {
                opened: RefCell::new(Some(opened)),
            }))
        }))
    }

    /// Answers a question.
    ///
    /// # Errors
    /// An `Error` with a `code`.
    #[wasm_bindgen(unchecked_return_type = "Promise<any>")]
    pub fn ask(&self, question: &str, options: &JsValue) -> Promise {
        self.call(question, options, |call, question| {
            to_js(&call.ask(question)?)
        })
    }

    /// Finds pages without answering.
    ///
    /// # Errors
    /// An `Error` with a `code`.
    #[wasm_bindgen(unchecked_return_type = "Promise<any>")]
    pub fn search(&self, query: &str, options: &JsValue) -> Promise {
        self.call(query, options, |call, query| to_js(&call.search(query)?))
    }

    /// Every method on one question, side by side.
    ///
    /// # Errors
    /// An `Error` with a `code`.
    #[wasm_bindgen(unchecked_return_type = "Promise<any>")]
    pub fn compare(&self, question: &str, options: &JsValue) -> Promise {
        self.call(question, options, |call, question| {
            to_js(&call.compare(question)?)
        })
    }

    /// Proposes how to go on with what is being typed.
    ///
    /// # Errors
    /// An `Error` with a `code`.
    #[wasm_bindgen(unchecked_return_type = "Promise<any>")]
    pub fn suggest(&self, text: &str, options: &JsValue) -> Promise {
        let text = compose(text);
        let ready = self.ready(options);
        promise(Box::pin(async move {
            let (opened, options) = ready.map_err(|error| to_js_error(&error))?;
            let attempt = |engine: &Engine| to_js(&engine.suggest(&text, &options)?);
            opened.until_ready(&attempt, &[]).await
        }))
    }

    /// What the bundle holds.
    ///
    /// # Errors
    /// An `Error` with the code `CLOSED`.
    pub fn stats(&self) -> std::result::Result<JsValue, JsValue> {
        self.opened()
            .and_then(|opened| to_js(&opened.engine.stats()))
            .map_err(|error| to_js_error(&error))
    }

    /// Lets go of the index. Later calls fail with `CLOSED`.
    pub fn close(&self) {
        self.opened.borrow_mut().take();
    }

    fn call(
        &self,
        text: &str,
        options: &JsValue,
        run: fn(&Call<'_>, &str) -> Result<JsValue>,
    ) -> Promise {
        let text = compose(text);
        let (options, callbacks) = Callback::take(options);
        let ready = self.ready(&options);
        promise(Box::pin(async move {
            let (opened, options) = ready.map_err(|error| to_js_error(&error))?;
            let attempt = |engine: &Engine| {
                let mut call = engine.call(&options)?;
                for callback in &callbacks {
                    callback
                        .limit
                        .set(call.options().configuration.ranking.callback_millis.get());
                    call = call.with_reranker(Rc::<Callback>::clone(callback));
                }
                run(&call, &text)
            };
            opened.until_ready(&attempt, &callbacks).await
        }))
    }

    fn ready(&self, options: &JsValue) -> Result<(Rc<Opened>, Value)> {
        Ok((self.opened()?, call_options(options)?))
    }

    fn opened(&self) -> Result<Rc<Opened>> {
        self.opened.borrow().clone().ok_or(Error::Closed)
    }
}

/// Runs what a page waits for. There is one type of it, since each brings its own copy of what runs
/// it to the download.
fn promise(future: Boxed<'static, std::result::Result<JsValue, JsValue>>) -> Promise {
    future_to_promise(future)
}

impl Opened {
    async fn open(base: String, progress: Option<Function>) -> Result<Rc<Self>> {
        let url = format!("{base}{MANIFEST_NAME}");
        let manifest = fetch(&url, true, LONGEST_MANIFEST, &mut |_| ()).await?;
        let engine = Engine::open(&manifest)?.with_clock(performance_now);
        Ok(Rc::new(Self {
            engine,
            base,
            progress,
            loaded: RefCell::default(),
            downloads: RefCell::default(),
        }))
    }

    /// Calls again and again, and gets what the engine says it needs in between: files, and
    /// scores.
    async fn until_ready(
        self: &Rc<Self>,
        call: &dyn Fn(&Engine) -> Result<JsValue>,
        callbacks: &[Rc<Callback>],
    ) -> std::result::Result<JsValue, JsValue> {
        let mut asked_for: Vec<String> = Vec::new();
        loop {
            let files = match call(&self.engine) {
                Err(Error::NotLoaded { files }) => files,
                Err(Error::NotScored { .. }) => {
                    for callback in callbacks {
                        callback.answer().await;
                    }
                    continue;
                }
                other => return other.map_err(|error| to_js_error(&error)),
            };
            // A file that was supplied and is asked for again does not hold what it should.
            if let Some(file) = files.iter().find(|file| asked_for.contains(file)) {
                return Err(to_js_error(&Error::corrupt(file, "it lacks a section")));
            }
            let downloads: Vec<_> = files.iter().map(|file| self.download(file)).collect();
            // All are waited for, so that none fails with nobody listening.
            let mut failed = Ok(JsValue::UNDEFINED);
            for download in downloads {
                failed = failed.and(JsFuture::from(download).await);
            }
            failed?;
            asked_for.extend(files);
        }
    }

    /// Starts a download, or joins the one that is under way.
    fn download(self: &Rc<Self>, file: &str) -> Promise {
        let mut downloads = self.downloads.borrow_mut();
        if let Some((_, promise)) = downloads.iter().find(|(name, _)| name == file) {
            return promise.clone();
        }
        let (own, name) = (Rc::clone(self), file.to_owned());
        let promise = promise(Box::pin(async move {
            // The error travels through the promise as data, for every caller that waits.
            let loaded = own.load(&name).await;
            own.downloads.borrow_mut().retain(|(file, _)| *file != name);
            loaded
                .map(|()| JsValue::UNDEFINED)
                .map_err(|error| to_js_error(&error))
        }));
        downloads.push((file.to_owned(), promise.clone()));
        promise
    }

    async fn load(&self, file: &str) -> Result<()> {
        let sizes = self.engine.files().iter().find(|entry| entry.name == file);
        let (size, inflated) = sizes.map_or((0, 0), |entry| (entry.size, entry.inflated));
        let url = format!("{}{file}", self.base);
        let mut report = |loaded| self.report(file, loaded);
        let stored = fetch(&url, false, size, &mut report).await?;
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
fn call_options(options: &JsValue) -> Result<Value> {
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
