//! The state of a call between its steps: the options, the results so far, the files requested.

use std::rc::Rc;

use super::engine::{Engine, Opened};
use super::files::Files;
use super::progress::Progress;
use super::{Options, Pipeline};
use crate::answer::Warning;
use crate::error::{Damage, Error, Result};
use crate::index::{Index, Unavailable};
use crate::needs::{Attempt, Interruption, Needs};
use crate::post_retrieval::Reranker;
use crate::retrieval::{BM25, REMOTE};
use crate::settings::Value;

/// Maximum requests of a call for the same file, which the index may have evicted meanwhile.
pub(super) const MOST_TIMES: u32 = 3;

/// A call without its method.
#[derive(Debug)]
pub(crate) struct CallState {
    pub(super) engine: Engine,
    pub(super) text: String,
    /// The options as given.
    pub(super) given: Value,
    pub(super) rerankers: Vec<Rc<dyn Reranker>>,
    pub(super) prepared: Option<Prepared>,
    pub(super) progress: Progress,
    unavailable: Vec<Unavailable>,
    rounds: Rounds,
}

/// The options of a call, and what is compiled for it.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) options: Options,
    /// The pipeline, if the options change what is compiled when a bundle is opened.
    own: Option<Pipeline>,
}

/// The inputs of a step.
pub(super) struct Stage<'s> {
    pub(super) index: &'s Index,
    pub(super) pipeline: &'s Pipeline,
    pub(super) text: &'s str,
    pub(super) options: &'s Options,
    pub(super) progress: &'s mut Progress,
}

impl CallState {
    pub(super) fn new(engine: &Engine, text: String, options: Value) -> Self {
        engine.source().begin_call();
        Self {
            engine: engine.clone(),
            text,
            given: options,
            rerankers: Vec::new(),
            prepared: None,
            progress: Progress::default(),
            unavailable: Vec::new(),
            rounds: Rounds::default(),
        }
    }

    /// Returns the inputs of a step. The first step reads the options.
    pub(super) fn stage(&mut self) -> Attempt<Stage<'_>> {
        let opened = self.engine.opened()?;
        let prepared = match &mut self.prepared {
            Some(prepared) => prepared,
            none => none.insert(Prepared::new(
                &self.engine,
                opened,
                &self.given,
                &self.rerankers,
            )?),
        };
        Ok(Stage {
            index: &opened.content.index,
            pipeline: prepared.own.as_ref().unwrap_or(&opened.pipeline),
            text: &self.text,
            options: &prepared.options,
            progress: &mut self.progress,
        })
    }

    pub(super) fn begin_step(&mut self) {
        let prepared = self.prepared.as_ref();
        // A trace covers all work, and every step reports the parts that it misses.
        let restarts = prepared.is_some_and(|own| own.options.call.trace)
            || self.unavailable.iter().any(|file| file.is_missed);
        if restarts {
            self.progress = Progress::default();
        }
        for file in &mut self.unavailable {
            file.is_missed = false;
        }
        self.engine.source().exchange(&mut self.unavailable);
    }

    pub(super) fn end_step(&mut self) {
        self.engine.source().exchange(&mut self.unavailable);
    }

    /// Returns what a step needs, or its error.
    pub(super) fn needs(&mut self, interruption: Interruption) -> Result<Needs> {
        let needs = interruption.needs()?;
        let source = self.engine.source();
        self.rounds.count(source, &needs.files)?;
        source.request(&needs.files);
        Ok(needs)
    }

    pub(super) fn skip(&mut self, file: &str, reason: &str) -> bool {
        if file == REMOTE
            && let Some(prepared) = &mut self.prepared
        {
            let settings = &mut prepared.options.configuration.retrieval;
            BM25.clone_into(&mut settings.retriever);
            self.progress = Progress::default();
            return true;
        }
        let can_skip = self.engine.source().can_skip(file);
        if can_skip {
            self.unavailable.retain(|other| other.file != file);
            self.unavailable.push(Unavailable {
                file: file.to_owned(),
                reason: reason.to_owned(),
                is_missed: false,
            });
        }
        can_skip
    }

    /// Adds a warning if unavailable files were needed.
    ///
    /// # Errors
    /// [`Error::PartMissing`] if they were, and nothing was `found` without them.
    pub(super) fn admit_missing(&self, found: bool, warnings: &mut Vec<Warning>) -> Result<()> {
        let missed = self.engine.source().missed();
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
}

impl Drop for CallState {
    fn drop(&mut self) {
        self.engine.source().end_call();
    }
}

impl Prepared {
    fn new(
        engine: &Engine,
        opened: &Opened,
        given: &Value,
        rerankers: &[Rc<dyn Reranker>],
    ) -> Result<Self> {
        let operators = engine.operators();
        let mut options = Options::read(operators.options, &opened.configuration, given)?;
        options.rerankers = engine.rerankers().to_vec();
        options.rerankers.extend(rerankers.iter().cloned());
        let own = if options.recompile {
            let facts = opened.content.facts.to_vec();
            let clock = engine.clock();
            Some(Pipeline::assemble(
                operators,
                &options.configuration,
                &opened.content.words,
                facts,
                clock,
            )?)
        } else {
            None
        };
        Ok(Self { options, own })
    }
}

/// Counts the requests of a call, which must end.
#[derive(Debug, Default)]
struct Rounds {
    /// The files requested so far, and how often each had been supplied before.
    requested: Vec<(String, u32)>,
}

impl Rounds {
    /// # Errors
    /// [`Error::Corrupt`] for a file that was supplied too often: it lacks a section that its
    /// directory lists.
    fn count(&mut self, source: &dyn Files, files: &[String]) -> Result<()> {
        for file in files {
            let arrivals = source.arrivals(file);
            let mut requested = self.requested.iter();
            match requested.find(|(own, _)| own == file) {
                None => self.requested.push((file.clone(), arrivals)),
                Some((_, before)) if arrivals < before + MOST_TIMES => {}
                Some(_) => return Err(Error::corrupt(file, Damage::LacksSection)),
            }
        }
        Ok(())
    }
}
