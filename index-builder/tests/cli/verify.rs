//! `soru verify`, end to end: every kind of damage is found, with its file and a remedy.

use std::fs;

use soru::index::format::{FileEntry, Manifest, Pack, hex, sha256};
use soru::settings::Value;
use soru_index_builder::bundle::{MANIFEST, compress, inflate, is_immutable};

use crate::support::{Workplace, assert_contains};

fn built() -> Workplace {
    let place = Workplace::new();
    place.build(&["--index-only"]).assert_done();
    place
}

fn data_file(place: &Workplace) -> String {
    let mut files = place.files("out").into_iter();
    files.find(|file| is_immutable(file)).unwrap()
}

/// Asserts that one file has this problem, in the text report and as JSON.
fn assert_finds(place: &Workplace, file: &str, problem: &str, advice: &str) {
    let output = place.run("verify out");
    assert_eq!(output.code, 1, "{output:?}");
    let mut lines = output.out.lines();
    let line = lines.find(|line| line.starts_with(&format!("{file}: ")));
    assert!(
        line.is_some_and(|line| line.contains(problem)),
        "{output:?}"
    );
    assert!(lines.next().unwrap().contains(advice), "{output:?}");
    let run = place.run("verify out --json");
    let json = run.json();
    assert_eq!((run.code, &json["sound"]), (1, &false.into()), "{json}");
    assert_eq!(json["problems"][0]["file"], file);
}

// Parts of joined names and of compounds have rows of their own, which are no words of the pages.
#[test]
fn names_in_joined_capitals_and_compounds_are_no_damage() {
    let place = Workplace::new();
    place.write(
        "site/names.md",
        "# Names\n\nThe call getElementById and xmlHttpRequest.",
    );
    let compounds =
        "<html lang=de><title>Wohnung</title><p>Wohnungsamt, Amt, Wohnung, Prüfungsamt, Prüfung.";
    place.write("site/amt.html", compounds);
    place.build(&["--index-only"]).assert_done();
    place.run("verify out").assert_done();
}

#[test]
fn r41_a_bundle_as_built_is_sound_to_the_last_posting() {
    let place = built();
    let output = place.run("verify out").printed();
    assert_contains(&output, ["\nbundle    sound: build "]);
    let json = place.run("verify out --json").json();
    let stats = place.run("inspect out --json").json();
    assert_eq!(
        (&json["sound"], &json["problems"]),
        (&true.into(), &serde_json::json!([]))
    );
    for name in ["documents", "chunks"] {
        assert_eq!(json["read"][name], stats[name], "{name}");
    }
    assert_eq!(json["read"]["words"], stats["terms"]);
    assert!(json["read"]["postings"].as_u64() > json["read"]["words"].as_u64());
}

#[test]
fn r41_files_that_are_missing_cut_altered_or_something_else_are_named() {
    let place = built();
    let file = data_file(&place);
    let path = place.path("out").join(&file);
    let bytes = fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    for damaged in [&bytes[..bytes.len() - 1], &flipped, b"<!doctype html>", b""] {
        fs::write(&path, damaged).unwrap();
        assert_finds(&place, &file, "is damaged", "build the bundle again");
    }
    fs::remove_file(&path).unwrap();
    assert_finds(&place, &file, "it is missing", "upload it again");
    fs::create_dir(&path).unwrap();
    assert_finds(&place, &file, "it cannot be read", "permissions");
}

#[test]
fn r41_a_missing_a_foreign_and_an_altered_manifest_are_distinguished() {
    let place = built();
    let path = place.path("out").join(MANIFEST);
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_finds(&place, MANIFEST, "is damaged", "altered");
    fs::write(&path, "<title>404</title>").unwrap();
    assert_finds(&place, MANIFEST, "", "cannot read the bundle");
    fs::remove_file(&path).unwrap();
    assert_finds(&place, MANIFEST, "it is missing", "build the bundle again");
}

/// Changes the content of the data file, and updates all hashes.
fn rebuild(place: &Workplace, change: impl Fn(&mut Vec<(String, Vec<u8>)>)) -> String {
    let folder = place.path("out");
    let mut manifest = Manifest::read(&fs::read(folder.join(MANIFEST)).unwrap()).unwrap();
    let entry = &manifest.files[0];
    let stored = fs::read(folder.join(&entry.name)).unwrap();
    let pack = Pack::read("", &inflate(&stored).unwrap()).unwrap();
    let mut sections: Vec<(String, Vec<u8>)> = pack.into_sections().collect();
    change(&mut sections);
    let mut pack = Pack::default();
    for (name, bytes) in sections {
        pack.push(name, bytes);
    }
    let inflated = pack.write().unwrap();
    let stored = compress(&inflated).unwrap();
    let hash = sha256(&stored);
    let name = format!("core-{}.msgpack.bin", hex(&hash[..8]));
    fs::write(folder.join(&name), &stored).unwrap();
    manifest.files[0] = FileEntry {
        name: name.clone(),
        size: stored.len() as u64,
        sha256: hash.to_vec(),
        sections: manifest.files[0].sections.clone(),
    };
    fs::write(folder.join(MANIFEST), manifest.write().unwrap()).unwrap();
    name
}

