//! Reads files of `LibreOffice` Writer: headings, lists, tables and notes, with tracked changes as
//! accepted.

use std::collections::HashSet;

use roxmltree::Node;

use super::super::{DocumentError, ExtractedText, Part, Text};
use super::package::{Package, attribute, child, children, parse, words};
use super::silent::SilentStyles;
use super::{has_words, plain, rows, tidy, tidy_lines, title, work, written};
use crate::grid::{Cell, Emphasis, Row, Table};

const DEEPEST: usize = 24;

/// The name of the style of table headers in `LibreOffice`.
const TABLE_HEADING: &str = "Table_20_Heading";

/// The maximum number of equal adjacent cells.
const MOST_REPEATED: usize = 64;

/// Reads an ODT file.
pub(super) fn read(package: &mut Package<'_>) -> Result<ExtractedText, DocumentError> {
    let manifest = package.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(DocumentError::Password);
    }
    let text = package.text("content.xml")?.unwrap_or_default();
    let document = parse("content.xml", &text)?;
    let body = child(document.root_element(), "body").and_then(|body| child(body, "text"));
    let Some(body) = body else {
        return Err(DocumentError::Format("OpenDocument other than text".into()));
    };
    let styles = package.text("styles.xml")?;
    let styles = styles.unwrap_or_else(|| "<none/>".to_owned());
    let styles = parse("styles.xml", &styles)?;
    let mut reading = Reading {
        bold: bold_styles(&[styles.root_element(), document.root_element()]),
        silent: SilentStyles::of_writer(&[styles.root_element(), document.root_element()]),
        ..Reading::default()
    };
    reading.blocks(body, 0);
    let title = title(reading.title, &metadata(package)?, None, &reading.texts);
    written(
        "odt",
        title,
        vec![Part {
            page: None,
            texts: reading.texts,
        }],
    )
}

fn metadata(package: &mut Package<'_>) -> Result<String, DocumentError> {
    let Some(text) = package.text("meta.xml")? else {
        return Ok(String::new());
    };
    let document = parse("meta.xml", &text)?;
    let title = document
        .descendants()
        .find(|node| node.tag_name().name() == "title");
    Ok(title
        .and_then(|title| title.text())
        .map(tidy)
        .unwrap_or_default())
}

#[derive(Default)]
struct Reading {
    texts: Vec<Text>,
    title: Option<String>,
    /// The styles that make text bold.
    bold: HashSet<String>,
    silent: SilentStyles,
    /// Number of table cells around the text.
    cells: usize,
}

impl Reading {
    fn blocks(&mut self, parent: Node<'_, '_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        for node in parent.children() {
            match node.tag_name().name() {
                "h" | "p" => self.paragraph(node, depth),
                "table" => self.table(node, depth),
                // Deleted text and declarations are skipped.
                "tracked-changes" | "sequence-decls" | "forms" => {}
                _ => self.blocks(node, depth + 1),
            }
        }
    }

    fn paragraph(&mut self, node: Node<'_, '_>, depth: usize) {
        let mut text = String::new();
        let mut apart = Vec::new();
        inline(node, 0, &self.silent, &mut text, &mut apart);
        let text = if self.cells > 0 {
            tidy_lines(&text)
        } else {
            tidy(&text)
        };
        if has_words(&text) {
            let is_title = attribute(node, "style-name") == Some("Title");
            if is_title {
                self.title.get_or_insert_with(|| text.clone());
            }
            let level = attribute(node, "outline-level").and_then(|level| level.parse().ok());
            self.texts.push(match level {
                _ if is_title => Text::Heading(1, text),
                _ if node.tag_name().name() == "h" => {
                    Text::Heading(level.unwrap_or(1).clamp(1, 6), text)
                }
                _ => Text::Paragraph(text),
            });
        }
        for part in apart {
            self.blocks(part, depth + 1);
        }
    }

