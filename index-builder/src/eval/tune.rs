//! Tuning: which values of some settings rank best, and would they on a site that was not there
//! when they were chosen?
//!
//! Settings are chosen on all sets but one and measured on that one, each set in turn
//! (leave-one-out cross-validation). The mean over the held-out sets is what the choice can be
//! trusted to bring elsewhere; the gain on the very sets it was chosen on is not.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use soru::settings::Value;

use super::measures::{Measure, mean};
use super::rows::Row;
use super::run::rank;
use super::set::LabelledSet;

/// What is tried if nobody says what.
const BUILT_IN: &str = include_str!("tune.toml");

/// Fewer sets than this say nothing about others.
const FEWEST_SETS: usize = 3;

/// A gain below this is rounding.
const LEAST_GAIN: f64 = 1e-9;

/// Measures that a ranking alone decides.
const RANKING: [Measure; 6] = [
    Measure::Ndcg10,
    Measure::Ndcg3,
    Measure::Mrr10,
    Measure::Hit1,
    Measure::Hit3,
    Measure::Recall10,
];

/// More combinations than this are a mistake.
const MOST_COMBINATIONS: usize = 10_000;

/// What to try.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// How to go through the values.
    #[serde(default)]
    pub search: Search,
    /// How often coordinate search goes through all settings at most.
    #[serde(default = "rounds")]
    pub rounds: usize,
    /// The measure to make largest: one of a ranking.
    #[serde(default = "measure")]
    pub measure: String,
    /// The settings.
    pub settings: Vec<Candidate>,
}

fn rounds() -> usize {
    3
}

fn measure() -> String {
    Measure::Ndcg10.key().to_owned()
}

/// How to go through the values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Search {
    /// One setting after the other, the others as they stand.
    #[default]
    Coordinate,
    /// Every combination.
    Grid,
}

/// A setting and the values to try besides its default.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// Its path, such as `retrieval.bm25.k1`.
    pub option: String,
    /// The values.
    pub values: Vec<Value>,
}

/// A value, or the default, for each setting.
type Choice = Vec<Option<usize>>;

/// What tuning found.
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
    /// The mean over the sets with the choice made on all of them; too good to be expected
    /// elsewhere.
    pub after: f64,
    /// Settings measured, each on every set.
    pub tried: usize,
}

/// A set that the others chose for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldOut {
    /// The set.
    pub set: String,
    /// With the defaults.
    pub before: f64,
    /// With what the other sets chose.
    pub after: f64,
    /// What they chose, where it is not the default.
    pub chosen: Vec<(String, Value)>,
}

impl Spec {
    /// What is tried if nobody says what.
    ///
    /// # Errors
    /// None but a defect's.
    pub fn built_in() -> anyhow::Result<Self> {
        Self::parse(BUILT_IN)
    }

    /// A specification as TOML.
    ///
    /// # Errors
    /// If it is malformed, or there is nothing to try.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let spec: Self = toml::from_str(text)?;
        if spec
            .settings
            .iter()
            .all(|setting| setting.values.is_empty())
        {
            bail!("there is nothing to try: a [[settings]] table has an option and its values");
        }
        spec.measured()?;
        let combinations = spec.settings.iter().map(|setting| setting.values.len() + 1);
        let combinations = combinations.fold(1usize, usize::saturating_mul);
        if spec.search == Search::Grid && combinations > MOST_COMBINATIONS {
            bail!(
                "a grid of {combinations} combinations is too large, at most {MOST_COMBINATIONS}; \
                 name fewer values, or search = \"coordinate\""
            );
        }
        Ok(spec)
    }

    /// The measure by its name.
    fn measured(&self) -> anyhow::Result<Measure> {
        let mut ranking = RANKING.into_iter();
        ranking
            .find(|measure| measure.key() == self.measure)
            .with_context(|| {
                format!(
                    "measure = \"{}\": it must be one of {}",
                    self.measure,
                    RANKING.map(Measure::key).join(", ")
                )
            })
    }

    /// The settings that a choice changes, and their values.
    fn named(&self, choice: &Choice) -> Vec<(String, Value)> {
        let pairs = self.settings.iter().zip(choice);
        pairs
            .filter_map(|(setting, at)| {
                Some((setting.option.clone(), setting.values[(*at)?].clone()))
            })
            .collect()
    }

    fn row(&self, choice: &Choice) -> Row {
        let mut options = Value::Map(Vec::new());
        for (path, value) in self.named(choice) {
            put(&mut options, &path, value);
        }
        Row::own("tuned", options)
    }
}

/// Puts a value where a path such as `retrieval.bm25.k1` points.
fn put(table: &mut Value, path: &str, value: Value) {
    let Value::Map(entries) = table else { return };
    let (key, below) = path.split_once('.').unwrap_or((path, ""));
    let at = entries.iter().position(|(name, _)| name == key);
    let at = at.unwrap_or_else(|| {
        entries.push((key.to_owned(), Value::Map(Vec::new())));
        entries.len() - 1
    });
    if below.is_empty() {
        entries[at].1 = value;
    } else {
        put(&mut entries[at].1, below, value);
    }
}

