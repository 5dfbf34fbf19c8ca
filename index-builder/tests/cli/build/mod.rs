//! `soru build`, end to end: the bundle of a site.

mod faults;

use std::fs;

use crate::support::{Run, Workplace, assert_contains};

#[test]
fn a_site_becomes_a_bundle_that_answers() {
    let place = Workplace::new();
    let report = place.build(&["--json"]).report();
    assert_eq!(report["pages"], 9, "{report}");
    assert_eq!(report["facts"], 2);
    assert_eq!(report["config"], "./soru.toml".trim_start_matches("./"));
    assert!(report["words"]["en"].as_u64() > Some(50), "{report}");
    assert!(report["words"]["tr"].as_u64() > Some(20), "{report}");
    assert_eq!(
        report["warnings"].as_array().map(Vec::len),
        Some(0),
        "{report}"
    );
    let reasons: Vec<&str> = report["skipped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["reason"].as_str().unwrap())
        .collect();
    assert_eq!(
        reasons,
        ["asks not to be indexed (robots: noindex)", "search: false"]
    );

    let asked = ["query", "out", "When is the reading room open?", "--json"];
    let always = ["--option", "answer.min_confidence=0"];
    let answer = place.soru(&[&asked[..], &always].concat());
    let answer = answer.report();
    assert_eq!(
        answer["hits"][0]["url"], "en/library.html#hours",
        "{answer}"
    );
    assert!(
        answer["answer"]
            .as_str()
            .is_some_and(|text| text.contains("eight in the morning")),
        "{answer}"
    );
    let old = place.ask("out", "gecikme cezası").report();
    assert_eq!(old["hits"][0]["id"], "tr/library.html", "{old}");
    let inspected = place.run("inspect out --json").report();
    assert_eq!(inspected["documents"], 9);
}

#[test]
fn the_parts_of_the_index_are_reported_only_on_request() {
    let place = Workplace::new();
    let usual = place.build(&[]).printed();
    let detailed = place.build(&["--verbose"]).printed();
    assert_contains(
        &detailed,
        ["chunks    ", "size      ", "  manifest (1 file)"],
    );
    for line in usual.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(!["chunks", "vectors", "size"].contains(&word), "{usual}");
    }
    assert_contains(&usual, ["pages     9\n", "bundle    "]);
}

// Menus and banners are on every page: in the index, they would match everywhere.
#[test]
fn nothing_of_the_template_is_in_the_index() {
    let place = Workplace::new();
    place.build(&[]).assert_done();
    for words in [
        "cookies count visitors",
        "skip content",
        "çerez ziyaretçilerini",
        "nobody find",
    ] {
        let found = place.ask("out", words).report();
        let text = found["hits"].to_string();
        for word in ["cookie", "Skip", "çerez", "Nobody", "©"] {
            assert!(!text.contains(word), "{words}: {text}");
        }
    }
}

#[test]
fn r1_markdown_text_and_json_lines_are_read_like_pages() {
    let place = Workplace::new();
    place.run("build site corpus.jsonl --out out").assert_done();
    let best = |question: &str| {
        let found = place.ask("out", question).report();
        (
            found["hits"][0]["id"].clone(),
            found["hits"][0]["url"].clone(),
        )
    };
    assert_eq!(
        best("two photographs"),
        ("notes/enrolment.md".into(), "enrolment/#documents".into())
    );
    assert_eq!(
        best("fish on Fridays"),
        ("notes/canteen.txt".into(), "notes/canteen.txt".into())
    );
    assert_eq!(best("hire boats"), ("a".into(), "boats.html".into()));
    assert_eq!(best("iskelede kiralanan tekneler"), ("b".into(), "".into()));
}

/// Enough pages to learn which words go together.
fn write_pages(place: &Workplace) {
    for number in 0..40 {
        let words: Vec<String> = (0..30)
            .map(|turn| format!("kelime{}", (number * 13 + turn * turn * 7) % 90))
            .collect();
        place.write(&format!("site/pages/{number}.txt"), &words.join(" "));
    }
}

