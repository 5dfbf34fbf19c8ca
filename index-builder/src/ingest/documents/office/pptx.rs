//! Presentations: each slide is a page, its title a heading.

use std::collections::HashMap;

use roxmltree::Node;

use super::super::{DocumentError, ExtractedText, Part, Text};
use super::docx::metadata;
use super::package::{Package, attribute, child, parse};
use super::{has_words, row, tidy, title, written};

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
    for (name, page) in slides.iter().zip(1..) {
        let Some(text) = package.text(name)? else {
            continue;
        };
        let document = parse(name, &text)?;
        let mut texts = Vec::new();
        shapes(document.root_element(), 0, &mut texts);
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
    let title = title(None, &metadata(package)?, &first);
    written("pptx", title, parts)
}

/// The files of the slides, in the order in which they are shown.
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
        // Its own id has no prefix, that of the relation has one.
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

fn shapes(parent: Node<'_, '_>, depth: usize, texts: &mut Vec<Text>) {
    if depth > DEEPEST {
        return;
    }
    for node in parent.children() {
        match node.tag_name().name() {
            "sp" => shape(node, texts),
            "tbl" => table(node, texts),
            "AlternateContent" => {
                if let Some(choice) = child(node, "Choice").or_else(|| child(node, "Fallback")) {
                    shapes(choice, depth + 1, texts);
                }
            }
            _ => shapes(node, depth + 1, texts),
        }
    }
}

fn shape(shape: Node<'_, '_>, texts: &mut Vec<Text>) {
    let holder = shape
        .descendants()
        .find(|node| node.tag_name().name() == "ph");
    let kind = holder
        .and_then(|holder| attribute(holder, "type"))
        .unwrap_or_default();
    // Furniture of every slide.
    if matches!(kind, "sldNum" | "ftr" | "dt" | "hdr") {
        return;
    }
    let paragraphs = paragraphs(shape);
    if matches!(kind, "title" | "ctrTitle") && !paragraphs.is_empty() {
        texts.insert(0, Text::Heading(1, paragraphs.join(" ")));
    } else {
        texts.extend(paragraphs.into_iter().map(Text::Paragraph));
    }
}

fn table(table: Node<'_, '_>, texts: &mut Vec<Text>) {
    for line in table
        .children()
        .filter(|line| line.tag_name().name() == "tr")
    {
        let cells = line
            .children()
            .filter(|cell| cell.tag_name().name() == "tc");
        let cells: Vec<String> = cells.map(|cell| paragraphs(cell).join(" ")).collect();
        texts.extend(row(&cells));
    }
}

fn paragraphs(parent: Node<'_, '_>) -> Vec<String> {
    let all = parent
        .descendants()
        .filter(|node| node.tag_name().name() == "p");
    let texts = all.map(|paragraph| {
        let mut text = String::new();
        for node in paragraph.descendants() {
            match node.tag_name().name() {
                "t" => text.push_str(node.text().unwrap_or_default()),
                "br" => text.push(' '),
                _ => {}
            }
        }
        tidy(&text)
    });
    texts.filter(|text| has_words(text)).collect()
}
