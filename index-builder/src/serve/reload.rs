//! Reloads open tabs after a new build, by server-sent events and a script on every page that
//! listens to them.
//!
//! A page is sent with the number of the build that it shows, and reloads when an event has another
//! number. Numbers are times, so that a page of an earlier run of the server reloads too.

use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http_body_util::channel::{Channel, Sender};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Response, StatusCode};
use tokio::sync::watch;
use tokio::time::timeout;

use super::{Answer, with};

/// Paths that cannot be files of a site, because hidden files are not served.
const EVENTS: &str = "/.soru/events";
const SCRIPT: &str = "/.soru/reload.js";

const SCRIPT_TEXT: &str = include_str!("reload.js");

/// The interval of messages without a build, which detect closed tabs.
const PULSE: Duration = Duration::from_secs(20);

/// Byte order marks of UTF-16, in which the script's tag would not be valid text.
const UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Notifies open tabs that the site was built.
#[derive(Debug, Clone)]
pub struct Reloads(watch::Sender<u128>);

impl Default for Reloads {
    fn default() -> Self {
        Self(watch::Sender::new(now()))
    }
}

impl Reloads {
    /// Makes all open tabs reload after a build.
    pub fn announce(&self) {
        self.0.send_replace(now());
    }

    /// Returns the response to a request for the events or the script.
    pub(super) fn answer(&self, path: &str) -> Option<Answer> {
        match path {
            EVENTS => Some(self.events()),
            SCRIPT => Some(script()),
            _ => None,
        }
    }

    /// Appends the script to a page, where parsers add it to the end of the body.
    pub(super) fn add_script(&self, mut page: Vec<u8>) -> Vec<u8> {
        if !UTF_16.iter().any(|mark| page.starts_with(mark)) {
            let build = *self.0.borrow();
            let tag = format!("<script src=\"{SCRIPT}\" data-build=\"{build}\" async></script>\n");
            page.extend_from_slice(tag.as_bytes());
        }
        page
    }

    fn events(&self) -> Answer {
        let (sender, body) = Channel::<Bytes, io::Error>::new(1);
        tokio::spawn(send_reloads(sender, self.0.subscribe()));
        let headers = [
            ("content-type", "text/event-stream"),
            ("cache-control", "no-store"),
        ];
        with(Response::new(body.boxed_unsync()), &headers)
    }
}

fn script() -> Answer {
    let body = Full::from(SCRIPT_TEXT).map_err(|never| match never {});
    let mut response = Response::new(body.boxed_unsync());
    *response.status_mut() = StatusCode::OK;
    let headers = [
        ("content-type", "text/javascript; charset=utf-8"),
        ("cache-control", "no-cache"),
    ];
    with(response, &headers)
}

/// Sends the number of each build, the present one first, until the tab or the server closes.
async fn send_reloads(mut tab: Sender<Bytes, io::Error>, mut builds: watch::Receiver<u128>) {
    loop {
        let build = *builds.borrow_and_update();
        let event = format!("data: {build}\n\n");
        if tab.send_data(event.into()).await.is_err() {
            return;
        }
        while let Err(_nothing_new) = timeout(PULSE, builds.changed()).await {
            if tab.send_data(":\n\n".into()).await.is_err() {
                return;
            }
        }
        if builds.has_changed().is_err() {
            return;
        }
    }
}

fn now() -> u128 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_millis()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_the_script_appended_and_utf_16_stays_unchanged() {
        let reloads = Reloads::default();
        let page = String::from_utf8(reloads.add_script(b"<p>a</html>".to_vec())).unwrap();
        assert!(
            page.starts_with("<p>a</html><script src=\"/.soru/reload.js\""),
            "{page}"
        );
        let wide = b"\xff\xfe<\0p\0".to_vec();
        assert_eq!(reloads.add_script(wide.clone()), wide);
    }
}
