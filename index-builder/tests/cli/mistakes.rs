//! Mistakes in calling the command: each stops the build before anything is written, or is reported
//! with its consequence.

use std::fs;

use crate::support::Workplace;

// A bundle with such a setting would fail on every question.
#[test]
fn a_setting_that_every_question_would_fail_with_is_refused_and_the_bundle_stays() {
    let place = Workplace::new();
    place.build(&["--index-only"]).assert_done();
    let before = fs::read(place.path("out/manifest.msgpack")).unwrap();
    place.write("bad.toml", "[retrieval]\nretriever = \"nope\"");
    let run = place.build(&["--index-only", "--config", "bad.toml"]);
    run.assert_fails_with(&["bad.toml:2: `retrieval.retriever` cannot be "]);
    let after = fs::read(place.path("out/manifest.msgpack")).unwrap();
    assert!(after == before);
}

// The bundle's files were once among the pages.
#[test]
fn a_bundle_among_the_pages_is_refused_with_a_better_place() {
    let place = Workplace::new();
    place.run("build site --out site").assert_fails_with(&[
        "error: site: the output folder is an input folder; choose a separate one: --out \
             site/soru",
    ]);
    assert!(!place.path("site/manifest.msgpack").exists());
}

// An unwritable target must fail before the index is built.
#[test]
fn a_folder_that_cannot_be_written_to_is_refused_before_anything_is_read() {
    let place = Workplace::new();
    place.write("taken", "a file");
    for (out, message) in [
        ("taken", "error: taken: --out must be a folder"),
        ("taken/out", "error: taken/out: cannot be created"),
    ] {
        let run = place.soru(&[
            "build",
            "site",
            "--out",
            out,
            "--facts",
            "no-such-facts.csv",
        ]);
        run.assert_fails_with(&[message]);
    }
}

#[test]
fn a_project_file_in_an_old_encoding_is_refused_with_its_line_and_the_remedy() {
    let place = Workplace::new();
    let text = b"[site]\ntitle = \"\xd6\xf0renci \xfeleri\"\n";
    fs::write(place.path("old.toml"), text).unwrap();
    place
        .build(&["--config", "old.toml"])
        .assert_fails_with(&["old.toml:2: the file is not UTF-8; save it as UTF-8"]);
}

#[test]
fn quiet_strict_builds_still_report_their_failures() {
    let place = Workplace::new();
    place.write("site/empty.html", "");
    let run = place.build(&["--index-only", "--strict", "--quiet"]);
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{run:?}");
    assert_eq!(run.err, "skipped: site/empty.html: no text\n");
}

#[cfg(unix)]
#[test]
fn pipes_are_no_facts_and_reading_settings_ends() {
    let place = Workplace::new();
    let made = std::process::Command::new("mkfifo")
        .arg(place.path("pipe.csv"))
        .status();
    assert!(made.unwrap().success());
    place
        .build(&["--index-only", "--facts", "pipe.csv"])
        .assert_fails_with(&["pipe.csv: cannot be read: it is a pipe"]);
    place
        .build(&["--index-only", "--config", "/dev/zero"])
        .assert_fails_with(&[
            "error: /dev/zero: the project file cannot be read: it is larger than",
        ]);
}

// A file size limit applies to this run: the bundle exists already, so only pages would be written.
#[cfg(unix)]
#[test]
fn r41_pages_that_cannot_get_the_box_always_fail_the_build() {
    let place = Workplace::new();
    let build = format!(
        "{} build site --out site/soru --engine pkg --inject=/soru/ --quiet",
        env!("CARGO_BIN_EXE_soru")
    );
    place.write("pkg/soru_engine_bg.wasm", "no engine");
    place.write("pkg/soru-search.js", "// no box");
    let run = |before: &str| {
        let mut command = std::process::Command::new("sh");
        let script = format!("{before} exec {build}");
        let run = command.current_dir(place.path("")).args(["-c", &script]);
        let output = run.env("SOURCE_DATE_EPOCH", "1795132800").output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), stderr)
    };
    let page = fs::read_dir(place.path("site")).unwrap().flatten();
    let pages: Vec<_> = page.map(|entry| entry.path()).collect();
    let before: Vec<_> = pages.iter().map(|page| fs::read(page).ok()).collect();
    let index = ["build", "site", "--out", "site/soru", "--engine", "pkg"];
    place.soru(&index).assert_done();
    let (code, stderr) = run("trap '' XFSZ; ulimit -f 0;");
    assert_eq!(code, Some(1), "{stderr}");
    let named =
        |line: &str| line.starts_with("error: ") && line.contains(".html: cannot be written: ");
    assert!(stderr.lines().any(named), "{stderr}");
    let after: Vec<_> = pages.iter().map(|page| fs::read(page).ok()).collect();
    assert!(after == before);
    let (code, stderr) = run("");
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
}

// Directories, which even their owner cannot read as files: root can read any file.
#[cfg(target_os = "linux")]
#[test]
fn files_that_cannot_be_read_are_left_out_and_the_build_goes_on() {
    use std::os::unix::fs::symlink;
    let place = Workplace::new();
    let names = ["memory.html", "memory.md", "memory.jsonl"];
    for name in names {
        symlink("/proc/self/mem", place.path("site").join(name)).unwrap();
    }
    let settings = fs::read_to_string(place.path("soru.toml")).unwrap();
    let settings = format!("{settings}\n[input]\ninclude = [\"**\"]\n");
    place.write("all.toml", &settings);
    let arguments = [
        "--index-only",
        "--json",
        "--config",
        "all.toml",
        "--follow-links",
    ];
    let report = place.build(&arguments).report();
    let groups = report["skipped"].as_array().unwrap();
    let unreadable = groups.iter().find(|group| group["reason"] == "unreadable");
    let pages = unreadable.unwrap()["pages"].to_string();
    for name in names {
        assert!(pages.contains(name), "{report:#}");
    }
    assert!(report["pages"].as_u64() >= Some(9), "{report:#}");
    let strict = [&arguments[..], &["--strict"]].concat();
    assert_eq!(place.build(&strict).code, 3);
}

#[test]
fn hostile_lines_cost_themselves_alone() {
    let place = Workplace::new();
    let deep = format!("{{\"id\": \"deep\", \"text\": {}", "[".repeat(5000));
    let good = "{\"id\": \"good\", \"text\": \"A page of one line.\"}";
    let mut lines = format!("{good}\n{deep}\n").into_bytes();
    lines.extend(b"{\"id\": \"torn\", \"text\": \"\xff\"}\n");
    fs::write(place.path("lines.jsonl"), lines).unwrap();
    let arguments = ["build", "lines.jsonl", "--out", "out", "--json"];
    let run = place.soru(&[&arguments[..], &["--index-only"]].concat());
    let report = run.report();
    assert_eq!(report["pages"], 1, "{report:#}");
    let skipped = report["skipped"].to_string();
    for line in ["lines.jsonl:2", "lines.jsonl:3"] {
        assert!(skipped.contains(line), "{report:#}");
    }
}

#[test]
fn folders_that_are_not_there_and_sites_in_the_place_of_bundles_are_named() {
    let place = Workplace::new();
    place
        .run("build nosite")
        .assert_fails_with(&["error: nosite: no such folder or file"]);
    place.run("build site --index-only").assert_done();
    place.run("query site fees").assert_fails_with(&[
        "error: site: not a bundle: manifest.msgpack is missing; did you mean site/soru?",
    ]);
}
