//! R16 from outside: facts of every format answer, and their mistakes stop the build.

use crate::support::Workplace;

const QUESTION: &str = "Until when can I enrol?";

fn answers(place: &Workplace) -> bool {
    let answer = place
        .soru(&["query", "out", QUESTION, "--json"])
        .assert_done()
        .json();
    answer["tier"] == 1
        && answer["method"] == "fact_exact"
        && answer["answer"] == "Until the end of September."
        && answer["sources"][0]["url"] == "enrolment/"
        && answer["fact"]["checkedOn"] == "2026-09-01"
}

#[test]
fn r16_r37_a_fact_from_any_format_answers() {
    let place = Workplace::new();
    place.write(
        "f.csv",
        "question,answer,source_url,checked_on\n\
         Until when can I enrol?,Until the end of September.,enrolment/,2026-09-01\n",
    );
    place.write(
        "f.json",
        r#"[{"question": "Until when can I enrol?", "answer": "Until the end of September.",
             "source_url": "enrolment/", "checked_on": "2026-09-01"}]"#,
    );
    place.write(
        "f.yaml",
        "- question: Until when can I enrol?\n  answer: Until the end of September.\n  \
         source_url: enrolment/\n  checked_on: 2026-09-01\n",
    );
    let database = rusqlite::Connection::open(place.path("f.db")).unwrap();
    database
        .execute_batch(
            "CREATE TABLE answers (question TEXT, answer TEXT, source_url TEXT, checked_on TEXT);
             INSERT INTO answers VALUES ('Until when can I enrol?', 'Until the end of September.',
                                         'enrolment/', '2026-09-01');",
        )
        .unwrap();
    place.write("soru.toml", "[facts]\ntable = 'answers'\n");
    for file in ["f.csv", "f.json", "f.yaml", "f.db"] {
        place.build(&["--facts", file]).assert_done();
        assert!(answers(&place), "{file}");
    }
}

#[test]
fn r16_mistakes_in_facts_are_told_with_file_and_line_before_any_page_is_read() {
    let place = Workplace::new();
    place.write(
        "bad.csv",
        "question,answer,source_url,lang,valid_until\n\
         A?,a,a.html,fr,2026-13-01\n\
         B?,,javascript:x,,\n\
         Lisans ücreti ne kadar?,Beş yüz kron,c.html,tr,\n",
    );
    place.build(&["--facts", "bad.csv"]).assert_fails_with(&[
        "bad.csv:2: `lang` must be a language of the site (en, tr), not `fr`",
        "bad.csv:2: `valid_until` must be a day such as 2026-11-20, not `2026-13-01`",
        "bad.csv:3: `answer` is empty",
        "bad.csv:3: `source_url` must be an http or https address",
        "bad.csv:4: `Lisans ücreti ne kadar?` is answered differently at facts.csv:3",
        "error: 5 problems in the input, nothing was written",
    ]);
    assert!(!place.path("out").exists());
    place
        .build(&["--facts", "none.csv"])
        .assert_fails_with(&["none.csv: cannot be read"]);
}

#[test]
fn r16_expired_and_repeated_facts_are_warned_of_and_not_answered_as_current() {
    let place = Workplace::new();
    place.write(
        "old.csv",
        "question,answer,source_url,valid_until\n\
         Until when can I enrol?,Until the end of September.,enrolment/,2025-09-30\n",
    );
    place.write(
        "again.csv",
        "question,answer,source_url,lang\n\
         lisans ücreti NE KADAR,Lisans ücreti dönem başına 410 krondur.,tr/fees.html,tr\n",
    );
    let run = place.build(&[
        "--facts",
        "old.csv",
        "--facts",
        "again.csv",
        "--strict",
        "--json",
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    let report = run.json();
    let warnings = report["warnings"].as_array().unwrap();
    assert!(
        warnings[0]
            .as_str()
            .unwrap()
            .starts_with("old.csv:2: expired on 2025-09-30")
    );
    assert!(
        warnings[1].as_str().unwrap().starts_with("again.csv:2: "),
        "{warnings:?}"
    );
    assert!(
        warnings[1].as_str().unwrap().ends_with("at facts.csv:3"),
        "{warnings:?}"
    );
    let answer = place
        .soru(&["query", "out", QUESTION, "--json"])
        .assert_done()
        .json();
    assert_eq!(answer["tier"], 2, "{answer}");
}

#[test]
fn a_file_of_facts_named_twice_is_read_once() {
    let place = Workplace::new();
    let report = place
        .build(&["--facts", "facts.csv", "--json"])
        .assert_done()
        .json();
    assert_eq!(report["facts"], 2);
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(0));
}
