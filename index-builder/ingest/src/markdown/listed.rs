//! Converts tables that `MyST` writes as lists or as comma-separated values to Markdown tables.

/// Whether a directive contains such a table.
pub(super) fn is_table(name: &str) -> bool {
    matches!(name, "list-table" | "csv-table")
}

/// Returns the lines of the table; none if it has no rows.
pub(super) fn table(name: &str, content: &[&str]) -> Vec<String> {
    let rows = match name {
        "csv-table" => of_values(content),
        _ => of_lists(content),
    };
    lines(&rows)
}

/// Returns the lines of a table whose first row is the header.
pub(super) fn lines(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines: Vec<String> = rows.iter().map(|row| line(row, columns)).collect();
    if !lines.is_empty() {
        lines.insert(1, format!("|{}", "---|".repeat(columns)));
    }
    lines
}

fn line(row: &[String], columns: usize) -> String {
    let cells = (0..columns).map(|at| row.get(at).map_or("", |cell| cell.trim()));
    let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |", cells.join(" | "))
}

/// Reads lists in which `* - cell` begins a row, and `- cell` is its next cell.
fn of_lists(content: &[&str]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in content {
        let bare = line.trim();
        let begins_row = bare
            .strip_prefix(['*', '-'])
            .and_then(|rest| rest.trim_start().strip_prefix("- "))
            .filter(|_| !line.starts_with([' ', '\t']) || rows.is_empty());
        match (begins_row, bare.strip_prefix("- "), rows.last_mut()) {
            (Some(cell), _, _) => rows.push(vec![cell.to_owned()]),
            (None, Some(cell), Some(row)) => row.push(cell.to_owned()),
            (None, None, Some(row)) if bare == "-" => row.push(String::new()),
            (None, None, Some(row)) => {
                if let Some(cell) = row.last_mut() {
                    cell.push(' ');
                    cell.push_str(bare);
                }
            }
            _ => {}
        }
    }
    rows
}

fn of_values(content: &[&str]) -> Vec<Vec<String>> {
    let text = content.join("\n");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let rows = reader.records().filter_map(Result::ok);
    rows.map(|row| row.iter().map(str::to_owned).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_values_become_tables() {
        let list = [
            "* - Oda",
            "  - Ücret",
            "* - Tek",
            "  - 40 TL",
            "    gecelik",
        ];
        let expected = ["| Oda | Ücret |", "|---|---|", "| Tek | 40 TL gecelik |"];
        assert_eq!(table("list-table", &list), expected);
        let values = ["Oda, Ücret", "\"Tek\", 40 TL gecelik"];
        assert_eq!(table("csv-table", &values), expected);
        assert!(table("list-table", &[]).is_empty());
    }
}
