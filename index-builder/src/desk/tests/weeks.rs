//! The order and the numbers of a week.

use super::*;
use crate::desk::{Week, Why};

fn times(count: usize, report: &StoredReport) -> Vec<StoredReport> {
    vec![report.clone(); count]
}

fn order(week: &Week) -> Vec<(&str, Why, usize)> {
    let groups = week.groups.iter();
    groups
        .map(|group| (group.question.as_str(), group.why, group.count))
        .collect()
}

#[test]
fn questions_without_an_answer_come_first_then_what_did_not_help_then_what_rises() {
    let earlier = date(2026, 11, 12);
    let reports = [
        times(9, &asked(LAST, "en", "library hours", "answered")),
        times(9, &asked(earlier, "en", "library hours", "answered")),
        times(4, &asked(LAST, "en", "exam dates", "answered")),
        times(2, &asked(earlier, "en", "exam dates", "answered")),
        times(2, &asked(LAST, "en", "tuition fee", "answered -")),
        times(3, &asked(LAST, "en", "parking place", "nothing")),
        times(5, &asked(LAST, "en", "dormitory room", "listed")),
        times(6, &asked(LAST, "en", "gym", "listed https://a.example/gym")),
        times(
            6,
            &asked(earlier, "en", "gym", "listed https://a.example/gym"),
        ),
    ]
    .concat();
    let week = Week::read(&place(&reports).store, LAST, 7).unwrap();
    assert_eq!(
        order(&week),
        [
            ("dormitory room", Why::Unanswered, 5),
            ("parking place", Why::Unanswered, 3),
            ("tuition fee", Why::Unhelpful, 2),
            ("exam dates", Why::Rising, 4),
            ("library hours", Why::Asked, 9),
            ("gym", Why::Asked, 6),
        ]
    );
    assert_eq!((week.questions, week.before), (29, 17));
    assert_eq!((week.answered, week.listed, week.nothing), (15, 11, 3));
}

#[test]
fn other_wordings_are_one_question_in_each_language_and_days_beyond_do_not_count() {
    let reports = [
        times(3, &asked(LAST, "tr", "Yurt ücreti ne kadar?", "nothing")),
        times(1, &asked(LAST, "tr", "yurt ucreti nekadar", "nothing")),
        times(2, &asked(LAST, "tr", "YURT ÜCRETİ NE KADAR", "nothing")),
        times(1, &asked(LAST, "en", "Yurt ücreti ne kadar?", "nothing")),
        times(
            8,
            &asked(date(2026, 11, 23), "tr", "yurt ücreti ne kadar", "nothing"),
        ),
        times(
            8,
            &asked(date(2026, 11, 8), "tr", "yurt ücreti ne kadar", "nothing"),
        ),
    ]
    .concat();
    let week = Week::read(&place(&reports).store, LAST, 7).unwrap();
    let first = &week.groups[0];
    assert_eq!((first.language.as_str(), first.before), ("tr", 0));
    assert!(first.count >= 5, "{first:?}");
    assert!(first.wordings.len() >= 2, "{first:?}");
    assert_eq!(week.questions, 7);
}

#[test]
fn what_comes_later_is_counted_but_is_no_further_question() {
    let later = StoredReport {
        report: Report {
            note: Some("on Sundays?".to_owned()),
            ..asked(LAST, "en", "when does it open", "later -").report
        },
        day: LAST,
    };
    let reports = [asked(LAST, "en", "When does it open?", "answered"), later];
    let week = Week::read(&place(&reports).store, LAST, 7).unwrap();
    let group = &week.groups[0];
    assert_eq!((group.count, group.down, group.why), (1, 1, Why::Unhelpful));
    assert_eq!(group.notes, ["on Sundays?"]);
}

#[test]
fn a_question_that_was_dealt_with_comes_back_when_it_is_asked_later() {
    let today = soru_desk::today();
    let before = place(&[asked(today, "en", "Is there a gym?", "nothing")]);
    before.store.finish("en", "is there a GYM").unwrap();
    let week = Week::read(&before.store, today, 7).unwrap();
    assert!(week.groups.is_empty());
    assert_eq!(week.questions, 1);
    let mut before = before;
    let tomorrow = today.tomorrow().unwrap();
    let reports = [asked(tomorrow, "en", "Is there a gym?", "nothing")];
    before.store.replace("later", &reports).unwrap();
    let week = Week::read(&before.store, tomorrow, 7).unwrap();
    assert_eq!(week.groups.len(), 1);
}
