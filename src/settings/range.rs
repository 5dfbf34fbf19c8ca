//! Ranges of numbers: a constant outside its range is an error, not silently corrected.

use crate::error::{Error, Expected, Result};

/// Larger weights have no further effect, and their sums and products could lose smaller terms, or
/// overflow.
pub const LARGEST: f64 = 1e6;

/// Rejects a number that is below `least`, above `most`, or NaN.
///
/// # Errors
/// [`Error::InvalidValue`] with the path, the number and the range.
pub fn between(path: &str, value: f64, least: f64, most: f64) -> Result<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Error::invalid(path, value, Expected::Between(least, most)))
}

/// Rejects numbers that are negative or larger than [`LARGEST`]; `entries` are named below `path`.
///
/// # Errors
/// As [`between`].
pub fn usual(path: &str, entries: &[(&str, f64)]) -> Result<()> {
    for (key, value) in entries {
        if !(0.0..=LARGEST).contains(value) {
            let expected = Expected::Between(0.0, LARGEST);
            return Err(Error::invalid(super::join(path, key), *value, expected));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_out_of_its_range_is_refused_with_path_value_and_range() {
        for value in [0.0, 0.5, 1.0] {
            assert!(between("a.b", value, 0.0, 1.0).is_ok(), "{value}");
        }
        for (value, named) in [(-0.5, "-0.5"), (7.0, "7"), (f64::NAN, "NaN")] {
            let message = between("a.b", value, 0.0, 1.0).unwrap_err().to_string();
            for part in ["a.b", named, "between 0 and 1"] {
                assert!(message.contains(part), "{message}");
            }
        }
        let message = usual("a", &[("x", 1e6), ("y", 1e308)]).unwrap_err();
        let message = message.to_string();
        assert!(
            message.contains("a.y") && message.contains("between 0 and 1000000"),
            "{message}"
        );
    }
}
