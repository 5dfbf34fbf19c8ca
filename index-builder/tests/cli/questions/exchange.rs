//! Requests and answers as files, the check, and the questions of visitors.

use serde_json::{Value, json};

use super::{SITE, check, in_lines, lines, question_about, section_of};
use crate::support::Workplace;

#[test]
fn requests_are_written_to_a_file_and_answers_read_from_one() {
    let place = Workplace::new();
    let mut arguments = vec![
        "questions",
        "prompts",
        "--out",
        "batch.jsonl",
        "--model",
        "m",
    ];
    arguments.extend(SITE);
    let run = place.soru(&arguments);
    assert!(
        run.assert_done().out.starts_with("batch.jsonl: 6 requests"),
        "{run:?}"
    );
    let requests = lines(&place, "batch.jsonl");
    assert_eq!(requests.len(), 6);
    assert_eq!(requests[0]["body"]["model"], "m");
    assert_eq!(requests[0]["url"], "/v1/chat/completions");
    // In the formats of different services, with a fault of each.
    let section = |at: usize| {
        section_of(
            requests[at]["body"]["messages"][1]["content"]
                .as_str()
                .unwrap(),
        )
    };
    let id = |at: usize| requests[at]["custom_id"].clone();
    let reply = |at: usize| json!([question_about(&section(at))]).to_string();
    let answers = [
        json!({"custom_id": id(0), "response": {"status_code": 200, "body": {"model": "big-2026",
            "choices": [{"message": {"content": reply(0)}}]}}, "error": null}),
        json!({"custom_id": id(1), "result": {"type": "succeeded", "message": {"model": "c",
            "content": [{"type": "text", "text": reply(1)}]}}}),
        json!({"id": id(2), "questions": [question_about(&section(2))]}),
        json!({"id": id(3), "answer": "no idea"}),
        json!({"id": "0000000000000000", "answer": reply(0)}),
        json!({"custom_id": id(4), "response": null, "error": {"message": "expired"}}),
    ];
    place.write("answers.jsonl", &in_lines(&answers));
    let mut arguments = vec!["questions", "import", "answers.jsonl"];
    arguments.extend(SITE);
    let run = place.soru(&arguments);
    let out = &run.assert_done().out;
    for expected in [
        "sections  3 have questions now, 3 in all",
        "unusable  2 answers",
        "unknown   1 answer",
    ] {
        assert!(out.contains(expected), "{expected}: {run:?}");
    }
    let mut writers: Vec<Value> = lines(&place, "questions.jsonl")
        .iter()
        .map(|line| line["by"].clone())
        .collect();
    writers.sort_by_key(Value::to_string);
    assert_eq!(writers, ["big-2026", "c", "imported"]);
    // The next file has the remaining sections.
    let mut arguments = vec![
        "questions",
        "prompts",
        "--out",
        "rest.jsonl",
        "--format",
        "jsonl",
    ];
    arguments.extend(SITE);
    place.soru(&arguments).assert_done();
    assert_eq!(lines(&place, "rest.jsonl").len(), 3);
    place.write("none.jsonl", "Welcome\n");
    let mut arguments = vec!["questions", "import", "none.jsonl"];
    arguments.extend(SITE);
    place
        .soru(&arguments)
        .assert_fails_with(&["none.jsonl:1: not JSON"]);
}

#[test]
fn the_check_names_missing_and_suspicious_questions() {
    let place = Workplace::new();
    place.write(
        "questions.jsonl",
        "{\"page\": \"fees.html\", \"heading\": [\"Late payment\"], \"questions\": [\"is it 12 crowns a week?\", \"late fee\"]}\n",
    );
    let run = check(&place, &[]);
    assert_eq!(run.code, 1, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines[0],
        "questions.jsonl:1: suspicious: fees.html > Late payment: `is it 12 crowns a week?`: a \
         figure that is not in the section; correct or remove it"
    );
    assert!(
        lines[1].starts_with("missing: fees.html: no questions"),
        "{run:?}"
    );
    assert_eq!(
        lines.last(),
        Some(&"2 questions for 1 of 6 sections: 1 suspicious, 0 orphaned, 0 stale, 5 missing")
    );
    place.write("questions.jsonl", "{\"page\": [], \"questions\": []}\n");
    check(&place, &[]).assert_fails_with(&["questions.jsonl:1: not a section with its questions"]);
}

#[test]
fn questions_of_visitors_are_proposed_for_sections_in_a_file_of_their_own() {
    let place = Workplace::new();
    let entry = |second: u8, question: &str| {
        json!({
            "time": format!("2026-11-20T10:00:{second:02}.000Z"), "question": question, "lang": "en",
            "routedTier": 1, "tier": 2, "confidence": 0.2, "level": "low", "method": "none", "hits": 3,
        })
        .to_string()
            + "\n"
    };
    let log = [
        entry(1, "what if I pay late every week?"),
        entry(2, "What if I pay late every week"),
        entry(3, "asked once about late payment"),
    ];
    place.write("log.jsonl", &log.concat());
    let mut arguments = vec!["questions", "import", "--log", "log.jsonl"];
    arguments.extend(SITE);
    let run = place.soru(&arguments);
    assert!(
        run.assert_done()
            .out
            .starts_with("questions.review.jsonl: 1 question of visitors"),
        "{run:?}"
    );
    let proposed = lines(&place, "questions.review.jsonl");
    assert_eq!(proposed.len(), 1);
    assert_eq!(proposed[0]["by"], "visitor");
    assert_eq!(proposed[0]["heading"], json!(["Late payment"]));
    // Nothing is adopted unreviewed, and a visitor's question does not replace a model's.
    assert!(!place.path("questions.jsonl").exists());
    std::fs::copy(
        place.path("questions.review.jsonl"),
        place.path("questions.jsonl"),
    )
    .unwrap();
    let run = check(&place, &[]);
    assert!(
        run.out
            .ends_with("0 suspicious, 0 orphaned, 0 stale, 6 missing\n"),
        "{run:?}"
    );
}
