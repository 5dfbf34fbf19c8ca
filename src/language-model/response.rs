//! Decides by the head of a response: read it, retry, or fail.

use super::request::Api;
use super::settings::ModelSettings;
use super::stream::{Protocol, ReadJson, error_in, shortened};
use crate::error::{Error, Result};
use crate::problem::ModelProblem;
use soru::settings::Value;
use soru::text::place_in;

/// The head of a response, and the beginning of the body if it is an error.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// The header `Content-Type`.
    pub content_type: String,
    /// The header `Retry-After`; empty if there is none.
    pub retry_after: String,
    /// The beginning of the body, unless the body will be read.
    pub body: String,
}

/// The next step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The body is a stream.
    Read(Protocol),
    /// Retry after this many milliseconds.
    Again(f64),
}

/// The first wait for a busy server that does not state one, in milliseconds.
const FIRST_WAIT: f64 = 1000.0;

impl Response {
    /// Returns the next step. `asked` counts the requests made before this one; `now` is the time
    /// in milliseconds since 1970.
    ///
    /// # Errors
    /// [`Error::Model`] if there will be no answer.
    pub fn verdict(
        &self,
        api: Api,
        settings: &ModelSettings,
        asked: usize,
        now: f64,
        json: ReadJson<'_>,
    ) -> Result<Verdict> {
        let Some(problem) = ModelProblem::of_status(self.status) else {
            let protocol = api.protocol(&self.content_type);
            let other = || Error::model(ModelProblem::NotAStream, &self.content_type);
            return protocol.map(Verdict::Read).ok_or_else(other);
        };
        if let Some(said) = self.limit(json) {
            return Err(Error::model(ModelProblem::Limit, &said));
        }
        if problem == ModelProblem::Busy && asked < settings.retries {
            let wait = self.wait(asked, now);
            if wait <= settings.max_wait_millis.get() as f64 {
                return Ok(Verdict::Again(wait));
            }
        }
        Err(Error::model(problem, &self.said(json)))
    }

    /// Returns the message of a proxy that counts questions and passes on no more: an error with
    /// the code `daily_limit`. A model's server does not use this code.
    fn limit(&self, json: ReadJson<'_>) -> Option<String> {
        let object = json(&self.body)?;
        let code = object.get("error").and_then(|error| error.get("code"));
        let is_limit = code == Some(&Value::Text("daily_limit".to_owned()));
        is_limit.then(|| error_in(&object)).flatten()
    }

    /// Returns the wait that the server requests, or else a wait that grows each time.
    fn wait(&self, asked: usize, now: f64) -> f64 {
        let asked = u32::try_from(asked).unwrap_or(u32::MAX).min(3);
        let own = f64::from(1_u32 << asked) * FIRST_WAIT;
        retry_after(&self.retry_after, now).unwrap_or(own)
    }

    fn said(&self, json: ReadJson<'_>) -> String {
        let said = json(&self.body).and_then(|object| error_in(&object));
        // An error message in HTML is useless.
        let plain = || {
            let is_page = self.body.trim_start().starts_with('<');
            if is_page {
                String::new()
            } else {
                shortened(&self.body)
            }
        };
        let said = said.unwrap_or_else(plain);
        if said.is_empty() {
            format!("status {}", self.status)
        } else {
            format!("status {}, {said}", self.status)
        }
    }
}

/// Returns the milliseconds from `now` until the stated time, given in seconds or as an HTTP date
/// (RFC 9110, 10.2.3). Returns none if it is neither.
fn retry_after(header: &str, now: f64) -> Option<f64> {
    let header = header.trim();
    let is_number = !header.is_empty() && header.bytes().all(|b| b.is_ascii_digit());
    if is_number {
        // More seconds than a u32 can count exceed any limit.
        let seconds = header.parse::<u32>().unwrap_or(u32::MAX);
        return Some(f64::from(seconds) * 1000.0);
    }
    http_date(header).map(|then| (then - now).max(0.0))
}

/// Converts `Sun, 06 Nov 1994 08:49:37 GMT` to milliseconds since 1970.
fn http_date(text: &str) -> Option<f64> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let rest = &text[place_in(text, ", ")? + 2..];
    let parts: Vec<&str> = rest.split([' ', ':']).collect();
    let &[day, month, year, hours, minutes, seconds, "GMT"] = parts.as_slice() else {
        return None;
    };
    let number =
        |text: &str, most: i32| text.parse::<i32>().ok().filter(|n| (0..=most).contains(n));
    let month = MONTHS.iter().position(|name| *name == month)?;
    let days = days_since_1970(
        number(year, 9999)?,
        i32::try_from(month).ok()? + 1,
        number(day, 31)?,
    );
    let time = [
        number(hours, 23)?,
        number(minutes, 59)?,
        number(seconds, 60)?,
    ];
    let seconds = time.into_iter().fold(0, |sum, part| sum * 60 + part);
    Some((f64::from(days) * 86400.0 + f64::from(seconds)) * 1000.0)
}