#[test]
fn r19_without_an_encoder_there_are_no_vectors_and_a_setting_that_made_some_is_refused() {
    let place = Workplace::new();
    write_pages(&place);
    let settings = |more: &str| {
        let text = fs::read_to_string(place.path("soru.toml")).unwrap();
        let own = text.split("[indexing.vectors]").next().unwrap().to_owned();
        place.write("soru.toml", &format!("{own}\n[indexing.vectors]\n{more}\n"));
        place.build(&["--config", "soru.toml", "--index-only"])
    };
    let run = settings("");
    assert!(!run.assert_done().out.contains("\nvectors"), "{run:?}");
    for (setting, message) in [
        (
            "dimensions = 512",
            "`indexing.vectors.dimensions` cannot be 512",
        ),
        (
            "enabled = true",
            "`indexing.vectors.enabled` is gone; remove it",
        ),
    ] {
        let run = settings(setting);
        assert_eq!(run.code, 1);
        assert!(run.err.contains(message), "{run:?}");
        assert!(run.err.contains("soru.toml:"), "{run:?}");
    }
}

#[test]
fn a_rebuild_keeps_the_files_of_the_build_before_and_no_older_ones() {
    let place = Workplace::new();
    place.build(&[]).assert_done();
    let first = place.files("out");
    let edit = |text: &str| {
        place.write("site/notes/canteen.txt", text);
        place.build(&["--json"]).report()
    };
    assert_eq!(place.build(&["--json"]).json()["unchanged"], true);
    assert_eq!(place.files("out"), first);

    assert_eq!(edit("Canteen\n\nSoup at noon.\n")["removed"], 0);
    let second = place.files("out");
    assert!(first.iter().all(|file| second.contains(file)), "{second:?}");
    edit("Canteen\n\nBread at noon.\n");
    let third = place.files("out");
    let old: Vec<&String> = first.iter().filter(|file| !second.contains(file)).collect();
    assert!(old.iter().all(|file| !third.contains(file)), "{third:?}");
    assert_eq!(third.len(), second.len());
    place.run("verify out").assert_done();
}

#[test]
fn r41_the_outline_has_the_site_s_questions_titles_and_headings() {
    let place = Workplace::new();
    place.build(&["--index-only"]).assert_done();
    let outline = fs::File::open(place.path("out/outline.json.bin")).unwrap();
    let outline = flate2::read::GzDecoder::new(outline);
    let outline: serde_json::Value = serde_json::from_reader(outline).unwrap();
    let library = outline["pages"].as_array().unwrap().iter();
    let mut library = library.filter(|page| page[1] == "en/library.html");
    let library = library.next().unwrap().as_array().unwrap();
    assert_eq!(library[2], "en");
    let hours = library.iter().position(|text| text == "hours").unwrap();
    assert_eq!(hours % 2, 0, "an id stands behind its heading: {library:?}");
    let questions = outline["suggestions"].as_array().unwrap();
    assert!(
        !questions.is_empty() && questions.len() <= 10,
        "{questions:?}"
    );
    assert!(outline.to_string().len() < 32_000);
}

// From such an ending a host may take a `Content-Encoding`, and browsers would inflate the file.
#[test]
fn r41_no_file_of_a_bundle_is_named_like_an_encoding() {
    let place = Workplace::new();
    place.build(&[]).assert_done();
    let bundle = place.bundle("out");
    for (name, bytes) in &bundle {
        let ending = name.rsplit('.').next().unwrap_or_default();
        assert!(!["gz", "br", "zst", "z"].contains(&ending), "{name}");
        let is_packed = bytes.starts_with(b"\x1f\x8b");
        assert_eq!(is_packed, ending == "bin", "{name}");
    }
    assert!(bundle.iter().any(|(name, _)| name == "outline.json.bin"));
}

// A killed build left a file.
#[test]
fn unfinished_files_of_a_broken_build_are_removed() {
    let place = Workplace::new();
    place.build(&[]).assert_done();
    place.write("out/.soru-unfinished-x", "x");
    place.write("site/notes/canteen.txt", "Canteen\n\nSoup.\n");
    place.build(&[]).assert_done();
    assert!(
        !place
            .files("out")
            .iter()
            .any(|file| file.starts_with(".soru-unfinished"))
    );
}

