//! Furniture: finds running headers, footers and page numbers, which are not part of the text.
//!
//! A line at the edge of a page is furniture if pages nearby have the same line at the same height,
//! numbers excepted. At heights where most pages have furniture, all lines are furniture.

use std::collections::{HashMap, HashSet};

use super::PageLines;
use super::lines::{Line, whole};

/// The share of the page height, at the top and at the bottom, that can contain furniture.
const EDGE: f64 = 0.16;

/// The tolerance for equal heights on different pages, in points.
const NEAR: f64 = 2.5;

/// The maximum number of lines of a page that are compared with other pages.
const MOST: usize = 200;

/// Distance in pages for comparing lines: odd and even pages differ, and sections change.
const NEARBY: usize = 2;

/// Removes the furniture from all pages.
pub(super) fn remove(pages: &mut [PageLines]) {
    let keys: Vec<Vec<(String, f64)>> = pages.iter().map(edge_lines).collect();
    let mut repeated: Vec<Vec<bool>> = keys
        .iter()
        .enumerate()
        .map(|(page, lines)| {
            lines
                .iter()
                .map(|line| is_repeated(&keys, page, line))
                .collect()
        })
        .collect();
    let heights = furniture_heights(&keys, &repeated);
    for (lines, flags) in keys.iter().zip(&mut repeated) {
        for ((_, y), flag) in lines.iter().zip(flags) {
            *flag |= heights.contains(&rounded(*y));
        }
    }
    for (page, flags) in pages.iter_mut().zip(repeated) {
        take_out(page, &flags);
    }
}

fn rounded(y: f64) -> i64 {
    whole(y / 1.5)
}

fn is_edge(line: &Line, height: f64) -> bool {
    line.y < EDGE * height || line.y > (1.0 - EDGE) * height
}

/// Returns the lines at the edges of a page: their text without numbers, and their height.
fn edge_lines(page: &PageLines) -> Vec<(String, f64)> {
    let edge = page.lines.iter().filter(|line| is_edge(line, page.height));
    edge.take(MOST)
        .map(|line| (without_numbers(&line.text), line.y))
        .collect()
}

fn without_numbers(text: &str) -> String {
    let mut key = String::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        if !letter.is_numeric() {
            key.push(letter);
        } else if !key.ends_with('#') {
            key.push('#');
        }
    }
    key
}

fn is_repeated(keys: &[Vec<(String, f64)>], page: usize, line: &(String, f64)) -> bool {
    let around = page.saturating_sub(NEARBY)..keys.len().min(page + NEARBY + 1);
    around.filter(|other| *other != page).any(|other| {
        let same = |there: &(String, f64)| there.0 == line.0 && (there.1 - line.1).abs() <= NEAR;
        keys[other].iter().any(same)
    })
}

/// Returns the heights at which at least half of the pages have furniture.
fn furniture_heights(keys: &[Vec<(String, f64)>], repeated: &[Vec<bool>]) -> HashSet<i64> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for (lines, flags) in keys.iter().zip(repeated) {
        let here: HashSet<i64> = lines
            .iter()
            .zip(flags)
            .filter(|(_, flag)| **flag)
            .map(|(line, _)| rounded(line.1))
            .collect();
        for height in here {
            *counts.entry(height).or_default() += 1;
        }
    }
    let many = (keys.len() / 2).max(4);
    counts
        .into_iter()
        .filter(|(_, count)| *count >= many)
        .map(|(height, _)| height)
        .collect()
}

fn take_out(page: &mut PageLines, furniture: &[bool]) {
    let height = page.height;
    let mut flags = furniture.iter();
    page.lines.retain(|line| {
        if !is_edge(line, height) {
            return true;
        }
        let is_furniture = flags.next().copied().unwrap_or(false);
        let is_outermost = line.y < EDGE / 2.0 * height || line.y > (1.0 - EDGE / 2.0) * height;
        !(is_furniture || is_outermost && is_page_number(&line.text))
    });
}

/// Whether a text is a page number: `12`, `- 12 -`, `12 / 30`, `Sayfa 12`, `Page 3 of 9`.
fn is_page_number(text: &str) -> bool {
    let key = without_numbers(text).to_lowercase();
    let bare = key.trim_matches(|letter: char| !(letter.is_alphanumeric() || letter == '#'));
    matches!(
        bare,
        "#" | "#/#"
            | "#of#"
            | "page#"
            | "page#of#"
            | "page#/#"
            | "sayfa#"
            | "sayfa#/#"
            | "s.#"
            | "seite#"
            | "seite#von#"
            | "seite#/#"
            | "p.#"
            | "#|page"
            | "#sur#"
            | "page#sur#"
            | "第#页"
            | "#|p.#"
            | "página#"
            | "página#de#"
    )
}
