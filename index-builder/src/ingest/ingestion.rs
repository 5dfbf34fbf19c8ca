//! The ingestion of a whole site: survey, then every page, in batches and in parallel.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use rayon::prelude::*;
use soru::Document;

use super::Readers;
use super::address::Addresses;
use super::language::Languages;
use super::markdown::front_matter;
use super::page::{Address, Reason, Rejection};
use super::site::Site;
use super::survey::{Survey, Surveyed};
use super::walk::{Format, Skipped, Source, find};
use crate::place::{Place, Problem, Problems};
use crate::project::InputSettings;

/// Pages read at a time: enough to keep all cores busy, few enough to hold in memory.
const BATCH: usize = 256;

/// Pages the survey looks at.
const SAMPLE: usize = 200;

/// What the project says about its site.
#[derive(Debug, Clone, Default)]
pub struct SiteFacts {
    /// Where the site is, empty if unknown.
    pub url: String,
    /// Its languages, the first being the default.
    pub languages: Vec<String>,
}

/// Where documents go.
pub trait Sink: Sync {
    /// What becomes of a document before it is added.
    type Prepared: Send;

    /// Everything about a document that needs no other document. Runs in parallel.
    ///
    /// # Errors
    /// If the document is unusable.
    fn prepare(&self, document: &Document) -> soru::Result<Self::Prepared>;

    /// Takes a prepared document in.
    ///
    /// # Errors
    /// If it does not fit the others.
    fn add(&mut self, prepared: Self::Prepared) -> soru::Result<()>;
}

/// A site ready to be read.
#[derive(Debug)]
pub struct Ingestion {
    sources: Vec<Source>,
    readers: Readers,
    site: Site,
    skipped: Vec<Skipped>,
}

/// What became of the pages.
#[derive(Debug, Default)]
pub struct Ingested {
    /// How many became documents.
    pub documents: usize,
    /// What was left out.
    pub skipped: Vec<Skipped>,
    /// What is worth a look.
    pub warnings: Vec<Problem>,
}

impl Ingestion {
    /// Finds the pages below the inputs, but for those in `leave_out`, and surveys them.
    ///
    /// # Errors
    /// If an input or a setting is unusable.
    pub fn new(
        inputs: &[PathBuf],
        settings: &InputSettings,
        site: &SiteFacts,
        leave_out: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let found = find(inputs, settings, leave_out)?;
        let readers = Readers::new(settings)?;
        let languages = Languages::new(&site.languages);
        let mut addresses = Addresses::new(&site.url, settings)?;
        add_addresses(&mut addresses, &found.sources);
        let survey = Survey::of(&sample(&found.sources, &readers, &languages));
        let site = Site {
            languages,
            addresses,
            survey,
        };
        Ok(Self {
            sources: found.sources,
            readers,
            site,
            skipped: found.skipped,
        })
    }

    /// Size of all files in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.sources.iter().map(|source| source.size).sum()
    }

    /// Reads every page into the sink, in order of their paths; `progress` hears of the bytes
    /// read after every batch.
    ///
    /// # Errors
    /// All faults of the input together; or the first error of the sink.
    pub fn run<S: Sink>(
        self,
        sink: &mut S,
        mut progress: impl FnMut(u64),
    ) -> anyhow::Result<Ingested> {
        let mut ledger = Ledger {
            skipped: self.skipped,
            ..Ledger::default()
        };
        let mut items = Items::new(&self.sources);
        loop {
            let batch: Vec<Item<'_>> = items.by_ref().take(BATCH).collect::<Result<_, _>>()?;
            if batch.is_empty() {
                return ledger.close();
            }
            let read: Vec<_> = batch
                .par_iter()
                .map(|item| (item.place(), item.prepare(&self.readers, &self.site, sink)))
                .collect();
            for (place, read) in read {
                if let Some(prepared) = ledger.enter(place, read) {
                    sink.add(prepared?)?;
                }
            }
            progress(batch.iter().map(Item::size).sum());
        }
    }
}

/// Every page can be linked to by its path, and by the address it gives itself.
fn add_addresses(addresses: &mut Addresses, sources: &[Source]) {
    for page in sources
        .iter()
        .filter(|source| source.format != Format::JsonLines)
    {
        addresses.add(&page.path);
    }
    let stated: Vec<(&Source, Address)> = sources
        .par_iter()
        .filter(|source| source.format == Format::Markdown)
        .filter_map(|source| Some((source, stated_address(&source.file)?)))
        .collect();
    for (source, address) in stated {
        addresses.add_stated(&source.path, &address);
    }
}