/// Tunes on sets. `alone` allows fewer than three, whose choice says nothing about other sites.
///
/// # Errors
/// If there are too few sets, or a setting or value is refused.
pub fn tune(
    sets: &[LabelledSet],
    spec: &Spec,
    alone: bool,
    watch: impl Fn(usize) + Sync,
) -> anyhow::Result<Tuned> {
    if sets.len() < FEWEST_SETS && !alone {
        bail!(
            "{} set(s) are too few to tune on: what is chosen would suit them and nothing else. \
             Name at least {FEWEST_SETS} with --set, or --few-sets to do it all the same",
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
    /// Scores of every set by choice: the sets held out share most of what is tried.
    known: Mutex<BTreeMap<Choice, Vec<f64>>>,
    watch: &'t W,
}

impl<W: Fn(usize) + Sync> Tuning<'_, W> {
    fn defaults(&self) -> Choice {
        vec![None; self.spec.settings.len()]
    }

    fn hold_out(&self, out: usize) -> anyhow::Result<HeldOut> {
        let others: Vec<usize> = (0..self.sets.len()).filter(|set| *set != out).collect();
        // One set alone has no others to choose for it.
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
        let mut best = self.defaults();
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
            .with_context(|| format!("{}: no question says which page is right", set.name))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, BTreeMap<Choice, Vec<f64>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The next combination, if there is one: counts like a mileometer.
fn next(choice: &mut Choice, settings: &[Candidate]) -> bool {
    for (at, setting) in choice.iter_mut().zip(settings) {
        let following = at.map_or(0, |value| value + 1);
        if following < setting.values.len() {
            *at = Some(following);
            return true;
        }
        *at = None;
    }
    false
}

#[cfg(test)]
mod tests {
    use soru::{Configuration, Options};

    use super::*;

    fn setting(option: &str, values: &[f64]) -> Candidate {
        Candidate {
            option: option.into(),
            values: values.iter().copied().map(Value::Number).collect(),
        }
    }

    fn spec(settings: Vec<Candidate>) -> Spec {
        Spec {
            search: Search::Grid,
            rounds: 1,
            measure: measure(),
            settings,
        }
    }

    // A setting that was renamed must not be tuned in vain.
    #[test]
    fn the_engine_accepts_every_value_of_the_built_in_specification() {
        let spec = Spec::built_in().unwrap();
        for (at, candidate) in spec.settings.iter().enumerate() {
            for value in 0..candidate.values.len() {
                let mut choice = vec![None; spec.settings.len()];
                choice[at] = Some(value);
                let options = spec.row(&choice).options;
                let accepted = Options::new(&Configuration::default(), &options);
                accepted.unwrap_or_else(|error| panic!("{}: {error}", candidate.option));
            }
        }
    }

    #[test]
    fn settings_of_one_table_stand_together() {
        let spec = spec(vec![
            setting("retrieval.bm25.k1", &[0.5]),
            setting("retrieval.bm25.b", &[0.1]),
            setting("query.stop_word_weight", &[0.2]),
        ]);
        let options = spec.row(&vec![Some(0), Some(0), None]).options;
        let written = serde_json::to_string(&options).unwrap();
        assert_eq!(written, r#"{"retrieval":{"bm25":{"k1":0.5,"b":0.1}}}"#);
    }

    #[test]
    fn a_grid_has_every_combination_once() {
        let settings = [setting("a", &[1.0, 2.0]), setting("b", &[3.0])];
        let mut choice: Choice = vec![None, None];
        let mut seen = vec![choice.clone()];
        while next(&mut choice, &settings) {
            seen.push(choice.clone());
        }
        assert_eq!(seen.len(), 3 * 2);
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 6);
    }

    #[test]
    fn what_cannot_be_tuned_is_refused() {
        let told = |text: &str| Spec::parse(text).unwrap_err().to_string();
        let one = "[[settings]]\noption = \"a\"\nvalues = [1]\n";
        assert!(told("settings = []").contains("nothing to try"));
        assert!(
            told(&format!("measure = \"ndgc10\"\n{one}")).contains("one of ndcg10, ndcg3"),
            "{}",
            told(&format!("measure = \"ndgc10\"\n{one}"))
        );
        assert!(told(&format!("serach = \"grid\"\n{one}")).contains("unknown field `serach`"));
        let many: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        let wide = one.replace('1', &many.join(", ")).repeat(2);
        assert!(told(&format!("search = \"grid\"\n{wide}")).contains("10201 combinations"));
        assert!(Spec::parse(&wide).is_ok());
    }
}
