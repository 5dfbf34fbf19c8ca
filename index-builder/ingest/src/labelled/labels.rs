//! Labels that authors write before questions and answers: `Q:` and `A:`, `Soru:` and `Cevap:`,
//! `F1.` and `A1.`.
//!
//! A letter can also be the initial of a speaker or the number of an item. This module only names
//! what a label may be; [`labelled`](super) decides by its neighbours whether it is one.
//!
//! # Adding a language
//! Add a row with its words. Letters are written in capitals, words in lower case.

use std::collections::HashMap;
use std::sync::LazyLock;

use soru::text::fold;

/// The labels of one language, or of languages that share them.
struct Words {
    /// The primary subtags of the languages.
    tags: &'static [&'static str],
    question: &'static [&'static str],
    answer: &'static [&'static str],
}

const WORDS: [Words; 25] = [
    words(&["en"], &["Q", "question"], &["A", "answer"]),
    words(&["tr", "az"], &["S", "soru"], &["C", "Y", "cevap", "yanıt"]),
    words(&["de"], &["F", "frage"], &["A", "antwort"]),
    words(&["fr"], &["Q", "question"], &["R", "réponse"]),
    words(&["es"], &["P", "pregunta"], &["R", "respuesta"]),
    words(&["pt", "gl"], &["P", "pergunta"], &["R", "resposta"]),
    words(&["it"], &["D", "domanda"], &["R", "risposta"]),
    words(&["nl"], &["V", "vraag"], &["A", "antwoord"]),
    words(&["pl"], &["P", "pytanie"], &["O", "odpowiedź"]),
    words(&["cs", "sk"], &["otázka"], &["odpověď", "odpoveď"]),
    words(&["sv"], &["F", "fråga"], &["S", "svar"]),
    words(
        &["da", "nb", "no", "nn"],
        &["spørgsmål", "spørsmål"],
        &["svar"],
    ),
    words(&["fi"], &["K", "kysymys"], &["V", "vastaus"]),
    words(&["hu"], &["K", "kérdés"], &["V", "válasz"]),
    words(&["ro"], &["Î", "întrebare"], &["R", "răspuns"]),
    words(&["el"], &["Ε", "ερώτηση"], &["Α", "απάντηση"]),
    words(&["ru"], &["В", "вопрос"], &["О", "ответ"]),
    words(&["uk"], &["П", "питання"], &["В", "відповідь"]),
    words(
        &["ar"],
        &["س", "سؤال", "السؤال"],
        &["ج", "جواب", "الجواب", "الإجابة"],
    ),
    words(&["fa"], &["س", "پرسش", "سوال"], &["ج", "پاسخ", "جواب"]),
    words(&["he"], &["ש", "שאלה"], &["ת", "תשובה"]),
    words(&["hi"], &["प्रश्न", "सवाल"], &["उत्तर", "जवाब"]),
    words(
        &["zh"],
        &["问", "問", "问题", "問題"],
        &["答", "答案", "回答"],
    ),
    words(&["ja"], &["問", "質問"], &["答", "回答", "答え"]),
    words(&["ko"], &["문", "질문"], &["답", "답변"]),
];

const fn words(
    tags: &'static [&'static str],
    question: &'static [&'static str],
    answer: &'static [&'static str],
) -> Words {
    Words {
        tags,
        question,
        answer,
    }
}

/// The rows of [`WORDS`] in which a word labels questions, and those in which it labels answers.
#[derive(Default)]
struct Roles {
    asks: Vec<usize>,
    answers: Vec<usize>,
}

/// The roles of each word, by its fold key.
static ROLES: LazyLock<HashMap<String, Roles>> = LazyLock::new(|| {
    let mut roles: HashMap<String, Roles> = HashMap::new();
    for (row, words) in WORDS.iter().enumerate() {
        for word in words.question {
            roles.entry(fold(word)).or_default().asks.push(row);
        }
        for word in words.answer {
            roles.entry(fold(word)).or_default().answers.push(row);
        }
    }
    roles
});

/// The maximum length of a label's word in bytes.
const LONGEST: usize = 24;

/// A label at the beginning of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Label {
    /// The fold key of its word.
    pub(crate) word: String,
    /// Whether the word is a letter of an alphabet.
    pub(crate) is_letter: bool,
    /// The length of the label in bytes, with its signs and the white space around it.
    pub(crate) length: usize,
}

impl Label {
    /// Whether the word labels questions in a language.
    pub(crate) fn asks(&self) -> bool {
        ROLES
            .get(&self.word)
            .is_some_and(|own| !own.asks.is_empty())
    }

    /// Whether the word labels answers in a language.
    pub(crate) fn answers(&self) -> bool {
        ROLES
            .get(&self.word)
            .is_some_and(|own| !own.answers.is_empty())
    }

