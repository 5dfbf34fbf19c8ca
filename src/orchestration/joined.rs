//! Several bundles in one engine: one ranking of all their pages, the facts and words of all.
//!
//! The settings are those of the first bundle, with the languages, synonyms, intents, texts and
//! sample questions of the others added. Facts are in the order of trust, which decides where two
//! sites answer the same question: official ones first, then the one checked last, then in the order
//! of the bundles.

use std::cmp::Reverse;
use std::rc::Rc;
use std::sync::Arc;

use super::Configuration;
use super::engine::{Content, Engine};
use super::files::Files;
use crate::authority::absolute;
use crate::error::{Damage, Error, Result};
use crate::fact::Fact;
use crate::index::format::{FileEntry, Manifest};
use crate::index::{Index, Place, Source, Unavailable};
use crate::needs::{Attempt, Needs};
use crate::ordered::{Map, first};
use crate::restrictions::EXTENDED;
use crate::retrieval::{BM25, REMOTE};
use crate::text::{WordLists, primary_tags};

/// A bundle of a joined engine, and its place among the others.
#[derive(Debug, Clone)]
pub struct Bundle {
    engine: Engine,
    place: Place,
}

/// The bundles of a joined engine.
#[derive(Debug, Clone)]
pub(super) struct Bundles {
    all: Vec<Bundle>,
    /// Called by a pointer, so that engines that join nothing have none of its code.
    join: fn(&[Bundle]) -> Attempt<Content>,
}

impl Bundles {
    fn new(all: Vec<Bundle>) -> Self {
        Self { all, join }
    }

    /// Returns the content of all.
    pub(super) fn content(&self) -> Attempt<Content> {
        (self.join)(&self.all)
    }
}

impl Bundle {
    /// Names the place of a bundle: its number among those that are searched, and the base of
    /// relative addresses of its pages, if its site states none.
    #[must_use]
    pub fn new(number: usize, engine: Engine, base: &str) -> Self {
        let site = &engine.configuration().site;
        let url = if site.url.is_empty() { base } else { &site.url }.to_owned();
        let name = if site.title.is_empty() {
            bare(&url).to_owned()
        } else {
            site.title.clone()
        };
        let place = Place { number, name, url };
        Self { engine, place }
    }
}

/// Returns an address without its scheme and the slash at its end.
fn bare(url: &str) -> &str {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    rest.trim_end_matches('/')
}

impl Engine {
    /// Joins bundles into one engine, which ranks all their pages together and says of each hit, fact
    /// and source which site it is of. Names of files have the number of their bundle in front
    /// ([`Place::named`]).
    ///
    /// # Errors
    /// [`Error::InvalidInput`] without any bundle.
    pub fn join(mut bundles: Vec<Bundle>) -> Result<Self> {
        let Some(first) = bundles.first() else {
            return Err(Error::InvalidInput {
                what: "the list of bundles".to_owned(),
                detail: "it is empty: name at least one".to_owned(),
            });
        };
        let operators = first.engine.operators();
        tell_apart(&mut bundles);
        let source = JoinedFiles::of_bundles(&bundles);
        let parts = (manifest(&bundles), configuration(&bundles), source);
        Ok(Self::of(operators, parts, Some(Bundles::new(bundles))))
    }

    /// Returns the numbers of the bundles whose pages are in a cluster.
    #[must_use]
    pub fn remote_bundles(&self) -> Vec<usize> {
        let remote = self.joined().iter().filter(|own| own.is_remote());
        remote.map(|own| own.place.number).collect()
    }

    /// Returns this engine with other content for some of its bundles, by number: the pages that a
    /// gateway found for a question. It asks no gateway; a bundle over a cluster without other
    /// content answers from its own pages.
    ///
    /// # Errors
    /// The errors of [`Engine::join`].
    pub fn with_found(&self, found: Vec<(usize, Self)>) -> Result<Self> {
        let mut bundles = self.joined().to_vec();
        for (number, engine) in found {
            if let Some(own) = bundles.iter_mut().find(|own| own.place.number == number) {
                own.engine = engine;
            }
        }
        let joined = Self::join(bundles)?;
        let parts = (
            joined.manifest().clone(),
            without_gateway(joined.configuration()),
            JoinedFiles::of_bundles(joined.joined()),
        );
        let bundles = joined.bundles().cloned();
        Ok(Self::of(self.operators(), parts, bundles))
    }
}

