//! Text extracted from the letters of pages.

use super::*;

const FILLER: &str = "The library lends books to every member of the university for four weeks.";

/// Draws lines from the top of a page downwards.
fn page(lines: &[&str]) -> String {
    let lines = lines.iter().zip(0..);
    lines
        .map(|(text, i)| line(72, 700 - 14 * i, 11, text))
        .collect()
}

#[test]
fn a_paragraph_continues_across_lines_and_pages_and_hyphens_are_joined() {
    let first = page(&[
        FILLER,
        "A book that is overdue costs ten lira a day, and whoever returns it af-",
        "ter a month pays for a new one and for the work that",
        "ordering it",
    ]);
    let second = page(&["takes. Members of staff pay half.", "", FILLER]);
    let sheets = [first, second];
    let all = texts(&pdf(&sheets)).join("\n");
    assert!(
        all.contains("whoever returns it after a month pays"),
        "{all}"
    );
    // Both pages contain the sentence that spans them.
    let pages = written(&pdf(&sheets)).parts;
    let has = |page: usize, words: &str| format!("{:?}", pages[page]).contains(words);
    let sentence = "A book that is overdue costs ten lira";
    assert!(has(0, sentence) && has(0, "ordering it takes."), "{all}");
    assert!(
        has(1, sentence) && has(1, "takes. Members of staff"),
        "{all}"
    );
    assert!(!has(0, "Members of staff"), "{all}");
}

#[test]
fn running_headers_and_page_numbers_are_no_text() {
    let sheet = |number: u32| {
        let edges =
            line(72, 800, 9, "Rules of the library") + &line(290, 30, 9, &format!("Page {number}"));
        edges
            + &page(&[
                FILLER,
                &format!("Rule {number} holds in every reading room and on each floor of it."),
            ])
    };
    let all = texts(&pdf(&[sheet(1), sheet(2), sheet(3)])).join("\n");
    assert!(all.contains("Rule 2 holds"), "{all}");
    assert!(
        !all.contains("Rules of the library") && !all.contains("Page 2"),
        "{all}"
    );
}

// Some programs draw a page line by line, through all columns.
#[test]
fn columns_that_are_drawn_line_by_line_are_read_one_after_the_other() {
    let left = [
        "Whoever wants to study here",
        "applies online until the end",
        "of June and sends copies of all",
        "certificates by post to the",
        "office for students, which",
        "answers within two weeks",
        "and sends a confirmation.",
    ];
    let right = [
        "Rooms are let by the city",
        "and not by the university,",
        "which has no dormitories of",
        "its own but keeps a list of",
        "offers that anybody can see",
        "on the first floor of the",
        "main building at any time.",
    ];
    let rows = left.iter().zip(right).zip(0..);
    let sheet: String = rows
        .map(|((left, right), i)| {
            line(60, 700 - 14 * i, 11, left) + &line(320, 700 - 14 * i, 11, right)
        })
        .collect();
    let all = texts(&pdf(&[sheet])).join(" ");
    assert!(
        all.contains("copies of all certificates by post to the office"),
        "{all}"
    );
    assert!(all.contains("keeps a list of offers that anybody"), "{all}");
}

#[test]
fn cells_of_a_row_stay_together() {
    let rows = [
        ("15 September", "Registration of new students"),
        ("22 September", "Lectures begin"),
    ];
    let sheet: String = rows
        .iter()
        .zip(0..)
        .map(|((date, what), i)| {
            line(60, 700 - 20 * i, 11, date) + &line(220, 700 - 20 * i, 11, what)
        })
        .collect();
    let all = texts(&pdf(&[sheet]));
    assert_eq!(
        all,
        [
            "15 September Registration of new students",
            "22 September Lectures begin"
        ]
    );
}

#[test]
fn larger_type_is_a_heading_and_the_largest_the_title() {
    let sheet = line(72, 760, 20, "Rules of the library")
        + &line(72, 720, 14, "Lending")
        + &page(&[FILLER; 3]);
    let written = written(&pdf(&[sheet]));
    assert_eq!(written.title, "Rules of the library");
    let headings: Vec<&Text> = written.parts[0]
        .texts
        .iter()
        .filter(|text| matches!(text, Text::Heading(..)))
        .collect();
    assert_eq!(
        headings,
        [
            &Text::Heading(1, "Rules of the library".into()),
            &Text::Heading(2, "Lending".into())
        ]
    );
}

