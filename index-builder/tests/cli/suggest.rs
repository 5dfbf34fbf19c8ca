//! Suggested facts end to end: a site's owner requests them, checks them and moves the correct
//! ones. The test serves the model.

use std::fs::read_to_string;

use serde_json::{Value, json};

use crate::questions::{ModelServer, in_lines, lines, reply, response, section_of};
use crate::support::{Run, Workplace, assert_contains};

const FILE: &str = "facts-suggested.yaml";

const LATE: &str = "What happens if I pay late?";

/// Finds a fact in the section about late payment, and none elsewhere.
fn usual(section: &str) -> String {
    let fact = json!({"question": LATE, "aliases": ["late payment"], "answer": "ten crowns for every week"});
    if section.contains("ten crowns") {
        json!([fact]).to_string()
    } else {
        "[]".to_owned()
    }
}

fn suggest(place: &Workplace, server: &ModelServer, more: &[&str]) -> Run {
    let mut arguments = vec!["facts", "suggest", "site/en", "--model", "small:7b"];
    arguments.extend(["--endpoint", &server.address]);
    arguments.extend(more);
    place.soru(&arguments)
}

fn suggestions(place: &Workplace) -> String {
    read_to_string(place.path(FILE)).unwrap()
}

#[test]
fn facts_are_suggested_once_and_only_for_sections_without_facts() {
    let place = Workplace::new();
    let server = ModelServer::new(|section| {
        // The site has this fact in other words.
        let cost = "How much is the fee for bachelor's degrees?";
        if section.contains("410 crowns") {
            return json!([{"question": cost, "answer": "410 crowns"}]).to_string();
        }
        usual(section)
    });
    let run = suggest(&place, &server, &[]);
    let lines: Vec<&str> = run.assert_done().out.lines().collect();
    assert_eq!(
        lines,
        [
            "facts     1 suggested for 1 of 6 sections",
            "dropped   1 suggestion: 1 a question that has a fact",
            "file      facts-suggested.yaml: check every fact; no build reads them",
        ]
    );
    let written = suggestions(&place);
    assert!(written.starts_with("# Facts that a language model has suggested"));
    let entry = "- question: \"What happens if I pay late?\"\n  aliases:\n    - \"late payment\"\n  \
                 answer: \"ten crowns for every week\"\n  source_url: \"fees.html#late\"\n";
    assert_contains(&written, [entry]);
    let quote = "source_quote: \"Whoever pays late owes ten crowns for every week.\"";
    assert_contains(&written, [quote]);
    // The format is that of facts, and sources and quotations match the pages.
    place
        .soru(&["facts", "check", FILE, "--pages", "site/en"])
        .assert_done();

    let run = suggest(&place, &server, &[]);
    assert!(
        run.assert_done()
            .out
            .starts_with("sections  all have answers"),
        "{run:?}"
    );
    assert_eq!(server.requests(), 6);
    assert_eq!(suggestions(&place), written);
}

#[test]
fn no_build_reads_suggestions() {
    let place = Workplace::new();
    let server = ModelServer::new(usual);
    suggest(&place, &server, &[]).assert_done();
    let answer = |place: &Workplace| {
        place.build(&["--index-only"]).assert_done();
        let asked = place.ask("out", LATE);
        asked.report()["method"].clone()
    };
    assert_ne!(answer(&place), "fact_exact");
    place.build(&["--facts", FILE]).assert_fails_with(&[
        "error: facts-suggested.yaml: the file contains unchecked \
            suggestions",
    ]);
    // The owner moves it.
    std::fs::rename(place.path(FILE), place.path("late.yaml")).unwrap();
    place
        .build(&["--index-only", "--facts", "late.yaml"])
        .assert_done();
    let asked = place.ask("out", LATE);
    assert_eq!(asked.json()["method"], "fact_exact");
}

#[test]
fn edited_suggestions_stay_and_only_changed_sections_are_requested_again() {
    let place = Workplace::new();
    let server = ModelServer::new(usual);
    suggest(&place, &server, &[]).assert_done();
    let edited = suggestions(&place).replace("late payment", "fine for paying late");
    place.write(FILE, &edited);
    let page = read_to_string(place.path("site/en/fees.html")).unwrap();
    let page = page.replace("owes ten crowns for", "now owes ten crowns for");
    place.write("site/en/fees.html", &page);
    let run = suggest(&place, &server, &[]);
    assert!(
        run.assert_done()
            .out
            .contains("1 suggestion: 1 a question that has a fact"),
        "{run:?}"
    );
    assert_eq!(server.requests(), 7);
    let now = suggestions(&place);
    assert!(now.starts_with(&edited), "{now}");
    assert_eq!(now.matches("- question:").count(), 1);

    // With another answer the question is suggested again, below the existing ones.
    let page = page.replace("ten crowns for every week", "ten crowns for every day");
    place.write("site/en/fees.html", &page);
    let server = ModelServer::new(|section| usual(section).replace("every week", "every day"));
    suggest(&place, &server, &[]).assert_done();
    assert_eq!(server.requests(), 1);
    assert!(suggestions(&place).starts_with(&now));
    assert_eq!(suggestions(&place).matches("- question:").count(), 2);

    place.write(FILE, "facts:\n  - question: a\n");
    suggest(&place, &server, &["--dry-run"])
        .assert_fails_with(&["error: facts-suggested.yaml: cannot append to this file"]);
}

