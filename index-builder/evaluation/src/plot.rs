//! The report as a picture: the quality of rankings, the calibration of confidence, and the gain
//! from refusing uncertain answers.

use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::measures::Measure;
use super::summary::RowSummary;

const WIDTH: u32 = 1000;
const TITLE: u32 = 48;
const BAR: u32 = 28;
/// The height of the caption, axis and margins around the bars.
const AROUND_BARS: u32 = 84;
const CURVES: u32 = 460;
/// The width of the rows' names.
const NAMES: u32 = 190;

/// The maximum number of distinguishable curves.
const MOST_CURVES: usize = 6;

/// Colours that colour-blind readers can distinguish. Source: M. Okabe, K. Ito, "Color universal
/// design" (2008).
pub(super) const COLOURS: [RGBColor; MOST_CURVES] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
pub(super) const INK: RGBColor = RGBColor(33, 33, 33);
const FAINT: RGBColor = RGBColor(200, 200, 200);

pub(super) type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
pub(super) type Chart<'a, 's> =
    ChartContext<'a, SVGBackend<'s>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The picture of some rows, as SVG.
///
/// # Errors
/// If drawing fails, which would be a defect.
pub fn svg(title: &str, rows: &[RowSummary]) -> anyhow::Result<String> {
    let mut out = String::new();
    let bars = BAR * u32::try_from(rows.len())? + AROUND_BARS;
    {
        let size = (WIDTH, TITLE + bars + CURVES);
        let root = SVGBackend::with_string(&mut out, size).into_drawing_area();
        draw(&root, title, rows, bars).map_err(|error| anyhow!("no picture: {error}"))?;
    }
    Ok(out)
}

pub(super) type Drawn<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn draw(root: &Area<'_>, title: &str, rows: &[RowSummary], bars: u32) -> Drawn {
    root.fill(&WHITE)?;
    let (head, below) = root.split_vertically(TITLE);
    let middle = Pos::new(HPos::Center, VPos::Center);
    let place = (WIDTH.cast_signed() / 2, TITLE.cast_signed() / 2);
    head.draw(&Text::new(title, place, font(22).pos(middle)))?;
    let (top, bottom) = below.split_vertically(bars);
    let (left, right) = bottom.split_horizontally(WIDTH / 2);
    draw_bars(root, &top, rows)?;
    draw_reliability(&left, rows)?;
    draw_risk(&right, rows)?;
    root.present()?;
    Ok(())
}

pub(super) fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

pub(super) fn chart<'a, 's>(
    area: &'a Area<'s>,
    caption: &str,
    names: u32,
    (width, height): (f64, f64),
) -> Drawn<Chart<'a, 's>> {
    let chart = ChartBuilder::on(area)
        .caption(caption, font(16))
        .margin(12)
        .margin_right(24)
        .x_label_area_size(40)
        .y_label_area_size(names)
        .build_cartesian_2d(0.0..width, 0.0..height)?;
    Ok(chart)
}

fn draw_bars(root: &Area<'_>, area: &Area<'_>, rows: &[RowSummary]) -> Drawn {
    let count = rows.len() as f64;
    let mut chart = chart(area, "nDCG@10 with intervals at 95 %", NAMES, (1.0, count))?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(0)
        .x_labels(11)
        .light_line_style(WHITE)
        .bold_line_style(FAINT)
        .axis_style(INK)
        .x_label_style(font(13))
        .x_label_formatter(&|value| format!("{value:.1}"))
        .draw()?;
    for (number, row) in rows.iter().enumerate() {
        let centre = count - number as f64 - 0.5;
        draw_name(root, &chart, &row.name, centre)?;
        if let Some(estimate) = row.estimate(Measure::Ndcg10) {
            let colour = COLOURS[usize::from(number > 0)];
            draw_bar(&mut chart, estimate, centre, colour)?;
        }
    }
    Ok(())
}

