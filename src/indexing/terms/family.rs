//! Words that are looked for together: those of one stem, and those with one beginning.

use super::{Entry, Terms};
use crate::error::Result;
use crate::index::format::Kind;
use crate::text::{Language, fold, prefix};

/// A row for several words whose postings stand in its shard.
#[derive(Debug)]
pub(super) struct Family {
    pub(super) kind: Kind,
    pub(super) key: String,
    pub(super) text: String,
    /// Entries.
    pub(super) members: Vec<u32>,
}

/// Calls `each` with every family, stems first, by key. They are not kept: there are as many as words.
pub(super) fn families(
    terms: &Terms,
    rules: Language,
    mut each: impl FnMut(Family) -> Result<()>,
) -> Result<()> {
    of_kind(terms, Kind::Stem, &mut each, |entry| {
        Some((fold(&entry.stem), &entry.stem))
    })?;
    of_kind(terms, Kind::Beginning, &mut each, |entry| {
        let beginning = prefix(&entry.key, rules)?;
        Some((beginning.to_owned(), beginning))
    })
}

/// `name` says key and text of a word's family.
fn of_kind(
    terms: &Terms,
    kind: Kind,
    each: &mut impl FnMut(Family) -> Result<()>,
    name: impl Fn(&Entry) -> Option<(String, &str)>,
) -> Result<()> {
    let entries = terms.entries.iter().zip(0..);
    let mut named: Vec<(String, &str, u32)> = entries
        .filter_map(|(entry, word)| name(entry).map(|(key, text)| (key, text, word)))
        .collect();
    named.sort_unstable();
    for family in named.chunk_by(|one, other| (&one.0, one.1) == (&other.0, other.1)) {
        let (key, text, _) = &family[0];
        each(Family {
            kind,
            key: key.clone(),
            text: (*text).to_owned(),
            members: family.iter().map(|(.., word)| *word).collect(),
        })?;
    }
    Ok(())
}
