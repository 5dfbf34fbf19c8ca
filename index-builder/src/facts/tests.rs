//! R16: reads facts of every format, and reports every fault with file and line.

use std::fs;
use std::path::PathBuf;

use jiff::civil::date;

use super::*;

fn frame() -> Frame {
    Frame {
        languages: vec!["en".into(), "tr".into()],
        today: date(2026, 11, 20),
        table: "facts".into(),
    }
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn database(&self, statements: &str) -> PathBuf {
        let path = self.0.path().join("facts.db");
        rusqlite::Connection::open(&path)
            .unwrap()
            .execute_batch(statements)
            .unwrap();
        path
    }

    /// A problem without the folder's path.
    fn describe(&self, problem: &Problem) -> String {
        problem
            .to_string()
            .replace(&format!("{}/", self.0.path().display()), "")
    }
}

fn problems(name: &str, text: &str) -> Vec<String> {
    let folder = Folder::new();
    let path = folder.file(name, text);
    let Err(problems) = load(&[path], &frame()) else {
        return Vec::new();
    };
    problems
        .0
        .iter()
        .map(|problem| folder.describe(problem))
        .collect()
}

const CSV: &str = "question,answer,source_url,aliases,lang,checked_on\n\
    What does it cost?,\"410 TL,\nper term\",fees.html,The fee? | How much is it?,en,2026-11-01\n";

const JSON: &str = r#"[{"question": "What does it cost?", "answer": "410 TL,\nper term",
    "source_url": "fees.html", "aliases": ["The fee?", "How much is it?"], "lang": "en",
    "checked_on": "2026-11-01", "category": null}]"#;

const YAML: &str = "- question: What does it cost?\n  answer: |-\n    410 TL,\n    per term\n  \
    source_url: fees.html\n  aliases: [The fee?, How much is it?]\n  lang: en-GB\n  \
    checked_on: 2026-11-01\n";

const SQL: &str = "CREATE TABLE facts (id INTEGER PRIMARY KEY, question, answer, source_url, \
    aliases, lang, checked_on, created_at); INSERT INTO facts VALUES (7, 'What does it cost?', \
    '410 TL,' || char(10) || 'per term', 'fees.html', 'The fee?|How much is it?', 'en', \
    '2026-11-01', 'x');";

#[test]
fn r16_every_format_yields_the_same_fact() {
    let folder = Folder::new();
    let expected = Fact {
        question: "What does it cost?".into(),
        answer: "410 TL,\nper term".into(),
        source_url: "fees.html".into(),
        aliases: vec!["The fee?".into(), "How much is it?".into()],
        lang: "en".into(),
        checked_on: "2026-11-01".into(),
        ..Fact::default()
    };
    let files = [
        folder.file("a.csv", CSV),
        folder.file("a.json", JSON),
        folder.file("b.json", &format!("{{\"facts\": {JSON}}}")),
        folder.file("a.yaml", YAML),
        folder.database(SQL),
    ];
    for file in files {
        let facts = load(std::slice::from_ref(&file), &frame()).unwrap();
        assert_eq!(
            facts.facts,
            std::slice::from_ref(&expected),
            "{}",
            file.display()
        );
        assert!(facts.warnings.is_empty());
    }
}

// A spreadsheet in which the comma is the decimal sign, saved in the old Turkish code page.
#[test]
fn r16_a_spreadsheets_csv_is_read_in_its_own_delimiter_and_encoding() {
    let folder = Folder::new();
    let path = folder.0.path().join("a.csv");
    let text = "question;answer;source_url;lang\nÖğrenci ücreti ne kadar, nasıl ödenir?;1.000 \
                lira, bankaya yatırılır;ucret.html;tr\n";
    fs::write(&path, encoding_rs::WINDOWS_1254.encode(text).0).unwrap();
    let facts = load(&[path], &frame()).unwrap().facts;
    assert_eq!(facts[0].question, "Öğrenci ücreti ne kadar, nasıl ödenir?");
}

#[test]
fn r16_every_wrong_field_is_reported_with_its_line() {
    let yaml = "- question: A\n  answer: ''\n  source_url: javascript:alert(1)\n  lang: de\n\
                - question: B\n  answer: b\n  source_url: b.html\n  checked_on: 2026-02-30\n  \
                valid_until: 20.11.2026\n  categry: x\n- question: C\n  answer: [c]\n\
                \x20 source_url: c.html\n  checked_on: 2026-03-02\n  valid_until: 2026-03-01\n- D\n";
    assert_eq!(
        problems("f.yaml", yaml),
        [
            "f.yaml:1: `answer` is empty",
            "f.yaml:3: `source_url` must be an http or https address or a path of the site, not \
             `javascript:alert(1)`",
            "f.yaml:4: `lang` must be a language of the site (en, tr), not `de`",
            "f.yaml:8: `checked_on` must be a day such as 2026-11-20, not `2026-02-30`",
            "f.yaml:9: `valid_until` must be a day such as 2026-11-20, not `20.11.2026`",
            "f.yaml:10: unknown field `categry`; did you mean `category`?",
            "f.yaml:12: `answer` must be a text, not a list",
            "f.yaml:16: a fact must be a table: `question: ...`",
        ]
    );
}

