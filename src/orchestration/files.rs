//! The files of an engine, as its calls see them: those of a bundle, or of several.

use std::fmt;

use crate::error::Result;
use crate::index::format::FileEntry;
use crate::index::{Source, Supplied, Unavailable};

/// Receives files and knows which ones there are.
pub(super) trait Files: Source {
    /// Supplies the inflated content of a file.
    fn supply(&self, file: &str, inflated: &[u8]) -> Result<()>;
    /// Returns all known files.
    fn files(&self) -> Vec<FileEntry>;
    /// Returns a known file by name.
    fn entry(&self, file: &str) -> Result<FileEntry>;
    /// Returns whether some question can be answered without a file.
    fn can_skip(&self, file: &str) -> bool;
    /// Exchanges the list of files that look-ups skip.
    fn exchange(&self, unavailable: &mut Vec<Unavailable>);
    /// Returns the unavailable files that were needed.
    fn missed(&self) -> Vec<Unavailable>;
    /// Returns the number of times that a file was supplied.
    fn arrivals(&self, file: &str) -> u32;
    fn begin_call(&self);
    /// Records that a call has requested these files.
    fn request(&self, files: &[String]);
    fn end_call(&self);
}

impl fmt::Debug for dyn Files + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the files of an engine")
    }
}

impl Files for Supplied {
    fn supply(&self, file: &str, inflated: &[u8]) -> Result<()> {
        self.supply(file, inflated)
    }

    fn files(&self) -> Vec<FileEntry> {
        self.files()
    }

    fn entry(&self, file: &str) -> Result<FileEntry> {
        self.entry(file)
    }

    fn can_skip(&self, file: &str) -> bool {
        self.can_skip(file)
    }

    fn exchange(&self, unavailable: &mut Vec<Unavailable>) {
        self.exchange(unavailable);
    }

    fn missed(&self) -> Vec<Unavailable> {
        self.missed()
    }

    fn arrivals(&self, file: &str) -> u32 {
        self.arrivals(file)
    }

    fn begin_call(&self) {
        self.begin_call();
    }

    fn request(&self, files: &[String]) {
        self.request(files);
    }

    fn end_call(&self) {
        self.end_call();
    }
}
