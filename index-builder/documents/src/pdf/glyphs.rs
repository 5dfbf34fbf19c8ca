//! Glyphs: collects the letters that a page draws, with their positions.
//!
//! The interpreter runs the drawing commands of the page; this device keeps only letters. It drops
//! page furniture that a tagged file marks as `Artifact`, which is not part of the text.

use std::collections::HashMap;

use hayro_interpret::font::{Glyph as Drawn, GlyphRun};
use hayro_interpret::hayro_syntax::object::{Dict, Name};
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, SoftMask, interpret_page,
};

use super::fonts::Fonts;
use super::lines::whole;
use super::rules::Rules;
use super::work::Drawable;

/// The maximum number of letters on a page; a page with more is not text.
const MOST_GLYPHS: usize = 200_000;

/// The maximum nesting depth of content marks, more than in real documents.
const MOST_MARKS: usize = 400;

/// The side of a cell of the page in points, and the number of its letters that are remembered.
const CELL: f64 = 4.0;
const MOST_IN_CELL: usize = 64;

/// The number of units per em in which the interpreter places glyphs.
const UNITS: f64 = 1000.0;

/// A letter and its place; `y` is its baseline and grows downwards.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    pub(super) text: String,
    pub(super) x0: f64,
    pub(super) x1: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    /// Whether its font is bold, if known.
    pub(super) bold: Option<bool>,
    /// The heading level that a tag states, or 0.
    pub(super) heading: u8,
}

/// The letters of a page.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) glyphs: Vec<Glyph>,
    /// Letters at a right angle to the rest, rotated to upright.
    pub(super) turned: Vec<Glyph>,
    /// Its straight lines.
    pub(super) rules: Rules,
    pub(super) height: f64,
    /// Whether the page draws more letters than the limit.
    pub(super) overfull: bool,
}

/// Draws a page to collect its letters.
pub(super) fn draw<'a>(
    page: &Page<'a>,
    cache: &InterpreterCache<'a>,
    settings: &InterpreterSettings,
    fonts: &mut Fonts,
    drawable: &mut Drawable,
) -> Drawing {
    let (width, height) = page.render_dimensions();
    let (width, height) = (f64::from(width), f64::from(height));
    let upright = Affine::new(page.initial_transform(true).as_coeffs());
    let area = Rect::new(0.0, 0.0, width, height);
    let mut context = Context::new(upright, area, cache, page.xref(), settings.clone());
    let mut collector = Collector::new(area, fonts, drawable);
    interpret_page(page, &mut context, &mut collector);
    collector.finish(height)
}

/// The kind of a marked part of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mark {
    Artifact,
    Heading(u8),
    Other,
}

/// A drawn letter and its place.
type DrawnGlyph = (char, f64, f64);

struct Collector<'f> {
    fonts: &'f mut Fonts,
    drawable: &'f mut Drawable,
    area: Rect,
    marks: Vec<Mark>,
    /// Number of open marks beyond the maximum nesting depth.
    deeper: usize,
    text: Vec<Glyph>,
    turned: Vec<Glyph>,
    artifacts: Vec<Glyph>,
    rules: Rules,
    /// Letters drawn before, by cell of the page.
    seen: HashMap<(i64, i64), Vec<DrawnGlyph>>,
    overfull: bool,
}

impl<'f> Collector<'f> {
    fn new(area: Rect, fonts: &'f mut Fonts, drawable: &'f mut Drawable) -> Self {
        Self {
            fonts,
            drawable,
            deeper: 0,
            area: area.inflate(2.0, 2.0),
            marks: Vec::new(),
            text: Vec::new(),
            turned: Vec::new(),
            artifacts: Vec::new(),
            rules: Rules::default(),
            seen: HashMap::new(),
            overfull: false,
        }
    }

    fn finish(self, height: f64) -> Drawing {
        // Some producers mark the whole text as decoration.
        let is_decoration =
            self.artifacts.len() > 4 * self.text.len() && self.artifacts.len() > 200;
        Drawing {
            glyphs: if is_decoration {
                self.artifacts
            } else {
                self.text
            },
            turned: self.turned,
            rules: self.rules,
            height,
            overfull: self.overfull,
        }
    }

    fn heading(&self) -> u8 {
        let level = |mark: &Mark| match mark {
            Mark::Heading(level) => Some(*level),
            _ => None,
        };
        self.marks.iter().rev().find_map(level).unwrap_or(0)
    }