/// Returns the days since 1970 in the Gregorian calendar, by Howard Hinnant's `days_from_civil`.
fn days_since_1970(year: i32, month: i32, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use soru::settings::Value;

    const NOW: f64 = 784_111_767_000.0; // Sun, 06 Nov 1994 08:49:27 GMT

    fn json(text: &str) -> Option<Value> {
        serde_json::from_str(text).ok()
    }

    fn verdict(status: u16, retry_after: &str, body: &str, asked: usize) -> Result<Verdict> {
        let response = Response {
            status,
            content_type: "text/event-stream".into(),
            retry_after: retry_after.into(),
            body: body.into(),
        };
        response.verdict(Api::OpenAi, &ModelSettings::default(), asked, NOW, &json)
    }

    #[test]
    fn r34_a_busy_server_is_retried_at_the_time_that_it_states() {
        for status in [429, 503] {
            assert_eq!(verdict(status, "2", "", 0), Ok(Verdict::Again(2000.0)));
            let date = "Sun, 06 Nov 1994 08:49:37 GMT";
            assert_eq!(verdict(status, date, "", 0), Ok(Verdict::Again(10_000.0)));
            assert_eq!(verdict(status, "soon", "", 1), Ok(Verdict::Again(2000.0)));
            assert_eq!(verdict(status, "", "", 0), Ok(Verdict::Again(1000.0)));
        }
        let past = "Sun, 06 Nov 1994 08:49:07 GMT";
        assert_eq!(verdict(503, past, "", 0), Ok(Verdict::Again(0.0)));
    }

    #[test]
    fn r34_retries_and_waits_are_limited() {
        for (retry_after, asked) in [("2", 2), ("3600", 0), ("99999999999", 0)] {
            let error = verdict(429, retry_after, "", asked).unwrap_err();
            assert_eq!(error.code(), "MODEL_BUSY");
        }
    }

    #[test]
    fn r34_every_failure_has_a_code_and_the_server_s_message() {
        for (status, code) in [
            (401, "MODEL_UNAUTHORISED"),
            (403, "MODEL_UNAUTHORISED"),
            (404, "MODEL_NOT_FOUND"),
            (400, "MODEL_REFUSED"),
            (500, "MODEL_FAILED"),
            (302, "MODEL_FAILED"),
        ] {
            let body = r#"{"error":{"message":"it is so"}}"#;
            let error = verdict(status, "", body, 0).unwrap_err();
            assert_eq!(error.code(), code);
            let message = error.to_string();
            assert!(message.contains("it is so") && message.contains(&status.to_string()));
        }
        let page = verdict(404, "", "<!doctype html><p>Not found", 0).unwrap_err();
        assert!(page.to_string().ends_with("status 404"), "{page}");
    }

    #[test]
    fn a_proxy_that_passes_on_no_more_questions_is_not_asked_again() {
        let refused = |code: &str| {
            let body =
                format!(r#"{{"error":{{"code":"{code}","message":"Come back tomorrow."}}}}"#);
            verdict(429, "1", &body, 0)
        };
        let error = refused("daily_limit").unwrap_err();
        assert_eq!(error.code(), "MODEL_LIMIT");
        assert_eq!(error.to_string(), "Come back tomorrow.");
        assert_eq!(refused("rate_limit"), Ok(Verdict::Again(1000.0)));
    }

    #[test]
    fn r34_a_page_instead_of_a_stream_is_an_error() {
        let page = Response {
            status: 200,
            content_type: "text/html".into(),
            ..Response::default()
        };
        let error = page.verdict(Api::Ollama, &ModelSettings::default(), 0, NOW, &json);
        assert_eq!(error.unwrap_err().code(), "MODEL_NOT_A_STREAM");
        assert_eq!(
            verdict(200, "", "", 0),
            Ok(Verdict::Read(Protocol::ServerSentEvents))
        );
    }

    #[test]
    fn r34_http_dates_are_converted_correctly() {
        for (date, millis) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000.0),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199_000.0),
            ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400_000.0),
        ] {
            assert_eq!(http_date(date), Some(millis), "{date}");
        }
        for wrong in [
            "",
            "Sun, 06 Nov 1994",
            "Sun, 06 Not 1994 08:49:37 GMT",
            "06 Nov 1994 08:49:37 GMT",
        ] {
            assert_eq!(http_date(wrong), None, "{wrong}");
        }
    }
}
