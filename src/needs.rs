//! The needs of a call, and how a stage states them.

use std::fmt;

use crate::catalogue::lacking;
use crate::error::{Error, Result};

/// The result of a stage or a look-up, which may need something first.
pub type Attempt<T> = std::result::Result<T, Interruption>;

/// A stage or a look-up without a result. `?` makes one from an [`Error`], and `.into()` from
/// [`Needs`].
///
/// A pointer, since every early return copies it.
#[derive(Debug, Clone, PartialEq)]
pub struct Interruption(Box<Reason>);

/// Describes a call that needs the answer of a gateway.
const UNASKED: &str = "the gateway was not asked";

/// The reason of an [`Interruption`].
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// The stage needs something first, and is called again then.
    Needs(Needs),
    /// The stage failed.
    Failed(Error),
}

/// The needs of a call before it can continue: [`Step::Needs`](crate::orchestration::Step::Needs).
///
/// A stage that needs something returns an [`Interruption`], so that `?` ends all stages, and
/// [`Call::step`](crate::orchestration::Call::step) turns it into a step. Look-ups in one step note
/// their needs here, so that all files are fetched at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// Names of files to [supply](crate::Engine::supply).
    pub files: Vec<String>,
    /// Names of rerankers that compute scores outside of the engine.
    pub scores: Vec<String>,
    /// Whether the call needs an operator or a part that this engine lacks
    /// ([`Operators`](crate::orchestration::Operators)): it must begin again in an engine with
    /// all of them.
    pub full_engine: bool,
    /// The words for which a gateway must be asked: the language of the question, then a line for
    /// each word with its language, its weight in hundredths and itself. The call must begin again
    /// in an index of the answer.
    pub remote: String,
}

impl Needs {
    /// Creates the need for these files.
    pub fn files(files: Vec<String>) -> Self {
        Self {
            files,
            ..Self::default()
        }
    }

    /// Creates the need for the scores of a reranker, which returns it
    /// ([`Reranker::scores`](crate::post_retrieval::Reranker::scores)).
    pub fn scores_of(reranker: impl Into<String>) -> Self {
        Self {
            scores: vec![reranker.into()],
            ..Self::default()
        }
    }

    /// Returns whether nothing is needed.
    pub fn is_empty(&self) -> bool {
        let none_outside = self.scores.is_empty() && self.remote.is_empty();
        self.files.is_empty() && none_outside && !self.full_engine
    }

    /// Returns the result of a look-up; none if it needs something first, which is noted.
    ///
    /// # Errors
    /// All errors but [`Error::NeedsFullEngine`], which is a need.
    pub(crate) fn note<T>(&mut self, looked_up: Attempt<T>) -> Result<Option<T>> {
        match looked_up {
            Ok(value) => Ok(Some(value)),
            Err(interruption) => {
                self.add(interruption.needs()?);
                Ok(None)
            }
        }
    }

    fn add(&mut self, other: Self) {
        for file in other.files {
            if !self.files.contains(&file) {
                self.files.push(file);
            }
        }
        self.scores.extend(other.scores);
        self.scores.dedup();
        self.full_engine |= other.full_engine;
        self.remote += &other.remote;
    }

    /// # Errors
    /// The needs, if there are any.
    pub(crate) fn end(self) -> Attempt<()> {
        if self.is_empty() {
            return Ok(());
        }
        Err(self.into())
    }
}

impl Needs {
    /// Makes the error of a call that did not get what it needs.
    pub(crate) fn unmet(self) -> Error {
        if let Some(file) = self.files.into_iter().next() {
            let reason = "it was not supplied".to_owned();
            return Error::PartMissing { file, reason };
        }
        let (name, detail) = match self.scores.into_iter().next() {
            Some(name) => (name, "it has not scored the hits"),
            None if !self.remote.is_empty() => ("remote".to_owned(), UNASKED),
            None => return lacking(),
        };
        Error::Operator {
            name,
            detail: detail.into(),
        }
    }
}

impl Interruption {
    /// Returns the reason.
    pub fn reason(self) -> Reason {
        *self.0
    }

    /// Returns whether an unavailable file is the reason.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(*self.0, Reason::Failed(Error::PartMissing { .. }))
    }

    /// Returns what is needed.
    ///
    /// # Errors
    /// The error, if the stage failed.
    pub fn needs(self) -> Result<Needs> {
        match self.reason() {
            Reason::Needs(needs) => Ok(needs),
            Reason::Failed(Error::NeedsFullEngine) => Ok(Needs {
                full_engine: true,
                ..Needs::default()
            }),
            Reason::Failed(error) => Err(error),
        }
    }
}

impl fmt::Display for Interruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Reason::Needs(needs) if needs.full_engine => Error::NeedsFullEngine.fmt(f),
            Reason::Needs(needs) if !needs.remote.is_empty() => f.write_str(UNASKED),
            Reason::Needs(needs) => write!(
                f,
                "needed first: {}",
                [needs.files.join(", "), needs.scores.join(", ")].join(" ")
            ),
            Reason::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Interruption {}

impl From<Error> for Interruption {
    #[cold]
    #[inline(never)]
    fn from(error: Error) -> Self {
        Self(Box::new(Reason::Failed(error)))
    }
}

impl From<Needs> for Interruption {
    #[cold]
    #[inline(never)]
    fn from(needs: Needs) -> Self {
        Self(Box::new(Reason::Needs(needs)))
    }
}