// The metadata often names a file or a template.
#[test]
fn a_title_in_the_metadata_counts_if_the_text_has_it() {
    let sheet = || vec![line(72, 760, 20, "Rules of the library") + &page(&[FILLER; 3])];
    let title = |info: &str| {
        let info = format!("<</Title({info})>>");
        let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
        written(&pdf_with(&sheet(), font, "/Info 10000 0 R", &[info])).title
    };
    assert_eq!(title("Library Rules"), "Library Rules");
    assert_eq!(title("Microsoft Word - rules.doc"), "Rules of the library");
    assert_eq!(title("Letter of the dean"), "Rules of the library");
}

// TeX draws an accent, moves back and draws the letter; the fonts name only these glyphs.
#[test]
fn accents_of_old_tex_fonts_join_their_letters() {
    let font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[1/breve/dotlessi/cedilla/dotaccent/fi]>>>>";
    // The accents are 333 units wide, `g` is 556 wide.
    let word =
        "BT /F 11 Tf 72 500 Td [(O)] TJ [(\\001) 445 (g) -10 (renci kay\\002t i\\005 )] TJ ET\n";
    let all = texts(&pdf_with(&[page(&[FILLER]) + word], font, "", &[])).join("\n");
    assert!(all.contains("Oğrenci kayıt ifi"), "{all}");
}

#[test]
fn text_that_is_drawn_twice_for_bold_type_is_read_once() {
    let sheet = page(&[FILLER])
        + &line(72, 500, 11, "Closed on Monday")
        + "1 0 0 1 0.3 0 cm\n"
        + &line(72, 500, 11, "Closed on Monday");
    let all = texts(&pdf(&[sheet])).join("\n");
    assert_eq!(all.matches("Closed").count(), 1, "{all}");
    assert!(all.contains("Closed on Monday"), "{all}");
}

#[test]
fn cork_codes_are_the_letters_of_tex_fonts() {
    let letters: String = [0xb3, 0xa7, 0x9d, 0x19, 0xe7, 0xfc, b'a'.into()]
        .into_iter()
        .filter_map(letters::cork)
        .collect();
    assert_eq!(letters, "şğİıçüa");
}

#[test]
fn turkish_letters_of_a_wrong_map_are_mended() {
    let wrong = "Bu yönerge, ÜNĠVERSĠTESĠ öğrencileri ile yapılan anlaĢma ve iĢlemleri bir bütün olarak kapsar.";
    assert!(letters::has_wrong_turkish(wrong));
    assert!(
        letters::mend_turkish(wrong)
            .contains("ÜNİVERSİTESİ öğrencileri ile yapılan anlaşma ve işlemleri")
    );
    // Icelandic and Maltese use these letters correctly.
    assert!(!letters::has_wrong_turkish(
        "Það er gott að búa við sjóinn og horfa á fjöllin í norðri."
    ));
    assert!(!letters::has_wrong_turkish(
        "Il-ġurnata ta' matul il-ġimgħa hija twila ħafna għal kulħadd."
    ));
}

#[test]
fn ligatures_and_arabic_forms_are_plain_letters() {
    assert_eq!(
        letters::fold("a\u{fb01}n d\u{e9}\u{fb01}nis \u{fefb}\u{a0}x"),
        "afin définis لا x"
    );
}

#[test]
fn the_first_line_is_the_title_if_no_type_sets_one_off() {
    let sheet = |first: &str| {
        let text = "Students pay before the first week of the term begins.";
        let rest = (0..4).map(|i| line(72, 640 - 14 * i, 11, text));
        line(72, 700, 11, first) + &rest.collect::<String>()
    };
    let title = |sheet: String| written(&pdf(&[sheet])).title;
    assert_eq!(
        title(sheet("Fees of the summer school")),
        "Fees of the summer school"
    );
    assert_eq!(title(sheet("Dear students,")), "");
    // A logo is no title.
    let logo = line(72, 780, 40, "ABC");
    assert_eq!(
        title(logo + &sheet("Fees of the summer school")),
        "Fees of the summer school"
    );
}
