//! The mapping between chunks and pages.

/// The first chunk of every page, followed by the number of all chunks. Postings name a page and a
/// chunk within it ([`super::PostingList`]), so a page that grows by a chunk changes only the
/// postings of its own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Borders {
    firsts: Vec<u32>,
}

impl Default for Borders {
    fn default() -> Self {
        Self { firsts: vec![0] }
    }
}

impl Borders {
    /// Adds a page with this many chunks. Returns false, and adds nothing, if the chunks would
    /// exceed the range of their numbers.
    pub fn push(&mut self, chunks: u32) -> bool {
        let end = self.chunks().checked_add(chunks);
        self.firsts.extend(end);
        end.is_some()
    }

    /// Returns the number of pages.
    pub fn documents(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Returns the number of chunks.
    pub fn chunks(&self) -> u32 {
        self.firsts.last().copied().unwrap_or_default()
    }

    /// Returns the page of a chunk, and the chunk's number within it.
    pub fn place(&self, chunk: u32) -> (u32, u32) {
        let document = self.firsts.partition_point(|first| *first <= chunk) - 1;
        let number = chunk - self.firsts[document];
        // There are at most as many pages as chunks, and chunk numbers have 32 bits.
        (u32::try_from(document).unwrap_or(u32::MAX), number)
    }

    /// Like `place`, for a chunk on this page or a later one. When reading a list in order, this is
    /// faster than searching all pages.
    pub fn place_from(&self, page: u32, chunk: u32) -> (u32, u32) {
        let page = page as usize;
        let mut reach = 1;
        let stands_behind = |first: &u32| *first <= chunk;
        while self.firsts.get(page + reach).is_some_and(stands_behind) {
            reach *= 2;
        }
        let near = page + reach / 2;
        let end = (page + reach).min(self.firsts.len());
        let page = near + self.firsts[near..end].partition_point(stands_behind) - 1;
        let number = chunk - self.firsts[page];
        (u32::try_from(page).unwrap_or(u32::MAX), number)
    }

    /// Returns the chunk at a place, if there is one.
    pub fn chunk(&self, document: u32, number: u32) -> Option<u32> {
        let border = self.firsts.get(document as usize..)?;
        let chunk = border.first()?.checked_add(number)?;
        (chunk < *border.get(1)?).then_some(chunk)
    }

    /// Returns the chunks of a page.
    pub fn of(&self, document: usize) -> std::ops::Range<u32> {
        let at = |row: usize| self.firsts.get(row).copied().unwrap_or(self.chunks());
        at(document)..at(document.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_and_places_map_to_each_other() {
        let mut borders = Borders::default();
        for chunks in [2, 0, 3] {
            assert!(borders.push(chunks));
        }
        let places: Vec<_> = (0..5).map(|chunk| borders.place(chunk)).collect();
        assert_eq!(places, [(0, 0), (0, 1), (2, 0), (2, 1), (2, 2)]);
        for (chunk, (document, number)) in (0..).zip(places) {
            assert_eq!(borders.chunk(document, number), Some(chunk));
            for page in 0..=document {
                assert_eq!(borders.place_from(page, chunk), (document, number));
            }
        }
        for (document, number) in [(0, 2), (1, 0), (2, 3), (3, 0), (u32::MAX, u32::MAX)] {
            assert_eq!(borders.chunk(document, number), None);
        }
        assert_eq!(
            (borders.of(1), borders.of(2), borders.of(9)),
            (2..2, 2..5, 5..5)
        );
    }

    #[test]
    fn more_chunks_than_can_be_numbered_are_rejected() {
        let mut borders = Borders::default();
        assert!(borders.push(u32::MAX) && !borders.push(1));
        assert_eq!(borders.documents(), 1);
    }
}
