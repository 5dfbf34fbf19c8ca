//! The look-ups that a joined index passes to its parts, and the place of a part among them.
//! `joined.rs` joins them.

use std::fmt;
use std::sync::Arc;

use super::format::{ChunkId, Posting, Vocabulary};
use super::{Index, LookUp, Passage, Word};
use crate::needs::{Attempt, Reason};
use crate::ordered::Map;

/// The key of the metadata that names the site of a page, if several are searched.
pub const SITE: &str = "site";

/// The site of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Number of its bundle among those that are searched.
    pub number: usize,
    /// Its name, which no other site has.
    pub name: String,
    /// Base of the relative addresses of its pages.
    pub url: String,
}

impl Place {
    /// Returns the name of one of its files among the files of all bundles.
    pub fn named(&self, file: &str) -> String {
        match self.number {
            0 => file.to_owned(),
            number => format!("{number}/{file}"),
        }
    }

    /// Returns a file's own name, if it is one of its files.
    pub fn own<'f>(&self, file: &'f str) -> Option<&'f str> {
        match file.split_once('/') {
            None => (self.number == 0).then_some(file),
            Some((number, file)) => (number.parse() == Ok(self.number)).then_some(file),
        }
    }

    /// Returns the result of a look-up, whose needs name its files among those of all bundles.
    ///
    /// # Errors
    /// Those of the look-up.
    pub fn within<T>(&self, looked_up: Attempt<T>) -> Attempt<T> {
        looked_up.map_err(|interruption| match interruption.reason() {
            Reason::Needs(mut needs) => {
                for file in &mut needs.files {
                    *file = self.named(file);
                }
                needs.into()
            }
            Reason::Failed(error) => error.into(),
        })
    }
}

/// A look-up of words in one language of an index.
#[derive(Debug, Clone, Copy)]
pub(super) enum InParts<'l> {
    Long(&'l LookUp),
    Spellings(&'l str),
    Completions(&'l str),
    Prefix(&'l str),
    Stem(&'l str),
    FoldedStem(&'l str),
    BesideStem(&'l str),
    All,
}

/// Looks for a page in an index of a site, and returns whether it is there.
pub(super) type LookIn<'l> = dyn FnMut(&Index, &str) -> Attempt<bool> + 'l;

/// The look-ups of a joined index. Behind this trait, engines that join nothing have none of their
/// code.
pub(super) trait Parts: Send + Sync {
    fn words(&self, language: usize, wanted: InParts<'_>) -> Attempt<Vec<Word>>;
    fn knows(&self, language: usize, key: &str, stem: &str) -> Attempt<bool>;
    fn require_vocabularies(&self) -> Attempt<()>;
    fn require_terms(&self, look_ups: &[(usize, LookUp)]) -> Attempt<()>;
    fn require_lists(&self, words: &[&Word], tails: bool) -> Attempt<()>;
    fn postings(&self, word: &Word, tail: bool) -> Attempt<Arc<Vec<Posting>>>;
    fn require_passages(&self, chunks: &[ChunkId]) -> Attempt<()>;
    fn passage(&self, chunk: ChunkId) -> Attempt<Passage>;
    fn place_of(&self, chunk: ChunkId) -> Option<&Place>;
    fn with_page(&self, address: &str, look: &mut LookIn<'_>) -> Attempt<()>;
    fn metadata(&self) -> Attempt<&[Map<String>]>;
    fn vocabulary(&self, language: usize) -> Attempt<Option<&Vocabulary>>;
    fn end_question(&self);
}

impl fmt::Debug for dyn Parts + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the parts of a joined index")
    }
}
