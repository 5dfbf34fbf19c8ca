//! Reads a search from a JSON body.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::search::{Draft, Invalid, SearchRequest, WrittenWord};

/// A body. Repeated keys are errors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    language: Option<String>,
    #[serde(default)]
    words: Vec<BodyWord>,
    #[serde(default)]
    filter: Pairs,
    limit: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BodyWord {
    word: String,
    weight: Option<f64>,
    language: Option<String>,
}

/// The entries of an object in their order, with repetitions.
#[derive(Default)]
struct Pairs(Vec<(String, Vec<String>)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("keys with a list of values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some((key, Values(values))) = map.next_entry()? {
                    pairs.push((key, values));
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// A text, or a list of texts.
struct Values(Vec<String>);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of texts")
            }

            fn visit_str<E>(self, text: &str) -> Result<Values, E> {
                Ok(Values(vec![text.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Values, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element()? {
                    values.push(value);
                }
                Ok(Values(values))
            }
        }
        deserializer.deserialize_any(Texts)
    }
}

/// Reads a body.
///
/// # Errors
/// [`Invalid`] for anything that the contract does not declare.
pub fn body(bytes: &[u8]) -> Result<SearchRequest, Invalid> {
    let body: Body = serde_json::from_slice(bytes)
        .map_err(|error| Invalid(format!("the body is not a search: {error}")))?;
    let words = body.words.into_iter().map(|own| WrittenWord {
        text: own.word,
        weight: own.weight,
        language: own.language,
    });
    Draft {
        language: body.language,
        words: words.collect(),
        filter: body.filter.0,
        limit: body.limit,
    }
    .finish()
}