    fn table(&mut self, table: Node<'_, '_>, depth: usize) {
        let is_row = |node: &Node<'_, '_>| node.tag_name().name() == "table-row";
        let is_own = |row: &Node<'_, '_>| {
            row.ancestors()
                .find(|above| above.tag_name().name() == "table")
                == Some(table)
        };
        let mut grid = Table::default();
        for line in table.descendants().filter(is_row).filter(is_own) {
            let cells = children(line, "table-cell");
            let above = line.parent().map(|above| above.tag_name().name());
            let cells = cells.flat_map(|cell| {
                let own = self.cell(cell, depth);
                let times = number(cell, "number-columns-repeated").min(MOST_REPEATED);
                let size = own.texts.iter().map(String::len).sum::<usize>();
                let fits = times == 1 || work::put_out(size * times);
                std::iter::repeat_n(own, if fits { times } else { 0 })
            });
            grid.rows.push(Row {
                cells: cells.collect(),
                is_head: above == Some("table-header-rows"),
                ..Row::default()
            });
        }
        self.texts.extend(rows(&grid));
    }

    fn cell(&mut self, cell: Node<'_, '_>, depth: usize) -> Cell {
        let outside = std::mem::take(&mut self.texts);
        self.cells += 1;
        self.blocks(cell, depth + 1);
        self.cells -= 1;
        let inside = std::mem::replace(&mut self.texts, outside);
        Cell {
            texts: inside.iter().map(|text| plain(text).to_owned()).collect(),
            columns: number(cell, "number-columns-spanned"),
            rows: number(cell, "number-rows-spanned"),
            emphasis: if self.is_bold(cell) {
                Emphasis::Bold
            } else {
                Emphasis::Plain
            },
            ..Cell::default()
        }
    }

    /// Whether all text of a cell is bold.
    fn is_bold(&self, cell: Node<'_, '_>) -> bool {
        let has_bold_style = |node: Node<'_, '_>| {
            let style = attribute(node, "style-name");
            style.is_some_and(|style| self.bold.contains(style))
        };
        let is_text = |node: &Node<'_, '_>| node.is_text() && node.text().is_some_and(has_words);
        let is_bold = |text: Node<'_, '_>| {
            let around = text.ancestors().take_while(|node| *node != cell);
            around.into_iter().any(has_bold_style)
        };
        let mut texts = cell.descendants().filter(is_text).peekable();
        texts.peek().is_some() && texts.all(is_bold)
    }
}

/// Returns a number that a cell states, or 1 by default.
fn number(cell: Node<'_, '_>, name: &str) -> usize {
    let stated = attribute(cell, name).and_then(|number| number.parse().ok());
    stated.unwrap_or(1).max(1)
}

/// Returns the names of the styles that make text bold.
fn bold_styles(files: &[Node<'_, '_>]) -> HashSet<String> {
    let mut bold = HashSet::from([TABLE_HEADING.to_owned()]);
    // A style may be based on a later one.
    for _ in 0..4 {
        let all = files.iter().flat_map(Node::descendants);
        for style in all.filter(|node| node.tag_name().name() == "style") {
            let own = child(style, "text-properties");
            let own = own.and_then(|own| attribute(own, "font-weight"));
            let base = attribute(style, "parent-style-name");
            let is_bold = match own {
                Some(weight) => weight == "bold" || weight.parse().is_ok_and(|own: u32| own >= 600),
                None => base.is_some_and(|base| bold.contains(base)),
            };
            if is_bold {
                bold.extend(attribute(style, "name").map(str::to_owned));
            }
        }
    }
    bold
}

/// Returns the text of a paragraph; notes and text boxes are separate.
fn inline<'a, 'i>(
    parent: Node<'a, 'i>,
    depth: usize,
    silent: &SilentStyles,
    text: &mut String,
    apart: &mut Vec<Node<'a, 'i>>,
) {
    if depth > DEEPEST || silent.has(parent) {
        return;
    }
    for node in parent.children() {
        match node.tag_name().name() {
            _ if node.is_text() => text.push_str(&words(node)),
            "s" | "tab" => text.push(' '),
            "line-break" => text.push('\n'),
            "note" => apart.extend(child(node, "note-body")),
            "text-box" => apart.push(node),
            "annotation" | "annotation-end" => {}
            _ => inline(node, depth + 1, silent, text, apart),
        }
    }
}
