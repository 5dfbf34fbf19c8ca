//! Converts tables of pipes that kramdown and Pandoc read and `CommonMark` does not.
//!
//! | written | becomes |
//! |---|---|
//! | rows with no line of dashes below the first | a table with an empty header |
//! | fewer or more columns of dashes than of headers | as many as the widest row has |
//! | two or three rows above the first line of dashes | one header |
//! | lines of dashes or `=` between later rows | nothing |
//! | a grid: rows of several lines between `+---+` | a row for each; the header is above `+===+` |

use super::lines::{INDENT, columns};
use super::listed;

/// The maximum number of header rows; more rows above a line of dashes are data.
const MOST_HEADS: usize = 3;

/// The maximum length of a mark with pipes in bytes; the pipes of a longer one divide cells.
const LONGEST_MARK: usize = 256;

/// Marks whose pipes do not divide cells, and their ends.
const MARKS: [(&str, &str); 3] = [("[[", "]]"), ("{{", "}}"), ("{%", "%}")];

/// Returns the number of lines of a table that begins here, and its lines in the form that
/// `CommonMark` reads. A line with pipes before it is a row of the same table.
pub(super) fn table(lines: &[&str], before: &str) -> Option<(usize, Vec<String>)> {
    if is_border(lines[0]) {
        return grid(lines);
    }
    let goes_on = |(at, line): &(usize, &&str)| is_row(line) || *at > 0 && is_short_rule(line);
    let count = lines.iter().enumerate().take_while(goes_on).count();
    if count < 2 {
        return None;
    }
    let run = &lines[..count];
    if before.contains('|') {
        return Some((count, run.iter().map(|line| (*line).to_owned()).collect()));
    }
    let own = " ".repeat(columns(run[0]));
    let rule = run.iter().position(|line| is_rule(line));
    let is_head = |at: &usize| *at == 1 || *at <= MOST_HEADS && run[*at].contains("--");
    let (head, below) = run.split_at(rule.filter(is_head).unwrap_or_default());
    let width = run.iter().map(|line| cells(line).len()).max();
    let mut table = vec![
        String::new(),
        format!("{own}{}", header(head, width.unwrap_or_default())),
        format!("{own}|{}", "---|".repeat(width.unwrap_or_default())),
    ];
    let rows = below.iter().filter(|line| !is_rule(line));
    table.extend(rows.map(|line| (*line).to_owned()));
    Some((count, table))
}

/// Returns one row of headers; the texts of several rows are joined.
fn header(rows: &[&str], width: usize) -> String {
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| cells(row)).collect();
    let text = |column: usize| {
        let texts = rows.iter().filter_map(|row| row.get(column));
        let texts = texts
            .map(|text| text.trim())
            .filter(|text| !text.is_empty());
        format!(" {} |", texts.collect::<Vec<&str>>().join(", "))
    };
    format!("|{}", (0..width).map(text).collect::<String>())
}

/// Reads a grid, whose rows have a border above and below.
fn grid(lines: &[&str]) -> Option<(usize, Vec<String>)> {
    let is_line = |line: &&&str| is_border(line) || line.trim_start().starts_with('|');
    let run = &lines[..lines.iter().take_while(is_line).count()];
    let count = run.iter().rposition(|line| is_border(line))? + 1;
    let is_head = |line: &&str| is_border(line) && line.contains('=');
    let head_end = run[..count].iter().position(is_head).unwrap_or_default();
    let rows = run[1..count].split(|line| is_border(line)).map(joined);
    let mut rows: Vec<Vec<String>> = rows.filter(|row| !row.is_empty()).collect();
    if head_end == 0 && !rows.is_empty() {
        rows.insert(0, Vec::new());
    }
    Some((count, listed::lines(&rows)))
}

/// Joins the lines of each cell of a row.
fn joined(lines: &[&str]) -> Vec<String> {
    let mut row: Vec<String> = Vec::new();
    for line in lines {
        for (column, text) in line.trim().trim_matches('|').split('|').enumerate() {
            if column == row.len() {
                row.push(String::new());
            }
            let is_space = row[column].is_empty() || text.trim().is_empty();
            row[column].push_str(if is_space { "" } else { " " });
            row[column].push_str(text.trim());
        }
    }
    row
}

/// Whether a line is the border of a grid: `+---+:-:+`, `+===+`.
fn is_border(line: &str) -> bool {
    let inner = line
        .trim()
        .strip_prefix('+')
        .and_then(|rest| rest.strip_suffix('+'));
    let is_drawn = |inner: &str| inner.len() > 2 && inner.chars().all(|c| "+-=:".contains(c));
    columns(line) < INDENT && inner.is_some_and(is_drawn)
}

