//! R41: the actions of `soru build` beyond the bundle's folder.

use crate::support::{Workplace, assert_contains};

/// A site with a fake package: only names and contents matter here.
fn workplace() -> Workplace {
    let place = Workplace::new();
    for file in [
        "soru_engine_bg.wasm",
        "soru_engine_bg.wasm.bin",
        "full.wasm.bin",
        "soru-search.js",
        "offline.js",
        "service-worker.js",
    ] {
        place.write(&format!("pkg/{file}"), &format!("// {file}\n"));
    }
    place
}

fn build<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["build", "site", "--out", out, "--engine", "pkg", "--json"];
    [&fixed, more].concat()
}

fn text(place: &Workplace, file: &str) -> String {
    std::fs::read_to_string(place.path(file)).unwrap_or_default()
}

#[test]
fn r41_a_service_worker_in_the_sites_root_keeps_the_bundle_of_this_build() {
    let place = workplace();
    let output = place.soru(&build("site/soru", &["--offline"]));
    let report = output.report();
    assert_eq!(report["serviceWorker"]["answers"], true, "{report}");
    let script = text(&place, "site/soru-service-worker.js");
    assert!(script.starts_with("self.soruOffline={"), "{script}");
    assert_contains(&script, ["// service-worker.js"]);
    for kept in [
        "\"bundle\":\"soru/\"",
        "[\"manifest.msgpack\",\"sha256-",
        "[\"soru-search.js\"",
        "/offline.js\"",
        "/full.wasm.bin\"",
        "/soru_engine_bg.wasm\"",
        "[\"core-",
    ] {
        assert!(script.contains(kept), "no {kept} in {script}");
    }
    assert!(!script.contains("soru_engine_bg.wasm.bin"), "kept twice");
    let page = text(&place, "site/soru/soru-search.js");
    assert!(
        page.starts_with("// soru-search.js\n")
            && page.contains("register(\"./../../soru-service-worker.js\")"),
        "{page}"
    );
    assert!(!place.path("site/soru/service-worker.js").exists());
    place
        .soru(&build("site/soru", &["--offline"]))
        .assert_done();
    assert_eq!(text(&place, "site/soru-service-worker.js"), script);
}

#[test]
fn r41_a_site_built_without_it_ends_its_service_worker() {
    let place = workplace();
    place
        .soru(&build("site/soru", &["--offline"]))
        .assert_done();
    let output = place.soru(&build("site/soru", &[])).report();
    assert_eq!(output["serviceWorker"]["answers"], false, "{output}");
    assert!(text(&place, "site/soru-service-worker.js").contains("unregister"));
    assert_eq!(
        text(&place, "site/soru/soru-search.js"),
        "// soru-search.js\n"
    );
    let again = place.soru(&build("site/soru", &[])).report();
    assert!(again["serviceWorker"].is_null(), "{again}");
}

#[test]
fn r41_the_site_root_is_the_input_with_the_bundle_or_as_given() {
    let place = workplace();
    place
        .soru(&build("site/assets/soru", &["--offline"]))
        .assert_done();
    assert!(text(&place, "site/soru-service-worker.js").contains("\"bundle\":\"assets/soru/\""));
    place
        .soru(&build("public/x/soru", &["--offline", "--site", "public"]))
        .assert_done();
    assert!(text(&place, "public/soru-service-worker.js").contains("\"bundle\":\"x/soru/\""));
    place
        .soru(&build("elsewhere/soru", &["--offline"]))
        .assert_done();
    assert!(text(&place, "elsewhere/soru-service-worker.js").contains("\"bundle\":\"soru/\""));
    let refused = place.soru(&build("elsewhere/soru", &["--offline", "--site", "site"]));
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("name it with --site"), "{refused:?}");
}

const PAGE: &str = "<!doctype html><html><head><title>A page</title></head><body><p>Words of it.";

#[test]
fn r41_the_box_goes_into_every_page_of_the_site_once() {
    let place = workplace();
    place.write("public/index.html", PAGE);
    place.write("public/en/about.html", PAGE);
    let all = ["build", "public", "--out", "public/soru", "--engine", "pkg"];
    let inject = |more: &[&str]| place.soru(&[&all, more].concat());
    let output = inject(&["--inject"]).printed();
    assert_contains(&output, ["added to 2 pages"]);
    let page = text(&place, "public/en/about.html");
    for part in [
        "src=\"../soru/soru-search.js\"",
        "<body><!--soru--><soru-search form=\"dialog\" header>",
    ] {
        assert_contains(&page, [part]);
    }
    let again = inject(&["--inject", "--json"]).report();
    assert_eq!(again["injected"]["unchanged"], 2, "{again}");
    assert_eq!(again["unchanged"], true, "the box is no text of the site");
    inject(&["--inject=https://cdn.example/soru"]).assert_done();
    let page = text(&place, "public/en/about.html");
    assert!(
        page.contains("\"https://cdn.example/soru/soru-search.js\"") && !page.contains("../soru"),
        "{page}"
    );
}

