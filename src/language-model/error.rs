//! The errors of this crate: invalid settings, and problems of a language model.

use std::fmt;

use soru::error::{Expected, Found};

use crate::problem::ModelProblem;

/// The result of anything that can fail.
pub type Result<T> = std::result::Result<T, Error>;

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A setting or an option is unknown or invalid.
    Setting(soru::Error),
    /// A language model gave no answer.
    Model {
        /// The problem.
        problem: ModelProblem,
        /// Message of the server or the browser; may be empty.
        detail: String,
    },
}

impl Error {
    /// Makes the error for a language model that gave no answer.
    pub(crate) fn model(problem: ModelProblem, detail: &str) -> Self {
        Self::Model {
            problem,
            detail: detail.to_owned(),
        }
    }

    /// Makes the error for an invalid value of a setting or an option.
    pub(crate) fn invalid(
        path: impl Into<String>,
        found: impl Into<Found>,
        expected: impl Into<Expected>,
    ) -> Self {
        Self::Setting(soru::Error::invalid(path, found, expected))
    }

    /// Returns a stable code, for JavaScript and for tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Setting(error) => error.code(),
            Self::Model { problem, .. } => problem.code(),
        }
    }
}

impl From<soru::Error> for Error {
    fn from(error: soru::Error) -> Self {
        Self::Setting(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(error) => error.fmt(f),
            Self::Model { problem, detail } if detail.is_empty() => problem.fmt(f),
            // The server words this message for visitors.
            Self::Model {
                problem: ModelProblem::Limit,
                detail,
            } => f.write_str(detail),
            Self::Model { problem, detail } => {
                write!(f, "{problem}. The server's message: {detail}")
            }
        }
    }
}

impl std::error::Error for Error {}
