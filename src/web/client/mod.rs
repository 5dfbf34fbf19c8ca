//! A client for front ends in Rust: fetches a bundle from its address, with asynchronous methods.
//!
//! ```ignore
//! let client = soru::web::Client::open("/soru/").await?;
//! let answer = client.ask("When do classes begin?").await?;
//! ```
//!
//! The engine itself never waits. The client fetches what a call needs between its steps, as
//! `www/element/engine/opened-engine.js` does for pages in JavaScript.

mod download;
mod opened;
mod stream;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use futures_util::future::join_all;
use js_sys::{Date, JsString};
use web_sys::RequestCache;

use self::download::{Failure, fetch};
use self::opened::Opened;
use super::performance_now;
use crate::answer::{Answer, SearchResult};
use crate::comparison::Comparison;
use crate::error::{Error, Result};
use crate::orchestration::{Call, Engine, Method, RelatedPages, Stats, Step};
use crate::pre_retrieval::Suggestions;
use crate::settings::Value;

/// The only file with a name that never changes.
const MANIFEST: &str = "manifest.msgpack";

/// Maximum bytes of a manifest; it contains settings and file names.
const LONGEST_MANIFEST: usize = 16 << 20;

/// How often one call may reopen the bundle.
const MOST_RENEWALS: u32 = 3;

type Configure = Box<dyn Fn(Engine) -> Result<Engine>>;

/// An open bundle.
///
/// Every method takes `&self`, so several calls may wait at a time; they share downloads. Dropping
/// a call's future ends the call and the downloads that no other call waits for. If the site is
/// deployed again meanwhile, the next call that needs a file of the old build opens the new one.
pub struct Client {
    base: String,
    configure: Configure,
    opened: RefCell<Rc<Opened>>,
}

impl Client {
    /// Opens the bundle in a folder, for instance `/soru/`, and loads the files that every question
    /// needs.
    ///
    /// # Errors
    /// [`Error::FetchFailed`], [`Error::NotAnIndex`], [`Error::UnsupportedVersion`] or
    /// [`Error::Corrupt`].
    pub async fn open(address: &str) -> Result<Self> {
        Self::open_with(address, Ok).await
    }

    /// Opens a bundle with an engine changed by `configure`: [`Engine::with_reranker`],
    /// [`Engine::with_options`]. It is called again when the site has been deployed again.
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
        };
        client.attempt(Method::LOAD, "", &Value::Null).await?;
        Ok(client)
    }

    /// Answers a question.
    ///
    /// # Errors
    /// [`Error::EmptyQuestion`], [`Error::FetchFailed`], [`Error::PartMissing`] or
    /// [`Error::Corrupt`].
    pub async fn ask(&self, question: &str) -> Result<Answer> {
        self.ask_with(question, &Value::Null).await
    }

    /// Answers a question, with the options of [`Options`](crate::Options). `today` defaults to the
    /// visitor's date.
    ///
    /// # Errors
    /// As [`ask`](Self::ask), or an error of the options.
    pub async fn ask_with(&self, question: &str, options: &Value) -> Result<Answer> {
        self.attempt(Method::ASK, &composed(question), &dated(options))
            .await
    }

    /// Finds pages without answering.
    ///
    /// # Errors
    /// As [`ask_with`](Self::ask_with).
    pub async fn search(&self, query: &str, options: &Value) -> Result<SearchResult> {
        self.attempt(Method::SEARCH, &composed(query), &dated(options))
            .await
    }

    /// Runs every method on one question, side by side.
    ///
    /// # Errors
    /// As [`ask_with`](Self::ask_with).
    pub async fn compare(&self, question: &str, options: &Value) -> Result<Comparison> {
        self.attempt(Method::COMPARE, &composed(question), &dated(options))
            .await
    }

    /// Completes text that is being typed.
    ///
    /// # Errors
    /// As [`ask_with`](Self::ask_with).
    pub async fn suggest(&self, text: &str, options: &Value) -> Result<Suggestions> {
        self.attempt(Method::SUGGEST, &composed(text), options)
            .await
    }

    /// Returns pages similar to the one at an address.
    ///
    /// # Errors
    /// As [`ask_with`](Self::ask_with).
    pub async fn related(&self, address: &str, options: &Value) -> Result<RelatedPages> {
        self.attempt(Method::RELATED, address, options).await
    }

    /// Returns statistics of the bundle.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.current().engine.stats()
    }

    fn current(&self) -> Rc<Opened> {
        Rc::clone(&self.opened.borrow())
    }

    /// Takes the steps of a call; begins it again if the site has been deployed meanwhile.
    async fn attempt<T>(&self, method: Method<T>, text: &str, options: &Value) -> Result<T> {
        let mut renewals = 0;
        loop {
            let opened = self.current();
            let mut call = opened.engine.begin(method, text, options);
            while Rc::ptr_eq(&opened, &self.current()) {
                let needs = match call.step()? {
                    Step::Done(done) => return Ok(done),
                    Step::Needs(needs) => needs,
                };
                if needs.files.is_empty() {
                    return Err(needs.unmet());
                }
                let files = &needs.files;
                let outcomes = join_all(files.iter().map(|file| opened.arrive(file))).await;
                let is_replaced = outcomes
                    .iter()
                    .any(|own| own.as_ref().is_err_and(|failure| failure.is_replaced));
                if is_replaced && renewals < MOST_RENEWALS {
                    renewals += 1;
                    self.renew(&opened).await;
                }
                if !Rc::ptr_eq(&opened, &self.current()) {
                    break;
                }
                for (file, outcome) in files.iter().zip(outcomes) {
                    if let Err(failure) = outcome {
                        skip_file(&mut call, file, failure)?;
                    }
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

/// Continues a call without a file.
///
/// # Errors
/// The file's error, if nothing works without it.
fn skip_file<T>(call: &mut Call<T>, file: &str, failure: Failure) -> Result<()> {
    let is_lost = matches!(
        failure.error,
        Error::FetchFailed { .. } | Error::Corrupt { .. }
    );
    if is_lost && call.skip(file, &failure.error.to_string()) {
        return Ok(());
    }
    Err(failure.error)
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