#[test]
fn r16_invalid_fact_files_are_reported() {
    assert_eq!(
        problems("f.csv", "question,answr,source_url\na,b,c\n"),
        [
            "f.csv:1: unknown column `answr`; did you mean `answer`?",
            "f.csv:1: the column `answer` is missing",
        ]
    );
    let rows = problems(
        "f.csv",
        "question,answer,source_url\na,b,c\n\"x\ny\",,c\na,b,c,d\n",
    );
    assert_eq!(rows[0], "f.csv:3: `answer` is empty");
    assert_eq!(
        rows[1].split(';').next().unwrap(),
        "f.csv:5: 4 fields, but the header has 3"
    );
    assert_eq!(
        problems("f.json", "[\n{\"question\": true,\n}]"),
        ["f.json:3: not a JSON list of facts: key must be a string"]
    );
    assert_eq!(
        problems(
            "f.json",
            "[\n  1,\n {\n  \"question\": {}, \"answer\": \"a\",\n\"source_url\": \"b\"}]"
        ),
        [
            "f.json:2: a fact must be an object",
            "f.json:4: `question` must be a text, not an object"
        ]
    );
    assert!(problems("f.yaml", "a: [b")[0].starts_with("f.yaml:"));
    assert_eq!(
        problems("f.yaml", "a: b"),
        ["f.yaml:1: facts must be a list"]
    );
    assert!(problems("f.txt", "x")[0].contains(".csv, .json, .yaml or .db"));
}

// SQLite follows the same rule, because a table may have columns of another system.
#[test]
fn r16_a_column_that_is_no_field_is_ignored_with_a_warning() {
    let folder = Folder::new();
    let text = "question,answer,notes,source_url\nFee?,410,ask Ayşe,a.html\n";
    let facts = load(&[folder.file("f.csv", text)], &frame()).unwrap();
    assert_eq!(facts.facts[0].answer, "410");
    let message = folder.describe(&facts.warnings[0]);
    assert!(
        message.starts_with("f.csv:1: column `notes` is not a field of a fact and is ignored"),
        "{message}"
    );
}

#[test]
fn r16_a_column_that_is_there_twice_is_refused() {
    assert_eq!(
        problems("f.csv", "question,answer,source_url,answer\na,b,c,d\n"),
        ["f.csv:1: the column `answer` occurs twice, as column 2 and 4; delete one of them"]
    );
}

