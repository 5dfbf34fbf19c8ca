//! Presentations: each slide is a page, its title a heading.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::super::{DocumentError, ExtractedText, Part, Text};
use super::docx::metadata;
use super::package::{Package, attribute, child, children, parse, words};
use super::{has_words, rows, tidy, tidy_lines, title, written};
use crate::grid::{Cell, Emphasis, Row, Table};

const DEEPEST: usize = 24;

/// Reads a presentation.
pub(super) fn read(package: &mut Package<'_>, most: usize) -> Result<ExtractedText, DocumentError> {
    let slides = slides(package)?;
    if slides.len() > most {
        return Err(DocumentError::TooLong {
            pages: slides.len(),
            most,
        });
    }
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    let slides = slides.iter().zip(1..);
    for (name, page) in slides.filter(|(name, _)| seen.insert(*name)) {
        let Some(text) = package.text(name)? else {
            continue;
        };
        let document = parse(name, &text)?;
        let mut slide = Slide::default();
        slide.shapes(document.root_element(), 0);
        let texts = slide.texts();
        if !texts.is_empty() {
            parts.push(Part {
                page: Some(page),
                texts,
            });
        }
    }
    let first = parts
        .first()
        .map(|part| part.texts.clone())
        .unwrap_or_default();
    let title = title(None, &metadata(package)?, None, &first);
    written("pptx", title, parts)
}

/// Returns the files of the slides, in display order.
fn slides(package: &mut Package<'_>) -> Result<Vec<String>, DocumentError> {
    let (name, relations) = ("ppt/presentation.xml", "ppt/_rels/presentation.xml.rels");
    let links = package
        .text(relations)?
        .unwrap_or_else(|| "<none/>".to_owned());
    let links = parse(relations, &links)?;
    let targets: HashMap<&str, &str> = links
        .root_element()
        .children()
        .filter_map(|link| Some((attribute(link, "Id")?, attribute(link, "Target")?)))
        .collect();
    let text = package.text(name)?.unwrap_or_default();
    let document = parse(name, &text)?;
    let list = child(document.root_element(), "sldIdLst");
    let entries = list.into_iter().flat_map(|list| list.children());
    let files = entries.filter_map(|entry| {
        // The entry's own id has no prefix; the id of the relation has one.
        let id = entry
            .attributes()
            .find(|id| id.name() == "id" && id.namespace().is_some())?;
        let target = targets.get(id.value())?;
        Some(match target.strip_prefix('/') {
            Some(absolute) => absolute.to_owned(),
            None => format!("ppt/{target}"),
        })
    });
    Ok(files.collect())
}

/// The texts of a slide.
#[derive(Default)]
struct Slide {
    titles: Vec<Text>,
    others: Vec<Text>,
}

impl Slide {
    fn shapes(&mut self, parent: Node<'_, '_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        for node in parent.children() {
            match node.tag_name().name() {
                "sp" => self.shape(node),
                "tbl" => self.others.extend(table(node)),
                "AlternateContent" => {
                    if let Some(choice) = child(node, "Choice").or_else(|| child(node, "Fallback"))
                    {
                        self.shapes(choice, depth + 1);
                    }
                }
                _ => self.shapes(node, depth + 1),
            }
        }
    }

    fn shape(&mut self, shape: Node<'_, '_>) {
        let holder = shape
            .descendants()
            .find(|node| node.tag_name().name() == "ph");
        let kind = holder
            .and_then(|holder| attribute(holder, "type"))
            .unwrap_or_default();
        // Slide numbers, footers, dates and headers repeat on every slide.
        if matches!(kind, "sldNum" | "ftr" | "dt" | "hdr") {
            return;
        }
        let paragraphs = paragraphs(shape);
        if matches!(kind, "title" | "ctrTitle") && !paragraphs.is_empty() {
            let title = tidy(&paragraphs.join(" "));
            self.titles.push(Text::Heading(1, title));
        } else {
            let paragraphs = paragraphs.iter().map(|text| tidy(text));
            self.others.extend(paragraphs.map(Text::Paragraph));
        }
    }

    /// Returns the titles, then the other texts.
    fn texts(self) -> Vec<Text> {
        self.titles.into_iter().chain(self.others).collect()
    }
}

/// Returns the cells of a table. Cells that a merged cell covers are omitted.
fn table(table: Node<'_, '_>) -> Vec<Text> {
    let is_on = |node: Node<'_, '_>, name| matches!(attribute(node, name), Some("1" | "true"));
    let sets_off = child(table, "tblPr").is_some_and(|properties| is_on(properties, "firstRow"));
    let span = |cell, name| attribute(cell, name).and_then(|span| span.parse().ok());
    let mut grid = Table::default();
    for (number, row) in children(table, "tr").enumerate() {
        let is_covered = |cell: &Node<'_, '_>| is_on(*cell, "hMerge") || is_on(*cell, "vMerge");
        let cells = children(row, "tc").filter(|cell| !is_covered(cell));
        let cells = cells.map(|cell| Cell {
            texts: paragraphs(cell),
            columns: span(cell, "gridSpan").unwrap_or(1),
            rows: span(cell, "rowSpan").unwrap_or(1).max(1),
            emphasis: if sets_off && number == 0 || is_bold(cell) {
                Emphasis::Bold
            } else {
                Emphasis::Plain
            },
            ..Cell::default()
        });
        grid.rows.push(Row {
            cells: cells.collect(),
            ..Row::default()
        });
    }
    rows(&grid)
}

/// Whether all text of a cell is bold.
fn is_bold(cell: Node<'_, '_>) -> bool {
    let is_text =
        |node: &Node<'_, '_>| node.tag_name().name() == "t" && node.text().is_some_and(has_words);
    let is_bold = |text: Node<'_, '_>| {
        let run = text.parent().and_then(|run| child(run, "rPr"));
        run.is_some_and(|run| matches!(attribute(run, "b"), Some("1" | "true")))
    };
    let mut texts = cell.descendants().filter(is_text).peekable();
    texts.peek().is_some() && texts.all(is_bold)
}

/// Returns the texts of paragraphs; each text belongs to the innermost paragraph around it.
fn paragraphs(parent: Node<'_, '_>) -> Vec<String> {
    let mut texts = Vec::new();
    // Open paragraphs, each with the index of its text.
    let mut open: Vec<(Node<'_, '_>, usize)> = Vec::new();
    for node in parent.descendants() {
        while open
            .pop_if(|(paragraph, _)| !is_in(node, *paragraph))
            .is_some()
        {}
        match node.tag_name().name() {
            "p" => {
                open.push((node, texts.len()));
                texts.push(String::new());
            }
            "t" if !is_struck(node) => append(&mut texts, &open, &words(node)),
            "br" => append(&mut texts, &open, "\n"),
            _ => {}
        }
    }
    let texts = texts.iter().map(|text| tidy_lines(text));
    texts.filter(|text| has_words(text)).collect()
}

/// Whether a node is inside another one, which begins before it.
fn is_in(node: Node<'_, '_>, other: Node<'_, '_>) -> bool {
    node.range().start < other.range().end
}

fn append(texts: &mut [String], open: &[(Node<'_, '_>, usize)], text: &str) {
    if let Some(paragraph) = open.last().and_then(|(_, at)| texts.get_mut(*at)) {
        paragraph.push_str(text);
    }
}

fn is_struck(text: Node<'_, '_>) -> bool {
    let run = text.parent().and_then(|run| child(run, "rPr"));
    let strike = run.and_then(|run| attribute(run, "strike"));
    strike.is_some_and(|strike| strike != "noStrike")
}