    fn add(&mut self, matrix: Affine, text: String, advance: f64, bold: Option<bool>) {
        if self.text.len() + self.artifacts.len() + self.turned.len() >= MOST_GLYPHS {
            self.overfull = true;
            return;
        }
        let [across, along, c, d, ..] = matrix.as_coeffs();
        let size = c.hypot(d) * UNITS;
        let (start, end) = (matrix * Point::ZERO, matrix * Point::new(advance, 0.0));
        if !(size.is_finite() && size > 0.5 && self.area.contains(start)) {
            return;
        }
        let is_upright = along.abs() <= 0.3 * across.abs();
        if !is_upright && across.abs() > 0.3 * along.abs() {
            // Text at such an angle is a watermark across the page.
            return;
        }
        if self.is_repeated(&text, start, size) {
            return;
        }
        let (x0, x1, y) = if is_upright {
            (start.x, end.x, start.y)
        } else if along < 0.0 {
            (-start.y, -end.y, start.x)
        } else {
            (start.y, end.y, -start.x)
        };
        let glyph = Glyph {
            text,
            x0: x0.min(x1),
            x1: x0.max(x1),
            y,
            size,
            bold,
            heading: self.heading(),
        };
        let place = match (is_upright, self.marks.contains(&Mark::Artifact)) {
            (_, true) => &mut self.artifacts,
            (true, false) => &mut self.text,
            (false, false) => &mut self.turned,
        };
        place.push(glyph);
    }

    /// Bold type and shadows are often the same letter drawn again with a small offset.
    fn is_repeated(&mut self, text: &str, at: Point, size: f64) -> bool {
        let Some(letter) = text.chars().next().filter(|letter| !letter.is_whitespace()) else {
            return false;
        };
        let near = (0.1 * size).min(CELL);
        let cell = |value: f64| whole(value / CELL);
        for x in cell(at.x - near)..=cell(at.x + near) {
            for y in cell(at.y - near)..=cell(at.y + near) {
                let there = self.seen.get(&(x, y)).into_iter().flatten();
                let is_there = |(other, ox, oy): &DrawnGlyph| {
                    *other == letter && (ox - at.x).abs() < near && (oy - at.y).abs() < near
                };
                if there.into_iter().any(is_there) {
                    return true;
                }
            }
        }
        let here = self.seen.entry((cell(at.x), cell(at.y))).or_default();
        if here.len() < MOST_IN_CELL {
            here.push((letter, at.x, at.y));
        }
        false
    }
}

/// Whether an artifact is a running header or footer; other artifacts may be the boxes of a form.
fn is_furniture(properties: Option<&Dict<'_>>) -> bool {
    let kind = properties.and_then(|properties| properties.get::<Name<'_>>(b"Type"));
    kind.is_some_and(|kind| kind.as_ref() == b"Pagination")
}

fn advance_of(glyph: &Drawn<'_>) -> f64 {
    let advance = match glyph {
        Drawn::Outline(outline) => outline.advance_width(),
        Drawn::Type3(drawn) => drawn.advance_width(),
    };
    advance.map_or(500.0, f64::from)
}

impl<'a> Device<'a> for Collector<'_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        let Some(font) = self.fonts.of(run) else {
            return;
        };
        for glyph in run.glyphs() {
            let matrix = props.transform * glyph.transform();
            let letters = self.fonts.letters(font, glyph);
            self.drawable.draw(1 + letters.len() as u64);
            self.add(matrix, letters, advance_of(glyph), font.bold);
        }
    }

    fn begin_marked_content(&mut self, tag: &[u8], properties: Option<&Dict<'_>>) {
        self.drawable.draw(1);
        if self.marks.len() >= MOST_MARKS {
            self.deeper += 1;
            return;
        }
        self.marks.push(match tag {
            b"Artifact" if is_furniture(properties) => Mark::Artifact,
            b"Title" | b"H" => Mark::Heading(1),
            [b'H', level @ b'1'..=b'6'] => Mark::Heading(level - b'0'),
            _ => Mark::Other,
        });
    }

    fn end_marked_content(&mut self) {
        match self.deeper.checked_sub(1) {
            Some(deeper) => self.deeper = deeper,
            None => {
                self.marks.pop();
            }
        }
    }

    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.drawable.draw(1 + path.elements().len() as u64);
        if !matches!(mode, DrawMode::Invisible) {
            let is_stroke = !matches!(mode, DrawMode::Fill(_));
            self.rules.add(path, props.transform, is_stroke);
        }
    }

    /// Every form begins with a clip, so this counts forms too.
    fn push_clip_path(&mut self, _: &ClipPath) {
        self.drawable.form();
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.drawable.draw(1);
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
