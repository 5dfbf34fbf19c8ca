//! A `text/<n>` section: the texts of a range of chunks, and their displayed properties.
//!
//! A question fetches the passages that its answer shows. Their shard also contains the displayed
//! properties of the page: title, address, headings. A page whose chunks are in two shards has a
//! row in both.

mod builder;
mod excerpt;

pub use self::builder::PassageShardBuilder;

use std::ops::Range;

use super::Strings;
use super::fields::Fields;
use super::node::Node;
use crate::error::{Damage, Error, Result};

/// Displayed properties of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The document's id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Address without fragment.
    pub url: String,
    /// Static importance in 255ths.
    pub importance: u8,
    /// Further metadata of the page.
    pub meta: Vec<(String, String)>,
}

/// Displayed properties of a chunk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passage {
    /// Its text.
    pub text: String,
    /// Its sections, in order; at least one.
    pub sections: Vec<Section>,
    /// Questions written for it, never shown as text of the page.
    pub questions: Vec<String>,
    /// For each question, the byte range of its text that answers it; empty if it is unknown.
    pub extents: Vec<Range<u32>>,
    /// Questions that it seems to answer but does not.
    pub near_misses: Vec<String>,
    /// Byte ranges of its text that are never quoted, ascending.
    pub unquoted: Vec<Range<u32>>,
}

/// A section of a page, or a part of one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// Byte offset in the chunk's text.
    pub start: u32,
    /// Headings above it, outermost first, without the page's title.
    pub heading: Vec<String>,
    /// The id to link to, empty if there is none.
    pub anchor: String,
    /// Whether the site states its last heading as a question that it answers.
    pub is_answer: bool,
}

/// The passages of a range of chunks.
#[derive(Debug, Clone, Default)]
pub struct PassageShard {
    /// Ids, titles, addresses and metadata of pages.
    pages: [Strings; 4],
    importances: Vec<u8>,
    /// For each chunk: the row of its page, and the end of its sections.
    page_rows: Vec<u32>,
    section_ends: Vec<u32>,
    /// The start of each section in the text.
    section_starts: Vec<u32>,
    headings: Strings,
    anchors: Strings,
    texts: Strings,
    /// Questions written for each chunk; empty if there are none in the shard.
    questions: Strings,
    /// Sections that answer the question in their heading, ascending.
    answers: Vec<u32>,
    /// Texts that are never quoted: the row, and the range in its text.
    unquoted: Vec<(u32, Range<u32>)>,
    /// Words that answer questions: the row, and the range in its text.
    extents: Vec<(u32, Range<u32>)>,
    /// Near misses of each chunk; empty if there are none in the shard.
    near_misses: Strings,
}

/// The separator between the entries of a row's metadata; `UNIT` separates key and value, or two
/// headings.
const RECORD: char = '\u{1e}';
const UNIT: char = '\u{1f}';

