//! Prepared questions that complete what is typed.

use std::sync::Arc;

use super::format::{SUGGEST, SuggestShard, SuggestTable};
use super::section_cache::Decoded;
use super::{Index, load, require, unless_missing};
use crate::error::{Damage, Error};
use crate::needs::Attempt;

impl Index {
    /// Returns the letters that lead to prepared questions; none if the bundle has no such
    /// questions.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn suggest_table(&self) -> Attempt<Option<&SuggestTable>> {
        let Some(cell) = &self.suggest else {
            return Ok(None);
        };
        unless_missing(load(cell, || {
            // The directory is needed next, if there is one.
            require(&*self.source, [SUGGEST, DIRECTORY].into_iter())?;
            Ok(SuggestTable::read(&self.source.section(SUGGEST)?)?)
        }))
    }

    /// Returns shards of prepared questions by their numbers, without those whose file is
    /// unavailable.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) with all missing files, or [`Error::Corrupt`].
    pub fn suggest_shards(
        &self,
        numbers: impl Iterator<Item = u32>,
    ) -> Attempt<Vec<Arc<SuggestShard>>> {
        let names: Vec<String> = numbers
            .map(|number| format!("{SUGGEST}/{number}"))
            .collect();
        let missing = names.iter().filter(|name| self.cache.get(name).is_none());
        require(&*self.source, missing.map(String::as_str))?;
        let mut shards = Vec::with_capacity(names.len());
        for name in &names {
            shards.extend(unless_missing(self.suggest_shard(name))?);
        }
        Ok(shards)
    }

    fn suggest_shard(&self, name: &str) -> Attempt<Arc<SuggestShard>> {
        let read = |bytes: &[u8]| {
            let shard = SuggestShard::read(name, bytes)?;
            Ok(Decoded::Suggest(Arc::new(shard)))
        };
        match self.decoded(name, &read)? {
            Decoded::Suggest(shard) => Ok(shard),
            _ => Err(Error::corrupt(name, Damage::OtherSection).into()),
        }
    }
}

/// The directory of the shards, if there are several.
const DIRECTORY: &str = "files/suggest/0";
