//! Where the bytes of a bundle come from.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::format::{Directory, FileEntry, Manifest, Pack, listed, numbered};
use crate::error::{Error, Result};
use crate::ordered::Set;

/// Yields the sections of a bundle by name, whether they come from one file or from many.
///
/// The engine does no input or output of its own. When a section's file is not there yet, the
/// source says which file it needs ([`Error::NotLoaded`]); the error travels up to whoever owns
/// the network or the disk, who supplies the file and asks again. Nothing is lost by that, since
/// asking has no side effects but caching.
pub trait Source: Send + Sync {
    /// The bytes of a section. The index keeps what it has decoded, so a source gives its copy
    /// away, and asks for the file anew should the section be needed again.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] if its file has to be supplied first, [`Error::PartMissing`] if that was
    /// given up, [`Error::Corrupt`] if the bundle has no such section.
    fn section(&self, name: &str) -> Result<Vec<u8>>;

    /// The file that has to be supplied before `section` can answer, if any; none too if it was
    /// given up.
    fn missing_file(&self, name: &str) -> Option<String>;
}

// Were `Debug` asked of every implementation, printing all its parts would be in the download.
impl fmt::Debug for dyn Source + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a source of sections")
    }
}

/// A source that is handed whole files, by the browser's fetch or from a disk.
///
/// A numbered section whose file the manifest does not name is looked up in the directory that
/// lists it ([`Directory`]), which is a file to be supplied before.
#[derive(Debug, Default)]
pub struct Supplied {
    /// What the manifest names.
    files: Vec<FileEntry>,
    here: Mutex<Here>,
}

/// What was supplied.
#[derive(Debug, Default)]
struct Here {
    directories: Vec<Directory>,
    /// What nobody has asked for yet, by name.
    sections: Vec<(String, Vec<u8>)>,
    given_up: Vec<GivenUp>,
}

/// A file that cannot be had at present.
#[derive(Debug, Clone)]
pub(crate) struct GivenUp {
    pub(crate) file: String,
    pub(crate) reason: String,
    /// Whether the running call asked for it.
    is_missed: bool,
}

impl Here {
    fn place_of(&self, section: &str) -> Option<usize> {
        self.sections.iter().position(|(name, _)| name == section)
    }

    /// The file, unless it was given up; then that it is missed is noted.
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
    /// A source for the files of a manifest, none of them there yet.
    #[must_use]
    pub fn new(manifest: &Manifest) -> Self {
        Self {
            files: manifest.files.clone(),
            here: Mutex::default(),
        }
    }

    /// Hands over the inflated content of a file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it is no data file, or has other sections than the manifest says:
    /// it would be asked for again and again.
    pub fn supply(&self, file: &str, inflated: &[u8]) -> Result<()> {
        let expected = self.entry(file)?.sections;
        let pack = Pack::read(file, inflated)?;
        let found: Set = pack.names().collect();
        if found != expected.into_iter().collect() {
            return Err(Error::corrupt(
                file,
                "its sections are not those of this build",
            ));
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

    /// All files that are known: those of the manifest, then those of the directories that were
    /// supplied.
    #[must_use]
    pub fn files(&self) -> Vec<FileEntry> {
        let mut files = self.files.clone();
        for directory in &self.lock().directories {
            files.extend(directory.entries());
        }
        files
    }

    /// A file that is known, by its name.
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
        Err(Error::corrupt(file, "the bundle has no such file"))
    }

    /// Says that a file is unavailable, and why, until the [end of calls](Self::end_of_calls). False if
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

    /// Begins a call: nothing is missed yet.
    pub(crate) fn begin(&self) {
        for file in &mut self.lock().given_up {
            file.is_missed = false;
        }
    }

    /// The files that were given up, and that were asked for since the call began.
    pub(crate) fn missed(&self) -> Vec<GivenUp> {
        let mut missed = self.lock().given_up.clone();
        missed.retain(|file| file.is_missed);
        missed
    }

    /// Whether there are any of these.
    pub(crate) fn misses_any(&self) -> bool {
        self.lock().given_up.iter().any(|file| file.is_missed)
    }

    /// Ends a time in which calls were running. What was given up can be had again, and what was
    /// supplied and not asked for is let go of, where it can be had again by itself: a call that
    /// was cancelled leaves such behind.
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

    /// The file that holds a section, or the directory that says which it is.
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

    /// The directory that lists a section if any does, with the number of its first. If it is there twice, alone
    /// and with others, the manifest names the file last in which it is alone, and that is taken: it is smaller.
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
            return Err(Error::corrupt(name, "the bundle has no such section"));
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

/// What a look-up gives, or none if it needs a file that was given up.
pub(crate) fn unless_missing<T>(looked_up: Result<T>) -> Result<Option<T>> {
    match looked_up {
        Ok(value) => Ok(Some(value)),
        Err(Error::PartMissing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
