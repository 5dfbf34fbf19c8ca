//! Ingests a whole site: surveys it, then reads every page, in batches and in parallel.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use soru::Document;
use soru::ordered::Map;
use soru_files::place::{Place, Problem};

use super::Readers;
use super::address::Addresses;
use super::cache::CacheUse;
use super::contacts::Contacts;
use super::context::{Contexts, contexts};
use super::copies::Copies;
use super::crawled::Crawled;
use super::ingest_report::{Entry, IngestReport};
use super::items::{Item, Items};
use super::language::Languages;
use super::markdown::front_matter;
use super::page::{Address, Rejection};
use super::site::Site;
use super::survey::{Survey, Surveyed};
use super::template::{self, Template};
use super::versions::{Newer, newer};
use super::walk::{Format, Skipped, Source, find};
use super::weights::Weights;
use crate::settings::InputSettings;

/// The number of pages read at a time: enough to keep all cores busy, few enough for the memory.
const BATCH: usize = 256;

/// The number of bytes read at a time: a few documents have many megabytes, and the progress bar
/// must move.
const BATCH_BYTES: u64 = 16 << 20;

/// The number of pages that a thread takes at a time. With more, threads would wait at the end of
/// each batch for the thread that took the last ones.
const AT_ONCE: usize = 2;

/// The maximum length of front matter in bytes.
const FRONT: u64 = 16 * 1024;

/// The number of pages that the survey reads.
const SAMPLE: usize = 200;

/// The project's facts about its site.
#[derive(Debug, Clone, Default)]
pub struct SiteFacts {
    /// The address of the site, empty if unknown.
    pub url: String,
    /// Its languages; the first is the default.
    pub languages: Vec<String>,
    /// Whether the owner listed them.
    pub lists_languages: bool,
    /// Weights of pages, by patterns of their paths.
    pub weights: Map<f64>,
}

/// A site ready to be read.
#[derive(Debug)]
pub struct Ingestion {
    sources: Vec<Source>,
    readers: Readers,
    site: Site,
    skipped: Vec<Skipped>,
    warnings: Vec<Problem>,
}

/// The results of ingestion.
#[derive(Debug, Default)]
pub struct Ingested {
    /// Number of documents.
    pub documents: usize,
    /// Files left out.
    pub skipped: Vec<Skipped>,
    /// Pages that were read without content that a server or a generator adds.
    pub partly: Vec<String>,
    /// Number of documents with contacts that only the template has; they are not pages.
    pub contacts: usize,
    /// Hosts that pages name in their canonical links, with the number of pages, if the site's
    /// address is unknown.
    pub production: BTreeMap<String, usize>,
    /// Pages that were read as a whole, because they have no text of their own.
    pub whole: Vec<String>,
    /// Pages that were read as a whole, because the element that the site names has no text.
    pub unfilled: Vec<String>,
    /// Pages of older versions, each with the page of the newest version.
    pub versions: BTreeMap<String, String>,
    /// Warnings.
    pub warnings: Vec<Problem>,
    /// The use of the cache, if there was one.
    pub cache: Option<CacheUse>,
}

impl Ingestion {
    /// Finds the pages below the inputs, except those in `leave_out`, and surveys them. Parsed
    /// pages are stored in the folder `cache`, if one is given.
    ///
    /// # Errors
    /// If an input or a setting is unusable.
    pub fn new(
        inputs: &[PathBuf],
        settings: &InputSettings,
        site: &SiteFacts,
        leave_out: Option<&Path>,
        cache: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let mut found = find(inputs, settings, leave_out)?;
        let mut readers = Readers::new(settings)?;
        if let Some(folder) = cache {
            readers = readers.with_cache(folder, settings);
        }
        let mut languages = Languages::new(&site.languages);
        if !site.lists_languages {
            languages = languages.with_any();
        }
        let mut addresses = Addresses::new(&site.url, settings)?;
        add_addresses(&mut addresses, &found.sources);
        for folder in inputs.iter().filter(|input| input.is_dir()) {
            addresses.add_crawled(&Crawled::folder(folder));
        }
        let mut warnings = Vec::new();
        if !settings.keep_copies {
            let copies = Copies::find(inputs, &found.sources, &readers, &addresses);
            warnings.extend(copies.take_out(
                &mut found.sources,
                &mut addresses,
                &mut found.skipped,
            ));
        }
        let (template, contacts) = template(&found.sources, &readers);
        readers.set_template(template);
        let sample = sample(&found.sources, &readers, &languages);
        languages.learn(
            sample
                .iter()
                .map(|(_, _, page)| (page.lang.as_str(), page.prose())),
        );
        let survey = Survey::of(&sample);
        let mut site = Site {
            languages,
            addresses,
            survey,
            contexts: Contexts::default(),
            newer: Newer::default(),
            contacts,
            weights: Weights::new(&site.weights)?,
            previews: settings.previews,
        };
        site.contexts = contexts(&found.sources, &readers, &site);
        site.newer = newer(&found.sources, &readers, &site);
        Ok(Self {
            sources: found.sources,
            readers,
            site,
            skipped: found.skipped,
            warnings,
        })
    }

    /// Size of all files in bytes.
    pub fn size(&self) -> u64 {
        self.sources.iter().map(|source| source.size).sum()
    }

    /// Reads every page, as it is, in order of their paths.
    ///
    /// # Errors
    /// All faults of the input together.
    pub fn documents(self) -> anyhow::Result<Vec<Document>> {
        let mut documents = Vec::new();
        let mut push = |document| {
            documents.push(document);
            Ok(())
        };
        self.run(
            &|document: &Document| Ok(document.clone()),
            &mut push,
            |_| (),
        )?;
        Ok(documents)
    }

