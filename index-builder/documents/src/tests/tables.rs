//! Tables of documents: merged cells, headers and line breaks in cells, in each format.

use super::*;

/// Writes a cell of Word with properties and paragraphs; `*` begins a bold paragraph, `/` breaks a
/// line.
fn tc(properties: &str, paragraphs: &[&str]) -> String {
    let paragraph = |text: &&str| {
        let (bold, text) = match text.strip_prefix('*') {
            Some(text) => ("<w:rPr><w:b/></w:rPr>", text),
            None => ("", *text),
        };
        let text = text.replace('/', "</w:t><w:br/><w:t>");
        format!("<w:p><w:r>{bold}<w:t>{text}</w:t></w:r></w:p>")
    };
    let paragraphs: String = paragraphs.iter().map(paragraph).collect();
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{paragraphs}</w:tc>")
}

fn tr(properties: &str, cells: &[String]) -> String {
    format!(
        "<w:tr><w:trPr>{properties}</w:trPr>{}</w:tr>",
        cells.concat()
    )
}

fn plain(cells: &[&str]) -> String {
    tr(
        "",
        &cells.iter().map(|text| tc("", &[text])).collect::<Vec<_>>(),
    )
}

fn word(rows: &[String]) -> Vec<String> {
    texts(&docx(&format!("<w:tbl>{}</w:tbl>", rows.concat())))
}

#[test]
fn cells_that_word_merges_count_in_all_their_rows_and_columns() {
    let head = "<w:tblHeader/>";
    let (begin, go_on) = ("<w:vMerge w:val='restart'/>", "<w:vMerge/>");
    let found = word(&[
        tr(
            head,
            &[
                tc(begin, &["Bölüm"]),
                tc("<w:gridSpan w:val='2'/>", &["Kontenjan"]),
            ],
        ),
        tr(
            head,
            &[tc(go_on, &[""]), tc("", &["2026"]), tc("", &["2027"])],
        ),
        tr(
            "",
            &[tc(begin, &["Tarih"]), tc("", &["40"]), tc("", &["45"])],
        ),
        tr(
            "",
            &[tc(go_on, &[]), tc("<w:gridSpan w:val='2'/>", &["50"])],
        ),
        tr(
            "<w:gridBefore w:val='1'/>",
            &[tc("", &["60"]), tc("", &["65"])],
        ),
        tr(
            "<w:del/>",
            &[tc("", &["Eski"]), tc("", &["1"]), tc("", &["2"])],
        ),
    ]);
    assert_eq!(
        found,
        [
            "Bölüm: Tarih | Kontenjan, 2026: 40 | Kontenjan, 2027: 45",
            "Bölüm: Tarih | Kontenjan, 2026 / Kontenjan, 2027: 50",
            "Kontenjan, 2026: 60 | Kontenjan, 2027: 65",
        ]
    );
}

#[test]
fn bold_first_rows_group_rows_and_lines_of_cells_are_read_in_word() {
    let found = word(&[
        tr(
            "",
            &[tc("", &["*Course"]), tc("", &["*Day"]), tc("", &["*Hour"])],
        ),
        tr("", &[tc("<w:gridSpan w:val='3'/>", &["*Pool"])]),
        tr(
            "",
            &[
                tc("", &["Diving"]),
                tc("", &["Monday", "Friday"]),
                tc("", &["9:00/16:00"]),
            ],
        ),
        plain(&["Rescue", "Sunday", "10:00"]),
    ]);
    assert_eq!(
        found,
        [
            "Pool | Course: Diving | Day: Monday | Hour: 9:00",
            "Pool | Course: Diving | Day: Friday | Hour: 16:00",
            "Pool | Course: Rescue | Day: Sunday | Hour: 10:00",
        ]
    );
}

#[test]
fn a_line_break_outside_of_a_table_parts_words() {
    let line = "<w:p><w:r><w:t>İZMİR</w:t><w:br/><w:t>İŞLETME</w:t></w:r></w:p>";
    assert_eq!(texts(&docx(line)), ["İZMİR İŞLETME"]);
}

#[test]
fn a_frame_of_word_is_no_table() {
    let frame = word(&[tr("", &[tc("", &["Notice", "Closed in May."])])]);
    assert_eq!(frame, ["Notice", "Closed in May."]);
}

#[test]
fn libreoffice_tables_have_heads_spans_and_bold_styles() {
    let cell = |attributes: &str, text: &str| {
        format!("<table:table-cell {attributes}>{text}</table:table-cell>")
    };
    let p = |style: &str, text: &str| format!("<text:p text:style-name='{style}'>{text}</text:p>");
    let row = |cells: &[String]| format!("<table:table-row>{}</table:table-row>", cells.concat());
    let head = row(&[
        cell("", &p("P1", "Hat")),
        cell("", &p("P1", "Hafta içi")),
        cell("", &p("P1", "Pazar")),
    ]);
    let rows = row(&[
        cell("table:number-rows-spanned='2'", &p("", "12")),
        cell("", &p("", "07:00<text:line-break/>08:00")),
        cell("table:number-columns-repeated='1'", &p("", "09:00\n ")),
    ]) + &row(&[
        "<table:covered-table-cell/>".to_owned(),
        cell("table:number-columns-spanned='2'", &p("", "sefer yok")),
    ]);
    let styles = "<style:style style:name='P1' style:family='paragraph'><style:text-properties fo:font-weight='bold'/></style:style>";
    let file = |table: &str| {
        let content = format!(
            "<o xmlns:office='office' xmlns:text='text' xmlns:table='table' xmlns:style='style' xmlns:fo='fo'>\
            <office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>\
            <table:table>{table}</table:table></office:text></office:body></o>"
        );
        texts(&package(&[("content.xml", &content)]))
    };
    let wanted = [
        "Hat: 12 | Hafta içi: 07:00 / 08:00 | Pazar: 09:00",
        "Hat: 12 | Hafta içi / Pazar: sefer yok",
    ];
    assert_eq!(file(&(head.clone() + &rows)), wanted);
    let plain = head.replace("P1", "P2");
    let stated = format!("<table:table-header-rows>{plain}</table:table-header-rows>");
    assert_eq!(file(&(stated + &rows)), wanted);
}

#[test]
fn tables_of_slides_name_their_columns() {
    let tc = |attributes: &str, text: &str| {
        format!(
            "<a:tc {attributes}><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"
        )
    };
    let tr = |cells: &[String]| format!("<a:tr>{}</a:tr>", cells.concat());
    let rows = [
        tr(&[
            tc("rowSpan='2'", "Tour"),
            tc("gridSpan='2'", "Price"),
            tc("hMerge='1'", ""),
        ]),
        tr(&[tc("vMerge='1'", ""), tc("", "Child"), tc("", "Adult")]),
        tr(&[tc("", "Castle"), tc("", "4"), tc("", "9")]),
    ];
    let slide = format!(
        "<p:sld xmlns:p='p' xmlns:a='a'><a:tbl><a:tblPr firstRow='1'/>{}</a:tbl></p:sld>",
        rows.concat()
    );
    let bytes = package(&[
        (
            "ppt/presentation.xml",
            "<p:presentation xmlns:p='p' xmlns:r='r'><p:sldIdLst><p:sldId r:id='a'/></p:sldIdLst></p:presentation>",
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            "<R><R Id='a' Target='slides/slide1.xml'/></R>",
        ),
        ("ppt/slides/slide1.xml", &slide),
    ]);
    assert_eq!(
        texts(&bytes),
        ["Tour: Castle | Price, Child: 4 | Price, Adult: 9"]
    );
}
