//! Joins letters to lines in the order in which the page draws them.
//!
//! Programs draw columns, cells and footnotes one after the other, so their order is the reading
//! order. Where it differs, [`columns`](super::columns) sorts the lines.

use super::super::letters;
use super::fonts::is_unknown;
use super::glyphs::Glyph;

/// A line of text, or its part in one cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) x0: f64,
    pub(super) x1: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) heading: u8,
    /// Number of letters of the line that the file does not name.
    pub(super) unknown: usize,
    /// Whether it is a row of a table.
    pub(super) row: TableRow,
}

/// Whether a line is a complete row of a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum TableRow {
    #[default]
    No,
    Yes,
    /// Its headers are uncertain.
    Uncertain,
}

/// Joins the letters of a page to lines.
pub(super) fn lines(mut glyphs: Vec<Glyph>) -> Vec<Line> {
    attach_accents(&mut glyphs);
    let mut runs: Vec<Vec<Glyph>> = Vec::new();
    for glyph in glyphs {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| continues(last, &glyph)) => run.push(glyph),
            _ if glyph.text.trim().is_empty() => {}
            _ => runs.push(vec![glyph]),
        }
    }
    join_right_to_left(runs)
        .into_iter()
        .filter_map(line)
        .collect()
}

/// A right-to-left line is drawn in parts, one for each script, in any order.
fn join_right_to_left(runs: Vec<Vec<Glyph>>) -> Vec<Vec<Glyph>> {
    let mut joined: Vec<Vec<Glyph>> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(last) if (has_rtl(last) || has_rtl(&run)) && is_level(last, &run) => {
                last.extend(run);
            }
            _ => joined.push(run),
        }
    }
    joined
}

fn has_rtl(glyphs: &[Glyph]) -> bool {
    glyphs.iter().any(|glyph| glyph.text.chars().any(is_rtl))
}

fn is_level(above: &[Glyph], below: &[Glyph]) -> bool {
    (above[0].y - below[0].y).abs() < 0.3 * above[0].size.max(below[0].size)
}

/// Whether a letter is on the line of the previous one, or slightly above or below.
fn continues(last: &Glyph, next: &Glyph) -> bool {
    let (small, large) = (last.size.min(next.size), last.size.max(next.size));
    let drift = if small < 0.85 * large { 0.5 } else { 0.25 };
    if (last.y - next.y).abs() > drift * large {
        return false;
    }
    let gap = next.x0 - last.x1;
    // A wider gap may be the space between columns.
    gap > -1.2 * large && gap < large
}

/// Attaches stand-alone accents to the letters above or below which they are drawn.
fn attach_accents(glyphs: &mut Vec<Glyph>) {
    for at in 0..glyphs.len() {
        let joined = lone(&glyphs[at]).and_then(|accent| join(glyphs, at, accent));
        if let Some((base, text)) = joined {
            glyphs[base].text = text;
            glyphs[at].text.clear();
        }
    }
    glyphs.retain(|glyph| !glyph.text.is_empty());
}

fn lone(glyph: &Glyph) -> Option<char> {
    let mut letters = glyph.text.chars();
    let first = letters.next()?;
    (letters.next().is_none() && (is_mark(first) || letters::combining(first).is_some()))
        .then_some(first)
}

