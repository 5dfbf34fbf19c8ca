//! A site large enough for shards, whose files are listed in directories.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use soru_index_builder::bundle::MANIFEST;

use crate::support::Workplace;

/// More than two megabytes of pages with a variable end. Few words, but long ones.
fn pages(end: &str) -> String {
    let mut pages = String::new();
    for number in 0..400 {
        let words =
            (0..140).map(|word| format!("somewhatlongerthanusual{} ", (number + word) % 90));
        let text: String = words.collect();
        let _ = writeln!(
            pages,
            r#"{{"id": "{number:03}", "title": "Page {number}", "text": "{text}{text}{end}"}}"#
        );
    }
    pages
}

fn built(place: &Workplace, end: &str) -> BTreeSet<String> {
    place.write("pages.jsonl", &pages(end));
    let build = ["build", "pages.jsonl", "--out", "out"];
    place
        .soru(&[&build[..], &["--index-only"]].concat())
        .assert_done();
    place.files("out").into_iter().collect()
}

fn of(files: &BTreeSet<String>, kind: &str) -> Vec<String> {
    let those = files.iter().filter(|file| file.starts_with(kind));
    those.cloned().collect()
}

/// Asserts that `verify` reports this problem of the file.
fn assert_found(place: &Workplace, file: &str, problem: &str) {
    let verified = place.run("verify out");
    let mut lines = verified.out.lines();
    let found = lines.any(|line| line.starts_with(&format!("{file}: ")) && line.contains(problem));
    assert!(verified.code == 1 && found, "{verified:?}");
}

#[test]
fn r41_shards_are_listed_in_directories_checked_and_kept_for_one_more_build() {
    let place = Workplace::new();
    let first = built(&place, "first");
    let (texts, directories) = (of(&first, "text-"), of(&first, "files-"));
    assert!(texts.len() > 16 && directories.len() >= 2, "{first:?}");
    let manifest = fs::metadata(place.path("out").join(MANIFEST))
        .unwrap()
        .len();
    assert!(manifest < 4000, "{manifest}");

    let inspected = place.run("inspect out --json").report();
    let listed = inspected["files"].as_array().unwrap();
    let others = [MANIFEST, "outline.json.bin", "titles.json.bin"];
    let unlisted = first.iter().filter(|name| others.contains(&name.as_str()));
    assert_eq!(listed.len(), first.len() - unlisted.count());
    let verified = place.run("verify out --json").report();
    assert_eq!(verified["files"], listed.len());
    let found = place.ask("out", "somewhatlongerthanusual17").report();
    assert!(!found["hits"].as_array().unwrap().is_empty(), "{found}");

    // Visitors with the first manifest find their shards after the second build, but not after the
    // third.
    let second = built(&place, "second");
    let gone: Vec<&String> = first.difference(&second).collect();
    assert!(gone.is_empty(), "{gone:?}");
    let third = built(&place, "third");
    let kept: Vec<&String> = texts.iter().filter(|text| third.contains(*text)).collect();
    assert!(kept.is_empty(), "{kept:?}");
    place.run("verify out").assert_done();

    let of_third: Vec<&String> = third.difference(&second).collect();
    for kind in ["text-", "files-"] {
        let file = of_third.iter().find(|file| file.starts_with(kind)).unwrap();
        let path = place.path("out").join(file);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[1..]).unwrap();
        assert_found(&place, file, "is damaged");
        fs::remove_file(&path).unwrap();
        assert_found(&place, file, "is missing");
        fs::write(&path, &bytes).unwrap();
    }
    place.run("verify out").assert_done();
}
