//! The builder's readers of documents.
//!
//! Mutations of a packed file are most often no package, so the parts of packages have targets of
//! their own.

use std::io::{Cursor, Write};

use soru_ingest::Format;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::pages;

/// Reads the file that a target makes of the bytes.
pub(super) fn document(target: &str, bytes: &[u8]) {
    is_read(target, bytes);
}

/// Whether reading it yields a document.
pub(super) fn is_read(target: &str, bytes: &[u8]) -> bool {
    pages::page(Format::Document, &file(target, bytes))
}

fn file(target: &str, bytes: &[u8]) -> Vec<u8> {
    match target {
        "pdf" => [b"%PDF-1.7\n", bytes].concat(),
        "docx" => package(&[("word/document.xml", bytes)]),
        "odt" => package(&[("content.xml", bytes)]),
        "pptx" => package(&[
            ("ppt/presentation.xml", SLIDES),
            ("ppt/_rels/presentation.xml.rels", RELATIONS),
            ("ppt/slides/slide1.xml", bytes),
        ]),
        _ => [b"PK\x03\x04", bytes].concat(),
    }
}

const SLIDES: &[u8] =
    b"<p:presentation xmlns:p='p' xmlns:r='r'><p:sldIdLst><p:sldId r:id='a'/></p:sldIdLst></p:presentation>";
const RELATIONS: &[u8] =
    b"<Relationships><Relationship Id='a' Target='slides/slide1.xml'/></Relationships>";

fn package(files: &[(&str, &[u8])]) -> Vec<u8> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Inputs to start from; the first of each is right.
pub(super) fn seeds() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let pdf = "1 0 obj\n<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 1/Kids[3 0 R]>>\nendobj\n\
        3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>\nendobj\n\
        4 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>\nendobj\n\
        5 0 obj\n<</Length 95>>stream\nBT /F 18 Tf 72 700 Td (Rules) Tj ET BT /F 11 Tf 72 660 Td (Books are lent for four weeks at a time.) Tj ET\nendstream\nendobj\n\
        6 0 obj\n<</First 7 0 R>>\nendobj\n7 0 obj\n<</Title(Rules)/Next 7 0 R>>\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n";
    let docx = "<w:document xmlns:w='w'><w:body><w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr><w:r><w:t>Rules</w:t></w:r></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Fee</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:ins><w:r><w:t>Books</w:t></w:r></w:ins>\
        <w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p></w:body></w:document>";
    let odt = "<office:document-content xmlns:office='o' xmlns:text='t' xmlns:table='b'><office:body><office:text>\
        <text:h text:outline-level='1'>Rules</text:h><text:list><text:list-item><text:p>Books<text:s/>are lent.</text:p></text:list-item></text:list>\
        <table:table><table:table-row><table:table-cell><text:p>Fee</text:p></table:table-cell></table:table-row></table:table>\
        </office:text></office:body></office:document-content>";
    let pptx = "<p:sld xmlns:p='p' xmlns:a='a'><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type='title'/></p:nvPr></p:nvSpPr>\
        <p:txBody><a:p><a:r><a:t>Rules</a:t></a:r></a:p></p:txBody></p:sp><p:grpSp><p:sp><p:txBody><a:p><a:r><a:t>Books are lent.</a:t>\
        </a:r></a:p></p:txBody></p:sp></p:grpSp></p:spTree></p:cSld></p:sld>";
    let package = package(&[("word/document.xml", docx.as_bytes())]);
    vec![
        (
            "pdf",
            texts(&[
                pdf,
                "xref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R/Encrypt<</Filter/Standard/V 1/R 2>>>>",
            ]),
        ),
        ("office", vec![package[4..].to_vec()]),
        ("docx", texts(&[docx])),
        ("odt", texts(&[odt])),
        ("pptx", texts(&[pptx])),
    ]
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}
