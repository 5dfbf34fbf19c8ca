//! A client for front ends in Rust: fetches a bundle from its address, with asynchronous methods.
//!
//! ```ignore
//! let client = soru::web::Client::open("/soru/").await?;
//! let answer = client.ask("When do classes begin?").await?;
//! ```
//!
//! The engine itself never waits. A call that lacks files names them; the client fetches them and repeats the call, as
//! `www/element/engine/opened-engine.js` does for pages in JavaScript.

mod asked;
mod download;
mod opened;
mod stream;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use futures_util::future::join_all;
use js_sys::{Date, JsString};
use web_sys::RequestCache;

use self::asked::Asked;
use self::download::fetch;
use self::opened::Opened;
use super::performance_now;
use crate::answer::{Answer, SearchResult};
use crate::comparison::Comparison;
use crate::error::{Error, Result};
use crate::orchestration::{Engine, RelatedPages, Stats};
use crate::pre_retrieval::Suggestions;
use crate::settings::Value;

/// The one file whose name never changes.
const MANIFEST: &str = "manifest.msgpack";

/// Maximum bytes of a manifest; it contains settings and file names.
const LONGEST_MANIFEST: usize = 16 << 20;

type Configure = Box<dyn Fn(Engine) -> Result<Engine>>;

/// An open bundle.
///
/// Every method takes `&self`, so several calls may wait at a time; they share downloads. Dropping a call's future ends
/// the call and the downloads that no other call waits for. If the site is deployed again meanwhile, the next call that
/// needs a file of the old build opens the new one.
pub struct Client {
    base: String,
    configure: Configure,
    opened: RefCell<Rc<Opened>>,
    calls: Cell<u32>,
    running: Cell<usize>,
}

impl Client {
    /// Opens the bundle in a folder, for instance `/soru/`, and loads the files that every question needs.
    ///
    /// # Errors
    /// [`Error::FetchFailed`], [`Error::NotAnIndex`], [`Error::UnsupportedVersion`] or [`Error::Corrupt`].
    pub async fn open(address: &str) -> Result<Self> {
        Self::open_with(address, Ok).await
    }

    /// Opens a bundle with an engine changed by `configure`: [`Engine::with_reranker`], [`Engine::with_options`]. It is
    /// called again when the site has been deployed again.
    ///
    /// # Errors
    /// As [`open`](Self::open), or an error of `configure`.
    pub async fn open_with(
        address: &str,
        configure: impl Fn(Engine) -> Result<Engine> + 'static,
    ) -> Result<Self> {
        let base = format!("{}/", address.trim_end_matches('/'));
        let manifest = manifest(&base).await?;
        let opened = begin(&base, manifest, &configure)?;
        let client = Self {
            base,
            configure: Box::new(configure),
            opened: RefCell::new(opened),
            calls: Cell::default(),
            running: Cell::default(),
        };
        client.attempt(Engine::load).await?;
        Ok(client)
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`Error::EmptyQuestion`], [`Error::FetchFailed`], [`Error::PartMissing`] or [`Error::Corrupt`].
    pub async fn ask(&self, question: &str) -> Result<Answer> {
        self.ask_with(question, &Value::Null).await
    }

    /// Answers a question, with the options of [`Options`](crate::Options). `today` defaults to the visitor's date.
    ///
    /// # Errors
    /// As [`ask`](Self::ask), or an error of the options.
    pub async fn ask_with(&self, question: &str, options: &Value) -> Result<Answer> {
        let (question, options, number) = (composed(question), dated(options), self.number());
        self.attempt(|engine| engine.call(&options)?.numbered(number).ask(&question))
            .await
    }

    /// Finds pages without answering.
    ///
    /// # Errors
    /// As [`ask_with`](Self::ask_with).
    pub async fn search(&self, query: &str, options: &Value) -> Result<SearchResult> {
        let (query, options, number) = (composed(query), dated(options), self.number());
        self.attempt(|engine| engine.call(&options)?.numbered(number).search(&query))
            .await
    }

    /// Runs every method on one question, side by side.
    ///
    /// # Errors
    /// As [`ask_with`](Self::ask_with).
    pub async fn compare(&self, question: &str, options: &Value) -> Result<Comparison> {
        let (question, options, number) = (composed(question), dated(options), self.number());
        self.attempt(|engine| engine.call(&options)?.numbered(number).compare(&question))
            .await
    }

