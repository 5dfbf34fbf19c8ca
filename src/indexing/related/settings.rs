//! Settings of the lists of related pages.

use crate::error::{Error, Result};

crate::settings! {
    /// Lists of related pages (`related()`).
    pub struct RelatedSettings {
        /// Whether to write the lists: only pages that show them fetch these files.
        pub enabled: bool = true,
        /// Maximum number of pages listed per page, 1 to 100.
        pub most: usize = 10,
        /// Minimum similarity of a listed page, 0 to 1: no list is better than a bad one.
        pub min_similarity: f64 = 0.1,
    }
}

/// Longer lists are too long to choose from, and would be most of a bundle.
const MOST_LISTED: usize = 100;

impl RelatedSettings {
    /// Rejects invalid values.
    pub(in crate::indexing) fn check(&self) -> Result<()> {
        if !(1..=MOST_LISTED).contains(&self.most) {
            let expected = format!("a whole number from 1 to {MOST_LISTED}");
            return Err(Error::invalid("indexing.related.most", self.most, expected));
        }
        let place = "indexing.related.min_similarity";
        crate::settings::between(place, self.min_similarity, 0.0, 1.0)
    }
}
