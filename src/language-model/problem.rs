//! Problems of a language model, described for visitor and site owner.

use std::fmt;

/// The reason why a language model gave no answer. Each has a stable code and a remedy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelProblem {
    /// There is no connection, or the browser was not allowed to make one.
    Unreachable,
    /// The key is missing or wrong, or has no access to the model (401, 403).
    Unauthorised,
    /// The model or the address does not exist (404).
    NotFound,
    /// There were too many simultaneous questions, after all retries (429, 503).
    Busy,
    /// The visitor, or all visitors together, have asked as often as the server or the site allows.
    Limit,
    /// The question and its sources are longer than the model can read.
    NoRoom,
    /// The request was not understood (other 4xx).
    Refused,
    /// The server or the model failed (5xx, or an error in the stream).
    Failed,
    /// The response is not a stream of tokens: most often it is a web page.
    NotAStream,
    /// The connection ended in the middle of the answer.
    Cut,
    /// The answer, or a line of the stream, is longer than allowed.
    TooLong,
    /// It took longer than allowed.
    TimedOut,
    /// The stream ended normally, without text.
    Empty,
    /// The browser has no built-in model, or it is not ready.
    Unavailable,
}

impl ModelProblem {
    /// Returns a stable code, for JavaScript and for tests.
    pub fn code(self) -> &'static str {
        match self {
            Self::Unreachable => "MODEL_UNREACHABLE",
            Self::Unauthorised => "MODEL_UNAUTHORISED",
            Self::NotFound => "MODEL_NOT_FOUND",
            Self::Busy => "MODEL_BUSY",
            Self::Limit => "MODEL_LIMIT",
            Self::NoRoom => "MODEL_NO_ROOM",
            Self::Refused => "MODEL_REFUSED",
            Self::Failed => "MODEL_FAILED",
            Self::NotAStream => "MODEL_NOT_A_STREAM",
            Self::Cut => "MODEL_CUT",
            Self::TooLong => "MODEL_TOO_LONG",
            Self::TimedOut => "MODEL_TIMED_OUT",
            Self::Empty => "MODEL_EMPTY",
            Self::Unavailable => "MODEL_UNAVAILABLE",
        }
    }

    /// Returns the problem of an HTTP status; none for a success.
    pub fn of_status(status: u16) -> Option<Self> {
        match status {
            200..=299 => None,
            401 | 403 => Some(Self::Unauthorised),
            404 => Some(Self::NotFound),
            429 | 503 => Some(Self::Busy),
            400..=499 => Some(Self::Refused),
            _ => Some(Self::Failed),
        }
    }

    fn advice(self) -> &'static str {
        match self {
            Self::Unreachable => {
                "the language model could not be reached. Check that its address responds \
                 without a redirect and allows this site (the header \
                 Access-Control-Allow-Origin, and the page's connect-src), or serve it from the \
                 site's own address"
            }
            Self::Unauthorised => {
                "the language model rejected the key. Check that it is set, valid, and allowed \
                 to use this model"
            }
            Self::NotFound => {
                "the language model was not found. Check the model's name, and that the endpoint \
                 is the address before /chat/completions or /api/chat"
            }
            Self::Busy => "the language model is busy, also after retries. Try again later",
            Self::Limit => {
                "the language model has been asked as often as this site allows. Ask again \
                 tomorrow, or raise generation.model.daily_limit"
            }
            Self::NoRoom => {
                "the question and its sources are longer than the language model can read. Lower \
                 generation.context.max_characters"
            }
            Self::Refused => {
                "the language model rejected the request. Change the setting that its message names"
            }
            Self::Failed => {
                "the language model failed. Try again, or look for the reason in its \
                log"
            }
            Self::NotAStream => {
                "the address does not return a language model's stream. Check that the endpoint \
                 matches the interface (api)"
            }
            Self::Cut => {
                "the language model's answer was cut off. Try again; a proxy may close \
                 connections too early or buffer data"
            }
            Self::TooLong => {
                "the language model's answer is longer than allowed. Ask for a shorter one, or \
                 raise \
                 generation.model.max_answer_characters"
            }
            Self::TimedOut => {
                "the language model took too long. Try again, or raise the time limits in \
                 generation.model"
            }
            Self::Empty => {
                "the language model returned an empty answer. Try again, or use \
                another model"
            }
            Self::Unavailable => {
                "this browser has no language model available. Use another browser, or configure \
                 an endpoint"
            }
        }
    }
}

impl fmt::Display for ModelProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.advice())
    }
}
