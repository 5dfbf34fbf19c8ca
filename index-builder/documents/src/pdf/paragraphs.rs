//! Joins lines to paragraphs, also across columns and pages.

use super::PageLines;
use super::hyphens::KnownWords;
use super::lines::{Line, TableRow, whole};

/// Lines that form a paragraph.
#[derive(Debug, Clone)]
pub(super) struct Paragraph {
    pub(super) text: String,
    /// The page on which it begins, from 1.
    pub(super) page: u32,
    pub(super) size: f64,
    pub(super) bold: bool,
    /// The heading level that a tag states, or 0.
    pub(super) heading: u8,
    pub(super) lines: usize,
    /// Whether it is a row of cells.
    pub(super) row: bool,
    /// Whether the headers of the row are uncertain.
    pub(super) is_uncertain: bool,
    /// The first baseline, as a share of the page's height.
    pub(super) top: f64,
    first_y: f64,
    last: Line,
    x1: f64,
}

/// Returns the paragraphs of all pages in order, with footnotes at the end of their page.
pub(super) fn paragraphs(pages: &[PageLines], body: f64) -> Vec<Paragraph> {
    let words = KnownWords::of(pages.iter().flat_map(|page| &page.lines));
    let mut all: Vec<Paragraph> = Vec::new();
    for page in pages {
        let (notes, text): (Vec<_>, Vec<_>) = of_page(page, &words)
            .into_iter()
            .partition(|paragraph| is_footnote(paragraph, body));
        // The last paragraph that is not a footnote may continue here.
        let mut before = all
            .iter()
            .rposition(|paragraph| !is_footnote(paragraph, body));
        for mut paragraph in text {
            match before {
                Some(at) if goes_on(&all[at], &paragraph) && all[at].page == paragraph.page => {
                    words.join(&mut all[at].text, &paragraph.text);
                    all[at].last = paragraph.last;
                    continue;
                }
                Some(at) if goes_on(&all[at], &paragraph) => {
                    across_pages(&mut all[at].text, &mut paragraph.text, &words);
                }
                _ => {}
            }
            all.push(paragraph);
            before = Some(all.len() - 1);
        }
        all.extend(notes);
    }
    all
}

/// Completes a sentence that spans two pages on both pages, so that either page is found by the
/// whole sentence.
fn across_pages(before: &mut String, next: &mut String, words: &KnownWords) {
    let begun = before[last_sentence(before)..].to_owned();
    words.join(before, &next[..first_sentence(next)]);
    let rest = std::mem::replace(next, begun);
    words.join(next, &rest);
}

/// Returns the start of the last sentence of a text.
fn last_sentence(text: &str) -> usize {
    let ends = text
        .match_indices(['.', '!', '?', ';', '。'])
        .map(|(at, end)| at + end.len());
    let mut begins = ends.filter(|at| {
        let rest = text[*at..].trim_start();
        starts_large(rest) && (rest.len() < text.len() - at || text[..*at].ends_with('。'))
    });
    let at = begins.next_back().unwrap_or_default();
    at + text[at..].len() - text[at..].trim_start().len()
}

/// Returns the end of the first sentence of a text.
fn first_sentence(text: &str) -> usize {
    let ends = text
        .match_indices(['.', '!', '?', ';', '。'])
        .map(|(at, end)| at + end.len());
    let mut ends = ends.filter(|at| {
        let rest = &text[*at..];
        rest.is_empty()
            || rest.starts_with(char::is_whitespace) && starts_large(rest)
            || text[..*at].ends_with('。')
    });
    ends.next().unwrap_or(text.len())
}

/// Returns the font size of most of the text.
pub(super) fn body_size(pages: &[PageLines]) -> f64 {
    let mut sizes: Vec<(i64, usize)> = Vec::new();
    for line in pages.iter().flat_map(|page| &page.lines) {
        let size = whole(line.size * 2.0);
        match sizes.iter_mut().find(|(other, _)| *other == size) {
            Some((_, letters)) => *letters += line.text.len(),
            None => sizes.push((size, line.text.len())),
        }
    }
    let most = sizes.into_iter().max_by_key(|(_, letters)| *letters);
    most.map_or(10.0, |(size, _)| size as f64 / 2.0)
}

fn is_footnote(paragraph: &Paragraph, body: f64) -> bool {
    let marks = paragraph
        .text
        .starts_with(|first: char| first.is_numeric() || "*†‡".contains(first));
    paragraph.size < 0.92 * body && paragraph.top > 0.55 && marks && !paragraph.row
}

fn goes_on(before: &Paragraph, next: &Paragraph) -> bool {
    let is_new_place = next.page != before.page || next.first_y < before.last.y;
    let starts_small = next.text.chars().next().is_some_and(char::is_lowercase);
    let same_type = (before.size / next.size - 1.0).abs() < 0.1 && before.bold == next.bold;
    let hyphened = before.text.ends_with(['-', '\u{ad}', '\u{2010}']);
    is_new_place
        && same_type
        && before.heading == 0
        && next.heading == 0
        && !(before.row || next.row)
        && (hyphened || starts_small && !ends_sentence(&before.text))
        && !starts_item(&next.text)
}