    /// Reads every page, in order of their paths: `prepare` does all work on a document that needs
    /// no other document, in parallel, and `add` collects what it returned. `progress` receives the
    /// bytes read after every batch. While one thread adds a batch, the others read the next.
    ///
    /// # Errors
    /// All faults of the input together, or the first error of `add`.
    pub fn run<P: Send>(
        mut self,
        prepare: &(impl Fn(&Document) -> soru::Result<P> + Sync),
        add: &mut (impl FnMut(P) -> soru::Result<()> + Send),
        mut progress: impl FnMut(u64),
    ) -> anyhow::Result<Ingested> {
        let mut report = IngestReport::new(std::mem::take(&mut self.skipped));
        let mut items = Items::new(&self.sources, self.readers.largest());
        let mut ready = Vec::new();
        loop {
            let batch = batch(&mut items);
            let read_item = |item: &Item<'_>| {
                let prepared = item.prepare(&self.readers, &self.site, prepare);
                (item.place(), prepared)
            };
            let (added, read) = rayon::join(
                || add_all(&mut report, add, std::mem::take(&mut ready)),
                || {
                    let pages = batch.par_iter().with_max_len(AT_ONCE);
                    pages.map(read_item).collect::<Vec<_>>()
                },
            );
            added?;
            if batch.is_empty() {
                break;
            }
            ready = read;
            progress(batch.iter().map(Item::size).sum());
        }
        let contacts = self.contacts();
        for document in &contacts {
            add(prepare(document)?)?;
        }
        self.warnings.extend(self.unconfined());
        let cache = self.readers.finish();
        let mut ingested = report.finish()?;
        ingested.warnings.extend(self.warnings);
        ingested.contacts = contacts.len();
        if let Some((used, warnings)) = cache {
            ingested.cache = Some(used);
            ingested.warnings.extend(warnings);
        }
        Ok(ingested)
    }
}

impl Ingestion {
    /// Returns a warning, at the first document, if documents were read without the limits of the
    /// system.
    fn unconfined(&self) -> Option<Problem> {
        let message = self.readers.documents.warning()?;
        let mut sources = self.sources.iter();
        let first = sources.find(|source| source.format == Format::Document)?;
        Some(Place::file(&first.file).problem(message))
    }

    /// Returns the documents with the contacts that only the template has.
    fn contacts(&self) -> Vec<Document> {
        let sections = self.site.contacts.sections().into_iter();
        let document = |(path, lines): (&str, Vec<&str>)| {
            let source = self.sources.iter().find(|source| source.path == path)?;
            let bytes = self.readers.file(source).ok()?;
            let page = self.readers.page(source.format, path, &bytes).ok()?;
            self.site.contacts_of(path, page, &lines).ok()
        };
        sections.filter_map(document).collect()
    }
}

/// Returns the next items to read.
fn batch<'s>(items: &mut Items<'s>) -> Vec<Item<'s>> {
    let mut bytes = 0;
    let more = || {
        let item = (bytes < BATCH_BYTES).then(|| items.next()).flatten()?;
        bytes += item.size();
        Some(item)
    };
    std::iter::from_fn(more).take(BATCH).collect()
}

/// The results of pages, in their order.
type Ready<P> = Vec<(Place, Result<Vec<Entry<P>>, Rejection>)>;

fn add_all<P>(
    report: &mut IngestReport,
    add: &mut impl FnMut(P) -> soru::Result<()>,
    ready: Ready<P>,
) -> soru::Result<()> {
    for (place, read) in ready {
        let entries = match read {
            Ok(entries) => entries.into_iter().map(Ok).collect(),
            Err(rejection) => vec![Err(rejection)],
        };
        for entry in entries {
            if let Some(prepared) = report.record(place.clone(), entry) {
                add(prepared?)?;
            }
        }
    }
    Ok(())
}

/// Makes every page known to links, by its path and by the address that it states.
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

/// Returns the address in a page's front matter, searched in the first [`FRONT`] bytes.
fn stated_address(file: &Path) -> Option<Address> {
    let mut bytes = Vec::new();
    let beginning = File::open(file).ok()?.take(FRONT);
    { beginning }.read_to_end(&mut bytes).ok()?;
    if bytes.len() as u64 == FRONT {
        // Cutting at a line break leaves every character complete.
        let end = bytes.iter().rposition(|byte| *byte == b'\n').unwrap_or(0);
        bytes.truncate(end);
    }
    let decoded = super::encoding::decode(&bytes)?;
    let (front, _) = front_matter::split(&decoded.text).ok()?;
    Some(front.address())
}

/// Finds the template of the HTML pages, and the contacts in it.
fn template(sources: &[Source], readers: &Readers) -> (Template, Contacts) {
    let pages: Vec<&Source> = sources
        .iter()
        .filter(|source| source.format == Format::Html)
        .collect();
    let paths: Vec<&str> = pages.iter().map(|page| &*page.path).collect();
    let sample: Vec<_> = template::sample(&paths)
        .into_par_iter()
        .filter_map(|number| Some((paths[number], readers.page_runs(pages[number])?)))
        .collect();
    let template = Template::of(&sample);
    let contacts = template.contacts(&sample);
    (template, contacts)
}

/// Reads an even sample of the HTML pages; only these have window titles.
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
            let bytes = readers.file(source).ok()?;
            let page = readers.page(source.format, &source.path, &bytes).ok()?;
            let lang = languages.of(&page.lang, &source.path, std::iter::empty());
            Some((source.path.clone(), lang, page))
        })
        .collect()
}
