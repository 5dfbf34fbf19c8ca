//! Word files: headings by style, tables by rows, footnotes after their paragraphs, text boxes
//! once, and tracked changes as accepted.

use std::collections::HashMap;

use roxmltree::Node;

use super::super::{DocumentError, ExtractedText, Part, Text};
use super::package::{Package, attribute, child, parse, words};
use super::silent::SilentStyles;
use super::sizes;
use super::word_tables::{self, BoldStyles, Merging, named};
use super::{has_words, tidy, tidy_lines, title, written};
use crate::grid::Emphasis;

/// The maximum nesting depth of tables and boxes.
const DEEPEST: usize = 24;

/// The level that [`Styles`] gives a title.
const TITLE: u8 = 0;

/// Reads a Word file.
pub(super) fn read(package: &mut Package<'_>) -> Result<ExtractedText, DocumentError> {
    let Styles {
        levels,
        bold,
        silent,
    } = styles(package)?;
    let mut notes = notes(package, "word/footnotes.xml", "f", &silent)?;
    notes.extend(self::notes(package, "word/endnotes.xml", "e", &silent)?);
    let name = "word/document.xml";
    let text = package.text(name)?.unwrap_or_default();
    let document = parse(name, &text)?;
    let mut reading = Reading {
        styles: levels,
        silent,
        notes,
        texts: Vec::new(),
        title: None,
        open: String::new(),
        bold,
        cells: 0,
        sizes: Vec::new(),
    };
    if let Some(body) = child(document.root_element(), "body") {
        reading.blocks(body, 0);
    }
    let metadata = metadata(package)?;
    let set_off = sizes::largest(&reading.texts, &reading.sizes);
    let title = title(reading.title, &metadata, set_off, &reading.texts);
    written(
        "docx",
        title,
        vec![Part {
            page: None,
            texts: reading.texts,
        }],
    )
}

/// Returns the title in the file's properties.
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

/// The styles of a file.
struct Styles {
    /// The levels of headings.
    levels: HashMap<String, u8>,
    bold: BoldStyles,
    silent: SilentStyles,
}

fn styles(package: &mut Package<'_>) -> Result<Styles, DocumentError> {
    let name = "word/styles.xml";
    let text = package
        .text(name)?
        .unwrap_or_else(|| "<styles/>".to_owned());
    let document = parse(name, &text)?;
    let all: Vec<Node<'_, '_>> = document.root_element().children().collect();
    let mut levels = HashMap::new();
    // A style may be based on a later one.
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
    Ok(Styles {
        levels,
        bold: BoldStyles::of(&all),
        silent: SilentStyles::of_word(&all),
    })
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

/// Reads the texts of footnotes by their ids, which begin with `kind`.
fn notes(
    package: &mut Package<'_>,
    name: &str,
    kind: &str,
    silent: &SilentStyles,
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
            Inline::new(silent).read(paragraph, 0, &mut words);
            words.push(' ');
        }
        notes.insert(format!("{kind}{id}"), tidy(&words));
    }
    Ok(notes)
}

struct Reading {
    styles: HashMap<String, u8>,
    silent: SilentStyles,
    notes: HashMap<String, String>,
    texts: Vec<Text>,
    title: Option<String>,
    /// The text of a paragraph whose end mark is deleted: the next paragraph continues it.
    open: String,
    bold: BoldStyles,
    /// Number of table cells around the text.
    cells: usize,
    /// The sizes of type of the first paragraphs outside of tables, with the numbers of their
    /// texts.
    sizes: Vec<(usize, u32)>,
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
        let mut inline = Inline::new(&self.silent);
        let mut text = std::mem::take(&mut self.open);
        inline.read(node, 0, &mut text);
        let Inline { notes, boxes, .. } = inline;
        let properties = child(node, "pPr");
        let mark = properties.and_then(|properties| child(properties, "rPr"));
        if mark.is_some_and(|mark| child(mark, "del").is_some()) {
            self.open = text;
        } else {
            let text = if self.cells > 0 {
                tidy_lines(&text)
            } else {
                tidy(&text)
            };
            if self.cells == 0 && self.sizes.len() < sizes::MOST && has_words(&text) {
                let size = sizes::of(node);
                self.sizes.push((self.texts.len(), size));
            }
            self.push(&text, properties);
        }
        for id in notes {
            // A note is quoted once, however often a text refers to it.
            let text = self.notes.remove(&id).filter(|text| has_words(text));
            self.texts.extend(text.map(Text::Paragraph));
        }
        for text_box in boxes {
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

    /// Writes each row as a text. A table with one column, or a row with a single cell of several
    /// paragraphs, is only a frame around paragraphs.
    fn table(&mut self, table: Node<'_, '_>, depth: usize) {
        let rows: Vec<Vec<Node<'_, '_>>> = word_tables::rows(table)
            .map(|row| named(row, "tc").collect())
            .collect();
        let is_frame = rows.iter().all(|cells| cells.len() < 2);
        let sets_off = self.bold.sets_off_first_row(table);
        let mut merging = Merging::default();
        for (row, cells) in word_tables::rows(table).zip(&rows) {
            if let [only] = cells.as_slice()
                && (is_frame || word_tables::holds_several(*only))
            {
                self.texts.extend(super::rows(&merging.finish()));
                self.blocks(*only, depth + 1);
                continue;
            }
            merging.row(row);
            let is_first = sets_off
                && row
                    .prev_siblings()
                    .skip(1)
                    .all(|other| other.tag_name().name() != "tr");
            for cell in cells {
                let is_bold = is_first || self.bold.are_all_of(*cell);
                let emphasis = if is_bold {
                    Emphasis::Bold
                } else {
                    Emphasis::Plain
                };
                let texts = self.cell(*cell, depth);
                merging.cell(*cell, texts, emphasis);
            }
        }
        self.texts.extend(super::rows(&merging.finish()));
    }

    fn cell(&mut self, cell: Node<'_, '_>, depth: usize) -> Vec<String> {
        let outside = std::mem::take(&mut self.texts);
        self.cells += 1;
        self.blocks(cell, depth + 1);
        self.cells -= 1;
        let inside = std::mem::replace(&mut self.texts, outside);
        inside
            .iter()
            .map(|text| super::plain(text).to_owned())
            .collect()
    }
}

/// Returns the first of contents that are stored once for each version of Word.
fn chosen<'a, 'i>(alternatives: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    child(alternatives, "Choice").or_else(|| child(alternatives, "Fallback"))
}

/// Content of a paragraph besides its text.
struct Inline<'a, 'i, 's> {
    silent: &'s SilentStyles,
    notes: Vec<String>,
    boxes: Vec<Node<'a, 'i>>,
}

impl<'a, 'i, 's> Inline<'a, 'i, 's> {
    fn new(silent: &'s SilentStyles) -> Self {
        Self {
            silent,
            notes: Vec::new(),
            boxes: Vec::new(),
        }
    }

    fn read(&mut self, parent: Node<'a, 'i>, depth: usize, text: &mut String) {
        if depth > DEEPEST {
            return;
        }
        for node in parent.children() {
            match node.tag_name().name() {
                "t" => text.push_str(&words(node)),
                "tab" | "ptab" if parent.tag_name().name() == "r" => text.push(' '),
                "br" | "cr" if parent.tag_name().name() == "r" => text.push('\n'),
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
                "r" if self.silent.has_run(node) => {}
                "del" | "moveFrom" | "pPr" | "rPr" | "delText" | "instrText" => {}
                _ => self.read(node, depth + 1, text),
            }
        }
    }
}
