//! Tests reading the file and matching its lines to sections.

use std::path::Path;

use soru::Document;

use super::super::file::sort;
use super::super::*;
use super::page;

fn lines(json: &str) -> Vec<Line> {
    QuestionsFile::parse(Path::new("q.jsonl"), json.as_bytes())
        .unwrap()
        .into_lines()
}

/// Returns the text of each line's section, and the line's fate.
fn found(json: &str) -> Vec<(String, MatchStatus)> {
    let (page, lines) = (page(), lines(json));
    let lines: Vec<&Line> = lines.iter().collect();
    let text = page.text();
    matches(&page, &lines, 200)
        .into_iter()
        .map(|found| (text[found.range].to_owned(), found.fate))
        .collect()
}

#[test]
fn a_line_is_read_liberally() {
    let read = lines(
        "\u{feff}{\"id\": 7, \"questions\": [\" a\\n b? \", \"\"]}\n\n\
         {\"page\": \"p\", \"heading\": \"Fees\", \"questions\": [], \"by\": \"m\", \"more\": 1}\n",
    );
    assert_eq!((read[0].page.as_str(), read[0].by.as_str()), ("7", HAND));
    assert_eq!(read[0].questions, ["a b?".into()]);
    assert_eq!(read[0].heading, None);
    assert_eq!(read[1].heading, Some(vec!["Fees".to_owned()]));
}

#[test]
fn every_mistake_is_reported_with_its_line() {
    let file = "{}\n{\"page\": \"\", \"questions\": []}\n<<<<<<< HEAD\n{\"page\": \"p\"}\n{\"page\":\"p\",\"questions\":[]}\n";
    let error = QuestionsFile::parse(Path::new("q.jsonl"), file.as_bytes()).unwrap_err();
    let error = error.to_string();
    let messages: Vec<&str> = error.lines().collect();
    assert_eq!(messages.len(), 4, "{messages:?}");
    for (message, start) in messages.iter().zip([
        "q.jsonl:1: not a section with its questions: missing field `page`",
        "q.jsonl:2: `page` is empty",
        "q.jsonl:3: a merge conflict",
        "q.jsonl:4: not a section with its questions: missing field `questions`",
    ]) {
        assert!(message.starts_with(start), "{message}");
    }
}

#[test]
fn a_line_is_written_with_its_keys_in_order_and_read_again() {
    let line = Line {
        page: "a, b: \"c\".md".into(),
        heading: Some(vec!["Ücret".into(), "Geç".into()]),
        hash: Some("0011223344556677".into()),
        questions: vec!["ne kadar?".into(), "say \"x\", y:z \\".into()],
        by: "small:7b".into(),
        ..Line::default()
    };
    let json = line.to_json().unwrap();
    assert_eq!(
        json,
        r#"{"page": "a, b: \"c\".md", "heading": ["Ücret", "Geç"], "hash": "0011223344556677", "questions": ["ne kadar?", "say \"x\", y:z \\"], "by": "small:7b"}"#
    );
    assert_eq!(Line::parse(&json), Ok(line));
}

#[test]
fn sections_equal_those_of_the_engine_and_have_their_positions() {
    let page = page();
    let sections = sections(&page, 200);
    let paths: Vec<String> = sections
        .iter()
        .map(|section| section.heading.join(" > "))
        .collect();
    assert_eq!(
        paths,
        ["", "Sick leave", "Resources", "Unpaid leave > Resources"]
    );
    let all = page.text();
    for section in &sections {
        assert_eq!(all[section.range.clone()], section.text);
        assert_eq!(section.hash().len(), 16);
        assert!(!section.is_part);
    }
}

#[test]
fn a_long_section_is_split_into_numbered_parts() {
    let parts = sections(&page(), 15);
    let sick: Vec<&Section> = parts
        .iter()
        .filter(|section| section.heading == ["Sick leave"])
        .collect();
    assert!(sick.len() > 1, "{parts:?}");
    assert!(sick.iter().all(|section| section.is_part));
    assert!(sick[1].starts().starts_with("The form"), "{sick:?}");
    let text = page().text();
    assert!(text[sick[0].range.clone()].starts_with("Tell your"));
}

#[test]
fn a_line_finds_its_section_by_hash_by_start_or_by_heading() {
    let hash = sections(&page(), 200)[1].hash();
    let places = found(&format!(
        "{{\"page\": \"leave.md\", \"heading\": [\"Moved\"], \"hash\": \"{hash}\", \"questions\": []}}\n\
         {{\"page\": \"leave.md\", \"heading\": [], \"questions\": []}}\n\
         {{\"page\": \"leave.md\", \"heading\": [\"**Sick** leave {{#sick}}\"], \"questions\": []}}\n\
         {{\"page\": \"leave.md\", \"heading\": [\"Sick leave\"], \"starts\": \"The [form](https://a.b/c?d=e) is\", \"questions\": []}}\n\
         {{\"page\": \"leave.md\", \"heading\": [\"Leave\", \"Resources\"], \"questions\": []}}\n\
         {{\"page\": \"leave.md\", \"heading\": [\"Unpaid leave\", \"Resources\"], \"questions\": []}}\n"
    ));
    let starts = [
        "Tell your",
        "You have 20",
        "Tell your",
        "The form is",
        "The handbook",
        "Ask the union",
    ];
    for ((text, fate), start) in places.iter().zip(starts) {
        assert!(text.starts_with(start), "{text} {start}");
        assert_eq!(*fate, MatchStatus::Fresh);
    }
}

