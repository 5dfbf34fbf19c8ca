//! Moves translations of a page behind the other pages.

use super::{Filter, Verdict};
use crate::hit::Hit;

/// Keeps a page in front in the language of the question, and in the language that ranks best,
/// which is nearly always the same. Its other translations follow the hits of all other pages.
/// Pages name their translations by `hreflang`.
#[derive(Debug, Clone, Copy)]
pub struct Translations;

impl Filter for Translations {
    fn name(&self) -> &'static str {
        "translations"
    }

    fn verdicts(&self, hits: &[Hit]) -> Vec<Verdict> {
        let verdict = |hit: &Hit| {
            let mut set = hits
                .iter()
                .filter(|other| other.translation == hit.translation);
            let best = set.next().map_or(hit.document, |best| best.document);
            if hit.translation > 0 && hit.is_foreign && hit.document != best {
                Verdict::Behind
            } else {
                Verdict::Stays
            }
        };
        hits.iter().map(verdict).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the verdicts on hits with these sets and pages; the question is in the language of
    /// pages below 10.
    fn verdicts(hits: &[(u32, usize)]) -> Vec<Verdict> {
        let hit = |(translation, document): &(u32, usize)| Hit {
            translation: *translation,
            document: *document,
            is_foreign: *document >= 10,
            ..Hit::default()
        };
        Translations.verdicts(&hits.iter().map(hit).collect::<Vec<_>>())
    }

    #[test]
    fn r8_translations_of_a_page_follow_the_other_pages() {
        use Verdict::{Behind, Stays};
        let hits = [(1, 1), (0, 10), (1, 11), (1, 1), (2, 2), (1, 21), (2, 12)];
        assert_eq!(
            verdicts(&hits),
            [Stays, Stays, Behind, Stays, Stays, Behind, Behind]
        );
    }

    #[test]
    fn r8_a_page_in_the_question_s_language_always_stays() {
        use Verdict::{Behind, Stays};
        let hits = [(1, 11), (1, 21), (1, 1), (1, 11), (1, 1)];
        assert_eq!(verdicts(&hits), [Stays, Behind, Stays, Stays, Stays]);
    }
}
