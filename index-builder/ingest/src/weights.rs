//! Weights of pages by their path: `[weights]` of `soru.toml`.

use globset::GlobSet;
use soru::Block;
use soru::document::{USUAL_WEIGHT, hundredths};
use soru::ordered::Map;
use soru::settings::{between, join};

use super::html::MOST_WEIGHT;
use super::walk::globs;

/// The section of `soru.toml`.
const PATH: &str = "weights";

/// Patterns of paths with the weights of their pages.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    /// The longest pattern first.
    by_pattern: Vec<(GlobSet, f64)>,
}

impl Weights {
    /// Reads a table of patterns.
    ///
    /// # Errors
    /// For a malformed pattern, and a weight that is not between 0 and 10.
    pub(crate) fn new(table: &Map<f64>) -> anyhow::Result<Self> {
        let mut entries: Vec<(&str, f64)> = Vec::new();
        for (pattern, weight) in table {
            between(&join(PATH, pattern), *weight, 0.0, MOST_WEIGHT)?;
            entries.push((pattern, *weight));
        }
        entries.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.chars().count()));
        let compiled = entries.into_iter().map(|(pattern, weight)| {
            let set = globs(&[pattern.to_owned()], PATH)?;
            Ok((set, weight))
        });
        Ok(Self {
            by_pattern: compiled.collect::<anyhow::Result<_>>()?,
        })
    }

    /// Returns the blocks of the page at a path with its weight. Parts multiply theirs with it.
    pub(crate) fn weigh(&self, file: &str, mut blocks: Vec<Block>) -> Vec<Block> {
        let matching = self.by_pattern.iter().find(|(set, _)| set.is_match(file));
        let Some((_, weight)) = matching else {
            return blocks;
        };
        for block in &mut blocks {
            if let Block::Weight(own) = block {
                *own = hundredths(f64::from(*own) / f64::from(USUAL_WEIGHT) * weight);
            }
        }
        blocks.insert(0, Block::Weight(hundredths(*weight)));
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(entries: &[(&str, f64)]) -> anyhow::Result<Weights> {
        let entries = entries.iter();
        Weights::new(
            &entries
                .map(|(key, value)| ((*key).to_owned(), *value))
                .collect(),
        )
    }

    #[test]
    fn the_longest_pattern_gives_a_page_its_weight_and_its_parts_multiply_theirs() {
        let weights =
            weights(&[("/blog/", 0.5), ("blog/2026/**/*.html", 2.0), ("*.md", 3.0)]).unwrap();
        let of = |file| {
            let blocks = vec![Block::Text("A".into()), Block::Weight(150)];
            weights.weigh(file, blocks)
        };
        let weighed = |first, second| {
            vec![
                Block::Weight(first),
                Block::Text("A".into()),
                Block::Weight(second),
            ]
        };
        assert_eq!(of("blog/old.html"), weighed(50, 75));
        assert_eq!(of("blog/2026/may/new.html"), weighed(200, 300));
        assert_eq!(of("index.md"), weighed(300, 450));
        assert_eq!(of("docs/blog/x.html")[0], Block::Text("A".into()));
    }

    #[test]
    fn an_invalid_weight_or_pattern_is_an_error_that_names_it() {
        for (entry, named) in [
            (("blog/", 11.0), "weights.blog/"),
            (("blog/", -1.0), "weights.blog/"),
            (("a[", 1.0), "a["),
        ] {
            let error = weights(&[entry]).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