impl Engine {
    fn joined(&self) -> &[Bundle] {
        self.bundles().map_or(&[], |bundles| &bundles.all)
    }
}

impl Bundle {
    fn is_remote(&self) -> bool {
        self.engine.configuration().retrieval.retriever == REMOTE
    }
}

fn without_gateway(configuration: &Configuration) -> Configuration {
    let mut configuration = configuration.clone();
    BM25.clone_into(&mut configuration.retrieval.retriever);
    configuration
}

/// Gives sites of the same name the address as their name.
fn tell_apart(bundles: &mut [Bundle]) {
    let names: Vec<String> = bundles.iter().map(|own| own.place.name.clone()).collect();
    for own in bundles {
        let name = &own.place.name;
        if names.iter().filter(|other| *other == name).count() > 1 {
            own.place.name = match bare(&own.place.url) {
                "" => format!("{name} ({})", own.place.number + 1),
                address => format!("{name} ({address})"),
            };
        }
    }
}

/// Returns a manifest for statistics.
fn manifest(bundles: &[Bundle]) -> Manifest {
    let mut all = bundles[0].engine.manifest().clone();
    for own in &bundles[1..] {
        let own = own.engine.manifest();
        add(&mut all.counts, &own.counts);
        add(&mut all.words, &own.words);
        all.build_id = format!("{} {}", all.build_id, own.build_id);
    }
    all.files.clear();
    all
}

fn add(all: &mut Map<u64>, own: &Map<u64>) {
    for (name, count) in own {
        let known = all.get(name).copied().unwrap_or_default();
        all.insert(name, known.saturating_add(*count));
    }
}

fn configuration(bundles: &[Bundle]) -> Configuration {
    let mut all = bundles[0].engine.configuration().clone();
    for bundle in &bundles[1..] {
        let own = bundle.engine.configuration();
        all.site.languages.extend(own.site.languages.clone());
        extend(&mut all.synonyms, &own.synonyms);
        extend(&mut all.intents, &own.intents);
        extend(&mut all.suggestions, &own.suggestions);
        for (language, words) in &own.everyday {
            if all.everyday.get(language).is_none() {
                all.everyday.insert(language, words.clone());
            }
        }
        for (language, texts) in &own.texts {
            if all.texts.get(language).is_none() {
                all.texts.insert(language, texts.clone());
            }
        }
        // That of an incomplete answer of a cluster is 1.
        let least = &mut all.answer.min_confidence;
        *least = least.max(own.answer.min_confidence);
    }
    all.site.languages = primary_tags(&all.site.languages);
    if bundles.iter().any(Bundle::is_remote) {
        REMOTE.clone_into(&mut all.retrieval.retriever);
    }
    all
}

fn extend<T: Clone + PartialEq>(all: &mut Vec<T>, own: &[T]) {
    for item in own {
        if !all.contains(item) {
            all.push(item.clone());
        }
    }
}

fn join(bundles: &[Bundle]) -> Attempt<Content> {
    let mut needs = Needs::default();
    let mut contents = Vec::new();
    for own in bundles {
        contents.extend(needs.note(own.place.within(own.engine.content()))?);
    }
    needs.end()?;
    let pairs = || bundles.iter().zip(&contents);
    let indexes = pairs().map(|(own, content)| (Arc::clone(&content.index), own.place.clone()));
    let index = Index::joined(indexes.collect())?;
    let facts = pairs().flat_map(|(own, content)| content.facts.iter().map(|fact| own.fact(fact)));
    let words: Vec<&WordLists> = contents.iter().map(|content| &content.words).collect();
    Ok(Content {
        index: Arc::new(index),
        facts: Rc::new(by_trust(&facts.collect::<Vec<_>>())),
        words: WordLists::joined(&words),
    })
}

impl Bundle {
    /// Returns a fact with the name of its site, whatever the site of the page.
    fn fact(&self, fact: &Fact) -> Fact {
        let languages = &self.engine.configuration().site.languages;
        let lang = match (fact.lang.as_str(), languages.first()) {
            ("", Some(first)) => first.clone(),
            (own, _) => own.to_owned(),
        };
        Fact {
            source_url: absolute(&self.place.url, &fact.source_url),
            site: self.place.name.clone(),
            lang,
            ..fact.clone()
        }
    }
}

