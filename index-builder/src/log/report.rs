//! The report on query logs for a site's owner.

use std::collections::BTreeMap;

use serde::Serialize;
use soru::text::StopWords;

use super::groups::groups;
use super::wordings::{Wording, content_words, most_frequent, wordings};
use super::{BadLine, Entry, Exports, Sections};

/// How often a group of questions must be asked to be proposed as a fact.
const LEAST: usize = 2;
/// The maximum number of other wordings listed per group.
const MOST_WORDINGS: usize = 5;

/// The report on query logs.
#[derive(Debug, Serialize)]
pub struct LogSummary {
    /// Number of questions.
    pub questions: usize,
    /// Repeated entries, not counted again.
    pub repeated: usize,
    /// Time of the first answer, in UTC (RFC 3339).
    pub first: Option<String>,
    /// Time of the last answer.
    pub last: Option<String>,
    /// Questions by the tier that the router chose and the tier of the answer.
    pub tiers: Vec<Tiers>,
    /// Questions by method, the most frequent first.
    pub methods: Vec<Count>,
    /// Questions by level of confidence.
    pub levels: Vec<Count>,
    /// Questions by language.
    pub languages: Vec<Count>,
    /// Questions without an answer.
    pub unanswered: Top<FrequentQuestion>,
    /// Words of questions without any page found: the site lacks them.
    pub zero_result_words: Top<Word>,
    /// Similar questions, asked several times and never answered by a fact.
    pub fact_candidates: Top<Candidate>,
    /// Sections that may answer unanswered questions and questions with low confidence; none
    /// without a bundle of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sections: Option<Sections>,
    /// Unreadable lines.
    pub bad_lines: Vec<BadLine>,
}

/// The beginning of a list, and its full length.
#[derive(Debug, Serialize)]
pub struct Top<T> {
    /// The length of the whole list.
    pub all: usize,
    /// Its beginning, the most frequent first.
    pub top: Vec<T>,
}

/// The number of questions of a kind.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The kind.
    pub name: String,
    /// The number.
    pub count: usize,
}

/// The number of questions by tier of the router and of the answer: 1 is facts, 2 pages.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Tiers {
    /// The tier chosen by the router.
    pub routed: u8,
    /// The tier of the answer.
    pub actual: u8,
    /// The number.
    pub count: usize,
}

/// A question, in its most frequent spelling.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct FrequentQuestion {
    /// The question.
    pub question: String,
    /// Its language.
    pub lang: String,
    /// How often visitors asked it.
    pub count: usize,
}

/// A word, in its most frequent form.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Word {
    /// The word.
    pub word: String,
    /// The language of the questions.
    pub lang: String,
    /// Number of questions with the word in any form.
    pub count: usize,
    /// One of them.
    pub example: String,
}

/// Similar questions, which one fact might answer.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// The most frequent of them.
    pub question: String,
    /// Their language.
    pub lang: String,
    /// How often they were asked without being answered by a fact.
    pub count: usize,
    /// How often they were asked without any answer.
    pub unanswered: usize,
    /// Other wordings, at most five, the most frequent first: possible aliases.
    pub wordings: Vec<FrequentQuestion>,
}

/// Builds the report, with at most `most` questions, words and candidates each.
pub fn report(exports: Exports, most: usize) -> LogSummary {
    let entries = &exports.entries;
    let time = |time: Option<&Entry>| time.map(|entry| entry.time.to_string());
    LogSummary {
        questions: entries.len(),
        repeated: exports.repeated,
        first: time(entries.iter().min_by_key(|entry| entry.time)),
        last: time(entries.iter().max_by_key(|entry| entry.time)),
        tiers: tiers(entries),
        methods: counts(entries, |entry| &entry.method),
        levels: counts(entries, |entry| &entry.level),
        languages: counts(entries, |entry| &entry.lang),
        unanswered: top(unanswered(entries), most),
        zero_result_words: top(zero_result_words(entries), most),
        fact_candidates: top(fact_candidates(entries), most),
        sections: None,
        bad_lines: exports.bad_lines,
    }
}

