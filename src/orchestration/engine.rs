//! An opened bundle.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use super::files::Files;
use super::joined::Bundles;
use super::stats::{StatsFile, suggested};
use super::{Clock, Configuration, Operators, Options, Pipeline, Stats, SuggestOptions};
use crate::error::Result;
use crate::fact::Fact;
use crate::index::format::{FORMAT_VERSION, FileEntry, Manifest, read_facts, read_words};
use crate::index::{Index, Supplied};
use crate::needs::Attempt;
use crate::post_retrieval::Reranker;
use crate::pre_retrieval::Completion;
use crate::settings::{Setting, Value};
use crate::text::{WordLists, primary, primary_tags};

/// Answers questions from a bundle.
///
/// The engine does no I/O. A [`Call`](super::Call) takes steps, and after each states what it
/// [needs](crate::Needs) to continue; its owner reads these files from network or disk and
/// [`supply`](Self::supply)s them:
///
/// ```no_run
/// # fn read(file: &str) -> Vec<u8> { std::fs::read(file).unwrap_or_default() }
/// # fn inflate(stored: &[u8]) -> soru::Result<Vec<u8>> { Ok(stored.to_vec()) }
/// use soru::orchestration::{Method, Step};
/// use soru::settings::Value;
/// let engine = soru::Engine::open(&read("manifest.msgpack"))?;
/// let mut call = engine.begin(Method::ASK, "What is the H-1B cap?", &Value::Null);
/// let answer = loop {
///     match call.step()? {
///         Step::Done(answer) => break answer,
///         Step::Needs(needs) => {
///             for file in needs.files {
///                 engine.supply(&file, &read(&file), inflate)?;
///             }
///         }
///     }
/// };
/// # Ok::<(), soru::Error>(())
/// ```
///
/// [`ask`](Self::ask) and similar methods are for engines that have all their files.
///
/// An engine is not [`Send`]: clones and calls share it by [`Rc`]. A server opens one engine per
/// thread, from the same bytes.
#[derive(Debug, Clone)]
pub struct Engine {
    shared: Rc<Shared>,
}

/// The parts that an engine shares with its calls.
#[derive(Debug)]
struct Shared {
    manifest: Manifest,
    configuration: Configuration,
    source: Arc<dyn Files>,
    /// The bundles of a joined engine; none for that of a single bundle.
    bundles: Option<Bundles>,
    clock: Option<Clock>,
    rerankers: Vec<Rc<dyn Reranker>>,
    content: OnceCell<Content>,
    opened: OnceCell<Opened>,
    operators: &'static Operators,
}

/// The content of the files that every question needs.
#[derive(Debug, Clone)]
pub(super) struct Content {
    pub(super) index: Arc<Index>,
    pub(super) facts: Rc<Vec<Fact>>,
    /// The words of the site's languages.
    pub(super) words: WordLists,
}

/// This content, with what is compiled from it.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) content: Content,
    /// The site's configuration, with every language of its pages.
    pub(super) configuration: Configuration,
    pub(super) pipeline: Pipeline,
}

impl Engine {
    /// Opens a bundle by its manifest. No other file is needed yet.
    ///
    /// # Errors
    /// [`crate::Error::NotAnIndex`], [`crate::Error::UnsupportedVersion`],
    /// [`crate::Error::Corrupt`], or an error of the configuration in it.
    pub fn open(manifest: &[u8]) -> Result<Self> {
        Self::assemble(Operators::ALL, manifest)
    }

    /// Opens a bundle with a choice of operators. A call that needs another one returns
    /// [`Needs::full_engine`](crate::Needs::full_engine).
    ///
    /// # Errors
    /// As [`Engine::open`].
    pub fn assemble(operators: &'static Operators, manifest: &[u8]) -> Result<Self> {
        let manifest = Manifest::read(manifest)?;
        let mut configuration = Configuration::default();
        configuration.set(&manifest.configuration, "")?;
        configuration.site.languages = primary_tags(&configuration.site.languages);
        let source = Arc::new(Supplied::new(&manifest));
        let parts = (manifest, configuration, source as Arc<dyn Files>);
        Ok(Self::of(operators, parts, None))
    }

    /// Makes an engine of its manifest, configuration and files.
    pub(super) fn of(
        operators: &'static Operators,
        (manifest, configuration, source): (Manifest, Configuration, Arc<dyn Files>),
        bundles: Option<Bundles>,
    ) -> Self {
        let shared = Shared {
            manifest,
            configuration,
            source,
            bundles,
            clock: None,
            rerankers: Vec::new(),
            content: OnceCell::new(),
            opened: OnceCell::new(),
            operators,
        };
        Self {
            shared: Rc::new(shared),
        }
    }

