//! Pages that resemble a page.

use std::sync::Arc;

use super::format::{RELATED, RelatedPage, RelatedShard, read_related};
use super::parts::LookIn;
use super::section_cache::Decoded;
use super::{Index, load, require};
use crate::error::{Damage, Error};
use crate::needs::Attempt;

/// A page and the pages that it resembles.
#[derive(Debug, Clone)]
pub struct Related {
    shard: Arc<RelatedShard>,
    row: usize,
}

impl Related {
    /// Returns the page itself.
    pub fn page(&self) -> RelatedPage<'_> {
        self.shard.page(self.row)
    }

    /// Returns the other pages, each with its similarity from 0 to 1. Pages in the page's own
    /// language come first, and then the order is by similarity.
    pub fn pages(&self) -> impl Iterator<Item = (RelatedPage<'_>, f64)> {
        let neighbours = self.shard.neighbours(self.row);
        neighbours.map(|own| (self.shard.page(own.row), f64::from(own.similarity) / 255.0))
    }
}

impl Index {
    /// Looks for the page at an address in this index, or in the indexes of several sites until it is
    /// found.
    ///
    /// # Errors
    /// Those of `look`.
    pub fn with_page(&self, site: &str, address: &str, look: &mut LookIn<'_>) -> Attempt<()> {
        match &self.parts {
            Some(parts) => parts.with_page(address, look),
            None => look(self, site).map(|_| ()),
        }
    }

    /// Returns the pages similar to the page with this key ([`crate::address::key`]); none if there
    /// is no such page, or the bundle has no lists.
    ///
    /// # Errors
    /// [`Needs`](crate::Needs) or [`Error::Corrupt`].
    pub fn related(&self, key: &str) -> Attempt<Option<Related>> {
        let number = self.related_shards(|firsts| {
            let before = (0..firsts.len()).take_while(|at| firsts.get(*at) <= key);
            before.last()
        })?;
        let Some(shard) = number
            .map(|number| self.related_shard(number))
            .transpose()?
        else {
            return Ok(None);
        };
        Ok(shard.find(key).map(|row| Related { shard, row }))
    }

    /// Returns the lists of all pages, in the order of their keys: for reports.
    ///
    /// # Errors
    /// The same as for [`Index::related`].
    pub fn all_related(&self) -> Attempt<Vec<Related>> {
        let count = self.related_shards(super::format::Strings::len)?;
        let names: Vec<String> = (0..count).map(name).collect();
        let missing = names.iter().filter(|name| self.cache.get(name).is_none());
        require(&*self.source, missing.map(String::as_str))?;
        let mut all = Vec::new();
        for number in 0..count {
            let shard = self.related_shard(number)?;
            let rows = 0..shard.len();
            all.extend(rows.map(|row| Related {
                shard: shard.clone(),
                row,
            }));
        }
        Ok(all)
    }

    fn related_shards<T: Default>(
        &self,
        look: impl Fn(&super::format::Strings) -> T,
    ) -> Attempt<T> {
        let Some(cell) = &self.related else {
            return Ok(T::default());
        };
        let firsts = load(cell, || {
            // The directory is needed next, if there is one.
            require(&*self.source, [RELATED, DIRECTORY].into_iter())?;
            Ok(read_related(&self.source.section(RELATED)?)?)
        });
        firsts.map(look)
    }

    fn related_shard(&self, number: usize) -> Attempt<Arc<RelatedShard>> {
        let name = name(number);
        let read = |bytes: &[u8]| {
            let shard = RelatedShard::read(&name, bytes, self.core.languages.len())?;
            Ok(Decoded::Related(Arc::new(shard)))
        };
        match self.decoded(&name, &read)? {
            Decoded::Related(shard) => Ok(shard),
            _ => Err(Error::corrupt(&name, Damage::OtherSection).into()),
        }
    }
}

/// The directory of the shards, if there are many.
const DIRECTORY: &str = "files/related/0";

fn name(number: usize) -> String {
    format!("{RELATED}/{number}")
}
