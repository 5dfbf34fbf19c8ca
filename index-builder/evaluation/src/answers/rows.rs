//! Describes the answer to a question and the verdict on it.
//!
//! An answer is *right* if it contains one of the question's `must`, or else *partly* right if it
//! contains one of `partly`, or else *wrong*. The verdict is *none* if no answer was shown. A
//! question without an answer on the site is *refused* if no answer is shown, and otherwise
//! *answered*. Links to pages with their excerpts are not answers.

use serde::{Deserialize, Serialize};
use soru::Answer;
use soru::answer::SourceReference;
use soru::generation::Features;
use soru::hit::Hit;

use super::matching::holds_any;
use super::questions::Question;
use crate::json::name_of;

/// The number of pages beside the answer that a visitor is assumed to read.
const LOOKED_AT: usize = 3;

/// The verdict on the shown answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The answer contains a required text.
    Right,
    /// The answer is on the subject but misses the point.
    Partly,
    /// The answer contains no labelled text.
    Wrong,
    /// The site has an answer, and none was shown.
    None,
    /// The site has no answer, and none was shown.
    Refused,
    /// The site has no answer, and one was shown.
    Answered,
}

impl Verdict {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Partly => "partly",
            Self::Wrong => "wrong",
            Self::None => "none",
            Self::Refused => "refused",
            Self::Answered => "answered",
        }
    }

    /// Whether it applies to a question that the site answers.
    pub(crate) fn is_of_answerable(self) -> bool {
        !matches!(self, Self::Refused | Self::Answered)
    }

    /// Its value for the visitor: a wrong answer is worse than none.
    pub(super) fn worth(self) -> u8 {
        match self {
            Self::Right | Self::Refused => 3,
            Self::Partly => 2,
            Self::None => 1,
            Self::Wrong | Self::Answered => 0,
        }
    }
}

/// The state of the search box.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// A checked fact (tier 1).
    Fact,
    /// A passage of a page (tier 2).
    Passage,
    /// No answer, but pages with excerpts.
    Pages,
    /// No results.
    #[default]
    Nothing,
}

impl State {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Passage => "passage",
            Self::Pages => "pages",
            Self::Nothing => "nothing",
        }
    }
}

/// The location of a text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The page's id, empty if it is not among the pages found.
    pub page: String,
    /// The page's title.
    pub title: String,
    /// The headings above it, outermost first.
    pub heading: Vec<String>,
    /// The address, with anchor.
    pub url: String,
}

/// A page found, with the shown excerpt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ShownPassage {
    /// Its location.
    #[serde(flatten)]
    pub source: Source,
    /// The excerpt shown.
    pub excerpt: String,
    /// The whole passage.
    #[serde(skip)]
    pub text: String,
}

/// The part of an answer that a visitor sees.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// The state of the box.
    pub state: State,
    /// Confidence level: `high` or `low`.
    pub level: String,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// The answer, if one is shown.
    pub shown: Option<String>,
    /// Its location.
    pub source: Option<Source>,
    /// The first three pages found.
    pub hits: Vec<ShownPassage>,
    /// The features of the confidence, if pages were searched.
    #[serde(skip)]
    pub features: Option<Features>,
}

/// A question, the response to it, and the verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerRow {
    /// The question.
    #[serde(flatten)]
    pub question: Question,
    /// The verdict; none without labels.
    pub verdict: Option<Verdict>,
    /// Whether the first page found contains a right answer; none if no answer is known.
    pub in_first: Option<bool>,
    /// Whether one of the first three pages contains a right answer.
    pub in_three: Option<bool>,
    /// Whether the shown answer or one of three excerpts, which are the texts that a visitor reads,
    /// contains a right answer.
    pub seen: Option<bool>,
    /// The response.
    #[serde(flatten)]
    pub shown: Shown,
}

impl Shown {
    pub(super) fn of(answer: Answer) -> Self {
        let shown = answer.answer.filter(|text| !text.is_empty());
        let state = match (&shown, answer.tier) {
            (Some(_), 1) => State::Fact,
            (Some(_), _) => State::Passage,
            (None, _) if answer.hits.is_empty() => State::Nothing,
            (None, _) => State::Pages,
        };
        let source = answer.sources.into_iter().next();
        let source = source.map(|source| Source::of(source, &answer.hits));
        Self {
            state,
            level: name_of(&answer.level),
            confidence: answer.confidence,
            features: answer.features,
            source: source.filter(|_| shown.is_some()),
            shown,
            hits: answer
                .hits
                .into_iter()
                .take(LOOKED_AT)
                .map(ShownPassage::from)
                .collect(),
        }
    }
}

impl Source {
    /// Returns the location of an answer; the page's id comes from the hit at the same location.
    fn of(source: SourceReference, hits: &[Hit]) -> Self {
        let is_there = |hit: &&Hit| hit.url == source.url && hit.title == source.title;
        let page = hits.iter().find(is_there).map(|hit| hit.id.clone());
        Self {
            page: page.unwrap_or_default(),
            title: source.title,
            heading: source.heading,
            url: source.url,
        }
    }
}

