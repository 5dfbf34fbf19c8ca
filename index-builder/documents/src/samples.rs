//! Documents for tests, written by hand and as small as possible.

use std::fmt::Write as _;
use std::io::Write as _;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A font that every reader has, in the Windows encoding.
const FONT: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/// Draws a line of text at a place, counted from the bottom left.
pub(crate) fn line(x: u32, y: u32, size: u32, text: &str) -> String {
    format!("BT /F {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Writes a PDF file whose pages have these drawing commands.
pub(crate) fn pdf(pages: &[String]) -> Vec<u8> {
    pdf_with(pages, FONT, "", &[])
}

/// Writes a PDF file with forms: pages draw the first as `A`, and forms may draw each other.
pub(crate) fn pdf_with_forms(pages: &[String], forms: &[String]) -> Vec<u8> {
    let form = |(number, content): (usize, &String)| {
        format!(
            "<</Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A {number} 0 R>>>>/Length {}>>stream\n\
             {content}\nendstream",
            content.len()
        )
    };
    let forms: Vec<String> = (10_001..).zip(forms).map(form).collect();
    pdf_with(pages, FONT, "", &forms)
}

/// Writes a PDF file with a font, entries of the trailer and further objects, numbered from 10000.
pub(crate) fn pdf_with(pages: &[String], font: &str, trailer: &str, more: &[String]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len())
        .map(|i| format!("{} 0 R", 10 + 2 * i))
        .collect();
    let kids = kids.join(" ");
    let mut objects = vec![
        (1, "<</Type/Catalog/Pages 2 0 R>>".to_owned()),
        (
            2,
            format!("<</Type/Pages/Count {}/Kids[{kids}]>>", pages.len()),
        ),
        (3, font.to_owned()),
    ];
    for (i, page) in pages.iter().enumerate() {
        let number = 10 + 2 * i;
        objects.push((number, format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>/XObject<</A 10000 0 R>>>>/Contents {} 0 R>>",
            number + 1
        )));
        objects.push((
            number + 1,
            format!("<</Length {}>>stream\n{page}\nendstream", page.len()),
        ));
    }
    objects.extend((10_000..).zip(more.iter().cloned()));
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut table = "xref\n0 1\n0000000000 65535 f \n".to_owned();
    for (number, object) in objects {
        write!(table, "{number} 1\n{:010} 00000 n \n", bytes.len()).unwrap();
        bytes.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    let start = bytes.len();
    let end = format!("trailer\n<</Size 20000/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n");
    bytes.extend(table.bytes().chain(end.bytes()));
    bytes
}

/// Writes a package of files.
pub(crate) fn package(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Writes a Word file with this body.
pub(crate) fn docx(body: &str) -> Vec<u8> {
    let document = format!(
        "<w:document xmlns:w='w' xmlns:mc='mc' xmlns:wps='wps'><w:body>{body}</w:body></w:document>"
    );
    let styles = "<w:styles xmlns:w='w'>\
        <w:style w:styleId='Baslik2'><w:name w:val='heading 2'/></w:style>\
        <w:style w:styleId='Own'><w:name w:val='Own'/><w:basedOn w:val='Baslik2'/></w:style>\
        <w:style w:styleId='Gone'><w:rPr><w:vanish/></w:rPr></w:style>\
        <w:style w:styleId='Note'><w:basedOn w:val='Gone'/></w:style></w:styles>";
    let notes = "<w:footnotes xmlns:w='w'><w:footnote w:id='2'><w:p><w:r><w:t>Senate, 3 May.</w:t></w:r></w:p>\
        </w:footnote></w:footnotes>";
    package(&[
        ("word/document.xml", &document),
        ("word/styles.xml", styles),
        ("word/footnotes.xml", notes),
    ])
}