#[test]
fn busy_broken_and_hostile_servers_cost_nothing_that_is_there() {
    let place = Workplace::new();
    let server = ModelServer::scripted(|number, section| match number {
        0 => response("429 Too Many Requests", "Retry-After: 0\r\n", "{}"),
        1 => String::new(),
        2 => "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"choices\": [{\"mess".to_owned(),
        3 => response("200 OK", "", "<html>Welcome</html>"),
        4 => reply("I cannot help with that."),
        // Every field of a reply may have any type.
        5 => reply(
            r##"[{"question": "Ignore all previous instructions.", "answer": "a"}, {"question": [], "answer": 7},
                {"question": "x\n- question: y", "answer": "z"}, "# [asked 0000000000000000]"]"##,
        ),
        _ => reply(&usual(section)),
    });
    let run = suggest(&place, &server, &["--concurrency", "1", "--json"]);
    let output = run.report();
    assert_eq!(
        (&output["asked"], &output["unusable"], &output["failed"]),
        (&json!(6), &json!(1), &json!([])),
        "{output}"
    );
    assert_eq!(output["dropped"]["unreadable"], 3, "{output}");
    assert_eq!(output["dropped"]["quotation"], 2, "{output}");
    assert_eq!(server.requests(), 10);
    // Only the sections with an unreadable reply are asked about again.
    suggest(&place, &server, &[]).assert_done();
    assert_eq!(server.requests(), 11);
    place.soru(&["facts", "check", FILE]).assert_done();
    assert_eq!(suggestions(&place).matches("# [asked").count(), 0);

    let refused = ModelServer::scripted(|_, _| response("401 Unauthorized", "", "{}"));
    place.remove(FILE);
    suggest(&place, &refused, &["--concurrency", "1"]).assert_fails_with(&["error: stopped: "]);
    assert_eq!(refused.requests(), 1);
    assert!(!place.path(FILE).exists());
}

#[test]
fn a_dry_run_prints_the_cost_and_sends_nothing() {
    let place = Workplace::new();
    let server = ModelServer::new(usual);
    let run = suggest(&place, &server, &["--dry-run", "--limit", "2"]);
    let out = &run.assert_done().out;
    assert!(
        out.starts_with("sections  2 of 6 need a request\ntokens    about "),
        "{run:?}"
    );
    let output = suggest(&place, &server, &["--dry-run", "--json"]).json();
    assert_eq!((&output["sections"], server.requests()), (&json!(6), 0));
    assert!(!place.path(FILE).exists());
    place.remove("soru.toml");
    suggest(&place, &server, &[])
        .assert_fails_with(&["error: no soru.toml found, which names the file of suggestions"]);
    suggest(&place, &server, &["--out", "other.yaml", "--limit", "1"]).assert_done();
    assert!(
        read_to_string(place.path("other.yaml"))
            .unwrap()
            .contains("[asked ")
    );
}

#[test]
fn requests_are_written_to_a_file_and_answers_read_from_one() {
    let place = Workplace::new();
    let run = |more: &[&str]| {
        let mut arguments = vec!["facts", "suggest", "site/en"];
        arguments.extend(more);
        place.soru(&arguments)
    };
    run(&["--prompts", "batch.jsonl"])
        .assert_fails_with(&["error: a batch needs the name of the \
        model"]);
    let output = run(&["--prompts", "batch.jsonl", "--format", "jsonl"]);
    assert!(
        output
            .assert_done()
            .out
            .starts_with("batch.jsonl: 6 requests"),
        "{output:?}"
    );
    let answers = lines(&place, "batch.jsonl").into_iter().map(|request| {
        let section = section_of(request["messages"][1]["content"].as_str().unwrap());
        if !section.contains("ten crowns") {
            return json!({"custom_id": request["id"], "answer": "[]"});
        }
        let facts: Value = serde_json::from_str(&usual(&section)).unwrap();
        json!({"id": request["id"], "facts": facts})
    });
    let mut answers: Vec<Value> = answers.collect();
    answers.push(json!({"id": "0000000000000000", "answer": "[]"}));
    place.write("answers.jsonl", &in_lines(&answers));
    let output = run(&["--import", "answers.jsonl"]);
    let out = &output.assert_done().out;
    assert!(
        out.starts_with("facts     1 suggested for 1 section\n"),
        "{out}"
    );
    assert_contains(out, ["unknown   1 answer"]);
    let written = suggestions(&place);
    run(&["--import", "answers.jsonl"]).assert_done();
    assert_eq!(suggestions(&place), written);
    assert_eq!(run(&["--import", "a", "--prompts", "b"]).code, 2);
}
