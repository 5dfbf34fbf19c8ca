//! The builder's readers of facts and of `soru.toml`: every mistake is reported with its place.

use std::path::Path;

use soru_files::place::{Problem, Problems, Spot};
use soru_index_builder::facts::{Frame, load_bytes};
use soru_index_builder::project::Project;

/// A file of facts in the format of its name.
pub(super) fn facts(name: &str, bytes: &[u8]) {
    let frame = Frame {
        languages: vec!["tr".to_owned(), "en".to_owned()],
        today: "2026-11-20".parse().unwrap(),
        table: "facts".to_owned(),
    };
    let lines = lines(bytes);
    match load_bytes(Path::new(name), bytes, &frame) {
        Ok(facts) => {
            for fact in &facts.facts {
                assert!(!fact.question.trim().is_empty() && !fact.answer.trim().is_empty());
                let known = fact.lang.is_empty() || frame.languages.contains(&fact.lang);
                assert!(known, "{fact:?}");
            }
            assert_placed(&facts.warnings, name, lines);
        }
        Err(Problems(problems)) => {
            assert!(!problems.is_empty());
            assert_placed(&problems, name, lines);
        }
    }
}

/// A `soru.toml`.
pub(super) fn soru_toml(bytes: &[u8]) {
    let name = "soru.toml";
    let text = String::from_utf8_lossy(bytes);
    match Project::parse(Path::new(name), &text) {
        Ok(project) => assert!(!project.languages().is_empty()),
        Err(Problems(problems)) => {
            assert!(!problems.is_empty());
            assert_placed(&problems, name, lines(text.as_bytes()));
        }
    }
}

/// Returns the number of lines of a file, plus one if something may be missing after its end. The
/// format defines line ends: CSV and YAML accept a carriage return alone.
fn lines(bytes: &[u8]) -> usize {
    let ends = bytes.iter().filter(|byte| [b'\n', b'\r'].contains(byte));
    ends.count() + 2
}

fn assert_placed(problems: &[Problem], name: &str, lines: usize) {
    for problem in problems {
        assert_eq!(problem.place.file, name);
        assert!(!problem.message.is_empty());
        if let Spot::Line(line) = problem.place.spot {
            assert!((1..=lines).contains(&line), "{problem}: of {lines} lines");
        }
    }
}
