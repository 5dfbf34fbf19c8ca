//! Tests which files are pages and which are left out, with their messages.

use super::*;
use std::collections::HashSet;

use crate::tests;

fn folder(files: &[&str]) -> tempfile::TempDir {
    let files: Vec<(&str, &str)> = files.iter().map(|path| (*path, "x")).collect();
    tests::folder(&files)
}

fn paths(dir: &Path, settings: &InputSettings) -> Vec<String> {
    let found = find(&[dir.to_owned()], settings, None).unwrap();
    found
        .sources
        .into_iter()
        .map(|source| source.path)
        .collect()
}

#[test]
fn pages_are_found_in_order_and_hidden_or_foreign_files_are_not() {
    let dir = folder(&[
        "b.html",
        "a/c.md",
        "a.txt",
        ".git/x.html",
        "p.png",
        "d.jsonl",
        "404.html",
    ]);
    assert_eq!(
        paths(dir.path(), &InputSettings::default()),
        ["a.txt", "a/c.md", "b.html"]
    );
}

#[test]
fn patterns_choose_files_and_folders() {
    let dir = folder(&["a/b.html", "a/c/d.html", "e.html", "f.jsonl"]);
    let settings = InputSettings {
        include: vec!["a".into(), "*.jsonl".into()],
        exclude: vec!["a/c/".into()],
        ..InputSettings::default()
    };
    assert_eq!(paths(dir.path(), &settings), ["a/b.html", "f.jsonl"]);
    let broken = InputSettings {
        include: vec!["a[".into()],
        ..InputSettings::default()
    };
    let error = find(&[dir.path().to_owned()], &broken, None).unwrap_err();
    assert!(error.to_string().contains("input.include[0]"), "{error}");
}

// The site has a help page called `404.html`, a table of fees, and a picture.
#[test]
fn every_file_that_is_not_read_is_there_with_its_reason() {
    let dir = folder(&[
        "404.html",
        "ders.md",
        "form.php",
        "ucret.xlsx",
        "logo.PNG",
        "CNAME",
        ".htaccess",
        "a.pdf",
        "data.jsonl",
    ]);
    let mut settings = InputSettings::default();
    settings.documents.read = false;
    let found = find(&[dir.path().to_owned()], &settings, None).unwrap();
    let read: Vec<&str> = found.sources.iter().map(|s| s.path.as_str()).collect();
    assert_eq!(read, ["ders.md", "form.php"]);
    let reason = |name: &str| {
        let mut skipped = found.skipped.iter();
        let skipped = skipped.find(|skipped| skipped.place.file.ends_with(name));
        skipped.unwrap_or_else(|| panic!("{name}")).reason.clone()
    };
    let other = |kind: &str| SkipReason::Other(kind.to_owned());
    assert_eq!(reason("404.html"), SkipReason::Excluded);
    assert_eq!(reason("ucret.xlsx"), SkipReason::Kind);
    assert_eq!(reason("a.pdf"), SkipReason::DocumentsOff);
    assert_eq!(reason("logo.PNG"), other("png"));
    assert_eq!(reason("data.jsonl"), other("jsonl"));
    assert_eq!(reason("CNAME"), other(""));
    assert_eq!(reason(".htaccess"), other(HIDDEN));
    settings.include = vec!["*.php".to_owned()];
    let found = find(&[dir.path().to_owned()], &settings, None).unwrap();
    let not_included = |skipped: &&Skipped| skipped.reason == SkipReason::NotIncluded;
    assert_eq!(found.skipped.iter().filter(not_included).count(), 3);
}

#[cfg(unix)]
#[test]
fn a_link_round_in_a_circle_is_reported_and_not_followed() {
    let dir = folder(&["a/b.html"]);
    std::os::unix::fs::symlink(dir.path(), dir.path().join("a/loop")).unwrap();
    let found = find(&[dir.path().to_owned()], &InputSettings::default(), None).unwrap();
    assert_eq!(found.sources.len(), 1);
    assert!(
        found.skipped[0]
            .reason
            .to_string()
            .contains("symbolic link")
    );
}

