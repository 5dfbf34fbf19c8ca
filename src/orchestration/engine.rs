//! An opened bundle.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use super::call_state::CallState;
use super::stats::{StatsFile, suggested};
use super::{
    Call, Clock, Configuration, Operators, Options, Orchestrator, Pipeline, Stats, SuggestOptions,
};
use crate::answer::{Answer, SearchResult, Warning};
use crate::comparison::Comparison;
use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::index::format::{FORMAT_VERSION, FileEntry, Manifest, read_facts};
use crate::index::{Index, Source, Supplied};
use crate::post_retrieval::Reranker;
use crate::pre_retrieval::Suggestions;
use crate::settings::Value;
use crate::text::primary_tags;

/// Answers questions from a bundle.
///
/// The engine does no I/O. Any call may return [`Error::NotLoaded`] with the files that it needs; the caller reads them
/// from network or disk, [`supply`](Self::supply)s them and repeats the call:
///
/// ```no_run
/// # fn read(file: &str) -> Vec<u8> { std::fs::read(file).unwrap_or_default() }
/// # fn inflate(stored: &[u8]) -> soru::Result<Vec<u8>> { Ok(stored.to_vec()) }
/// use soru::{Engine, Error, settings::Value};
/// let engine = Engine::open(&read("manifest.msgpack"))?;
/// let answer = loop {
///     match engine.ask("What is the H-1B cap?", &Value::Null) {
///         Err(Error::NotLoaded { files }) => {
///             for file in files {
///                 engine.supply(&file, &read(&file), inflate)?;
///             }
///         }
///         other => break other?,
///     }
/// };
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    manifest: Manifest,
    configuration: Configuration,
    source: Arc<Supplied>,
    clock: Option<Clock>,
    rerankers: Vec<Rc<dyn Reranker>>,
    pub(super) state: CallState,
    opened: OnceCell<Opened>,
    operators: &'static Operators,
}

#[derive(Debug)]
struct Opened {
    index: Index,
    facts: Vec<Fact>,
    /// The site's configuration, with every language of its pages.
    configuration: Configuration,
    pipeline: Pipeline,
}

impl Engine {
    /// Opens a bundle by its manifest. No other file is needed yet.
    ///
    /// # Errors
    /// [`Error::NotAnIndex`], [`Error::UnsupportedVersion`], [`Error::Corrupt`], or an error of the configuration in
    /// it.
    pub fn open(manifest: &[u8]) -> Result<Self> {
        Self::assemble(Operators::ALL, manifest)
    }

    /// Opens a bundle with a choice of operators. Calls return [`Error::NeedsFullEngine`] if they need others.
    ///
    /// # Errors
    /// As [`Engine::open`].
    pub fn assemble(operators: &'static Operators, manifest: &[u8]) -> Result<Self> {
        let manifest = Manifest::read(manifest)?;
        let mut configuration = Configuration::default();
        (operators.configuration)(&mut configuration, &manifest.configuration)?;
        configuration.site.languages = primary_tags(&configuration.site.languages);
        let source = Arc::new(Supplied::new(&manifest));
        Ok(Self {
            manifest,
            configuration,
            source,
            clock: None,
            rerankers: Vec::new(),
            state: CallState::default(),
            opened: OnceCell::new(),
            operators,
        })
    }

    /// Sets a clock for traces; milliseconds from any fixed point.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Adds a custom reranker, which [`with_options`](Self::with_options) and every call may name. It takes precedence
    /// over a reranker of this crate with the same name.
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
    ///     fn scores(&self, _: &Query, hits: &[Hit]) -> soru::Result<Vec<f64>> {
    ///         let is_fresh = |hit: &Hit| hit.meta.get("updated").is_some_and(|day| &**day >= "2026");
    ///         let score = |hit: &Hit| hit.score * if is_fresh(hit) { 1.2 } else { 1.0 };
    ///         Ok(hits.iter().map(score).collect())
    ///     }
    /// }
    ///
    /// # use soru::indexing::{Indexer, InvertedIndexer, Layout};
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
    /// let names = ["matching", "fresh"].map(|name| Value::Text(name.into())).into();
    /// let options = Value::Map(vec![("rerankers".into(), Value::List(names))]);
    /// let answer = engine.ask("What is the cap?", &options)?;
    /// assert_eq!(answer.hits[0].meta["updated"], "2026-04-01");
    /// # Ok::<(), soru::Error>(())
    /// ```
    #[must_use]
    pub fn with_reranker(mut self, reranker: impl Reranker + 'static) -> Self {
        self.rerankers.push(Rc::new(reranker));
        self
    }