impl From<Hit> for ShownPassage {
    fn from(hit: Hit) -> Self {
        Self {
            source: Source {
                page: hit.id,
                title: hit.title,
                heading: hit.heading,
                url: hit.url,
            },
            excerpt: hit.excerpt,
            text: hit.text,
        }
    }
}

impl ShownPassage {
    fn whole(&self) -> &str {
        if self.text.is_empty() {
            &self.excerpt
        } else {
            &self.text
        }
    }
}

impl AnswerRow {
    /// Judges the response to a question.
    pub(super) fn judged(question: &Question, shown: Shown) -> Self {
        let known = is_answerable(question);
        let holds = |text: &str| holds_any(text, &question.must);
        let answer = shown.shown.as_deref().unwrap_or_default();
        let in_three = shown.hits.iter().any(|hit| holds(hit.whole()));
        let seen = holds(answer) || shown.hits.iter().any(|hit| holds(&hit.excerpt));
        let in_first = shown.hits.first().is_some_and(|hit| holds(hit.whole()));
        Self {
            verdict: question.is_labelled().then(|| verdict(question, answer)),
            in_first: known.then_some(in_first),
            in_three: known.then_some(in_three),
            seen: known.then_some(seen),
            question: question.clone(),
            shown,
        }
    }

    /// Whether the site answers the question, according to its label.
    pub fn is_answerable(&self) -> bool {
        is_answerable(&self.question)
    }

    /// Whether an answer was shown.
    pub fn is_shown(&self) -> bool {
        self.shown.shown.is_some()
    }
}

fn is_answerable(question: &Question) -> bool {
    question.is_labelled() && !question.unanswerable
}

fn verdict(question: &Question, shown: &str) -> Verdict {
    match (question.unanswerable, shown.is_empty()) {
        (true, true) => Verdict::Refused,
        (true, false) => Verdict::Answered,
        (false, true) => Verdict::None,
        (false, false) if holds_any(shown, &question.must) => Verdict::Right,
        (false, false) if holds_any(shown, &question.partly) => Verdict::Partly,
        (false, false) => Verdict::Wrong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        Question {
            text: "What is the fee?".into(),
            must: vec!["410 crowns".into(), "four hundred and ten".into()],
            partly: vec!["pays a fee".into()],
            ..Question::default()
        }
    }

    fn hit(text: &str, excerpt: &str) -> ShownPassage {
        ShownPassage {
            text: text.into(),
            excerpt: excerpt.into(),
            ..ShownPassage::default()
        }
    }

    fn shown(answer: Option<&str>, hits: &[ShownPassage]) -> Shown {
        Shown {
            shown: answer.map(str::to_owned),
            hits: hits.to_vec(),
            ..Shown::default()
        }
    }

    #[test]
    fn the_verdict_judges_the_shown_answer() {
        for (answer, expected) in [
            (Some("The fee is **410** crowns."), Verdict::Right),
            (
                Some("Four hundred and ten. Who pays a fee?"),
                Verdict::Right,
            ),
            (Some("Every student pays a fee."), Verdict::Partly),
            (Some("The library opens at nine."), Verdict::Wrong),
            (None, Verdict::None),
        ] {
            let row = AnswerRow::judged(&question(), shown(answer, &[hit("410 crowns", "")]));
            assert_eq!(row.verdict, Some(expected), "{answer:?}");
        }
    }

    #[test]
    fn refusing_an_unanswerable_question_is_right() {
        let nothing = Question {
            unanswerable: true,
            ..Question::default()
        };
        let row = |answer| AnswerRow::judged(&nothing, shown(answer, &[hit("410 crowns", "")]));
        assert_eq!(row(None).verdict, Some(Verdict::Refused));
        assert_eq!(row(Some("410 crowns")).verdict, Some(Verdict::Answered));
        assert_eq!(row(None).in_first, None);
    }

    #[test]
    fn without_labels_nothing_is_judged() {
        let row = AnswerRow::judged(&Question::default(), shown(Some("x"), &[hit("x", "x")]));
        assert_eq!((row.verdict, row.in_three, row.seen), (None, None, None));
    }

    // A visitor reads the answer and the excerpts; the passage behind an excerpt may contain more.
    #[test]
    fn a_phrase_is_found_in_the_passage_and_seen_in_its_excerpt() {
        let places = |answer, hits: &[ShownPassage]| {
            let row = AnswerRow::judged(&question(), shown(answer, hits));
            [row.in_first, row.in_three, row.seen].map(Option::unwrap)
        };
        let other = hit("Books.", "Books.");
        let behind = hit("It is 410 crowns.", "It is");
        let excerpt = hit("It is 410 crowns.", "410 crowns.");
        assert_eq!(places(None, &[]), [false, false, false]);
        assert_eq!(
            places(None, std::slice::from_ref(&behind)),
            [true, true, false]
        );
        assert_eq!(places(None, &[other.clone(), behind]), [false, true, false]);
        assert_eq!(places(None, &[other.clone(), excerpt]), [false, true, true]);
        assert_eq!(places(Some("410 crowns"), &[other]), [false, false, true]);
        assert_eq!(places(None, &[hit("", "410 crowns")]), [true, true, true]);
    }
}
