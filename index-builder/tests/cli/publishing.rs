//! R41: what `soru build` does beyond the bundle's own folder.

use crate::support::Workplace;

/// A site with a package that is none: names and contents are what counts here.
fn workplace() -> Workplace {
    let place = Workplace::new();
    for file in [
        "soru_engine_bg.wasm",
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
    let told = place.soru(&build("site/soru", &["--offline"]));
    let report = told.assert_done().json();
    assert_eq!(report["serviceWorker"]["answers"], true, "{report}");
    let script = text(&place, "site/soru-service-worker.js");
    assert!(script.starts_with("self.soruOffline={"), "{script}");
    assert!(script.contains("// service-worker.js"), "{script}");
    for kept in [
        "\"bundle\":\"soru/\"",
        "[\"manifest.msgpack\",\"sha256-",
        "[\"offline.js\"",
        "[\"core-",
    ] {
        assert!(script.contains(kept), "no {kept} in {script}");
    }
    let page = text(&place, "site/soru/soru-search.js");
    assert!(
        page.starts_with("// soru-search.js\n")
            && page.contains("register(\"./../soru-service-worker.js\")"),
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
    let told = place.soru(&build("site/soru", &[])).assert_done().json();
    assert_eq!(told["serviceWorker"]["answers"], false, "{told}");
    assert!(text(&place, "site/soru-service-worker.js").contains("unregister"));
    assert_eq!(
        text(&place, "site/soru/soru-search.js"),
        "// soru-search.js\n"
    );
    let again = place.soru(&build("site/soru", &[])).assert_done().json();
    assert!(again["serviceWorker"].is_null(), "{again}");
}

#[test]
fn r41_the_sites_root_is_the_input_with_the_bundle_or_as_said() {
    let place = workplace();
    place
        .soru(&build("site/assets/soru", &["--offline"]))
        .assert_done();
    assert!(text(&place, "site/soru-service-worker.js").contains("\"bundle\":\"assets/soru/\""));
    place
        .soru(&build("public/x/soru", &["--offline=public"]))
        .assert_done();
    assert!(text(&place, "public/soru-service-worker.js").contains("\"bundle\":\"x/soru/\""));
    place
        .soru(&build("elsewhere/soru", &["--offline"]))
        .assert_done();
    assert!(text(&place, "elsewhere/soru-service-worker.js").contains("\"bundle\":\"soru/\""));
    let refused = place.soru(&build("elsewhere/soru", &["--offline=site"]));
    assert_eq!(refused.code, 1);
    assert!(
        refused.err.contains("--offline needs the site's root"),
        "{refused:?}"
    );
}