    /// Returns a changed copy of the engine. Calls in progress keep the old one.
    fn changed(self, change: impl FnOnce(&mut Shared)) -> Self {
        let mut shared = Rc::try_unwrap(self.shared).unwrap_or_else(|shared| Shared {
            manifest: shared.manifest.clone(),
            configuration: shared.configuration.clone(),
            source: shared.source.clone(),
            bundles: shared.bundles.clone(),
            clock: shared.clock,
            rerankers: shared.rerankers.clone(),
            content: shared.content.clone(),
            opened: OnceCell::new(),
            operators: shared.operators,
        });
        change(&mut shared);
        Self {
            shared: Rc::new(shared),
        }
    }

    /// Sets a clock for traces; milliseconds from any fixed point.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        self.changed(|shared| shared.clock = Some(clock))
    }

    /// Adds a custom reranker, which [`with_options`](Self::with_options) and every call may name.
    /// It takes precedence over a reranker of this crate with the same name.
    ///
    /// ```
    /// use soru::hit::Hit;
    /// use soru::post_retrieval::Reranker;
    /// use soru::query::Query;
    /// use soru::settings::Value;
    /// use soru::Engine;
    ///
    /// /// Prefers pages that were updated lately.
    /// struct Fresh;
    ///
    /// impl Reranker for Fresh {
    ///     fn name(&self) -> &str {
    ///         "fresh"
    ///     }
    ///     fn scores(&self, _: &Query, hits: &[Hit]) -> soru::Attempt<Vec<f64>> {
    ///         let is_fresh = |hit: &Hit| hit.meta.get("updated").is_some_and(|day| &**day >= "2026");
    ///         let score = |hit: &Hit| hit.score * if is_fresh(hit) { 1.2 } else { 1.0 };
    ///         Ok(hits.iter().map(score).collect())
    ///     }
    /// }
    ///
    /// # use soru_indexing::{Indexer, InvertedIndexer, Layout};
    /// # let mut indexer = Box::new(InvertedIndexer::new(Default::default(), "en", Layout::SINGLE));
    /// # for day in ["2019-04-01", "2026-04-01"] {
    /// #     indexer.add(indexer.prepare(&soru::Document {
    /// #         id: day.into(),
    /// #         lang: "en".into(),
    /// #         blocks: vec![soru::Block::Text("The cap is 85,000 visas.".into())],
    /// #         meta: [("updated".into(), day.into())].into(),
    /// #         ..Default::default()
    /// #     })?)?;
    /// # }
    /// # let files = indexer.finish(Vec::new(), &Value::default())?.into_files(&|bytes| Ok(bytes.to_vec()))?;
    /// # let manifest = &files[1].1;
    /// let engine = Engine::open(manifest)?.with_reranker(Fresh);
    /// # engine.supply(&files[0].0, &files[0].1, |stored| Ok(stored.to_vec()))?;
    /// let options = Value::table([("rerankers", ["matching", "fresh"].into())]);
    /// let answer = engine.ask("What is the cap?", &options)?;
    /// assert_eq!(answer.hits[0].meta["updated"], "2026-04-01");
    /// # Ok::<(), soru::Error>(())
    /// ```
    #[must_use]
    pub fn with_reranker(self, reranker: impl Reranker + 'static) -> Self {
        self.changed(|shared| shared.rerankers.push(Rc::new(reranker)))
    }

    /// Compiles [`Options`] into the engine: every later call uses them like the site's own
    /// configuration, without compiling them again. Options of a single call (`lang`, `trace`,
    /// `today`) are checked and left to the calls.
    ///
    /// # Errors
    /// As [`Options::new`].
    pub fn with_options(self, options: &Value) -> Result<Self> {
        let read = Options::read(self.operators().options, self.configuration(), options)?;
        let mut configuration = read.configuration;
        configuration.site.languages = primary_tags(&configuration.site.languages);
        Ok(self.changed(|shared| {
            shared.configuration = configuration;
            shared.opened = OnceCell::new();
        }))
    }

    /// Returns the site's configuration.
    pub fn configuration(&self) -> &Configuration {
        &self.shared.configuration
    }

    /// Returns the known data files of the bundle: those of the manifest, and those of the supplied
    /// directories ([`FileEntry::is_directory`]).
    pub fn files(&self) -> Vec<FileEntry> {
        self.source().files()
    }

    /// Returns a known data file, with its sizes.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] if the bundle has no such file.
    pub fn file(&self, name: &str) -> Result<FileEntry> {
        self.source().entry(name)
    }

    /// Checks the stored bytes of a file against the manifest.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] if they differ from the built file, or the bundle has no such
    /// file.
    pub fn verify(&self, file: &str, stored: &[u8]) -> Result<()> {
        self.file(file)?.verify(stored)
    }

    /// Supplies the inflated content of a verified file.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] if it differs from the built file.
    pub fn supply_inflated(&self, file: &str, inflated: &[u8]) -> Result<()> {
        self.source().supply(file, inflated)
    }

    /// Verifies, inflates (gzip, RFC 1952) and supplies a file.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] if it differs from the built file, or any error of `inflate`.
    pub fn supply(
        &self,
        file: &str,
        stored: &[u8],
        inflate: impl FnOnce(&[u8]) -> Result<Vec<u8>>,
    ) -> Result<()> {
        self.verify(file, stored)?;
        self.supply_inflated(file, &inflate(stored)?)
    }

    /// Returns the index, for reports of its content.
    ///
    /// # Errors
    /// [`crate::Error::Corrupt`] for damage, or [`Needs`](crate::Needs) before [`Engine::load`].
    pub fn index(&self) -> Attempt<&Index> {
        self.opened().map(|opened| &*opened.content.index)
    }

    pub(super) fn opened(&self) -> Attempt<&Opened> {
        let shared = &*self.shared;
        if let Some(opened) = shared.opened.get() {
            return Ok(opened);
        }
        let content = self.content()?;
        let mut configuration = shared.configuration.clone();
        // Pages in a language that the site does not list are indexed too.
        for language in content.index.languages() {
            if !configuration.site.languages.contains(&language.tag) {
                configuration.site.languages.push(language.tag.clone());
            }
        }
        let pipeline = Pipeline::assemble(
            shared.operators,
            &configuration,
            &content.words,
            content.facts.to_vec(),
            shared.clock,
        )?;
        Ok(shared.opened.get_or_init(|| Opened {
            content: content.clone(),
            configuration,
            pipeline,
        }))
    }

    /// Returns the content of the files that every question needs.
    pub(super) fn content(&self) -> Attempt<&Content> {
        let shared = &*self.shared;
        if let Some(content) = shared.content.get() {
            return Ok(content);
        }
        let content = match &shared.bundles {
            Some(bundles) => bundles.content()?,
            None => self.own_content()?,
        };
        Ok(shared.content.get_or_init(|| content))
    }

    fn own_content(&self) -> Attempt<Content> {
        let source = &self.shared.source;
        let index = Index::open(&self.shared.manifest, source.clone())?;
        Ok(Content {
            index: Arc::new(index),
            facts: Rc::new(read_facts(&source.section("facts")?)?),
            words: read_words(&source.section("words")?)?,
        })
    }

    pub(super) fn source(&self) -> &dyn Files {
        &*self.shared.source
    }

    pub(super) fn files_of_calls(&self) -> Arc<dyn Files> {
        Arc::clone(&self.shared.source)
    }

    pub(super) fn manifest(&self) -> &Manifest {
        &self.shared.manifest
    }

    /// Returns the bundles of a joined engine; none for that of a single bundle.
    pub(super) fn bundles(&self) -> Option<&Bundles> {
        self.shared.bundles.as_ref()
    }

    pub(super) fn operators(&self) -> &'static Operators {
        self.shared.operators
    }

    pub(super) fn clock(&self) -> Option<Clock> {
        self.shared.clock
    }

    pub(super) fn rerankers(&self) -> &[Rc<dyn Reranker>] {
        &self.shared.rerankers
    }

    /// Returns the site's sample questions for a page.
    pub(super) fn samples(&self, options: &SuggestOptions) -> Vec<Completion> {
        let lang = primary(&options.lang);
        let all = self.shared.configuration.suggestions.iter();
        let own = all.filter(|own| lang.is_empty() || ["", &*lang].contains(&&*primary(&own.lang)));
        let samples = own.map(|own| Completion {
            text: own.question.clone(),
            lang: if own.lang.is_empty() {
                &lang
            } else {
                &own.lang
            }
            .clone(),
        });
        samples.take(options.limit.get()).collect()
    }

    /// Returns statistics of the bundle.
    pub fn stats(&self) -> Stats {
        let count = |name: &str| {
            self.shared
                .manifest
                .counts
                .get(name)
                .copied()
                .unwrap_or_default()
        };
        let site = &self.shared.configuration.site;
        Stats {
            title: site.title.clone(),
            site_url: site.url.clone(),
            languages: site.languages.clone(),
            documents: count("documents"),
            chunks: count("chunks"),
            terms: count("terms"),
            words: self.shared.manifest.words.clone(),
            facts: count("facts"),
            build_id: self.shared.manifest.build_id.clone(),
            generator: self.shared.manifest.generator.clone(),
            format_version: FORMAT_VERSION,
            files: self.files().into_iter().map(StatsFile::new).collect(),
            texts: self.shared.configuration.texts.clone(),
            suggestions: suggested(&self.shared.configuration),
            contact_url: self.shared.configuration.answer.contact_url.clone(),
            generation: self.shared.configuration.generation.clone(),
        }
    }
}
