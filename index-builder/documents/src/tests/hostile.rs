//! Small files that are made to take all memory or never to end.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::super::samples::pdf_with_forms;
use super::*;

/// Reads with the counts of a build but without its time limit, because the load of the computer
/// varies.
fn counted(bytes: &[u8]) -> Result<ExtractedText, DocumentError> {
    let wide = DocumentLimits {
        unpacked: 256 << 20,
        processor_time: Duration::from_mins(5),
        ..bounds()
    };
    read(bytes, &wide)
}

fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn numbered(count: u32, one: impl Fn(u32) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().concat()
}

fn slides(files: &[&str], slide: &str) -> Vec<u8> {
    let list: Vec<String> = files
        .iter()
        .map(|id| format!("<p:sldId r:id='{id}'/>"))
        .collect();
    let list = list.concat();
    package(&[
        (
            "ppt/presentation.xml",
            &format!(
                "<p:presentation xmlns:p='p' xmlns:r='r'><p:sldIdLst>{list}</p:sldIdLst></p:presentation>"
            ),
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            "<R><R Id='a' Target='slides/slide1.xml'/></R>",
        ),
        (
            "ppt/slides/slide1.xml",
            &format!("<p:sld xmlns:p='p' xmlns:a='a'>{slide}</p:sld>"),
        ),
    ])
}

#[test]
fn a_note_is_quoted_once_however_often_a_text_refers_to_it() {
    let references = "<w:p><w:footnoteReference w:id='2'/></w:p>".repeat(20_000);
    let bytes = docx(&(p("Fees") + &references));
    let texts = counted(&bytes).unwrap().parts.remove(0).texts;
    let plain = |text: &str| Text::Paragraph(text.to_owned());
    assert_eq!(texts, [plain("Fees"), plain("Senate, 3 May.")]);
}

#[test]
fn bytes_that_are_no_text_are_refused_before_all_are_unpacked() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.start_file("word/document.xml", options).unwrap();
    zip.write_all(&vec![0xff; 4 << 20]).unwrap();
    let bytes = zip.finish().unwrap().into_inner();
    let how = "word/document.xml: it is not UTF-8".to_owned();
    assert_eq!(counted(&bytes), Err(DocumentError::Damaged(how)));
}

#[test]
fn elements_and_attributes_without_end_are_refused() {
    let attributes = numbered(600, |i| format!(" w:a{i}=''"));
    let declared = numbered(300, |i| format!(" xmlns:n{i}='n'"));
    for body in [
        "<w:p/>".repeat(5_500_000),
        "<w:p>".repeat(500_000),
        format!("<w:p{attributes}/>"),
        format!("<w:p{declared}/>"),
    ] {
        let bytes = docx(&body);
        assert!(bytes.len() < 200_000);
        assert_eq!(
            counted(&bytes),
            Err(DocumentError::TooComplex),
            "{body:.40}"
        );
    }
}

// Each part of a run is searched for a format again.
#[test]
fn a_run_of_very_many_parts_is_bounded_work() {
    let parts = "<w:t>a</w:t>".repeat(300_000) + "<w:rPr><w:b/></w:rPr>";
    let cell = format!("<w:tc><w:p><w:r>{parts}</w:r></w:p></w:tc>");
    let table = format!("<w:tbl><w:tr>{cell}{cell}</w:tr></w:tbl>");
    assert_eq!(counted(&docx(&table)), Err(DocumentError::TooComplex));
}

#[test]
fn tables_in_tables_do_not_multiply_their_text() {
    let long = "Fees of the spring ".repeat(40);
    let cell = |inner: &str| format!("<w:tc>{inner}</w:tc>");
    let head = cell(&p(&long)).repeat(8);
    let mut table = p("x");
    for _ in 0..20 {
        let row = format!("<w:tr>{}{}</w:tr>", cell(&p("1")), cell(&table));
        table = format!("<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>{head}</w:tr>{row}</w:tbl>");
    }
    match counted(&docx(&table)) {
        Ok(text) => {
            let texts = text.parts[0].texts.iter();
            let size: usize = texts.map(|text| format!("{text:?}").len()).sum();
            assert!(size <= MOST_TEXT, "{size}");
        }
        Err(error) => assert_eq!(error, DocumentError::TooComplex),
    }
}