    /// Compiles [`Options`] into the engine: every later call uses them like the site's own configuration, without
    /// compiling them again. Options of a single call (`lang`, `trace`, `today`) are checked and left to the calls.
    ///
    /// # Errors
    /// As [`Options::new`].
    pub fn with_options(mut self, options: &Value) -> Result<Self> {
        self.configuration =
            Options::read(self.operators.options, &self.configuration, options)?.configuration;
        self.configuration.site.languages = primary_tags(&self.configuration.site.languages);
        self.state = CallState::default();
        self.opened = OnceCell::new();
        Ok(self)
    }

    /// Returns the site's configuration.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Returns the known data files of the bundle: those of the manifest, and those of the supplied directories
    /// ([`FileEntry::is_directory`]).
    #[must_use]
    pub fn files(&self) -> Vec<FileEntry> {
        self.source.files()
    }

    /// Returns a known data file, with its sizes.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if the bundle has no such file.
    pub fn file(&self, name: &str) -> Result<FileEntry> {
        self.source.entry(name)
    }

    /// Marks a file as unavailable, with a reason. Calls then skip it until the [end of calls](Self::end_of_calls):
    /// words, texts and vectors in it count as missing, and the answer has the warning `part_missing`. Returns false if
    /// nothing works without this file.
    #[must_use]
    pub fn mark_unavailable(&self, file: &str, reason: &str) -> bool {
        self.source.mark_unavailable(file, reason)
    }

    /// Ends a period of running calls: unavailable files can be requested again, and files supplied for a cancelled
    /// call are dropped.
    pub fn end_of_calls(&self) {
        self.state.begin(0);
        self.source.end_of_calls();
    }

    /// Adds a warning if unavailable files were needed.
    ///
    /// # Errors
    /// [`Error::PartMissing`] if they were, and nothing was `found` without them.
    pub(super) fn admit_missing(&self, found: bool, warnings: &mut Vec<Warning>) -> Result<()> {
        let missed = self.source.missed();
        let Some(first) = missed.first() else {
            return Ok(());
        };
        if !found {
            return Err(Error::PartMissing {
                file: first.file.clone(),
                reason: first.reason.clone(),
            });
        }
        let files: Vec<&str> = missed.iter().map(|file| file.file.as_str()).collect();
        let (files, reason) = (files.join(", "), &first.reason);
        warnings.push(Warning {
            code: "part_missing",
            message: format!(
                "{files} could not be loaded ({reason}), so results may be missing: \
                ask again later"
            ),
        });
        Ok(())
    }

    /// Checks the stored bytes of a file against the manifest.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if they differ from the built file, or the bundle has no such file.
    pub fn verify(&self, file: &str, stored: &[u8]) -> Result<()> {
        self.file(file)?.verify(stored)
    }

    /// Supplies the inflated content of a verified file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it differs from the built file.
    pub fn supply_inflated(&self, file: &str, inflated: &[u8]) -> Result<()> {
        self.source.supply(file, inflated)
    }

    /// Verifies, inflates (gzip, RFC 1952) and supplies a file.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if it differs from the built file, or any error of `inflate`.
    pub fn supply(
        &self,
        file: &str,
        stored: &[u8],
        inflate: impl FnOnce(&[u8]) -> Result<Vec<u8>>,
    ) -> Result<()> {
        self.verify(file, stored)?;
        self.supply_inflated(file, &inflate(stored)?)
    }

    /// Loads the files that every question needs.
    ///
    /// # Errors
    /// [`Error::NotLoaded`] until they are supplied, [`Error::Corrupt`] for damage.
    pub fn load(&self) -> Result<()> {
        self.opened().map(|_| ())
    }

    /// Returns the index, for reports of its content.
    ///
    /// # Errors
    /// As [`Engine::load`].
    pub fn index(&self) -> Result<&Index> {
        self.opened().map(|opened| &opened.index)
    }

