//! Translations of a page move behind the other pages.

use super::{Filter, Verdict};
use crate::hit::Hit;

/// Keeps one language of a page in front: that of the question, if it was found, else the one that
/// ranks best. Its translations follow the hits of all other pages. Pages name their translations
/// by `hreflang`.
#[derive(Debug, Clone)]
pub struct Translations {
    /// The question's language.
    pub language: String,
}

impl Filter for Translations {
    fn name(&self) -> &'static str {
        "translations"
    }

    fn verdicts(&self, hits: &[Hit]) -> Vec<Verdict> {
        let is_own = |hit: &Hit| hit.lang == self.language;
        let verdict = |(place, hit): (usize, &Hit)| {
            let is_translation = |other: &Hit| {
                other.translation == hit.translation
                    && other.lang != hit.lang
                    && (is_own(other) || is_best(hits, other))
            };
            if hit.translation > 0 && !is_own(hit) && hits[..place].iter().any(is_translation) {
                Verdict::Behind
            } else {
                Verdict::Stays
            }
        };
        hits.iter().enumerate().map(verdict).collect()
    }
}

/// Returns whether the hit is in the language that ranks best among the translations of its page.
fn is_best(hits: &[Hit], hit: &Hit) -> bool {
    let mut translations = hits.iter();
    let best = translations.find(|other| other.translation == hit.translation);
    best.is_some_and(|best| best.lang == hit.lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(language: &str, hits: &[(u32, &str)]) -> Vec<Verdict> {
        let hit = |(translation, lang): &(u32, &str)| Hit {
            translation: *translation,
            lang: (*lang).to_owned(),
            ..Hit::default()
        };
        let hits: Vec<Hit> = hits.iter().map(hit).collect();
        let language = language.to_owned();
        Translations { language }.verdicts(&hits)
    }

    #[test]
    fn r8_translations_of_a_page_follow_the_other_pages() {
        use Verdict::{Behind, Stays};
        let hits = [
            (1, "en"),
            (0, "de"),
            (1, "de"),
            (1, "en"),
            (2, "en"),
            (1, "fr"),
            (2, "fr"),
        ];
        assert_eq!(
            verdicts("en", &hits),
            [Stays, Stays, Behind, Stays, Stays, Behind, Behind]
        );
    }

    #[test]
    fn r8_a_page_in_the_question_s_language_always_stays() {
        use Verdict::{Behind, Stays};
        let hits = [(1, "en"), (1, "fr"), (1, "tr"), (1, "en"), (1, "tr")];
        assert_eq!(verdicts("tr", &hits), [Stays, Behind, Stays, Behind, Stays]);
    }
}