fn top<T>(mut list: Vec<T>, most: usize) -> Top<T> {
    let all = list.len();
    list.truncate(most);
    Top { all, top: list }
}

fn tiers(entries: &[Entry]) -> Vec<Tiers> {
    let mut counts: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    for entry in entries {
        *counts.entry((entry.routed_tier, entry.tier)).or_default() += 1;
    }
    let tiers = |((routed, actual), count)| Tiers {
        routed,
        actual,
        count,
    };
    counts.into_iter().map(tiers).collect()
}

fn counts(entries: &[Entry], name: fn(&Entry) -> &String) -> Vec<Count> {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for entry in entries {
        *counts.entry(name(entry)).or_default() += 1;
    }
    let mut counts: Vec<Count> = counts
        .into_iter()
        .map(|(name, count)| Count {
            name: name.clone(),
            count,
        })
        .collect();
    counts.sort_by_key(|one| std::cmp::Reverse(one.count));
    counts
}

fn unanswered(entries: &[Entry]) -> Vec<FrequentQuestion> {
    let unanswered = entries.iter().filter(|entry| entry.is_unanswered());
    wordings(unanswered)
        .iter()
        .map(FrequentQuestion::from)
        .collect()
}

impl From<&Wording<'_>> for FrequentQuestion {
    fn from(wording: &Wording<'_>) -> Self {
        Self {
            question: wording.question.to_owned(),
            lang: wording.lang.to_owned(),
            count: wording.count,
        }
    }
}

fn zero_result_words(entries: &[Entry]) -> Vec<Word> {
    let stop_words = StopWords::default_lists();
    let mut forms: BTreeMap<(&str, String), Vec<(String, &str)>> = BTreeMap::new();
    let without = |entry: &&Entry| entry.hits == 0 && !entry.is_small_talk();
    for entry in entries.iter().filter(without) {
        let question = entry.question.trim();
        for (stem, word) in content_words(question, &entry.lang, &stop_words) {
            let forms = forms.entry((&entry.lang, stem)).or_default();
            forms.push((word, question));
        }
    }
    let words = forms.into_iter().map(|((lang, _), forms)| Word {
        word: most_frequent(forms.iter().map(|(word, _)| word.as_str())).to_owned(),
        lang: lang.to_owned(),
        count: forms.len(),
        example: most_frequent(forms.iter().map(|(_, question)| *question)).to_owned(),
    });
    let mut words: Vec<Word> = words.collect();
    words.sort_by(|a, b| (b.count, &a.word).cmp(&(a.count, &b.word)));
    words
}

fn fact_candidates(entries: &[Entry]) -> Vec<Candidate> {
    let open = |entry: &&Entry| !entry.is_from_fact() && !entry.is_small_talk();
    let wordings = wordings(entries.iter().filter(open));
    let groups = groups(&wordings);
    let mut candidates: Vec<Candidate> =
        groups.iter().filter_map(|group| candidate(group)).collect();
    candidates.sort_by(|a, b| (b.count, &a.question).cmp(&(a.count, &b.question)));
    candidates
}

