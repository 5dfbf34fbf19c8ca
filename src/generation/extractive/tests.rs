//! Tests which words of a page answer (R31, R32).

use super::super::marks::tests::{marked, query};
use super::super::{Features, Rivals};
use super::*;
use crate::hit::HitSection;

mod definitions;
mod lists;

fn hit(text: &str, lang: &str) -> Hit {
    Hit {
        text: text.to_owned(),
        lang: lang.to_owned(),
        relevance: 0.8,
        ..Hit::default()
    }
}

fn extract(question: &str, tag: &str, hits: &[Hit]) -> Option<Extract> {
    let extractive = Extractive::new(&ExtractiveSettings::default()).unwrap();
    extractive.answer(&query(question, tag), hits).unwrap()
}

fn answer(question: &str, tag: &str, hits: &[Hit]) -> Option<String> {
    extract(question, tag, hits).map(|extract| extract.text)
}

/// Returns the sentence that is marked in the passage.
fn best(question: &str, tag: &str, hits: &[Hit]) -> String {
    let extract = extract(question, tag, hits).unwrap();
    let highlighted = marked(&extract.text, &[extract.highlight]);
    assert_eq!(highlighted[0], extract.text[extract.best.clone()]);
    highlighted[0].clone()
}

const INTERNSHIP: &str = "Bu sayfa öğrenciler içindir. Staj zorunludur ve her öğrenci yapar. \
    Staj başvuruları her yıl Mayıs ayının ilk haftasında yapılır. Staj defteri de gerekir.";

#[test]
fn r32_the_answer_is_a_passage_and_its_best_sentence_is_marked() {
    let hits = [hit(INTERNSHIP, "tr")];
    assert_eq!(
        best("staj defteri", "tr", &hits),
        "Staj defteri de gerekir."
    );
    assert_eq!(answer("staj defteri", "tr", &hits).unwrap(), INTERNSHIP);
}

#[test]
fn r32_a_passage_respects_the_limit_and_keeps_sentences_whole() {
    let filler = "Bir cümle yalnızca yer tutar ve hiçbir şey söylemez. ".repeat(40);
    let text = format!("{filler}Staj defteri koordinatöre verilir. {filler}");
    let found = answer("staj defteri", "tr", &[hit(&text, "tr")]).unwrap();
    assert!(
        found.contains("Staj defteri koordinatöre verilir."),
        "{found}"
    );
    assert!((1500..=1600).contains(&found.chars().count()), "{found}");
    assert!(found.starts_with("Bir cümle"), "{found}");
    assert!(found.ends_with('.'), "{found}");
}

// The section need not have any of the question's words.
#[test]
fn r32_a_question_written_for_a_section_is_answered_by_it_unless_it_lacks_the_kind_of_thing() {
    let asked = |question: &str, text: &str, near_miss: f64| {
        let mut written = hit(text, "en");
        written.question = "How much is a boat?".to_owned();
        written.features.question = Some(1.0);
        written.near_miss = near_miss;
        extract(question, "en", &[written]).map(|own| (own.text, own.stated))
    };
    let text = "Sailors pay $40 a day.";
    let whole = Some((text.to_owned(), Stated::Asked));
    assert_eq!(asked("how much is a boat", text, 0.0), whole);
    assert_eq!(asked("how much is a boats", text, 0.0), whole);
    for (question, text, near_miss) in [
        ("how much is a boat", "Sailors pay.", 0.0),
        ("how much is a boat", text, 1.0),
        ("how much is a ship", text, 0.0),
    ] {
        let found = asked(question, text, near_miss);
        assert!(
            found.is_none_or(|(_, stated)| stated != Stated::Asked),
            "{question}"
        );
    }
}

#[test]
fn r32_a_passage_stays_in_its_section() {
    let text = "The pool is open daily.\nFees\nEvery visa costs 160 dollars.\nDates\nCome in May.";
    let section = |headed: usize, start: usize, heading: &str| HitSection {
        headed,
        start,
        heading: vec![heading.to_owned()],
        url: format!("a.html#{heading}"),
        is_answer: false,
    };
    let mut several = hit(text, "en");
    several.sections = vec![
        section(0, 0, "Pool"),
        section(24, 29, "Fees"),
        section(59, 65, "Dates"),
    ];
    let found = extract("visa fees", "en", &[several]).unwrap();
    assert_eq!(found.text, "Every visa costs 160 dollars.");
    assert_eq!(found.section, 1);
}

