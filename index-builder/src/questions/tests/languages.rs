//! Tests languages that are added to a file which already has questions.

use std::path::Path;

use proptest::prelude::*;

use super::super::*;
use super::{page, prompt, site};
use crate::project::QuestionsSettings;

fn settings(others: &[&str]) -> QuestionsSettings {
    QuestionsSettings {
        languages: others.iter().map(|tag| (*tag).to_owned()).collect(),
        ..QuestionsSettings::default()
    }
}

fn numbered(lines: Vec<Line>) -> Vec<(usize, Line)> {
    (1..).zip(lines).collect()
}

/// Returns the file after requests about every open section, and the requested languages.
fn asked(lines: &[Line], others: &[&str]) -> (Vec<Line>, Vec<Vec<String>>) {
    let (site, settings) = (site(), settings(others));
    let plan = Plan::new(&site, numbered(lines.to_vec()), &settings);
    let open = plan.open();
    let languages = open.iter().map(|job| job.languages.clone()).collect();
    let new = open.iter().map(|job| {
        job.line(
            vec![format!("{}?", job.languages.join(" ")).into()],
            Vec::new(),
            "small:7b",
        )
    });
    let all = lines.iter().cloned().chain(new).collect();
    let plan = Plan::new(&site, numbered(all), &settings);
    (plan.merged(false).0, languages)
}

#[test]
fn sections_with_questions_are_asked_for_those_in_an_added_language_alone() {
    let (own, languages) = asked(&[], &[]);
    assert!(languages.iter().all(|languages| *languages == ["en"]));
    assert!(own.iter().all(|line| line.languages.is_empty()));
    let (both, languages) = asked(&own, &["tr"]);
    assert_eq!(languages.len(), own.len());
    assert!(languages.iter().all(|languages| *languages == ["tr"]));
    assert_eq!(both.len(), 2 * own.len());
    assert!(own.iter().all(|line| both.contains(line)));
    for (others, lines) in [(&["tr"][..], &both), (&[], &both), (&["en", "tr"], &both)] {
        let (after, languages) = asked(lines, others);
        assert_eq!((languages.len(), &after), (0, &both), "{others:?}");
    }
}

#[test]
fn a_new_section_is_asked_about_once_for_all_languages() {
    let (lines, languages) = asked(&[], &["tr", "de"]);
    assert!(
        languages
            .iter()
            .all(|languages| *languages == ["en", "tr", "de"])
    );
    let (after, languages) = asked(&lines, &["de"]);
    assert!(languages.is_empty());
    assert_eq!(after, lines);
    let (_, languages) = asked(&lines, &["de", "fr"]);
    assert!(languages.iter().all(|languages| *languages == ["fr"]));
}

// The model found nothing in that language, and would find nothing again.
#[test]
fn a_section_without_questions_in_a_language_is_not_asked_for_them_twice() {
    let site = site();
    let (own, _) = asked(&[], &[]);
    let settings = settings(&["tr"]);
    let plan = Plan::new(&site, numbered(own.clone()), &settings);
    let none = plan
        .open()
        .into_iter()
        .map(|job| job.line(Vec::new(), Vec::new(), "m"));
    let all: Vec<Line> = own.iter().cloned().chain(none).collect();
    let plan = Plan::new(&site, numbered(all), &settings);
    assert_eq!(plan.open(), Vec::<&Job>::new());
}

// Two sections with the same text under the same heading have the same hash.
#[test]
fn sections_that_are_alike_have_a_line_each_in_each_language() {
    let mut page = page();
    let twice = page.blocks[2..5].to_vec();
    page.blocks.extend(twice);
    let site = SiteJobs {
        documents: vec![page],
    };
    let write = |lines: Vec<Line>, others: &[&str]| {
        let settings = settings(others);
        let plan = Plan::new(&site, numbered(lines.clone()), &settings);
        let open = plan.open();
        let jobs = open.len();
        let new = open.into_iter();
        let new = new.enumerate();
        let new =
            new.map(|(at, job)| job.line(vec![format!("question {at}?").into()], Vec::new(), "m"));
        let all = lines.into_iter().chain(new).collect();
        (
            Plan::new(&site, numbered(all), &settings).merged(false).0,
            jobs,
        )
    };
    let (own, first) = write(Vec::new(), &[]);
    let (both, second) = write(own, &["tr"]);
    assert_eq!(first, second);
    let (_, third) = write(both, &["tr"]);
    assert_eq!(third, 0);
}

