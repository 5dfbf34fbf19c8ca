//! Items: what becomes one document each, a file or a line of one.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use anyhow::Context;
use soru::Document;

use super::Readers;
use super::ingestion::Preparation;
use super::instructions::instruction;
use super::ledger::Entry;
use super::page::Rejection;
use super::site::Site;
use super::walk::{Format, Source};
use crate::place::Place;

/// Something that becomes one document.
pub(super) enum Item<'s> {
    File(&'s Source),
    Line {
        source: &'s Source,
        number: usize,
        bytes: Vec<u8>,
    },
}

impl Item<'_> {
    pub(super) fn place(&self) -> Place {
        match self {
            Self::File(source) => Place::file(&source.file),
            Self::Line { source, number, .. } => Place::line(&source.file, *number),
        }
    }

    fn source(&self) -> &Source {
        match self {
            Self::File(source) | Self::Line { source, .. } => source,
        }
    }

    pub(super) fn size(&self) -> u64 {
        match self {
            Self::File(source) => source.size,
            Self::Line { bytes, .. } => bytes.len() as u64 + 1,
        }
    }

    /// Reads the item and prepares its document; its bytes are dropped on the way.
    pub(super) fn prepare<P: Preparation>(
        &self,
        readers: &Readers,
        site: &Site,
        preparation: &P,
    ) -> Result<Entry<P::Prepared>, Rejection> {
        let (document, lost) = self.document(readers, site)?;
        let is_page = matches!(self, Self::File(_));
        let told = readers.tells_of_instructions();
        let instruction = told.then(|| instruction(&document)).flatten();
        let prepared = preparation.prepare(&document);
        Ok(Entry {
            id: document.id,
            page_url: is_page.then_some(document.url),
            lost,
            instruction,
            prepared,
        })
    }

    /// The document, and what of the page could not be read.
    fn document(
        &self,
        readers: &Readers,
        site: &Site,
    ) -> Result<(Document, Option<String>), Rejection> {
        let mut page = match self {
            Self::File(source) => {
                let bytes = readers.file(source)?;
                readers.page(source.format, &source.path, &bytes)?
            }
            Self::Line { source, bytes, .. } => readers.page(source.format, &source.path, bytes)?,
        };
        let lost = page.lost.take();
        Ok((site.document(&self.source().path, page)?, lost))
    }
}

/// All items of all sources; JSON lines are read as they are needed.
pub(super) struct Items<'s> {
    sources: std::slice::Iter<'s, Source>,
    lines: Option<Lines<'s>>,
    longest_line: u64,
}

struct Lines<'s> {
    source: &'s Source,
    reader: BufReader<File>,
    number: usize,
    longest: u64,
}

impl<'s> Items<'s> {
    /// Of a line longer than `longest_line` bytes no more than one byte beyond that is kept.
    pub(super) fn new(sources: &'s [Source], longest_line: u64) -> Self {
        Self {
            sources: sources.iter(),
            lines: None,
            longest_line,
        }
    }
}

impl<'s> Iterator for Items<'s> {
    type Item = anyhow::Result<Item<'s>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(lines) = &mut self.lines {
                match lines.next_line() {
                    Ok(Some(item)) => return Some(Ok(item)),
                    Ok(None) => self.lines = None,
                    Err(error) => return Some(Err(error)),
                }
            }
            let source = self.sources.next()?;
            if source.format != Format::JsonLines {
                return Some(Ok(Item::File(source)));
            }
            match Lines::open(source, self.longest_line) {
                Ok(lines) => self.lines = Some(lines),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<'s> Lines<'s> {
    fn open(source: &'s Source, longest: u64) -> anyhow::Result<Self> {
        let file = File::open(&source.file)
            .with_context(|| format!("{}: cannot be read", source.file.display()))?;
        Ok(Self {
            source,
            reader: BufReader::new(file),
            number: 0,
            longest,
        })
    }

    /// The next line that is not blank.
    fn next_line(&mut self) -> anyhow::Result<Option<Item<'s>>> {
        loop {
            let bytes = self
                .read_line()
                .with_context(|| format!("{}: cannot be read", self.source.file.display()))?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            // Of a line that is too long the beginning is here, and says so by its length.
            let mut line = if bytes.len() as u64 > self.longest {
                &bytes[..]
            } else {
                bytes.trim_ascii()
            };
            if self.number == 1 {
                line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
            }
            if !line.is_empty() {
                let bytes = line.to_vec();
                return Ok(Some(Item::Line {
                    source: self.source,
                    number: self.number,
                    bytes,
                }));
            }
        }
    }

    fn read_line(&mut self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut line = (&mut self.reader).take(self.longest.saturating_add(1));
        line.read_until(b'\n', &mut bytes)?;
        if bytes.len() as u64 > self.longest && !bytes.ends_with(b"\n") {
            self.reader.skip_until(b'\n')?;
        }
        Ok(bytes)
    }
}