// The site says which section answers it: all of it does, and nothing else.
#[test]
fn r32_a_question_that_the_site_states_is_answered_by_its_section_whole() {
    let answer =
        "Write to the office. It is open on Monday.\n• Take your passport.\n• Pay ten lira.";
    let text = format!("The pool is open daily.\nHow do I cancel a room?\n{answer}");
    let section = |headed, start, heading: &str, is_answer| HitSection {
        headed,
        start,
        heading: vec![heading.to_owned()],
        is_answer,
        ..HitSection::default()
    };
    let mut stated = hit(&text, "en");
    stated.sections = vec![
        section(0, 0, "Pool", false),
        section(24, 48, "How do I cancel a room?", true),
    ];
    let other = hit(
        "Rooms are cancelled by nobody. How do I cancel a room is asked.",
        "en",
    );
    for asked in ["How do I cancel a room?", "how do i cancel rooms"] {
        let found = extract(asked, "en", &[other.clone(), stated.clone()]).unwrap();
        assert_eq!(
            (found.text.as_str(), found.section, found.stated),
            (answer, 1, Stated::Asked)
        );
    }
    let found = extract("cancel a boat", "en", &[stated.clone()]);
    assert!(found.is_none_or(|found| found.stated != Stated::Asked));
    stated.unquoted.push(48..text.len());
    let found = extract("How do I cancel a room?", "en", &[stated]);
    assert!(found.is_none_or(|found| found.stated != Stated::Asked));
}

// `How` is not `when`, although neither is a content word.
#[test]
fn r32_a_stated_question_in_the_same_words_must_ask_for_the_same_kind_of_thing() {
    let section = |question: &str| HitSection {
        heading: vec![question.to_owned()],
        is_answer: true,
        ..HitSection::default()
    };
    let stated = |question: &str, text: &str| Hit {
        sections: vec![section(question)],
        ..hit(text, "en")
    };
    let how = stated("How are rooms cancelled?", "By a letter to the office.");
    let when = stated("When are rooms cancelled?", "On the first of May.");
    let hits = [how, when];
    for (asked, answered) in [
        ("How are rooms cancelled?", "By a letter to the office."),
        ("When are rooms cancelled?", "On the first of May."),
        ("when are room cancelled", "On the first of May."),
    ] {
        let found = extract(asked, "en", &hits).unwrap();
        assert_eq!(
            (found.text.as_str(), found.stated),
            (answered, Stated::Asked)
        );
    }
}

// A text that no visitor sees, or whose columns are unknown.
#[test]
fn r32_an_unquoted_text_is_no_part_of_an_answer() {
    let hidden = "The visa fee is 160 dollars.";
    let rows = "Visa | 160 dollars\nVisa | 190 dollars\nVisa | 170 dollars";
    for (text, part) in [(hidden, hidden), (rows, "190 dollars")] {
        let mut own = hit(text, "en");
        let start = text.find(part).unwrap();
        assert!(
            answer("visa dollars", "en", &[own.clone()])
                .unwrap()
                .contains(part)
        );
        own.unquoted
            .push(start.saturating_sub(7)..start + part.len());
        let found = answer("visa dollars", "en", &[own]);
        assert!(found.is_none_or(|text| !text.contains(part)));
    }
}

#[test]
fn r32_a_when_question_prefers_the_sentence_with_a_date() {
    let text = "Staj başvurusu önemlidir, dikkatle hazırlanır. Bilgi için ofise gelin ve \
                sorun, yardım ederiz. Staj başvurusu Mayıs ayında başlar.";
    let found = best("staj başvurusu ne zaman", "tr", &[hit(text, "tr")]);
    assert_eq!(found, "Staj başvurusu Mayıs ayında başlar.");
}

// `The fee is due` does not answer `how much`.
#[test]
fn r36_a_passage_without_the_expected_kind_is_recognised() {
    let lacks = |question: &str, text: &str| {
        let found = extract(question, "en", &[hit(text, "en")]);
        found.unwrap().lacks_kind
    };
    assert!(lacks(
        "how much is the visa fee",
        "The visa fee is due in person."
    ));
    assert!(!lacks(
        "how much is the visa fee",
        "The visa fee is 160 dollars."
    ));
    assert!(!lacks("visa in person", "The visa fee is due in person."));
    // `You may` does not answer `how`.
    let yes = "Yes. You may apply for a visa in person.";
    assert!(lacks("how do I apply for a visa", yes));
    assert!(!lacks("can I apply for a visa in person", yes));
    assert!(!lacks(
        "how do I apply for a visa",
        "No later than May, apply for a visa."
    ));
    // The question's own words do not answer it.
    assert!(lacks(
        "how much is the 160 fee",
        "The 160 fee is due in person."
    ));
}

