//! Cells that no spreadsheet takes for a formula; facts as a sheet.
//!
//! A spreadsheet calculates a cell that begins with `=`, `+`, `-` or `@`, also after blanks, and
//! some formulas send what other cells have. Such a cell gets an apostrophe, which spreadsheets do
//! not show, and the readers of facts remove.

use soru::Fact;

use crate::facts::{guarded, written};

/// Returns rows as CSV.
///
/// # Errors
/// None in practice: everything happens in memory.
pub(super) fn text(rows: impl Iterator<Item = Vec<String>>) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.iter().map(|value| cell(value)))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// A value as a cell of one line.
fn cell(value: &str) -> String {
    let line: String = value
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    guarded(&line)
}

/// Returns facts as CSV with all their fields, for a spreadsheet.
///
/// # Errors
/// None in practice: everything happens in memory.
pub fn facts_as_sheet(facts: &[Fact]) -> anyhow::Result<String> {
    let head = written(&Fact::default()).map(|(name, _)| name.to_owned());
    let rows = facts
        .iter()
        .map(|fact| written(fact).map(|(_, value)| value));
    text(std::iter::once(head).chain(rows).map(Vec::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_begins_like_a_formula() {
        for value in [
            "=1+1", "+90 312", "-5", "@a", "\t=1", " =1", "\r\n=1", "＝1",
        ] {
            let written = text([vec![value.to_owned(), "b".to_owned()]].into_iter()).unwrap();
            let mut reader = csv::ReaderBuilder::new();
            let mut reader = reader.has_headers(false).from_reader(written.as_bytes());
            let row = reader.records().next().unwrap().unwrap();
            assert!(row[0].starts_with('\''), "{value:?}: {written}");
            assert!(!row[0].contains(char::is_control), "{written}");
        }
        let plain = text([vec!["a=b".to_owned()]].into_iter()).unwrap();
        assert_eq!(plain, "a=b\n");
    }

    // Read again without it, a forum's fact would be an official one.
    #[test]
    fn a_sheet_has_every_field_of_a_fact() {
        let fact = Fact {
            question: "Where?".into(),
            aliases: vec!["Which room?".into(), "Which hall?".into()],
            authority: "extended".into(),
            ..Fact::default()
        };
        let sheet = facts_as_sheet(&[fact]).unwrap();
        let (head, row) = sheet.split_once('\n').unwrap();
        assert!(head.ends_with(",authority"), "{head}");
        assert_eq!(row, "Where?,Which room? | Which hall?,,,,,,,,,extended\n");
    }
}
