//! Which words of a page answer (R31, R32).

use super::super::marks::tests::{marked, query};
use super::*;

fn hit(text: &str, lang: &str) -> Hit {
    Hit {
        text: text.to_owned(),
        lang: lang.to_owned(),
        relevance: 0.8,
        ..Hit::default()
    }
}

fn answer(question: &str, tag: &str, hits: &[Hit]) -> Option<String> {
    let extractive = Extractive::new(&ExtractiveSettings::default()).unwrap();
    let extract = extractive.answer(&query(question, tag), hits).unwrap();
    extract.map(|extract| extract.text)
}

const INTERNSHIP: &str = "Bu sayfa öğrenciler içindir. Staj zorunludur ve her öğrenci yapar. \
    Staj başvuruları her yıl Mayıs ayının ilk haftasında yapılır. Staj defteri de gerekir.";

#[test]
fn r32_the_answer_is_the_sentence_with_the_question_s_words() {
    assert_eq!(
        answer("staj defteri", "tr", &[hit(INTERNSHIP, "tr")]).unwrap(),
        "Staj defteri de gerekir."
    );
}

#[test]
fn r32_a_question_of_when_prefers_the_sentence_with_a_date() {
    let text = "Staj başvurusu önemlidir, dikkatle hazırlanır. Bilgi için ofise gelin ve \
                sorun, yardım ederiz. Staj başvurusu Mayıs ayında başlar.";
    let found = answer("staj başvurusu ne zaman", "tr", &[hit(text, "tr")]).unwrap();
    assert_eq!(found, "Staj başvurusu Mayıs ayında başlar.");
}

#[test]
fn r32_the_sentence_behind_a_question_answers_it() {
    let text = "What is the H-1B cap? There are 85,000 of them every fiscal year. Other visas \
                differ from this one.";
    let found = answer("how many H-1B cap", "en", &[hit(text, "en")]).unwrap();
    assert!(found.contains("85,000"), "{found}");
}

#[test]
fn r32_a_heading_with_the_question_s_words_lends_them_to_its_text() {
    let mut faq = hit("Each year 85,000 are given out. Ask us for more.", "en");
    faq.heading = vec!["The H-1B cap".into()];
    let found = answer("H-1B cap", "en", &[faq]).unwrap();
    assert!(found.starts_with("Each year 85,000"), "{found}");
}

#[test]
fn r32_a_better_sentence_of_the_second_hit_wins() {
    let first = hit(
        "The office is open on weekdays, as every visa office is.",
        "en",
    );
    let second = hit(
        "The visa fee is 160 dollars, paid in advance by card.",
        "en",
    );
    let found = answer("how much is the visa fee", "en", &[first, second]).unwrap();
    assert!(found.contains("160"), "{found}");
}

const STEPS: &str = "Staj başvurusu her yıl yapılır.\nBaşvuru adımları:\n→ Staj yerini bulun. İlan panosu \
    yeterlidir.\n→ Form S-1'i doldurun.\n→ Formu koordinatöre teslim edin.\nKoordinatör odası 12'dir.";

#[test]
fn r32_how_something_is_done_is_answered_by_the_whole_list_with_its_lead() {
    let found = answer("staj başvurusu nasıl yapılır", "tr", &[hit(STEPS, "tr")]).unwrap();
    assert_eq!(
        found,
        "Başvuru adımları:\n→ Staj yerini bulun. İlan panosu yeterlidir.\n→ Form S-1'i doldurun.\n\
         → Formu koordinatöre teslim edin."
    );
    // What asks for one thing gets one sentence, without the mark.
    let found = answer(
        "hangi form doldurulur, Form S-1 mi",
        "tr",
        &[hit(STEPS, "tr")],
    )
    .unwrap();
    assert_eq!(found, "Form S-1'i doldurun.");
}

#[test]
fn r32_a_list_that_is_too_long_is_cut_behind_an_item() {
    let text = format!(
        "{}→ Son adım.",
        "→ Başvuru için bir form doldurun.\n".repeat(60)
    );
    let found = answer("başvuru nasıl yapılır", "tr", &[hit(&text, "tr")]).unwrap();
    assert!(
        found.chars().count() <= 1200 && found.ends_with("doldurun."),
        "{found}"
    );
    assert!(found.lines().count() > 30);
}

#[test]
fn r32_a_row_of_a_table_is_quoted_whole_with_its_columns() {
    let rows = "Unit: Faculty of Medicine | Annual fee: 9,000. Dormitory extra | Foreign: 9,900 $\n\
                Unit: School of Law | Annual fee: 7,000 | Foreign: 7,700 $";
    let found = answer("how much is the fee for medicine", "en", &[hit(rows, "en")]).unwrap();
    assert_eq!(Some(found.as_str()), rows.lines().next());
}

#[test]
fn r31_no_word_of_the_question_gives_no_answer() {
    assert_eq!(answer("yurt", "tr", &[hit(INTERNSHIP, "tr")]), None);
    assert_eq!(answer("yurt", "tr", &[]), None);
    assert_eq!(answer("", "tr", &[hit(INTERNSHIP, "tr")]), None);
    assert_eq!(answer("yurt", "tr", &[hit("", "tr")]), None);
}

#[test]
fn r32_an_endless_sentence_is_quoted_in_part_with_a_word_of_the_question() {
    let text = format!("{} ücret {}", "uzun ".repeat(200), "daha ".repeat(200));
    let extractive = Extractive::new(&ExtractiveSettings::default()).unwrap();
    let extract = extractive
        .answer(&query("ücret", "tr"), &[hit(&text, "tr")])
        .unwrap()
        .unwrap();
    assert!(text.contains(&extract.text));
    assert!(extract.text.chars().count() <= 400 && extract.text.ends_with("daha"));
    assert_eq!(marked(&extract.text, &extract.marks), ["ücret"]);
}

#[test]
fn r32_a_negative_weight_and_a_share_above_the_whole_are_refused_by_name() {
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
