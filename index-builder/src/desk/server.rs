//! From a request to its reply.
//!
//! | path | gives |
//! |---|---|
//! | `/reports` | takes reports of the box |
//! | `/`, `/desk.js`, … | the page |
//! | `/site/bundle-N/` | the bundle that the box on the page asks |
//! | `/site/` | the pages of the site, without their scripts |
//! | `/api/…` | what the page shows and changes |

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::{
    CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Method, Request};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use soru_desk::{PATH, Receiver, Refusal, Reply, Store, today};
use soru_serving::{has_media_type, receive};

use super::access::Access;
use super::answer::Answer;
use super::proposals::Decision;
use super::replies::{done, json, moved, sent};
use super::site::{Named, Site};
use super::state::{BundleState, State};
use super::week::Week;
use super::written::Reviewed;
use crate::build::BUNDLE_FOLDER;
use crate::log::Find;
use crate::serve::{FoundFile, Root, cache_control, media_type};

/// The files of the page.
const FILES: [(&str, &str, &str); 6] = [
    (
        "/",
        "text/html; charset=utf-8",
        include_str!("page/desk.html"),
    ),
    (
        "/desk.css",
        "text/css; charset=utf-8",
        include_str!("page/desk.css"),
    ),
    (
        "/desk.js",
        "text/javascript; charset=utf-8",
        include_str!("page/desk.js"),
    ),
    (
        "/answering.js",
        "text/javascript; charset=utf-8",
        include_str!("page/answering.js"),
    ),
    (
        "/parts.js",
        "text/javascript; charset=utf-8",
        include_str!("page/parts.js"),
    ),
    (
        "/texts.js",
        "text/javascript; charset=utf-8",
        include_str!("page/texts.js"),
    ),
];

/// The page runs its own files and the box, and speaks with its own server only.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      connect-src 'self'; img-src 'self' data:; font-src 'self'; worker-src 'self'; \
                      form-action 'none'; base-uri 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types soru";

/// Pages of the site run no script beside the desk, and are of no origin.
const SANDBOX: &str = "sandbox";

/// The path of the site's pages.
const SITE: &str = "/site/";
/// The folder of a bundle among them, before its number.
const BUNDLE: &str = "bundle-";

/// The largest body of a change in bytes.
const MOST_BYTES: usize = 256 << 10;
/// The time for receiving it.
const RECEIVING: Duration = Duration::from_secs(10);
/// The days that the page shows.
const DAYS: u32 = 7;
/// The most days.
const MOST_DAYS: u32 = 366;

/// The desk: reports, the page, and the site.
#[derive(Debug)]
pub struct Desk {
    access: Access,
    receiver: Receiver,
    store: Mutex<Store>,
    site: Option<Arc<Site>>,
    /// Told what fails.
    problem: fn(&str),
}

/// A question that the owner has dealt with, or calls otherwise.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    language: String,
    question: String,
    #[serde(default)]
    wording: String,
}

/// An answer to a question, an edited suggestion, or a changed fact.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    fact: Answer,
    /// The question of visitors that it answers.
    asked: Option<Asked>,
    /// The suggestion that it was made of.
    suggested: Option<Named>,
    /// The fact that it replaces.
    replaced: Option<Named>,
}

#[derive(Debug, Serialize)]
struct Written {
    file: String,
}

type Result<T> = std::result::Result<T, Refusal>;

impl Desk {
    /// Creates a desk over a file of reports. `problem` receives each failure.
    pub fn new(
        access: Access,
        receiver: Receiver,
        store: Store,
        site: Option<Site>,
        problem: fn(&str),
    ) -> Self {
        Self {
            access,
            receiver,
            store: Mutex::new(store),
            site: site.map(Arc::new),
            problem,
        }
    }

    /// Replies to a request.
    pub async fn reply(self: Arc<Self>, request: Request<Incoming>) -> Reply {
        let path = request.uri().path().to_owned();
        if path == PATH {
            return self.receiver.reply(request).await;
        }
        let reply = if path.starts_with("/api/") {
            self.api(&path, request).await
        } else {
            self.look(&path, request).await
        };
        let mut reply = reply.unwrap_or_else(|refusal| refusal.reply());
        let headers = reply.headers_mut();
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        reply
    }

