//! The `facts` section.

use super::{decode, encode};
use crate::error::Result;
use crate::fact::Fact;

/// The section's bytes.
///
/// # Errors
/// Only if memory for them cannot be had.
pub fn write_facts(facts: &[Fact]) -> Result<Vec<u8>> {
    encode("facts", &facts)
}

/// From the section's bytes.
///
/// # Errors
/// [`crate::Error::Corrupt`].
pub fn read_facts(bytes: &[u8]) -> Result<Vec<Fact>> {
    decode("facts", bytes)
}
