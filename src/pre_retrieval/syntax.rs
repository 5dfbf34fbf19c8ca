//! The query syntax: `"a phrase"`, `-word`, `-"a phrase"`.

use crate::error::{Error, Result};
use crate::restrictions::{Filter, Restrictions};

/// The parts of a question.
///
/// ```
/// use soru::pre_retrieval::Syntax;
/// let read = Syntax::read("\"student visa\" fee -H-1B")?;
/// assert_eq!(read.text.trim_end(), "\"student visa\" fee");
/// assert_eq!((read.phrases, read.excluded), (vec!["student visa"], vec!["H-1B"]));
/// # Ok::<(), soru::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Syntax<'q> {
    /// The question without its exclusions; phrases stay in it with their quotation marks.
    pub text: String,
    /// The texts in quotation marks.
    pub phrases: Vec<&'q str>,
    /// The texts after a hyphen.
    pub excluded: Vec<&'q str>,
}

impl<'q> Syntax<'q> {
    /// Reads a question.
    ///
    /// * A phrase is in quotation marks of any usual kind. A mark without a closing one, or after a
    ///   word or figure (`5"`), is punctuation.
    /// * An exclusion begins with a hyphen at the beginning or after white space, followed by a
    ///   letter or a quotation mark. A hyphen within a word, alone, doubled (`--strict`) or before
    ///   a figure (`10 -12`, `F -1`) is punctuation.
    ///
    /// # Errors
    /// [`Error::OnlyExclusions`] if there is nothing left to search for.
    pub fn read(question: &'q str) -> Result<Self> {
        let mut read = Self::default();
        let mut kept = 0;
        let mut at = 0;
        let mut before = ' ';
        while let Some(c) = question[at..].chars().next() {
            let rest = &question[at..];
            let apart = !before.is_alphanumeric();
            if let Some(excluded) = exclusion(rest).filter(|_| before.is_whitespace()) {
                read.text.push_str(&question[kept..at]);
                at += excluded.whole.len();
                kept = at;
                push(&mut read.excluded, excluded.inside);
                before = ' ';
            } else if let Some(phrase) = quotation(rest).filter(|_| apart) {
                at += phrase.whole.len();
                push(&mut read.phrases, phrase.inside);
                before = '"';
            } else {
                at += c.len_utf8();
                before = c;
            }
        }
        read.text.push_str(&question[kept..]);
        if read.excluded.is_empty() || read.text.contains(char::is_alphanumeric) {
            return Ok(read);
        }
        let excluded = read.excluded.join(", ");
        Err(Error::OnlyExclusions { excluded })
    }

    /// Returns the question's restrictions, with the call's filter.
    pub fn restrictions(&self, filter: &Filter) -> Restrictions {
        let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Restrictions {
            phrases: own(&self.phrases),
            excluded: own(&self.excluded),
            filter: filter.clone(),
        }
    }
}

/// A part of the question: with its marks, and without them.
struct Stretch<'q> {
    whole: &'q str,
    inside: &'q str,
}

fn exclusion(rest: &str) -> Option<Stretch<'_>> {
    let hyphen = rest.chars().next().filter(|c| matches!(c, '-' | '−'))?;
    let word = &rest[hyphen.len_utf8()..];
    if let Some(phrase) = quotation(word) {
        let whole = &rest[..hyphen.len_utf8() + phrase.whole.len()];
        return Some(Stretch { whole, ..phrase });
    }
    let end = word.find(char::is_whitespace).unwrap_or(word.len());
    let inside = &word[..end];
    inside.starts_with(char::is_alphabetic).then(|| Stretch {
        whole: &rest[..hyphen.len_utf8() + end],
        inside,
    })
}

/// Opening marks and their closing marks. German and Turkish texts close with marks that open in
/// English.
const QUOTATION_MARKS: [(char, &[char]); 5] = [
    ('"', &['"', '”', '“']),
    ('“', &['”', '“', '"']),
    ('„', &['“', '”', '"']),
    ('”', &['”']),
    ('«', &['»']),
];

