//! The tuning specification: settings, their values, and the search method.

use anyhow::{Context, bail};
use serde::Deserialize;
use soru::settings::Value;

use super::super::measures::Measure;
use super::super::rows::Row;

/// The default specification.
const BUILT_IN: &str = include_str!("built_in.toml");

/// Measures that depend only on the ranking.
const RANKING: [Measure; 6] = [
    Measure::Ndcg10,
    Measure::Ndcg3,
    Measure::Mrr10,
    Measure::Hit1,
    Measure::Hit3,
    Measure::Recall10,
];

/// The maximum number of combinations.
const MOST_COMBINATIONS: usize = 10_000;

/// A tuning specification.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The search method.
    #[serde(default)]
    pub search: Search,
    /// The maximum number of passes of coordinate search over all settings.
    #[serde(default = "rounds")]
    pub rounds: usize,
    /// The measure to maximise, one of a ranking.
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

/// The search method.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Search {
    /// One setting after the other, with the others fixed.
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
    /// The initial value of coordinate search, tried like the others; the default if absent. A
    /// start chosen without the sets shows the value of the search itself.
    #[serde(default)]
    pub start: Option<Value>,
}

/// A value, or the default, for each setting.
pub(super) type Choice = Vec<Option<usize>>;

impl Spec {
    /// The default specification.
    ///
    /// # Errors
    /// Only on a defect.
    pub fn built_in() -> anyhow::Result<Self> {
        Self::parse(BUILT_IN)
    }

    /// Parses a specification from TOML.
    ///
    /// # Errors
    /// If it is malformed or empty.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let mut spec: Self = toml::from_str(text)?;
        for setting in &mut spec.settings {
            let start = setting.start.clone();
            setting
                .values
                .extend(start.filter(|start| !setting.values.contains(start)));
        }
        if spec
            .settings
            .iter()
            .all(|setting| setting.values.is_empty())
        {
            bail!("no settings to try: add a [[settings]] table with an option and its values");
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
    pub(super) fn measured(&self) -> anyhow::Result<Measure> {
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

    /// The start of coordinate search.
    pub(super) fn start(&self) -> Choice {
        let settings = self.settings.iter();
        settings
            .map(|setting| {
                let start = setting.start.as_ref()?;
                setting.values.iter().position(|value| value == start)
            })
            .collect()
    }

    /// The settings that a choice changes, with their values.
    pub(super) fn named(&self, choice: &Choice) -> Vec<(String, Value)> {
        let pairs = self.settings.iter().zip(choice);
        pairs
            .filter_map(|(setting, at)| {
                Some((setting.option.clone(), setting.values[(*at)?].clone()))
            })
            .collect()
    }

    pub(super) fn row(&self, choice: &Choice) -> Row {
        let mut options = Value::Map(Vec::new());
        for (path, value) in self.named(choice) {
            put(&mut options, &path, value);
        }
        Row::own("tuned", options)
    }
}

/// Sets the value at a path such as `retrieval.bm25.k1`.
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

/// Advances to the next combination, like an odometer; false after the last.
pub(super) fn next(choice: &mut Choice, settings: &[Candidate]) -> bool {
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
            start: None,
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

    // A renamed setting must not be tuned without effect.
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
    fn a_search_begins_at_the_values_of_the_specification() {
        let spec = "[[settings]]\noption = \"a\"\nvalues = [1, 2]\nstart = 2\n\
                    [[settings]]\noption = \"b\"\nvalues = [3]\nstart = 4\n\
                    [[settings]]\noption = \"c\"\nvalues = [5]";
        let spec = Spec::parse(spec).unwrap();
        assert_eq!(spec.start(), [Some(1), Some(1), None]);
        let begun = spec.named(&spec.start());
        assert_eq!(begun[0], ("a".into(), Value::Number(2.0)));
        assert_eq!(begun[1], ("b".into(), Value::Number(4.0)));
        assert_eq!(spec.settings[0].values.len(), 2);
    }

    #[test]
    fn settings_of_one_table_are_written_together() {
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
    fn a_setting_that_cannot_be_tuned_is_refused() {
        let message = |text: &str| Spec::parse(text).unwrap_err().to_string();
        let one = "[[settings]]\noption = \"a\"\nvalues = [1]\n";
        assert!(message("settings = []").contains("no settings to try"));
        assert!(
            message(&format!("measure = \"ndgc10\"\n{one}")).contains("one of ndcg10, ndcg3"),
            "{}",
            message(&format!("measure = \"ndgc10\"\n{one}"))
        );
        assert!(message(&format!("serach = \"grid\"\n{one}")).contains("unknown field `serach`"));
        let many: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        let wide = one.replace('1', &many.join(", ")).repeat(2);
        assert!(message(&format!("search = \"grid\"\n{wide}")).contains("10201 combinations"));
        assert!(Spec::parse(&wide).is_ok());
    }
}
