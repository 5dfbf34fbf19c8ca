//! Tests merging of old and new lines.

use proptest::prelude::*;

use super::super::*;
use super::{job, page, site};
use crate::project::QuestionsSettings;

/// A generated line: its section, whether it is fresh, and its author.
#[derive(Debug, Clone)]
struct Made {
    section: usize,
    age: u8,
    by: u8,
    question: u8,
}

fn made() -> impl Strategy<Value = Made> {
    (0..5_usize, 0..3_u8, 0..4_u8, 0..3_u8).prop_map(|(section, age, by, question)| Made {
        section,
        age,
        by,
        question,
    })
}

impl Made {
    fn line(&self) -> Line {
        let sections = sections(&page(), 200);
        let questions: Vec<Question> = vec![format!("what about {}?", self.question).into()];
        let written = Line {
            questions: questions.clone(),
            ..Line::default()
        };
        let sum = Some(written.current_sum());
        let section = sections.get(self.section);
        let heading = section.map_or(vec!["Gone".to_owned()], |section| section.heading.clone());
        let hash = section.map(Section::hash).filter(|_| self.age > 0);
        let (by, sum) = match self.by {
            0 => (HAND, None),
            1 => (VISITOR, None),
            2 => ("small:7b", Some("00000000".to_owned())),
            _ => ("small:7b", sum),
        };
        Line {
            page: "leave.md".into(),
            heading: Some(heading),
            hash: Some(hash.unwrap_or_else(|| "0".repeat(16))),
            questions,
            by: by.into(),
            sum,
            ..Line::default()
        }
    }
}

fn numbered(lines: Vec<Line>) -> Vec<(usize, Line)> {
    (1..).zip(lines).collect()
}

fn merged(lines: Vec<Line>, prune: bool) -> Vec<Line> {
    let site = site();
    Plan::new(&site, numbered(lines), &QuestionsSettings::default())
        .merged(prune)
        .0
}

proptest! {
    #[test]
    fn merging_twice_is_merging_once(made in prop::collection::vec(made(), 0..12), prune: bool) {
        let once = merged(made.iter().map(Made::line).collect(), prune);
        prop_assert_eq!(&merged(once.clone(), prune), &once);
    }

    // Two people who merge their git branches get the same file.
    #[test]
    fn the_order_of_lines_changes_nothing(made in prop::collection::vec(made(), 0..12), prune: bool) {
        let lines: Vec<Line> = made.iter().map(Made::line).collect();
        let backwards: Vec<Line> = lines.iter().rev().cloned().collect();
        prop_assert_eq!(merged(lines, prune), merged(backwards, prune));
    }

    #[test]
    fn lines_written_or_edited_by_people_are_never_removed(made in prop::collection::vec(made(), 0..12), prune: bool) {
        let lines: Vec<Line> = made.iter().map(Made::line).collect();
        let kept = merged(lines.clone(), prune);
        for line in lines.iter().filter(|line| !line.is_replaceable()) {
            prop_assert!(kept.contains(line), "{:?}", line);
        }
    }

    #[test]
    fn a_section_that_is_as_it_was_is_not_asked_about_again(made in prop::collection::vec(made(), 0..12)) {
        let site = site();
        let lines: Vec<Line> = made.iter().map(Made::line).collect();
        let plan = Plan::new(&site, numbered(lines.clone()), &QuestionsSettings::default());
        for job in plan.open() {
            let hash = job.section.hash();
            let mut fresh = lines.iter().filter(|line| line.hash.as_ref() == Some(&hash));
            prop_assert!(fresh.all(|line| line.by == VISITOR), "{:?}", job);
        }
    }

    // When all requests are answered, the file has a line for each section, and no other unedited
    // line by a model.
    #[test]
    fn after_all_answers_nothing_is_open(made in prop::collection::vec(made(), 0..12)) {
        let site = site();
        let settings = QuestionsSettings::default();
        let mut lines: Vec<Line> = made.iter().map(Made::line).collect();
        let plan = Plan::new(&site, numbered(lines.clone()), &settings);
        lines.extend(plan.open().iter().map(|job| job.line(vec!["new?".into()], Vec::new(), "small:7b")));
        let kept = merged(lines, true);
        let plan = Plan::new(&site, numbered(kept), &settings);
        prop_assert!(plan.open().is_empty());
        let own = plan.lines.iter().filter(|placed| placed.line.is_replaceable());
        let stale = own.filter(|placed| placed.fate != MatchStatus::Fresh);
        prop_assert_eq!(stale.count(), 0);
    }
}

#[test]
fn a_generated_line_records_its_section_and_whether_it_was_edited() {
    let mut line = job().line(vec!["flu?".into()], Vec::new(), "small:7b");
    assert!(line.is_replaceable());
    assert_eq!(line.heading, Some(vec!["Sick leave".to_owned()]));
    assert_eq!(line.starts, None);
    line.questions.push("cold?".into());
    assert!(!line.is_replaceable());
}

#[test]
fn lines_of_the_parts_of_a_section_are_distinguished() {
    let settings = QuestionsSettings {
        section_words: 15.try_into().unwrap(),
        ..QuestionsSettings::default()
    };
    let site = site();
    let plan = Plan::new(&site, Vec::new(), &settings);
    let parts = plan.open().into_iter().filter(|job| job.section.is_part);
    let lines: Vec<Line> = parts
        .map(|job| job.line(vec!["x?".into()], Vec::new(), "m"))
        .collect();
    assert!(lines.len() > 1 && lines.iter().all(|line| line.starts.is_some()));
    let mut again = lines.clone();
    again.reverse();
    let plan = Plan::new(&site, numbered(again), &settings);
    assert_eq!(plan.merged(false).0, lines);
    assert!(plan.open().iter().all(|job| !job.section.is_part));
}

// A heading above the first words of a menu answers nothing.
#[test]
fn a_section_of_a_few_words_is_not_asked_about() {
    let site = site();
    let many = QuestionsSettings {
        min_words: 12,
        ..QuestionsSettings::default()
    };
    let open = |settings: &QuestionsSettings| Plan::new(&site, Vec::new(), settings).open().len();
    assert!(open(&many) < open(&QuestionsSettings::default()));
}
