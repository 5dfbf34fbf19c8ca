//! Reasons why nothing was swapped, each with a message that says what to do.

use std::fmt;

/// The result of a step.
pub type Result<T> = std::result::Result<T, Failure>;

/// A reason why a push ended without a swap.
#[derive(Debug)]
pub enum Failure {
    /// The bundle or a file of the caller cannot be read.
    Input(anyhow::Error),
    /// The arguments or the environment are wrong.
    Usage(String),
    /// The cluster cannot be reached, or refuses the request.
    Refused(String),
    /// The cluster rejected documents.
    Rejected(String),
    /// The new index answers the questions of the check worse.
    Worse(String),
    /// Another push to the same alias is running.
    Locked(String),
}

impl Failure {
    /// Returns the exit code of the command.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) => 1,
            Self::Usage(_) => 2,
            Self::Refused(_) => 3,
            Self::Rejected(_) => 4,
            Self::Worse(_) => 5,
            Self::Locked(_) => 6,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => write!(f, "{error:#}"),
            Self::Usage(message)
            | Self::Refused(message)
            | Self::Rejected(message)
            | Self::Worse(message)
            | Self::Locked(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Failure {}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Input(error)
    }
}
