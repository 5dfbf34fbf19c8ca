//! Downloads of files.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal, RequestCache, RequestInit, Response};

use super::stream::{Broken, message, read};
use crate::error::Error;
use crate::web::scope;

/// Maximum time without data from a host, in milliseconds. The total time depends on the
/// connection.
const IDLE_MILLIS: u32 = 20_000;

/// Pause before a failed download is retried once, in milliseconds.
const RETRY_MILLIS: u32 = 500;

/// The reason why a file is unavailable.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    pub(super) error: Error,
    /// Whether another build may have replaced the file's.
    pub(super) is_replaced: bool,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let is_replaced = matches!(error, Error::Corrupt { .. });
        Self { error, is_replaced }
    }
}

/// Fetches the bytes at an address, at most `limit`. Retries once after a temporary failure.
pub(super) async fn fetch(
    url: &str,
    limit: usize,
    cache: RequestCache,
) -> Result<Vec<u8>, Failure> {
    let mut fetched = once(url, limit, cache).await;
    if fetched.as_ref().is_err_and(Trouble::is_temporary) {
        TimeoutFuture::new(RETRY_MILLIS).await;
        fetched = once(url, limit, cache).await;
    }
    fetched.map_err(|trouble| trouble.failure(url))
}

async fn once(url: &str, limit: usize, cache: RequestCache) -> Result<Vec<u8>, Trouble> {
    let idle_timeout =
        IdleTimeout::new().map_err(|_| Trouble::Unreachable("no request".to_owned()))?;
    let fetched = request(url, limit, cache, &idle_timeout).await;
    if idle_timeout.is_over.get() {
        return Err(Trouble::Unreachable(
            "the server stopped responding".to_owned(),
        ));
    }
    fetched
}

async fn request(
    url: &str,
    limit: usize,
    cache: RequestCache,
    idle_timeout: &IdleTimeout,
) -> Result<Vec<u8>, Trouble> {
    let options = RequestInit::new();
    options.set_cache(cache);
    options.set_signal(Some(&idle_timeout.signal()));
    let response = JsFuture::from(scope().fetch_with_str_and_init(url, &options)).await;
    let response: Response = response
        .map_err(|thrown| Trouble::Unreachable(message(&thrown)))?
        .unchecked_into();
    if !response.ok() {
        return Err(Trouble::Status(response.status()));
    }
    let Some(body) = response.body() else {
        return Ok(Vec::new());
    };
    let bytes = read(&body, limit, || idle_timeout.restart()).await;
    bytes.map_err(|broken| match broken {
        Broken::Off(reason) => Trouble::Unreachable(reason),
        Broken::TooLong => Trouble::TooLong,
    })
}

/// The error of one attempt.
#[derive(Debug)]
enum Trouble {
    Status(u16),
    Unreachable(String),
    TooLong,
}

impl Trouble {
    /// Returns whether the error may be temporary: the connection failed, or the host is
    /// overloaded.
    fn is_temporary(&self) -> bool {
        match self {
            Self::Status(status) => *status == 429 || *status >= 500,
            Self::Unreachable(_) => true,
            Self::TooLong => false,
        }
    }

    fn failure(self, url: &str) -> Failure {
        let is_replaced = !matches!(self, Self::Unreachable(_));
        let detail = match self {
            Self::Status(status) => format!(
                "the server answered {status}. Check that the file is there, and upload all files of one build"
            ),
            Self::Unreachable(reason) => {
                format!("{reason}. Check that the file is there and that the visitor is online")
            }
            Self::TooLong => "it is longer than expected. The host must send .gz files as they \
                are, without Content-Encoding, and not a page instead"
                .to_owned(),
        };
        let error = Error::FetchFailed {
            url: url.to_owned(),
            detail,
        };
        Failure { error, is_replaced }
    }
}

/// Aborts a request when its host has sent nothing for too long, or when it is dropped.
struct IdleTimeout {
    controller: AbortController,
    is_over: Rc<Cell<bool>>,
    timer: RefCell<Option<Timeout>>,
}

impl IdleTimeout {
    fn new() -> Result<Self, wasm_bindgen::JsValue> {
        let idle_timeout = Self {
            controller: AbortController::new()?,
            is_over: Rc::default(),
            timer: RefCell::default(),
        };
        idle_timeout.restart();
        Ok(idle_timeout)
    }

    fn signal(&self) -> AbortSignal {
        self.controller.signal()
    }

    /// Restarts the time limit, since the host has sent data.
    fn restart(&self) {
        let (controller, is_over) = (self.controller.clone(), Rc::clone(&self.is_over));
        let timer = Timeout::new(IDLE_MILLIS, move || {
            is_over.set(true);
            controller.abort();
        });
        self.timer.replace(Some(timer));
    }
}

impl Drop for IdleTimeout {
    fn drop(&mut self) {
        self.controller.abort();
    }
}
