//! The engine's errors.
//!
//! Variants carry data, messages say what to do next, and [`Error::code`] is a stable
//! string for JavaScript. A damaged or hostile index is always an error, never a panic.

mod damage;
mod details;

use std::fmt;

pub use damage::Damage;
pub use details::{Detail, Expected, Found};

/// The engine's result.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// All errors of the engine.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not an index. Most often the server answered with its "not found" page: look
    /// at what the address really returns.
    NotAnIndex {
        /// The file that was read.
        file: String,
        /// Its length in bytes.
        len: usize,
    },
    /// The bundle has a format version that this engine cannot read.
    UnsupportedVersion {
        /// The format version of the bundle.
        found: u32,
        /// The format version of this engine.
        supported: u32,
    },
    /// A file of the bundle is damaged: cut off, altered, or of another build.
    Corrupt {
        /// The file or section.
        section: String,
        /// The mismatch.
        detail: Detail,
    },
    /// The engine lacks an operator or a part that the options name
    /// ([`Operators`](crate::orchestration::Operators)): open the bundle with all operators. The
    /// step of a call returns [`Needs::full_engine`](crate::Needs::full_engine) instead.
    NeedsFullEngine,
    /// A file of the bundle could not be fetched.
    FetchFailed {
        /// The address.
        url: String,
        /// Status or reason.
        detail: String,
    },
    /// A file is unavailable ([`crate::orchestration::Call::skip`]), and nothing was found without
    /// it.
    PartMissing {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// The question is empty, or only punctuation.
    EmptyQuestion,
    /// The question has exclusions only.
    OnlyExclusions {
        /// The exclusions.
        excluded: String,
    },
    /// A setting or option does not exist.
    UnknownKey {
        /// The full path of the key, `retrieval.bm25.k2`.
        path: String,
        /// The keys that exist in its place.
        known: Vec<&'static str>,
    },
    /// A setting or option has an invalid value.
    InvalidValue {
        /// The full path of the key.
        path: String,
        /// The value given.
        found: Found,
        /// The values allowed.
        expected: Expected,
    },
    /// The index builder cannot use a document, fact or page.
    InvalidInput {
        /// The document or fact.
        what: String,
        /// The problem, and how to solve it.
        detail: String,
    },
    /// An operator of a stage failed.
    Operator {
        /// The operator's name.
        name: String,
        /// Its message.
        detail: Detail,
    },
    /// The engine was closed.
    Closed,
}

/// The description of [`Error::EmptyQuestion`].
pub const EMPTY_QUESTION: &str =
    "the question is empty: it needs at least one word with a letter or a digit";

impl Error {
    /// Returns a stable code, for JavaScript and for tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAnIndex { .. } => "NOT_AN_INDEX",
            Self::UnsupportedVersion { .. } => "UNSUPPORTED_VERSION",
            Self::Corrupt { .. } => "CORRUPT_INDEX",
            Self::NeedsFullEngine => "NEEDS_FULL_ENGINE",
            Self::FetchFailed { .. } => "FETCH_FAILED",
            Self::PartMissing { .. } => "PART_MISSING",
            Self::EmptyQuestion => "EMPTY_QUESTION",
            Self::OnlyExclusions { .. } => "ONLY_EXCLUSIONS",
            Self::UnknownKey { .. } => "UNKNOWN_OPTION",
            Self::InvalidValue { .. } => "INVALID_OPTION",
            Self::InvalidInput { .. } => "INVALID_INPUT",
            Self::Operator { .. } => "OPERATOR_FAILED",
            Self::Closed => "CLOSED",
        }
    }

    /// Returns the existing key nearest to an unknown one, with its path, if one is near.
    pub fn nearest_key(&self) -> Option<String> {
        match self {
            Self::UnknownKey { path, known } => details::nearest(path, known),
            _ => None,
        }
    }

    /// Makes the error for a damaged section.
    pub(crate) fn corrupt(section: impl AsRef<str>, detail: impl Into<Detail>) -> Self {
        // One copy for all types of arguments, outside of the path without errors.
        #[cold]
        #[inline(never)]
        fn corrupt(section: &str, detail: Detail) -> Error {
            Error::Corrupt {
                section: section.to_owned(),
                detail,
            }
        }
        corrupt(section.as_ref(), detail.into())
    }

    /// Makes the error for an invalid value of a key.
    pub fn invalid(
        path: impl Into<String>,
        found: impl Into<Found>,
        expected: impl Into<Expected>,
    ) -> Self {
        #[cold]
        #[inline(never)]
        fn invalid(path: String, found: Found, expected: Expected) -> Error {
            Error::InvalidValue {
                path,
                found,
                expected,
            }
        }
        invalid(path.into(), found.into(), expected.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnIndex { file, len } => write!(
                f,
                "{file} is not a Soru index ({len} bytes). Most often the server answered with \
                 its \"not found\" page: open the address and look at what it returns"
            ),
            Self::UnsupportedVersion { found, supported } => write!(
                f,
                "the bundle has format version {found}, this engine reads version {supported}. \
                 Build the bundle again with the `soru` of the same release as the engine"
            ),
            Self::Corrupt { section, detail } => write!(
                f,
                "{section} is damaged: {detail}. Upload the whole bundle again, all files of one \
                 build"
            ),
            Self::NeedsFullEngine => {
                f.write_str("this needs the full engine: open the bundle with all operators")
            }
            Self::FetchFailed { url, detail } => write!(
                f,
                "{url} could not be fetched: {detail}. Check that the file is there and that the \
                 visitor is online"
            ),
            Self::PartMissing { file, reason } => write!(
                f,
                "part of the search is unavailable, and nothing was found without it: {file}: \
                 {reason}"
            ),
            Self::EmptyQuestion => f.write_str(EMPTY_QUESTION),
            Self::OnlyExclusions { excluded } => write!(
                f,
                "the question has only exclusions ({excluded}): add at least one word to search for"
            ),
            Self::UnknownKey { path, .. } => match self.nearest_key() {
                Some(nearest) => write!(f, "unknown setting `{path}`; did you mean `{nearest}`?"),
                None => write!(f, "unknown setting `{path}`"),
            },
            Self::InvalidValue {
                path,
                found,
                expected,
            } => {
                write!(f, "`{path}` cannot be {found}: it must be {expected}")
            }
            Self::InvalidInput { what, detail } => write!(f, "{what}: {detail}"),
            Self::Operator { name, detail } => write!(f, "`{name}` failed: {detail}"),
            Self::Closed => f.write_str("the engine was closed; open it again"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_state_what_to_do() {
        let error = Error::UnsupportedVersion {
            found: 9,
            supported: 1,
        };
        assert!(error.to_string().contains("Build the bundle again"));
        assert_eq!(error.code(), "UNSUPPORTED_VERSION");
    }

    #[test]
    fn the_error_for_an_unknown_key_names_the_nearest() {
        let error = Error::UnknownKey {
            path: "ranking.top_q".into(),
            known: vec!["depth", "top_k"],
        };
        assert_eq!(
            error.to_string(),
            "unknown setting `ranking.top_q`; did you mean `ranking.top_k`?"
        );
    }
}
