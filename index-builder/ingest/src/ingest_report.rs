//! The report of ingestion: pages read, and pages left out with the reasons.

use std::collections::{BTreeMap, HashMap};

use soru_files::place::{Place, Problem, Problems};

use super::ingestion::Ingested;
use super::page::{Rejection, Whole};
use super::walk::{Kind, Skipped, kind_of};

/// A document on its way into the sink.
pub(super) struct Entry<T> {
    pub(super) id: String,
    /// The address of a whole page; passages of JSON lines often share an address.
    pub(super) page_url: Option<String>,
    /// A warning about unreadable parts of the page.
    pub(super) lost: Option<String>,
    /// The host that the page names in its canonical link, if another serves it.
    pub(super) production: Option<String>,
    /// The language that the page declares and the language of its text, if they differ.
    pub(super) misdeclared: Option<(String, String)>,
    /// Why the whole page was read, if it was.
    pub(super) whole: Option<Whole>,
    /// The ids of newer versions of the page, the newest first.
    pub(super) newer: Vec<String>,
    /// A text that resembles an instruction to a language model.
    pub(super) instruction: Option<String>,
    pub(super) prepared: soru::Result<T>,
}

/// The results of all pages.
#[derive(Default)]
pub(super) struct IngestReport {
    ids: HashMap<String, Place>,
    /// The first document at every address, and the number of others.
    urls: BTreeMap<String, (Place, usize)>,
    skipped: Vec<Skipped>,
    faults: Vec<Problem>,
    warnings: Vec<Problem>,
    /// Pages to which a server or a generator adds content.
    partly: Vec<String>,
    production: BTreeMap<String, usize>,
    /// Pages that were read as a whole, because they have no text of their own, or none where the
    /// site says that it is.
    whole: Vec<String>,
    unfilled: Vec<String>,
    /// Pages of older versions, with the ids of newer ones.
    older: Vec<(String, Vec<String>)>,
    /// The first page whose declared language differs from the language of its text, and the number
    /// of such pages by language pair.
    misdeclared: Option<(Place, Misdeclared)>,
}

/// The number of pages by declared and actual language.
type Misdeclared = BTreeMap<(String, String), usize>;

impl IngestReport {
    /// Creates a report that starts with the files that were left out before reading.
    pub(super) fn new(skipped: Vec<Skipped>) -> Self {
        Self {
            skipped,
            ..Self::default()
        }
    }

    /// Records the result of a page, and returns its document for the sink.
    pub(super) fn record<T>(
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
            let message = format!("the id `{}` is already in use at {first}", entry.id);
            self.faults.push(place.problem(message));
            return None;
        }
        self.warnings.extend(
            [entry.lost, entry.instruction]
                .into_iter()
                .flatten()
                .map(|message| place.problem(message)),
        );
        if let Some(url) = entry.page_url {
            let url = self.urls.entry(url);
            // Slides and pages of one document share its address.
            url.and_modify(|(first, more)| *more += usize::from(first.file != place.file))
                .or_insert_with(|| (place.clone(), 0));
        }
        if let Some(host) = entry.production {
            *self.production.entry(host).or_default() += 1;
        }
        if let Some(languages) = entry.misdeclared {
            let first = || (place.clone(), BTreeMap::new());
            let (_, counts) = self.misdeclared.get_or_insert_with(first);
            *counts.entry(languages).or_default() += 1;
        }
        if matches!(kind_of(&place.file), Kind::Completed(_)) {
            self.partly.push(place.file.clone());
        }
        match entry.whole {
            Some(Whole::Unmarked) => self.whole.push(place.file.clone()),
            Some(Whole::Marked) => self.unfilled.push(place.file.clone()),
            None => {}
        }
        if !entry.newer.is_empty() {
            self.older.push((place.file.clone(), entry.newer));
        }
        self.ids.insert(entry.id, place);
        Some(entry.prepared)
    }

    /// Returns the summary, or all faults together.
    pub(super) fn finish(self) -> anyhow::Result<Ingested> {
        Problems::none_or_all(self.faults)?;
        let shared = self.urls.into_iter().filter(|(_, (_, more))| *more > 0);
        let shared = shared.map(|(url, (place, more))| {
            place.problem(format!(
                "{more} more pages have the same address, {url}; if their canonical links are \
                 wrong, set canonical = false under [input]"
            ))
        });
        let misdeclared = self
            .misdeclared
            .map(|(first, counts)| misdeclared(&first, &counts));
        let newest = |(page, newer): (String, Vec<String>)| {
            let newest = newer.iter().find_map(|id| self.ids.get(id))?;
            Some((page, newest.file.clone()))
        };
        Ok(Ingested {
            versions: self.older.into_iter().filter_map(newest).collect(),
            documents: self.ids.len(),
            skipped: self.skipped,
            partly: self.partly,
            production: self.production,
            whole: self.whole,
            unfilled: self.unfilled,
            contacts: 0,
            cache: None,
            warnings: self
                .warnings
                .into_iter()
                .chain(misdeclared)
                .chain(shared)
                .collect(),
        })
    }
}

/// Returns one warning for all pages that declare a wrong language.
fn misdeclared(first: &Place, counts: &BTreeMap<(String, String), usize>) -> Problem {
    let pages: usize = counts.values().sum();
    let pairs = counts.iter().map(|((declared, actual), count)| {
        format!("{count} declare \"{declared}\" and are read as \"{actual}\"")
    });
    first.problem(format!(
        "the text, or [site] languages, contradicts the language that {pages} {} ({}); correct \
         `<html lang>` in the template",
        if pages == 1 {
            "page declares"
        } else {
            "pages declare"
        },
        pairs.collect::<Vec<_>>().join(", ")
    ))
}
