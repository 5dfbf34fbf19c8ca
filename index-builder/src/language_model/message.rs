//! The messages to a language model: an instruction, then the section.
//!
//! A page may contain anything, including text that resembles an instruction. So title, headings
//! and text are enclosed by two lines with a word that is drawn at random for every request and
//! removed from the page, as in `src/language-model/prompt.rs`.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use soru::text::{is_hidden, visible};

use crate::project::Project;

/// A message and its role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// `system` or `user`.
    pub role: String,
    /// The text.
    pub content: String,
}

/// A section of a page, for a model.
pub(crate) struct Excerpt<'a> {
    pub(crate) title: &'a str,
    pub(crate) heading: &'a [String],
    pub(crate) text: &'a str,
}

/// The site's description of itself, one line for each sentence.
#[derive(Debug, Clone)]
pub(crate) struct About(String);

impl About {
    pub(crate) fn of(project: &Project) -> Self {
        let lines = [&project.configuration.site.title, &project.questions.about];
        let lines = lines.map(|line| line.trim());
        let mut about = String::new();
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let _ = write!(about, "\nAbout the site: {line}");
        }
        Self(about)
    }

    /// Returns names that questions may use even if they are absent from the section.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.lines()
    }
}

/// Returns the instruction with its placeholders filled in, and the section with the task.
pub(crate) fn messages(
    rules: &str,
    about: &About,
    excerpt: &Excerpt<'_>,
    wanted: &str,
    delimiter: &str,
) -> [Message; 2] {
    let rules = rules
        .replace("{delimiter}", delimiter)
        .replace("{about}", &about.0);
    let clean = |text: &str| without(text, delimiter);
    let (title, text) = (clean(excerpt.title), clean(excerpt.text));
    let heading = clean(&excerpt.heading.join(" > "));
    let section = format!(
        "<<<{delimiter} section>>>\nTitle: {title}\nHeadings: {heading}\n\n{text}\n<<<{delimiter} end>>>\n\n\
         The JSON of {wanted}:"
    );
    [("system", rules), ("user", section)].map(|(role, content)| Message {
        role: role.to_owned(),
        content,
    })
}

/// Returns 16 random characters, which no page can know.
pub(crate) fn drawn() -> String {
    format!("{:016x}", fastrand::u64(..))
}

/// Removes the delimiter, in upper or lower case, and invisible characters that a model can read.
fn without(text: &str, delimiter: &str) -> String {
    let seen: String = visible(text).chars().filter(|c| !is_hidden(*c)).collect();
    let lower = seen.to_ascii_lowercase();
    let mut out = String::with_capacity(seen.len());
    let mut from = 0;
    while let Some(at) = lower[from..].find(delimiter) {
        out.push_str(&seen[from..from + at]);
        out.push('-');
        from += at + delimiter.len();
    }
    out + &seen[from..]
}

#[cfg(test)]
mod tests {
    use super::*;

    // The engine lists the characters that can hide text in a page; each of these once passed this
    // filter.
    #[test]
    fn r33_characters_that_nobody_sees_reach_no_model_that_writes_questions() {
        for hidden in [
            '\u{202e}',
            '\u{200d}',
            '\u{fe0f}',
            '\u{3164}',
            '\u{e0101}',
            '\u{e0041}',
        ] {
            let text: String = "k3v9".chars().flat_map(|c| [c, hidden]).collect();
            let text = format!("Fees{hidden}\n\t₺ 5: {text}");
            assert_eq!(
                without(&text, "k3v9"),
                "Fees\n\t₺ 5: -",
                "{}",
                hidden.escape_unicode()
            );
        }
    }
}
