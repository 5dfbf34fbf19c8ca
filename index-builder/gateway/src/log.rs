//! A line for each answer and for each failure. By default no line has a question, and none ever
//! has the address of a visitor.

use std::fmt;
use std::io::{Write, stderr};

use jiff::Timestamp;
use serde::Serialize;

/// Takes the lines.
pub struct Log(Box<dyn Fn(&str) + Send + Sync>);

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

/// An answer.
#[derive(Debug, Serialize)]
pub(crate) struct Answered<'a> {
    pub(crate) site: &'a str,
    pub(crate) path: &'static str,
    pub(crate) status: u16,
    pub(crate) milliseconds: u64,
    /// The age of a kept answer in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) age: Option<u64>,
    /// The words of the question, if the log may have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) words: Option<&'a str>,
}

#[derive(Serialize)]
struct Line<'l, T> {
    time: String,
    event: &'static str,
    #[serde(flatten)]
    rest: &'l T,
}

#[derive(Serialize)]
struct Message<'m> {
    message: &'m str,
}

impl Log {
    /// Creates a log that gives its lines to `sink`, each without a line break.
    pub fn new(sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Box::new(sink))
    }

    /// Creates a log on standard error.
    #[must_use]
    pub fn to_standard_error() -> Self {
        // A log that nobody takes is no reason to end.
        Self::new(|line| drop(writeln!(stderr(), "{line}")))
    }

    pub(crate) fn answered(&self, answered: &Answered<'_>) {
        self.write("answer", answered);
    }

    /// Writes what an operator should know.
    pub(crate) fn says(&self, event: &'static str, message: &str) {
        self.write(event, &Message { message });
    }

    fn write(&self, event: &'static str, rest: &impl Serialize) {
        let line = Line {
            time: format!("{:.3}", Timestamp::now()),
            event,
            rest,
        };
        if let Ok(line) = serde_json::to_string(&line) {
            (self.0)(&line);
        }
    }
}