fn by_trust(facts: &[Fact]) -> Vec<Fact> {
    let rank = |at: usize| {
        let fact = &facts[at];
        (fact.authority == EXTENDED, Reverse(&fact.checked_on), at)
    };
    let before = |one: usize, other: usize| rank(one) < rank(other);
    let order = first(facts.len(), facts.len(), &before).into_iter();
    order.map(|at| facts[at].clone()).collect()
}

/// The files of all bundles, by [`Place::named`].
struct JoinedFiles(Vec<(Place, Arc<dyn Files>)>);

impl JoinedFiles {
    fn of_bundles(bundles: &[Bundle]) -> Arc<dyn Files> {
        let own = bundles.iter();
        let own = own.map(|own| (own.place.clone(), own.engine.files_of_calls()));
        Arc::new(Self(own.collect()))
    }

    /// Returns the bundle of a file, and the file's name in it.
    fn of<'s>(&'s self, file: &'s str) -> Result<(&'s Place, &'s dyn Files, &'s str)> {
        let mut found = self.0.iter().filter_map(|(place, files)| {
            let own = place.own(file)?;
            Some((place, &**files, own))
        });
        found
            .next()
            .ok_or_else(|| Error::corrupt(file, Damage::NoFile))
    }
}

impl Source for JoinedFiles {
    fn section(&self, name: &str) -> Attempt<Vec<u8>> {
        Err(Error::corrupt(name, Damage::NoSection).into())
    }

    fn unsupplied_file(&self, _: &str) -> Option<String> {
        None
    }
}

impl Files for JoinedFiles {
    fn supply(&self, file: &str, inflated: &[u8]) -> Result<()> {
        let (_, files, own) = self.of(file)?;
        files.supply(own, inflated)
    }

    fn files(&self) -> Vec<FileEntry> {
        let all = self.0.iter().flat_map(|(place, files)| {
            let own = files.files().into_iter();
            own.map(|entry| named(place, entry))
        });
        all.collect()
    }

    fn entry(&self, file: &str) -> Result<FileEntry> {
        let (place, files, own) = self.of(file)?;
        files.entry(own).map(|entry| named(place, entry))
    }

    fn can_skip(&self, file: &str) -> bool {
        self.of(file)
            .is_ok_and(|(_, files, own)| files.can_skip(own))
    }

    fn exchange(&self, unavailable: &mut Vec<Unavailable>) {
        let all = std::mem::take(unavailable);
        for (place, files) in &self.0 {
            let own = all.iter().filter_map(|other| {
                let file = place.own(&other.file)?.to_owned();
                Some(Unavailable {
                    file,
                    ..other.clone()
                })
            });
            let mut own: Vec<Unavailable> = own.collect();
            files.exchange(&mut own);
            unavailable.extend(own.into_iter().map(|other| with_name(place, other)));
        }
    }

    fn missed(&self) -> Vec<Unavailable> {
        let all = self.0.iter().flat_map(|(place, files)| {
            let own = files.missed().into_iter();
            own.map(|other| with_name(place, other))
        });
        all.collect()
    }

    fn arrivals(&self, file: &str) -> u32 {
        self.of(file)
            .map_or(0, |(_, files, own)| files.arrivals(own))
    }

    fn begin_call(&self) {
        self.0.iter().for_each(|(_, files)| files.begin_call());
    }

    fn request(&self, requested: &[String]) {
        for (place, files) in &self.0 {
            let own = requested.iter().filter_map(|file| place.own(file));
            files.request(&own.map(str::to_owned).collect::<Vec<_>>());
        }
    }

    fn end_call(&self) {
        self.0.iter().for_each(|(_, files)| files.end_call());
    }
}

fn named(place: &Place, entry: FileEntry) -> FileEntry {
    FileEntry {
        name: place.named(&entry.name),
        ..entry
    }
}

fn with_name(place: &Place, other: Unavailable) -> Unavailable {
    Unavailable {
        file: place.named(&other.file),
        ..other
    }
}
