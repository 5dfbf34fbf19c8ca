//! Finds questions that many sections share: they lead to none of them.

use std::collections::{BTreeMap, BTreeSet};

use super::checking::essence;
use super::line::Line;

/// The maximum number of sections with the same question. Editions of a page may share one.
const MOST: usize = 3;

/// The sections of every question. Sections with the same text are one.
#[derive(Debug, Clone, Default)]
pub struct CommonQuestions {
    sections: BTreeMap<String, BTreeSet<String>>,
}

impl CommonQuestions {
    /// The questions of these lines.
    pub fn of<'l>(lines: impl Iterator<Item = &'l Line>) -> Self {
        let mut common = Self::default();
        lines.for_each(|line| common.add(line));
        common
    }

    /// Adds the questions of a line.
    pub fn add(&mut self, line: &Line) {
        let place = || format!("{}\n{:?}\n{:?}", line.page, line.heading, line.starts);
        let section = line.hash.clone().unwrap_or_else(place);
        for question in &line.questions {
            let sections = self.sections.entry(essence(&question.text)).or_default();
            sections.insert(section.clone());
        }
    }

    /// Whether many sections have this question.
    pub fn has(&self, question: &str) -> bool {
        let sections = self.sections.get(&essence(question));
        sections.is_some_and(|sections| sections.len() > MOST)
    }

    /// Returns the line without such questions, and their number. A line by a person stays as it
    /// is.
    pub fn removed_from(&self, mut line: Line) -> (Line, usize) {
        if !line.is_replaceable() {
            return (line, 0);
        }
        let before = line.questions.len();
        line.questions.retain(|question| !self.has(&question.text));
        let removed = before - line.questions.len();
        line.sum = Some(line.current_sum());
        (line, removed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(section: usize, by: &str) -> Line {
        let line = Line {
            page: "p".into(),
            hash: Some(section.to_string()),
            questions: vec![
                "What is this about?".into(),
                format!("who pays {section}?").into(),
            ],
            by: by.into(),
            ..Line::default()
        };
        Line {
            sum: Some(line.current_sum()),
            ..line
        }
    }

    #[test]
    fn a_question_of_many_sections_is_removed_from_the_lines_of_a_model() {
        let few = CommonQuestions::of(
            (0..3)
                .chain([2])
                .map(|at| line(at, "m"))
                .collect::<Vec<_>>()
                .iter(),
        );
        assert!(!few.has("what is this about"));
        let lines: Vec<Line> = (0..4).map(|at| line(at, "m")).collect();
        let many = CommonQuestions::of(lines.iter());
        assert!(many.has("what is this about") && !many.has("who pays 1?"));
        let (kept, removed) = many.removed_from(line(1, "m"));
        assert_eq!((kept.questions, removed), (vec!["who pays 1?".into()], 1));
        assert_eq!(many.removed_from(line(1, "hand")), (line(1, "hand"), 0));
    }
}
