//! Written questions that complete the typed text: separate files, which the outline names.

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
    let file = fs::File::open(place.path("out/outline.json.gz")).unwrap();
    serde_json::from_reader(flate2::read::GzDecoder::new(file)).unwrap()
}

fn question_files(place: &Workplace) -> Vec<String> {
    let mut files = place.files("out");
    files.retain(|file| file.starts_with("questions-"));
    files
}

#[test]
fn each_language_has_a_file_of_its_own_which_the_outline_names() {
    let place = Workplace::new();
    let asked = ["how late can I read there", "kütüphane kaçta kapanıyor"];
    for layout in ["single", "sharded"] {
        built_with(&place, &asked, &["--layout", layout]);
        let named = outline(&place)["questions"].clone();
        let named: Vec<String> = serde_json::from_value(json!([named["en"], named["tr"]])).unwrap();
        assert_eq!(question_files(&place).len(), 2, "{layout}");
        assert!(
            named
                .iter()
                .all(|file| question_files(&place).contains(file))
        );
        let verified = place
            .soru(&["verify", "out", "--json"])
            .assert_done()
            .json();
        assert_eq!(verified["read"]["questions"], 2, "{verified}");
        fs::remove_dir_all(place.path("out")).unwrap();
    }
}

// A site must not pay for an unused feature.
#[test]
fn a_site_without_written_questions_has_no_such_file_and_its_outline_no_such_key() {
    let place = Workplace::new();
    place.build(&["--index-only"]).assert_done();
    assert_eq!(question_files(&place), Vec::<String>::new());
    assert_eq!(outline(&place).get("questions"), None);
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
fn verifying_finds_a_damaged_file_and_an_outline_that_names_another() {
    let place = Workplace::new();
    built_with(&place, &["how late can I read there"], &[]);
    let before = fs::read(place.path("out/outline.json.gz")).unwrap();
    built_with(&place, &["until when is it open"], &[]);
    let own = fs::read(place.path("out/outline.json.gz")).unwrap();
    fs::write(place.path("out/outline.json.gz"), before).unwrap();
    let output = place.soru(&["verify", "out"]);
    assert_eq!(output.code, 1, "{output:?}");
    assert!(
        output.out.contains("other files of written questions"),
        "{output:?}"
    );
    fs::write(place.path("out/outline.json.gz"), own).unwrap();
    let file = outline(&place)["questions"]["en"]
        .as_str()
        .unwrap()
        .to_owned();
    place.write(&format!("out/{file}"), "<!doctype html>");
    let output = place.soru(&["verify", "out"]);
    assert_eq!(output.code, 1, "{output:?}");
    assert!(output.out.starts_with(&file), "{output:?}");
}
