//! Word files: headings by style, tables by rows, footnotes after their paragraphs, text boxes
//! once, and tracked changes as accepted.

use std::collections::HashMap;

use roxmltree::Node;

use super::super::{DocumentError, ExtractedText, Part, Text};
use super::package::{Package, attribute, child, parse};
use super::{has_words, row, tidy, title, written};

/// Tables and boxes nest no deeper.
const DEEPEST: usize = 24;

/// The level that [`Styles`] gives a title.
const TITLE: u8 = 0;

/// Reads a Word file.
pub(super) fn read(package: &mut Package<'_>) -> Result<ExtractedText, DocumentError> {
    let styles = styles(package)?;
    let mut notes = notes(package, "word/footnotes.xml")?;
    notes.extend(notes_named(package, "word/endnotes.xml", "e")?);
    let name = "word/document.xml";
    let text = package.text(name)?.unwrap_or_default();
    let document = parse(name, &text)?;
    let mut reading = Reading {
        styles,
        notes,
        texts: Vec::new(),
        title: None,
        open: String::new(),
    };
    if let Some(body) = child(document.root_element(), "body") {
        reading.blocks(body, 0);
    }
    let metadata = metadata(package)?;
    let title = title(reading.title, &metadata, &reading.texts);
    written(
        "docx",
        title,
        vec![Part {
            page: None,
            texts: reading.texts,
        }],
    )
}

/// The title among the file's properties.
pub(super) fn metadata(package: &mut Package<'_>) -> Result<String, DocumentError> {
    let name = "docProps/core.xml";
    let Some(text) = package.text(name)? else {
        return Ok(String::new());
    };
    let document = parse(name, &text)?;
    let title = child(document.root_element(), "title");
    Ok(title
        .and_then(|title| title.text())
        .map(tidy)
        .unwrap_or_default())
}

/// The heading levels of styles.
fn styles(package: &mut Package<'_>) -> Result<HashMap<String, u8>, DocumentError> {
    let name = "word/styles.xml";
    let text = package
        .text(name)?
        .unwrap_or_else(|| "<styles/>".to_owned());
    let document = parse(name, &text)?;
    let all: Vec<Node<'_, '_>> = document.root_element().children().collect();
    let mut levels = HashMap::new();
    // A style may be based on one that comes later.
    for _ in 0..4 {
        for style in &all {
            let Some(id) = attribute(*style, "styleId") else {
                continue;
            };
            let based = child(*style, "basedOn").and_then(|base| attribute(base, "val"));
            let inherited = based.and_then(|base| levels.get(base).copied());
            if let Some(level) = style_level(*style).or(inherited) {
                levels.insert(id.to_owned(), level);
            }
        }
    }
    Ok(levels)
}

fn style_level(style: Node<'_, '_>) -> Option<u8> {
    let name = child(style, "name").and_then(|name| attribute(name, "val"));
    let name = name.unwrap_or_default().to_lowercase();
    if name == "title" {
        return Some(TITLE);
    }
    let number = name
        .strip_prefix("heading ")
        .and_then(|number| number.parse::<u8>().ok());
    number
        .or_else(|| child(style, "pPr").and_then(outline_level))
        .map(|level| level.clamp(1, 6))
}

fn outline_level(properties: Node<'_, '_>) -> Option<u8> {
    let level = child(properties, "outlineLvl").and_then(|level| attribute(level, "val"))?;
    level
        .parse::<u8>()
        .ok()
        .filter(|level| *level < 9)
        .map(|level| level + 1)
}

fn notes(package: &mut Package<'_>, name: &str) -> Result<HashMap<String, String>, DocumentError> {
    notes_named(package, name, "f")
}

/// The texts of footnotes by their ids, which begin with `kind`.
fn notes_named(
    package: &mut Package<'_>,
    name: &str,
    kind: &str,
) -> Result<HashMap<String, String>, DocumentError> {
    let Some(text) = package.text(name)? else {
        return Ok(HashMap::new());
    };
    let document = parse(name, &text)?;
    let mut notes = HashMap::new();
    for note in document
        .root_element()
        .children()
        .filter(|note| attribute(*note, "type").is_none())
    {
        let Some(id) = attribute(note, "id") else {
            continue;
        };
        let mut words = String::new();
        for paragraph in note
            .descendants()
            .filter(|node| node.tag_name().name() == "p")
        {
            Inline::default().read(paragraph, 0, &mut words);
            words.push(' ');
        }
        notes.insert(format!("{kind}{id}"), tidy(&words));
    }
    Ok(notes)
}

struct Reading {
    styles: HashMap<String, u8>,
    notes: HashMap<String, String>,
    texts: Vec<Text>,
    title: Option<String>,
    /// A paragraph whose mark is deleted: the next one continues it.
    open: String,
}

