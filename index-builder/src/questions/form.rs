//! Finds faults in the form of a question: several questions in one line, and words cut in two.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use soru::text::{Language, StopWords, fold, lower};

use super::fault::Fault;

/// The minimum number of letters of a word that may be cut in two.
const CUT: usize = 5;

static STOP_WORDS: LazyLock<StopWords> = LazyLock::new(StopWords::default_lists);

/// A second question in the same line.
static SECOND: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[?？؟][^?？؟]*\p{L}[^?？؟]*[?？؟]|\n|\b1[.)]\s.*\b2[.)]\s").expect("sound")
});

/// A word cut by a hyphen.
static HYPHEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(\p{L}{2,})-\s+(\p{Ll}+)").expect("sound"));

/// Forms that a question may have because its section has them.
#[derive(Debug)]
pub(super) struct Form {
    /// The words of the section, its headings and its titles.
    words: BTreeSet<String>,
    language: Language,
}

impl Form {
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>, lang: &str) -> Self {
        Self {
            words: texts.flat_map(words).map(fold).collect(),
            language: Language::from_tag(lang),
        }
    }

    /// Returns the first fault in the form of a question as it was written.
    pub(super) fn fault(&self, question: &str) -> Option<Fault> {
        if SECOND.is_match(question.trim()) {
            return Some(Fault::Several);
        }
        self.has_cut_word(question).then_some(Fault::CutWord)
    }

    /// Whether a word of the section is cut in two, or a hyphen remains from a line that was joined
    /// to the next.
    fn has_cut_word(&self, question: &str) -> bool {
        let mut hyphens = HYPHEN.captures_iter(question);
        if hyphens.any(|cut| {
            self.words
                .contains(&fold(&format!("{}{}", &cut[1], &cut[2])))
        }) {
            return true;
        }
        let words: Vec<&str> = words(question).collect();
        let mut pairs = words.windows(2);
        pairs.any(|pair| {
            let whole = fold(&pair.concat());
            let is_known = |word: &&str| self.is_common(word) || self.words.contains(&fold(word));
            whole.chars().count() >= CUT
                && self.words.contains(&whole)
                && !pair.iter().any(is_known)
        })
    }

    fn is_common(&self, word: &str) -> bool {
        STOP_WORDS.contains(&lower(word, self.language), self.language)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: &str = "Registration opens at sis.example.edu in May. Write to a@example.edu; \
                           <b>bold</b> needs `b`. The database is open.";

    #[test]
    fn the_form_of_a_question_is_checked_against_its_section() {
        let form = Form::of([SECTION].into_iter(), "en");
        for good in [
            "when does registration open?",
            "I lost my card. What now?",
            "is it open on sis.example.edu?",
            "is a@example.edu the right address?",
            "what does <b> do?",
            "pre- and post-registration",
            "really?!",
            "what is e-mail for, e.g. in May?",
            "data base",
        ] {
            let expected = (good == "data base").then_some(Fault::CutWord);
            assert_eq!(form.fault(good), expected, "{good}");
        }
        for (bad, fault) in [
            ("who pays? when?", Fault::Several),
            ("who pays\nwhen", Fault::Several),
            ("1. who pays 2. when", Fault::Several),
            ("كم الرسوم؟ متى؟", Fault::Several),
            ("when is regis tration?", Fault::CutWord),
            ("when is regis- tration?", Fault::CutWord),
        ] {
            assert_eq!(form.fault(bad), Some(fault), "{bad}");
        }
    }
}
