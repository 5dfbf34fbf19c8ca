//! Where the bytes of a bundle come from.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::format::{Manifest, Pack};
use crate::error::{Error, Result};
use crate::ordered::{Map, Set};

/// Yields the sections of a bundle by name, whether they come from one file or from many.
///
/// The engine does no input or output of its own. When a section's file is not there yet, the
/// source says which file it needs ([`Error::NotLoaded`]); the error travels up to whoever owns
/// the network or the disk, who supplies the file and asks again. Nothing is lost by that, since
/// asking has no side effects but caching.
pub trait Source: Send + Sync {
    /// The bytes of a section. Asked for once: the index keeps what it has decoded, so a source
    /// may give its copy away.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] if its file has to be supplied first, [`Error::Corrupt`] if the
    /// bundle has no such section.
    fn section(&self, name: &str) -> Result<Vec<u8>>;

    /// The file that has to be supplied before `section` can answer, if any.
    fn missing_file(&self, name: &str) -> Option<String>;
}

// Were `Debug` asked of every implementation, printing all its parts would be in the download.
impl fmt::Debug for dyn Source + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a source of sections")
    }
}

/// A source that is handed whole files, by the browser's fetch or from a disk.
#[derive(Debug, Default)]
pub struct Supplied {
    /// Section to file.
    file_of: Map<String>,
    sections: Mutex<Map<Vec<u8>>>,
}

impl Supplied {
    /// A source for the files of a manifest, none of them there yet.
    #[must_use]
    pub fn new(manifest: &Manifest) -> Self {
        let mut file_of = Map::new();
        for file in &manifest.files {
            for section in &file.sections {
                file_of.insert(section, file.name.clone());
            }
        }
        Self {
            file_of,
            sections: Mutex::default(),
        }
    }

    /// Hands over the inflated content of a file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it is no data file, or has other sections than the manifest says:
    /// it would be asked for again and again.
    pub fn supply(&self, file: &str, inflated: &[u8]) -> Result<()> {
        let pack = Pack::read(file, inflated)?;
        let found: Set = pack.names().collect();
        let expected = self.file_of.iter().filter(|(_, of)| *of == file);
        if found != expected.map(|(section, _)| section).collect() {
            return Err(Error::corrupt(
                file,
                "its sections are not those of this build",
            ));
        }
        self.lock().extend(pack.into_sections());
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Map<Vec<u8>>> {
        self.sections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Supplied {
    fn section(&self, name: &str) -> Result<Vec<u8>> {
        if let Some(bytes) = self.lock().remove(name) {
            return Ok(bytes);
        }
        match self.file_of.get(name) {
            Some(file) => Err(Error::NotLoaded {
                files: vec![file.clone()],
            }),
            None => Err(Error::corrupt(name, "the bundle has no such section")),
        }
    }

    fn missing_file(&self, name: &str) -> Option<String> {
        if self.lock().contains_key(name) {
            None
        } else {
            self.file_of.get(name).cloned()
        }
    }
}