    async fn look(self: Arc<Self>, path: &str, request: Request<Incoming>) -> Result<Reply> {
        if self.site.is_none() {
            return Err(Refusal::NotFound);
        }
        if request.method() != Method::GET && request.method() != Method::HEAD {
            return Err(Refusal::Method("GET, HEAD"));
        }
        self.access.may_look(request.headers())?;
        if let Some((_, kind, content)) = FILES.iter().find(|(own, _, _)| *own == path) {
            let mut reply = sent(Bytes::from_static(content.as_bytes()), kind, "no-cache");
            let policy = HeaderValue::from_static(POLICY);
            reply.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
            return Ok(reply);
        }
        let path = path.to_owned();
        self.beside(move |desk| desk.file(&path)).await
    }

    /// Returns a file of the site or of its bundle.
    fn file(&self, path: &str) -> Result<Reply> {
        let site = self.site.as_ref().ok_or(Refusal::NotFound)?;
        let below = path.strip_prefix(SITE).ok_or(Refusal::NotFound)?;
        let of_bundle = in_bundle(below);
        let (root, wanted) = match of_bundle {
            Some(name) => (site.bundle().1, format!("/{BUNDLE_FOLDER}/{name}")),
            None => (
                site.folder().ok_or(Refusal::NotFound)?.to_owned(),
                format!("/{below}"),
            ),
        };
        let root = Root::new(&root).map_err(|_| Refusal::NotFound)?;
        match root.find(&wanted) {
            FoundFile::File(file) => self.read(&file, of_bundle.is_some()),
            FoundFile::Moved(to) if of_bundle.is_none() => moved(&format!("/site{to}")),
            _ => Err(Refusal::NotFound),
        }
    }

