//! Cuts a sequence into shards.
//!
//! If a shard ended as soon as it is full, a page that grows by a line would move every later
//! boundary and change every file. So the content determines boundaries: each candidate place has a
//! name, and once a shard is half full, it ends at the next name that is chosen by its hash. Names
//! are chosen at a fixed rate. After a change, the old boundaries resume at the next such name.

use soru::index::format::sha256;

/// Decides where to cut.
#[derive(Debug)]
pub(super) struct Boundaries {
    least: usize,
    most: usize,
    one_in: u8,
    size: usize,
    begun: bool,
}

impl Boundaries {
    /// Creates boundaries of shards of about `target` bytes, with a boundary at one name in
    /// `one_in`. With a smaller value, boundaries resume sooner; with a larger one, shards are more
    /// equal in size.
    pub(super) fn new(target: usize, one_in: u8) -> Self {
        Self {
            least: target / 2,
            most: target.saturating_add(target / 2),
            one_in,
            size: 0,
            begun: false,
        }
    }

    /// Sets another limit, at which a shard ends at any place.
    pub(super) fn up_to(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Returns whether a shard begins with the next item; `name` is the name of its family, and
    /// `is_new` states whether the family begins with the item.
    pub(super) fn is_here(&mut self, name: &str, is_new: bool) -> bool {
        let chosen = || sha256(name.as_bytes())[0] <= u8::MAX / self.one_in.max(1);
        let cut = !self.begun
            || (is_new && self.size >= self.least && chosen())
            || self.size >= self.most;
        if cut {
            self.size = 0;
            self.begun = true;
        }
        cut
    }

    /// Adds the bytes of an item.
    pub(super) fn add(&mut self, bytes: usize) {
        self.size = self.size.saturating_add(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boundaries(names: &[String]) -> Vec<&str> {
        let mut boundaries = Boundaries::new(100, 4);
        let mut found = Vec::new();
        for name in names {
            if boundaries.is_here(name, true) {
                found.push(name.as_str());
            }
            boundaries.add(10);
        }
        found
    }

    #[test]
    fn a_change_moves_only_the_boundaries_near_it() {
        let mut names: Vec<String> = (0..500).map(|n| format!("word{n:03}")).collect();
        let before: Vec<String> = boundaries(&names).into_iter().map(str::to_owned).collect();
        names.splice(100..100, (0..7).map(|n| format!("new{n}")));
        let after = boundaries(&names);
        let lost = before
            .iter()
            .filter(|name| !after.contains(&name.as_str()))
            .count();
        assert!(before.len() > 30 && lost <= 4, "{lost} of {}", before.len());
    }

    #[test]
    fn the_first_item_begins_a_shard_and_every_shard_is_bounded() {
        let mut boundaries = Boundaries::new(100, 4);
        assert!(boundaries.is_here("a", true));
        boundaries.add(149);
        assert!(!boundaries.is_here("a", false));
        boundaries.add(1);
        assert!(boundaries.is_here("a", false));
    }
}
