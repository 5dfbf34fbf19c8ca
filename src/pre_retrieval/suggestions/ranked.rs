//! Keeps the best few of many texts, each once.

use crate::text::fold;

/// The best texts so far; a smaller rank is better. The first of equals wins.
#[derive(Debug)]
pub(super) struct Ranked {
    limit: usize,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    rank: u32,
    key: String,
    /// Its shard and row.
    place: (usize, usize),
}

impl Ranked {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            entries: Vec::new(),
        }
    }

    /// Adds a text if it is better than one of those kept. `place` is its shard and row.
    pub(super) fn offer(&mut self, rank: u32, text: &str, place: (usize, usize)) {
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
        let entry = Entry { rank, key, place };
        self.entries.insert(at, entry);
        self.entries.truncate(self.limit);
    }

    /// Returns the places of the texts, best first; those of this rank, with misspelt words, and
    /// beyond only where nothing else fits.
    pub(super) fn into_places(self, misspelt: u32) -> impl Iterator<Item = (usize, usize)> {
        let best = self.entries.first().map_or(0, |best| best.rank);
        let entries = self.entries.into_iter();
        let kept = entries.filter(move |entry| entry.rank < misspelt || best >= misspelt);
        kept.map(|entry| entry.place)
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
            ranked.offer(rank, text, (0, rank as usize));
        }
        let places: Vec<(usize, usize)> = ranked.into_places(4).collect();
        assert_eq!(places, [(0, 2), (0, 3)], "one of 4 is misspelt");
    }
}