    /// Returns the tags of the languages in which this word labels a question and the other its
    /// answer; empty if there is none.
    pub(crate) fn languages_with(&self, answer: &Self) -> Vec<&'static str> {
        let (Some(question), Some(answer)) = (ROLES.get(&self.word), ROLES.get(&answer.word))
        else {
            return Vec::new();
        };
        let rows = question.asks.iter();
        let common = rows.filter(|row| answer.answers.contains(row));
        common.flat_map(|row| WORDS[*row].tags).copied().collect()
    }
}

/// Returns the label with which a text begins: a word that labels questions or answers, or a single
/// capital, with a colon or another sign behind it. Numbers may stand before and behind the word:
/// `1. Soru:`, `Q1.`, `A 2)`.
pub(crate) fn label(text: &str) -> Option<Label> {
    let number = after_number(text.trim_start());
    let start = number
        .and_then(|behind| behind.strip_prefix(['.', ')']))
        .unwrap_or(text)
        .trim_start();
    let is_end = |c: char| c.is_whitespace() || c.is_ascii_digit() || is_sign(c);
    let end = start.find(is_end)?;
    let (word, rest) = start.split_at_checked(end).filter(|(word, _)| {
        !word.is_empty() && word.len() <= LONGEST && word.chars().all(|c| !c.is_ascii_punctuation())
    })?;
    let is_single = word.chars().nth(1).is_none();
    let is_letter = is_single && !word.starts_with(is_ideograph);
    let has_case = word.to_lowercase() != word.to_uppercase();
    if is_letter && has_case && !word.starts_with(char::is_uppercase) {
        return None;
    }
    let key = fold(word);
    if !(ROLES.contains_key(&key) || is_letter && has_case) {
        return None;
    }
    let behind = behind_signs(rest)?;
    Some(Label {
        word: key,
        is_letter,
        length: text.len() - behind.trim_start().len(),
    })
}

/// Returns the text behind the number and the signs of a label, if there are signs. A colon may be
/// followed by a word directly; other signs are parts of abbreviations then: `A.M.`
fn behind_signs(rest: &str) -> Option<&str> {
    let spaced = rest.trim_start();
    let dotted = spaced.strip_prefix('.').unwrap_or(spaced).trim_start();
    let rest = after_number(dotted).map_or(spaced, str::trim_start);
    let behind = rest.trim_start_matches(is_sign);
    let signs = &rest[..rest.len() - behind.len()];
    let is_apart = behind.is_empty() || behind.starts_with(char::is_whitespace);
    let is_label = signs.contains([':', '：']) || !signs.is_empty() && is_apart;
    is_label.then_some(behind)
}

/// Returns the text behind a number of at most three digits at its beginning.
fn after_number(text: &str) -> Option<&str> {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (1..=3)
        .contains(&(text.len() - behind.len()))
        .then_some(behind)
}

fn is_sign(c: char) -> bool {
    matches!(c, ':' | '：' | '.' | '．' | ')' | '-' | '–' | '—')
}

/// Whether a character is a word by itself.
fn is_ideograph(c: char) -> bool {
    c > '\u{2e80}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_a_sign_and_may_have_a_number() {
        for (text, word, rest) in [
            ("Q: How long?", "q", "How long?"),
            ("Q. How long?", "q", "How long?"),
            ("Q:How long?", "q", "How long?"),
            ("Q\u{a0}: Combien ?", "q", "Combien ?"),
            ("Q1) How?", "q", "How?"),
            ("Q.2: How?", "q", "How?"),
            ("1. SORU: Ne zaman?", "soru", "Ne zaman?"),
            ("Soru 12- Ne zaman?", "soru", "Ne zaman?"),
            ("Yanıt – Mayısta.", "yanit", "Mayısta."),
            ("问：多久？", "问", "多久？"),
            ("س: متى؟", "س", "متى؟"),
            ("A:", "a", ""),
        ] {
            let own = label(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&*own.word, &text[own.length..]), (word, rest));
        }
        for text in [
            "A.M. and P.M.",
            "Q is a letter",
            "q: small",
            "Questions: three",
            "A-level results",
            "Q1 2024 results",
            "20:30",
            "",
        ] {
            assert_eq!(label(text), None, "{text}");
        }
        assert!(!label("B: Berlin").unwrap().asks());
    }

    #[test]
    fn a_question_and_its_answer_have_labels_of_one_language() {
        let languages = |question: &str, answer: &str| {
            label(question)
                .unwrap()
                .languages_with(&label(answer).unwrap())
        };
        assert_eq!(languages("S: a", "C: b"), ["tr", "az"]);
        assert_eq!(languages("F: a", "A: b"), ["de"]);
        assert_eq!(languages("Question : a", "Réponse : b"), ["fr"]);
        assert!(languages("S: a", "M: b").is_empty());
        assert!(languages("A: a", "B: b").is_empty());
        assert!(languages("Soru: a", "A: b").is_empty());
    }
}
