//! Finds the headings and the title of a PDF file.
//!
//! A heading is an entry of the outline, a paragraph that is tagged as a heading, or a short
//! paragraph in larger or bold type. The title comes from the metadata if the first pages contain
//! its words, and otherwise from the first text in the largest type, or from a first line that may
//! be one: programs fill the metadata with names of files and templates.

use std::collections::HashMap;

use super::super::leading::{self, Line};
use super::lines::whole;
use super::outline::key;
use super::paragraphs::{Paragraph, ends_sentence, starts_item};

/// The maximum length of a heading in characters.
const LONGEST: usize = 160;

/// The maximum length of a title in characters.
const LONGEST_TITLE: usize = 220;

/// Gives headings their levels.
pub(super) fn mark(paragraphs: &mut [Paragraph], outline: &HashMap<String, u8>, body: f64) {
    let sizes = larger_sizes(paragraphs, body);
    for paragraph in &mut *paragraphs {
        let listed = outline.get(&key(&paragraph.text)).copied();
        let tagged = (paragraph.heading > 0).then_some(paragraph.heading);
        let by_type = || heading_by_type(paragraph, &sizes, body);
        let short = paragraph.text.chars().count() <= LONGEST
            && !(ends_sentence(&paragraph.text) && paragraph.text.split_whitespace().count() > 8);
        paragraph.heading = listed
            .or(tagged.filter(|_| short))
            .or_else(by_type)
            .unwrap_or(0);
    }
}

/// Returns the font sizes that are larger than the body text, largest first.
fn larger_sizes(paragraphs: &[Paragraph], body: f64) -> Vec<i64> {
    let large = paragraphs
        .iter()
        .filter(|paragraph| is_larger(paragraph, body) && is_line(paragraph));
    let mut sizes: Vec<i64> = large.map(|paragraph| whole(paragraph.size)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.dedup();
    sizes
}

fn is_larger(paragraph: &Paragraph, body: f64) -> bool {
    paragraph.size > 1.12 * body
}

/// Whether a paragraph has the form of a heading.
fn is_line(paragraph: &Paragraph) -> bool {
    let text = &paragraph.text;
    !paragraph.row
        && paragraph.lines <= 3
        && text.chars().count() <= LONGEST
        && text.chars().filter(|letter| letter.is_alphabetic()).count() >= 3
        && !text.ends_with(['.', ',', ';', ':'])
}

fn heading_by_type(paragraph: &Paragraph, sizes: &[i64], body: f64) -> Option<u8> {
    if !is_line(paragraph) {
        return None;
    }
    if is_larger(paragraph, body) {
        let size = whole(paragraph.size);
        let rank = sizes.iter().position(|other| *other == size)?;
        return Some(u8::try_from(rank + 1).unwrap_or(5).min(5));
    }
    let is_bold = paragraph.bold && paragraph.size >= 0.95 * body && paragraph.lines <= 2;
    (is_bold && !starts_item(&paragraph.text)).then_some(6)
}

/// Returns the title of the document; empty if nothing looks like one.
pub(super) fn title(paragraphs: &[Paragraph], metadata: &str, body: f64) -> String {
    let first: Vec<&Paragraph> = paragraphs
        .iter()
        .filter(|paragraph| paragraph.page <= 2)
        .collect();
    if is_title(metadata) && is_printed_in(metadata, &first) {
        return metadata.to_owned();
    }
    let line = || first_line(&first);
    largest(&first, body).or_else(line).unwrap_or_default()
}

/// Returns the first line of a document, if text follows it and it may be a title.
fn first_line(first: &[&Paragraph]) -> Option<String> {
    let mut named = first.iter();
    let line = named.find(|paragraph| leading::has_name(&paragraph.text))?;
    let is_line = line.lines == 1 && !line.row && !starts_item(&line.text);
    let has_text = named.next().is_some();
    (is_line && has_text && leading::may_be_title(&line.text)).then(|| line.text.clone())
}

/// Whether the metadata is a title and not the name of a file or a program.
fn is_title(metadata: &str) -> bool {
    let lower = metadata.to_lowercase();
    let is_file = [
        ".doc", ".pdf", ".indd", ".tex", ".xls", ".ppt", ".qxd", ".dvi", ".rtf",
    ]
    .iter()
    .any(|end| lower.contains(end));
    let letters = metadata
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .count();
    letters >= 4
        && !is_file
        && !lower.starts_with("microsoft ")
        && !lower.starts_with("untitled")
        && metadata.chars().count() <= LONGEST_TITLE
}

fn is_printed_in(title: &str, first: &[&Paragraph]) -> bool {
    let all: String = first.iter().map(|paragraph| key(&paragraph.text)).collect();
    let words: Vec<String> = title
        .split_whitespace()
        .map(key)
        .filter(|word| word.chars().count() > 2)
        .collect();
    let found = words.iter().filter(|word| all.contains(*word)).count();
    words.len() >= 2 && found * 4 >= words.len() * 3
}

/// Returns the text on the first page in the largest type, or its beginning.
fn largest(first: &[&Paragraph], body: f64) -> Option<String> {
    let page = first.first()?.page;
    let can_be = |paragraph: &&&Paragraph| {
        paragraph.page == page
            && paragraph.top < 0.75
            && leading::has_name(&paragraph.text)
            && paragraph.text.chars().count() <= LONGEST_TITLE
            && !paragraph.text.ends_with(['。', ';', ','])
    };
    let candidates: Vec<&&Paragraph> = first.iter().filter(can_be).collect();
    let size = candidates
        .iter()
        .map(|paragraph| paragraph.size)
        .fold(0.0, f64::max);
    let is_largest = |paragraph: &Paragraph| paragraph.size > 0.97 * size;
    let start = candidates
        .iter()
        .position(|paragraph| is_largest(paragraph))
        .unwrap_or_default();
    let is_large = size > 1.08 * body;
    let begin = if is_large { start } else { 0 };
    leading::title(candidates[begin..].iter().map(|paragraph| {
        if is_large {
            Line::set_off(&paragraph.text, is_largest(paragraph))
        } else {
            Line::bold(&paragraph.text, paragraph.bold || paragraph.heading > 0)
        }
    }))
}