// Browsers remove tabs and line breaks from an address before they read its scheme.
#[test]
fn r16_sources_with_control_characters_are_refused() {
    for url in [
        "java\\tscript:alert(1)",
        "\\u0001javascript:alert(1)",
        "https:\\n//a.org",
    ] {
        let json = format!(r#"[{{"question": "a", "answer": "b", "source_url": "{url}"}}]"#)
            .replace("\\\\", "\\");
        let messages = problems("f.json", &json);
        assert!(
            messages[0].contains("`source_url` must be an address without tabs"),
            "{url}: {messages:?}"
        );
    }
}

// This view used 7.1 GB before the system killed the process.
#[test]
fn r16_a_view_that_never_ends_is_a_problem() {
    let endless = |select: &str| {
        format!(
            "CREATE VIEW facts AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) {select}"
        )
    };
    for (view, problem) in [
        (
            "SELECT i AS question, i AS answer, 'a' AS source_url FROM n",
            "more than 100000 facts",
        ),
        (
            "SELECT hex(zeroblob(1000000)) AS question, i AS answer, 'a' AS source_url FROM n",
            "more than 20 MB of facts",
        ),
        (
            "SELECT hex(zeroblob(1000)) || i AS question, i AS answer, 'a' AS source_url FROM n ORDER BY 1",
            "takes more than 256 MB to read",
        ),
        (
            "SELECT count(*) AS question, 1 AS answer, 'a' AS source_url FROM n",
            "takes too long to read",
        ),
    ] {
        let folder = Folder::new();
        let path = folder.database(&endless(view));
        let problems = load(&[path], &frame()).unwrap_err();
        let messages = problems.0.iter().map(|problem| folder.describe(problem));
        let messages: Vec<String> = messages.collect();
        assert!(
            messages.iter().any(|message| message.contains(problem)),
            "{problem}: {messages:?}"
        );
    }
}

#[test]
fn r16_a_file_with_too_many_facts_is_refused_quickly() {
    let rows = "x,y,z\n".repeat(200_000);
    let messages = problems("f.csv", &format!("question,answer,source_url\n{rows}"));
    assert!(
        messages
            .iter()
            .any(|message| message.contains("more than 100000 facts")),
        "{}",
        messages.len()
    );
    let object = "{\"question\": \"\",\n\"answer\": \"a\"}";
    let messages = problems("f.json", &format!("[{}]", vec![object; 20_000].join(",\n")));
    assert!(
        messages.last().unwrap().starts_with("f.json:"),
        "{}",
        messages.len()
    );
}

#[test]
fn r16_a_database_is_checked_by_row() {
    let folder = Folder::new();
    let path = folder.database(
        "CREATE TABLE facts (question, answer, source_url); CREATE VIEW other AS SELECT 1;
         INSERT INTO facts VALUES ('a', 'b', 'c'), ('a2', NULL, 'ftp://x'), (x'00', 'b', 'c');",
    );
    let messages = |table: &str| {
        let frame = Frame {
            table: table.into(),
            ..frame()
        };
        let problems = load(std::slice::from_ref(&path), &frame).unwrap_err();
        problems
            .0
            .iter()
            .map(|problem| folder.describe(problem))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        messages("facts"),
        [
            "facts.db (rowid 2): `answer` is empty",
            "facts.db (rowid 2): `source_url` must be an http or https address or a path of the \
             site, not `ftp://x`",
            "facts.db (rowid 3): `question` must be a text, not binary data",
        ]
    );
    assert!(
        messages("fact")[0].starts_with("facts.db: no table `fact`; the tables are facts, other.")
    );
    assert_eq!(messages("other").len(), 3);
}

#[test]
fn r16_contradictions_are_errors_and_duplicates_warnings_with_both_places() {
    let folder = Folder::new();
    let one = folder.file(
        "one.csv",
        "question,answer,source_url\nWhat is the FEE?,410,a\n",
    );
    let same = folder.file(
        "same.csv",
        "question,answer,source_url\nwhat is the fee,410,b\n",
    );
    let facts = load(&[one.clone(), same], &frame()).unwrap();
    assert_eq!(
        folder.describe(&facts.warnings[0]),
        format!(
            "same.csv:2: `what is the fee` already has the same answer at {}",
            folder
                .describe(&Place::line(&one, 2).problem(""))
                .trim_end_matches(": ")
        )
    );
    let other = folder.file(
        "other.csv",
        "question,answer,source_url,aliases\nCost?,420,b,What is the fee?\n",
    );
    let problems = load(&[one, other], &frame()).unwrap_err();
    assert_eq!(
        folder.describe(&problems.0[0]),
        "other.csv:2: `What is the fee?` has a different answer at one.csv:2: \"420\" here, \
         \"410\" there"
    );
}

#[test]
fn r16_an_answer_that_nobody_can_see_is_empty() {
    for answer in ["\u{ad}", "\u{200b} \u{ad}"] {
        let csv = format!("question,answer,source_url\nVisa?,{answer},a\n");
        assert_eq!(problems("f.csv", &csv), ["f.csv:2: `answer` is empty"]);
    }
}

#[test]
fn r16_the_same_question_in_two_languages_is_two_questions() {
    let csv = "question,answer,source_url,lang\nVisa?,Yes,a,en\nVisa?,Evet,b,tr\n";
    assert!(problems("f.csv", csv).is_empty());
}

// Last year's fee is still listed beside this year's.
#[test]
fn r16_an_expired_fact_is_a_warning_and_contradicts_nothing() {
    let folder = Folder::new();
    let csv = "question,answer,source_url,checked_on,valid_until\n\
               Fee?,400,a,2025-11-01,2026-11-19\nFee?,410,a,2026-11-01,2026-11-20\n\
               Cap?,1,a,2026-11-02,2026-11-01\n";
    let facts = load(&[folder.file("f.csv", csv)], &frame()).unwrap();
    assert_eq!(facts.facts.len(), 3);
    let messages: Vec<String> = facts
        .warnings
        .iter()
        .map(|warning| folder.describe(warning))
        .collect();
    assert!(
        messages[0].starts_with("f.csv:2: expired on 2026-11-19"),
        "{messages:?}"
    );
    assert!(
        messages[1].starts_with("f.csv:4: expired on 2026-11-01"),
        "{messages:?}"
    );
    assert_eq!(
        messages[2],
        "f.csv:4: `valid_until` (2026-11-01) is before `checked_on` (2026-11-02): check whether \
         the two are swapped"
    );
    assert_eq!(messages.len(), 3);
}

mod any_file {
    use proptest::prelude::*;

    use super::*;

    /// Generates text that resembles a file of facts often enough to get past the first line.
    fn scribble() -> impl Strategy<Value = String> {
        let bits = prop::sample::select(vec![
            "question",
            "answer",
            "source_url",
            "aliases",
            ",",
            ";",
            "\t",
            "\n",
            "\"",
            "|",
            ":",
            "- ",
            "  ",
            "[",
            "]",
            "{",
            "}",
            "&a ",
            "*a",
            "2026-02-30",
            "null",
            "ğ",
            "\u{feff}",
            "facts",
        ]);
        let bit = prop_oneof![4 => bits.prop_map(str::to_owned), 1 => any::<String>()];
        prop::collection::vec(bit, 0..40).prop_map(|bits| bits.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn reading_facts_never_panics(text in scribble()) {
            let folder = Folder::new();
            for name in ["f.csv", "f.json", "f.yaml", "f.db"] {
                let _ = load(&[folder.file(name, &text)], &frame());
            }
        }
    }
}
