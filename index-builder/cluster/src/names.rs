//! Names of indexes: `NAME-<schema>-<time>`, behind the alias `NAME`.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::failure::{Failure, Result};

/// The maximum length of an alias in characters: engines allow 255 bytes for the index's name.
const LONGEST: usize = 128;

/// Digits of a schema's hash.
pub(crate) const SCHEMA_DIGITS: usize = 8;

/// The name of an alias, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias(String);

/// The name of an index that this crate made, in its parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct IndexName {
    /// Year to milliseconds, so names are ordered by time.
    pub(crate) time: String,
    pub(crate) schema: String,
    pub(crate) whole: String,
}

impl Alias {
    /// Checks a name.
    ///
    /// # Errors
    /// [`Failure::Usage`] if an engine would refuse the name.
    pub fn new(name: &str) -> Result<Self> {
        let is_sound = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.len() <= LONGEST
            && name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_');
        if is_sound {
            return Ok(Self(name.to_owned()));
        }
        Err(Failure::Usage(format!(
            "--name: `{name}` is not a name for both engines: write up to {LONGEST} lower-case \
             letters, digits, `-` and `_`, and begin with a letter"
        )))
    }

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name of a new index.
    pub(crate) fn index(&self, schema: &str, now: Timestamp) -> IndexName {
        let now = now.to_zoned(TimeZone::UTC).datetime();
        let time = format!(
            "{:04}{:02}{:02}-{:02}{:02}{:02}-{:03}",
            now.year(),
            now.month(),
            now.day(),
            now.hour(),
            now.minute(),
            now.second(),
            now.millisecond()
        );
        IndexName {
            whole: format!("{}-{schema}-{time}", self.0),
            schema: schema.to_owned(),
            time,
        }
    }

    /// Returns the parts of an index's name; none for an index of somebody else.
    pub(crate) fn parts(&self, index: &str) -> Option<IndexName> {
        let rest = index.strip_prefix(&self.0)?.strip_prefix('-')?;
        let (schema, time) = rest.split_once('-')?;
        let is_schema = schema.len() == SCHEMA_DIGITS
            && schema
                .bytes()
                .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        (is_schema && is_time(time)).then(|| IndexName {
            whole: index.to_owned(),
            schema: schema.to_owned(),
            time: time.to_owned(),
        })
    }
}

fn is_time(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let are_digits = |part: &&str| part.bytes().all(|b| b.is_ascii_digit());
    parts.iter().map(|part| part.len()).eq([8, 6, 3]) && parts.iter().all(are_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_has_its_schema_and_its_time_in_its_name() {
        let alias = Alias::new("site").unwrap();
        let now: Timestamp = "2026-11-27T09:05:06.007Z".parse().unwrap();
        let index = alias.index("0a1b2c3d", now);
        assert_eq!(index.whole, "site-0a1b2c3d-20261127-090506-007");
        assert_eq!(alias.parts(&index.whole), Some(index));
    }

    // An alias may be the beginning of another one.
    #[test]
    fn indexes_of_others_are_not_taken_for_own_ones() {
        let alias = Alias::new("site").unwrap();
        for other in [
            "site",
            "site-0a1b2c3d",
            "site-1-0a1b2c3d-20261127-090506-007",
            "site-0A1B2C3D-20261127-090506-007",
            "site-0a1b2c3d-20261127-090506",
            "site2-0a1b2c3d-20261127-090506-007",
            "site-0a1b2c3d-20261127-090506-007-old",
        ] {
            assert_eq!(alias.parts(other), None, "{other}");
        }
    }

    #[test]
    fn a_name_suits_both_engines() {
        for wrong in [
            "",
            "Site",
            "1site",
            "a b",
            "a/b",
            "şehir",
            "_all",
            &"a".repeat(129),
        ] {
            assert!(Alias::new(wrong).is_err(), "{wrong}");
        }
        assert_eq!(Alias::new("my_site-2").unwrap().as_str(), "my_site-2");
    }
}
