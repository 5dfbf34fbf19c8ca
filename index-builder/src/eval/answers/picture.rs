//! Precision against coverage as a picture.

use anyhow::anyhow;
use plotters::prelude::*;

use super::super::plot::{Area, COLOURS, Drawn, INK, axes, chart, draw_absence, font};
use super::coverage::Point;
use super::report::AnswerReport;

const SIZE: (u32, u32) = (700, 520);

/// The picture of a report, as SVG.
///
/// # Errors
/// If drawing fails, which would be a defect.
pub fn svg(report: &AnswerReport) -> anyhow::Result<String> {
    let mut out = String::new();
    {
        let root = SVGBackend::with_string(&mut out, SIZE).into_drawing_area();
        draw(&root, report).map_err(|error| anyhow!("no picture: {error}"))?;
    }
    Ok(out)
}

fn draw(root: &Area<'_>, report: &AnswerReport) -> Drawn {
    root.fill(&WHITE)?;
    let (Some(first), Some(last)) = (report.coverage.first(), report.coverage.last()) else {
        draw_absence(root, "no labelled answers")?;
        root.present()?;
        return Ok(());
    };
    let questions = report.figures.questions();
    let caption = format!(
        "{}: {questions} questions, {} answers shown",
        report.site, last.shown
    );
    // A precision of 1 needs room above it.
    let mut chart = chart(root, &caption, 48, (1.0, 1.04))?;
    axes(
        &mut chart,
        "coverage: share of questions for which an answer is shown",
        "precision: share of these that are right",
    )?;
    let colour = COLOURS[0];
    // The most confident answers begin at coverage 0.
    let start = (0.0, first.precision);
    let line = std::iter::once(start).chain(report.coverage.iter().map(place));
    chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
    chart.draw_series([Circle::new(place(last), 4, colour.filled())])?;
    let figure = format!("{:.2}", last.precision);
    let at_end = EmptyElement::at(place(last)) + Text::new(figure, (6, -16), font(13).color(&INK));
    chart.draw_series([at_end])?;
    root.present()?;
    Ok(())
}

fn place(point: &Point) -> (f64, f64) {
    (point.coverage, point.precision)
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::row;
    use super::super::rows::{AnswerRow, Verdict};
    use super::*;

    fn picture(rows: Vec<AnswerRow>) -> String {
        svg(&AnswerReport::new("Çay & simit", rows)).unwrap()
    }

    #[test]
    fn the_picture_names_site_axes_and_where_the_curve_ends() {
        let picture = picture(vec![
            row("a", Verdict::Right, 0.9),
            row("b", Verdict::Wrong, 0.5),
        ]);
        for part in [
            "Çay &amp; simit: 2 questions, 2 answers shown",
            "precision: share of these that are right",
            "0.50",
        ] {
            assert!(picture.contains(part), "{part}");
        }
    }

    #[test]
    fn a_picture_without_shown_answers_states_it() {
        let picture = picture(vec![row("a", Verdict::None, 0.9)]);
        assert!(picture.contains("no labelled answers"));
    }
}
