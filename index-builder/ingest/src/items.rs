//! Items: a file, or a line of a file, that becomes one document.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use soru::Document;
use soru_files::place::Place;

use super::Readers;
use super::ingest_report::Entry;
use super::instructions::instruction;
use super::language::primary;
use super::page::{ParsedPage, Piece, Rejection, SkipReason};
use super::site::Site;
use super::walk::{Format, Source};

/// Something that becomes one document.
pub(super) enum Item<'s> {
    File(&'s Source),
    Line {
        source: &'s Source,
        number: usize,
        bytes: Vec<u8>,
    },
    /// The rest of a file of lines that cannot be read.
    Unreadable {
        source: &'s Source,
        error: String,
    },
}

impl Item<'_> {
    pub(super) fn place(&self) -> Place {
        match self {
            Self::File(source) | Self::Unreadable { source, .. } => Place::file(&source.file),
            Self::Line { source, number, .. } => Place::line(&source.file, *number),
        }
    }

    fn source(&self) -> &Source {
        match self {
            Self::File(source) | Self::Line { source, .. } | Self::Unreadable { source, .. } => {
                source
            }
        }
    }

    pub(super) fn size(&self) -> u64 {
        match self {
            Self::File(source) => source.size,
            Self::Line { bytes, .. } => bytes.len() as u64 + 1,
            Self::Unreadable { .. } => 0,
        }
    }

    /// Reads the item and prepares its documents; its bytes are dropped on the way.
    pub(super) fn prepare<P>(
        &self,
        readers: &Readers,
        site: &Site,
        prepare: &impl Fn(&Document) -> soru::Result<P>,
    ) -> Result<Vec<Entry<P>>, Rejection> {
        let mut first = self.page(readers)?;
        let mut pages = std::mem::take(&mut first.further);
        if !pages.is_empty() {
            share_language(&mut first, &mut pages, &self.source().path, site);
        }
        pages.insert(0, first);
        let mut entries: Vec<_> = pages
            .into_iter()
            .map(|page| self.entry(page, readers, site, prepare))
            .collect();
        // A section in another language may consist of text of the template.
        if entries.iter().any(Result::is_ok) {
            entries.retain(|entry| !matches!(entry, Err(Rejection::Skipped(SkipReason::NoText))));
        }
        entries.into_iter().collect()
    }

    fn entry<P>(
        &self,
        mut page: ParsedPage,
        readers: &Readers,
        site: &Site,
        prepare: &impl Fn(&Document) -> soru::Result<P>,
    ) -> Result<Entry<P>, Rejection> {
        let lost = page.lost.take();
        let whole = page.whole;
        let declared = primary(&page.lang);
        let production = site
            .addresses
            .production(&self.source().path, &page.address);
        let document = site.document(&self.source().path, page)?;
        site.contacts.look_into(&document);
        let is_page = matches!(self, Self::File(_));
        let reports_instructions = readers.reports_instructions();
        let instruction = reports_instructions
            .then(|| instruction(&document))
            .flatten();
        let prepared = prepare(&document);
        Ok(Entry {
            misdeclared: declared
                .filter(|declared| *declared != document.lang)
                .map(|declared| (declared, document.lang)),
            id: document.id,
            page_url: is_page.then_some(document.url),
            lost,
            production,
            whole,
            newer: document.newer,
            instruction,
            prepared,
        })
    }

    fn page(&self, readers: &Readers) -> Result<ParsedPage, Rejection> {
        match self {
            Self::File(source) => {
                let bytes = readers.file(source)?;
                readers.page(source.format, &source.path, &bytes)
            }
            Self::Line { source, bytes, .. } => readers.page(source.format, &source.path, bytes),
            Self::Unreadable { error, .. } => Err(SkipReason::Unreadable(error.clone()).into()),
        }
    }
}

/// Lets the pages of a document share their language: a page may be too short for detection, but
/// the document is long.
fn share_language(first: &mut ParsedPage, further: &mut [ParsedPage], path: &str, site: &Site) {
    let declares_none = |page: &&ParsedPage| page.lang.is_empty();
    let pages = std::iter::once(&*first).chain(further.iter().filter(declares_none));
    let texts = pages
        .flat_map(|page| &page.pieces)
        .filter_map(Piece::as_text);
    let lang = site.languages.of(&first.lang, path, texts);
    for page in further.iter_mut().filter(|page| page.lang.is_empty()) {
        page.lang.clone_from(&lang);
    }
    if first.lang.is_empty() {
        first.lang = lang;
    }
}

/// All items of all sources; JSON lines are read on demand.
pub(super) struct Items<'s> {
    sources: std::slice::Iter<'s, Source>,
    lines: Option<Lines<'s>>,
    longest_line: u64,
}

struct Lines<'s> {
    source: &'s Source,
    /// The open file; none after an error.
    reader: Option<BufReader<File>>,
    number: usize,
    longest: u64,
}

impl<'s> Items<'s> {
    /// Creates the iterator. Of a longer line, it keeps at most one byte beyond `longest_line`.
    pub(super) fn new(sources: &'s [Source], longest_line: u64) -> Self {
        Self {
            sources: sources.iter(),
            lines: None,
            longest_line,
        }
    }
}

impl<'s> Iterator for Items<'s> {
    type Item = Item<'s>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(item) = self.lines.as_mut().and_then(Lines::next) {
                return Some(item);
            }
            self.lines = None;
            let source = self.sources.next()?;
            if source.format != Format::JsonLines {
                return Some(Item::File(source));
            }
            match File::open(&source.file) {
                Ok(file) => self.lines = Some(Lines::new(source, file, self.longest_line)),
                Err(error) => return Some(unreadable(source, &error)),
            }
        }
    }
}

fn unreadable<'s>(source: &'s Source, error: &std::io::Error) -> Item<'s> {
    Item::Unreadable {
        source,
        error: error.to_string(),
    }
}

impl<'s> Lines<'s> {
    fn new(source: &'s Source, file: File, longest: u64) -> Self {
        Self {
            source,
            reader: Some(BufReader::new(file)),
            number: 0,
            longest,
        }
    }

    /// Returns the bytes of the next line, including its end, or nothing after the last one.
    fn read_line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let Some(reader) = &mut self.reader else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        let mut line = reader.take(self.longest.saturating_add(1));
        line.read_until(b'\n', &mut bytes)?;
        if bytes.len() as u64 > self.longest && !bytes.ends_with(b"\n") {
            reader.skip_until(b'\n')?;
        }
        Ok(Some(bytes).filter(|bytes| !bytes.is_empty()))
    }

    /// Returns the part of a line that is kept.
    fn trimmed<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        // A line that is too long is truncated; its length reveals it.
        let line = if bytes.len() as u64 > self.longest {
            bytes
        } else {
            bytes.trim_ascii()
        };
        let marked = line.strip_prefix(b"\xef\xbb\xbf");
        marked.filter(|_| self.number == 1).unwrap_or(line)
    }
}

impl<'s> Iterator for Lines<'s> {
    type Item = Item<'s>;

    /// Returns the next line that is not blank.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let bytes = match self.read_line() {
                Ok(bytes) => bytes?,
                Err(error) => {
                    // The rest of a long line cannot be told from a new line, so reading stops.
                    self.reader = None;
                    return Some(unreadable(self.source, &error));
                }
            };
            self.number += 1;
            let line = self.trimmed(&bytes);
            if !line.is_empty() {
                return Some(Item::Line {
                    source: self.source,
                    number: self.number,
                    bytes: line.to_vec(),
                });
            }
        }
    }
}
