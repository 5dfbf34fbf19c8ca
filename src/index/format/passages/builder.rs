//! Writes the passages of a shard.

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
    /// None if no section is an answer and no text unquoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<ByteBuf>,
    /// None if no text is unquoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    unquoted: Option<ByteBuf>,
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
    /// Numbers of chunks and sections so far.
    rows: usize,
    sections: u64,
    /// The section that is the last answer, and the row of the last unquoted text.
    last_answer: u64,
    last_unquoted: usize,
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
            push_varint(&mut self.unquoted, (self.rows - last) as u64);
            push_varint(&mut self.unquoted, u64::from(range.start));
            push_varint(&mut self.unquoted, range.len() as u64);
        }
        self.rows += 1;
        self.texts.push(&passage.text);
        self.questions.push(&pack_texts(&passage.questions));
        self.has_questions |= !passage.questions.is_empty();
    }

    /// Returns the bytes of text of a passage, including its page if that is new.
    #[must_use]
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
        let is_unquoted = !self.unquoted.is_empty();
        let is_marked = is_unquoted || !self.answers.is_empty();
        let questions = if self.has_questions {
            blobs(self.questions)
        } else {
            Default::default()
        };
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
        };
        encode(section, &columns)
    }
}

fn blobs(strings: StringsBuilder) -> [ByteBuf; 2] {
    [strings.lengths, strings.text].map(ByteBuf::from)
}
