//! Finds aligned tables: columns without rules between them.
//!
//! Rows of short aligned texts, most of them figures, form a table if headers stand above them.
//! Without headers, a table has no advantage and a mistake would break up columns of running text,
//! so their lines stay as they are.

use hayro_interpret::kurbo::Rect;

use super::lines::{Line, TableRow, is_rtl};
use super::placed::place;
use crate::grid::{Cell, Emphasis, Row, Table};

/// The maximum number of columns of a table.
const MOST_COLUMNS: usize = 16;

/// The minimum number of rows of a table, including its headers.
const FEWEST_ROWS: usize = 3;

/// The maximum length of a cell in characters; a longer text is running text.
const LONGEST: usize = 60;

/// The maximum distance between rows, as a multiple of the font size.
const FARTHEST: f64 = 2.6;

/// The minimum distance between columns, as a multiple of the font size.
const GAP: f64 = 0.3;

/// Replaces the lines of aligned tables with rows that name their columns.
pub(super) fn join(mut lines: Vec<Line>) -> Vec<Line> {
    let levels = levels(&lines);
    let mut rows: Vec<Vec<Line>> = vec![Vec::new(); lines.len()];
    let mut at = 0;
    while at < levels.len() {
        let Some(table) = Aligned::at(&lines, &levels[at..]) else {
            at += 1;
            continue;
        };
        at += table.cells.len();
        if let Some(found) = table.lines(&lines) {
            let taken: Vec<usize> = table.taken().collect();
            if let Some(first) = taken.iter().min() {
                rows[*first] = found;
            }
            for line in taken {
                lines[line].text.clear();
            }
        }
    }
    let all = lines.into_iter().zip(rows).flat_map(|(line, mut rows)| {
        if rows.is_empty() {
            rows.push(line);
        }
        rows
    });
    all.filter(|line| !line.text.is_empty()).collect()
}

/// Groups the numbers of lines at one height, sorted from left to right and from top to bottom.
fn levels(lines: &[Line]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|a, b| lines[*a].y.total_cmp(&lines[*b].y));
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for number in order {
        let line = &lines[number];
        let is_level = |level: &&mut Vec<usize>| {
            level
                .first()
                .is_some_and(|first| (line.y - lines[*first].y).abs() < 0.3 * line.size)
        };
        match levels.last_mut().filter(is_level) {
            Some(level) => level.push(number),
            None => levels.push(vec![number]),
        }
    }
    for level in &mut levels {
        level.sort_by(|a, b| lines[*a].x0.total_cmp(&lines[*b].x0));
    }
    levels
}

/// Rows whose texts are aligned in columns.
struct Aligned {
    /// The horizontal extents of the columns.
    bands: Vec<(f64, f64)>,
    /// The line in each column, row by row.
    cells: Vec<Vec<Option<usize>>>,
}

impl Aligned {
    /// Returns the rows from the first height on; none if there are too few.
    fn at(lines: &[Line], levels: &[Vec<usize>]) -> Option<Self> {
        // The corner above the first column may be empty.
        let widest = levels.iter().take(2).max_by_key(|level| level.len())?;
        if !(2..=MOST_COLUMNS).contains(&widest.len()) || levels[0].len() + 1 < widest.len() {
            return None;
        }
        let mut table = Self {
            bands: widest
                .iter()
                .map(|line| (lines[*line].x0, lines[*line].x1))
                .collect(),
            cells: Vec::new(),
        };
        for (number, level) in levels.iter().enumerate() {
            let above = number.checked_sub(1).map(|above| &lines[levels[above][0]]);
            let is_near = above.is_none_or(|above| follows(above, &lines[level[0]]));
            if !(is_near
                && level.iter().all(|line| is_cell(&lines[*line]))
                && table.add(lines, level))
            {
                break;
            }
        }
        (table.cells.len() >= FEWEST_ROWS).then_some(table)
    }

    /// Adds a row if each of its texts is in a different column.
    fn add(&mut self, lines: &[Line], level: &[usize]) -> bool {
        let is_first = self.cells.is_empty();
        let mut row = vec![None; self.bands.len()];
        let mut bands = self.bands.clone();
        for (place, number) in level.iter().enumerate() {
            let line = &lines[*number];
            let touched = |band: &(f64, f64)| line.x0 < band.1 && line.x1 > band.0;
            let mut touched = (0..bands.len()).filter(|band| touched(&self.bands[*band]));
            let column = match (touched.next(), touched.next()) {
                (Some(only), None) => only,
                (None, _) if level.len() == bands.len() => place,
                _ => return false,
            };
            if row[column].replace(*number).is_some() {
                return false;
            }
            bands[column].0 = bands[column].0.min(line.x0);
            bands[column].1 = bands[column].1.max(line.x1);
        }
        let gap = level.first().map_or(0.0, |line| GAP * lines[*line].size);
        let are_apart = bands.windows(2).all(|pair| pair[0].1 + gap < pair[1].0);
        let has_name = row[0].is_some() && level.len() > 1;
        if !are_apart || !(is_first || has_name) {
            return false;
        }
        self.bands = bands;
        self.cells.push(row);
        true
    }

    fn taken(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().flatten().flatten().copied()
    }

    /// Returns the rows with the names of their columns; none without headers above figures.
    fn lines(&self, lines: &[Line]) -> Option<Vec<Line>> {
        let table = self.table(lines);
        let head = table.head();
        if head.is_empty() || !self.has_figures(lines, head.end) {
            return None;
        }
        let drawn = || self.taken().map(|line| &lines[line]);
        let edge = |place: fn(&Line) -> f64| drawn().map(place);
        let area = Rect::new(
            edge(|line| line.x0).fold(f64::MAX, f64::min),
            edge(|line| line.y - line.size).fold(f64::MAX, f64::min),
            edge(|line| line.x1).fold(f64::MIN, f64::max),
            edge(|line| line.y).fold(f64::MIN, f64::max),
        );
        let drawn: Vec<&Line> = drawn().collect();
        Some(place(table.lines(), area, &drawn.iter().copied()))
    }

    fn table(&self, lines: &[Line]) -> Table {
        let cell = |line: &Option<usize>| {
            let line = line.map(|line| &lines[line]);
            Cell {
                texts: line.map(|line| line.text.clone()).into_iter().collect(),
                emphasis: if line.is_some_and(|line| line.bold) {
                    Emphasis::Bold
                } else {
                    Emphasis::Plain
                },
                ..Cell::default()
            }
        };
        let row = |row: &Vec<Option<usize>>| Row {
            cells: row.iter().map(cell).collect(),
            ..Row::default()
        };
        Table {
            rows: self.cells.iter().map(row).collect(),
        }
    }

    /// Whether most columns except the first have figures in all rows below the headers.
    fn has_figures(&self, lines: &[Line], head: usize) -> bool {
        let has_figures = |column: &usize| {
            let texts = self.cells[head..].iter().filter_map(|row| row[*column]);
            let mut texts = texts.map(|line| lines[line].text.as_str());
            texts.clone().count() > 1 && texts.all(|text| text.contains(char::is_numeric))
        };
        let columns = 1..self.bands.len();
        columns.clone().filter(has_figures).count() * 2 > columns.len()
    }
}

fn follows(above: &Line, below: &Line) -> bool {
    let same_size = (above.size / below.size.max(1.0) - 1.0).abs() < 0.15;
    same_size && below.y - above.y <= FARTHEST * above.size
}

/// Whether a line can be a cell.
fn is_cell(line: &Line) -> bool {
    line.row == TableRow::No
        && line.heading == 0
        && line.text.chars().count() <= LONGEST
        && !line.text.contains(is_rtl)
}