/// Whether a line begins with a pipe and has several cells. Indented lines are code.
fn is_row(line: &str) -> bool {
    columns(line) < INDENT && line.trim_start().starts_with('|') && cells(line).len() > 1
}

/// Whether a line divides rows: `|---|:-:|`, `|===|`.
fn is_rule(line: &str) -> bool {
    line.contains(['-', '=']) && line.trim().chars().all(|c| "|:-=+ \t".contains(c))
}

/// Whether a line divides rows with the dashes of one column.
fn is_short_rule(line: &str) -> bool {
    columns(line) < INDENT && line.trim_start().starts_with('|') && is_rule(line)
}

/// Returns the cells of a row.
fn cells(line: &str) -> Vec<&str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let (mut cells, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(found) = line[at..].find(['|', '\\', '[', '{']) {
        at += found;
        let is_pipe = line[at..].starts_with('|');
        if is_pipe {
            cells.push(&line[start..at]);
            start = at + 1;
        }
        at += mark_length(&line[at..]).unwrap_or(1);
    }
    if start < line.len() {
        cells.push(&line[start..]);
    }
    cells
}

/// Returns the length of a mark whose pipes do not divide cells.
fn mark_length(rest: &str) -> Option<usize> {
    if rest.starts_with("\\|") {
        return Some(2);
    }
    let (_, end) = MARKS.iter().find(|(start, _)| rest.starts_with(start))?;
    let near = &rest[..rest.floor_char_boundary(LONGEST_MARK)];
    near.find(end).map(|at| at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(written: &str) -> Option<(usize, String)> {
        let lines: Vec<&str> = written.lines().collect();
        table(&lines, "").map(|(count, table)| (count, table.join("\n")))
    }

    #[test]
    fn rows_without_a_line_of_dashes_are_a_table() {
        let rows = "| Bilet | 40 TL |\n| Tam gün | 70 TL\n{: .fees}";
        let table = "\n|  |  |\n|---|---|\n| Bilet | 40 TL |\n| Tam gün | 70 TL";
        assert_eq!(read(rows), Some((2, table.to_owned())));
        let ruled = "|----|:--:|\n| Bilet | 40 TL |\n|====|====|\n| Tam gün | 70 TL";
        assert_eq!(read(ruled), Some((4, table.to_owned())));
    }

    #[test]
    fn a_header_has_as_many_columns_as_the_rows() {
        let rows = "| Bilet | Ücret\n|---|---|---|\n| [[tam|Tam]] | 70 TL | {{ a | b }} |";
        let table = "\n| Bilet | Ücret |  |\n|---|---|---|\n| [[tam|Tam]] | 70 TL | {{ a | b }} |";
        assert_eq!(read(rows), Some((3, table.to_owned())));
        let short = read("| Gün | Ücret |\n| --- |\n| Salı | 4 |").unwrap();
        assert_eq!(short.1, "\n| Gün | Ücret |\n|---|---|\n| Salı | 4 |");
        let double = "|  | Üye | Üye\n| | Erken | Geç\n|---|:-:|:-:|\n| Kürek | 4 | 6";
        let table = "\n|  | Üye, Erken | Üye, Geç |\n|---|---|---|\n| Kürek | 4 | 6";
        assert_eq!(read(double), Some((4, table.to_owned())));
    }

    #[test]
    fn a_grid_is_a_table() {
        let grid = "+-------+-------+\n| Bilet | Ücret |\n+=======+=======+\n| Tam   | 70 TL |\n\
                    | gün   |       |\n+-------+-------+\n| Saat  | 9 TL  |\n+-------+-------+\n| x";
        let table = "| Bilet | Ücret |\n|---|---|\n| Tam gün | 70 TL |\n| Saat | 9 TL |";
        assert_eq!(read(grid), Some((8, table.to_owned())));
        let headless = read("+----+----+\n| a  | b  |\n+----+----+").unwrap();
        assert_eq!(headless, (3, "|  |  |\n|---|---|\n| a | b |".to_owned()));
        assert_eq!(read("+----+\n+----+"), Some((2, String::new())));
    }

    // A poem in Pandoc's line blocks, code, and a line of links.
    #[test]
    fn other_lines_with_pipes_stay_as_they_are() {
        for lines in [
            "| Kırmızı gül\n| Mavi deniz",
            "    | a | b |\n    | c | d |",
            "| [Ev](a.md) | [Harç](b.md) |",
            "| a \\| b |\n| c |",
            "|",
        ] {
            assert_eq!(read(lines), None, "{lines}");
        }
        let rows = ["|---|---|", "| 1 | 2 |"];
        let table = table(&rows, "Gün | Ücret").map(|(_, lines)| lines);
        assert_eq!(table, Some(rows.map(str::to_owned).to_vec()));
    }
}
