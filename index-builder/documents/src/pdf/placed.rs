//! Puts the lines of a table at the table's place on the page.

use hayro_interpret::kurbo::Rect;

use super::fonts;
use super::lines::{Line, TableRow};
use crate::grid;

/// Places the lines of a table one below the other in its area. A title or a note keeps its font,
/// by which headings are recognised.
pub(super) fn place<'l>(
    lines: Vec<grid::Line>,
    area: Rect,
    drawn: &(impl Iterator<Item = &'l Line> + Clone),
) -> Vec<Line> {
    let step = area.height() / (lines.len() + 1) as f64;
    let heights = (1..).map(|number| area.y0 + step * f64::from(number));
    let placed = lines.into_iter().zip(heights).map(|(line, y)| Line {
        x0: area.x0,
        x1: area.x1,
        y,
        ..unplaced(line, drawn)
    });
    placed.collect()
}

fn unplaced<'l>(line: grid::Line, drawn: &(impl Iterator<Item = &'l Line> + Clone)) -> Line {
    let row = match line {
        grid::Line::Row(_) => TableRow::Yes,
        grid::Line::Text(_) => TableRow::No,
        grid::Line::Unquoted(_) => TableRow::Uncertain,
    };
    let text = line.text().replace('\n', " ");
    let mut own = drawn.clone().filter(|_| row == TableRow::No);
    let own = own.find(|line| text.starts_with(&line.text));
    let first = drawn.clone().next();
    Line {
        size: own.or(first).map_or(10.0, |line| line.size),
        bold: own.is_some_and(|line| line.bold),
        heading: own.map_or(0, |line| line.heading),
        unknown: text
            .chars()
            .filter(|letter| fonts::is_unknown(*letter))
            .count(),
        row,
        text,
        ..Line::default()
    }
}
