//! Word processors and presentations.

use super::*;

fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn headings_are_recognised_by_style_not_by_style_name() {
    let heading = |style: &str, text: &str| {
        format!("<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
    };
    let body = heading("Baslik2", "Lending")
        + &p("Four weeks.")
        + &heading("Own", "Fines")
        + &p("Ten lira.");
    assert_eq!(
        texts(&docx(&body)),
        ["## Lending", "Four weeks.", "## Fines", "Ten lira."]
    );
}

#[test]
fn the_lines_in_the_largest_type_are_the_title() {
    let large = |size: u32, text: &str| {
        format!("<w:p><w:r><w:rPr><w:sz w:val='{size}'/></w:rPr><w:t>{text}</w:t></w:r></w:p>")
    };
    let body = large(36, "Fees of the")
        + &large(36, "summer school")
        + &p("Pay before June.")
        + &p("Ask us.");
    let title = |body: &str| written(&docx(body)).title;
    assert_eq!(
        title(&(p("Office 12") + &body)),
        "Fees of the summer school"
    );
    assert_eq!(
        title(&(large(22, "Letter of May") + &p("We are open."))),
        "Letter of May"
    );
}

#[test]
fn tracked_changes_are_read_as_accepted() {
    let body = "<w:p><w:r><w:t xml:space='preserve'>For </w:t></w:r><w:del><w:r><w:delText>two</w:delText></w:r></w:del>\
        <w:ins><w:r><w:t>four</w:t></w:r></w:ins><w:r><w:t xml:space='preserve'> weeks</w:t></w:r></w:p>\
        <w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t xml:space='preserve'>in the </w:t></w:r></w:p>";
    assert_eq!(
        texts(&docx(&(body.to_owned() + &p("library")))),
        ["For four weeks", "in the library"]
    );
}

#[test]
fn struck_and_hidden_text_is_not_read() {
    let run = |format: &str, text: &str| {
        format!("<w:r><w:rPr>{format}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>")
    };
    let body = format!(
        "<w:p>{}{}{}{}{}{}</w:p><w:p><w:pPr><w:pStyle w:val='Note'/></w:pPr>{}{}</w:p>",
        run("", "Due "),
        run("<w:strike/>", "in April "),
        run("<w:dstrike w:val='true'/>", "in June "),
        run("<w:strike w:val='0'/>", "in May"),
        run("<w:vanish/>", " (ask Deniz)"),
        run("<w:rStyle w:val='Gone'/>", " or later"),
        run("", "A remark of the editor."),
        run("<w:vanish w:val='false'/>", "Pay here."),
    );
    assert_eq!(texts(&docx(&body)), ["Due in May", "Pay here."]);
}

// Word stores a text box twice, for its new and its old versions.
#[test]
fn text_boxes_are_read_once() {
    let content = format!("<w:txbxContent>{}</w:txbxContent>", p("Closed on Monday."));
    let body = format!(
        "<w:p><w:r><w:t>Open</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><w:drawing>{content}</w:drawing>\
        </mc:Choice><mc:Fallback><w:pict>{content}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    );
    assert_eq!(texts(&docx(&body)), ["Open", "Closed on Monday."]);
}

#[test]
fn rows_of_tables_and_footnotes_are_texts_of_their_own() {
    let body =
        "<w:p><w:r><w:t>Fees</w:t><w:footnoteReference w:id='2'/></w:r></w:p><w:tbl><w:tr><w:tc>"
            .to_owned()
            + &p("Day")
            + "</w:tc><w:tc>"
            + &p("10 lira")
            + "</w:tc></w:tr></w:tbl>";
    assert_eq!(
        texts(&docx(&body)),
        ["Fees", "Senate, 3 May.", "Day | 10 lira"]
    );
}

#[test]
fn libreoffice_files_are_read_without_deleted_text() {
    let content = "<o xmlns:office='office' xmlns:text='text' xmlns:table='table'><office:body><office:text>\
        <text:tracked-changes><text:p>Deleted.</text:p></text:tracked-changes>\
        <text:h text:outline-level='2'>Lending</text:h><text:p>Four<text:s/>weeks<text:note><text:note-citation>1\
        </text:note-citation><text:note-body><text:p>From May.</text:p></text:note-body></text:note>.</text:p>\
        <table:table><table:table-row><table:table-cell><text:p>Day</text:p></table:table-cell>\
        <table:table-cell><text:p>10</text:p></table:table-cell></table:table-row></table:table>\
        </office:text></office:body></o>";
    assert_eq!(
        texts(&package(&[("content.xml", content)])),
        ["## Lending", "Four weeks.", "From May.", "Day | 10"]
    );
}

#[test]
fn slides_are_pages_in_the_order_in_which_they_are_shown() {
    let slide = |title: &str, text: &str| {
        format!(
            "<p:sld xmlns:p='p' xmlns:a='a'><p:sp><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p>\
        </p:txBody></p:sp><p:sp><p:ph type='title'/><a:p><a:r><a:t>{title}</a:t></a:r></a:p></p:sp>\
        <p:sp><p:ph type='sldNum'/><a:p><a:r><a:t>1</a:t></a:r></a:p></p:sp></p:sld>"
        )
    };
    let bytes = package(&[
        (
            "ppt/presentation.xml",
            "<p:presentation xmlns:p='p' xmlns:r='r'><p:sldIdLst><p:sldId id='256' r:id='b'/>\
            <p:sldId id='257' r:id='a'/></p:sldIdLst></p:presentation>",
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            "<R><R Id='a' Target='slides/slide1.xml'/><R Id='b' Target='slides/slide2.xml'/></R>",
        ),
        ("ppt/slides/slide1.xml", &slide("Fines", "Ten lira.")),
        ("ppt/slides/slide2.xml", &slide("Lending", "Four weeks.")),
    ]);
    assert_eq!(
        texts(&bytes),
        ["# Lending", "Four weeks.", "# Fines", "Ten lira."]
    );
    let pages: Vec<Option<u32>> = written(&bytes).parts.iter().map(|part| part.page).collect();
    assert_eq!(pages, [Some(1), Some(2)]);
}