/// Returns the neighbour to which an accent belongs, and the letter that they form.
fn join(glyphs: &[Glyph], at: usize, accent: char) -> Option<(usize, String)> {
    if is_mark(accent) {
        let base = at.checked_sub(1)?;
        return Some((base, format!("{}{accent}", glyphs[base].text)));
    }
    let mark = &glyphs[at];
    let centre = f64::midpoint(mark.x0, mark.x1);
    let distance = |other: &Glyph| (f64::midpoint(other.x0, other.x1) - centre).abs();
    let stands_there = |other: &Glyph| {
        let slack = 0.08 * other.size;
        (other.y - mark.y).abs() < 0.8 * mark.size
            && (other.x0 - slack..=other.x1 + slack).contains(&centre)
    };
    let mut candidates: Vec<usize> = [at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .flatten()
        .filter(|i| glyphs.get(*i).is_some_and(stands_there))
        .collect();
    candidates.sort_by(|a, b| distance(&glyphs[*a]).total_cmp(&distance(&glyphs[*b])));
    candidates
        .into_iter()
        .find_map(|i| Some((i, letters::compose(glyphs[i].text.trim(), accent)?)))
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// Whether a letter is written from right to left.
pub(super) fn is_rtl(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        && !matches!(letter, '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}')
}

fn line(mut glyphs: Vec<Glyph>) -> Option<Line> {
    let is_right_to_left = has_rtl(&glyphs);
    if is_right_to_left {
        to_reading_order(&mut glyphs);
    }
    let inked: Vec<&Glyph> = glyphs
        .iter()
        .filter(|glyph| !glyph.text.trim().is_empty())
        .collect();
    let first = *inked.first()?;
    let size = typical_size(&inked);
    let mut text = spaced(&glyphs, size);
    if is_right_to_left {
        text = mirrored(&text);
    }
    Some(Line {
        x0: inked.iter().map(|glyph| glyph.x0).fold(f64::MAX, f64::min),
        x1: inked.iter().map(|glyph| glyph.x1).fold(f64::MIN, f64::max),
        y: inked
            .iter()
            .find(|glyph| glyph.size >= 0.9 * size)
            .unwrap_or(&first)
            .y,
        size,
        bold: is_bold(&inked),
        heading: first.heading,
        unknown: text.chars().filter(|letter| is_unknown(*letter)).count(),
        row: TableRow::No,
        text,
    })
}

/// Rounds a measure to a whole number; measures are finite and small.
#[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
pub(super) fn whole(measure: f64) -> i64 {
    measure.round() as i64
}

/// Whether nearly all letters with a known weight are bold.
fn is_bold(glyphs: &[&Glyph]) -> bool {
    let known: Vec<bool> = glyphs.iter().filter_map(|glyph| glyph.bold).collect();
    let bold = known.iter().filter(|bold| **bold).count();
    known.len() * 3 >= glyphs.len() && bold * 10 >= known.len() * 9
}

/// Returns the most frequent font size of the letters.
fn typical_size(glyphs: &[&Glyph]) -> f64 {
    let mut sizes: Vec<f64> = glyphs.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(f64::total_cmp);
    sizes[sizes.len() / 2]
}

/// Joins the letters, with a space wherever there is a gap.
fn spaced(glyphs: &[Glyph], size: f64) -> String {
    let gap = |pair: &[Glyph]| (pair[1].x0 - pair[0].x1).max(pair[0].x0 - pair[1].x1);
    let mut gaps: Vec<f64> = glyphs.windows(2).map(gap).collect();
    gaps.sort_by(f64::total_cmp);
    // Letter-spaced words have gaps everywhere.
    let usual = gaps
        .get(gaps.len() / 2)
        .copied()
        .unwrap_or(0.0)
        .clamp(0.0, 0.6 * size);
    let least = usual + 0.17 * size;
    let mut text = String::new();
    for (i, glyph) in glyphs.iter().enumerate() {
        if i > 0 && gap(&glyphs[i - 1..=i]) > least {
            text.push(' ');
        }
        text.push_str(&glyph.text);
    }
    one_space(&letters::fold(&text))
}

/// Replaces runs of white space with one space, and removes them between Chinese or Japanese
/// characters.
pub(super) fn one_space(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let parts_words = |end: char| !(is_ideograph(end) && word.starts_with(is_ideograph));
        if out.chars().next_back().is_some_and(parts_words) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Whether a character belongs to a script without spaces.
pub(super) fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Puts a right-to-left line into reading order: right to left, with words and numbers of other
/// scripts from left to right.
fn to_reading_order(glyphs: &mut [Glyph]) {
    glyphs.sort_by(|a, b| b.x0.total_cmp(&a.x0));
    let is_right = |glyph: &Glyph| glyph.text.chars().any(is_rtl);
    let is_left = |glyph: &Glyph| glyph.text.chars().any(char::is_alphanumeric) && !is_right(glyph);
    let mut at = 0;
    while at < glyphs.len() {
        if !is_left(&glyphs[at]) {
            at += 1;
            continue;
        }
        let stretch = glyphs[at..].iter().take_while(|glyph| !is_right(glyph));
        let last = stretch
            .enumerate()
            .filter(|(_, glyph)| is_left(glyph))
            .last();
        let end = at + last.map_or(0, |(place, _)| place) + 1;
        glyphs[at..end].reverse();
        at = end;
    }
}

/// Brackets of a right-to-left line are often stored as they look, so that the first one closes.
fn mirrored(text: &str) -> String {
    const PAIRS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('«', '»')];
    let is_bracket = |letter: &char| {
        PAIRS
            .iter()
            .any(|(open, close)| letter == open || letter == close)
    };
    let first = text.chars().find(is_bracket);
    if !first.is_some_and(|first| PAIRS.iter().any(|(_, close)| *close == first)) {
        return text.to_owned();
    }
    let mirror = |letter: char| {
        let pair = PAIRS
            .iter()
            .find(|(open, close)| letter == *open || letter == *close);
        pair.map_or(
            letter,
            |(open, close)| if letter == *open { *close } else { *open },
        )
    };
    text.chars().map(mirror).collect()
}
