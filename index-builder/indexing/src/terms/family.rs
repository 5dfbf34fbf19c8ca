//! Finds families of words that are looked up together: words with a common stem, and words with a
//! common prefix.

use std::borrow::Cow;

use soru::error::Result;
use soru::index::format::RowKind;
use soru::text::{Language, fold, prefix};

use super::cut::Shards;
use super::entries::Terms;
use super::shard::Family;
use crate::dictionary::{Entry, leading};

/// Calls `each` with every family, stems first, by key. They are not stored: there are as many as
/// words.
pub(super) fn families(
    terms: &Terms,
    shards: &Shards,
    rules: Language,
    mut each: impl FnMut(Family) -> Result<()>,
) -> Result<()> {
    let mut of_kind = |kind, named: Vec<Named<'_>>| {
        let mut families = named.chunk_by(|one, other| one.family() == other.family());
        families.try_for_each(|family| {
            let (key, text) = family[0].family();
            each(Family {
                kind,
                key: key.to_owned(),
                text: text.to_owned(),
                members: family.iter().map(|named| named.entry).collect(),
                shard: shards.of(key),
            })
        })
    };
    of_kind(RowKind::Stem, by_stem(terms))?;
    of_kind(RowKind::Prefix, by_prefix(terms, rules))
}

/// A word under the name of its family.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Named<'t> {
    leading: u64,
    key: Cow<'t, str>,
    text: &'t str,
    entry: u32,
}

impl Named<'_> {
    fn family(&self) -> (&str, &str) {
        (&self.key, self.text)
    }
}

fn by_stem(terms: &Terms) -> Vec<Named<'_>> {
    let entries = terms.entries().iter().zip(0..);
    let mut named: Vec<Named<'_>> = entries
        .map(
            |(
                Entry {
                    word, key, stem, ..
                },
                entry,
            )| {
                let key = if stem == word {
                    Cow::Borrowed(&**key)
                } else {
                    Cow::Owned(fold(stem))
                };
                let (leading, text) = (leading(&key), &**stem);
                Named {
                    leading,
                    key,
                    text,
                    entry,
                }
            },
        )
        .collect();
    named.sort_unstable();
    named
}

/// Returns the words by prefix; the prefixes of ascending keys ascend too.
fn by_prefix(terms: &Terms, rules: Language) -> Vec<Named<'_>> {
    let entries = terms.entries().iter().zip(0..);
    let named = entries.filter_map(|(own, entry)| {
        let text = prefix(&own.key, rules)?;
        let (leading, key) = (leading(text), Cow::Borrowed(text));
        Some(Named {
            leading,
            key,
            text,
            entry,
        })
    });
    named.collect()
}
