//! Reads and writes the description of an installed encoder: `encoder.json`.

use std::path::Path;
use std::{fmt, fs};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use soru::index::format::hex;

const FORMAT: u32 = 1;

/// A package's description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// Name in the store.
    pub name: String,
    /// Name given by its authors.
    pub model: String,
    /// Tags of its languages.
    pub languages: Vec<String>,
    /// Licence.
    pub licence: String,
    /// The source of the package.
    pub source: String,
    /// SHA-256 of the weights as published, in hexadecimal; a query table belongs to these weights.
    pub weights: String,
}

impl Manifest {
    /// The file's name.
    pub(super) const FILE: &str = "encoder.json";

    /// Describes an encoder with these weights.
    pub fn new(name: &str, weights: [u8; 32]) -> Self {
        Self {
            format: FORMAT,
            name: name.to_owned(),
            model: name.to_owned(),
            languages: Vec::new(),
            licence: String::new(),
            source: String::new(),
            weights: hex(&weights),
        }
    }

    /// Reads the description in a folder; none if the folder is not a package.
    ///
    /// # Errors
    /// If the file cannot be read, or has another format.
    pub fn read(folder: &Path) -> Result<Option<Self>> {
        let file = folder.join(Self::FILE);
        if !file.is_file() {
            return Ok(None);
        }
        let unreadable = || format!("{}: cannot be read", file.display());
        let bytes = fs::read(&file).with_context(unreadable)?;
        let manifest: Self = serde_json::from_slice(&bytes).with_context(unreadable)?;
        ensure!(
            manifest.format == FORMAT,
            "{}: its format is {}, but this command reads {FORMAT}; add the encoder again",
            file.display(),
            manifest.format
        );
        manifest.fingerprint()?;
        Ok(Some(manifest))
    }

    /// Writes the description into a folder.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let file = folder.join(Self::FILE);
        let json = serde_json::to_string_pretty(self)? + "\n";
        fs::write(&file, json).with_context(|| format!("{}: cannot be written", file.display()))
    }

    /// The bytes of [`Manifest::weights`].
    ///
    /// # Errors
    /// If they are not a SHA-256.
    pub fn fingerprint(&self) -> Result<[u8; 32]> {
        let mut bytes = [0; 32];
        let is_whole = self.weights.len() == 64 && self.weights.is_ascii();
        for (place, byte) in bytes.iter_mut().enumerate().filter(|_| is_whole) {
            let digits = &self.weights[2 * place..2 * place + 2];
            *byte = u8::from_str_radix(digits, 16).context("`weights` is not a SHA-256")?;
        }
        if !is_whole {
            bail!("{}: `weights` is not a SHA-256", Self::FILE);
        }
        Ok(bytes)
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.model)
    }
}
