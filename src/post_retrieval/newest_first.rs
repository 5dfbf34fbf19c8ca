//! Puts the newest version or edition of a page before older ones.

use super::RankingSettings;
use crate::hit::Hit;
use crate::text::{Language, Token, tokenise};

/// The share of an older version's coverage that the newest must reach. Below it, the newest lacks
/// a word of the question, for instance the version that the question names.
const AS_GOOD: f64 = 0.9;

/// Moves the best hit of the newest version directly before the first hit of an older one, if it
/// covers as much of the question. Older hits with equal scores are in the order of their ids, and
/// the last goes first, because ids contain the version or the year. A filter could not do this,
/// because it would have to know hits that come later.
///
/// An older version stays if the question names a year or a version that is in its title or address
/// and not in those of the newest, which may mention it in its text: "from 2023 on".
pub fn newest_first(hits: &mut [Hit], question: &str, settings: &RankingSettings) {
    if settings.max_per_document == 0 {
        return;
    }
    let figures = figures(question);
    for place in 0..hits.len() {
        let older = &hits[place];
        let Some(newest) = older.newest else { continue };
        let needed = older.features.coverage * AS_GOOD;
        let is_named = |hit: &Hit| {
            figures
                .iter()
                .any(|own| is_of(older, own) && !is_of(hit, own))
        };
        let precedes = |(at, hit): (usize, &Hit)| {
            hit.document == newest
                && (at < place || hit.features.coverage >= needed && !is_named(hit))
        };
        if let Some(at) = hits.iter().enumerate().position(precedes) {
            raise(hits, at, place);
        }
    }
    let mut first = 0;
    for place in 1..hits.len() {
        let (before, hit) = (&hits[place - 1], &hits[place]);
        let is_alike = hit.newest.is_some()
            && before.newest == hit.newest
            && before.score.total_cmp(&hit.score).is_eq();
        if is_alike {
            raise(hits, place, first);
        } else {
            first = place;
        }
    }
}

/// Returns the years and versions in a question.
fn figures(question: &str) -> Vec<Token> {
    let mut figures = tokenise(question, Language::Other);
    figures.retain(|token| {
        token.text.len() > 2 && token.text.starts_with(|c: char| c.is_ascii_digit())
    });
    figures
}

/// Returns whether a figure is in the title or the address of a hit.
fn is_of(hit: &Hit, figure: &Token) -> bool {
    hit.title.contains(&*figure.text) || hit.url.contains(&*figure.text)
}

/// Moves a hit up to a place, if it is below that place.
pub(super) fn raise(hits: &mut [Hit], mut from: usize, to: usize) {
    while from > to {
        hits.swap(from - 1, from);
        from -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hit::MatchFeatures;

    /// Returns the order of hits: name, document, coverage, and the newest version of the document.
    fn order(hits: &[(&str, usize, f64, Option<usize>)], limit: usize) -> String {
        let hit = |(id, document, coverage, newest): &(&str, usize, f64, Option<usize>)| Hit {
            id: (*id).into(),
            document: *document,
            newest: *newest,
            features: MatchFeatures {
                coverage: *coverage,
                ..MatchFeatures::default()
            },
            ..Hit::default()
        };
        let mut hits: Vec<Hit> = hits.iter().map(hit).collect();
        let settings = RankingSettings {
            max_per_document: limit,
            ..RankingSettings::default()
        };
        newest_first(&mut hits, "", &settings);
        hits.iter().map(|hit| hit.id.as_str()).collect()
    }

    #[test]
    fn the_newest_version_goes_directly_before_the_first_hit_of_an_older_one() {
        let hits = [
            ("x", 9, 1.0, None),
            ("a", 1, 1.0, Some(3)),
            ("b", 2, 1.0, Some(3)),
            ("y", 8, 1.0, None),
            ("c", 3, 0.95, None),
            ("d", 3, 1.0, None),
        ];
        assert_eq!(order(&hits, 3), "xcbayd");
        assert_eq!(order(&hits, 0), "xabycd");
    }

    #[test]
    fn what_the_newest_version_does_not_have_stays_where_it_is() {
        let older = ("a", 1, 1.0, Some(3));
        let named = [older, ("b", 3, 0.5, None), ("c", 3, 0.9, None)];
        assert_eq!(order(&named, 3), "cab");
        assert_eq!(order(&named[..2], 3), "ab");
        assert_eq!(order(&named[..1], 3), "a");
    }

    #[test]
    fn a_version_that_the_question_names_stays_before_the_newest() {
        let hit = |document: usize, title: &str, url: &str, newest| Hit {
            document,
            newest,
            title: title.into(),
            url: url.into(),
            ..Hit::default()
        };
        for (question, titles, urls, first) in [
            (
                "fees 2023",
                ["Fees", "Fees"],
                ["fees-2023.html", "fees-2026.html"],
                0,
            ),
            (
                "fees 2023?",
                ["Fees (2023)", "Fees"],
                ["a.html", "b.html"],
                0,
            ),
            (
                "install 2.0.",
                ["Install", "Install"],
                ["docs/2.0/", "docs/"],
                0,
            ),
            (
                "fees 2026",
                ["Fees", "Fees"],
                ["fees-2023.html", "fees-2026.html"],
                1,
            ),
            (
                "fees for 3 people",
                ["Fees", "Fees"],
                ["fees-2023.html", "fees-2026.html"],
                1,
            ),
            (
                "fees 2023",
                ["2023", "2023 and later"],
                ["a.html", "b.html"],
                1,
            ),
        ] {
            let mut hits = [
                hit(0, titles[0], urls[0], Some(1)),
                hit(1, titles[1], urls[1], None),
            ];
            newest_first(&mut hits, question, &RankingSettings::default());
            assert_eq!(hits[0].document, first, "{question} {titles:?} {urls:?}");
        }
    }

    #[test]
    fn a_newest_version_that_is_ahead_stays_there() {
        let hits = [
            ("c", 3, 0.1, None),
            ("x", 9, 1.0, None),
            ("a", 1, 1.0, Some(3)),
            ("d", 3, 1.0, None),
        ];
        assert_eq!(order(&hits, 3), "cxad");
    }
}
