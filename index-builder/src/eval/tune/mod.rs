//! Tuning: finds the setting values that rank best, and tests them on sites that the choice did not
//! use.
//!
//! Settings are chosen on all sets but one and measured on that one, each set in turn
//! (leave-one-out cross-validation). The mean over the held-out sets estimates the gain elsewhere;
//! the gain on the sets of the choice does not.

mod spec;
mod text;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use rayon::prelude::*;
use serde::Serialize;
use soru::settings::Value;

use self::spec::{Choice, next};
pub use self::spec::{Search, Spec};
pub use self::text::tuned_text;
use super::measures::{Measure, mean};
use super::rows::Row;
use super::run::rank;
use super::set::LabelledSet;

/// The minimum number of sets for conclusions about others.
const FEWEST_SETS: usize = 3;

/// A gain below this is rounding.
const LEAST_GAIN: f64 = 1e-9;

/// The result of tuning.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tuned {
    /// The measure.
    pub measure: String,
    /// Each set, held out in turn.
    pub held_out: Vec<HeldOut>,
    /// The choice on all sets.
    pub chosen: Vec<(String, Value)>,
    /// The mean over the sets with the defaults.
    pub before: f64,
    /// The mean over the sets with the choice made on all of them; overestimates the gain
    /// elsewhere.
    pub after: f64,
    /// Number of choices measured, each on every set.
    pub tried: usize,
}

/// A held-out set with the choice of the others.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldOut {
    /// The set.
    pub set: String,
    /// With the defaults.
    pub before: f64,
    /// With the choice of the other sets.
    pub after: f64,
    /// Their choice, where it differs from the default.
    pub chosen: Vec<(String, Value)>,
}

/// Tunes on sets. `alone` allows fewer than three, without conclusions about other sites.
///
/// # Errors
/// If there are too few sets, or a setting or value is rejected.
pub fn tune(
    sets: &[LabelledSet],
    spec: &Spec,
    alone: bool,
    watch: impl Fn(usize) + Sync,
) -> anyhow::Result<Tuned> {
    if sets.len() < FEWEST_SETS && !alone {
        bail!(
            "{} set(s) are too few to tune on: the settings would fit only these sets. Name at \
             least {FEWEST_SETS} with --set, or allow fewer with --few-sets",
            sets.len()
        );
    }
    let tuning = Tuning {
        sets,
        spec,
        measure: spec.measured()?,
        known: Mutex::default(),
        watch: &watch,
    };
    let everything: Vec<usize> = (0..sets.len()).collect();
    let held_out = everything
        .iter()
        .map(|out| tuning.hold_out(*out))
        .collect::<anyhow::Result<_>>()?;
    let chosen = tuning.search(&everything)?;
    Ok(Tuned {
        measure: spec.measure.clone(),
        held_out,
        before: tuning.score(&tuning.defaults(), &everything)?,
        after: tuning.score(&chosen, &everything)?,
        chosen: spec.named(&chosen),
        tried: tuning.known().len(),
    })
}

struct Tuning<'t, W> {
    sets: &'t [LabelledSet],
    spec: &'t Spec,
    measure: Measure,
    /// Scores of every set by choice: the held-out runs share most choices.
    known: Mutex<BTreeMap<Choice, Vec<f64>>>,
    watch: &'t W,
}

impl<W: Fn(usize) + Sync> Tuning<'_, W> {
    fn defaults(&self) -> Choice {
        vec![None; self.spec.settings.len()]
    }

    fn hold_out(&self, out: usize) -> anyhow::Result<HeldOut> {
        let others: Vec<usize> = (0..self.sets.len()).filter(|set| *set != out).collect();
        // A single set has no others to choose for it.
        let chosen = if others.is_empty() {
            self.defaults()
        } else {
            self.search(&others)?
        };
        Ok(HeldOut {
            set: self.sets[out].name.clone(),
            before: self.score(&self.defaults(), &[out])?,
            after: self.score(&chosen, &[out])?,
            chosen: self.spec.named(&chosen),
        })
    }

    fn search(&self, sets: &[usize]) -> anyhow::Result<Choice> {
        match self.spec.search {
            Search::Coordinate => self.coordinate_search(sets),
            Search::Grid => self.grid_search(sets),
        }
    }

    fn coordinate_search(&self, sets: &[usize]) -> anyhow::Result<Choice> {
        let mut best = self.spec.start();
        let mut score = self.score(&best, sets)?;
        for _ in 0..self.spec.rounds {
            let before = best.clone();
            for (setting, candidate) in self.spec.settings.iter().enumerate() {
                let values = std::iter::once(None).chain((0..candidate.values.len()).map(Some));
                for value in values {
                    let mut choice = best.clone();
                    choice[setting] = value;
                    self.take_better(&mut best, &mut score, choice, sets)?;
                }
            }
            if best == before {
                break;
            }
        }
        Ok(best)
    }

    fn grid_search(&self, sets: &[usize]) -> anyhow::Result<Choice> {
        let mut best = self.defaults();
        let mut score = self.score(&best, sets)?;
        let mut choice = self.defaults();
        while next(&mut choice, &self.spec.settings) {
            self.take_better(&mut best, &mut score, choice.clone(), sets)?;
        }
        Ok(best)
    }

    fn take_better(
        &self,
        best: &mut Choice,
        score: &mut f64,
        choice: Choice,
        sets: &[usize],
    ) -> anyhow::Result<()> {
        let reached = self.score(&choice, sets)?;
        if reached > *score + LEAST_GAIN {
            *best = choice;
            *score = reached;
        }
        Ok(())
    }

    /// The mean over some sets.
    fn score(&self, choice: &Choice, sets: &[usize]) -> anyhow::Result<f64> {
        let scores = self.scores(choice)?;
        Ok(mean(sets.iter().map(|set| scores[*set])).unwrap_or_default())
    }

    /// The scores of all sets, measured once.
    fn scores(&self, choice: &Choice) -> anyhow::Result<Vec<f64>> {
        if let Some(known) = self.known().get(choice) {
            return Ok(known.clone());
        }
        let row = self.spec.row(choice);
        let scores: Vec<f64> = self
            .sets
            .par_iter()
            .map(|set| self.score_of(set, &row))
            .collect::<anyhow::Result<_>>()?;
        let mut known = self.known();
        known.insert(choice.clone(), scores.clone());
        (self.watch)(known.len());
        Ok(scores)
    }

    fn score_of(&self, set: &LabelledSet, row: &Row) -> anyhow::Result<f64> {
        let ranked = rank(set, &set.questions, row)?;
        let scores = ranked.iter().flatten();
        mean(scores.filter_map(|scores| self.measure.of_scores(scores)))
            .with_context(|| format!("{}: no question has a relevant page", set.name))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, BTreeMap<Choice, Vec<f64>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
