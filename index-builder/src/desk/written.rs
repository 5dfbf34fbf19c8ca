//! Questions that a language model wrote: reviewed section by section. A reviewed line is the
//! owner's, which no model replaces, and no other byte of the file changes.

use std::path::Path;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use soru_files::whole_file;
use soru_ingest::tidy_line;

use crate::facts::replace;
use crate::questions::{Line, Question, QuestionsFile};

/// The most sections that are shown at once.
const MOST_SECTIONS: usize = 10;

/// The maximum size of the file in megabytes.
const MOST_MEGABYTES: u64 = 1000;

/// Sections whose questions nobody has reviewed.
#[derive(Debug, Default, Serialize)]
pub(super) struct Written {
    /// The first of them.
    sections: Vec<Section>,
    /// The number of all.
    open: usize,
}

#[derive(Debug, Serialize)]
struct Section {
    page: String,
    heading: Vec<String>,
    questions: Vec<String>,
    by: String,
}

/// The owner's decision about the questions of a section.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reviewed {
    page: String,
    heading: Vec<String>,
    /// The questions as the page showed them.
    before: Vec<String>,
    /// The questions as they are accepted; none if all are dropped.
    accepted: Vec<String>,
}

/// The sections to review; none if the file is missing or wrong.
pub(super) fn written(file: &Path) -> Written {
    let read = QuestionsFile::read_if_there(file).unwrap_or_default();
    let open = read.into_lines().into_iter().filter(Line::is_replaceable);
    let open: Vec<Line> = open.collect();
    Written {
        open: open.len(),
        sections: open
            .into_iter()
            .take(MOST_SECTIONS)
            .map(Section::of)
            .collect(),
    }
}

impl Section {
    fn of(line: Line) -> Self {
        Self {
            questions: texts(&line),
            page: line.page,
            heading: line.heading.unwrap_or_default(),
            by: line.by,
        }
    }
}

fn texts(line: &Line) -> Vec<String> {
    line.questions.iter().map(|own| own.text.clone()).collect()
}

/// Writes the questions of a section as they were accepted.
///
/// # Errors
/// If they are not in the file any more, cannot be read again, or cannot be written.
pub(super) fn review(file: &Path, reviewed: &Reviewed) -> anyhow::Result<()> {
    let name = || file.display().to_string();
    let bytes = whole_file::read_any(file, MOST_MEGABYTES).with_context(name)?;
    let read = QuestionsFile::parse(file, &bytes)?;
    let is_it = |line: &Line| {
        line.is_replaceable()
            && line.page == reviewed.page
            && line.heading.clone().unwrap_or_default() == reviewed.heading
            && texts(line) == reviewed.before
    };
    let found = read.lines.iter().find(|(_, line)| is_it(line));
    let (number, line) = found.with_context(|| {
        format!(
            "{}: the questions have changed: load the page again",
            name()
        )
    })?;
    let accepted = Line {
        questions: accepted(&line.questions, &reviewed.accepted),
        sum: None,
        ..line.clone()
    };
    let json = accepted.to_json()?;
    ensure!(
        Line::parse(&json).is_ok_and(|again| again == accepted),
        "a question cannot be written: use plain text"
    );
    let text = String::from_utf8(bytes).with_context(name)?;
    replace(file, with_line(&text, *number, &json).as_bytes())
}

/// The accepted questions; each keeps the words that answer it, unless questions were added or
/// taken away and it is another one now.
fn accepted(before: &[Question], texts: &[String]) -> Vec<Question> {
    let texts = texts.iter().map(|text| tidy_line(text));
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    let is_one_each = texts.len() == before.len();
    let of = |(at, text): (usize, String)| {
        let own = before.iter().find(|own| own.text == text);
        let own = own.or_else(|| before.get(at).filter(|_| is_one_each));
        Question {
            answer: own.map_or_else(String::new, |own| own.answer.clone()),
            text,
        }
    };
    texts.into_iter().enumerate().map(of).collect()
}

/// The text with another line of this number, counted from 1.
fn with_line(text: &str, number: usize, new: &str) -> String {
    let lines = text.split_inclusive('\n').enumerate();
    let lines = lines.map(|(at, line)| {
        if at + 1 != number {
            return line.to_owned();
        }
        let mark = line.strip_prefix('\u{feff}').map_or("", |_| "\u{feff}");
        let end = &line[line.trim_end_matches(['\r', '\n']).len()..];
        format!("{mark}{new}{end}")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A line as a model writes it.
    fn by_model(page: &str, questions: &[(&str, &str)]) -> Line {
        let questions = questions.iter().map(|(text, answer)| Question {
            text: (*text).to_owned(),
            answer: (*answer).to_owned(),
        });
        let line = Line {
            page: page.to_owned(),
            questions: questions.collect(),
            by: "model:8b".to_owned(),
            ..Line::default()
        };
        Line {
            sum: Some(line.current_sum()),
            ..line
        }
    }

    fn reviewed(page: &str, before: &[&str], accepted: &[&str]) -> Reviewed {
        let all = |texts: &[&str]| texts.iter().map(|own| (*own).to_owned()).collect();
        Reviewed {
            page: page.to_owned(),
            heading: Vec::new(),
            before: all(before),
            accepted: all(accepted),
        }
    }

    #[test]
    fn a_reviewed_section_is_the_owners_and_no_other_byte_changes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("questions.jsonl");
        let own =
            "\u{feff}{\"page\":\"own.md\",   \"questions\":[\"by hand?\"], \"extra\": 1}\r\n\n";
        let [a, b] = [
            by_model("a.md", &[("who?", "Ann"), ("when?", "in May")]),
            by_model("b.md", &[("why?", "")]),
        ]
        .map(|line| line.to_json().unwrap());
        fs::write(&file, format!("{own}{a}\r\n{b}")).unwrap();
        assert_eq!((written(&file).open, written(&file).sections.len()), (2, 2));
        review(
            &file,
            &reviewed("a.md", &["who?", "when?"], &["who is it?", " when? "]),
        )
        .unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let rest = text.strip_prefix(own).unwrap().strip_suffix(&b).unwrap();
        let line = Line::parse(rest).unwrap();
        assert!(rest.ends_with("}\r\n") && !line.is_replaceable());
        assert_eq!(texts(&line), ["who is it?", "when?"]);
        assert_eq!(line.questions[0].answer, "Ann");
        assert_eq!(line.by, "model:8b");
        assert_eq!(written(&file).open, 1);
    }

    #[test]
    fn dropped_questions_leave_their_section_without_any_and_it_is_not_shown_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("questions.jsonl");
        let line = by_model("a.md", &[("who?", "Ann"), ("when?", "in May")]);
        fs::write(&file, line.to_json().unwrap()).unwrap();
        let stale = reviewed("a.md", &["who?"], &[]);
        let error = review(&file, &stale).unwrap_err().to_string();
        assert!(error.contains("load the page again"), "{error}");
        review(&file, &reviewed("a.md", &["who?", "when?"], &[""])).unwrap();
        let read = QuestionsFile::read(&file).unwrap();
        assert_eq!(read.lines[0].1.questions, []);
        assert_eq!(written(&file).open, 0);
    }
}