#[test]
fn equal_cells_of_libreoffice_are_counted() {
    let long = "Fees of the spring ".repeat(4_000);
    let cell = format!(
        "<table:table-cell table:number-columns-repeated='64'><text:p>{long}</text:p></table:table-cell>"
    );
    let content = format!(
        "<o xmlns:office='office' xmlns:text='text' xmlns:table='table'><office:body><office:text>\
         <table:table>{}</table:table></office:text></office:body></o>",
        format!("<table:table-row>{cell}</table:table-row>").repeat(20)
    );
    let bytes = package(&[("content.xml", &content)]);
    assert_eq!(counted(&bytes), Err(DocumentError::TooComplex));
}

#[test]
fn the_text_of_paragraphs_in_paragraphs_is_read_once() {
    let around = |inner: String, _| format!("<a:p><a:r><a:t>outer</a:t></a:r>{inner}</a:p>");
    let inner = "<a:p><a:r><a:t>innermost</a:t></a:r></a:p>".to_owned();
    let nested = (0..380).fold(inner, around);
    let shape = format!("<p:sp><p:txBody>{nested}</p:txBody></p:sp>");
    let texts = counted(&slides(&["a"], &shape))
        .unwrap()
        .parts
        .remove(0)
        .texts;
    assert_eq!(texts.len(), 381);
    assert_eq!(texts.last(), Some(&Text::Paragraph("innermost".to_owned())));
}

#[test]
fn a_slide_that_is_listed_again_is_read_once() {
    let shape = "<p:sp><a:p><a:r><a:t>Four weeks.</a:t></a:r></a:p></p:sp>";
    let parts = counted(&slides(&["a"; 50], shape)).unwrap().parts;
    assert_eq!(parts.len(), 1);
}

fn sheet() -> String {
    (0..6)
        .map(|i| {
            line(
                72,
                700 - 14 * i,
                11,
                "The library lends books to its members.",
            )
        })
        .collect()
}

#[test]
fn forms_that_draw_each_other_again_and_again_cost_their_page_alone() {
    let forms = vec!["/A Do /A Do /A Do".to_owned(); 30];
    let bytes = pdf_with_forms(&[sheet(), "/A Do ".to_owned() + &sheet()], &forms);
    let text = counted(&bytes).unwrap();
    assert_eq!(text.parts.len(), 1);
    let fault = PageFault::TooMuch;
    assert_eq!(text.unread, [Unread { page: 2, fault }]);
    let alone = pdf_with_forms(&["/A Do".to_owned()], &forms);
    assert_eq!(counted(&alone), Err(DocumentError::TooComplex));
}

#[test]
fn a_page_of_very_many_lines_or_marks_is_refused() {
    for drawn in ["0 0 m 9 9 l S ", "/Span BMC ", "/Span BMC EMC "] {
        let bytes = pdf(&[drawn.repeat(2_100_000)]);
        assert_eq!(counted(&bytes), Err(DocumentError::TooComplex), "{drawn}");
    }
}

#[test]
fn marks_that_nest_deeper_than_is_kept_end_as_they_began() {
    let open = "/Span BMC ".repeat(500);
    let close = "EMC ".repeat(500);
    let artifact = "/Artifact<</Type/Pagination>>BDC ".to_owned();
    let bytes = pdf(&[artifact + &open + &close + "EMC " + &sheet()]);
    let text = format!("{:?}", counted(&bytes).unwrap());
    assert!(text.contains("The library lends books"), "{text}");
}

#[test]
fn streams_that_unpack_to_too_much_are_refused() {
    let packed = |bytes: &[u8]| {
        let mut packing = ZlibEncoder::new(Vec::new(), Compression::default());
        packing.write_all(bytes).unwrap();
        packing.finish().unwrap()
    };
    let mut bytes = pdf(&[sheet()]);
    let data = packed(&packed(&b"q Q ".repeat(1 << 20)));
    assert!(data.len() < 10_000);
    bytes.extend(b"9999 0 obj\n<</Filter[/FlateDecode/FlateDecode]>>\nstream\n");
    bytes.extend(data);
    bytes.extend(b"\nendstream\nendobj\n");
    assert_eq!(read(&bytes, &bounds()), Err(DocumentError::TooMuch));
    assert!(counted(&bytes).is_ok());
}

#[test]
fn more_words_than_any_language_has_are_refused() {
    let words: Vec<String> = (0..1_000_001).map(|i| format!("{i:x}")).collect();
    let bytes = docx(&p(&words.join(" ")));
    assert_eq!(counted(&bytes), Err(DocumentError::TooComplex));
    let bytes = docx(&p(&words[..1_000].join(" ").repeat(1_000)));
    assert!(counted(&bytes).is_ok());
}