fn quotation(rest: &str) -> Option<Stretch<'_>> {
    let opening = rest.chars().next()?;
    let (_, closing) = QUOTATION_MARKS.iter().find(|(mark, _)| *mark == opening)?;
    let behind = opening.len_utf8();
    let length = rest[behind..].find(*closing)?;
    let mark = rest[behind + length..].chars().next()?;
    Some(Stretch {
        whole: &rest[..behind + length + mark.len_utf8()],
        inside: &rest[behind..behind + length],
    })
}

/// Adds a text that contains a word, once.
fn push<'q>(list: &mut Vec<&'q str>, text: &'q str) {
    let text = text.trim();
    if text.contains(char::is_alphanumeric) && !list.contains(&text) {
        list.push(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_within_words_and_between_figures_are_no_restrictions() {
        for plain in ["H-1B cap, well-known", "well-known", "10 - 12?"] {
            let read = Syntax::read(plain).unwrap();
            assert!(
                read.phrases.is_empty() && read.excluded.is_empty(),
                "{plain}"
            );
        }
    }

    fn read(question: &str) -> (Vec<&str>, Vec<&str>, String) {
        let read = Syntax::read(question).unwrap();
        let words: Vec<&str> = read.text.split_whitespace().collect();
        (read.phrases, read.excluded, words.join(" "))
    }

    #[test]
    fn phrases_are_in_quotation_marks_of_any_kind() {
        for question in [
            "\"staj defteri\" teslim",
            "“staj defteri” teslim",
            "„staj defteri“ teslim",
            "„staj defteri” teslim",
            "«staj defteri» teslim",
            "”staj defteri” teslim",
            "(\"staj defteri\") teslim",
        ] {
            assert_eq!(read(question).0, ["staj defteri"], "{question}");
        }
        assert_eq!(read("\"a b\" \"c\" \"a b\"").0, ["a b", "c"]);
    }

    #[test]
    fn an_unpaired_mark_is_punctuation() {
        for question in [
            "\"staj defteri",
            "staj\"",
            "5\" disk 3\" disk",
            "\"\" staj",
            "\"?!\" staj",
        ] {
            let (phrases, excluded, text) = read(question);
            assert!(phrases.is_empty() && excluded.is_empty(), "{question}");
            assert_eq!(text, question);
        }
    }

    #[test]
    fn exclusions_are_removed_from_the_question() {
        assert_eq!(
            read("staj -erasmus süresi"),
            (vec![], vec!["erasmus"], "staj süresi".into())
        );
        assert_eq!(
            read("-\"yaz okulu\" staj -\"2025\""),
            (vec![], vec!["yaz okulu", "2025"], "staj".into())
        );
        assert_eq!(read("visa -H-1B").1, ["H-1B"]);
        assert_eq!(read("visa −fee").1, ["fee"]);
    }

    #[test]
    fn a_question_with_only_exclusions_is_an_error_that_names_them() {
        for question in ["-erasmus", " -erasmus -\"yaz okulu\" ?", "- -erasmus"] {
            let error = Syntax::read(question).unwrap_err();
            assert_eq!(error.code(), "ONLY_EXCLUSIONS");
            assert!(error.to_string().contains("erasmus"), "{error}");
        }
        assert!(Syntax::read("").is_ok() && Syntax::read("?").is_ok());
    }

    #[test]
    fn other_hyphens_are_punctuation() {
        for question in [
            "H-1B e-mail",
            "staj - erasmus",
            "staj -- erasmus",
            "--strict",
            "-",
            "--",
            "a -?",
            "2026-27",
            "saat 10 -12",
            "2026 -27 takvim",
            "F -1 visa",
        ] {
            let (phrases, excluded, text) = read(question);
            assert!(phrases.is_empty() && excluded.is_empty(), "{question}");
            assert_eq!(text, question);
        }
    }

    #[test]
    fn nested_marks_stay_in_their_phrase() {
        assert_eq!(read("\"staj -defteri\" x").0, ["staj -defteri"]);
        assert!(read("\"staj -defteri\" x").1.is_empty());
    }
}