#[test]
fn r32_the_sentence_after_a_question_answers_it() {
    let text = "What is the H-1B cap? There are 85,000 of them every fiscal year. Other visas \
                differ from this one.";
    let found = best("how many H-1B cap", "en", &[hit(text, "en")]);
    assert!(found.contains("85,000"), "{found}");
}

#[test]
fn r32_questions_and_lead_ins_alone_do_not_answer() {
    assert_eq!(
        answer("visa fee", "en", &[hit("What is the visa fee?", "en")]),
        None
    );
    assert_eq!(
        answer("visa fee", "en", &[hit("The visa fee is:", "en")]),
        None
    );
    let found = answer(
        "visa fee",
        "en",
        &[hit("The visa fee is:\n160 dollars a year.", "en")],
    );
    assert_eq!(
        found.as_deref(),
        Some("The visa fee is:\n160 dollars a year.")
    );
}

#[test]
fn r32_the_words_of_a_heading_count_for_its_text() {
    let mut faq = hit("Each year 85,000 are given out. Ask us for more.", "en");
    faq.heading = vec!["The H-1B cap".into()];
    let found = answer("H-1B cap", "en", &[faq]).unwrap();
    assert!(found.starts_with("Each year 85,000"), "{found}");
}

#[test]
fn r32_a_passage_about_another_year_or_number_does_not_answer() {
    let hits = [hit("The visa fee of 2025 is 160 dollars.", "en")];
    assert!(answer("visa fee 2025", "en", &hits).is_some());
    assert_eq!(answer("visa fee 2026", "en", &hits), None);
    assert_eq!(answer("fee for form 82", "en", &hits), None);
    // A page whose title names another year only mentions this one.
    let titled = |title: &str| Hit {
        title: title.into(),
        ..hit("The visa fee is 160 dollars, from 2025 on.", "en")
    };
    for (title, is_answered) in [
        ("Fees 2026", false),
        ("Fees 2025-2026", true),
        ("Fees", true),
        ("Fees of form 2501", true),
    ] {
        let found = answer("visa fee 2025", "en", &[titled(title)]);
        assert_eq!(found.is_some(), is_answered, "{title}");
    }
}

#[test]
fn r32_a_written_question_allows_passages_without_small_numbers() {
    let text = "Whoever has a low average takes fewer courses.";
    let of = |question, likeness| {
        let mut hit = hit(text, "en");
        hit.features.question = likeness;
        answer(question, "en", &[hit])
    };
    assert_eq!(of("average 1.85 courses", None), None);
    assert_eq!(of("average 1.85 courses", Some(0.39)), None);
    assert!(of("average 1.85 courses", Some(0.4)).is_some());
    assert_eq!(of("average courses 2027", Some(0.9)), None);
    assert_eq!(of("average courses b2", Some(0.9)), None);
}

#[test]
fn r32_a_better_sentence_of_the_second_hit_wins_if_two_are_read() {
    let first = hit(
        "The office is open on weekdays, as every visa office is.",
        "en",
    );
    let second = hit(
        "The visa fee is 160 dollars, paid in advance by card.",
        "en",
    );
    let two = ExtractiveSettings {
        hits: NonZeroUsize::new(2).unwrap(),
        ..ExtractiveSettings::default()
    };
    let query = query("how much is the visa fee", "en");
    let found = Extractive::new(&two)
        .unwrap()
        .answer(&query, &[first, second]);
    assert!(found.unwrap().unwrap().text.contains("160"));
}

#[test]
fn r32_a_cut_passage_does_not_begin_with_a_sentence_that_leans_on_another() {
    let filler = "Pencil fillers fill the page and say nothing at all about it. ".repeat(22);
    for (first, begins) in [
        ("However, the visa fee is 160 dollars.", false),
        ("The visa fee is 160 dollars.", true),
    ] {
        let text = format!("{filler}\nEarlier fees were lower.\n{first}\n{filler}");
        let found = answer("how much is the visa fee", "en", &[hit(&text, "en")]).unwrap();
        assert!(found.contains("160 dollars"), "{found}");
        let is_before = found.starts_with("Earlier fees were lower.\nHowever");
        assert!(begins || is_before, "{found}");
    }
}

#[test]
fn r31_a_page_without_the_question_s_words_does_not_answer() {
    assert_eq!(answer("yurt", "tr", &[hit(INTERNSHIP, "tr")]), None);
    assert_eq!(answer("yurt", "tr", &[]), None);
    assert_eq!(answer("", "tr", &[hit(INTERNSHIP, "tr")]), None);
    assert_eq!(answer("yurt", "tr", &[hit("", "tr")]), None);
}

