//! Number formatting for messages and traces.
//!
//! The standard library prints a float exactly with any number of digits, which costs 20 KB of the
//! download. Messages need only settings as typed and scores with two decimals.

// All values cast here are whole, not negative, and below 2 to the power of 63. The comparisons
// with whole numbers are exact.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp
)]

use std::fmt;

/// A number in the fewest digits that identify it, 15 at most; very large and very small numbers as
/// `1e300`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain(pub(crate) f64);

/// A number with the given number of decimals, 3 at most, rounded half to even as the standard
/// library does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rounded(pub(crate) f64, pub(crate) usize);

const FIXED_DIGITS: usize = 15;
/// Fewer digits, since the powers of ten that such a number is divided by are not exact.
const SCIENTIFIC_DIGITS: usize = 12;
/// Numbers from this size on have no precision left for decimals.
const LARGE: f64 = 1e15;
/// Whole numbers below this, 2 to the power of 63, are written out.
const WHOLE: f64 = 9_223_372_036_854_775_808.0;
const SMALL: f64 = 1e-5;

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if self.0.is_nan() {
            return f.write_str("NaN");
        }
        f.write_str(sign(self.0))?;
        if size.is_infinite() {
            f.write_str("inf")
        } else if size < WHOLE && size == libm::floor(size) {
            (size as u64).fmt(f)
        } else if (SMALL..LARGE).contains(&size) {
            f.write_str(&fixed(size, FIXED_DIGITS))
        } else {
            let (significand, exponent) = scientific(size);
            write!(f, "{}e{exponent}", fixed(significand, SCIENTIFIC_DIGITS))
        }
    }
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value, decimals) = *self;
        let size = value.abs();
        if size >= LARGE || size.is_nan() {
            return Plain(value).fmt(f);
        }
        let unit = 10_u64.pow(decimals as u32);
        let whole = libm::floor(size);
        let fraction = scaled(size - whole, unit);
        // .999 may round up to the next whole number.
        let (whole, fraction) = (whole as u64 + fraction / unit, fraction % unit);
        write!(f, "{}{whole}.{fraction:0decimals$}", sign(value))
    }
}

fn sign(value: f64) -> &'static str {
    if value.is_sign_negative() { "-" } else { "" }
}

/// Formats a number below [`LARGE`] with this many significant digits, without trailing zeros.
fn fixed(size: f64, digits: usize) -> String {
    let mut whole = libm::floor(size);
    let width = match whole as u64 {
        0 => digits,
        whole => digits.saturating_sub(whole.to_string().len()),
    };
    let unit = 10_u64.pow(width as u32) as f64;
    let mut fraction = libm::round((size - whole) * unit);
    if fraction >= unit {
        (whole, fraction) = (whole + 1.0, 0.0);
    }
    let (whole, fraction) = (whole as u64, fraction as u64);
    let text = format!("{whole}.{fraction:0width$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Splits into significand, from 1 to 10, and power of ten.
fn scientific(size: f64) -> (f64, i32) {
    let (mut significand, mut exponent) = (size, 0);
    while significand >= 10.0 {
        significand /= 10.0;
        exponent += 1;
    }
    while significand < 1.0 {
        significand *= 10.0;
        exponent -= 1;
    }
    (significand, exponent)
}

/// Multiplies a fraction of 1 by a unit of 1000 at most, exactly, then rounds half to even.
fn scaled(fraction: f64, unit: u64) -> u64 {
    const BITS: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = fraction.to_bits();
    let (power, below) = (bits >> BITS, bits & ((1 << BITS) - 1));
    let mantissa = if power == 0 { below } else { below | 1 << BITS };
    // The fraction is the 53-bit mantissa divided by two to the power of this.
    let shift = 1075 - power.max(1);
    if shift > 63 {
        return 0;
    }
    let product = mantissa * unit;
    let (quotient, rest) = (product >> shift, product & ((1 << shift) - 1));
    let half = 1 << (shift - 1);
    quotient + u64::from(rest > half || (rest == half && quotient % 2 == 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_shown_as_they_were_typed() {
        for (value, text) in [
            (0.0, "0"),
            (-1.0, "-1"),
            (2.5, "2.5"),
            (0.3, "0.3"),
            (2.0001, "2.0001"),
            (-0.05, "-0.05"),
            (100.0, "100"),
            (1_234_567.875, "1234567.875"),
            (0.999_999_999_999_999_9, "1"),
            (1e300, "1e300"),
            (-2.5e-9, "-2.5e-9"),
            (5e-324, "4.94065645841e-324"),
            (9_007_199_254_740_991.0, "9007199254740991"),
            (-1e18, "-1000000000000000000"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(Plain(value).to_string(), text);
        }
    }

    #[test]
    fn halves_round_to_even() {
        let shown = |value, decimals| Rounded(value, decimals).to_string();
        assert_eq!([shown(0.125, 2), shown(0.375, 2)], ["0.12", "0.38"]);
        assert_eq!([shown(-0.001, 2), shown(9.9999, 3)], ["-0.00", "10.000"]);
        assert_eq!([shown(1e20, 2), shown(f64::NAN, 2)], ["1e20", "NaN"]);
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn rounding_equals_that_of_the_standard_library(value in -1e15..1e15, small in -4.0..4.0) {
            for value in [value, small] {
                prop_assert_eq!(Rounded(value, 2).to_string(), format!("{value:.2}"));
                prop_assert_eq!(Rounded(value, 3).to_string(), format!("{value:.3}"));
            }
        }

        #[test]
        fn numbers_with_few_digits_are_shown_exactly(whole in -99_999_i32..99_999, digits in 0_i32..9) {
            let value = f64::from(whole) / libm::pow(10.0, f64::from(digits));
            if value.abs() >= SMALL {
                prop_assert_eq!(Plain(value).to_string(), value.to_string());
            }
        }
    }
}