#[cfg(unix)]
#[test]
fn linked_folders_that_link_to_each_other_are_read_a_bounded_number_of_times() {
    const FOLDERS: usize = 10; // there are millions of paths through these folders
    let names: Vec<String> = (0..FOLDERS).map(|n| format!("f{n}/page.html")).collect();
    let dir = folder(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for (from, to) in (0..FOLDERS).flat_map(|from| (0..FOLDERS).map(move |to| (from, to))) {
        if from != to {
            let link = dir.path().join(format!("f{from}/to{to}"));
            std::os::unix::fs::symlink(format!("../f{to}"), link).unwrap();
        }
    }
    let found = find(&[dir.path().to_owned()], &InputSettings::default(), None).unwrap();
    let paths: HashSet<&str> = found.sources.iter().map(|s| s.path.as_str()).collect();
    assert!(names.iter().all(|name| paths.contains(name.as_str())));
    assert!(paths.len() <= 2 * FOLDERS * FOLDERS, "{}", paths.len());
    assert!(!found.skipped.is_empty());
}

// Earlier versions indexed and quoted `passwd.html`, a link to `/etc/passwd`.
#[cfg(unix)]
#[test]
fn links_out_of_the_input_are_followed_only_if_that_is_asked_for() {
    let outside = folder(&["secret.html", "more/b.html"]);
    let dir = folder(&["a.html", "c/d.html"]);
    for (from, to) in [
        (outside.path().join("secret.html"), "secret.html"),
        (outside.path().join("more"), "more"),
        ("../a.html".into(), "c/within.html"),
    ] {
        std::os::unix::fs::symlink(from, dir.path().join(to)).unwrap();
    }
    let mut settings = InputSettings::default();
    let within = ["a.html", "c/d.html", "c/within.html"];
    assert_eq!(paths(dir.path(), &settings), within);
    let found = find(&[dir.path().to_owned()], &settings, None).unwrap();
    let message: Vec<String> = found.skipped.iter().map(|s| s.reason.to_string()).collect();
    assert_eq!(message.len(), 2, "{message:?}");
    for message in message {
        assert!(
            message.contains("--follow-links") && message.contains("it links to"),
            "{message}"
        );
    }
    settings.follow_links = true;
    assert_eq!(paths(dir.path(), &settings).len(), 5);
}

// Two names that differ only in the encoding of an accent once stopped the build.
#[cfg(target_os = "linux")]
#[test]
fn of_two_names_that_look_the_same_one_is_read_and_the_other_named() {
    let dir = folder(&["e\u{301}.html", "\u{e9}.html"]);
    let found = find(&[dir.path().to_owned()], &InputSettings::default(), None).unwrap();
    assert_eq!(found.sources.len(), 1);
    assert_eq!(found.sources[0].file, dir.path().join("\u{e9}.html"));
    let message = found.skipped[0].reason.to_string();
    assert!(
        message.contains("same name") && message.contains("rename one"),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn a_folder_that_two_links_name_is_there_under_both_names() {
    let dir = folder(&["v3/a.html", "v3/b/c.html"]);
    for link in ["latest", "stable"] {
        std::os::unix::fs::symlink("v3", dir.path().join(link)).unwrap();
    }
    assert_eq!(
        paths(dir.path(), &InputSettings::default()),
        [
            "latest/a.html",
            "latest/b/c.html",
            "stable/a.html",
            "stable/b/c.html",
            "v3/a.html",
            "v3/b/c.html"
        ]
    );
}

#[test]
fn the_same_path_in_two_inputs_is_an_error_that_names_both() {
    let (one, two) = (folder(&["a.html"]), folder(&["a.html"]));
    let inputs = [one.path().to_owned(), two.path().to_owned()];
    let error = find(&inputs, &InputSettings::default(), None)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains(&one.path().join("a.html").display().to_string()),
        "{error}"
    );
    assert!(
        error.contains(&two.path().join("a.html").display().to_string()),
        "{error}"
    );
}

#[test]
fn the_bundle_is_no_page_of_the_site() {
    let dir = folder(&["a.html", "soru/b.html"]);
    let (input, out) = (dir.path().to_owned(), dir.path().join("soru"));
    let found = find(&[input], &InputSettings::default(), Some(&out)).unwrap();
    assert_eq!(found.sources.len(), 1);
}

#[test]
fn formats_are_recognised_by_file_name() {
    assert_eq!(format_of("a.HTML"), Some(Format::Html));
    assert_eq!(format_of("a.html.tr"), Some(Format::Html));
    assert_eq!(format_of("a.tr.md"), Some(Format::Markdown));
    assert_eq!(format_of("a.js"), None);
    assert_eq!(format_of("html"), None);
}
