//! Copies one passage out of a shard.

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
            questions: match self.questions.len() {
                0 => Strings::default(),
                _ => self.questions.slice(row..row + 1),
            },
            answers: { self.answers.iter() }
                .filter_map(|own| own.checked_sub(u32::try_from(sections.start).ok()?))
                .filter(|own| *own < last)
                .collect(),
            unquoted: { self.unquoted.iter() }
                .filter(|(own, _)| *own as usize == row)
                .map(|(_, range)| (0, range.clone()))
                .collect(),
        })
    }
}