#[test]
fn r41_pages_outside_the_site_are_not_changed() {
    let place = workplace();
    place.write("public/index.html", PAGE);
    place.write("other/index.html", PAGE);
    let build = [
        "build",
        "other",
        "--out",
        "public/soru",
        "--engine",
        "pkg",
        "--inject",
        "--json",
    ];
    let output = place.soru(&build).report();
    assert_eq!(output["injected"]["changed"], 1, "{output}");
    assert_eq!(text(&place, "other/index.html"), PAGE);
    let elsewhere = place.soru(&[&build[..], &["--site", "other"]].concat());
    assert!(
        elsewhere.err.contains("name it with --site"),
        "{elsewhere:?}"
    );
    assert_eq!(text(&place, "other/index.html"), PAGE);
}

#[test]
fn hashes_are_printed_and_inserted_into_pages() {
    let place = workplace();
    place.write("public/index.html", PAGE);
    let build = [
        "build",
        "public",
        "--out",
        "public/soru",
        "--engine",
        "pkg",
        "--integrity",
    ];
    let output = place.soru(&build).printed();
    assert_contains(
        &output,
        ["integrity=\"sha384-", "type=\"importmap\"", "'sha256-"],
    );
    place
        .soru(&[&build[..], &["--inject"]].concat())
        .assert_done();
    let page = text(&place, "public/index.html");
    assert_contains(
        &page,
        [
            "{\"integrity\":{\"./soru/engine-",
            "/offline.js\":\"sha384-",
        ],
    );
}

#[test]
fn keep_from_keeps_the_files_of_the_last_deployment_and_warns_of_folders_without_a_bundle() {
    let place = workplace();
    place.soru(&build("last/soru", &[])).assert_done();
    place.write(
        "site/new.html",
        "<title>New</title><p>A page that came later.</p>",
    );
    let keep = ["--keep-from", "last/soru"];
    let report = place.soru(&build("site/soru", &keep)).report();
    assert!(report["kept"].as_u64() > Some(0), "{report}");
    let first = ["--keep-from", "nowhere"];
    let report = place.soru(&build("site/soru", &first)).report();
    assert_eq!(report["kept"], 0, "{report}");
    place.write("broken/manifest.msgpack", "<!doctype html>");
    let broken = ["--keep-from", "broken"];
    let report = place.soru(&build("site/soru", &broken)).report();
    let warnings = report["warnings"].to_string();
    assert_contains(&warnings, ["last deployed bundle"]);
}

/// Names of the modules in the engine folders of a bundle, with their content.
fn engines(place: &Workplace, bundle: &str) -> Vec<(String, String)> {
    let folder = place.path(bundle);
    let files = walkdir::WalkDir::new(&folder).min_depth(2).into_iter();
    let mut files: Vec<_> = files
        .map(|entry| {
            let entry = entry.unwrap();
            let name = entry.path().strip_prefix(&folder).unwrap();
            let content = std::fs::read_to_string(entry.path()).unwrap();
            (name.to_string_lossy().into_owned(), content)
        })
        .collect();
    files.sort();
    files
}

// A tab that was open before an upgrade loads more modules of the old engine later.
#[test]
fn keep_from_keeps_the_engine_of_the_last_deployment_and_none_that_is_older() {
    let place = workplace();
    let mut last = String::from("nowhere");
    let mut before = Vec::new();
    for version in ["one", "two", "three"] {
        place.write("pkg/offline.js", &format!("// {version}\n"));
        let out = format!("{version}/soru");
        let keep = ["--keep-from", &last];
        place.soru(&build(&out, &keep)).assert_done();
        place.soru(&["verify", &out]).assert_done();
        let there = engines(&place, &out);
        let (kept, own): (Vec<_>, Vec<_>) =
            there.into_iter().partition(|file| before.contains(file));
        assert_eq!(kept, before, "{version}");
        assert_eq!(own.len(), 4, "{version}: {own:?}");
        (last, before) = (out, own);
    }
    // The same engine again is there once.
    place
        .soru(&build("four/soru", &["--keep-from", &last]))
        .assert_done();
    assert_eq!(engines(&place, "four/soru"), before);
}
