//! Answers from lists and tables.

use super::super::super::marks::tests::marked;
use super::{answer, best, extract, hit};

const STEPS: &str = "Staj başvurusu her yıl yapılır.\nBaşvuru adımları:\n→ Staj yerini bulun. İlan panosu \
    yeterlidir.\n→ Form S-1'i doldurun.\n→ Formu koordinatöre teslim edin.\nKoordinatör odası 12'dir.";

#[test]
fn r32_a_how_question_is_answered_by_the_whole_list_with_its_lead_in() {
    let found = answer("staj başvurusu nasıl yapılır", "tr", &[hit(STEPS, "tr")]).unwrap();
    let list = &STEPS[STEPS.find("Başvuru adımları").unwrap()..STEPS.find("\nKoord").unwrap()];
    assert!(found.contains(list), "{found}");
    // The mark of an item belongs to the list, not to the sentence.
    let found = best(
        "hangi form doldurulur, Form S-1 mi",
        "tr",
        &[hit(STEPS, "tr")],
    );
    assert_eq!(found, "Form S-1'i doldurun.");
}

#[test]
fn r32_a_list_that_fits_is_quoted_from_its_beginning() {
    let text = format!("{}\n{STEPS}", "Bu cümle yalnızca yer tutar. ".repeat(12));
    let found = answer("koordinatöre teslim", "tr", &[hit(&text, "tr")]).unwrap();
    assert!(
        found.contains("Başvuru adımları:\n→ Staj yerini"),
        "{found}"
    );
}

#[test]
fn r32_a_section_that_is_too_long_is_cut_between_its_items() {
    let item = "→ Başvuru için bir form doldurun.\n";
    let text = format!(
        "{}→ Son adım koordinatörün onayıdır.\n{}",
        item.repeat(60),
        item.repeat(60)
    );
    let found = answer("koordinatör onayı nasıl alınır", "tr", &[hit(&text, "tr")]).unwrap();
    let lines: Vec<&str> = found.lines().collect();
    assert!((1500..=1600).contains(&found.chars().count()), "{found}");
    assert!(
        lines
            .iter()
            .all(|line| line.starts_with('→') && line.ends_with('.'))
    );
    let place = lines
        .iter()
        .position(|line| line.contains("Son adım"))
        .unwrap();
    assert!(
        (lines.len() / 3..lines.len() * 2 / 3).contains(&place),
        "{place}"
    );
}

#[test]
fn r32_a_question_that_names_no_row_is_answered_with_the_table() {
    let rows = "Room: single | Monthly fee: 14,500\n\
                Room: double | Monthly fee: 9,800\n\
                Room: triple | Monthly fee: 7,900";
    let found = |question| {
        let extract = extract(question, "en", &[hit(rows, "en")]).unwrap();
        let highlighted = marked(&extract.text, &[extract.highlight])[0].clone();
        assert_eq!(highlighted, extract.text);
        highlighted
    };
    assert_eq!(found("how much is the monthly fee"), rows);
    let two = found("monthly fee of a single or a double room");
    assert_eq!(two, rows.rsplit_once('\n').unwrap().0);
    let double = found("monthly fee of a double room");
    assert_eq!(Some(double.as_str()), rows.lines().nth(1));
    let plain = "Room | Fee\nSingle | 14,500\nDouble | 9,800\nTriple | 7,900\nFees are monthly.";
    let whole = answer("monthly fees of a room", "en", &[hit(plain, "en")]).unwrap();
    assert!(whole.starts_with("Room | Fee\nSingle"), "{whole}");
}

// Sums of the same numbers in another order may differ in their last digit.
// A row that lacks what another row names is not the one asked for.
#[test]
fn r32_all_rows_are_shown_if_another_one_has_more_words_of_the_question() {
    let rows = "Day: weekdays | Hours: 8 to 23\nDay: weekend | Hours: 10 to 20\nDay: exam weeks | Hours: open all night";
    let found = extract("open at night at the weekend", "en", &[hit(rows, "en")]).unwrap();
    assert_eq!(found.text, rows);
}

#[test]
fn r32_rows_with_the_same_words_in_another_order_are_equal() {
    let rows = "Length: 7 m | Night: 13 € | Year: 99 €\n\
                Length: 13 m, not 7 | Night: 27 € | Year: 140 €\n\
                Length: 20 m | Night: 44 € | Year: 260 €";
    let found = extract("how much is 7 or 13 m at night", "en", &[hit(rows, "en")]).unwrap();
    let two = &marked(rows, &[found.highlight])[0];
    assert_eq!(two.lines().count(), 2, "{two}");
}

#[test]
fn r32_links_are_never_quoted_and_program_text_only_with_its_explanation() {
    let links = "All fee forms:\n↗ Fee form\n↗ Fee waiver form\n↗ Fee refund form";
    let found = answer("which fee forms are there", "en", &[hit(links, "en")]);
    assert_eq!(found, None);
    let code = "fees[0] = {law: 5};\nThe fee form is due in May.\nfees[1] = {art: 6};";
    let found = answer("when is the fee form due", "en", &[hit(code, "en")]);
    assert_eq!(found.as_deref(), Some(code));
}
