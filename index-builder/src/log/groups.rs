//! Groups questions that one fact might answer.
//!
//! Two questions are similar if they ask for the same kind of answer, name the same figures and
//! codes, and share most of their content words in any inflection (Jaccard coefficient). The most
//! frequent question of a group leads it, and others join the leader to which they are most
//! similar, so that a chain of small steps does not join unrelated questions. A wrong group costs a
//! glance; people write the facts.

use std::collections::{BTreeMap, BTreeSet};

use soru::pre_retrieval::{QuestionKind, question_kind};
use soru::text::{Language, StopWords, WordLists};

use super::wordings::{Wording, content_words};

/// The minimum share of common words among the words of two questions.
const SIMILAR: f64 = 0.6;

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

/// Groups the questions, each group with its leader first. The questions must be sorted by
/// frequency, the most frequent first.
pub(crate) fn groups<'w, 'e>(wordings: &'w [Wording<'e>]) -> Vec<Vec<&'w Wording<'e>>> {
    let stop_words = StopWords::default_lists();
    let mut groups: Vec<(QuestionSignature, Vec<&Wording<'_>>)> = Vec::new();
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
    groups.into_iter().map(|(_, members)| members).collect()
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
        groups(&[wording(one, lang), wording(other, lang)]).len() == 1
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
        assert_eq!(groups(&asked).len(), 2);
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
        assert!(groups(&asked).len() >= 2);
    }
}
