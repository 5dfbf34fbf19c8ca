//! Similarity of two texts by sequence matching.

/// Returns the ratio of Ratcliff and Obershelp: twice the characters in common blocks divided by
/// all characters, 0 to 1. The algorithm finds the longest common block, then repeats this on both
/// sides of it.
///
/// Source: J. Ratcliff, D. Metzener, "Pattern Matching: The Gestalt Approach", Dr. Dobb's
/// Journal, July 1988.
///
/// ```
/// use soru::pre_retrieval::similarity;
/// assert_eq!(similarity("abcd", "abcd"), 1.0);
/// assert_eq!(similarity("abcd", "bcde"), 0.75);
/// assert_eq!(similarity("", ""), 1.0);
/// ```
pub fn similarity(a: &str, b: &str) -> f64 {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    ratio(&a, &b)
}

/// Returns [`similarity`] if it can exceed `least`, else 0: often the letters alone exclude it.
pub(super) fn similarity_above(a: &str, b: &str, least: f64) -> f64 {
    if greatest_ratio(a, b) <= least {
        0.0
    } else {
        similarity(a, b)
    }
}

/// Returns the ratio if the common letters had the same order: an upper bound. Some letters are
/// counted as one, which does not make it smaller.
fn greatest_ratio(a: &str, b: &str) -> f64 {
    let mut left = [0_u32; 64];
    let (mut common, mut all) = (0_u32, 0_u32);
    for letter in a.chars() {
        left[letter as usize % 64] += 1;
        all += 1;
    }
    for letter in b.chars() {
        let left = &mut left[letter as usize % 64];
        common += u32::from(*left > 0);
        *left = left.saturating_sub(1);
        all += 1;
    }
    if all == 0 {
        1.0
    } else {
        2.0 * f64::from(common) / f64::from(all)
    }
}

fn ratio(a: &[char], b: &[char]) -> f64 {
    let total = a.len() + b.len();
    if total == 0 {
        1.0
    } else {
        2.0 * matching_characters(a, b) as f64 / total as f64
    }
}

/// Returns the number of characters in common blocks. It uses a work list instead of recursion, so
/// hostile input cannot exhaust the stack.
fn matching_characters(a: &[char], b: &[char]) -> usize {
    let mut open = vec![(a, b)];
    let mut matched = 0;
    while let Some((a, b)) = open.pop() {
        let (start_a, start_b, length) = longest_block(a, b);
        if length > 0 {
            matched += length;
            open.push((&a[..start_a], &b[..start_b]));
            open.push((&a[start_a + length..], &b[start_b + length..]));
        }
    }
    matched
}

/// Returns start in `a`, start in `b` and length of the longest common block, the earliest of
/// equals.
fn longest_block(a: &[char], b: &[char]) -> (usize, usize, usize) {
    let mut best = (0, 0, 0);
    // lengths[j + 1]: length of the block that ends at a[i] and b[j].
    let mut lengths = vec![0_usize; b.len() + 1];
    for (i, x) in a.iter().enumerate() {
        for j in (0..b.len()).rev() {
            lengths[j + 1] = if *x == b[j] { lengths[j] + 1 } else { 0 };
            let length = lengths[j + 1];
            let start = (i + 1 - length.min(i + 1), j + 1 - length.min(j + 1));
            if length > best.2 || (length == best.2 && length > 0 && start < (best.0, best.1)) {
                best = (start.0, start.1, length);
            }
        }
    }
    best
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r13_the_ratio_equals_the_one_in_the_literature() {
        // Calculated by hand: blocks "WIKIM" and "IA" of WIKIMEDIA and WIKIMANIA, 2 * 7 / 18.
        assert!((similarity("WIKIMEDIA", "WIKIMANIA") - 14.0 / 18.0).abs() < 1e-12);
        assert!(similarity("what is the h1b cap", "what is the h1b capp") > 0.85);
        assert!(similarity("abc", "xyz").abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn the_ratio_is_between_0_and_1_and_1_for_equals(a: String, b: String) {
            let ratio = similarity(&a, &b);
            prop_assert!((0.0..=1.0).contains(&ratio));
            prop_assert!((similarity(&a, &a) - 1.0).abs() < 1e-12);
            prop_assert!(similarity_above(&a, &b, 0.5) <= ratio + 1e-12);
            prop_assert!(greatest_ratio(&a, &b) >= ratio - 1e-12);
        }
    }
}
