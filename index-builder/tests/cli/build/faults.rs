//! `soru build` on faulty input: its messages, and the files that it must not touch.

use crate::support::{Workplace, assert_contains};

#[test]
fn strict_fails_only_for_unintended_omissions() {
    let place = Workplace::new();
    assert_eq!(place.build(&["--strict"]).code, 0);
    place.write("site/notes/broken.md", "---\ntitle: [\n---\ntext\n");
    let run = place.build(&["--strict", "--json"]);
    assert_eq!(run.code, 3, "{run:?}");
    let group = &run.json()["skipped"][1];
    assert_eq!(group["reason"], "malformed");
    let page = group["pages"][0].as_str().unwrap().to_owned();
    assert_contains(&page, ["broken.md", "line 3: front matter"]);
    assert_eq!(place.build(&[]).code, 0);
}

#[test]
fn mistakes_in_the_project_file_are_reported_with_their_lines() {
    let place = Workplace::new();
    place.write(
        "soru.toml",
        "[site]\ntitel = 'x'\n\n[inputs]\ncontent = []\n[ranking]\ntop_k = -1\n",
    );
    place.build(&[]).assert_fails_with(&[
        "soru.toml:2: unknown setting `site.titel`; did you mean `site.title`?",
        "soru.toml:4: unknown setting `inputs`; did you mean `input`?",
        "soru.toml:7: `ranking.top_k` cannot be -1",
        "error: 3 problems",
    ]);
    for (text, message) in [
        (
            "[input]\ncontent = ['main', 'a[']\n",
            "2: `input.content[1]` cannot be \"a[\"",
        ),
        (
            "[site]\nurl = 'example.org'\n",
            "2: `site.url` cannot be \"example.org\"",
        ),
    ] {
        place.write("soru.toml", text);
        place
            .build(&[])
            .assert_fails_with(&[&format!("soru.toml:{message}")]);
    }
    place
        .build(&["--config", "none.toml"])
        .assert_fails_with(&["error: none.toml: the project file"]);
    assert!(!place.path("out").exists());
}

#[test]
fn mistakes_in_json_lines_are_reported_with_their_lines() {
    let place = Workplace::new();
    place.write(
        "bad.jsonl",
        "{\"id\": \"a\", \"text\": \"x\"}\n{\"id\": 1}\n\n{\"id\": \"a\", \"text\": \"y\"}\n[",
    );
    place.run("build bad.jsonl --out out").assert_fails_with(&[
        "bad.jsonl:2: `id` and `text` are required",
        "bad.jsonl:4: the id `a` is already in use at bad.jsonl:1",
        "bad.jsonl:5: not a JSON object",
        "error: 3 problems in the input, nothing was written",
    ]);
}

#[test]
fn the_same_page_in_two_inputs_names_both() {
    let place = Workplace::new();
    place.write("other/en/fees.html", "<p>Other fees</p>");
    let run = place.run("build site other --out out");
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("site/en/fees.html") && run.err.contains("other/en/fees.html"),
        "{run:?}"
    );
}

#[test]
fn inputs_that_hold_no_page_are_an_error_that_helps() {
    let place = Workplace::new();
    place.write("empty/data.bin", "x");
    place
        .run("build empty --out out --config soru.toml")
        .assert_done();
    place.remove("soru.toml");
    place
        .run("build empty --out out2")
        .assert_fails_with(&["error: empty: no pages found"]);
    place
        .run("build nothing --out out2")
        .assert_fails_with(&["error: nothing: the input"]);
    place
        .run("build facts.csv --out out2")
        .assert_fails_with(&["error: facts.csv: a single file must be"]);
}

#[test]
fn pages_that_share_an_address_are_warned_of() {
    let place = Workplace::new();
    let page = "<link rel=canonical href='https://example.org/'><p>Some text of this page</p>";
    place.write("site/a.html", page);
    place.write("site/b.html", page);
    let report = place.build(&["--json"]).json();
    let warning = report["warnings"][0].as_str().unwrap().to_owned();
    assert!(
        warning.starts_with("site/a.html: 1 more pages have the same address"),
        "{warning}"
    );
}
