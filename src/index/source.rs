//! The source of a bundle's bytes.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::format::{Directory, FileEntry, Manifest, Pack, listed, numbered};
use crate::error::{Damage, Error, Result};
use crate::ordered::Set;

/// Returns the sections of a bundle by name, from one file or from many.
///
/// The engine does no I/O. If a section's file is missing, the source names the file ([`Error::NotLoaded`]); the error
/// reaches the owner of the network or the disk, who supplies the file and repeats the call. Nothing is lost, since a
/// look-up has no side effects but caching.
pub trait Source: Send + Sync {
    /// Returns the bytes of a section. The index caches the decoded section, so a source gives up its copy, and
    /// requests the file again if the section is needed again.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] if its file must be supplied first, [`Error::PartMissing`] if the file is unavailable,
    /// [`Error::Corrupt`] if the bundle has no such section.
    fn section(&self, name: &str) -> Result<Vec<u8>>;

    /// Returns the file that must be supplied before `section` can answer; none also if the file is unavailable.
    fn missing_file(&self, name: &str) -> Option<String>;
}

// Requiring `Debug` of every implementation would add the code to print all its parts to the download.
impl fmt::Debug for dyn Source + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a source of sections")
    }
}

/// A source that receives whole files, from the browser's fetch or from a disk.
///
/// If the manifest does not name the file of a numbered section, the directory that lists it ([`Directory`]) names it.
/// The directory's file must be supplied first.
#[derive(Debug, Default)]
pub struct Supplied {
    /// The files named by the manifest.
    files: Vec<FileEntry>,
    here: Mutex<Here>,
}

/// The supplied files.
#[derive(Debug, Default)]
struct Here {
    directories: Vec<Directory>,
    /// Sections not requested yet, by name.
    sections: Vec<(String, Vec<u8>)>,
    given_up: Vec<GivenUp>,
}

/// A file that is currently unavailable.
#[derive(Debug, Clone)]
pub(crate) struct GivenUp {
    pub(crate) file: String,
    pub(crate) reason: String,
    /// Whether the running call requested it.
    is_missed: bool,
}

impl Here {
    fn place_of(&self, section: &str) -> Option<usize> {
        self.sections.iter().position(|(name, _)| name == section)
    }

    /// Returns the file, unless it is unavailable; then notes that it is missed.
    fn unless_given_up(&mut self, file: String) -> Result<String> {
        let mut given_up = self.given_up.iter_mut();
        match given_up.find(|other| other.file == file) {
            None => Ok(file),
            Some(given_up) => {
                given_up.is_missed = true;
                Err(Error::PartMissing {
                    file,
                    reason: given_up.reason.clone(),
                })
            }
        }
    }

    fn put(&mut self, section: String, bytes: Vec<u8>) {
        match self.place_of(&section) {
            Some(at) => self.sections[at].1 = bytes,
            None => self.sections.push((section, bytes)),
        }
    }
}

impl Supplied {
    /// Creates a source for the files of a manifest, none of them supplied yet.
    #[must_use]
    pub fn new(manifest: &Manifest) -> Self {
        Self {
            files: manifest.files.clone(),
            here: Mutex::default(),
        }
    }

    /// Supplies the inflated content of a file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it is not a data file, or its sections differ from the manifest's: otherwise it would be
    /// requested forever.
    pub fn supply(&self, file: &str, inflated: &[u8]) -> Result<()> {
        let expected = self.entry(file)?.sections;
        let pack = Pack::read(file, inflated)?;
        let found: Set = pack.names().collect();
        if found != expected.into_iter().collect() {
            return Err(Error::corrupt(file, Damage::OtherSections));
        }
        let mut here = self.lock();
        for (section, bytes) in pack.into_sections() {
            if let Some((stem, first)) = listed(&section) {
                let directory = Directory::read(&section, &bytes)?;
                here.directories.retain(|other| !other.is(stem, first));
                here.directories.push(directory);
            } else {
                here.put(section, bytes);
            }
        }
        Ok(())
    }

    /// Returns all known files: those of the manifest, then those of the supplied directories.
    #[must_use]
    pub fn files(&self) -> Vec<FileEntry> {
        let mut files = self.files.clone();
        for directory in &self.lock().directories {
            files.extend(directory.entries());
        }
        files
    }

