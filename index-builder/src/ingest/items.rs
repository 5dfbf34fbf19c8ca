//! Items: what becomes one document each, a file or a line of one.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};

use anyhow::Context;
use soru::Document;

use super::Readers;
use super::ingestion::Sink;
use super::ledger::Entry;
use super::page::{Reason, Rejection};
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

    pub(super) fn size(&self) -> u64 {
        match self {
            Self::File(source) => source.size,
            Self::Line { bytes, .. } => bytes.len() as u64 + 1,
        }
    }

    /// Reads the item and hands it to the sink; its bytes are dropped on the way.
    pub(super) fn prepare<S: Sink>(
        &self,
        readers: &Readers,
        site: &Site,
        sink: &S,
    ) -> Result<Entry<S::Prepared>, Rejection> {
        let document = self.document(readers, site)?;
        let is_page = matches!(self, Self::File(_));
        let prepared = sink.prepare(&document);
        Ok(Entry {
            id: document.id,
            page_url: is_page.then_some(document.url),
            prepared,
        })
    }

    fn document(&self, readers: &Readers, site: &Site) -> Result<Document, Rejection> {
        let page = match self {
            Self::File(source) => {
                let bytes = fs::read(&source.file)
                    .map_err(|error| Reason::Unreadable(error.to_string()))?;
                (
                    source,
                    readers.of(source.format).read(&source.path, &bytes)?,
                )
            }
            Self::Line { source, bytes, .. } => {
                (source, readers.of(source.format).read(&source.path, bytes)?)
            }
        };
        site.document(&page.0.path, page.1)
    }
}

/// All items of all sources; JSON lines are read as they are needed.
pub(super) struct Items<'s> {
    sources: std::slice::Iter<'s, Source>,
    lines: Option<Lines<'s>>,
}

struct Lines<'s> {
    source: &'s Source,
    reader: BufReader<File>,
    number: usize,
}

impl<'s> Items<'s> {
    pub(super) fn new(sources: &'s [Source]) -> Self {
        Self {
            sources: sources.iter(),
            lines: None,
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
            match Lines::open(source) {
                Ok(lines) => self.lines = Some(lines),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<'s> Lines<'s> {
    fn open(source: &'s Source) -> anyhow::Result<Self> {
        let file = File::open(&source.file)
            .with_context(|| format!("{}: cannot be read", source.file.display()))?;
        Ok(Self {
            source,
            reader: BufReader::new(file),
            number: 0,
        })
    }

    /// The next line that is not blank.
    fn next_line(&mut self) -> anyhow::Result<Option<Item<'s>>> {
        loop {
            let mut bytes = Vec::new();
            let read = self.reader.read_until(b'\n', &mut bytes);
            let length =
                read.with_context(|| format!("{}: cannot be read", self.source.file.display()))?;
            if length == 0 {
                return Ok(None);
            }
            self.number += 1;
            let mut line = bytes.trim_ascii();
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
}