impl Reading {
    fn blocks(&mut self, parent: Node<'_, '_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        for node in parent.children() {
            match node.tag_name().name() {
                "p" => self.paragraph(node, depth),
                "tbl" => self.table(node, depth),
                "AlternateContent" => {
                    if let Some(choice) = chosen(node) {
                        self.blocks(choice, depth + 1);
                    }
                }
                "sdt" | "sdtContent" | "ins" | "moveTo" | "customXml" | "smartTag" => {
                    self.blocks(node, depth + 1);
                }
                _ => {}
            }
        }
    }

    fn paragraph(&mut self, node: Node<'_, '_>, depth: usize) {
        let mut inline = Inline::default();
        let mut text = std::mem::take(&mut self.open);
        inline.read(node, 0, &mut text);
        let properties = child(node, "pPr");
        let mark = properties.and_then(|properties| child(properties, "rPr"));
        if mark.is_some_and(|mark| child(mark, "del").is_some()) {
            self.open = text;
        } else {
            self.push(&tidy(&text), properties);
        }
        for note in inline.notes {
            if let Some(note) = self.notes.get(&note).filter(|note| has_words(note)) {
                self.texts.push(Text::Paragraph(note.clone()));
            }
        }
        for text_box in inline.boxes {
            self.blocks(text_box, depth + 1);
        }
    }

    fn push(&mut self, text: &str, properties: Option<Node<'_, '_>>) {
        if !has_words(text) {
            return;
        }
        let style = properties.and_then(|properties| child(properties, "pStyle"));
        let style = style.and_then(|style| attribute(style, "val"));
        let own = properties.and_then(outline_level);
        let level = own.or_else(|| self.styles.get(style?).copied());
        self.texts.push(match level {
            Some(TITLE) => {
                self.title.get_or_insert_with(|| text.to_owned());
                Text::Heading(1, text.to_owned())
            }
            Some(level) if text.chars().count() <= 200 => {
                Text::Heading(level.min(6), text.to_owned())
            }
            _ => Text::Paragraph(text.to_owned()),
        });
    }

    /// Each row is a text; a table of one column is a frame around paragraphs.
    fn table(&mut self, table: Node<'_, '_>, depth: usize) {
        for line in rows(table) {
            let cells: Vec<Node<'_, '_>> = line
                .children()
                .filter(|cell| cell.tag_name().name() == "tc")
                .collect();
            if let [only] = cells.as_slice() {
                self.blocks(*only, depth + 1);
                continue;
            }
            let texts: Vec<String> = cells
                .into_iter()
                .map(|cell| self.cell(cell, depth))
                .collect();
            self.texts.extend(row(&texts));
        }
    }

    fn cell(&mut self, cell: Node<'_, '_>, depth: usize) -> String {
        let outside = std::mem::take(&mut self.texts);
        self.blocks(cell, depth + 1);
        let inside = std::mem::replace(&mut self.texts, outside);
        inside
            .iter()
            .map(super::plain)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The rows of a table, but for deleted ones.
fn rows<'a, 'i>(table: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    table
        .children()
        .filter(|row| row.tag_name().name() == "tr")
        .filter(|row| {
            let properties = child(*row, "trPr");
            properties.is_none_or(|properties| child(properties, "del").is_none())
        })
}

/// Of contents that are stored once for each version of Word, the first.
fn chosen<'a, 'i>(alternatives: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    child(alternatives, "Choice").or_else(|| child(alternatives, "Fallback"))
}

/// Content of a paragraph besides its text.
#[derive(Default)]
struct Inline<'a, 'i> {
    notes: Vec<String>,
    boxes: Vec<Node<'a, 'i>>,
}

impl<'a, 'i> Inline<'a, 'i> {
    fn read(&mut self, parent: Node<'a, 'i>, depth: usize, text: &mut String) {
        if depth > DEEPEST {
            return;
        }
        for node in parent.children() {
            match node.tag_name().name() {
                "t" => text.push_str(node.text().unwrap_or_default()),
                "tab" | "br" | "cr" | "ptab" if parent.tag_name().name() == "r" => text.push(' '),
                "noBreakHyphen" => text.push('-'),
                "footnoteReference" => self
                    .notes
                    .extend(attribute(node, "id").map(|id| format!("f{id}"))),
                "endnoteReference" => self
                    .notes
                    .extend(attribute(node, "id").map(|id| format!("e{id}"))),
                "txbxContent" => self.boxes.push(node),
                "AlternateContent" => {
                    if let Some(choice) = chosen(node) {
                        self.read(choice, depth + 1, text);
                    }
                }
                "del" | "moveFrom" | "pPr" | "rPr" | "delText" | "instrText" => {}
                _ => self.read(node, depth + 1, text),
            }
        }
    }
}
