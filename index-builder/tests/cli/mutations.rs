//! Damaged documents: mutations of sound ones, many in one site. None may stop the build, print a
//! panic, or change the pages beside it.
//!
//! A test run tries 50 of each kind; `cargo xtask fuzz` tries 2,000 (`SORU_MUTATIONS`).

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::Workplace;

/// Mutations of each kind in a test run.
const COUNT: u64 = 50;

/// A document in its parts: one for PDF, the files of a package for others.
type Parts = Vec<(&'static str, Vec<u8>)>;

fn parts(parts: &[(&'static str, &str)]) -> Parts {
    let parts = parts.iter();
    parts
        .map(|(name, text)| (*name, text.as_bytes().to_vec()))
        .collect()
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % most.max(1) as u64).unwrap()
    }
}

/// Sound documents with all that their readers know.
fn sound() -> Vec<(&'static str, Parts)> {
    let docx = "<w:document xmlns:w='w' xmlns:mc='mc'><w:body><w:p><w:pPr><w:pStyle w:val='H'/></w:pPr><w:r><w:t>Rules</w:t>\
        </w:r></w:p><w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val='2'/></w:tcPr><w:p><w:r><w:t>Fee</w:t>\
        </w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>Day</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>10</w:t></w:r></w:p></w:tc>\
        </w:tr></w:tbl><w:p><w:r><w:t>Books are lent.</w:t><w:footnoteReference w:id='2'/></w:r></w:p></w:body></w:document>";
    let styles = "<w:styles xmlns:w='w'><w:style w:styleId='H'><w:name w:val='heading 1'/></w:style></w:styles>";
    let notes = "<w:footnotes xmlns:w='w'><w:footnote w:id='2'><w:p><w:r><w:t>Senate.</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let odt = "<o xmlns:office='o' xmlns:text='t' xmlns:table='b'><office:body><office:text><text:h text:outline-level='1'>Rules</text:h>\
        <text:p>Books<text:s/>are lent.<text:note><text:note-body><text:p>Senate.</text:p></text:note-body></text:note></text:p>\
        <table:table><table:table-row><table:table-cell table:number-columns-repeated='3'><text:p>Fee</text:p></table:table-cell>\
        </table:table-row></table:table></office:text></office:body></o>";
    let slides = "<p:p xmlns:p='p' xmlns:r='r'><p:sldIdLst><p:i r:id='a'/></p:sldIdLst></p:p>";
    let links = "<R><R Id='a' Target='slides/1.xml'/></R>";
    let slide = "<p:sld xmlns:p='p' xmlns:a='a'><p:sp><p:ph type='title'/><a:p><a:r><a:t>Rules</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r>\
        <a:t>Books are lent.</a:t></a:r></a:p></p:sp><a:tbl><a:tr><a:tc gridSpan='2'><a:p><a:r><a:t>Fee</a:t></a:r></a:p></a:tc></a:tr></a:tbl></p:sld>";
    vec![
        ("pdf", vec![("", pdf().into_bytes())]),
        (
            "docx",
            parts(&[
                ("word/document.xml", docx),
                ("word/styles.xml", styles),
                ("word/footnotes.xml", notes),
            ]),
        ),
        ("odt", parts(&[("content.xml", odt)])),
        (
            "pptx",
            parts(&[
                ("ppt/presentation.xml", slides),
                ("ppt/_rels/presentation.xml.rels", links),
                ("ppt/slides/1.xml", slide),
            ]),
        ),
    ]
}

/// Two pages with a form, an outline and a map of letters.
fn pdf() -> String {
    let mut file = "%PDF-1.7\n".to_owned();
    let mut object =
        |number: u32, text: &str| write!(file, "{number} 0 obj\n{text}\nendobj\n").unwrap();
    let stream = |entries: &str, text: &str| {
        format!(
            "<<{entries}/Length {}>>\nstream\n{text}\nendstream",
            text.len()
        )
    };
    object(1, "<</Type/Catalog/Pages 2 0 R/Outlines 9 0 R>>");
    object(2, "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>");
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources\
        <</Font<</F 6 0 R>>/XObject<</A 7 0 R>>>>>>";
    object(3, page);
    object(4, page);
    let drawn = "q 1 0 0 1 0 0 cm BT /F 16 Tf 72 700 Td (Rules) Tj ET BT /F 11 Tf 72 660 Td (Books are lent to members.) Tj \
        0 -14 Td [(Fees) -200 (are due.)] TJ ET /A Do 72 600 m 300 600 l S 72 500 200 2 re f Q";
    object(5, &stream("", drawn));
    object(
        6,
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 8 0 R>>",
    );
    object(
        7,
        &stream(
            "/Subtype/Form/BBox[0 0 99 99]",
            "BT 9 0 0 9 20 20 Tm ET 0 0 m 9 9 l S",
        ),
    );
    object(
        8,
        &stream(
            "",
            "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <0020> endbfrange",
        ),
    );
    object(9, "<</First 10 0 R>>");
    object(10, "<</Title(Rules)/Next 10 0 R>>");
    file + "trailer\n<</Root 1 0 R/Size 11>>\nstartxref\n0\n%%EOF\n"
}

/// Changes some places of a part.
fn mutate(bytes: &mut Vec<u8>, random: &mut Random) {
    const NUMBERS: [&[u8]; 5] = [b"-1", b"99999999999", b"1e30", b"0", b"2147483648"];
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 => bytes.truncate(at + 1),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].repeat(1 + random.below(50));
                bytes.splice(at..at, again);
            }
            3 => {
                let number = NUMBERS[random.below(NUMBERS.len())];
                bytes.splice(at..at, number.iter().copied());
            }
            4 => bytes
                .splice(at..end, std::iter::repeat_n(0xff, 5))
                .for_each(drop),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = u8::try_from(random.next() & 0xff).unwrap();
                }
            }
        }
    }
}