#[test]
fn r32_a_very_long_sentence_is_quoted_around_a_word_of_the_question() {
    let text = format!("{} ücret {}", "uzun ".repeat(500), "daha ".repeat(500));
    let extractive = Extractive::new(&ExtractiveSettings::default()).unwrap();
    let extract = extractive
        .answer(&query("ücret", "tr"), &[hit(&text, "tr")])
        .unwrap()
        .unwrap();
    assert!(text.contains(&extract.text));
    assert!(extract.text.chars().count() <= 1600 && extract.text.ends_with("daha"));
    assert_eq!(marked(&extract.text, &extract.marks), ["ücret"]);
}

#[test]
fn r32_the_error_for_a_negative_weight_or_a_share_above_1_names_it() {
    let negative = ExtractiveSettings {
        heading: -1.0,
        ..ExtractiveSettings::default()
    };
    let large = ExtractiveSettings {
        further_hit: 1.5,
        ..ExtractiveSettings::default()
    };
    for (settings, name) in [(negative, "heading"), (large, "further_hit")] {
        let message = Extractive::new(&settings).unwrap_err().to_string();
        assert!(
            message.contains(&format!("`answer.extractive.{name}`")),
            "{message}"
        );
    }
}

/// A hit about wages whose nearest prepared question is answered by a part of a sentence.
fn named(likeness: f64, near_miss: f64) -> Hit {
    let text = "Wages are paid in lira. Employees get their wages on the last working day, and \
        interns on Fridays. Wages are taxed.";
    let words = "on the last working day";
    let start = text.find(words).unwrap();
    Hit {
        question: "when is my salary paid".into(),
        extent: start..start + words.len(),
        near_miss,
        features: crate::hit::MatchFeatures {
            question: Some(likeness),
            ..Default::default()
        },
        ..hit(text, "en")
    }
}

#[test]
fn r36_the_words_that_answer_a_similar_prepared_question_are_marked() {
    let marked_by = |hit: Hit| {
        let extract = extract("wages in lira", "en", std::slice::from_ref(&hit)).unwrap();
        assert_eq!(extract.text, hit.text);
        marked(&extract.text, &[extract.highlight])[0].clone()
    };
    assert_eq!(marked_by(named(0.9, 0.2)), "on the last working day");
    for other in [named(0.1, 0.0), named(0.5, 0.6)] {
        assert_eq!(marked_by(other), "Wages are paid in lira.");
    }
    // The card of a long section is cut around these words.
    let filler = "One more sentence about nothing at all. ".repeat(60);
    let mut long = named(0.9, 0.2);
    long.extent = long.extent.start + filler.len()..long.extent.end + filler.len();
    long.text = format!("{filler}{} {filler}", long.text);
    let cut = extract("wages nothing", "en", &[long]).unwrap();
    assert!(cut.text.chars().count() <= 1600);
    let words = marked(&cut.text, &[cut.highlight]);
    assert_eq!(words, ["on the last working day"]);
}

#[test]
fn r36_a_question_nearer_to_a_near_miss_is_not_answered() {
    let asked = "when are wages paid";
    let may_answer = |near_miss: f64| {
        let hit = named(0.9, near_miss);
        extract(asked, "en", &[hit]).unwrap().may_answer()
    };
    assert!(may_answer(0.1) && !may_answer(0.95));
}

#[test]
fn r32_a_name_in_an_address_is_no_statement_about_who_has_it() {
    let address = "Professor\nselin.kaya@example.edu\nkaya.example.edu/selin-kaya/news";
    let room = "Room 12 of the north building.";
    for text in [format!("{address}\n{room}"), format!("{room}\n{address}")] {
        let page = Hit {
            title: "Selin Kaya".to_owned(),
            ..hit(&text, "en")
        };
        assert_eq!(best("room of Selin Kaya", "en", &[page]), room);
    }
}

#[test]
fn r36_features_count_the_typed_words_that_the_section_has_and_lacks() {
    let page = Hit {
        title: "Selin Kaya".to_owned(),
        ..hit("Selin Kaya teaches statistics.", "en")
    };
    for (question, found, missing) in [
        ("salary selin kaya", 2.0 / 3.0, 1.0 / 3.0),
        ("statistics selin kaya", 1.0, 0.0),
    ] {
        let hits = std::slice::from_ref(&page);
        let extract = extract(question, "en", hits);
        let rivals = Rivals::of(hits);
        let features = Features::of(&query(question, "en"), hits, rivals, extract.as_ref());
        let values = features.unwrap().values();
        for (name, expected) in [("found", found), ("missing", missing)] {
            let at = { Features::NAMES.iter() }.position(|own| *own == name);
            let own = values[at.unwrap()];
            assert!((own - expected).abs() < 1e-12, "{question}: {name} {own}");
        }
    }
}
