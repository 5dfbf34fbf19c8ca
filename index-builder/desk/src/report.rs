//! A report, as the box sends it.

use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::masking::masked;

/// The largest body of a report in bytes: the longest texts, each character as `\u` escapes.
pub const MOST_BYTES: usize = 24 << 10;

/// The longest texts in characters, as the box cuts them.
const MOST_QUESTION: usize = 500;
const MOST_NOTE: usize = 1000;
const MOST_PAGE: usize = 500;
const MOST_LANGUAGE: usize = 35;

/// The outcome of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It was answered.
    Answered,
    /// Pages were listed instead.
    Listed,
    /// Nothing was found.
    Nothing,
}

impl State {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Listed => "listed",
            Self::Nothing => "nothing",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let all = [Self::Answered, Self::Listed, Self::Nothing];
        all.into_iter().find(|state| state.name() == name)
    }
}

/// Whether an answer helped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thumb {
    /// It helped.
    Up,
    /// It did not.
    Down,
}

impl Thumb {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let all = [Self::Up, Self::Down];
        all.into_iter().find(|thumb| thumb.name() == name)
    }
}

/// A report: the parts that the box states, masked and within bounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The question.
    pub question: String,
    /// The tag of its language.
    pub language: String,
    /// The outcome; only the first report on a question has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// The address of the page that the visitor chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Whether the answer helped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumb: Option<Thumb>,
    /// The visitor's note about the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A reason against a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid(pub String);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Invalid {}

impl Report {
    /// Reads a report, and masks its texts.
    ///
    /// # Errors
    /// [`Invalid`] for anything that the box does not send.
    pub fn parse(bytes: &[u8]) -> Result<Self, Invalid> {
        let report: Self = serde_json::from_slice(bytes)
            .map_err(|error| Invalid(format!("the body is not a report: {error}")))?;
        report.checked()
    }

    /// Checks the bounds, and masks the texts.
    ///
    /// # Errors
    /// [`Invalid`] names the part that is wrong.
    pub fn checked(self) -> Result<Self, Invalid> {
        let report = Self {
            question: text("question", &self.question, MOST_QUESTION)?,
            language: language(self.language)?,
            state: self.state,
            page: self.page.as_deref().map(page).transpose()?,
            thumb: self.thumb,
            note: match self.note {
                Some(note) => Some(text("note", &note, MOST_NOTE)?),
                None => None,
            },
        };
        let is_empty = report.state.is_none()
            && report.page.is_none()
            && report.thumb.is_none()
            && report.note.is_none();
        if is_empty {
            let advice = "the report needs one of `state`, `page`, `thumb` and `note`";
            return Err(Invalid(advice.to_owned()));
        }
        Ok(report)
    }
}

/// A text on one line, masked.
fn text(key: &str, text: &str, most: usize) -> Result<String, Invalid> {
    if text.chars().count() > most {
        let message = format!("`{key}` has more than {most} characters");
        return Err(Invalid(message));
    }
    let visible: String = text.chars().map(visible).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    if words.is_empty() {
        return Err(Invalid(format!("`{key}` is empty")));
    }
    Ok(masked(&words.join(" ")))
}

/// A space instead of characters that control a terminal or the direction of a text.
fn visible(character: char) -> char {
    match character {
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => ' ',
        control if control.is_control() => ' ',
        other => other,
    }
}

fn language(tag: String) -> Result<String, Invalid> {
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if tag.len() <= MOST_LANGUAGE && tag.split('-').all(is_part) {
        Ok(tag)
    } else {
        Err(Invalid("`language` is not a language tag".to_owned()))
    }
}

/// The address without what may be a visitor's: name, query and fragment.
fn page(address: &str) -> Result<String, Invalid> {
    let invalid = || Invalid("`page` is not the address of a page".to_owned());
    if address.chars().count() > MOST_PAGE {
        return Err(invalid());
    }
    let mut url = Url::parse(address).map_err(|_| invalid())?;
    let is_web = matches!(url.scheme(), "http" | "https");
    if !is_web || url.set_username("").is_err() || url.set_password(None).is_err() {
        return Err(invalid());
    }
    url.set_query(None);
    url.set_fragment(None);
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_the_box_is_read_and_masked() {
        let body = r#"{"question":" Bursum\n0532 123 45 67 \u202e yattı mı? ","language":"tr",
            "state":"nothing","page":"https://me:pw@okul.example/a?s=1#b","thumb":"down","note":"a@b.example"}"#;
        let report = Report::parse(body.as_bytes()).unwrap();
        assert_eq!(report.question, "Bursum [number] yattı mı?");
        assert_eq!(report.page.as_deref(), Some("https://okul.example/a"));
        assert_eq!(report.note.as_deref(), Some("[mail]"));
        assert_eq!(
            (report.state, report.thumb),
            (Some(State::Nothing), Some(Thumb::Down))
        );
    }

    #[test]
    fn what_the_box_does_not_send_is_invalid() {
        let long = "a".repeat(MOST_QUESTION + 1);
        for body in [
            "",
            "null",
            "[]",
            "{}",
            r#"{"question":"a","language":"en"}"#,
            r#"{"question":" \n","language":"en","state":"listed"}"#,
            r#"{"question":"a","language":"en; drop","state":"listed"}"#,
            r#"{"question":"a","language":"","state":"listed"}"#,
            r#"{"question":"a","language":"en","state":"unknown"}"#,
            r#"{"question":"a","language":"en","state":"listed","visitor":"x"}"#,
            r#"{"question":"a","question":"b","language":"en","state":"listed"}"#,
            r#"{"question":"a","language":"en","page":"javascript:alert(1)"}"#,
            r#"{"question":"a","language":"en","page":"/relative"}"#,
            r#"{"question":"a","language":"en","thumb":5}"#,
            &format!(r#"{{"question":"{long}","language":"en","state":"listed"}}"#),
        ] {
            let invalid = Report::parse(body.as_bytes()).unwrap_err();
            assert!(!invalid.to_string().is_empty(), "{body}");
        }
        assert!(Report::parse(b"\xff\xfe").is_err());
    }
}
