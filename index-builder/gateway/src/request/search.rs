//! A request for a search.

use std::collections::BTreeMap;
use std::fmt;

use super::word::{LONGEST, is_word};

/// The maximum size of a request in bytes.
pub const MOST_BYTES: usize = 4_096;

const MOST_WORDS: usize = 64;
const MOST_HITS: u64 = 50;
const USUAL_HITS: u64 = 30;
const HIGHEST_WEIGHT: f64 = 10.0;
const LONGEST_TAG: usize = 35;
const MOST_KEYS: usize = 8;
const LONGEST_KEY: usize = 64;
const MOST_VALUES: usize = 16;
const LONGEST_VALUE: usize = 256;

/// The reason why a request is refused, for the person who has to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid(pub String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Refuses a key with what it may be.
pub(super) fn invalid<T>(key: &str, expected: impl fmt::Display) -> Result<T, Invalid> {
    Err(Invalid(format!("`{key}`: expected {expected}")))
}

/// A word of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Its weight.
    pub weight: f64,
    /// The tag of the language in which it is read.
    pub language: String,
}

/// A request in its canonical form: equal questions are equal.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchRequest {
    /// Tag of the question's language.
    pub language: String,
    /// Its words, sorted.
    pub words: Vec<Word>,
    /// Keys of metadata with their accepted values, sorted.
    pub filter: BTreeMap<String, Vec<String>>,
    /// The number of hits.
    pub limit: u64,
}

impl SearchRequest {
    /// Returns a text that is the same for equal requests.
    #[must_use]
    pub fn canonical(&self) -> String {
        let Self {
            language,
            words,
            filter,
            limit,
        } = self;
        let words = words
            .iter()
            .map(|own| (own.text.as_str(), own.weight, own.language.as_str()));
        format!(
            "{language} {limit} {:?} {filter:?}",
            words.collect::<Vec<_>>()
        )
    }
}

/// A request as written, in either form.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) language: Option<String>,
    pub(super) words: Vec<WrittenWord>,
    pub(super) filter: Vec<(String, Vec<String>)>,
    pub(super) limit: Option<u64>,
}

/// A word as written.
#[derive(Debug)]
pub(super) struct WrittenWord {
    pub(super) text: String,
    pub(super) weight: Option<f64>,
    pub(super) language: Option<String>,
}

impl Draft {
    /// Checks all bounds.
    pub(super) fn finish(self) -> Result<SearchRequest, Invalid> {
        let Some(language) = self.language.filter(|tag| is_tag(tag)) else {
            return invalid("language", "the tag of a language, such as \"en\"");
        };
        if !(1..=MOST_WORDS).contains(&self.words.len()) {
            return invalid("words", format!("1 to {MOST_WORDS} words"));
        }
        let words = self.words.into_iter().map(|word| word.finish(&language));
        let words = sorted(words.collect::<Result<_, _>>()?);
        let limit = self.limit.unwrap_or(USUAL_HITS);
        if !(1..=MOST_HITS).contains(&limit) {
            return invalid("limit", format!("1 to {MOST_HITS}"));
        }
        Ok(SearchRequest {
            filter: checked_filter(self.filter)?,
            language,
            words,
            limit,
        })
    }
}

impl WrittenWord {
    fn finish(self, language: &str) -> Result<Word, Invalid> {
        if !is_word(&self.text) {
            return invalid(
                "words",
                format!(
                    "words of 1 to {LONGEST} bytes as the text analysis gives them, in lower case"
                ),
            );
        }
        let weight = self.weight.unwrap_or(1.0);
        if !(weight > 0.0 && weight <= HIGHEST_WEIGHT) {
            return invalid(
                "weight",
                format!("a number above 0, at most {HIGHEST_WEIGHT}"),
            );
        }
        match self.language {
            Some(own) if !is_tag(&own) => {
                invalid("words[].language", "the tag of a language, such as \"en\"")
            }
            own => Ok(Word {
                text: self.text,
                weight,
                language: own.unwrap_or_else(|| language.to_owned()),
            }),
        }
    }
}

/// Sorts words. Of a repeated one, the highest weight counts.
fn sorted(mut words: Vec<Word>) -> Vec<Word> {
    words.sort_by(|one, other| {
        let key = |word: &Word| (word.text.clone(), word.language.clone());
        let by_weight = other.weight.total_cmp(&one.weight);
        key(one).cmp(&key(other)).then(by_weight)
    });
    words.dedup_by(|later, first| later.text == first.text && later.language == first.language);
    words
}

fn checked_filter(
    written: Vec<(String, Vec<String>)>,
) -> Result<BTreeMap<String, Vec<String>>, Invalid> {
    if written.len() > MOST_KEYS {
        return invalid("filter", format!("at most {MOST_KEYS} keys"));
    }
    let mut filter = BTreeMap::new();
    for (key, mut values) in written {
        let are_short = values
            .iter()
            .all(|value| (1..=LONGEST_VALUE).contains(&value.len()));
        if !are_short || !(1..=MOST_VALUES).contains(&values.len()) {
            let expected =
                format!("1 to {MOST_VALUES} values of 1 to {LONGEST_VALUE} bytes for each key");
            return invalid("filter", expected);
        }
        if !(1..=LONGEST_KEY).contains(&key.len()) {
            return invalid("filter", format!("keys of 1 to {LONGEST_KEY} bytes"));
        }
        values.sort_unstable();
        values.dedup();
        if filter.insert(key, values).is_some() {
            return invalid("filter", "each key once");
        }
    }
    Ok(filter)
}

fn is_tag(text: &str) -> bool {
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    text.len() <= LONGEST_TAG && text.split('-').all(is_part)
}
