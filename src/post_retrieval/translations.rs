//! One hit for a page that the site has in several languages.

use super::{Filter, Verdict};
use crate::hit::Hit;

/// Keeps the hits of a page in the language that ranks best, usually that of the question. Pages say by `hreflang` which
/// others they are translations of.
#[derive(Debug, Clone, Copy)]
pub struct Translations;

impl Filter for Translations {
    fn name(&self) -> &'static str {
        "translations"
    }

    fn verdicts(&self, hits: &[Hit]) -> Vec<Verdict> {
        // Position of the best hit of every page that has translations.
        let mut best: Vec<usize> = Vec::new();
        let verdict = |(place, hit): (usize, &Hit)| {
            if hit.translation == 0 {
                return Verdict::Stays;
            }
            let is_same = |at: &&usize| hits[**at].translation == hit.translation;
            match best.iter().find(is_same) {
                Some(first) if hits[*first].lang != hit.lang => return Verdict::SameAs(*first),
                Some(_) => {}
                None => best.push(place),
            }
            Verdict::Stays
        };
        hits.iter().enumerate().map(verdict).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r8_a_page_is_shown_in_the_language_that_ranks_best() {
        use Verdict::{SameAs, Stays};
        let hits = [
            (1, "en"),
            (0, "de"),
            (1, "de"),
            (1, "en"),
            (2, "de"),
            (1, "fr"),
            (2, "en"),
        ];
        let hits = hits.map(|(translation, lang)| Hit {
            translation,
            lang: lang.to_owned(),
            ..Hit::default()
        });
        assert_eq!(
            Translations.verdicts(&hits),
            [Stays, Stays, SameAs(0), Stays, Stays, SameAs(0), SameAs(4)]
        );
    }
}