    /// Returns a known file by name.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if there is none of this name.
    pub fn entry(&self, file: &str) -> Result<FileEntry> {
        if let Some(entry) = self.files.iter().find(|entry| entry.name == file) {
            return Ok(entry.clone());
        }
        for directory in &self.lock().directories {
            let row = directory.row_of_file(file);
            if let Some(entry) = row.and_then(|row| directory.entry(row)) {
                return Ok(entry);
            }
        }
        Err(Error::corrupt(file, Damage::NoFile))
    }

    /// Marks a file as unavailable, with a reason, until the [end of calls](Self::end_of_calls). Returns false if
    /// nothing works without it.
    pub fn mark_unavailable(&self, file: &str, reason: &str) -> bool {
        let Ok(entry) = self.entry(file) else {
            return false;
        };
        if entry.sections.iter().any(|section| section == "core") {
            return false;
        }
        let mut here = self.lock();
        here.given_up.retain(|other| other.file != file);
        here.given_up.push(GivenUp {
            file: entry.name,
            reason: reason.to_owned(),
            is_missed: false,
        });
        true
    }

    /// Begins a call: no file is missed yet.
    pub(crate) fn begin(&self) {
        for file in &mut self.lock().given_up {
            file.is_missed = false;
        }
    }

    /// Returns the unavailable files that were requested since the call began.
    pub(crate) fn missed(&self) -> Vec<GivenUp> {
        let mut missed = self.lock().given_up.clone();
        missed.retain(|file| file.is_missed);
        missed
    }

    /// Returns whether there are any such files.
    pub(crate) fn misses_any(&self) -> bool {
        self.lock().given_up.iter().any(|file| file.is_missed)
    }

    /// Ends a period of running calls. Unavailable files can be requested again. Files that were supplied and not used,
    /// as a cancelled call leaves them, are dropped if they can be fetched again separately.
    pub fn end_of_calls(&self) {
        let together: Vec<&FileEntry> = self
            .files
            .iter()
            .filter(|file| file.sections.len() > 1)
            .collect();
        let mut here = self.lock();
        here.given_up.clear();
        here.sections.retain(|(name, _)| {
            let mut together = together.iter();
            together.any(|file| file.sections.iter().any(|section| section == name))
        });
    }

    /// Returns the file that holds a section, or the directory that names it.
    fn file_of(&self, section: &str, here: &Here) -> Option<String> {
        let holds = |file: &&FileEntry| file.sections.iter().any(|name| name == section);
        if let Some(file) = self.files.iter().find(holds) {
            return Some(file.name.clone());
        }
        let (first, file) = self.directory_of(section)?;
        let (stem, _) = numbered(section)?;
        match here.directories.iter().find(|other| other.is(stem, first)) {
            Some(directory) => {
                let row = directory.row_of_section(section)?;
                directory.entry(row).map(|entry| entry.name)
            }
            None => Some(file.name.clone()),
        }
    }

    /// Returns the directory that may list a section, with the number of its first. If two files have it, one alone and
    /// one with others, the smaller one is used: the manifest names that one last.
    fn directory_of(&self, section: &str) -> Option<(u32, &FileEntry)> {
        let (stem, number) = numbered(section)?;
        let mut nearest: Option<(u32, &FileEntry)> = None;
        for file in &self.files {
            for (other, first) in file.sections.iter().filter_map(|name| listed(name)) {
                let is_before = other == stem && first <= number;
                if is_before && nearest.is_none_or(|(other, _)| other <= first) {
                    nearest = Some((first, file));
                }
            }
        }
        nearest
    }

    fn lock(&self) -> MutexGuard<'_, Here> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Supplied {
    fn section(&self, name: &str) -> Result<Vec<u8>> {
        let mut here = self.lock();
        if let Some(at) = here.place_of(name) {
            return Ok(here.sections.swap_remove(at).1);
        }
        let Some(file) = self.file_of(name, &here) else {
            return Err(Error::corrupt(name, Damage::NoSection));
        };
        let file = here.unless_given_up(file)?;
        Err(Error::NotLoaded { files: vec![file] })
    }

    fn missing_file(&self, name: &str) -> Option<String> {
        let mut here = self.lock();
        let lists = |(stem, first)| here.directories.iter().any(|own| own.is(stem, first));
        if here.place_of(name).is_some() || listed(name).is_some_and(lists) {
            return None;
        }
        let file = self.file_of(name, &here)?;
        here.unless_given_up(file).ok()
    }
}

/// Returns the result of a look-up; none if it needs an unavailable file.
pub(crate) fn unless_missing<T>(looked_up: Result<T>) -> Result<Option<T>> {
    match looked_up {
        Ok(value) => Ok(Some(value)),
        Err(Error::PartMissing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
