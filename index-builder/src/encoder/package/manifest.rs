//! What an installed encoder says of itself: `encoder.json`.

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
    /// What it is called here.
    pub name: String,
    /// What its makers call it.
    pub model: String,
    /// Tags of the languages that it is for.
    pub languages: Vec<String>,
    /// Under which licence it may be used.
    pub licence: String,
    /// Where it was taken from.
    pub source: String,
    /// SHA-256, in hexadecimal, of the weights as its makers publish them: a query table belongs to these.
    pub weights: String,
}

impl Manifest {
    /// The file's name.
    pub(super) const FILE: &str = "encoder.json";

    /// Of an encoder with these weights.
    #[must_use]
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

    /// Of a folder; none if it is no package.
    ///
    /// # Errors
    /// If it cannot be read, or is of another format.
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
            "{}: its format is {}, and this command knows {FORMAT}; add the encoder again",
            file.display(),
            manifest.format
        );
        manifest.fingerprint()?;
        Ok(Some(manifest))
    }

    /// Writes it into a folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let file = folder.join(Self::FILE);
        let json = serde_json::to_string_pretty(self)? + "\n";
        fs::write(&file, json).with_context(|| format!("{}: cannot be written", file.display()))
    }

    /// The bytes of [`Manifest::weights`].
    ///
    /// # Errors
    /// If they are no SHA-256.
    pub fn fingerprint(&self) -> Result<[u8; 32]> {
        let mut bytes = [0; 32];
        let is_whole = self.weights.len() == 64 && self.weights.is_ascii();
        for (place, byte) in bytes.iter_mut().enumerate().filter(|_| is_whole) {
            let digits = &self.weights[2 * place..2 * place + 2];
            *byte = u8::from_str_radix(digits, 16).context("`weights` is no SHA-256")?;
        }
        if !is_whole {
            bail!("{}: `weights` is no SHA-256", Self::FILE);
        }
        Ok(bytes)
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.model)
    }
}