/// Returns the candidate for similar questions, if they were asked often enough.
fn candidate(group: &[&Wording<'_>]) -> Option<Candidate> {
    let (leader, others) = group.split_first()?;
    let count = group.iter().map(|wording| wording.count).sum();
    (count >= LEAST).then(|| Candidate {
        question: leader.question.to_owned(),
        lang: leader.lang.to_owned(),
        count,
        unanswered: group.iter().map(|wording| wording.unanswered).sum(),
        wordings: others
            .iter()
            .take(MOST_WORDINGS)
            .map(|wording| FrequentQuestion::from(*wording))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::*;

    fn entries(asked: &[(&str, &str, &str, usize)]) -> Exports {
        let entry =
            |(minute, (lang, question, method, hits)): (i64, &(&str, &str, &str, usize))| Entry {
                time: Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minute),
                question: (*question).to_owned(),
                lang: (*lang).to_owned(),
                routed_tier: 1,
                tier: if method.starts_with("fact") { 1 } else { 2 },
                confidence: 0.5,
                level: "high".to_owned(),
                method: (*method).to_owned(),
                hits: *hits,
                intent: String::new(),
            };
        Exports {
            entries: (0..).zip(asked).map(entry).collect(),
            ..Exports::default()
        }
    }

    #[test]
    fn r39_questions_are_counted_by_outcome() {
        let asked = [
            ("en", "cap?", "fact_exact", 3),
            ("en", "fees?", "extractive", 3),
            ("tr", "harç?", "extractive", 3),
        ];
        let report = report(entries(&asked), 9);
        assert_eq!(report.questions, 3);
        assert_eq!(report.first.as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(report.last.as_deref(), Some("1970-01-01T00:02:00Z"));
        let [first, second] = report.methods.as_slice() else {
            panic!("{:?}", report.methods)
        };
        assert_eq!((first.name.as_str(), first.count), ("extractive", 2));
        assert_eq!((second.name.as_str(), second.count), ("fact_exact", 1));
        let tiers = |routed, actual, count| Tiers {
            routed,
            actual,
            count,
        };
        assert_eq!(report.tiers, [tiers(1, 1, 1), tiers(1, 2, 2)]);
    }

    #[test]
    fn r39_unanswered_questions_are_listed_by_frequency_in_their_usual_spelling() {
        let asked = [
            ("en", "Is there parking?", "none", 2),
            ("tr", "OTOPARK VAR MI", "none", 2),
            ("tr", "Otopark var mı?", "none", 2),
            ("tr", "Otopark var mı?", "none", 2),
            ("tr", "staj", "extractive", 2),
        ];
        let Top { all, top } = report(entries(&asked), 1).unanswered;
        assert_eq!(all, 2);
        let asked = FrequentQuestion {
            question: "Otopark var mı?".into(),
            lang: "tr".into(),
            count: 3,
        };
        assert_eq!(top, [asked]);
    }

    #[test]
    fn r39_words_of_zero_result_questions_are_counted_by_stem() {
        let asked = [
            ("en", "Where are the swimming pools?", "none", 0),
            ("en", "swimming pool", "none", 0),
            ("en", "pools", "none", 0),
            ("en", "library", "none", 3),
            ("en", "hello", "small_talk", 0),
        ];
        let words = report(entries(&asked), 9).zero_result_words.top;
        let words: Vec<(&str, usize)> = words.iter().map(|w| (w.word.as_str(), w.count)).collect();
        assert_eq!(words, [("pools", 3), ("swimming", 2)]);
    }

    #[test]
    fn r39_fact_candidates_are_similar_questions_that_no_fact_answered() {
        let asked = [
            ("en", "When does the library open?", "extractive", 3),
            ("en", "When does the library open?", "none", 3),
            ("en", "library opening", "none", 3),
            ("en", "What is the cap?", "fact_exact", 3),
            ("en", "What is the cap?", "fact_fuzzy", 3),
            ("en", "thanks", "small_talk", 0),
            ("en", "Thanks!", "small_talk", 0),
            ("en", "asked once", "none", 3),
        ];
        let candidates = report(entries(&asked), 9).fact_candidates;
        assert_eq!(candidates.all, 1);
        let other = FrequentQuestion {
            question: "library opening".into(),
            lang: "en".into(),
            count: 1,
        };
        let library = Candidate {
            question: "When does the library open?".into(),
            lang: "en".into(),
            count: 3,
            unanswered: 2,
            wordings: vec![other],
        };
        assert_eq!(candidates.top, [library]);
    }

    #[test]
    fn r39_an_empty_log_is_a_report_of_nothing() {
        let report = report(Exports::default(), 9);
        assert_eq!((report.questions, report.first), (0, None));
        assert_eq!(report.unanswered.all + report.fact_candidates.all, 0);
    }
}