fn stated_address(file: &Path) -> Option<Address> {
    let bytes = fs::read(file).ok()?;
    let text = super::encoding::decode(&bytes)?;
    let (front, _) = front_matter::split(&text).ok()?;
    Some(front.address())
}

/// An even sample of the HTML pages; only they have a template.
fn sample(sources: &[Source], readers: &Readers, languages: &Languages) -> Vec<Surveyed> {
    let pages: Vec<&Source> = sources
        .iter()
        .filter(|source| source.format == Format::Html)
        .collect();
    let count = pages.len().min(SAMPLE);
    (0..count)
        .into_par_iter()
        .filter_map(|i| {
            let source = pages[i * pages.len() / count];
            let page = readers
                .of(source.format)
                .read(&source.path, &fs::read(&source.file).ok()?);
            let page = page.ok()?;
            let lang = languages.of(&page.lang, &source.path, std::iter::empty());
            Some((source.path.clone(), lang, page))
        })
        .collect()
}

/// Something that becomes one document: a file, or a line of one.
enum Item<'s> {
    File(&'s Source),
    Line {
        source: &'s Source,
        number: usize,
        bytes: Vec<u8>,
    },
}

impl Item<'_> {
    fn place(&self) -> Place {
        match self {
            Self::File(source) => Place::file(&source.file),
            Self::Line { source, number, .. } => Place::line(&source.file, *number),
        }
    }

    fn size(&self) -> u64 {
        match self {
            Self::File(source) => source.size,
            Self::Line { bytes, .. } => bytes.len() as u64 + 1,
        }
    }

    /// Reads the item and hands it to the sink; its bytes are dropped on the way.
    fn prepare<S: Sink>(
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
struct Items<'s> {
    sources: std::slice::Iter<'s, Source>,
    lines: Option<Lines<'s>>,
}

struct Lines<'s> {
    source: &'s Source,
    reader: BufReader<File>,
    number: usize,
}

impl<'s> Items<'s> {
    fn new(sources: &'s [Source]) -> Self {
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

/// A document on its way into the sink.
struct Entry<T> {
    id: String,
    /// The address of a whole page; passages of JSON lines often share theirs.
    page_url: Option<String>,
    prepared: soru::Result<T>,
}

/// Who came and who did not.
#[derive(Default)]
struct Ledger {
    ids: HashMap<String, Place>,
    /// For every address, the first document there and how many more.
    urls: BTreeMap<String, (Place, usize)>,
    skipped: Vec<Skipped>,
    faults: Vec<Problem>,
}

impl Ledger {
    fn enter<T>(
        &mut self,
        place: Place,
        read: Result<Entry<T>, Rejection>,
    ) -> Option<soru::Result<T>> {
        match read {
            Ok(entry) => return self.admit(place, entry),
            Err(Rejection::Skipped(reason)) => self.skipped.push(Skipped { place, reason }),
            Err(Rejection::Fault(message)) => self.faults.push(place.problem(message)),
        }
        None
    }

    fn admit<T>(&mut self, place: Place, entry: Entry<T>) -> Option<soru::Result<T>> {
        if let Some(first) = self.ids.get(&entry.id) {
            let message = format!("the id `{}` was already given at {first}", entry.id);
            self.faults.push(place.problem(message));
            return None;
        }
        if let Some(url) = entry.page_url {
            let url = self.urls.entry(url);
            url.and_modify(|(_, more)| *more += 1)
                .or_insert_with(|| (place.clone(), 0));
        }
        self.ids.insert(entry.id, place);
        Some(entry.prepared)
    }

    fn close(self) -> anyhow::Result<Ingested> {
        Problems::none_or_all(self.faults)?;
        let shared = self.urls.into_iter().filter(|(_, (_, more))| *more > 0);
        let warnings = shared.map(|(url, (place, more))| {
            place.problem(format!(
                "{more} more pages have the same address, {url}; if their canonical links are \
                 wrong, set [input] canonical = false"
            ))
        });
        Ok(Ingested {
            documents: self.ids.len(),
            skipped: self.skipped,
            warnings: warnings.collect(),
        })
    }
}