impl PassageShard {
    /// Decodes the section.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut fields = Node::decode_fields(section, bytes)?;
        let mut shard = Self {
            pages: fields.inner(|fields| [(); 4].map(|()| fields.inner(Fields::strings))),
            importances: fields.bytes(),
            page_rows: fields.varints(),
            section_ends: fields.varints(),
            section_starts: fields.varints(),
            ..Self::default()
        };
        [shard.headings, shard.anchors] =
            fields.inner(|fields| [fields.inner(Fields::strings), fields.inner(Fields::strings)]);
        shard.texts = fields.inner(Fields::strings);
        shard.questions = fields.optional_strings();
        shard.answers = fields.optional_varints();
        let marked = [fields.optional_varints(), fields.optional_varints()];
        shard.near_misses = fields.optional_strings();
        fields.end()?;
        if shard.number() && shard.is_whole() && shard.mark(&marked) {
            Ok(shard)
        } else {
            Err(Error::corrupt(section, Damage::Columns))
        }
    }

    /// Converts differences to rows; returns whether every chunk has a page and a section.
    fn number(&mut self) -> bool {
        let (mut page, mut end) = (0_u32, 0_u32);
        let mut sound = true;
        for difference in &mut self.page_rows {
            page = page.saturating_add(*difference);
            sound &= page > 0;
            *difference = page.saturating_sub(1);
        }
        for count in &mut self.section_ends {
            sound &= *count > 0;
            end = end.saturating_add(*count);
            *count = end;
        }
        sound && page as usize <= self.importances.len() && end as usize == self.headings.len()
    }

    /// Converts differences to sections that are answers, and triples to texts that are never
    /// quoted and to answers of questions; returns whether they exist.
    fn mark(&mut self, marked: &[Vec<u32>; 2]) -> bool {
        let mut section = 0_u32;
        for difference in &mut self.answers {
            section = section.saturating_add(*difference);
            *difference = section;
        }
        let mut last = 0_u32;
        for (triples, ranges) in marked.iter().zip([&mut self.unquoted, &mut self.extents]) {
            let mut row = 0_u32;
            for triple in triples.chunks(3) {
                let [further, start, length] = *triple else {
                    return false;
                };
                row = row.saturating_add(further);
                ranges.push((row, start..start.saturating_add(length)));
            }
            last = last.max(row);
        }
        section as usize <= self.headings.len() && last as usize <= self.texts.len()
    }

    fn is_whole(&self) -> bool {
        let chunks = [self.page_rows.len(), self.section_ends.len()];
        let sections = [self.section_starts.len(), self.anchors.len()];
        chunks == [self.texts.len(); 2]
            && [0, self.texts.len()].contains(&self.questions.len())
            && [0, self.texts.len()].contains(&self.near_misses.len())
            && sections == [self.headings.len(); 2]
            && self
                .pages
                .iter()
                .all(|column| column.len() == self.importances.len())
    }

    /// Returns the number of chunks.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        let pages: usize = self.pages.iter().map(Strings::size).sum();
        let marks = self.answers.len() + 3 * (self.unquoted.len() + self.extents.len());
        let numbers = 2 * self.len() + self.section_starts.len() + marks;
        pages
            + self.texts.size()
            + self.questions.size()
            + self.near_misses.size()
            + self.headings.size()
            + self.anchors.size()
            + numbers * 4
    }

    /// Returns the text of a row's chunk; empty for a row that does not exist.
    pub fn text(&self, row: usize) -> &str {
        self.texts.get(row)
    }

    /// Returns the questions written for a row's chunk.
    pub fn questions(&self, row: usize) -> impl Iterator<Item = &str> {
        unpacked(&self.questions, row)
    }

    /// Returns, for each question written for a row's chunk, the byte range of the text that
    /// answers it; empty if it is unknown. Returns none if no range of the chunk is known.
    pub fn extents(&self, row: usize) -> impl Iterator<Item = Range<usize>> {
        ranges_of(&self.extents, row)
    }

    /// Returns the questions that a row's chunk seems to answer but does not.
    pub fn near_misses(&self, row: usize) -> impl Iterator<Item = &str> {
        unpacked(&self.near_misses, row)
    }

    fn page(&self, row: usize, field: usize) -> &str {
        let page = self.page_rows.get(row).copied().unwrap_or_default();
        self.pages[field].get(page as usize)
    }

    /// Returns the id of the page.
    pub fn id(&self, row: usize) -> &str {
        self.page(row, 0)
    }

    /// Returns the title of the page.
    pub fn title(&self, row: usize) -> &str {
        self.page(row, 1)
    }

    /// Returns the address of the page, without fragment.
    pub fn url(&self, row: usize) -> &str {
        self.page(row, 2)
    }

    /// Returns further metadata of the page.
    pub fn meta(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        entries(self.page(row, 3))
    }

    /// Returns the static importance of the page, between 0 and 1.
    pub fn importance(&self, row: usize) -> f64 {
        let page = self.page_rows.get(row).copied().unwrap_or_default();
        let packed = self.importances.get(page as usize);
        f64::from(packed.copied().unwrap_or_default()) / 255.0
    }

    /// Returns the numbers of the sections of a row's chunk.
    fn sections(&self, row: usize) -> std::ops::Range<usize> {
        let end = |row: usize| self.section_ends.get(row).copied().unwrap_or_default() as usize;
        row.checked_sub(1).map_or(0, end)..end(row)
    }

    /// Returns the byte offsets in the text at which the sections of a row's chunk begin.
    pub fn section_starts(&self, row: usize) -> impl Iterator<Item = usize> {
        let starts = self
            .section_starts
            .get(self.sections(row))
            .unwrap_or_default();
        starts.iter().map(|start| *start as usize)
    }

    /// Returns the number, from 0, of the section that contains a byte offset in the text.
    pub fn section_at(&self, row: usize, offset: usize) -> usize {
        let sections = self.sections(row);
        let starts = self.section_starts.get(sections).unwrap_or_default();
        let before = starts.partition_point(|start| *start as usize <= offset);
        before.saturating_sub(1)
    }

    /// Returns the headings above a section, outermost first, without the page's title.
    pub fn heading(&self, row: usize, section: usize) -> impl Iterator<Item = &str> {
        let headings = self.headings.get(self.sections(row).start + section);
        headings.split(UNIT).filter(|heading| !heading.is_empty())
    }

    /// Returns the headings of all sections.
    pub fn headings(&self, row: usize) -> impl Iterator<Item = &str> {
        (0..self.sections(row).len()).flat_map(move |section| self.heading(row, section))
    }

    /// Returns whether a section answers the question in its last heading.
    pub fn is_answer(&self, row: usize, section: usize) -> bool {
        let number = self.sections(row).start + section;
        self.answers.iter().any(|own| *own as usize == number)
    }

    /// Returns the byte ranges of a row's text that are never quoted.
    pub fn unquoted(&self, row: usize) -> impl Iterator<Item = Range<usize>> {
        ranges_of(&self.unquoted, row)
    }

    /// Returns the id to link to, or an empty text.
    pub fn anchor(&self, row: usize, section: usize) -> &str {
        self.anchors.get(self.sections(row).start + section)
    }
}

/// Returns the texts of a row, which may be missing.
fn unpacked(column: &Strings, row: usize) -> impl Iterator<Item = &str> {
    let packed = if row < column.len() {
        column.get(row)
    } else {
        ""
    };
    packed.split(UNIT).filter(|text| !text.is_empty())
}

/// Returns the ranges of a row.
fn ranges_of(all: &[(u32, Range<u32>)], row: usize) -> impl Iterator<Item = Range<usize>> {
    all.iter()
        .filter(move |(own, _)| *own as usize == row)
        .map(|(_, range)| range.start as usize..range.end as usize)
}

/// Returns the entries of packed metadata.
pub(super) fn entries(packed: &str) -> impl Iterator<Item = (&str, &str)> {
    packed
        .split(RECORD)
        .filter_map(|entry| entry.split_once(UNIT))
}

/// Packs metadata into one text.
pub(super) fn pack_meta(meta: &[(String, String)]) -> String {
    let clean = |text: &str| text.replace([RECORD, UNIT], " ");
    let entries: Vec<String> = meta
        .iter()
        .map(|(key, value)| format!("{}{UNIT}{}", clean(key), clean(value)))
        .collect();
    entries.join(&RECORD.to_string())
}

/// Packs several texts into one.
fn pack_texts(texts: &[String]) -> String {
    let clean: Vec<String> = texts.iter().map(|part| part.replace(UNIT, " ")).collect();
    clean.join(&UNIT.to_string())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
