//! Copies one passage out of a shard.

use std::ops::Range;

use super::PassageShard;
use crate::index::format::Strings;

impl PassageShard {
    /// Returns a copy with the passage of a row, and its displayed properties, as the only row;
    /// none for a row that does not exist.
    #[must_use]
    pub fn excerpt(&self, row: usize) -> Option<Self> {
        let page = *self.page_rows.get(row)? as usize;
        let sections = self.sections(row);
        let last = u32::try_from(sections.len()).ok()?;
        let of_sections = |column: &Strings| column.slice(sections.clone());
        let of_row = |column: &Strings| match column.len() {
            0 => Strings::default(),
            _ => column.slice(row..row + 1),
        };
        let ranges_of = |all: &[(u32, Range<u32>)]| {
            let own = all.iter().filter(|(own, _)| *own as usize == row);
            own.map(|(_, range)| (0, range.clone())).collect()
        };
        Some(Self {
            pages: self
                .pages
                .each_ref()
                .map(|column| column.slice(page..page + 1)),
            importances: self.importances.get(page).copied().into_iter().collect(),
            page_rows: vec![0],
            section_ends: vec![last],
            section_starts: self.section_starts.get(sections.clone())?.to_vec(),
            headings: of_sections(&self.headings),
            anchors: of_sections(&self.anchors),
            texts: self.texts.slice(row..row + 1),
            questions: of_row(&self.questions),
            near_misses: of_row(&self.near_misses),
            answers: { self.answers.iter() }
                .filter_map(|own| own.checked_sub(u32::try_from(sections.start).ok()?))
                .filter(|own| *own < last)
                .collect(),
            unquoted: ranges_of(&self.unquoted),
            extents: ranges_of(&self.extents),
        })
    }
}
