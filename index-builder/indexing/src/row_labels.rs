//! Finds labels that the rows of a table repeat: `Fee: 20 | Term: May`.
//!
//! Every row names its headers, so that it is readable alone. The table states them once, so a
//! chunk counts them once. Otherwise tables would seem long, and mainly about their headers.

use std::ops::Range;

/// The separator between the cells of a row.
const CELLS: &str = " | ";

/// The end of a label.
const COLON: &str = ": ";

/// Returns the labels that the row above has too, as ranges of bytes, ascending.
pub(super) fn repeated_labels(text: &str) -> Vec<Range<usize>> {
    let mut repeated = Vec::new();
    let mut above: Vec<&str> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let own = labels(line);
        for (at, label) in &own {
            if above.contains(label) {
                repeated.push(start + at..start + at + label.len());
            }
        }
        above = own.into_iter().map(|(_, label)| label).collect();
        start += line.len();
    }
    repeated
}

/// Returns whether a line is a row of a table.
pub(super) fn is_row(line: &str) -> bool {
    line.contains(CELLS)
}

/// Returns a row that has the labels of another and nothing else: the sign that a table goes on.
/// None if a cell has no label.
pub(super) fn ellipsis(row: &str) -> Option<String> {
    let cells = row.split(CELLS).map(|cell| {
        let label = &cell[..cell.find(COLON)?];
        Some(format!("{label}{COLON}…"))
    });
    Some(cells.collect::<Option<Vec<String>>>()?.join(CELLS))
}

/// Returns the labels of a row with their places in it; none for other lines.
fn labels(line: &str) -> Vec<(usize, &str)> {
    if !is_row(line) {
        return Vec::new();
    }
    let mut start = 0;
    let cells = line.split(CELLS).map(|cell| {
        let at = start;
        start += cell.len() + CELLS.len();
        cell.find(COLON).map(|end| (at, &cell[..end]))
    });
    cells.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_counts_in_the_first_of_several_rows() {
        let text =
            "Gün: 3 Mayıs | İş: Kayıt\nGün: 5 Mayıs | İş: Sınav: yazılı\nBitti.\nGün: 6 | Ders";
        let repeated = repeated_labels(text);
        let repeated: Vec<_> = repeated
            .into_iter()
            .map(|own| (own.start, &text[own]))
            .collect();
        let second = text.find('\n').unwrap() + 1;
        let task = second + "Gün: 5 Mayıs | ".len();
        assert_eq!(repeated, [(second, "Gün"), (task, "İş")]);
    }

    #[test]
    fn lines_that_are_no_rows_repeat_nothing() {
        for text in ["", "Gün: 3\nGün: 5", "3 | Kayıt\n3 | Sınav", "Gün: 3 | Ay"] {
            assert!(repeated_labels(text).is_empty(), "{text}");
        }
    }
}