    fn read(&self, file: &Path, is_of_bundle: bool) -> Result<Reply> {
        let bytes = std::fs::read(file).map_err(|error| {
            self.failed(&anyhow::anyhow!(
                "{}: cannot be read: {error}",
                file.display()
            ))
        })?;
        let cache = if is_of_bundle {
            cache_control(file)
        } else {
            "no-cache"
        };
        let mut reply = sent(Bytes::from(bytes), media_type(file), cache);
        if !is_of_bundle {
            let policy = HeaderValue::from_static(SANDBOX);
            reply.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
        Ok(reply)
    }

    async fn api(self: Arc<Self>, path: &str, request: Request<Incoming>) -> Result<Reply> {
        if self.site.is_none() {
            return Err(Refusal::NotFound);
        }
        self.access.may_use(request.method(), request.headers())?;
        let query = request.uri().query().unwrap_or_default().to_owned();
        match (path, request.method()) {
            ("/api/desk", &Method::GET) => self.beside(move |desk| desk.state(&query)).await,
            ("/api/pages", &Method::GET) => self.beside(move |desk| desk.pages(&query)).await,
            ("/api/bundle", &Method::GET) => {
                let site = self.site.as_ref().ok_or(Refusal::NotFound)?;
                Ok(json(&BundleState::new(site)))
            }
            ("/api/answer", &Method::POST) => {
                let answered = body(request).await?;
                self.beside(move |desk| desk.answer(&answered)).await
            }
            ("/api/drop", &Method::POST) => {
                let dropped = body(request).await?;
                self.beside(move |desk| desk.drop(&dropped)).await
            }
            ("/api/question", &Method::POST) => {
                let decision = body(request).await?;
                self.beside(move |desk| desk.settle(&decision)).await
            }
            ("/api/written", &Method::POST) => {
                let reviewed = body(request).await?;
                self.beside(move |desk| desk.review(&reviewed)).await
            }
            ("/api/done", &Method::POST) => {
                let named = body(request).await?;
                self.beside(move |desk| desk.done(&named)).await
            }
            ("/api/wording", &Method::POST) => {
                let named = body(request).await?;
                self.beside(move |desk| desk.reword(&named)).await
            }
            ("/api/desk" | "/api/pages" | "/api/bundle", _) => Err(Refusal::Method("GET")),
            (
                "/api/answer" | "/api/drop" | "/api/question" | "/api/written" | "/api/done"
                | "/api/wording",
                _,
            ) => Err(Refusal::Method("POST")),
            _ => Err(Refusal::NotFound),
        }
    }

    /// Does what waits for the disk beside other requests.
    async fn beside(
        self: Arc<Self>,
        work: impl FnOnce(&Self) -> Result<Reply> + Send + 'static,
    ) -> Result<Reply> {
        let done = tokio::task::spawn_blocking(move || work(&self)).await;
        done.unwrap_or(Err(Refusal::Failed))
    }

    fn state(&self, query: &str) -> Result<Reply> {
        let days = parameter(query, "days").and_then(|days| days.parse().ok());
        let until = parameter(query, "until").and_then(|day| day.parse().ok());
        let today = today();
        let days = days.unwrap_or(DAYS).clamp(1, MOST_DAYS);
        let places = self.site.as_ref().and_then(|site| site.places().ok());
        let find = places.as_ref().map(|places| places as Find<'_>);
        let week = Week::read_with(&self.store(), until.unwrap_or(today), days, find);
        let state = week.and_then(|week| State::new(week, self.site.as_deref(), today));
        state
            .map(|state| json(&state))
            .map_err(|error| self.failed(&error))
    }

    fn pages(&self, query: &str) -> Result<Reply> {
        let site = self.site.as_ref().ok_or(Refusal::NotFound)?;
        let question = parameter(query, "q").unwrap_or_default();
        let language = parameter(query, "language").unwrap_or_default();
        // A question without a word finds nothing, and is no fault.
        let pages = site.pages(&question, &language).unwrap_or_default();
        Ok(json(&pages))
    }

    fn answer(&self, answered: &Answered) -> Result<Reply> {
        let site = self.site.as_ref().ok_or(Refusal::NotFound)?;
        let fact = answered.fact.fact().map_err(Refusal::Invalid)?;
        let written = match &answered.replaced {
            Some(replaced) => site.change(replaced, &fact),
            None => site.add(&fact),
        };
        let file = written.map_err(|error| Refusal::Invalid(format!("{error:#}")))?;
        if let Some(suggestion) = &answered.suggested {
            let dropped = site.drop_suggestion(suggestion);
            dropped.map_err(|error| Refusal::Invalid(format!("{error:#}")))?;
        }
        if let Some(asked) = &answered.asked {
            let finished = self.store().finish(&asked.language, &asked.question);
            finished.map_err(|error| self.failed(&error))?;
        }
        Ok(json(&Written { file: name(&file) }))
    }

    fn drop(&self, suggestion: &Named) -> Result<Reply> {
        let site = self.site.as_ref().ok_or(Refusal::NotFound)?;
        let dropped = site.drop_suggestion(suggestion);
        dropped.map_err(|error| Refusal::Invalid(format!("{error:#}")))?;
        Ok(done())
    }

    fn settle(&self, decision: &Decision) -> Result<Reply> {
        let site = self.site.as_ref().ok_or(Refusal::NotFound)?;
        let settled = site.settle(decision);
        settled.map_err(|error| Refusal::Invalid(format!("{error:#}")))?;
        Ok(done())
    }

    fn review(&self, reviewed: &Reviewed) -> Result<Reply> {
        let site = self.site.as_ref().ok_or(Refusal::NotFound)?;
        let kept = site.review(reviewed);
        kept.map_err(|error| Refusal::Invalid(format!("{error:#}")))?;
        Ok(done())
    }

    fn done(&self, named: &Asked) -> Result<Reply> {
        let finished = self.store().finish(&named.language, &named.question);
        finished.map_err(|error| self.failed(&error))?;
        Ok(done())
    }

    fn reword(&self, named: &Asked) -> Result<Reply> {
        let wording = soru_ingest::tidy_line(&named.wording);
        if wording.is_empty() {
            return Err(Refusal::Invalid("the wording is empty".to_owned()));
        }
        let reworded = self
            .store()
            .reword(&named.language, &named.question, &wording);
        reworded.map_err(|error| self.failed(&error))?;
        Ok(done())
    }

    fn store(&self) -> std::sync::MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, error: &anyhow::Error) -> Refusal {
        (self.problem)(&format!("{error:#}"));
        Refusal::Failed
    }
}

/// The name of a file in the bundle. The page of an earlier build loads the parts of its box from
/// the present bundle, which has the same.
fn in_bundle(path: &str) -> Option<&str> {
    let (number, name) = path.strip_prefix(BUNDLE)?.split_once('/')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(name)
}

/// Reads a change.
async fn body<T: DeserializeOwned>(request: Request<Incoming>) -> Result<T> {
    if !has_media_type(request.headers(), "application/json") {
        return Err(Refusal::MediaType);
    }
    let body = receive(request, MOST_BYTES, RECEIVING).await?;
    serde_json::from_slice(&body).map_err(|error| Refusal::Invalid(format!("the body: {error}")))
}

fn parameter(query: &str, name: &str) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    pairs.find_map(|(own, value)| (own == name).then(|| value.into_owned()))
}

fn name(file: &Path) -> String {
    file.display().to_string()
}
