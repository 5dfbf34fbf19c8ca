//! Reads rows and cells of HTML tables; [`grid`](soru_documents::grid) converts them to lines.
//!
//! A row that contains a heading or another table only arranges texts, and so does a table whose
//! role says so. Their texts are separate.

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};
use soru_documents::grid::{self, Cell, Emphasis, Line, Row, Scope};

use super::attributes::attribute;

/// The maximum number of nodes of a cell that are checked for bold type.
const MOST_NODES: usize = 200;

/// The maximum number of headers that a cell names.
const MOST_HEADERS: usize = 8;

/// A table being read.
#[derive(Debug, Default)]
pub(super) struct Table {
    read: grid::Table,
    /// Whether its rows are never data.
    is_layout: bool,
    parts: usize,
    state: State,
    /// Whether the open row has several cells and all of them are bold.
    is_bold_row: bool,
}

#[derive(Debug, Default, PartialEq)]
enum State {
    #[default]
    Outside,
    Row,
    Cell,
    /// A row that only arranges texts.
    Layout,
}

impl Table {
    pub(super) fn of(element: &ElementRef<'_>) -> Self {
        let role = attribute(element.value(), "role").unwrap_or_default();
        let is = |known: &str| role.trim().eq_ignore_ascii_case(known);
        Self {
            is_layout: is("presentation") || is("none"),
            ..Self::default()
        }
    }

    /// Begins a part of the table. No cell extends from one part into the next.
    pub(super) fn open_part(&mut self) {
        self.parts += 1;
    }

    pub(super) fn open_row(&mut self, element: &ElementRef<'_>) {
        let part = element.parent().and_then(ElementRef::wrap);
        self.begin_row(part.is_some_and(|part| part.value().name() == "thead"));
        self.is_bold_row = is_bold_row(element);
    }

    fn begin_row(&mut self, is_head: bool) {
        self.state = if self.is_layout {
            State::Layout
        } else {
            State::Row
        };
        self.read.rows.push(Row {
            is_head,
            part: self.parts,
            ..Row::default()
        });
    }

    pub(super) fn open_cell(&mut self, element: &ElementRef<'_>) {
        if self.state == State::Outside {
            self.begin_row(false);
        }
        if self.state != State::Layout {
            self.state = State::Cell;
        }
        if let Some(row) = self.read.rows.last_mut() {
            row.cells.push(cell(element));
        }
    }

    pub(super) fn close_cell(&mut self) {
        if self.state == State::Cell {
            self.state = State::Row;
        }
    }

    pub(super) fn close_row(&mut self) {
        self.state = State::Outside;
    }

    /// Whether a header cell is open: a heading in it is the text of the cell.
    pub(super) fn is_in_header(&self) -> bool {
        let cell = self.read.rows.last().and_then(|row| row.cells.last());
        let is_header = cell.is_some_and(|cell| cell.emphasis == Emphasis::Header);
        self.state == State::Cell && (is_header || self.is_bold_row)
    }

    /// Adds a text to the open cell, or returns it if no cell is open or the row is layout.
    pub(super) fn take(&mut self, text: String) -> Option<String> {
        let rows = &mut self.read.rows;
        let cell = rows.last_mut().and_then(|row| row.cells.last_mut());
        match cell {
            Some(cell) if self.state == State::Cell => {
                cell.texts.push(text);
                None
            }
            _ => Some(text),
        }
    }

    /// Handles content that no data cell can contain: returns the lines so far, and the texts of
    /// the row as separate lines.
    pub(super) fn fall_apart(&mut self) -> Vec<Line> {
        let open = (self.state != State::Outside).then(|| self.read.rows.pop());
        let mut lines = self.lines();
        if let Some(row) = open.flatten() {
            let texts = row.cells.into_iter().flat_map(|cell| cell.texts);
            lines.extend(texts.map(Line::Text));
            self.begin_row(false);
            self.state = State::Layout;
        }
        lines
    }

    /// Returns the lines of the rows since the last call.
    pub(super) fn lines(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.read).lines()
    }
}

fn cell(element: &ElementRef<'_>) -> Cell {
    let own = |key| attribute(element.value(), key).unwrap_or_default();
    let is_header = element.value().name() == "th" || own("role").trim() == "columnheader";
    let headers = own("headers").split_ascii_whitespace();
    Cell {
        texts: Vec::new(),
        columns: span(own("colspan")).unwrap_or(1).max(1),
        rows: span(own("rowspan")).unwrap_or(1),
        emphasis: match is_header {
            true => Emphasis::Header,
            false if is_bold(element) => Emphasis::Bold,
            false => Emphasis::Plain,
        },
        scope: match own("scope").trim().to_ascii_lowercase().as_str() {
            "row" => Scope::Row,
            "col" => Scope::Column,
            "rowgroup" | "colgroup" => Scope::Group,
            _ => Scope::Unstated,
        },
        id: attribute(element.value(), "id").map(str::to_owned),
        headers: headers.take(MOST_HEADERS).map(str::to_owned).collect(),
    }
}

/// Parses a number as browsers do: leading digits, followed by anything.
fn span(written: &str) -> Option<usize> {
    let written = written.trim_start();
    let end = written.find(|c: char| !c.is_ascii_digit());
    written[..end.unwrap_or(written.len())].parse().ok()
}

