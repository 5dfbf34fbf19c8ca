//! `soru build --cache`: unchanged pages are not parsed again, and the bundle is the same.

use std::fs;

use serde_json::Value;

use crate::support::{Workplace, assert_contains};

const CACHE: &str = "cache/pages.soru-cache";

fn build(place: &Workplace, out: &str, more: &[&str]) -> Value {
    let arguments = ["build", "site", "--out", out, "--index-only", "--json"];
    place.soru(&[&arguments, more].concat()).report()
}

/// Builds with the cache and without, asserts that both bundles are equal, and returns the numbers
/// of reused and of parsed pages.
fn compare(place: &Workplace, more: &[&str]) -> (u64, u64) {
    for out in ["with", "without"] {
        let _ = fs::remove_dir_all(place.path(out));
    }
    let report = build(place, "with", &[&["--cache", "cache"], more].concat());
    build(place, "without", more);
    assert!(place.bundle("with") == place.bundle("without"));
    let count = |name: &str| report["cache"][name].as_u64().unwrap();
    assert!(count("reused") == 0 || report["cache"]["savedSeconds"].as_f64() > Some(0.0));
    (count("reused"), count("parsed"))
}

#[test]
fn r2_only_changed_pages_are_parsed_and_the_bundle_has_the_same_bytes() {
    let place = Workplace::new();
    // Nine pages, plus a draft and a hidden page, which are also left out without parsing.
    assert_eq!(compare(&place, &[]), (0, 11));
    assert_eq!(compare(&place, &[]), (11, 0));
    assert_eq!(compare(&place, &["--jobs", "3"]), (11, 0));

    place.write("site/notes/canteen.txt", "Canteen\n\nSoup at noon.\n");
    assert_eq!(compare(&place, &[]), (10, 1), "one page was changed");
    place.write("site/new/one.html", "<p>A new page about rowing boats.</p>");
    assert_eq!(compare(&place, &[]), (11, 1), "one was added");
    let library = fs::read_to_string(place.path("site/en/library.html")).unwrap();
    place.remove("site/en/library.html");
    assert_eq!(compare(&place, &[]), (11, 0), "one was removed");
    place.write("site/en/library.html", &library);
    let came_back = compare(&place, &[]);
    assert_eq!(
        came_back,
        (11, 1),
        "the cache drops entries of removed pages"
    );
    assert_eq!(place.files("cache"), ["pages.soru-cache"]);
}

// A page's path and the settings affect how it is read.
#[test]
fn other_settings_and_other_paths_are_other_entries() {
    let place = Workplace::new();
    compare(&place, &[]);
    let settings = fs::read_to_string(place.path("soru.toml")).unwrap();
    place.write(
        "other.toml",
        &format!("{settings}\n[input]\nignore = [\"p\"]\n"),
    );
    let (reused, parsed) = compare(&place, &["--config", "other.toml"]);
    assert_eq!((reused, parsed > 0), (0, true));
    compare(&place, &[]);
    fs::rename(
        place.path("site/notes/enrolment.md"),
        place.path("site/notes/moved.md"),
    )
    .unwrap();
    assert_eq!(compare(&place, &[]), (10, 1));
}

// Repeated template content is detected over many pages together, whichever of them were parsed.
#[test]
fn repeated_template_text_is_found_in_cached_pages_too() {
    let place = Workplace::new();
    let page = |number: u32, notice: &str| {
        format!("<body><p>{notice}</p><p>Page number {number} is about matter {number}.</p>")
    };
    for number in 0..12 {
        let text = page(number, "This site is under construction.");
        place.write(&format!("site/many/{number}.html"), &text);
    }
    compare(&place, &[]);
    for number in 0..11 {
        place.write(&format!("site/many/{number}.html"), &page(number, ""));
    }
    // The template of the site has changed, so all its HTML pages are parsed again.
    assert_eq!(compare(&place, &[]), (3, 20));
}

#[test]
fn a_damaged_cache_is_a_warning_and_never_a_wrong_bundle() {
    let place = Workplace::new();
    compare(&place, &[]);
    let whole = fs::read(place.path(CACHE)).unwrap();
    let mut flipped = whole.clone();
    let words = b"Enrolment";
    let is_here = |at: &usize| whole[*at..].starts_with(words);
    // The database may also have the word in unused space, where damage does not matter.
    let places: Vec<usize> = (0..whole.len()).filter(is_here).collect();
    assert!(!places.is_empty(), "a page has the word");
    for at in places {
        flipped[at] ^= 1;
    }
    for damaged in [&whole[..whole.len() / 2], &flipped, b"no cache"] {
        fs::write(place.path(CACHE), damaged).unwrap();
        let report = build(&place, "out", &["--cache", "cache"]);
        let warning = report["warnings"][0].as_str().unwrap();
        assert_contains(warning, ["pages.soru-cache: the cache is damaged"]);
        assert!(report["cache"]["parsed"].as_u64() > Some(0), "{report:#}");
        build(&place, "without", &[]);
        assert!(place.bundle("out") == place.bundle("without"));
        // It is whole again.
        assert_eq!(compare(&place, &[]), (11, 0));
    }
}

#[test]
fn a_cache_that_cannot_be_written_is_a_warning() {
    let place = Workplace::new();
    place.write("cache", "a file and no folder");
    let report = build(&place, "out", &["--cache", "cache"]);
    let warnings = report["warnings"].to_string();
    assert_contains(&warnings, ["the cache cannot be written"]);
    assert_eq!(report["pages"], 9);
}
