//! Rules: finds the straight lines of a page, and the boxes that they form.

use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape};

/// The maximum number of rules; a page with more is a drawing.
const MOST_RULES: usize = 20_000;

/// The maximum number of rules after joining collinear ones; a page with more has no tables.
const MOST_JOINED: usize = 1_500;

/// The maximum thickness, in points, at which a filled area is a rule.
const THICKEST: f64 = 2.5;

/// The maximum distance, in points, at which rules touch.
const NEAR: f64 = 3.0;

/// The minimum length of a rule in points; a shorter one is a dash or part of a letter.
const SHORTEST: f64 = 4.0;

/// A rule: its position across its direction, and its extent along it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rule {
    pub(super) at: f64,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Rule {
    fn new(at: f64, one: f64, other: f64) -> Self {
        Self {
            at,
            from: one.min(other),
            to: one.max(other),
        }
    }

    fn meets(&self, across: &Self) -> bool {
        let reaches = |rule: &Self, at: f64| (rule.from - NEAR..=rule.to + NEAR).contains(&at);
        reaches(self, across.at) && reaches(across, self.at)
    }
}

/// The rules of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    horizontal: Vec<Rule>,
    vertical: Vec<Rule>,
}

/// A group of rules that touch each other.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub(super) horizontal: Vec<Rule>,
    pub(super) vertical: Vec<Rule>,
}

impl Rules {
    /// Adds the straight parts of a path: stroked lines, and thin filled areas.
    pub(super) fn add(&mut self, path: &BezPath, transform: Affine, is_stroke: bool) {
        if is_stroke {
            self.add_lines(path, transform);
            return;
        }
        let area = (transform * path.clone()).bounding_box();
        self.add_area(area);
    }

    fn add_lines(&mut self, path: &BezPath, transform: Affine) {
        let (mut start, mut last) = (Point::ZERO, Point::ZERO);
        for element in path.elements() {
            let next = match element {
                PathEl::MoveTo(point) => {
                    start = *point;
                    last = *point;
                    continue;
                }
                PathEl::LineTo(point) => {
                    self.add_line(transform * last, transform * *point);
                    *point
                }
                PathEl::QuadTo(_, point) | PathEl::CurveTo(_, _, point) => *point,
                PathEl::ClosePath => {
                    self.add_line(transform * last, transform * start);
                    start
                }
            };
            last = next;
        }
    }

    fn add_line(&mut self, one: Point, other: Point) {
        let (width, height) = ((one.x - other.x).abs(), (one.y - other.y).abs());
        if !(width.is_finite() && height.is_finite()) || self.is_full() {
            return;
        }
        if height < 1.0 && width >= SHORTEST {
            self.horizontal.push(Rule::new(one.y, one.x, other.x));
        } else if width < 1.0 && height >= SHORTEST {
            self.vertical.push(Rule::new(one.x, one.y, other.y));
        }
    }

    fn add_area(&mut self, area: Rect) {
        let (width, height) = (area.width(), area.height());
        let centre = area.center();
        if !(width.is_finite() && height.is_finite()) || self.is_full() {
            return;
        }
        if height <= THICKEST && width >= SHORTEST {
            self.horizontal.push(Rule::new(centre.y, area.x0, area.x1));
        } else if width <= THICKEST && height >= SHORTEST {
            self.vertical.push(Rule::new(centre.x, area.y0, area.y1));
        }
    }

    fn is_full(&self) -> bool {
        self.horizontal.len() + self.vertical.len() >= MOST_RULES
    }

    /// Groups the rules that touch, from top to bottom.
    pub(super) fn frames(mut self) -> Vec<Frame> {
        if self.is_full() {
            return Vec::new();
        }
        join(&mut self.horizontal);
        join(&mut self.vertical);
        if self.horizontal.len() + self.vertical.len() > MOST_JOINED {
            return Vec::new();
        }
        let mut frames = Vec::new();
        while let Some(first) = self.horizontal.pop() {
            frames.push(self.touching(first));
        }
        let top = |frame: &Frame| {
            frame
                .horizontal
                .iter()
                .map(|rule| rule.at)
                .fold(f64::MAX, f64::min)
        };
        frames.sort_by(|a, b| top(a).total_cmp(&top(b)));
        frames
    }

    /// Removes the rules that touch a rule, directly or through others, and returns them.
    fn touching(&mut self, first: Rule) -> Frame {
        let mut frame = Frame {
            horizontal: vec![first],
            vertical: Vec::new(),
        };
        let (mut seen_horizontal, mut seen_vertical) = (0, 0);
        loop {
            if let Some(rule) = frame.horizontal.get(seen_horizontal).copied() {
                seen_horizontal += 1;
                frame
                    .vertical
                    .extend(self.vertical.extract_if(.., |other| rule.meets(other)));
            } else if let Some(rule) = frame.vertical.get(seen_vertical).copied() {
                seen_vertical += 1;
                frame
                    .horizontal
                    .extend(self.horizontal.extract_if(.., |other| rule.meets(other)));
            } else {
                return frame;
            }
        }
    }
}

/// Joins collinear rules that touch or overlap, because each cell often draws its own.
fn join(rules: &mut Vec<Rule>) {
    rules.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut joined: Vec<Rule> = Vec::new();
    let mut start = 0;
    while start < rules.len() {
        let level = rules[start..]
            .iter()
            .take_while(|rule| rule.at - rules[start].at <= NEAR / 2.0);
        let end = start + level.count().max(1);
        let line = &mut rules[start..end];
        line.sort_by(|a, b| a.from.total_cmp(&b.from));
        let first = joined.len();
        for rule in line {
            match joined[first..].last_mut() {
                Some(last) if rule.from <= last.to + NEAR => last.to = last.to.max(rule.to),
                _ => joined.push(*rule),
            }
        }
        start = end;
    }
    *rules = joined;
}

impl Frame {
    /// Returns the positions of its vertical rules from left to right, and of its horizontal rules
    /// from top to bottom. The ends of the frame count as rules.
    pub(super) fn edges(&self) -> (Vec<f64>, Vec<f64>) {
        (
            places(&self.vertical, &self.horizontal),
            places(&self.horizontal, &self.vertical),
        )
    }

    /// Whether a vertical rule at a position covers most of an extent.
    pub(super) fn parts_columns(&self, at: f64, from: f64, to: f64) -> bool {
        covers(&self.vertical, at, from, to)
    }

    /// Whether a horizontal rule at a position covers most of an extent.
    pub(super) fn parts_rows(&self, at: f64, from: f64, to: f64) -> bool {
        covers(&self.horizontal, at, from, to)
    }
}

fn places(rules: &[Rule], across: &[Rule]) -> Vec<f64> {
    let from = across.iter().map(|rule| rule.from).fold(f64::MAX, f64::min);
    let to = across.iter().map(|rule| rule.to).fold(f64::MIN, f64::max);
    let mut all: Vec<f64> = rules.iter().map(|rule| rule.at).collect();
    if from < to {
        all.extend([from, to]);
    }
    all.sort_by(f64::total_cmp);
    // Double rules are one edge.
    all.dedup_by(|next, last| *next - *last <= 2.0 * NEAR);
    all
}

fn covers(rules: &[Rule], at: f64, from: f64, to: f64) -> bool {
    let there = rules.iter().filter(|rule| (rule.at - at).abs() <= NEAR);
    let covered: f64 = there
        .map(|rule| (rule.to.min(to) - rule.from.max(from)).max(0.0))
        .sum();
    covered >= 0.6 * (to - from)
}
