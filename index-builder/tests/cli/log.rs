//! R39 end to end: exports of query logs in, a report out.

use crate::support::{Run, Workplace};

fn line(minute: u8, lang: &str, question: &str, method: &str, hits: usize) -> String {
    let tier = if method.starts_with("fact") { 1 } else { 2 };
    format!(
        "{}\n",
        serde_json::json!({
            "time": format!("2026-11-20T10:{minute:02}:00.000Z"), "question": question, "lang": lang,
            "routedTier": 1, "tier": tier, "confidence": 0.5, "level": "high", "method": method,
            "hits": hits, "intent": "unknown",
        })
    )
}

/// Reports on two exports; the second contains the first and a damaged line.
fn report(more: &[&str]) -> Run {
    let place = Workplace::new();
    let first = [
        line(0, "tr", "Yemekhane ne zaman açılıyor?", "none", 0),
        line(1, "tr", "yemekhane ne zaman aciliyor", "none", 0),
        line(2, "tr", "Staj kaç gün?", "fact_exact", 3),
    ]
    .concat();
    let second = [
        first.clone(),
        "{\"time\": \n".into(),
        line(3, "tr", "Yemekhanenin açılışı ne zaman?", "none", 0),
        line(4, "en", "How do I \u{1b}[31mapply?", "extractive", 3),
        line(5, "en", "Is there parking?", "none", 2),
    ]
    .concat();
    place.write("first.jsonl", &first);
    place.write("second.jsonl", &second);
    let mut arguments = vec!["log", "report", "first.jsonl", "second.jsonl"];
    arguments.extend(more);
    place.soru(&arguments)
}

#[test]
fn r39_a_report_names_unanswered_questions_missing_words_and_fact_candidates() {
    let run = report(&["--json"]);
    let report = run.report();
    assert_eq!(report["questions"], 6, "{report}");
    assert_eq!(report["repeated"], 3);
    assert_eq!(report["unanswered"]["all"], 3, "{report}");
    assert_eq!(report["zero_result_words"]["top"][1]["word"], "yemekhane");
    let candidates = &report["fact_candidates"];
    assert_eq!(candidates["all"], 1, "{candidates}");
    assert_eq!(candidates["top"][0]["count"], 3, "{candidates}");
    assert_eq!(report["bad_lines"][0]["file"], "second.jsonl");
    assert_eq!(report["bad_lines"][0]["line"], 4);
}

#[test]
fn r39_as_text_a_bad_line_is_named_and_nothing_reaches_the_terminal_as_a_command() {
    let run = report(&["--top", "1"]);
    run.assert_done();
    let named = "second.jsonl:4: not an entry of a query log";
    assert!(run.err.starts_with(named), "{run:?}");
    for part in [
        "6 questions, 2026-11-20 to 2026-11-20; 3 repeated, counted once; 1 invalid line skipped",
        "sent to facts, from pages",
        "66.7 %  none",
        "and 2 more",
        "3 unanswered",
        "açılıyor",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert!(!run.out.contains('\u{1b}'), "{}", run.out);
}

#[test]
fn r39_only_an_export_without_entries_is_refused() {
    let place = Workplace::new();
    place.write("page.html", "<!doctype html>\n<p>Not found</p>\n");
    let run = place.run("log report page.html");
    run.assert_fails_with(&["page.html:1: not an entry", "error: no line is an entry"]);
    place.write("empty.jsonl", "\n");
    let run = place.run("log report empty.jsonl");
    assert!(run.assert_done().out.starts_with("0 questions"), "{run:?}");
    let run = place.run("log report none.jsonl");
    run.assert_fails_with(&["error: none.jsonl: cannot be read"]);
    assert_eq!(place.run("log report").code, 2);
    let run = place.run("log report empty.jsonl --top 0");
    assert_eq!(run.code, 2);
}

/// Reports on a log of two open questions and two answered ones, with more arguments.
fn open_questions(place: &Workplace, more: &[&str]) -> Run {
    let low = line(3, "en", "what if I pay late every week?", "extractive", 3);
    let log = [
        line(1, "en", "What if I pay late every week?", "none", 3),
        low.replace("high", "low"),
        line(4, "en", "\u{1b}[31mzyzzyva qwxyz?", "none", 0),
        line(5, "en", "internship report", "extractive", 3),
        line(6, "en", "When does the library open?", "fact_exact", 3),
    ];
    place.write("log.jsonl", &log.concat());
    let mut arguments = vec!["log", "report", "log.jsonl"];
    arguments.extend(more);
    place.soru(&arguments)
}

#[test]
fn sections_are_proposed_for_open_questions_from_the_site_and_from_its_bundle() {
    let place = Workplace::new();
    place.build(&["--index-only"]).assert_done();
    for site in [["--site", "site"], ["--bundle", "out"]] {
        let report = open_questions(&place, &[&site[..], &["--json"]].concat());
        let sections = &report.report()["sections"];
        assert_eq!(
            (&sections["all"], &sections["unplaced"]),
            (&2.into(), &1.into()),
            "{sections}"
        );
        let expected = serde_json::json!([{
            "question": "What if I pay late every week?", "lang": "en", "count": 2,
            "page": "en/fees.html", "title": "Tuition fees", "heading": ["Late payment"],
            "url": "en/fees.html#late",
        }]);
        assert_eq!(sections["top"], expected, "{sections}");
        let text = open_questions(&place, &site);
        for part in [
            "Possible answers: sections",
            "      2  en  What if I pay late every week?",
            "Tuition fees > Late payment  en/fees.html#late",
            "1 fit no section",
        ] {
            assert!(text.assert_done().out.contains(part), "{part}: {text:?}");
        }
        assert!(!text.out.contains('\u{1b}'), "{text:?}");
    }
    // Without the option, nothing is looked up or written.
    assert!(!place.path("questions.review.jsonl").exists());
    assert_eq!(
        open_questions(&place, &["--json"]).json().get("sections"),
        None
    );
    let both = open_questions(&place, &["--site", "site", "--bundle", "out"]);
    assert_eq!(both.code, 2);
}
