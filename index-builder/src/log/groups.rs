//! Groups questions that one fact might answer.
//!
//! Two questions are similar if they ask for the same kind of answer, name the same figures and
//! codes, and share most of their content words in any inflection (Jaccard coefficient). The most
//! frequent question of a group leads it, and others join the leader to which they are most
//! similar, so that a chain of small steps does not join unrelated questions.
//!
//! Where a site is at hand, groups whose leaders it answers in the same place become one, if they
//! ask for the same kind of answer and name the same figures: "dorm rent" and "price of a single
//! room" share no word. A wrong group costs a glance; people write the facts.

use std::collections::{BTreeMap, BTreeSet};

use soru::pre_retrieval::{QuestionKind, question_kind};
use soru::text::{Language, StopWords, WordLists};

use super::wordings::{Wording, content_words};

/// The minimum share of common words among the words of two questions.
const SIMILAR: f64 = 0.6;

/// The most groups that are compared by places: each costs a question to the engine.
const MOST_PLACED: usize = 500;

/// Returns the place in which a site answers a question in a language: the same text for the same
/// place, or none if no place is far better than others.
pub(crate) type Find<'f> = &'f dyn Fn(&str, &str) -> Option<String>;

/// The words that characterise a question.
#[derive(Debug)]
pub(crate) struct QuestionSignature {
    words: BTreeSet<String>,
    kind: QuestionKind,
}

impl QuestionSignature {
    pub(crate) fn of(question: &str, lang: &str, stop_words: &StopWords) -> Self {
        let words = content_words(question, lang, stop_words);
        Self {
            words: words.into_keys().collect(),
            kind: question_kind(
                question,
                Language::from_tag(lang),
                &WordLists::of_languages(&[lang]),
            ),
        }
    }

    /// Whether both may have the same answer though they share no word: one sentence answers "how
    /// long" and "how much".
    fn asks_for_the_same(&self, other: &Self) -> bool {
        let kinds = [self.kind, other.kind];
        let kinds_agree = kinds[0] == kinds[1] || kinds.contains(&QuestionKind::Open);
        kinds_agree && self.figures().eq(other.figures())
    }

    /// Returns the similarity, from 0 to 1.
    fn similarity(&self, other: &Self) -> f64 {
        let kinds_agree = self.kind.agrees_with(other.kind) || other.kind.agrees_with(self.kind);
        if !kinds_agree || !self.figures().eq(other.figures()) {
            return 0.0;
        }
        let shared = self.words.intersection(&other.words).count();
        let all = self.words.union(&other.words).count();
        shared as f64 / all.max(1) as f64
    }

    /// Whether both questions have the same words.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.similarity(other) >= 1.0
    }

    /// Returns numbers, years and codes: 2026 differs from 2027, and F-1 from J-1.
    fn figures(&self) -> impl Iterator<Item = &String> {
        let has_digit = |word: &&String| word.bytes().any(|byte| byte.is_ascii_digit());
        self.words.iter().filter(has_digit)
    }
}

/// A group with what characterises its leader.
type Led<'w, 'e> = (QuestionSignature, Vec<&'w Wording<'e>>);

/// Groups the questions, each group with its leader first. The questions must be sorted by
/// frequency, the most frequent first.
pub(crate) fn groups<'w, 'e>(
    wordings: &'w [Wording<'e>],
    find: Option<Find<'_>>,
) -> Vec<Vec<&'w Wording<'e>>> {
    let groups = by_words(wordings);
    match find {
        Some(find) => {
            let joined = by_places(groups, find).into_iter();
            joined.map(|(_, members)| members).collect()
        }
        None => groups.into_iter().map(|(_, members)| members).collect(),
    }
}