fn of_page(page: &PageLines, words: &KnownWords) -> Vec<Paragraph> {
    let leading = leading(&page.lines);
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for line in &page.lines {
        let joined =
            paragraphs
                .last_mut()
                .and_then(|last| match relation(last, line, page, leading) {
                    Relation::New => None,
                    Relation::Cell => Some((last, true)),
                    Relation::Same => Some((last, false)),
                });
        match joined {
            Some((last, is_cell)) => {
                words.join(&mut last.text, &line.text);
                last.bold &= line.bold;
                last.row |= is_cell;
                last.lines += usize::from(!is_cell);
                last.x1 = last.x1.max(line.x1);
                last.last = line.clone();
            }
            None => paragraphs.push(begin(page, line)),
        }
    }
    paragraphs
}

fn begin(page: &PageLines, line: &Line) -> Paragraph {
    Paragraph {
        text: line.text.clone(),
        page: page.number,
        size: line.size,
        bold: line.bold,
        heading: line.heading,
        lines: 1,
        row: line.row != TableRow::No,
        is_uncertain: line.row == TableRow::Uncertain,
        top: line.y / page.height,
        first_y: line.y,
        last: line.clone(),
        x1: line.x1,
    }
}

/// Returns the usual distance between baselines, as a multiple of the font size.
fn leading(lines: &[Line]) -> f64 {
    let distance = |pair: &[Line]| (pair[1].y - pair[0].y) / pair[0].size.max(1.0);
    let mut all: Vec<f64> = lines
        .windows(2)
        .map(distance)
        .filter(|d| (0.8..3.0).contains(d))
        .collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2)
        .copied()
        .unwrap_or(1.2)
        .clamp(1.0, 2.2)
}

enum Relation {
    /// The line begins another paragraph.
    New,
    /// The line continues the paragraph.
    Same,
    /// The line is the next cell of the same row.
    Cell,
}

fn relation(paragraph: &Paragraph, next: &Line, page: &PageLines, leading: f64) -> Relation {
    let last = &paragraph.last;
    if [last, next].iter().any(|line| line.row != TableRow::No) {
        return Relation::New;
    }
    let size = last.size.max(next.size);
    // Cells are centred vertically in their row, however many lines other cells have.
    let slack = 1.1 * leading * size;
    let is_right = next.x0 >= paragraph.x1 - 0.3 * size;
    let is_left = next.x1 <= last.x0 + 0.3 * size;
    let is_level = |slack: f64| (paragraph.first_y - slack..=last.y + slack).contains(&next.y);
    if is_right && is_level(slack) || is_left && is_level(0.4 * size) {
        return Relation::Cell;
    }
    let distance = next.y - last.y;
    let is_apart = next.x1 < last.x0 || next.x0 > last.x1;
    let same_type = (last.size / next.size - 1.0).abs() < 0.12 && last.heading == next.heading;
    if is_apart || !same_type || distance <= 0.0 || distance > 1.35 * leading * size {
        return Relation::New;
    }
    if starts_item(&next.text) || paragraph.bold != next.bold && (paragraph.bold || next.bold) {
        return Relation::New;
    }
    if is_short(last, page) && begins_anew(last, next) {
        return Relation::New;
    }
    let indent = next.x0 - last.x0;
    if indent.abs() > 0.8 * size && ends_sentence(&last.text) && starts_large(&next.text) {
        return Relation::New;
    }
    Relation::Same
}

/// Whether a line ends well before its neighbours end.
fn is_short(line: &Line, page: &PageLines) -> bool {
    let beside = page
        .lines
        .iter()
        .filter(|other| other.x0 < line.x1 && other.x1 > line.x0);
    let (left, right) = beside.fold((line.x0, line.x1), |(left, right), other| {
        (left.min(other.x0), right.max(other.x1))
    });
    let room = 0.1 * (right - left);
    if line.text.starts_with(super::lines::is_rtl) {
        line.x0 > left + room
    } else {
        line.x1 < right - room
    }
}

fn begins_anew(last: &Line, next: &Line) -> bool {
    // The lines of a title are centred.
    let middle = |line: &Line| f64::midpoint(line.x0, line.x1);
    let is_title = last.bold
        && next.bold
        && (middle(last) - middle(next)).abs() < 4.0
        && (last.x0 - next.x0).abs() > 4.0;
    !is_title && (ends_sentence(&last.text) || starts_large(&next.text))
}

fn starts_large(text: &str) -> bool {
    let first = text.chars().find(|letter| letter.is_alphanumeric());
    first.is_some_and(|letter| !letter.is_lowercase())
}

/// Whether a text ends like a sentence.
pub(super) fn ends_sentence(text: &str) -> bool {
    let end = text.trim_end_matches(['"', '”', '’', ')', '»']);
    end.ends_with([
        '.', '!', '?', ':', ';', '…', '。', '！', '？', '；', '：', '؟',
    ])
}

/// Whether a line begins a list item or an article: `a)`, `(1)`, `1.`, `•`, `MADDE 5`, `§ 3`.
pub(super) fn starts_item(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.starts_with([
        '•', '▪', '■', '●', '○', '◦', '➢', '✓', '□', '☐', '§', '–', '\u{f0b7}',
    ]) || first == "-"
        || first == "*"
    {
        return true;
    }
    let is_short = |inner: &str| {
        (1..=4).contains(&inner.chars().count()) && inner.chars().all(char::is_alphanumeric)
    };
    let closed = first
        .strip_suffix([')', '.'])
        .map(|inner| inner.trim_start_matches('('));
    let is_number =
        |inner: &str| !inner.is_empty() && inner.chars().all(|c| c.is_numeric() || c == '.');
    match closed {
        Some(inner) if first.ends_with(')') => is_short(inner),
        Some(inner) => is_number(inner) && first.len() < 10,
        None => matches!(first, "MADDE" | "Madde" | "Article" | "Artikel" | "ARTICLE"),
    }
}
