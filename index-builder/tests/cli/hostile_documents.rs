//! Documents that are made to stop a build: each is reported, and the page beside it is indexed.
//! The tests generate all of them.

use std::io::{Cursor, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::Workplace;

fn package(files: &[(&str, &[&[u8]])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, parts) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        parts.iter().for_each(|part| zip.write_all(part).unwrap());
    }
    zip.finish().unwrap().into_inner()
}

fn docx(parts: &[&[u8]]) -> Vec<u8> {
    let start: &[u8] = b"<w:document xmlns:w='w'><w:body>";
    let end: &[u8] = b"</w:body></w:document>";
    package(&[("word/document.xml", &[&[start], parts, &[end]].concat())])
}

/// A Word file whose only style has very many elements, which take much memory for each byte.
fn heavy() -> Vec<u8> {
    let text = "<w:p/>".repeat(4 << 10);
    let letters = "Fees of the spring are due in May. ".repeat(30 << 10);
    let (text, letters) = (text.as_bytes(), letters.as_bytes());
    let mut parts = vec![b"<w:p><w:r><w:t>".as_slice()];
    parts.extend(vec![letters; 190]);
    parts.push(b"</w:t></w:r></w:p>");
    parts.extend(vec![text; 400]);
    docx(&parts)
}

fn ordinary(text: &str) -> Vec<u8> {
    docx(&[format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>").as_bytes()])
}

fn site(documents: &[(&str, Vec<u8>)]) -> Workplace {
    let place = Workplace::new();
    for (name, bytes) in documents {
        std::fs::write(place.path("site").join(name), bytes).unwrap();
    }
    place
}

fn report(place: &Workplace, more: &[&str]) -> Value {
    let arguments = [&["--index-only", "--json"], more].concat();
    place.build(&arguments).report()
}

/// The reasons for documents that are left out, with their names.
fn skipped(report: &Value) -> Vec<String> {
    let groups = report["skipped"].as_array().unwrap().iter();
    let lines = groups.flat_map(|group| {
        let pages = group["pages"].as_array().unwrap().iter();
        pages.map(|page| format!("{}: {}", page.as_str().unwrap(), group["reason"]))
    });
    lines.filter(|line| line.contains("site/x")).collect()
}

fn pages(report: &Value) -> u64 {
    report["pages"].as_u64().unwrap()
}

// The counts of the reader do not see the memory that its libraries take.
#[test]
fn a_document_that_takes_too_much_memory_is_reported_and_others_are_read() {
    let before = pages(&report(&Workplace::new(), &[]));
    let place = site(&[
        ("x1.docx", ordinary("Books are lent for four weeks.")),
        ("x2.docx", heavy()),
        ("x3.docx", ordinary("A dinghy is lent for an hour.")),
        ("x4.docx", heavy()),
    ]);
    place.write(
        "soru.toml",
        "[input.documents]\nmax_memory_megabytes = 256\n",
    );
    let first = report(&place, &["--jobs", "1"]);
    assert_eq!(pages(&first), before + 2, "{first:#}");
    let skipped = skipped(&first);
    assert_eq!(skipped.len(), 2, "{skipped:?}");
    assert!(
        skipped
            .iter()
            .all(|line| line.contains("more than 256 MB of memory")),
        "{skipped:?}"
    );
    // The order and the number of processes change nothing.
    let bundle = place.bundle("out");
    let again = report(&place, &["--jobs", "2"]);
    assert!(place.bundle("out") == bundle, "the bundles differ");
    assert_eq!(first["skipped"], again["skipped"]);
}

#[test]
fn a_document_that_takes_too_long_is_reported() {
    let place = site(&[
        ("x1.docx", heavy()),
        ("x2.docx", ordinary("A dinghy is lent for an hour.")),
    ]);
    let before = pages(&report(&Workplace::new(), &[]));
    place.write("soru.toml", "[input.documents]\nmax_seconds = 0\n");
    let report = report(&place, &[]);
    assert!(pages(&report) >= before, "{report:#}");
    let skipped = skipped(&report);
    assert!(
        skipped.iter().any(|line| line.contains("takes too long")),
        "{skipped:?}"
    );
}

// A computer that was busy once would leave the document out for ever.
#[test]
fn a_document_that_takes_too_long_is_tried_again_in_spite_of_a_cache() {
    let place = site(&[
        ("x1.docx", ordinary("Books are lent for four weeks.")),
        ("x2.docx", docx(&["<w:p>".repeat(1_000).as_bytes()])),
    ]);
    let cache = || report(&place, &["--cache", "kept"])["cache"].clone();
    let first = cache();
    let second = cache();
    assert_eq!(second["parsed"], 1, "{second}");
    assert_eq!(
        second["reused"].as_u64().unwrap() + 1,
        first["parsed"].as_u64().unwrap()
    );
}

#[test]
fn slides_of_one_file_share_its_address_without_a_warning() {
    let slide = |text: &str| {
        format!(
            "<p:sld xmlns:p='p' xmlns:a='a'><p:sp><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:sp></p:sld>"
        )
    };
    let (one, two) = (slide("Books are lent."), slide("Fees are due."));
    let bytes = package(&[
        (
            "ppt/presentation.xml",
            &[b"<p:p xmlns:p='p' xmlns:r='r'><p:sldIdLst><p:i r:id='a'/><p:i r:id='b'/></p:sldIdLst></p:p>"],
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            &[b"<R><R Id='a' Target='slides/1.xml'/><R Id='b' Target='slides/2.xml'/></R>"],
        ),
        ("ppt/slides/1.xml", &[one.as_bytes()]),
        ("ppt/slides/2.xml", &[two.as_bytes()]),
    ]);
    let place = site(&[("x.pptx", bytes)]);
    let run = place.build(&["--index-only"]);
    let output = run.printed() + &run.err;
    assert!(!output.contains("same address"), "{output}");
}

// A sandbox may forbid programs to start others.
#[cfg(unix)]
#[test]
fn documents_are_read_by_the_build_itself_where_no_process_can_be_started() {
    use std::os::unix::fs::PermissionsExt;
    let place = site(&[
        ("x1.docx", ordinary("Books are lent for four weeks.")),
        ("x2.docx", ordinary("A dinghy is lent for an hour.")),
    ]);
    let with = report(&place, &[]);
    // A program that is gone when it is to start itself again.
    let program = place.path("soru-moved");
    std::fs::copy(env!("CARGO_BIN_EXE_soru"), &program).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let without = built_without_program(&program, &place);
    assert_eq!(with["pages"], without["pages"]);
    let warnings = without["warnings"].to_string();
    assert_eq!(
        warnings.matches("no process can be started").count(),
        1,
        "{warnings}"
    );
}

/// The report of a build whose program is removed as soon as it runs: it waits for its settings.
#[cfg(unix)]
fn built_without_program(program: &Path, place: &Workplace) -> Value {
    let pipe = place.path("soru-later.toml");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let mut build = Command::new(program);
    build
        .current_dir(place.path("."))
        .args(["build", "site", "--out", "out2", "--index-only", "--json"])
        .args(["--config", "soru-later.toml"])
        .env("SOURCE_DATE_EPOCH", "1795132800")
        .env("SORU_ENCODERS", place.path("encoders"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let build = build.spawn().unwrap();
    // Opening waits for the reader, which then runs.
    let mut settings = std::fs::File::options().write(true).open(&pipe).unwrap();
    std::fs::remove_file(program).unwrap();
    let text = std::fs::read(place.path("soru.toml")).unwrap();
    settings.write_all(&text).unwrap();
    drop(settings);
    let output = build.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_hidden_command_says_for_whom_it_is() {
    let place = Workplace::new();
    let run = place.run("read-documents");
    run.assert_fails_with(&["error: this command is for builds alone"]);
    assert!(!place.run("--help").out.contains("read-documents"));
}
