//! The source of a bundle's bytes.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::format::{Directory, FileEntry, Manifest, Pack, listed, numbered};
use crate::error::{Damage, Error, Result};
use crate::needs::{Attempt, Needs};
use crate::ordered::{Map, Set};

/// Returns the sections of a bundle by name, from one file or from many.
///
/// The engine does no I/O. If a section's file is not supplied yet, the source names the file ([`Needs`]).
/// The error reaches the caller, who owns the network or the disk, supplies the file and repeats
/// the step. Nothing is lost, since a look-up has no side effects but caching.
pub trait Source: Send + Sync {
    /// Returns the bytes of a section. The index caches the decoded section, so a source drops its
    /// copy, and requests the file again if the section is needed again.
    ///
    /// # Errors
    /// [`Needs`] if its file must be supplied first, [`Error::PartMissing`] if the file is
    /// unavailable, [`Error::Corrupt`] if the bundle has no such section.
    fn section(&self, name: &str) -> Attempt<Vec<u8>>;

    /// Returns the file that must be supplied before `section` can answer; none if the file is
    /// supplied or unavailable.
    fn unsupplied_file(&self, name: &str) -> Option<String>;
}

// Requiring `Debug` of every implementation would add the code to print all its parts to the
// download.
impl fmt::Debug for dyn Source + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a source of sections")
    }
}

/// A source that receives whole files, from the browser's fetch or from a disk.
///
/// If the manifest does not name the file of a numbered section, the directory that lists it
/// ([`Directory`]) names it. The directory's file must be supplied first.
#[derive(Debug, Default)]
pub struct Supplied {
    /// The files named by the manifest.
    files: Vec<FileEntry>,
    state: Mutex<State>,
}

/// The supplied files, and the calls that need some.
#[derive(Debug, Default)]
struct State {
    directories: Vec<Directory>,
    /// Sections not requested yet, by name.
    sections: Vec<(String, Vec<u8>)>,
    /// The files that the current step skips.
    unavailable: Vec<Unavailable>,
    /// Number of calls that have begun and not ended.
    calls: usize,
    /// The files that these calls have requested.
    requested: Set,
    /// How often each file was supplied.
    arrivals: Map<u32>,
}

/// A file that a call skips.
#[derive(Debug, Clone)]
pub struct Unavailable {
    /// Its name.
    pub file: String,
    /// The reason why it is unavailable.
    pub reason: String,
    /// Whether the last step needed it.
    pub is_missed: bool,
}

impl State {
    fn place_of(&self, section: &str) -> Option<usize> {
        self.sections.iter().position(|(name, _)| name == section)
    }