// All hashes are right, but the content is wrong: a defect of the builder.
#[test]
fn r41_sections_that_do_not_fit_each_other_are_found_though_every_hash_is_right() {
    let place = built();
    let swap = |sections: &mut Vec<(String, Vec<u8>)>, one: &str, other: &str| {
        let at = |name: &str| sections.iter().position(|(own, _)| own.starts_with(name));
        let (one, other) = (at(one).unwrap(), at(other).unwrap());
        let bytes = std::mem::take(&mut sections[one].1);
        sections[one].1 = std::mem::replace(&mut sections[other].1, bytes);
    };
    let file = rebuild(&place, |sections| swap(sections, "terms/en", "terms/tr"));
    assert_finds(&place, &file, "do not match its chunks", "bug in soru");
    let place = built();
    let file = rebuild(&place, |sections| swap(sections, "facts", "chunks"));
    assert_finds(&place, &file, "chunks: ", "bug in soru");
    let place = built();
    let file = rebuild(&place, |sections| {
        let text = sections
            .iter_mut()
            .find(|(name, _)| name.starts_with("text/"));
        text.unwrap().1.truncate(9);
    });
    assert_finds(&place, &file, "text/", "bug in soru");
}

#[test]
fn files_of_other_builds_are_no_damage_and_noted() {
    let place = built();
    place.write("out/.soru-unfinished-core", "x");
    place.write("out/core-0123456789abcdef.msgpack.bin", "x");
    let output = place.run("verify out").printed();
    assert_contains(&output, ["note: data files of other builds: 1;"]);
    assert_contains(&output, ["note: unfinished files: 1;"]);
}

#[test]
fn r41_an_outline_that_is_damaged_is_found_and_one_that_is_missing_noted() {
    let place = built();
    place.write("out/outline.json.bin", "<!doctype html>");
    assert_finds(&place, "outline.json.bin", "gzip", "upload it again");
    std::fs::remove_file(place.path("out/outline.json.bin")).unwrap();
    let output = place.run("verify out").printed();
    assert_contains(&output, ["note: outline.json.bin is missing"]);
}

#[test]
fn r41_an_outline_of_another_build_is_found() {
    let place = built();
    place.write(
        "other/elsewhere.html",
        "<title>Elsewhere</title><p>Another site.",
    );
    place
        .run("build other --out another --index-only")
        .assert_done();
    let outline = "outline.json.bin";
    fs::copy(
        place.path("another").join(outline),
        place.path("out").join(outline),
    )
    .unwrap();
    assert_finds(
        &place,
        outline,
        "it belongs to another build",
        "upload it again",
    );
    // The state after a build that was killed before its last step.
    place.write("out/.soru-unfinished-manifest.msgpack", "x");
    let output = place.run("verify out").printed();
    assert_contains(
        &output,
        ["note: outline.json.bin: it belongs to another build"],
    );
    // Real damage is still reported.
    place.write("out/outline.json.bin", "<!doctype html>");
    assert_finds(&place, outline, "gzip", "upload it again");
}

#[test]
fn folder_without_a_bundle_is_reported() {
    let place = Workplace::new();
    place.write("page.html", "<p>A page.");
    for (named, problem) in [
        ("page.html", "page.html: it is a file"),
        ("nowhere", "nowhere: it cannot be opened: "),
    ] {
        let output = place.soru(&["verify", named]);
        assert_eq!(output.code, 1, "{output:?}");
        assert!(output.out.starts_with(problem), "{output:?}");
        assert!(
            output.out.contains("\n    name the folder of a bundle"),
            "{output:?}"
        );
    }
}

// Written by a builder without this check.
#[test]
fn a_setting_that_every_question_fails_with_is_found() {
    let place = built();
    let path = place.path("out").join(MANIFEST);
    let mut manifest = Manifest::read(&fs::read(&path).unwrap()).unwrap();
    let Value::Map(sections) = &mut manifest.configuration else {
        panic!("{manifest:?}")
    };
    let nope = ("retriever".to_owned(), Value::Text("nope".to_owned()));
    sections.push(("retrieval".to_owned(), Value::Map(vec![nope])));
    fs::write(&path, manifest.write().unwrap()).unwrap();
    assert_finds(
        &place,
        MANIFEST,
        "`retrieval.retriever` cannot be",
        "fix this setting in soru.toml",
    );
}
