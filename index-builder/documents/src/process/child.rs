//! The child process: confines itself before it receives a document, then reads one after another.

use std::io;
use std::sync::Arc;

use super::super::{DocumentLimits, read};
use super::{confinement, frames};

/// Reads documents from the standard input, and writes their texts to the standard output.
///
/// # Errors
/// If the pipes do not contain messages of the build.
pub fn read_documents() -> anyhow::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let Some(limits) = frames::read(&mut input)? else {
        anyhow::bail!("this command is for builds alone, which hand it documents");
    };
    let limits: DocumentLimits = rmp_serde::from_slice(&limits)?;
    confinement::confine(limits.memory);
    frames::write(&mut output, b"ready")?;
    while let Some(bytes) = frames::read(&mut input)? {
        confinement::allow_time(limits.processor_time);
        let text = read(Arc::new(bytes), &limits);
        frames::write(&mut output, &rmp_serde::to_vec(&text)?)?;
    }
    Ok(())
}
