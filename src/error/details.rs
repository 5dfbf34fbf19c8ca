//! Details of errors, as data.
//!
//! A stage that makes an error passes on its data; only [`Display`](fmt::Display) puts it into
//! words. So an engine that describes no errors does not contain the code for it.

use std::borrow::Cow;
use std::fmt;

use super::Damage;
use crate::number::Plain;
use crate::settings::{Value, snake_case};

/// The damage to a section, or the reason why an operator failed.
#[derive(Debug, Clone, PartialEq)]
pub enum Detail {
    /// A section or file is damaged.
    Damage(Damage),
    /// In words.
    Words(Cow<'static, str>),
    /// A field holds another kind of value.
    Kind {
        /// The kind found.
        found: &'static str,
        /// The kind expected.
        expected: &'static str,
    },
    /// A file has another length.
    Length {
        /// Its bytes.
        found: u64,
        /// The bytes that were built.
        expected: u64,
    },
    /// A reranker gave a score that is not finite.
    Score {
        /// Number of the hit.
        hit: usize,
        /// The score.
        score: f64,
    },
    /// A reranker gave another number of scores.
    Scores {
        /// The number of scores.
        found: usize,
        /// The number of hits.
        hits: usize,
    },
}

impl From<Damage> for Detail {
    fn from(damage: Damage) -> Self {
        Self::Damage(damage)
    }
}

impl From<&'static str> for Detail {
    fn from(words: &'static str) -> Self {
        Self::Words(words.into())
    }
}

impl From<String> for Detail {
    fn from(words: String) -> Self {
        Self::Words(words.into())
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damage(damage) => damage.fmt(f),
            Self::Words(words) => f.write_str(words),
            Self::Kind { found, expected } => write!(f, "{found} instead of {expected}"),
            Self::Length { found, expected } => {
                write!(f, "it has {found} bytes instead of {expected}")
            }
            Self::Score { hit, score } => {
                write!(f, "the score of hit {hit} is {}", Plain(*score))
            }
            Self::Scores { found, hits } => write!(f, "{found} scores for {hits} hits"),
        }
    }
}

/// The invalid value of a setting.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// As written.
    Value(Value),
    /// In words.
    Words(Cow<'static, str>),
}

impl From<&Value> for Found {
    fn from(value: &Value) -> Self {
        Self::Value(value.clone())
    }
}

impl From<f64> for Found {
    fn from(number: f64) -> Self {
        Self::Value(Value::Number(number))
    }
}

impl From<usize> for Found {
    fn from(number: usize) -> Self {
        Self::from(number as f64)
    }
}

impl From<&'static str> for Found {
    fn from(words: &'static str) -> Self {
        Self::Words(words.into())
    }
}

impl From<fmt::Arguments<'_>> for Found {
    fn from(words: fmt::Arguments<'_>) -> Self {
        Self::Words(words.to_string().into())
    }
}

impl From<String> for Found {
    fn from(words: String) -> Self {
        Self::Words(words.into())
    }
}

impl Found {
    /// Returns a text as found, which is shown in quotation marks.
    pub fn text(text: &str) -> Self {
        Self::Value(Value::Text(text.to_owned()))
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// The values that a setting accepts.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// In words.
    Words(Cow<'static, str>),
    /// Numbers of this range, both ends included.
    Between(f64, f64),
    /// Whole numbers from this one on.
    WholeNumber(usize),
    /// Numbers from the value of another setting on.
    AtLeast(&'static str, f64),
}

impl From<&'static str> for Expected {
    fn from(words: &'static str) -> Self {
        Self::Words(words.into())
    }
}

impl From<String> for Expected {
    fn from(words: String) -> Self {
        Self::Words(words.into())
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(words),
            Self::Between(least, most) => {
                write!(f, "between {} and {}", Plain(*least), Plain(*most))
            }
            Self::WholeNumber(least) => write!(f, "a whole number, {least} or more"),
            Self::AtLeast(path, least) => write!(f, "at least `{path}`, {}", Plain(*least)),
        }
    }
}

/// Returns the key nearest to the last one of a path, with its path, if one is near.
pub(super) fn nearest(path: &str, known: &[&str]) -> Option<String> {
    let name = &snake_case(path.rsplit('.').next().unwrap_or_default());
    let near = known
        .iter()
        .map(|candidate| (distance(name, candidate), *candidate))
        .filter(|(distance, candidate)| *distance <= candidate.len().max(name.len()) / 2)
        .min();
    near.map(|(_, candidate)| match path.rsplit_once('.') {
        Some((parent, _)) => format!("{parent}.{candidate}"),
        None => candidate.to_owned(),
    })
}

/// Returns the Levenshtein distance over bytes; keys are ASCII.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substitution = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substitution.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