/// Draws a name to the left of the bars, outside of the chart's area.
fn draw_name(root: &Area<'_>, chart: &Chart<'_, '_>, name: &str, centre: f64) -> Drawn {
    let (x, y) = chart.backend_coord(&(0.0, centre));
    let style = font(14).pos(Pos::new(HPos::Right, VPos::Center));
    root.draw(&Text::new(name.to_owned(), (x - 8, y), style))?;
    Ok(())
}

fn draw_bar(
    chart: &mut Chart<'_, '_>,
    estimate: &super::summary::Estimate,
    centre: f64,
    colour: RGBColor,
) -> Drawn {
    let bar = [(0.0, centre - 0.36), (estimate.value, centre + 0.36)];
    chart.draw_series([Rectangle::new(bar, colour.mix(0.55).filled())])?;
    let (low, high) = (estimate.interval.low, estimate.interval.high);
    let line = |x1, y1, x2, y2| PathElement::new(vec![(x1, y1), (x2, y2)], INK.stroke_width(1));
    chart.draw_series([
        line(low, centre, high, centre),
        line(low, centre - 0.15, low, centre + 0.15),
        line(high, centre - 0.15, high, centre + 0.15),
    ])?;
    let style = font(13).pos(Pos::new(HPos::Left, VPos::Center));
    let figure = format!("{:.3}", estimate.value);
    chart.draw_series([Text::new(figure, (0.01, centre), style)])?;
    Ok(())
}

/// Draws the first row's diagram. Bars would hide the counts, so the area of each bin's disc shows
/// its share of the answers.
fn draw_reliability(area: &Area<'_>, rows: &[RowSummary]) -> Drawn {
    let Some((row, calibration)) = rows
        .first()
        .and_then(|row| Some((row, row.calibration.as_ref()?)))
    else {
        return draw_absence(area, "no labelled answers");
    };
    let caption = format!("Calibration of confidence ({})", row.name);
    // Leaves space for discs at the edges.
    let mut chart = chart(area, &caption, 48, (1.04, 1.08))?;
    axes(&mut chart, "confidence", "share of answers that are right")?;
    let diagonal = vec![(0.0, 0.0), (1.0, 1.0)];
    chart.draw_series([PathElement::new(diagonal, FAINT.stroke_width(2))])?;
    let all: usize = calibration.bins.iter().map(|bin| bin.count).sum();
    for bin in calibration.bins.iter().filter(|bin| bin.count > 0) {
        let place = (bin.confidence, bin.right);
        let radius = radius(bin.count as f64 / all as f64);
        chart.draw_series([Circle::new(place, radius, COLOURS[0].mix(0.45).filled())])?;
        chart.draw_series([Circle::new(place, 2, COLOURS[0].filled())])?;
        let style = font(12).pos(Pos::new(HPos::Center, VPos::Bottom));
        let count = EmptyElement::at(place) + Text::new(bin.count.to_string(), (0, -6), style);
        chart.draw_series([count])?;
    }
    Ok(())
}

/// The radius of a disc whose area is proportional to the share.
fn radius(share: f64) -> i32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a share's root is at most 1"
    )]
    let pixels = (4.0 + 26.0 * share.sqrt()) as i32;
    pixels
}

fn draw_risk(area: &Area<'_>, rows: &[RowSummary]) -> Drawn {
    let curves = distinct_curves(rows);
    if curves.is_empty() {
        return draw_absence(area, "no labelled answers");
    }
    let highest = curves.iter().flat_map(|(_, points)| points.iter());
    let highest = highest.map(|[_, risk]| *risk).fold(0.1, f64::max);
    let height = ((highest * 10.0).ceil() / 10.0).min(1.0);
    let caption = "Risk against coverage";
    let mut chart = chart(area, caption, 48, (1.0, height))?;
    axes(
        &mut chart,
        "coverage: share of questions answered",
        "risk: share of answers that are wrong",
    )?;
    for ((name, points), colour) in curves.into_iter().zip(COLOURS) {
        let line = points.iter().map(|[coverage, risk]| (*coverage, *risk));
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| {
                PathElement::new(vec![(x, y), (x + 18, y)], colour.stroke_width(2))
            });
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(FAINT)
        .label_font(font(13))
        .draw()?;
    Ok(())
}

