//! Writes tables: a region that can be scrolled by keyboard, with header cells that declare their
//! scope.
//!
//! The first cell of a row is its header. An empty header row is left out, and an empty cell is not
//! a header. Columns of numbers are aligned by a class, since the site's policy forbids style
//! attributes.

use pulldown_cmark::Alignment;

use super::page::escaped;

/// A table, with the HTML of its cells.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) alignments: Vec<Alignment>,
    /// The first row is the header.
    pub(super) rows: Vec<Vec<String>>,
}

impl Table {
    /// The table's HTML, with this accessible name.
    pub(super) fn html(&self, name: &str) -> String {
        let name = escaped(name);
        let mut rows = self.rows.iter();
        let header = rows
            .next()
            .filter(|row| row.iter().any(|cell| !cell.is_empty()));
        let head = header.map(|row| format!("<thead>{}</thead>\n", self.row(row, true)));
        let body: String = rows.map(|row| self.row(row, false)).collect();
        format!(
            "<div class=\"table-wrap\" role=\"region\" aria-label=\"{name}\" tabindex=\"0\">\n<table>\n{}<tbody>\n{body}</tbody>\n</table>\n</div>\n",
            head.unwrap_or_default()
        )
    }

    fn row(&self, row: &[String], is_header: bool) -> String {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let class = match self.alignments.get(column) {
                Some(Alignment::Right) => " class=\"number\"",
                _ => "",
            };
            match (is_header, column) {
                _ if cell.is_empty() => format!("<td{class}></td>"),
                (true, _) => format!("<th scope=\"col\"{class}>{cell}</th>"),
                (false, 0) => format!("<th scope=\"row\"{class}>{cell}</th>"),
                (false, _) => format!("<td{class}>{cell}</td>"),
            }
        });
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[[&str; 2]]) -> String {
        let rows = rows.iter().map(|row| row.map(str::to_owned).to_vec());
        let table = Table {
            alignments: vec![Alignment::None, Alignment::Right],
            rows: rows.collect(),
        };
        table.html("Table 1: \"a\"")
    }

    #[test]
    fn header_cells_have_a_scope_and_numbers_are_aligned() {
        let html = table(&[["field", ""], ["a", "1"]]);
        assert!(
            html.contains("<tr><th scope=\"col\">field</th><td class=\"number\"></td></tr>"),
            "{html}"
        );
        assert!(
            html.contains("<tr><th scope=\"row\">a</th><td class=\"number\">1</td></tr>"),
            "{html}"
        );
        assert!(
            html.contains("aria-label=\"Table 1: &quot;a&quot;\""),
            "{html}"
        );
    }

    #[test]
    fn a_header_without_words_is_left_out() {
        assert!(!table(&[["", ""], ["a", "1"]]).contains("thead"));
    }
}