/// A document with damage in one of its parts, or in the package around them.
fn damaged(parts: &Parts, random: &mut Random) -> Vec<u8> {
    let mut parts = parts.clone();
    let number = random.below(parts.len() + 1);
    if let Some((_, bytes)) = parts.get_mut(number) {
        mutate(bytes, random);
    }
    let mut whole = packed(&parts);
    if number == parts.len() {
        mutate(&mut whole, random);
    }
    whole
}

fn packed(parts: &Parts) -> Vec<u8> {
    if let [("", bytes)] = parts.as_slice() {
        return bytes.clone();
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn damaged_documents_cost_nothing_but_themselves() {
    let asked = std::env::var("SORU_MUTATIONS").ok();
    let count = asked.map_or(COUNT, |count| count.parse().expect("a number"));
    let place = Workplace::new();
    let before = place.build(&["--index-only", "--json"]).report();
    let before = before["pages"].as_u64().unwrap();
    for (kind, parts) in sound() {
        std::fs::write(place.path(&format!("site/sound.{kind}")), packed(&parts)).unwrap();
        for seed in 1..=count {
            let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let name = format!("site/{kind}-{seed}.{kind}");
            std::fs::write(place.path(&name), damaged(&parts, &mut random)).unwrap();
        }
    }
    let run = place.build(&["--index-only", "--json", "--jobs", "2"]);
    let report = run.report();
    assert!(!run.err.contains("panicked"), "{}", run.err);
    // The sound ones: two pages of PDF, and one of each other.
    assert!(
        report["pages"].as_u64().unwrap() >= before + 5,
        "{report:#}"
    );
    let told = format!("{} {}", report["skipped"], report["warnings"]);
    assert!(!told.contains("bug in soru"), "{told}");
    assert!(!told.contains("sound."), "{told}");
    let first = place.bundle("out");
    let again = place.build(&["--index-only", "--json", "--jobs", "1"]);
    assert_eq!(again.report()["skipped"], report["skipped"]);
    assert!(place.bundle("out") == first, "the bundles differ");
}
