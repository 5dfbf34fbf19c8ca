use super::samples::{docx, line, pdf};
use super::*;

fn reader() -> DocumentReader {
    DocumentReader::new(&DocumentsSettings::default())
}

fn sheet(heading: &str, text: &str) -> String {
    let heading = if heading.is_empty() {
        String::new()
    } else {
        line(72, 740, 16, heading)
    };
    (0..4).fold(heading, |sheet, i| {
        sheet + &line(72, 700 - 14 * i, 11, text)
    })
}

fn headings(page: &ParsedPage) -> Vec<&str> {
    let headings = page.pieces.iter().filter_map(|piece| match piece {
        Piece::Content(Block::Heading { text, .. }) => Some(text.as_str()),
        _ => None,
    });
    headings.collect()
}

#[test]
fn every_page_of_a_pdf_file_is_a_page_under_the_headings_that_hold_on_it() {
    let bytes = pdf(&[
        sheet(
            "Lending",
            "Books are lent to members for four weeks at a time.",
        ),
        sheet(
            "",
            "Journals are read in the reading room and are not lent.",
        ),
    ]);
    let first = reader().read("rules/Library.pdf", &bytes).unwrap();
    let [second] = first.further.as_slice() else {
        panic!("{first:?}")
    };
    assert_eq!((first.fragment.as_str(), first.is_part), ("page=1", false));
    assert_eq!((second.fragment.as_str(), second.is_part), ("page=2", true));
    assert_eq!(second.meta["type"], "pdf");
    assert_eq!(second.meta["page"], "2");
    assert_eq!(first.titles.given, "Lending");
    assert_eq!(headings(&first), ["Lending"]);
}

// No link can point into a Word file, and its page breaks depend on the printer.
#[test]
fn a_word_file_is_one_page() {
    let bytes = docx("<w:p><w:r><w:t>Books are lent for four weeks.</w:t></w:r></w:p>");
    let page = reader().read("rules.docx", &bytes).unwrap();
    assert_eq!(page.fragment, "");
    assert_eq!(page.meta["type"], "docx");
    assert!(page.further.is_empty() && !page.meta.contains_key("page"));
}

#[test]
fn an_unreadable_document_is_reported_with_advice() {
    let message = |bytes: &[u8]| match reader().read("a.doc", bytes) {
        Err(Rejection::Skipped(reason)) => reason.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(message(b"{\\rtf1 Text}").contains("save it as PDF or DOCX"));
    assert!(message(&pdf(&["0 0 9 9 re f".to_owned()])).contains("OCR"));
    assert!(message(b"%PDF-1.7 and no more").contains("export it again"));
}

#[test]
fn pages_that_are_not_read_are_named_with_advice() {
    let unread = |page, fault| Unread { page, fault };
    let pages = [3, 5, 6, 7]
        .map(|page| unread(page, PageFault::WrongLetters))
        .into_iter()
        .chain([unread(9, PageFault::Program)]);
    let warning = lost(&pages.collect::<Vec<_>>()).unwrap();
    assert!(
        warning.contains("ToUnicode maps (page 3, 5–7); "),
        "{warning}"
    );
    assert!(warning.ends_with("please report it (page 9)"), "{warning}");
    assert_eq!(lost(&[]), None);
}

#[test]
fn questions_with_labels_are_the_headings_of_their_answers() {
    let paragraph = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let texts = ["Soru: Kitap ne kadar kalır?", "Cevap: Dört hafta kalır."];
    let bytes = docx(&texts.map(paragraph).concat());
    let page = reader().read("rules.docx", &bytes).unwrap();
    assert_eq!(headings(&page), ["Kitap ne kadar kalır?"]);
    assert_eq!(page.texts(), ["Dört hafta kalır."]);
}

#[test]
fn a_file_s_name_is_made_readable() {
    for (stem, name) in [
        ("2024-25-fee_schedule-v3-final", "2024-25 fee schedule"),
        ("Fee%20schedule (2)", "Fee schedule"),
        ("Kayıt-Takvimi_son", "Kayıt Takvimi"),
        ("A - B", "A - B"),
        ("v3", "v3"),
    ] {
        assert_eq!(readable(stem), name);
    }
}
