//! Keeps the best few of many texts, each once.

use crate::text::fold;

/// The best texts so far; a smaller rank is better. The first of equals wins.
#[derive(Debug)]
pub(super) struct Ranked<'t> {
    limit: usize,
    entries: Vec<Entry<'t>>,
}

#[derive(Debug)]
struct Entry<'t> {
    rank: u32,
    text: &'t str,
    key: String,
    /// Its place in the source.
    place: usize,
}

impl<'t> Ranked<'t> {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            entries: Vec::new(),
        }
    }

    /// Adds a text if it is better than one of those kept. `place` is its place in the source.
    pub(super) fn offer(&mut self, rank: u32, text: &'t str, place: usize) {
        let is_full = self.entries.len() >= self.limit;
        if is_full && self.entries.last().is_none_or(|last| last.rank <= rank) {
            return;
        }
        let key = fold(text.trim());
        if let Some(same) = self.entries.iter().position(|entry| entry.key == key) {
            if self.entries[same].rank <= rank {
                return;
            }
            self.entries.remove(same);
        }
        let later = self.entries.iter().position(|entry| entry.rank > rank);
        let at = later.unwrap_or(self.entries.len());
        let entry = Entry {
            rank,
            text,
            key,
            place,
        };
        self.entries.insert(at, entry);
        self.entries.truncate(self.limit);
    }

    /// Returns the texts and their places, best first.
    pub(super) fn into_places(self) -> impl Iterator<Item = (&'t str, usize)> {
        self.entries
            .into_iter()
            .map(|entry| (entry.text, entry.place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r11_the_best_texts_are_kept_in_order_and_each_once_at_its_best_rank() {
        let mut ranked = Ranked::new(3);
        for (rank, text) in [
            (5, "Ücret"),
            (3, "b"),
            (4, "ucret"),
            (9, "x"),
            (3, "c"),
            (2, "B "),
            (7, "y"),
        ] {
            ranked.offer(rank, text, rank as usize);
        }
        let places: Vec<(&str, usize)> = ranked.into_places().collect();
        assert_eq!(places, [("B ", 2), ("c", 3), ("ucret", 4)]);
    }
}
