//! Writes the passages of a shard.

use std::ops::Range;

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::{Page, Passage, pack_meta, pack_texts};
use crate::error::Result;
use crate::index::format::{StringsBuilder, encode, push_varint};

#[derive(Serialize)]
struct Columns {
    pages: [[ByteBuf; 2]; 4],
    importances: ByteBuf,
    page_rows: ByteBuf,
    section_counts: ByteBuf,
    section_starts: ByteBuf,
    sections: [[ByteBuf; 2]; 2],
    texts: [ByteBuf; 2],
    /// None if no chunk has questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<[ByteBuf; 2]>,
    /// None if no section is an answer and no text is unquoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<ByteBuf>,
    /// None if no text is unquoted and the later fields are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    unquoted: Option<ByteBuf>,
    /// None if no answering words of a question are known, and there is no near miss.
    #[serde(skip_serializing_if = "Option::is_none")]
    extents: Option<ByteBuf>,
    /// None if there is no near miss.
    #[serde(skip_serializing_if = "Option::is_none")]
    near_misses: Option<[ByteBuf; 2]>,
}

/// Writes a shard.
#[derive(Debug, Default)]
pub struct PassageShardBuilder {
    pages: [StringsBuilder; 4],
    importances: Vec<u8>,
    page_rows: Vec<u8>,
    section_counts: Vec<u8>,
    section_starts: Vec<u8>,
    headings: StringsBuilder,
    anchors: StringsBuilder,
    texts: StringsBuilder,
    questions: StringsBuilder,
    has_questions: bool,
    answers: Vec<u8>,
    unquoted: Vec<u8>,
    extents: Vec<u8>,
    near_misses: StringsBuilder,
    has_near_misses: bool,
    /// Numbers of chunks and sections so far.
    rows: usize,
    sections: u64,
    /// The section that is the last answer, and the rows of the last unquoted text and extent.
    last_answer: u64,
    last_unquoted: usize,
    last_extent: usize,
    new_page: bool,
}

impl PassageShardBuilder {
    /// Adds a page; the passages that follow belong to it.
    pub fn push_page(&mut self, page: &Page) {
        let meta = pack_meta(&page.meta);
        let fields = [&page.id, &page.title, &page.url, &meta];
        for (builder, text) in self.pages.iter_mut().zip(fields) {
            builder.push(text);
        }
        self.importances.push(page.importance);
        self.new_page = true;
    }

    /// Adds a passage of the last page.
    pub fn push(&mut self, passage: &Passage) {
        push_varint(
            &mut self.page_rows,
            u64::from(std::mem::take(&mut self.new_page)),
        );
        push_varint(&mut self.section_counts, passage.sections.len() as u64);
        for section in &passage.sections {
            push_varint(&mut self.section_starts, u64::from(section.start));
            self.headings.push(&pack_texts(&section.heading));
            self.anchors.push(&section.anchor);
            if section.is_answer {
                let last = std::mem::replace(&mut self.last_answer, self.sections);
                push_varint(&mut self.answers, self.sections - last);
            }
            self.sections += 1;
        }
        for range in &passage.unquoted {
            let last = std::mem::replace(&mut self.last_unquoted, self.rows);
            push_range(&mut self.unquoted, self.rows - last, range);
        }
        let has_extents = passage.extents.iter().any(|range| !range.is_empty());
        for range in passage.extents.iter().filter(|_| has_extents) {
            let last = std::mem::replace(&mut self.last_extent, self.rows);
            push_range(&mut self.extents, self.rows - last, range);
        }
        self.near_misses.push(&pack_texts(&passage.near_misses));
        self.has_near_misses |= !passage.near_misses.is_empty();
        self.rows += 1;
        self.texts.push(&passage.text);
        self.questions.push(&pack_texts(&passage.questions));
        self.has_questions |= !passage.questions.is_empty();
    }

    /// Returns the bytes of text of a passage, including its page if that is new.
    pub fn size_of(page: Option<&Page>, passage: &Passage) -> usize {
        let page = page.map_or(0, |page| {
            page.id.len() + page.title.len() + page.url.len() + pack_meta(&page.meta).len()
        });
        let headings = passage.sections.iter();
        let headings: usize = headings.map(|own| pack_texts(&own.heading).len()).sum();
        page + passage.text.len() + headings
    }

    /// Encodes the section.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn finish(self, section: &str) -> Result<Vec<u8>> {
        let has_extents = self.has_near_misses || !self.extents.is_empty();
        let is_unquoted = has_extents || !self.unquoted.is_empty();
        let is_marked = is_unquoted || !self.answers.is_empty();
        let questions = if self.has_questions {
            blobs(self.questions)
        } else {
            Default::default()
        };
        let near_misses = self.has_near_misses.then(|| blobs(self.near_misses));
        let columns = Columns {
            pages: self.pages.map(blobs),
            importances: ByteBuf::from(self.importances),
            page_rows: ByteBuf::from(self.page_rows),
            section_counts: ByteBuf::from(self.section_counts),
            section_starts: ByteBuf::from(self.section_starts),
            sections: [blobs(self.headings), blobs(self.anchors)],
            texts: blobs(self.texts),
            questions: (self.has_questions || is_marked).then_some(questions),
            answers: is_marked.then(|| ByteBuf::from(self.answers)),
            unquoted: is_unquoted.then(|| ByteBuf::from(self.unquoted)),
            extents: has_extents.then(|| ByteBuf::from(self.extents)),
            near_misses,
        };
        encode(section, &columns)
    }
}

/// Appends a range of a text, with the number of rows since the row of the previous range.
fn push_range(column: &mut Vec<u8>, further: usize, range: &Range<u32>) {
    push_varint(column, further as u64);
    push_varint(column, u64::from(range.start));
    push_varint(column, range.len() as u64);
}

fn blobs(strings: StringsBuilder) -> [ByteBuf; 2] {
    [strings.lengths, strings.text].map(ByteBuf::from)
}
