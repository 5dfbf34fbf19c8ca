//! Tests which section answers `What is …?` (R32, R36).

use super::super::*;
use super::{hit, query};
use crate::hit::HitSection;
use crate::query::Reading;

const MEANING: &str = "Every trainee gets it after a year. It opens the door to schools.";
const GAIN: &str = "Bursaries for QTS rise every year, and QTS pays.";

/// A page about QTS, whose second section has a heading of its own.
fn page(title: &str, heading: &str) -> Hit {
    let section = |start, heading: Vec<String>| HitSection {
        headed: start,
        start,
        heading,
        ..HitSection::default()
    };
    let mut page = hit(&format!("{MEANING}\n{GAIN}"), "en");
    title.clone_into(&mut page.title);
    page.sections = vec![
        section(0, Vec::new()),
        section(MEANING.len() + 1, vec![heading.to_owned()]),
    ];
    page
}

/// Returns the answer to a question whose only content word is `QTS`.
fn asked(question: &str, titled: Hit) -> Extract {
    let content = query("QTS", "en").readings.remove(0).terms;
    let mut query = query(question, "en");
    query.readings = vec![Reading::new("en", 1.0, question, content)];
    let extractive = Extractive::new(&ExtractiveSettings::default()).unwrap();
    extractive.answer(&query, &[titled]).unwrap().unwrap()
}

#[test]
fn r32_the_section_titled_with_the_subject_defines_it_without_naming_it() {
    let titled = page("Qualified teacher status (QTS)", "Gains of QTS");
    let found = asked("What is QTS?", titled);
    assert_eq!(
        (found.text.as_str(), found.stated),
        (MEANING, Stated::Asked)
    );
}

#[test]
fn r36_a_section_titled_with_another_subject_lacks_the_definition() {
    let titled = page("Teaching", "Gains of QTS");
    let found = asked("What is QTS?", titled.clone());
    assert!(found.text.contains("QTS") && found.lacks_kind, "{found:?}");
    assert_ne!(found.stated, Stated::Asked);
    // A sentence that defines does so anywhere.
    let mut defining = titled.clone();
    defining.text = defining.text.replace("rise every year", "are for QTS");
    assert!(!asked("What is QTS?", defining).lacks_kind);
    // A question of another kind may be answered there.
    assert!(!asked("Is QTS useful?", titled).lacks_kind);
}

#[test]
fn r36_links_and_addresses_below_the_subject_define_nothing() {
    let titled = |text: &str| Hit {
        title: "QTS".to_owned(),
        ..hit(text, "en")
    };
    for text in [
        "See also: permits\nreg@example.org",
        "Download",
        "3 March 2026",
    ] {
        assert_ne!(
            asked("What is QTS?", titled(text)).stated,
            Stated::Asked,
            "{text}"
        );
    }
    for text in [
        "Download\nAll teachers have QTS.",
        "These are needed:\n• a degree\n• a year at a school",
    ] {
        assert_eq!(
            asked("What is QTS?", titled(text)).stated,
            Stated::Asked,
            "{text}"
        );
    }
}
