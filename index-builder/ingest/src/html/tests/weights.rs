//! Weights of parts, and the preview of a page.

use soru::Block;

use super::*;

/// Returns the texts of a page, each after the weight that it has.
fn weighed(html: &str) -> Vec<String> {
    let mut weight = 100;
    let mut found = Vec::new();
    for piece in read(html).pieces {
        match piece {
            Piece::Content(Block::Weight(now)) => weight = now,
            Piece::Content(block) => found.push(format!("{weight} {}", block.text())),
            Piece::Picture(_) | Piece::Gap => {}
        }
    }
    found
}

#[test]
fn a_part_has_the_weight_that_it_states_and_the_innermost_counts() {
    let found = weighed(
        "<main><h1>Fees</h1><p>All students pay.</p><section data-soru-weight=2><h2>Amount</h2><p>It is 40.</p>\
         <aside data-soru-weight=' 0.25 '>Old <b>news</b> here.</aside><p>In May.</p></section><p>Then wait.</p></main>",
    );
    let expected = [
        "100 Fees",
        "100 All students pay.",
        "200 Amount",
        "200 It is 40.",
        "25 Old news here.",
        "200 In May.",
    ];
    assert_eq!(found[..6], expected);
    assert_eq!(found.last().map(String::as_str), Some("100 Then wait."));
}

#[test]
fn a_weight_around_the_main_part_is_that_of_the_page() {
    let found = weighed(
        "<body data-soru-weight=3><main><h1>Fees</h1><p>All students pay.</p></main></body>",
    );
    assert_eq!(found, ["300 Fees", "300 All students pay."]);
}

#[test]
fn what_is_no_weight_from_0_to_10_changes_nothing() {
    for written in ["11", "-1", "high", "NaN", "inf", ""] {
        let page =
            format!("<main><h1>Fees</h1><p data-soru-weight='{written}'>All pay.</p></main>");
        assert_eq!(weighed(&page), ["100 Fees", "100 All pay."], "{written}");
    }
}

#[test]
fn a_weight_parts_neither_a_heading_nor_a_table() {
    let page = |weight: &str| {
        format!(
            "<main><h1>Fees <b {weight}>now</b></h1><table><tr><th>Unit<th>Fee</tr><tr {weight}><td>Law<td>40</tr></table></main>"
        )
    };
    assert_eq!(weighed(&page("data-soru-weight=5")), weighed(&page("")));
}

#[test]
fn picture_and_description_of_a_page_are_kept_if_the_site_wants_that() {
    let page = "<head><meta name=description content='A hall for all.'><meta property='og:image' content=' /img/hall.jpg '><meta property='og:image:alt' content='The hall'>\
        <meta property='og:image:width' content=1200><meta property='og:image:height' content='tall'>\
        <meta property='og:image' content='/img/second.jpg'></head><main><h1>Hall</h1><p>It is open.</p></main>";
    assert!(read(page).meta.is_empty());
    let settings = InputSettings {
        previews: true,
        ..InputSettings::default()
    };
    let of = |html: &str| read_with(&settings, html).unwrap().meta;
    let found: Vec<(String, String)> = of(page).into_iter().collect();
    let expected = [
        ("description", "A hall for all."),
        ("image", "/img/hall.jpg"),
        ("image_alt", "The hall"),
        ("image_width", "1200"),
    ];
    assert_eq!(
        found,
        expected.map(|(key, value)| (key.to_owned(), value.to_owned()))
    );
    let own = page.replace("<main>", "<main data-soru-meta='image: own.png'>");
    let own = of(&own);
    assert_eq!((own["image"].as_str(), own.len()), ("own.png", 2));
}
