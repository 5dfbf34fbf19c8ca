//! Tables of PDF files: rules make cells, and cells make rows that name their columns.

use std::fmt::Write as _;

use super::*;

/// Draws the rules of a table with these edges, counted from the bottom left.
fn rules(columns: &[u32], rows: &[u32]) -> String {
    let (left, right) = (columns[0], columns[columns.len() - 1]);
    let (low, high) = (rows[0], rows[rows.len() - 1]);
    let mut drawn = String::new();
    for x in columns {
        writeln!(drawn, "{x} {low} m {x} {high} l S").unwrap();
    }
    for y in rows {
        writeln!(drawn, "{left} {y} m {right} {y} l S").unwrap();
    }
    drawn
}

fn row(y: u32, cells: &[(u32, &str)]) -> String {
    cells
        .iter()
        .map(|(x, text)| line(*x, y, 10, text))
        .collect()
}

#[test]
fn rows_of_a_ruled_table_name_their_columns() {
    let page = line(50, 800, 16, "Ferries")
        + &row(755, &[(55, "Line"), (155, "First"), (255, "Last")])
        + &row(735, &[(55, "Harbour"), (155, "6:30"), (255, "22:15")])
        + &row(715, &[(55, "Island"), (155, "7:10"), (255, "21:40")])
        + &rules(&[50, 150, 250, 350], &[710, 730, 750, 770])
        + &line(50, 690, 10, "No ferries on holidays.");
    assert_eq!(
        texts(&pdf(&[page])),
        [
            "# Ferries",
            "Line: Harbour | First: 6:30 | Last: 22:15",
            "Line: Island | First: 7:10 | Last: 21:40",
            "No ferries on holidays."
        ]
    );
}

// The rules are thin filled areas, as word processors draw them.
#[test]
fn spans_and_wrapped_lines_of_cells_are_read() {
    let page = "50 770 300 0.5 re f 150 750 200 0.5 re f 50 730 300 0.5 re f 50 705 300 0.5 re f\n\
        50 685 300 0.5 re f 50 685 0.5 85 re f 350 685 0.5 85 re f 150 685 0.5 85 re f\n\
        250 685 0.5 65 re f\n"
        .to_owned()
        + &row(755, &[(55, "Pool"), (155, "Ticket in euros")])
        + &row(735, &[(155, "Child"), (255, "Adult")])
        + &row(720, &[(55, "Baths in the old")])
        + &row(708, &[(55, "northern quarter"), (155, "2"), (255, "4")])
        + &row(690, &[(55, "South"), (155, "3"), (255, "6")]);
    assert_eq!(
        texts(&pdf(&[page])),
        [
            "Pool: Baths in the old northern quarter | Ticket in euros, Child: 2 | Ticket in euros, Adult: 4",
            "Pool: South | Ticket in euros, Child: 3 | Ticket in euros, Adult: 6"
        ]
    );
}

#[test]
fn a_table_that_goes_on_keeps_its_headers() {
    let edges = [50, 150, 250, 350];
    let first = row(735, &[(55, "Room"), (155, "Summer"), (255, "Winter")])
        + &row(715, &[(55, "Attic"), (155, "40"), (255, "30")])
        + &row(695, &[(55, "Cellar"), (155, "20"), (255, "15")])
        + &rules(&edges, &[690, 710, 730, 750]);
    let second = row(795, &[(55, "Tower"), (155, "60"), (255, "45")])
        + &row(775, &[(55, "Stable"), (155, "25"), (255, "closed")])
        + &rules(&edges, &[770, 790, 810]);
    assert_eq!(
        texts(&pdf(&[first, second]))[2..],
        [
            "Room: Tower | Summer: 60 | Winter: 45",
            "Room: Stable | Summer: 25 | Winter: closed"
        ]
    );
}

#[test]
fn aligned_columns_under_headers_are_a_table() {
    let page = line(
        50,
        800,
        10,
        "Prices of the season are listed here in euros.",
    ) + &row(755, &[(160, "Summer"), (258, "Winter")])
        + &row(741, &[(55, "Single room"), (166, "42"), (266, "30")])
        + &row(727, &[(55, "Double room"), (166, "64"), (266, "45")])
        + &row(713, &[(55, "Dormitory"), (166, "18"), (266, "12")])
        + &line(
            50,
            680,
            10,
            "Children under six stay for free with their parents.",
        );
    assert_eq!(
        texts(&pdf(&[page])),
        [
            "Prices of the season are listed here in euros.",
            "Single room | Summer: 42 | Winter: 30",
            "Double room | Summer: 64 | Winter: 45",
            "Dormitory | Summer: 18 | Winter: 12",
            "Children under six stay for free with their parents."
        ]
    );
}

// Its lines end at the same heights, as the lines of a table do.
#[test]
fn columns_of_running_text_are_no_table() {
    let left = [
        "The lighthouse stands",
        "since 1861 on the cape",
        "and was white before",
        "the storm of 1903.",
    ];
    let right = [
        "Boats leave at noon",
        "and return at 17:30",
        "unless the wind is",
        "stronger than 6.",
    ];
    let page: String = (0..4)
        .map(|i| {
            line(50, 700 - 14 * i, 10, left[i as usize])
                + &line(250, 700 - 14 * i, 10, right[i as usize])
        })
        .collect();
    assert!(texts(&pdf(&[page])).iter().all(|text| !text.contains('|')));
}

#[test]
fn framed_text_and_forms_are_no_tables() {
    let framed = line(55, 755, 10, "Notice to all guests")
        + &line(55, 735, 10, "The north gate is closed.")
        + &rules(&[50, 350], &[730, 750, 770]);
    assert_eq!(
        texts(&pdf(&[framed])),
        ["Notice to all guests", "The north gate is closed."]
    );
    let form = row(755, &[(55, "Name"), (155, "x")])
        + &rules(
            &[50, 150, 170, 190, 210, 230, 250],
            &[690, 710, 730, 750, 770],
        )
        + &line(50, 600, 10, "Send the form to the office by post.");
    assert!(texts(&pdf(&[form])).iter().all(|text| !text.contains('|')));
}