#[test]
fn the_browser_engine_comes_from_a_folder_or_is_left_out() {
    let place = Workplace::new();
    for file in [
        "soru_engine_bg.wasm",
        "soru.js",
        "soru-search.js",
        "element/a.js",
        "README.md",
    ] {
        place.write(&format!("pkg/{file}"), file);
    }
    let with = place.build(&["--engine", "pkg", "--json"]).report();
    assert_eq!(with["hasBrowserFiles"], true);
    let files = place.files("out");
    let engine = files.iter().find(|file| file.starts_with("engine-"));
    let engine = format!("out/{}", engine.unwrap());
    assert!(place.path(&engine).join("element/a.js").is_file());
    assert!(place.path("out/soru.js").is_file());
    assert!(!place.path("out/README.md").exists());
    let output = place.build(&["--engine", "pkg"]).out;
    assert_contains(&output, ["src=\"/out/soru-search.js\"></script>"]);
    assert_contains(&output, ["<soru-search></soru-search>"]);
    let without = place.run("build site --out bare --index-only");
    assert!(
        without.assert_done().out.contains("soru-search"),
        "{without:?}"
    );
    assert!(!place.path("bare/soru.js").exists());
    place
        .build(&["--engine", "site"])
        .assert_fails_with(&["error: site: soru_engine"]);
    assert_eq!(place.build(&["--engine", "pkg", "--index-only"]).code, 2);
}

#[test]
fn a_bundle_inside_the_site_is_no_page_of_it() {
    let place = Workplace::new();
    place.write("site/soru/index.html", "<p>not a page</p>");
    let report = place.run("build site --out site/soru --json").report();
    assert_eq!(report["pages"], 9);
}

#[test]
fn quiet_prints_nothing_and_wrong_arguments_exit_with_two() {
    let place = Workplace::new();
    let Run { out, err, code } = place.build(&["--quiet"]);
    assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0));
    assert_eq!(place.run("build").code, 2);
    assert_eq!(place.build(&["--jobs", "0"]).code, 2);
    assert_eq!(place.run("bild").code, 2);
    assert!(
        place
            .run("--help")
            .assert_done()
            .out
            .contains("Exit codes:")
    );
}

#[test]
fn r1_without_a_folder_for_it_the_bundle_is_put_into_the_site() {
    let place = Workplace::new();
    let built = place.run("build site --index-only");
    built.assert_done();
    assert!(place.path("site/soru/manifest.msgpack").is_file());
    // The next build does not read it as a page.
    let again = place.run("build site --index-only --json");
    let first = built.out.lines().find(|line| line.starts_with("pages"));
    let pages = again.report()["pages"].to_string();
    assert!(
        first.is_some_and(|line| line.contains(&pages)),
        "{first:?} {pages}"
    );
    place.write("one.jsonl", "{\"id\": \"1\", \"text\": \"One.\"}\n");
    let refused = place.run("build one.jsonl");
    assert!(
        refused.code == 1 && refused.err.contains("--out DIR"),
        "{refused:?}"
    );
}

// Sphinx copies its sources next to the pages, and webpack writes licence files: both once appeared
// as pages in results.
#[test]
fn extra_files_of_site_generators_are_not_pages() {
    let place = Workplace::new();
    for file in ["_sources/fees.rst.txt", "assets/main.5f2a.js.LICENSE.txt"] {
        place.write(
            &format!("made/{file}"),
            "Fees\n\nThe narwhal costs ten euros.",
        );
    }
    place.write(
        "made/fees.html",
        "<title>Fees</title><p>The narwhal costs ten euros.",
    );
    let built = place.run("build made --out out --index-only --json");
    assert_eq!(built.report()["pages"], 1, "{built:?}");
}

// A first question helps people who try the tool for the first time.
#[test]
fn a_build_names_a_first_question_that_the_site_answers() {
    let place = Workplace::new();
    let built = place.run("build site --index-only");
    let line = built
        .assert_done()
        .out
        .lines()
        .find(|line| line.starts_with("  soru query "));
    let (command, question) = line
        .and_then(|line| line.trim_end_matches('"').split_once(" \""))
        .unwrap();
    assert_eq!(command, "  soru query site/soru");
    let asked = place.ask("site/soru", question);
    assert!(
        !asked.report()["hits"].as_array().unwrap().is_empty(),
        "{question}"
    );
}
