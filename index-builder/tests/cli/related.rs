//! `soru query --related`, and nearly identical pages (R27, R37).

use serde_json::json;

use super::support::{Run, Workplace, assert_contains};

const ROOMS: &str = "A room in the dormitory has a desk, a wardrobe and a kitchen that roommates share. \
    The dormitory charges a deposit.";
/// Not the same text, which would be left out as a copy.
const ALMOST_ROOMS: &str = "A room in the dormitory has a desk, a wardrobe and a kitchen that roommates share. \
    The dormitory charges a deposit now.";
const EXAMS: &str =
    "The makeup exam follows a week after the midterm; an invigilator collects the papers.";

/// A site of two folders, built.
fn built(settings: &str) -> Workplace {
    let place = Workplace::new();
    let pages = [
        ("housing/rooms", "Rooms", ROOMS),
        (
            "housing/deposit",
            "Deposit",
            "The deposit for a room in the dormitory is paid before roommates move in.",
        ),
        ("housing/copy", "Rooms", ALMOST_ROOMS),
        ("exams/makeup", "Makeup exams", EXAMS),
        (
            "exams/midterm",
            "Midterms",
            "The midterm is no makeup exam; the invigilator wants an identity card.",
        ),
    ];
    for (path, title, text) in pages {
        let page = format!(
            "<html lang=en><title>{title}</title><main><h1>{title}</h1><p>{text}</main></html>"
        );
        place.write(&format!("pages/{path}.html"), &page);
    }
    place.write("own.toml", settings);
    let report = build(&place, &["--json"]).report();
    place.write("report.json", &report.to_string());
    place
}

/// Builds the site with `own.toml`, without the search box.
fn build(place: &Workplace, how: &[&str]) -> Run {
    let site = ["build", "pages", "--out", "out", "--config", "own.toml"];
    place.soru(&[&site[..], &["--index-only"], how].concat())
}

/// Requests the pages related to the one at an address.
fn query(place: &Workplace, address: &str, how: &[&str]) -> Run {
    place.soru(&[&["query", "out", "--related", address], how].concat())
}

fn report(place: &Workplace) -> serde_json::Value {
    let text = std::fs::read_to_string(place.path("report.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn r37_related_lists_pages_as_javascript_gets_them() {
    let place = built("");
    let output = query(&place, "/housing/deposit/", &["--top-k", "3"]);
    let output = output.printed();
    assert_eq!(output.lines().count(), 1, "the copy is not shown: {output}");
    assert_contains(&output, ["Rooms  housing/"]);
    let address = "https://x.example/exams/makeup?a=b#c";
    let found = query(&place, address, &["--lang", "en", "--json"]);
    let found = found.report();
    let pages = found["pages"].as_array().unwrap();
    assert_eq!(pages.len(), 1, "{found}");
    assert_eq!(
        (&pages[0]["url"], &pages[0]["title"], &pages[0]["lang"]),
        (
            &json!("exams/midterm.html"),
            &json!("Midterms"),
            &json!("en")
        )
    );
    assert!(pages[0]["similarity"].as_f64().unwrap() > 0.1);
    let nothing = query(&place, "nowhere.html", &[]);
    assert!(
        nothing
            .assert_done()
            .out
            .starts_with("the bundle has no page at this address")
    );
    query(&place, "exams/makeup.html", &["--top-k", "0"])
        .assert_fails_with(&["error: `top_k` cannot be 0"]);
    assert_eq!(query(&place, "a", &["--trace"]).code, 2);
}

#[test]
fn r27_near_duplicate_pages_are_reported_without_concern() {
    let place = built("");
    assert_eq!(
        report(&place)["alike"],
        json!([["housing/copy.html", "housing/rooms.html"]])
    );
    let output = build(&place, &["--strict"]).printed();
    assert_contains(
        &output,
        [
            "alike     2 pages have nearly the text of another page, and results show one of them. Nothing is to be done",
        ],
    );
    assert_contains(
        &output,
        ["            housing/copy.html, housing/rooms.html"],
    );
}

#[test]
fn r37_verify_counts_the_lists_of_related_pages() {
    let place = built("");
    let read = place.run("verify out --json").report();
    assert_eq!(read["read"]["related"], json!(5));
}

#[test]
fn r37_a_site_can_do_without() {
    let place = built("[indexing.related]\nenabled = false\n");
    let parts = report(&place)["parts"].to_string();
    assert!(!parts.contains("related"), "{parts}");
    let found = query(&place, "exams/makeup.html", &["--json"]);
    assert_eq!(found.report(), json!({ "pages": [] }));
    place.write("own.toml", "[indexing.related]\nmost = 0\n");
    build(&place, &[]).assert_fails_with(&["own.toml:2: `indexing.related.most` cannot be 0"]);
}