fn is_bold_row(row: &ElementRef<'_>) -> bool {
    let cells = || {
        row.child_elements()
            .filter(|cell| cell.value().name() == "td")
    };
    cells().nth(1).is_some() && cells().all(|cell| is_bold(&cell))
}

/// Whether all text of a cell or a paragraph is bold, by its elements or their own style.
pub(super) fn is_bold(cell: &ElementRef<'_>) -> bool {
    let row = cell.parent().and_then(ElementRef::wrap);
    if row.is_some_and(|row| makes_bold(&row)) {
        return true;
    }
    let mut bold = 0_usize;
    let mut has_text = false;
    for (number, edge) in cell.traverse().enumerate() {
        match edge {
            _ if number >= MOST_NODES => return false,
            Edge::Open(node) => {
                bold += usize::from(ElementRef::wrap(node).is_some_and(|own| makes_bold(&own)));
                if let Node::Text(text) = node.value()
                    && text.contains(char::is_alphanumeric)
                {
                    has_text = true;
                    if bold == 0 {
                        return false;
                    }
                }
            }
            Edge::Close(node) => {
                bold -= usize::from(ElementRef::wrap(node).is_some_and(|own| makes_bold(&own)));
            }
        }
    }
    has_text
}

fn makes_bold(element: &ElementRef<'_>) -> bool {
    let style = || attribute(element.value(), "style").unwrap_or_default();
    let is_styled = || {
        let declarations = style().split(';');
        let mut pairs = declarations.filter_map(|declaration| declaration.split_once(':'));
        pairs.any(|(key, value)| {
            let value = value.trim();
            let is_heavy = value.parse::<u32>().is_ok_and(|weight| weight >= 600);
            key.trim().eq_ignore_ascii_case("font-weight")
                && (is_heavy || value.to_ascii_lowercase().starts_with("bold"))
        })
    };
    matches!(
        element.value().name(),
        "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
    ) || is_styled()
}

#[cfg(test)]
mod tests {
    use crate::Reader;
    use crate::html::HtmlReader;
    use crate::page::Piece;
    use crate::settings::InputSettings;

    fn texts(html: &str) -> Vec<String> {
        let reader = HtmlReader::new(&InputSettings::default()).unwrap();
        let page = reader.read("a.html", html.as_bytes()).unwrap();
        let texts = page.pieces.iter().filter_map(Piece::as_text);
        texts.map(str::to_owned).collect()
    }

    #[test]
    fn a_table_is_read_with_its_head_its_spans_and_its_foot() {
        let html = "<main><table><thead><tr><td rowspan=2>Oda<td colspan=2>Aylık ücret</tr><tr><td>Yaz<td>Kış</tr>
            </thead><tbody><tr><td rowspan=0>Tek<td>900<td>800<tr><td>950<td>850<tbody><tr><td>Çift<td>600<td>500
            <tfoot><tr><td colspan='100%'>Depozito alınmaz.</table></main>";
        assert_eq!(
            texts(html),
            [
                "Oda: Tek | Aylık ücret, Yaz: 900 | Aylık ücret, Kış: 800",
                "Oda: Tek | Aylık ücret, Yaz: 950 | Aylık ücret, Kış: 850",
                "Oda: Çift | Aylık ücret, Yaz: 600 | Aylık ücret, Kış: 500",
                "Depozito alınmaz."
            ]
        );
    }

    #[test]
    fn bold_type_and_headings_make_headers() {
        for header in [
            "<tr><td><p><b>Boat</b></p><td><strong>Day</strong>",
            "<tr style='font-weight: bold'><td>Boat<td>Day",
            "<tr><td style='font-weight:700'>Boat<td><span style='FONT-WEIGHT: Bold'>Day</span>",
            "<tr><td><h4>Boat</h4><td><h4>Day</h4>",
            "<tr><th><h4>Boat</h4><th><p>Day</p>",
        ] {
            let html = format!(
                "<main><table>{header}<tr><td>Canoe<td>12<tr><td>Raft<td>20</table></main>"
            );
            assert_eq!(
                texts(&html),
                ["Boat: Canoe | Day: 12", "Boat: Raft | Day: 20"],
                "{header}"
            );
        }
    }

    #[test]
    fn a_cell_that_is_left_out_keeps_its_column() {
        let html = "<main><table><tr><th>Ders<th>Kod<th>AKTS<tr><td>Fizik<td data-soru-ignore>F1<td>6</table></main>";
        assert_eq!(texts(html), ["Ders: Fizik | AKTS: 6"]);
    }

    #[test]
    fn a_table_that_arranges_texts_gives_no_headers() {
        let rows = "<tr><th>News<th>Events<tr><td>Open again.<td>Fair in May.";
        let html = format!("<main><table role=presentation>{rows}</table></main>");
        assert_eq!(
            texts(&html),
            ["News", "Events", "Open again.", "Fair in May."]
        );
    }

    #[test]
    fn headers_of_long_texts_stay() {
        let long = "<p>Boats leave at noon.</p>".repeat(40);
        let html =
            format!("<main><table><tr><th>North<th>South<tr><td>{long}<td>None.</table></main>");
        let found = texts(&html);
        assert_eq!((found.len(), found[0].as_str()), (42, "North | South"));
    }
}
