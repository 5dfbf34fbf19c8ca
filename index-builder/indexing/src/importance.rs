//! Static importance: the value of a page independent of any question.

use soru::address::path;

/// Inputs of importance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    /// Path segments of the page's address.
    pub(super) depth: usize,
    /// Number of other pages that link to it.
    pub(super) inbound: usize,
}

/// Returns the importance between 0 and 1: half from URL depth (`1 / (1 + depth)`), half from
/// inbound links (`ln(1 + n) / ln(1 + most)`). A front page without inbound links thus equals a
/// deep page with the most links.
pub(super) fn importance(standing: Standing, most_inbound: usize) -> f64 {
    let depth = 1.0 / (1.0 + standing.depth as f64);
    let links = if most_inbound == 0 {
        0.0
    } else {
        libm::log(1.0 + standing.inbound as f64) / libm::log(1.0 + most_inbound as f64)
    };
    0.5 * depth + 0.5 * links
}

/// Counts the path segments of an address, without an index file at the end.
pub(super) fn depth(url: &str) -> usize {
    path(url)
        .split('/')
        .filter(|part| !part.is_empty() && !part.starts_with("index."))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r24_shallow_and_linked_pages_are_more_important() {
        let of = |depth, inbound| importance(Standing { depth, inbound }, 10);
        assert!(of(0, 0) > of(3, 0));
        assert!(of(2, 10) > of(2, 1));
        assert!((of(0, 10) - 1.0).abs() < 1e-12);
        assert!(
            importance(
                Standing {
                    depth: 1,
                    inbound: 0
                },
                0
            )
            .is_finite()
        );
    }

    #[test]
    fn depth_counts_path_segments() {
        assert_eq!(depth("https://example.org/a/b.html?x=/y/"), 2);
        assert_eq!(depth("index.html"), 0);
        assert_eq!(depth("tr/index.html"), 1);
        assert_eq!(depth("https://example.org"), 0);
    }
}
