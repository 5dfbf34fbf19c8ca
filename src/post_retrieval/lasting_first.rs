//! Puts lasting pages before news and announcements.

use super::RankingSettings;
use super::newest_first::raise;
use crate::hit::Hit;

/// The share of the coverage and of the score of news that a lasting page must reach. News that
/// contain an additional word of the question, or are about nothing else, keep their place.
const AS_GOOD: f64 = 0.9;
const NEAR: f64 = 0.7;

/// Moves the best lasting page before news and announcements that match the question no better. It
/// does nothing if the question `asks_when`, because news contain dates.
pub fn lasting_first(hits: &mut [Hit], settings: &RankingSettings, asks_when: bool) {
    if settings.max_per_document == 0 || asks_when {
        return;
    }
    for place in 0..hits.len() {
        let news = &hits[place];
        if !news.is_news {
            continue;
        }
        let [coverage, score] = [news.features.coverage * AS_GOOD, news.score * NEAR];
        let precedes = |hit: &Hit| {
            !hit.is_news
                && hit.lang == news.lang
                && hit.features.coverage >= coverage
                && hit.score >= score
        };
        if let Some(behind) = hits[place..].iter().position(precedes) {
            raise(hits, place + behind, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hit::MatchFeatures;

    /// Returns the order of hits: name, score, coverage; the names of news are capitals.
    fn order(hits: &[(&str, f64, f64)], asks_when: bool) -> String {
        let hit = |(id, score, coverage): &(&str, f64, f64)| Hit {
            id: (*id).into(),
            score: *score,
            is_news: id.starts_with(char::is_uppercase),
            features: MatchFeatures {
                coverage: *coverage,
                ..MatchFeatures::default()
            },
            ..Hit::default()
        };
        let mut hits: Vec<Hit> = hits.iter().map(hit).collect();
        lasting_first(&mut hits, &RankingSettings::default(), asks_when);
        hits.iter().map(|hit| hit.id.as_str()).collect()
    }

    #[test]
    fn a_lasting_page_that_matches_as_well_goes_before_news() {
        let hits = [
            ("A", 2.0, 1.0),
            ("B", 1.9, 1.0),
            ("c", 1.5, 0.95),
            ("d", 1.45, 1.0),
        ];
        assert_eq!(order(&hits, false), "cdAB");
        assert_eq!(order(&hits, true), "ABcd");
    }

    #[test]
    fn news_that_match_better_stay() {
        assert_eq!(order(&[("A", 2.0, 1.0), ("b", 1.9, 0.8)], false), "Ab");
        assert_eq!(order(&[("A", 2.0, 1.0), ("b", 1.3, 1.0)], false), "Ab");
        assert_eq!(order(&[("a", 2.0, 0.5), ("B", 1.0, 1.0)], false), "aB");
    }
}
