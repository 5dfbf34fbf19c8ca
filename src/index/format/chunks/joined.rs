//! The tables of several indexes as one.

use super::{ChunkTable, damage};
use crate::error::{Damage, Result};

impl ChunkTable {
    /// Adds the pages and chunks of another index behind those that are there. Groups and sets of
    /// the two stay apart. `languages` has the new number of each language of the other index.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] if there are more chunks than can be numbered.
    pub(in crate::index) fn append(&mut self, other: &Self, languages: &[u8]) -> Result<()> {
        let chunks = self.borders.chunks();
        let pages = u32::try_from(self.documents()).unwrap_or(u32::MAX);
        for page in 0..other.documents() {
            let own = other.borders.of(page);
            if !self.borders.push(own.end - own.start) {
                return damage(Damage::Columns);
            }
        }
        let renumbered = other.languages.iter().map(|own| usize::from(*own));
        let renumbered = renumbered.map(|own| languages.get(own).copied().unwrap_or_default());
        self.languages.extend(renumbered);
        self.title_words.extend(&other.title_words);
        self.body_words.extend(&other.body_words);
        let most = |sets: &[Vec<u32>; 2]| sets[1].iter().copied().max().unwrap_or_default();
        let groups = most(&self.grouped);
        append_sets(&mut self.grouped, &other.grouped, chunks, groups);
        // Newest versions are pages, and news are marked by a 1.
        let further = [most(&self.pages[0]), pages, 0];
        for ((own, others), further) in self.pages.iter_mut().zip(&other.pages).zip(further) {
            append_sets(own, others, pages, further);
        }
        append_sets(&mut self.weights, &other.weights, chunks, 0);
        Ok(())
    }
}

/// Adds members of sets, whose numbers and sets move up.
fn append_sets(own: &mut [Vec<u32>; 2], other: &[Vec<u32>; 2], members: u32, sets: u32) {
    own[0].extend(other[0].iter().map(|member| member.saturating_add(members)));
    own[1].extend(other[1].iter().map(|set| set.saturating_add(sets)));
}

#[cfg(test)]
mod tests {
    use super::super::{ChunkNorms, PageNorms};
    use super::*;

    /// Language, translation and newest version of a page, and group and weight of its chunks.
    type OwnPage<'p> = (u8, u32, u32, &'p [(u32, u16)]);

    fn table(pages: &[OwnPage<'_>]) -> ChunkTable {
        let page = |(language, translation, newest, chunks): &OwnPage<'_>| {
            let chunk = |(group, weight): &(u32, u16)| ChunkNorms {
                body_words: 4 + group,
                group: *group,
                weight: *weight,
            };
            PageNorms {
                language: *language,
                title_words: u32::from(*language) + 1,
                chunks: chunks.iter().map(chunk).collect(),
                translation: *translation,
                newest: *newest,
                is_news: *newest > 0,
            }
        };
        let pages: Vec<PageNorms> = pages.iter().map(page).collect();
        ChunkTable::read(&ChunkTable::write(pages.iter()).unwrap(), 2).unwrap()
    }

    #[test]
    fn groups_sets_and_versions_of_two_tables_stay_apart() {
        let one = table(&[(0, 1, 2, &[(1, 100), (0, 50)]), (1, 1, 0, &[(1, 100)])]);
        let mut joined = ChunkTable::default();
        joined.append(&one, &[0, 1]).unwrap();
        joined.append(&one, &[1, 2]).unwrap();
        assert_eq!((joined.documents(), joined.len()), (4, 6));
        let of_chunk = |of: &dyn Fn(u32) -> u32| (0..6).map(of).collect::<Vec<_>>();
        assert_eq!(
            of_chunk(&|chunk| joined.group_of(chunk)),
            [1, 0, 1, 2, 0, 2]
        );
        let of_page = |of: &dyn Fn(u32) -> u32| (0..4).map(of).collect::<Vec<_>>();
        assert_eq!(of_page(&|page| joined.translation_of(page)), [1, 1, 2, 2]);
        assert_eq!(of_page(&|page| joined.newest_of(page)), [2, 0, 4, 0]);
        assert_eq!(
            of_page(&|page| u32::from(joined.is_news(page))),
            [1, 0, 1, 0]
        );
        let languages: Vec<usize> = (0..4).map(|page| joined.language(page)).collect();
        assert_eq!(languages, [0, 1, 1, 2]);
        let weights: Vec<String> = (0..6)
            .map(|own| joined.weight_of(own).to_string())
            .collect();
        assert_eq!(weights, ["1", "0.5", "1", "1", "0.5", "1"]);
        let lengths = |own| [joined.body_length(own), joined.title_length(own)];
        assert_eq!(lengths(2), lengths(5));
    }
}
