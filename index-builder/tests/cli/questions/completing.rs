//! Written questions that complete the typed text: separate files, which no answer needs.

use std::fs;

use serde_json::{Value, json};

use super::in_lines;
use crate::support::Workplace;

/// Builds with these questions for the library's page.
fn built_with(place: &Workplace, questions: &[&str], more: &[&str]) {
    let line = json!({ "page": "en/library.html", "questions": questions });
    place.write("written.jsonl", &in_lines(&[line]));
    let mut arguments = vec!["--index-only", "--questions", "written.jsonl"];
    arguments.extend(more);
    place.build(&arguments).assert_done();
}

fn outline(place: &Workplace) -> Value {
    let file = fs::File::open(place.path("out/outline.json.bin")).unwrap();
    serde_json::from_reader(flate2::read::GzDecoder::new(file)).unwrap()
}

fn question_files(place: &Workplace) -> Vec<String> {
    let mut files = place.files("out");
    files.retain(|file| file.starts_with("suggest-"));
    files
}

#[test]
fn written_questions_complete_what_is_typed_and_an_empty_box_offers_some() {
    let place = Workplace::new();
    let asked = ["how late can I read there", "kütüphane kaçta kapanıyor"];
    for layout in ["single", "sharded"] {
        built_with(&place, &asked, &["--layout", layout]);
        assert_eq!(question_files(&place).len(), 1, "{layout}");
        let found = place.run("query out --suggest kacta --json");
        let found = found.report();
        assert_eq!(found["suggestions"][0]["text"], asked[1]);
        let offered = outline(&place)["suggestions"].to_string();
        assert!(asked.iter().all(|own| offered.contains(own)), "{offered}");
        fs::remove_dir_all(place.path("out")).unwrap();
    }
}

#[test]
fn the_file_of_the_build_before_is_kept_once_and_then_removed() {
    let place = Workplace::new();
    let mut builds = Vec::new();
    for asked in [
        "how late can I read",
        "until when is it open",
        "when does it close",
    ] {
        built_with(&place, &[asked], &[]);
        builds.push(question_files(&place));
    }
    let [first, second, third] = &builds[..] else {
        panic!("{builds:?}")
    };
    assert_eq!((first.len(), second.len(), third.len()), (1, 2, 2));
    assert!(
        second.contains(&first[0]) && !third.contains(&first[0]),
        "{builds:?}"
    );
}

#[test]
fn verifying_finds_a_damaged_file() {
    let place = Workplace::new();
    built_with(&place, &["how late can I read there"], &[]);
    let file = question_files(&place).remove(0);
    place.write(&format!("out/{file}"), "<!doctype html>");
    let output = place.run("verify out");
    assert_eq!(output.code, 1, "{output:?}");
    assert!(output.out.starts_with(&file), "{output:?}");
}
