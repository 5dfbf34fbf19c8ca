//! What the words of a question are worth among the sentences that are read.

use super::page::Page;
use crate::ordered::Map;

/// How rare the words of the question are among the sentences read. Numbers of terms are those
/// of a reading, so they are kept apart by language.
pub(super) struct Rarity {
    /// What a term is worth, by its number. One that stands in headings alone counts as one of
    /// middling rarity.
    languages: Map<Vec<f64>>,
}

impl Rarity {
    pub(super) fn of(pages: &[Page<'_>]) -> Self {
        let sentences: usize = pages.iter().map(|page| page.lines.len()).sum();
        let mut languages = Map::new();
        for page in pages {
            if languages.contains_key(&page.hit.lang) {
                continue;
            }
            let same = |other: &&Page<'_>| other.hit.lang == page.hit.lang;
            let lines = || pages.iter().filter(same).flat_map(|page| &page.lines);
            let worth = |(term, weight): (usize, &f64)| match lines()
                .filter(|line| line.terms.contains(&term))
                .count()
            {
                0 => 1.0,
                count => weight * libm::log1p(sentences as f64 / count as f64),
            };
            let weights = page.matcher.weights().iter().enumerate();
            languages.insert(&page.hit.lang, weights.map(worth).collect());
        }
        Self { languages }
    }

    pub(super) fn worth(&self, lang: &str, term: usize) -> f64 {
        let own = self.languages.get(lang);
        own.and_then(|own| own.get(term)).copied().unwrap_or(1.0)
    }
}