    /// Completes text that is being typed.
    ///
    /// # Errors
    /// As [`ask_with`](Self::ask_with).
    pub async fn suggest(&self, text: &str, options: &Value) -> Result<Suggestions> {
        let text = composed(text);
        self.attempt(|engine| engine.suggest(&text, options)).await
    }

    /// Returns pages similar to the one at an address.
    ///
    /// # Errors
    /// As [`ask_with`](Self::ask_with).
    pub async fn related(&self, address: &str, options: &Value) -> Result<RelatedPages> {
        self.attempt(|engine| engine.related(address, options))
            .await
    }

    /// Returns statistics of the bundle.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.current().engine.stats()
    }

    /// Returns a number for a new call, with which a repeated call continues where it stopped.
    fn number(&self) -> u32 {
        self.calls.set(self.calls.get() + 1);
        self.calls.get()
    }

    fn current(&self) -> Rc<Opened> {
        Rc::clone(&self.opened.borrow())
    }

    /// Repeats a call until it lacks nothing.
    async fn attempt<T>(&self, run: impl Fn(&Engine) -> Result<T>) -> Result<T> {
        let _running = Running::of(self);
        let mut asked = Asked::default();
        loop {
            let opened = self.current();
            let files = match run(&opened.engine) {
                Err(Error::NotLoaded { files }) => files,
                other => return other,
            };
            asked.count(&files)?;
            let outcomes = join_all(files.iter().map(|file| opened.arrive(file))).await;
            let is_replaced = outcomes
                .iter()
                .any(|own| own.as_ref().is_err_and(|failure| failure.is_replaced));
            if is_replaced && asked.may_renew() {
                self.renew(&opened).await;
            }
            if !Rc::ptr_eq(&opened, &self.current()) {
                asked.begin_anew();
                continue;
            }
            for (file, outcome) in files.iter().zip(outcomes) {
                if let Err(failure) = outcome {
                    opened.do_without(file, failure)?;
                }
            }
        }
    }

    /// Opens the host's present build, if it is a new one.
    async fn renew(&self, held: &Rc<Opened>) {
        let Ok(manifest) = manifest(&self.base).await else {
            return;
        };
        if manifest == held.manifest || !Rc::ptr_eq(held, &self.current()) {
            return;
        }
        // If the manifest cannot be read, the original error is reported.
        if let Ok(opened) = begin(&self.base, manifest, &self.configure) {
            self.opened.replace(opened);
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

/// A running call. When the last one ends, unavailable files can be requested again.
struct Running<'c>(&'c Client);

impl<'c> Running<'c> {
    fn of(client: &'c Client) -> Self {
        client.running.set(client.running.get() + 1);
        Self(client)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let left = self.0.running.get() - 1;
        self.0.running.set(left);
        if left == 0 {
            self.0.current().engine.end_of_calls();
        }
    }
}

async fn manifest(base: &str) -> Result<Vec<u8>> {
    let address = format!("{base}{MANIFEST}");
    // The manifest changes in place: the host is asked whether a cached copy is current.
    let fetched = fetch(&address, LONGEST_MANIFEST, RequestCache::NoCache).await;
    fetched.map_err(|failure| failure.error)
}

fn begin(
    base: &str,
    manifest: Vec<u8>,
    configure: &dyn Fn(Engine) -> Result<Engine>,
) -> Result<Rc<Opened>> {
    let engine = configure(Engine::open(&manifest)?.with_clock(performance_now))?;
    Ok(Rc::new(Opened::new(engine, base, manifest)))
}

/// Converts to composed letters (NFC), which the engine expects; the browser has the tables.
fn composed(text: &str) -> String {
    JsString::from(text).normalize("NFC").into()
}

/// Returns the options, with the visitor's date if they have none.
fn dated(options: &Value) -> Value {
    let mut entries = vec![("today".to_owned(), Value::Text(today()))];
    match options {
        Value::Map(given) => {
            entries.retain(|(key, _)| options.get(key).is_none());
            entries.extend_from_slice(given);
        }
        Value::Null => {}
        // The engine reports the error.
        other => return other.clone(),
    }
    Value::Map(entries)
}

fn today() -> String {
    let now = Date::new_0();
    let (year, month, day) = (now.get_full_year(), now.get_month() + 1, now.get_date());
    format!("{year}-{month:02}-{day:02}")
}