/// Joins each group to the first that the site answers in the same place, if their leaders agree in
/// the kind of answer and in the figures, and so do the leaders of all groups in it.
fn by_places<'w, 'e>(
    groups: Vec<Led<'w, 'e>>,
    find: Find<'_>,
) -> Vec<(Vec<QuestionSignature>, Vec<&'w Wording<'e>>)> {
    let mut joined: Vec<(Vec<QuestionSignature>, Vec<&Wording<'_>>)> = Vec::new();
    let mut places: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
    for (number, (gist, members)) in groups.into_iter().enumerate() {
        let leader = members.first().filter(|_| number < MOST_PLACED);
        let place = leader.and_then(|own| Some((own.lang, find(own.question, own.lang)?)));
        let there = place.map(|place| places.entry(place).or_default());
        let agrees = |at: &&usize| {
            joined[**at]
                .0
                .iter()
                .all(|own| own.asks_for_the_same(&gist))
        };
        if let Some(at) = there.as_ref().and_then(|there| there.iter().find(agrees)) {
            joined[*at].0.push(gist);
            joined[*at].1.extend(members);
            continue;
        }
        if let Some(there) = there {
            there.push(joined.len());
        }
        joined.push((vec![gist], members));
    }
    joined
}

fn by_words<'w, 'e>(wordings: &'w [Wording<'e>]) -> Vec<Led<'w, 'e>> {
    let stop_words = StopWords::default_lists();
    let mut groups: Vec<Led<'_, '_>> = Vec::new();
    // The numbers of groups by words of their leaders, so that a question is compared with only a
    // few of them.
    let mut leaders: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
    for wording in wordings {
        let gist = QuestionSignature::of(wording.question, wording.lang, &stop_words);
        let keys = gist.words.iter().map(|word| (wording.lang, word.clone()));
        let near: BTreeSet<usize> = keys
            .clone()
            .filter_map(|key| leaders.get(&key))
            .flatten()
            .copied()
            .collect();
        let similar = near
            .into_iter()
            .map(|group| (groups[group].0.similarity(&gist), group))
            .filter(|(similarity, _)| *similarity >= SIMILAR)
            .max_by(|(a, first), (b, second)| a.total_cmp(b).then(second.cmp(first)));
        if let Some((_, group)) = similar {
            groups[group].1.push(wording);
            continue;
        }
        for key in keys {
            leaders.entry(key).or_default().push(groups.len());
        }
        groups.push((gist, vec![wording]));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wording<'e>(question: &'e str, lang: &'e str) -> Wording<'e> {
        Wording {
            question,
            lang,
            count: 1,
            unanswered: 0,
        }
    }

    fn are_one(lang: &str, one: &str, other: &str) -> bool {
        groups(&[wording(one, lang), wording(other, lang)], None).len() == 1
    }

    #[test]
    fn r39_questions_in_other_words_are_one_group() {
        for (lang, one, other) in [
            ("en", "When does the library open?", "library opening"),
            (
                "en",
                "How much is the tuition fee?",
                "What are tuition fees",
            ),
            ("en", "What is the H-1B cap?", "how many is the h1b cap"),
            (
                "tr",
                "Yemekhane ne zaman açılıyor?",
                "yemekhanenin açılışı ne zaman",
            ),
            ("tr", "Staj kaç iş günü?", "STAJ KAC IS GUNU SURER"),
        ] {
            assert!(are_one(lang, one, other), "{one} {other}");
        }
    }

    #[test]
    fn r39_other_figures_kinds_and_words_are_other_groups() {
        for (lang, one, other) in [
            ("en", "tuition fee in 2026", "tuition fee in 2027"),
            ("en", "Can F-1 students work?", "Can J-1 students work?"),
            (
                "en",
                "When is the tuition fee due?",
                "How much is the tuition fee due?",
            ),
            (
                "en",
                "library opening hours",
                "dormitory opening hours of campus",
            ),
            ("tr", "Harç ne kadar?", "Harç ne zaman ödenir?"),
        ] {
            assert!(!are_one(lang, one, other), "{one} {other}");
        }
    }

    #[test]
    fn r39_questions_are_grouped_by_language() {
        let asked = [wording("erasmus", "en"), wording("erasmus", "tr")];
        assert_eq!(groups(&asked, None).len(), 2);
    }

    #[test]
    fn questions_that_a_site_answers_in_one_place_are_one_group_if_they_ask_for_the_same() {
        let asked = [
            "How much is the dormitory rent?",
            "price of a single room",
            "When is the rent due?",
            "gym",
        ];
        let asked: Vec<Wording<'_>> = asked.map(|question| wording(question, "en")).into();
        let find = |question: &str, _: &str| (question != "gym").then(|| "rent.html".to_owned());
        let sizes = groups(&asked, Some(&find));
        let sizes: Vec<usize> = sizes.iter().map(Vec::len).collect();
        assert_eq!(sizes, [2, 1, 1]);
        let asked = [
            wording("How much is the rent?", "en"),
            wording("When is it due?", "en"),
            wording("How much is a room?", "tr"),
        ];
        assert_eq!(groups(&asked, Some(&find)).len(), 3);
    }

    // Each question is similar to the next, but the last shares nothing with the first.
    #[test]
    fn r39_a_chain_of_similar_questions_is_not_one_group() {
        let asked = [
            "red green blue",
            "green blue white",
            "blue white black",
            "white black grey",
        ];
        let asked: Vec<Wording<'_>> = asked.map(|question| wording(question, "en")).into();
        assert!(groups(&asked, None).len() >= 2);
    }
}