    fn opened(&self) -> Result<&Opened> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let parts = self.operators.index;
        let index = Index::assemble(parts, &self.manifest, self.source.clone())?;
        let facts = read_facts(&self.source.section("facts")?)?;
        let mut configuration = self.configuration.clone();
        // Pages in a language that the site does not list are indexed too.
        for language in index.languages() {
            if !configuration.site.languages.contains(&language.tag) {
                configuration.site.languages.push(language.tag.clone());
            }
        }
        let pipeline =
            Pipeline::assemble(self.operators, &configuration, facts.clone(), self.clock)?;
        Ok(self.opened.get_or_init(|| Opened {
            index,
            facts,
            configuration,
            pipeline,
        }))
    }

    /// Prepares a call with these [`Options`].
    ///
    /// # Errors
    /// [`Error::NotLoaded`], [`Error::Corrupt`], or an error of the options.
    pub fn call(&self, options: &Value) -> Result<Call<'_>> {
        let configuration = &self.opened()?.configuration;
        let mut options = Options::read(self.operators.options, configuration, options)?;
        options.rerankers.clone_from(&self.rerankers);
        Ok(Call::new(self, options))
    }

    /// Answers a question. `options` are those of [`Options`].
    ///
    /// # Errors
    /// [`Error::NotLoaded`], [`Error::EmptyQuestion`], an error of the options,
    /// [`Error::Corrupt`], or [`Error::NotScored`] from a reranker.
    pub fn ask(&self, question: &str, options: &Value) -> Result<Answer> {
        self.call(options)?.ask(question)
    }

    /// Finds pages without answering. `options` are those of [`Options`].
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn search(&self, query: &str, options: &Value) -> Result<SearchResult> {
        self.call(options)?.search(query)
    }

    /// Runs every method on one question, side by side: every retriever, alone and with rerankers, and both tiers.
    /// `options` are those of [`Options`]; their retriever answers for tier 2.
    /// # Errors
    /// As [`Engine::ask`].
    pub fn compare(&self, question: &str, options: &Value) -> Result<Comparison> {
        self.call(options)?.compare(question)
    }

    /// Completes text that is being typed. `options` are those of [`SuggestOptions`].
    ///
    /// # Errors
    /// [`Error::NotLoaded`], an error of the options, or [`Error::Corrupt`].
    pub fn suggest(&self, text: &str, options: &Value) -> Result<Suggestions> {
        let options = SuggestOptions::new(options)?;
        let opened = self.opened()?;
        opened.pipeline.suggest(&opened.index, text, &options)
    }

    pub(super) fn with_pipeline<T>(
        &self,
        options: &Options,
        run: impl FnOnce(&Index, &Pipeline) -> Result<T>,
    ) -> Result<T> {
        let opened = self.opened()?;
        // Results without an unavailable part are reported on every attempt.
        if self.source.misses_any() {
            self.state.begin(0);
        }
        self.source.begin();
        if options.recompile {
            let facts = opened.facts.clone();
            let own =
                Pipeline::assemble(self.operators, &options.configuration, facts, self.clock)?;
            return run(&opened.index, &own).inspect(|_| opened.index.end_question());
        }
        run(&opened.index, &opened.pipeline).inspect(|_| opened.index.end_question())
    }

    /// Returns statistics of the bundle.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let count = |name: &str| self.manifest.counts.get(name).copied().unwrap_or_default();
        let site = &self.configuration.site;
        let facts = self.opened.get().map_or(&[][..], |opened| &opened.facts);
        Stats {
            title: site.title.clone(),
            site_url: site.url.clone(),
            languages: site.languages.clone(),
            documents: count("documents"),
            chunks: count("chunks"),
            terms: count("terms"),
            words: self.manifest.words.clone(),
            facts: count("facts"),
            build_id: self.manifest.build_id.clone(),
            generator: self.manifest.generator.clone(),
            format_version: FORMAT_VERSION,
            files: self.files().into_iter().map(StatsFile::new).collect(),
            texts: self.configuration.texts.clone(),
            suggestions: suggested(&self.configuration, facts),
            contact_url: self.configuration.answer.contact_url.clone(),
        }
    }
}