#[test]
fn a_line_without_heading_is_about_the_whole_page() {
    let places = found("{\"id\": \"leave.md\", \"questions\": []}");
    assert_eq!(places[0], (page().text(), MatchStatus::Fresh));
}

// The first heading of many pages is longer than their title.
#[test]
fn the_beginning_of_a_page_is_found_under_a_heading_that_is_not_its_title() {
    let page = Document {
        title: "Leave | Office".into(),
        ..page()
    };
    let lines = lines("{\"page\": \"leave.md\", \"heading\": [], \"questions\": []}");
    let lines: Vec<&Line> = lines.iter().collect();
    let found = &matches(&page, &lines, 200)[0];
    assert_eq!(found.fate, MatchStatus::Fresh);
    let text = page.text();
    assert!(text[found.range.clone()].starts_with("You have 20 days"));
}

#[test]
fn first_characters_may_have_the_markup_of_the_page_s_source() {
    let places = found(
        "{\"page\": \"leave.md\", \"heading\": [\"Sick leave\"], \"starts\": \"1. Tell your supervisor 2. on the\", \"questions\": []}\n\
         {\"page\": \"leave.md\", \"heading\": [\"Sick leave\"], \"starts\": \"type='b' > The form is HR-17. Send it\", \"questions\": []}\n\
         {\"page\": \"leave.md\", \"heading\": [\"Resources\"], \"starts\": \"{% include 'steps.html' steps: s.of_travel cu\", \"questions\": []}\n",
    );
    for ((text, fate), start) in places.iter().zip(["Tell your", "The form", "The handbook"]) {
        assert!(text.starts_with(start), "{text}");
        assert_eq!(*fate, MatchStatus::Fresh, "{start}");
    }
}

#[test]
fn lines_that_begin_in_one_section_part_it_between_them() {
    let places = found(
        "{\"page\": \"leave.md\", \"heading\": [\"Sick leave\"], \"starts\": \"Tell your supervisor\", \"questions\": []}\n\
         {\"page\": \"leave.md\", \"heading\": [\"Sick leave\"], \"starts\": \"The form is HR\", \"questions\": []}\n",
    );
    assert!(places[0].0.trim_end().ends_with("3 days."), "{places:?}");
    assert!(places[1].0.starts_with("The form"), "{places:?}");
}

#[test]
fn a_changed_section_keeps_its_questions_and_a_removed_one_does_not() {
    let places = found(
        "{\"page\": \"leave.md\", \"heading\": [\"Sick leave\"], \"hash\": \"0000000000000000\", \"questions\": []}\n\
         {\"page\": \"leave.md\", \"heading\": [\"Sick leave\"], \"starts\": \"Nothing of the kind stands here\", \"questions\": []}\n\
         {\"page\": \"leave.md\", \"heading\": [\"Parental leave\"], \"questions\": []}\n",
    );
    let fates: Vec<MatchStatus> = places.iter().map(|(_, fate)| *fate).collect();
    assert_eq!(
        fates,
        [
            MatchStatus::Stale,
            MatchStatus::Stale,
            MatchStatus::Orphaned
        ]
    );
    assert!(places[0].0.starts_with("Tell your"));
}

#[test]
fn a_document_gets_the_questions_of_its_lines_and_the_rest_is_counted() {
    let lines = lines(
        "{\"page\": \"leave/\", \"heading\": [\"Sick leave\"], \"questions\": [\"flu?\", \"doctor's note?\"]}\n\
         {\"page\": \"leave\", \"heading\": [\"Gone\"], \"questions\": [\"x?\"]}\n\
         {\"page\": \"other.md\", \"questions\": [\"y?\"]}\n",
    );
    let written = WrittenQuestions::new(Path::new("q.jsonl"), lines, 200);
    let document = written.attached_to(&page()).unwrap();
    let text = document.text();
    assert_eq!(document.questions.len(), 2);
    for question in &document.questions {
        let range = question.section.start as usize..question.section.end as usize;
        assert!(text[range].starts_with("Tell your"));
    }
    let other = Document {
        id: "b.md".into(),
        url: "b.html".into(),
        ..page()
    };
    assert_eq!(written.attached_to(&other), None);
    let attached = written.finish();
    assert_eq!(
        (
            attached.sections,
            attached.questions,
            attached.stale,
            attached.orphaned
        ),
        (1, 2, 0, 2)
    );
}

#[test]
fn the_file_is_sorted_by_page_and_place_and_replaced_at_once() {
    let mut all = lines(
        "{\"page\": \"b\", \"heading\": [\"2\"], \"questions\": []}\n{\"page\": \"b\", \"heading\": [\"1\"], \"questions\": []}\n\
         {\"page\": \"b\", \"heading\": [\"gone\"], \"questions\": []}\n{\"page\": \"a\", \"heading\": [\"9\"], \"questions\": []}\n",
    );
    let place = |line: Line| {
        let place = line.heading.as_ref().unwrap()[0].parse().ok();
        (line, place)
    };
    let mut placed: Vec<_> = std::mem::take(&mut all).into_iter().map(place).collect();
    sort(&mut placed);
    all.extend(placed.into_iter().map(|(line, _)| line));
    let order: Vec<&str> = all
        .iter()
        .map(|line| line.heading.as_ref().unwrap()[0].as_str())
        .collect();
    assert_eq!(order, ["9", "1", "2", "gone"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.jsonl");
    replace(&file, &all).unwrap();
    assert_eq!(QuestionsFile::read(&file).unwrap().into_lines(), all);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
