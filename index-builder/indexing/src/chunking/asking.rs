//! Recognises headings that are questions, by their mark or by the words of their language.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use soru::language::words_of;
use soru::text::{fold, has_question_mark, primary};

/// The minimum number of words of a question without a mark; a shorter heading names a thing.
const FEWEST_WORDS: usize = 3;

/// The phrases of each language in which a page was, cached because most pages of a site are in the
/// same language.
static KNOWN: LazyLock<Mutex<BTreeMap<String, Arc<Questions>>>> = LazyLock::new(Mutex::default);

/// The phrases of questions in one language.
#[derive(Debug, Default)]
pub(in super::super) struct Questions {
    /// Phrases at the beginning, folded, each followed by a space.
    first: Vec<String>,
    /// Phrases anywhere, each between spaces.
    anywhere: Vec<String>,
}

impl Questions {
    pub(in super::super) fn of(tag: &str) -> Arc<Self> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = known.get(&primary(tag)) {
            return Arc::clone(own);
        }
        let own = Arc::new(Self::new(tag));
        known.insert(primary(tag), Arc::clone(&own));
        own
    }

    fn new(tag: &str) -> Self {
        let mut own = Self::default();
        let Some(words) = words_of(&primary(tag)) else {
            return own;
        };
        let (kinds, asking, routing) = (&words.kinds, &words.asking, &words.routing);
        let asked = [
            kinds.how_long,
            kinds.when,
            kinds.how_much,
            kinds.who,
            kinds.place,
            kinds.why,
            kinds.how,
            kinds.what,
        ];
        own.first = phrases(&[kinds.yes_no_first]);
        own.anywhere = phrases(&[kinds.yes_no]);
        // Where question words come last, they also occur in the middle of a question.
        if words.asks_last {
            own.anywhere.extend(phrases(&asked));
        } else {
            own.first.extend(phrases(&asked));
        }
        // A language without kinds has the phrases of its other tables.
        if kinds.when.is_empty() {
            own.first.extend(phrases(&[
                routing.quantity,
                routing.definition,
                routing.complex,
                asking.time,
                asking.duration,
                asking.amount,
                asking.person,
                asking.place,
                asking.procedure,
                asking.assent,
            ]));
        }
        own
    }

    /// Returns whether a heading is a question.
    pub(in super::super) fn has(&self, heading: &str) -> bool {
        if has_question_mark(heading) {
            return true;
        }
        let words = heading.split(|c: char| !c.is_alphanumeric());
        let words: Vec<String> = { words.filter(|word| !word.is_empty()) }
            .map(fold)
            .collect();
        let key = format!(" {} ", words.join(" "));
        words.len() >= FEWEST_WORDS
            && (self.first.iter().any(|phrase| key[1..].starts_with(phrase))
                || self
                    .anywhere
                    .iter()
                    .any(|phrase| key.contains(&format!(" {phrase}"))))
    }
}

/// Returns the phrases of lists, folded, each followed by a space.
fn phrases(lists: &[&str]) -> Vec<String> {
    let all = lists.iter().flat_map(|list| list.split(','));
    let all = all.map(|phrase| fold(phrase.trim().trim_matches(['^', '$'])));
    all.filter(|phrase| !phrase.is_empty())
        .map(|phrase| format!("{phrase} "))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_questions_by_their_marks_or_words() {
        for (tag, question, other) in [
            ("en", "How do I pay the fee", "Paying the fee"),
            ("en", "Fees?", "Fees"),
            ("tr", "Yurt ücretini nasıl öderim", "Yurt ücreti ödeme"),
            ("tr", "Ders bırakılabilir mi", "Ders bırakma"),
            ("de", "Wie kann ich mich anmelden", "Anmeldung zum Sommer"),
            ("fr", "Comment puis je payer", "Payer les frais"),
            ("ja", "授業料はいくらですか？", "授業料"),
        ] {
            let questions = Questions::of(tag);
            assert!(questions.has(question), "{question}");
            assert!(!questions.has(other), "{other}");
        }
    }
}
