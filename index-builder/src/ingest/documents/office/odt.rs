//! Files of `LibreOffice` Writer: headings, lists, tables, notes, and the text as changed.

use roxmltree::Node;

use super::super::{DocumentError, ExtractedText, Part, Text};
use super::package::{Package, attribute, child, parse};
use super::{has_words, plain, row, tidy, title, written};

const DEEPEST: usize = 24;

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
        return Err(DocumentError::Format("OpenDocument other than text"));
    };
    let mut reading = Reading::default();
    reading.blocks(body, 0);
    let title = title(reading.title, &metadata(package)?, &reading.texts);
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
                // Deleted text, and declarations.
                "tracked-changes" | "sequence-decls" | "forms" => {}
                _ => self.blocks(node, depth + 1),
            }
        }
    }

    fn paragraph(&mut self, node: Node<'_, '_>, depth: usize) {
        let mut text = String::new();
        let mut apart = Vec::new();
        inline(node, 0, &mut text, &mut apart);
        let text = tidy(&text);
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
        let rows: Vec<Node<'_, '_>> = table.descendants().filter(is_row).filter(is_own).collect();
        for line in rows {
            let cells = line
                .children()
                .filter(|cell| cell.tag_name().name() == "table-cell");
            let texts: Vec<String> = cells.map(|cell| self.cell(cell, depth)).collect();
            self.texts.extend(row(&texts));
        }
    }

    fn cell(&mut self, cell: Node<'_, '_>, depth: usize) -> String {
        let outside = std::mem::take(&mut self.texts);
        self.blocks(cell, depth + 1);
        let inside = std::mem::replace(&mut self.texts, outside);
        inside.iter().map(plain).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the text of a paragraph; notes and text boxes are separate.
fn inline<'a, 'i>(
    parent: Node<'a, 'i>,
    depth: usize,
    text: &mut String,
    apart: &mut Vec<Node<'a, 'i>>,
) {
    if depth > DEEPEST {
        return;
    }
    for node in parent.children() {
        match node.tag_name().name() {
            _ if node.is_text() => text.push_str(node.text().unwrap_or_default()),
            "s" | "tab" | "line-break" => text.push(' '),
            "note" => apart.extend(child(node, "note-body")),
            "text-box" => apart.push(node),
            "annotation" | "annotation-end" => {}
            _ => inline(node, depth + 1, text, apart),
        }
    }
}
