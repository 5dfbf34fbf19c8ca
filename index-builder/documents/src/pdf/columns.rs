//! Puts the lines of columns into reading order if the page draws them in another order.

use super::lines::Line;

/// Sorts the lines of a page whose order jumps back and forth; any other order is the author's.
pub(super) fn sort(lines: &mut Vec<Line>) {
    if lines.len() < 8 || !(is_scattered(lines) || is_interleaved(lines)) {
        return;
    }
    let taken = std::mem::take(lines);
    cut(taken, 0, lines);
}

/// Whether the next line is above the current one once every few lines.
fn is_scattered(lines: &[Line]) -> bool {
    let jumps = lines
        .windows(2)
        .filter(|pair| pair[1].y < pair[0].y - 0.5 * pair[0].size);
    let beside = lines.windows(2).filter(|pair| {
        (pair[1].y - pair[0].y).abs() < 0.3 * pair[0].size && pair[1].x1 < pair[0].x0
    });
    jumps.count() * 4 > lines.len() || beside.count() * 4 > lines.len()
}

/// Whether the lines of two columns alternate. The rows of a table alternate too, but lines of
/// running text continue in the middle of sentences, on both sides.
fn is_interleaved(lines: &[Line]) -> bool {
    let beside = |pair: &&[Line]| {
        (pair[1].y - pair[0].y).abs() < 0.3 * pair[0].size && pair[1].x0 > pair[0].x1
    };
    let pairs: Vec<&[Line]> = lines.windows(2).filter(beside).collect();
    let goes_on = |side: usize| {
        let texts = pairs.iter().map(|pair| pair[side].text.as_str());
        let small = texts
            .clone()
            .filter(|text| text.starts_with(char::is_lowercase))
            .count();
        let letters: usize = texts.map(|text| text.chars().count()).sum();
        small * 5 > pairs.len() * 2 && letters > 18 * pairs.len()
    };
    pairs.len() >= 5 && pairs.len() * 4 > lines.len() && goes_on(0) && goes_on(1)
}

/// Cuts a region at its widest empty band, columns before rows, until no band divides it (the
/// XY-cut of Nagy and Seth, 1984).
fn cut(mut lines: Vec<Line>, depth: usize, out: &mut Vec<Line>) {
    if depth < 12 && lines.len() > 3 {
        let size = lines.iter().map(|line| line.size).fold(0.0, f64::max);
        let across = band(&lines, |line| (line.x0, line.x1));
        let down = band(&lines, |line| {
            (line.y - 0.8 * line.size, line.y + 0.2 * line.size)
        });
        let is_gutter = |at: f64| {
            let left = lines.iter().filter(|line| line.x1 <= at);
            let (left, all) = (left.count(), lines.len());
            left >= 3 && all - left >= 3
        };
        if let Some((width, at)) = across
            && width > 0.8 * size
            && is_gutter(at)
        {
            let (left, right) = lines.into_iter().partition(|line| line.x1 <= at);
            cut(left, depth + 1, out);
            cut(right, depth + 1, out);
            return;
        }
        if let Some((height, at)) = down
            && height > 0.5 * size
        {
            let (above, below) = lines.into_iter().partition(|line| line.y <= at);
            cut(above, depth + 1, out);
            cut(below, depth + 1, out);
            return;
        }
    }
    sort_rows(&mut lines);
    out.extend(lines);
}

/// Sorts lines row by row. A row consists of the lines that are level with its first line. Being
/// level is not an order by itself, since a line may be level with two lines that are not level
/// with each other.
fn sort_rows(lines: &mut [Line]) {
    lines.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x0.total_cmp(&b.x0)));
    let is_level = |a: &Line, b: &Line| (a.y - b.y).abs() < 0.3 * a.size.min(b.size);
    let mut start = 0;
    while start < lines.len() {
        let row = lines[start..].iter();
        let length = row.take_while(|line| is_level(&lines[start], line)).count();
        let end = start + length.max(1);
        lines[start..end].sort_by(|a, b| a.x0.total_cmp(&b.x0));
        start = end;
    }
}

/// Returns the width and the middle of the widest band that no line covers.
fn band(lines: &[Line], extent: impl Fn(&Line) -> (f64, f64)) -> Option<(f64, f64)> {
    let mut extents: Vec<(f64, f64)> = lines.iter().map(extent).collect();
    extents.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut end = extents.first()?.1;
    let mut widest: Option<(f64, f64)> = None;
    for (from, to) in extents {
        let width = from - end;
        if width > widest.map_or(0.0, |(width, _)| width) {
            widest = Some((width, f64::midpoint(end, from)));
        }
        end = end.max(to);
    }
    widest
}
