//! The file of reports.

use std::fs;

use jiff::ToSpan;
use jiff::civil::Date;

use crate::{Forgotten, Report, State, Store, StoredReport, Thumb, today};

fn report(question: &str) -> Report {
    Report {
        question: question.to_owned(),
        language: "en".to_owned(),
        state: Some(State::Nothing),
        page: None,
        thumb: None,
        note: None,
    }
}

fn on(day: Date, question: &str) -> StoredReport {
    StoredReport {
        day,
        report: report(question),
    }
}

fn all(store: &Store) -> Vec<String> {
    let reports = store.reports(Date::MIN, Date::MAX).unwrap();
    reports.into_iter().map(|own| own.report.question).collect()
}

#[test]
fn a_report_is_kept_as_it_was_with_its_day_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reports.sqlite");
    let whole = Report {
        page: Some("https://a.example/b".to_owned()),
        thumb: Some(Thumb::Up),
        note: Some("Şu eksik".to_owned()),
        ..report("Bir şey var mı?")
    };
    Store::open(&file)
        .unwrap()
        .add(today(), [&whole].into_iter())
        .unwrap();
    let kept = Store::open(&file)
        .unwrap()
        .reports(today(), today())
        .unwrap();
    assert_eq!(
        kept,
        [StoredReport {
            day: today(),
            report: whole
        }]
    );
}

#[test]
fn what_is_older_than_the_days_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("r")).unwrap();
    let before = |days: i64| today().saturating_sub(days.days());
    let reports = [
        on(before(91), "old"),
        on(before(90), "last"),
        on(today(), "new"),
    ];
    store.replace("a", &reports).unwrap();
    assert_eq!(store.tidy(90).unwrap(), 1);
    assert_eq!(all(&store), ["last", "new"]);
}

#[test]
fn a_second_import_of_a_source_replaces_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("r")).unwrap();
    store.replace("a.jsonl", &[on(today(), "one")]).unwrap();
    store.replace("b.jsonl", &[on(today(), "two")]).unwrap();
    let again = [on(today(), "one"), on(today(), "three")];
    store.replace("a.jsonl", &again).unwrap();
    assert_eq!(all(&store), ["two", "one", "three"]);
}

#[test]
fn forgotten_reports_are_gone_from_the_bytes_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r");
    let mut store = Store::open(&file).unwrap();
    let day = today();
    let noted = StoredReport {
        day,
        report: Report {
            note: Some("It was ÖZLEM-SECRET".to_owned()),
            ..report("other")
        },
    };
    let reports = [on(day, "who is Özlem-Secret"), on(day, "kept"), noted];
    store.replace("", &reports).unwrap();
    store
        .reword("en", "who is özlem-secret", "Who is it?")
        .unwrap();
    let named = Forgotten {
        text: Some("özlem-secret".to_owned()),
        ..Forgotten::default()
    };
    assert_eq!(store.forget(&named).unwrap(), 2);
    assert_eq!(all(&store), ["kept"]);
    assert_eq!(store.wordings().unwrap(), []);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(!text.contains("-secret"));
    }
}

#[test]
fn a_period_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("r")).unwrap();
    let before = |days: i64| today().saturating_sub(days.days());
    let reports = [3, 2, 1, 0].map(|days| on(before(days), &format!("{days} ago")));
    store.replace("", &reports).unwrap();
    let period = Forgotten {
        from: Some(before(2)),
        until: Some(before(1)),
        ..Forgotten::default()
    };
    assert_eq!(store.forget(&period).unwrap(), 2);
    assert_eq!(all(&store), ["3 ago", "0 ago"]);
}

#[test]
fn another_file_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    fs::write(&file, "<p>".repeat(500)).unwrap();
    let error = Store::open(&file).unwrap_err();
    assert!(format!("{error:#}").contains("page.html: is not a file of reports"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "<p>".repeat(500));
}
