//! Why an answer of a gateway cannot be used.

use std::fmt;

/// An answer that is not what the contract says. The page is answered from its own small index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable(String);

impl Unreadable {
    pub(crate) fn new(detail: impl fmt::Display) -> Self {
        Self(detail.to_string())
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the gateway's answer cannot be read: {}; check that the address is that of \
            `soru gateway`",
            self.0
        )
    }
}

impl std::error::Error for Unreadable {}

impl From<soru::Error> for Unreadable {
    fn from(error: soru::Error) -> Self {
        Self::new(error)
    }
}
