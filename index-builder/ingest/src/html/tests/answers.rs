//! Questions and answers, in every form that pages use.

use soru::Block;

use super::*;
use crate::page::Piece;

/// Returns the texts of a page: `? ` precedes a question, `. ` marks the end of its answer.
fn outline(html: &str) -> Vec<String> {
    let pieces = read(html).pieces.into_iter();
    let shown = pieces.filter_map(|piece| match piece {
        Piece::Content(Block::Heading {
            level,
            text,
            is_question,
            ..
        }) => Some(format!(
            "{}{level} {text}",
            if is_question { "? " } else { "" }
        )),
        Piece::Content(Block::Text(text)) | Piece::Picture(text) => Some(text),
        Piece::Content(Block::Unquoted(text)) => Some(format!("({text})")),
        Piece::Content(Block::End(level)) => Some(format!(". {level}")),
        Piece::Content(Block::Weight(_)) | Piece::Gap => None,
    });
    shown.collect()
}

#[test]
fn an_answer_begins_behind_its_question_and_ends_where_the_page_ends_it() {
    let expected = [
        "1 Rooms",
        "? 2 Guests?",
        "Two nights.",
        ". 2",
        "The office is closed.",
    ];
    for section in [
        "<details><summary>Guests?</summary><p>Two nights.</p></details>",
        "<dl><dt>Guests?</dt><dd>Two nights.</dd></dl>",
        "<button aria-expanded=false aria-controls=a>Guests?</button><div id=a hidden>Two nights.</div>",
        "<div><button>Guests?</button></div><div>Two nights.</div>",
        "<input type=checkbox id=c><label for=c>Guests?</label><div>Two nights.</div>",
        "<div data-toggle=collapse data-target='#a'>Guests?</div><div id=a class=collapse>Two nights.</div>",
        "<ul role=tablist><li><a role=tab aria-controls=a>Guests?</a></li></ul><div id=a>Two nights.</div>",
    ] {
        let page = format!("<main><h1>Rooms</h1>{section}<p>The office is closed.</p></main>");
        assert_eq!(outline(&page), expected, "{section}");
    }
    let heading = "<main><h1>Rooms</h1><h2>Guests?</h2><p>Two nights.</p></main>";
    assert_eq!(outline(heading), expected[..3]);
}

#[test]
fn answers_nest_and_headings_in_them_are_below_their_question() {
    let page = "<main><h1>Oda</h1><details><summary>Misafir?</summary><p>İki gece.</p><h2>Ücret</h2><p>Ücretsiz.</p>\
        <details><summary>Çocuk?</summary>Olur.</details><p>Haber verin.</p></details><p>Son.</p></main>";
    assert_eq!(
        outline(page),
        [
            "1 Oda",
            "? 2 Misafir?",
            "İki gece.",
            "3 Ücret",
            "Ücretsiz.",
            "? 4 Çocuk?",
            "Olur.",
            ". 4",
            "Haber verin.",
            ". 2",
            "Son."
        ]
    );
}

#[test]
fn titles_of_parts_are_headings_and_no_questions() {
    let page = "<main><h1>Fees</h1><fieldset><legend>Late</legend><p>Late students pay ten lira.</p></fieldset>\
        <table><caption>Rooms</caption><tr><td>Blue</td><td>9</td></tr></table>\
        <div role=heading aria-level=3>Dates</div><p>In May.</p></main>";
    assert_eq!(
        outline(page),
        [
            "1 Fees",
            "2 Late",
            "Late students pay ten lira.",
            ". 2",
            "2 Rooms",
            "Blue | 9",
            ". 2",
            "3 Dates",
            "In May."
        ]
    );
}

#[test]
fn short_definitions_stay_lines_and_long_ones_are_sections() {
    let long = "word ".repeat(25);
    let page = format!(
        "<main><dl><dt>Phone</dt><dd>Desk</dd><dt>Rules</dt><dd>{long}</dd><dd>More.</dd><dt>Floor</dt><dd>Two</dd></dl></main>"
    );
    assert_eq!(
        outline(&page),
        [
            "Phone: Desk",
            "? 2 Rules",
            long.trim(),
            "More.",
            ". 2",
            "Floor: Two"
        ]
    );
}

#[test]
fn stated_data_is_read_once() {
    let data = r#"<script type="application/ld+json">{"@type":"FAQPage","mainEntity":[
        {"@type":"Question","name":"Guests?","acceptedAnswer":{"text":"<p>Two nights.</p><p>No more.</p>"}},
        {"@type":"Question","name":"Pets?","acceptedAnswer":{"text":"Fish & birds\nonly."}}]}</script>"#;
    let page = format!(
        "<main><h1>Rooms</h1><div>Guests?</div><p>Two nights.</p><p>No more.</p><p>Bye.</p></main>{data}"
    );
    assert_eq!(
        outline(&page),
        [
            "1 Rooms",
            "? 2 Guests?",
            "Two nights.",
            "No more.",
            ". 2",
            "Bye.",
            "? 2 Pets?",
            "Fish & birds",
            "only.",
            ". 2"
        ]
    );
}