/// Returns distinct curves, each under the name of the first row that has it.
fn distinct_curves(rows: &[RowSummary]) -> Vec<(&str, &[[f64; 2]])> {
    let mut curves: Vec<(&str, &[[f64; 2]])> = Vec::new();
    for row in rows {
        let points = row.risk.as_ref().map_or(&[][..], |risk| &risk.points);
        let is_new = !points.is_empty() && curves.iter().all(|(_, others)| *others != points);
        if is_new && curves.len() < MOST_CURVES {
            curves.push((&row.name, points));
        }
    }
    curves
}

pub(super) fn axes(chart: &mut Chart<'_, '_>, x: &str, y: &str) -> Drawn {
    chart
        .configure_mesh()
        .x_labels(11)
        .y_labels(11)
        .light_line_style(WHITE)
        .bold_line_style(FAINT.mix(0.5))
        .axis_style(INK)
        .label_style(font(13))
        .axis_desc_style(font(14))
        .x_desc(x)
        .y_desc(y)
        .x_label_formatter(&|value| format!("{value:.1}"))
        .y_label_formatter(&|value| format!("{value:.2}"))
        .draw()?;
    Ok(())
}

pub(super) fn draw_absence(area: &Area<'_>, message: &str) -> Drawn {
    let (width, height) = area.dim_in_pixel();
    let place = (width.cast_signed() / 2, height.cast_signed() / 2);
    let style = font(14).pos(Pos::new(HPos::Center, VPos::Center));
    area.draw(&Text::new(message.to_owned(), place, style))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::{Calibration, RiskCoverage};
    use crate::measures::Judged;
    use crate::run::Latency;
    use crate::significance::Interval;
    use crate::summary::Estimate;

    fn row(name: &str, judged: &[Judged]) -> RowSummary {
        let estimate = Estimate {
            value: 0.784,
            interval: Interval {
                low: 0.75,
                high: 0.81,
            },
            p: None,
            questions: 100,
        };
        RowSummary {
            name: name.into(),
            estimates: vec![(Measure::Ndcg10, estimate)],
            calibration: Calibration::of(judged),
            risk: RiskCoverage::of(judged),
            latency: Latency { p50: 1.0, p95: 2.0 },
        }
    }

    fn answer(confidence: f64, right: bool) -> Judged {
        Judged::Answer { confidence, right }
    }

    #[test]
    fn r40_the_picture_names_rows_figures_and_axes() {
        let judged = [answer(0.9, true), answer(0.8, false), answer(0.4, false)];
        let rows = [row("default", &judged), row("a < b", &judged[..2])];
        let picture = svg("Çay & simit", &rows).unwrap();
        assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
        for part in [
            "Çay &amp; simit",
            "default",
            "a &lt; b",
            "0.784",
            "nDCG@10 with intervals at 95 %",
            "Calibration of confidence (default)",
            "risk: share of answers that are wrong",
        ] {
            assert!(picture.contains(part), "{part}");
        }
    }

    #[test]
    fn r40_a_picture_without_judged_answers_states_it() {
        let picture = svg("x", &[row("default", &[Judged::Unknown])]).unwrap();
        assert_eq!(picture.matches("no labelled answers").count(), 2);
    }

    // Rerankers often do not change the answers, and six equal lines would look like one.
    #[test]
    fn equal_curves_are_drawn_once() {
        let judged = [answer(0.9, true), answer(0.8, false)];
        let rows = [row("a", &judged), row("b", &judged), row("c", &judged[..1])];
        let names: Vec<&str> = distinct_curves(&rows)
            .iter()
            .map(|(name, _)| *name)
            .collect();
        assert_eq!(names, ["a", "c"]);
    }
}