    /// Returns the file, unless it is unavailable; then it records that the file is missed.
    fn unless_unavailable(&mut self, file: String) -> Result<String> {
        let mut unavailable = self.unavailable.iter_mut();
        match unavailable.find(|other| other.file == file) {
            None => Ok(file),
            Some(unavailable) => {
                unavailable.is_missed = true;
                Err(Error::PartMissing {
                    file,
                    reason: unavailable.reason.clone(),
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
    pub fn new(manifest: &Manifest) -> Self {
        Self {
            files: manifest.files.clone(),
            state: Mutex::default(),
        }
    }

    /// Supplies the inflated content of a file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it is not a data file, or its sections differ from the manifest's:
    /// otherwise it would be requested forever.
    pub fn supply(&self, file: &str, inflated: &[u8]) -> Result<()> {
        let expected = self.entry(file)?.sections;
        let pack = Pack::read(file, inflated)?;
        let found: Set = pack.names().collect();
        if found != expected.into_iter().collect() {
            return Err(Error::corrupt(file, Damage::OtherSections));
        }
        let mut state = self.lock();
        let before = state.arrivals.get(file).copied().unwrap_or_default();
        state.arrivals.insert(file, before + 1);
        for (section, bytes) in pack.into_sections() {
            if let Some((stem, first)) = listed(&section) {
                let directory = Directory::read(&section, &bytes)?;
                state.directories.retain(|other| !other.is(stem, first));
                state.directories.push(directory);
            } else {
                state.put(section, bytes);
            }
        }
        Ok(())
    }

    /// Returns all known files: the files of the manifest, then the files of the supplied
    /// directories.
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
    /// [`Error::Corrupt`] if there is no file with this name.
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

    /// Returns whether some question can be answered without a file of the bundle.
    pub fn can_skip(&self, file: &str) -> bool {
        let entry = self.entry(file);
        entry.is_ok_and(|entry| entry.sections.iter().all(|section| section != "core"))
    }

    /// Exchanges the list of files that look-ups skip: words, texts and vectors in them count as
    /// missing. A call lends its list for the time of a step.
    pub fn exchange(&self, unavailable: &mut Vec<Unavailable>) {
        std::mem::swap(&mut self.lock().unavailable, unavailable);
    }

    /// Returns the unavailable files that were needed.
    pub(crate) fn missed(&self) -> Vec<Unavailable> {
        let mut missed = self.lock().unavailable.clone();
        missed.retain(|file| file.is_missed);
        missed
    }

    /// Returns the number of times that a file was supplied.
    pub(crate) fn arrivals(&self, file: &str) -> u32 {
        self.lock().arrivals.get(file).copied().unwrap_or_default()
    }

    pub(crate) fn begin_call(&self) {
        self.lock().calls += 1;
    }

    /// Records that a call has requested these files.
    pub(crate) fn request(&self, files: &[String]) {
        self.lock().requested.extend(files.iter().cloned());
    }

    /// Ends a call. The last call drops requested files that were supplied but not used, such as a
    /// cancelled call leaves behind, if they can be fetched again separately.
    pub(crate) fn end_call(&self) {
        let mut state = self.lock();
        state.calls -= 1;
        if state.calls > 0 {
            return;
        }
        let requested = std::mem::take(&mut state.requested);
        let mut sections = std::mem::take(&mut state.sections);
        sections.retain(|(name, _)| {
            self.is_with_others(name)
                || self
                    .file_of(name, &state)
                    .is_none_or(|file| !requested.contains(&file))
        });
        state.sections = sections;
    }

    /// Returns whether a section shares its file with others.
    fn is_with_others(&self, section: &str) -> bool {
        let mut together = self.files.iter().filter(|file| file.sections.len() > 1);
        together.any(|file| file.sections.iter().any(|own| own == section))
    }

    /// Returns the file that contains a section, or the directory that names it.
    fn file_of(&self, section: &str, state: &State) -> Option<String> {
        let holds = |file: &&FileEntry| file.sections.iter().any(|name| name == section);
        if let Some(file) = self.files.iter().find(holds) {
            return Some(file.name.clone());
        }
        let (first, file) = self.directory_of(section)?;
        let (stem, _) = numbered(section)?;
        match state.directories.iter().find(|other| other.is(stem, first)) {
            Some(directory) => {
                let row = directory.row_of_section(section)?;
                directory.entry(row).map(|entry| entry.name)
            }
            None => Some(file.name.clone()),
        }
    }

    /// Returns the directory that may list a section, with the number of its first section.
    fn directory_of(&self, section: &str) -> Option<(u32, &FileEntry)> {
        let (stem, number) = numbered(section)?;
        let mut nearest: Option<(u32, &FileEntry)> = None;
        for file in &self.files {
            for (other, first) in file.sections.iter().filter_map(|name| listed(name)) {
                let is_before = other == stem && first <= number;
                if is_before && nearest.is_none_or(|(other, _)| other < first) {
                    nearest = Some((first, file));
                }
            }
        }
        nearest
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for Supplied {
    fn section(&self, name: &str) -> Attempt<Vec<u8>> {
        let mut state = self.lock();
        if let Some(at) = state.place_of(name) {
            return Ok(state.sections.swap_remove(at).1);
        }
        let Some(file) = self.file_of(name, &state) else {
            return Err(Error::corrupt(name, Damage::NoSection).into());
        };
        let file = state.unless_unavailable(file)?;
        Err(Needs::files(vec![file]).into())
    }

    fn unsupplied_file(&self, name: &str) -> Option<String> {
        let mut state = self.lock();
        let lists = |(stem, first)| state.directories.iter().any(|own| own.is(stem, first));
        if state.place_of(name).is_some() || listed(name).is_some_and(lists) {
            return None;
        }
        let file = self.file_of(name, &state)?;
        state.unless_unavailable(file).ok()
    }
}

/// Returns the result of a look-up; none if it needs an unavailable file.
pub(crate) fn unless_missing<T>(looked_up: Attempt<T>) -> Attempt<Option<T>> {
    match looked_up {
        Ok(value) => Ok(Some(value)),
        Err(interruption) if interruption.is_missing() => Ok(None),
        Err(interruption) => Err(interruption),
    }
}