#[test]
fn when_a_section_changes_old_lines_go_when_their_languages_are_written_anew() {
    let (own, _) = asked(&[], &[]);
    let (both, _) = asked(&own, &["tr"]);
    let old: Vec<Line> = both
        .iter()
        .map(|line| Line {
            hash: Some("0".repeat(16)),
            ..line.clone()
        })
        .collect();
    // Without --in the Turkish questions remain until new ones are requested.
    let (english, languages) = asked(&old, &[]);
    assert!(languages.iter().all(|languages| *languages == ["en"]));
    let old_turkish = |lines: &[Line]| {
        let turkish = lines.iter().filter(|line| line.languages == ["tr"]);
        turkish.filter(|line| line.hash == old[0].hash).count()
    };
    assert_eq!(english.len(), both.len());
    assert_eq!(old_turkish(&english), own.len());
    let message = |others: &[&str]| {
        let (site, settings) = (site(), settings(others));
        let plan = Plan::new(&site, numbered(english.clone()), &settings);
        let checked = check_questions_file(Path::new("q.jsonl"), &plan, &prompt());
        let stale = checked.findings.into_iter();
        let mut stale = stale.filter(|finding| finding.kind == FindingKind::Stale);
        stale.next().unwrap().message
    };
    assert!(message(&[]).contains("questions in tr are no longer requested"));
    assert!(message(&["tr"]).contains("write new questions"));
    let (all, languages) = asked(&english, &["tr"]);
    assert!(languages.iter().all(|languages| *languages == ["tr"]));
    assert_eq!((all.len(), old_turkish(&all)), (both.len(), 0));
}

/// Generates a line about a section, with languages, author, and whether its text is current.
fn made() -> impl Strategy<Value = Line> {
    let languages = prop::sample::select(vec![vec![], vec!["en"], vec!["tr"], vec!["en", "tr"]]);
    (0..4_usize, languages, 0..3_u8, any::<bool>()).prop_map(|(at, languages, by, is_fresh)| {
        let section = &sections(&page(), 200)[at];
        let questions: Vec<Question> = vec!["what about it?".into()];
        let written = Line {
            questions: questions.clone(),
            ..Line::default()
        };
        let (by, sum) = match by {
            0 => (HAND, None),
            1 => ("m", Some("00000000".to_owned())),
            _ => ("m", Some(written.current_sum())),
        };
        let fresh = Some(section.hash()).filter(|_| is_fresh);
        Line {
            page: "leave.md".into(),
            heading: Some(section.heading.clone()),
            hash: Some(fresh.unwrap_or_else(|| "0".repeat(16))),
            languages: languages.into_iter().map(str::to_owned).collect(),
            questions,
            by: by.into(),
            sum,
            ..Line::default()
        }
    })
}

proptest! {
    #[test]
    fn every_question_is_requested_once_in_any_order_of_languages(
        lines in prop::collection::vec(made(), 0..10),
        order in prop::collection::vec(prop::sample::select(vec!["tr", "de"]), 0..3),
    ) {
        let mut file = lines.clone();
        for others in (0..=order.len()).map(|count| &order[..count]) {
            file = asked(&file, others).0;
            prop_assert_eq!(asked(&file, others).1, Vec::<Vec<String>>::new());
        }
        for line in lines.iter().filter(|line| !line.is_replaceable()) {
            prop_assert!(file.contains(line), "{:?}", line);
        }
    }
}
