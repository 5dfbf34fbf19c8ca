//! Cuts the list after the last reranker.

use super::PATH;
use crate::error::{Error, Expected, Result};
use crate::hit::Hit;
use crate::settings::join;

/// Returns the first `k` hits, or all if there are fewer, unchanged and in order.
///
/// # Errors
/// [`Error::InvalidValue`] if `k` is 0.
pub fn top_k(mut hits: Vec<Hit>, k: usize) -> Result<Vec<Hit>> {
    if k == 0 {
        return Err(Error::invalid(
            join(PATH, "top_k"),
            k,
            Expected::WholeNumber(1),
        ));
    }
    hits.truncate(k);
    Ok(hits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(count: u32) -> Vec<Hit> {
        let hit = |chunk| Hit {
            chunk,
            ..Hit::default()
        };
        (0..count).map(hit).collect()
    }

    #[test]
    fn r27_the_first_k_hits_keep_their_order() {
        let chunks: Vec<u32> = top_k(hits(9), 3).unwrap().iter().map(|h| h.chunk).collect();
        assert_eq!(chunks, [0, 1, 2]);
    }

    #[test]
    fn r27_a_k_larger_than_the_list_keeps_all_hits() {
        assert_eq!(top_k(hits(2), usize::MAX).unwrap(), hits(2));
        assert_eq!(top_k(Vec::new(), 5).unwrap(), []);
    }

    #[test]
    fn r27_the_error_for_a_k_of_zero_names_it() {
        let error = top_k(hits(2), 0).unwrap_err();
        assert_eq!(error.code(), "INVALID_OPTION");
        assert!(error.to_string().contains("top_k` cannot be 0"), "{error}");
    }
}
