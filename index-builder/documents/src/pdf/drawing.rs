//! Draws the lines of all pages of a file.
//!
//! A page that fails, even by a fault of the interpreter, loses only that page. The letters of the
//! fonts are judged after all pages are drawn. If a font must be read in another way, all pages are
//! drawn again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::{InterpreterCache, InterpreterSettings, RenderContent};

use super::super::{DocumentError, DocumentLimits, MOST_TEXT, PageFault, Unread};
use super::fonts::Fonts;
use super::tables::{self, LastHead};
use super::work::Drawable;
use super::{PageLines, aligned, columns, glyphs, lines};

/// The maximum number of lines of a page; a page with more is not text.
const MOST_LINES: usize = 4_000;

/// The pages that were read, and the pages that were not.
type Pages = (Vec<PageLines>, Vec<Unread>);

/// Returns the lines of all pages.
///
/// # Errors
/// If no page can be read, or it takes too long.
pub(super) fn pages(pdf: &Pdf, bounds: &DocumentLimits) -> Result<Pages, DocumentError> {
    let mut drawable = Drawable::new(bounds);
    let mut fonts = Fonts::default();
    let mut drawn = draw_all(pdf, &mut drawable, &mut fonts)?;
    if fonts.judge() {
        drawn = draw_all(pdf, &mut drawable, &mut fonts)?;
    }
    match drawn.1.first() {
        Some(unread) if drawn.0.is_empty() => Err(unread.fault.of_file()),
        _ => Ok(drawn),
    }
}

fn draw_all(pdf: &Pdf, drawable: &mut Drawable, fonts: &mut Fonts) -> Result<Pages, DocumentError> {
    let settings = InterpreterSettings {
        // Comments and form fields are not part of the text.
        render_content: RenderContent::PAGE,
        ..InterpreterSettings::default()
    };
    let mut cache = InterpreterCache::new();
    let mut read = Vec::with_capacity(pdf.pages().len());
    let mut unread = Vec::new();
    let mut head = LastHead::default();
    let mut letters = 0;
    for (page, number) in pdf.pages().iter().zip(1..) {
        if drawable.is_late() {
            return Err(DocumentError::TooSlow);
        }
        drawable.begin_page();
        let lines = apart(|| {
            let drawing = glyphs::draw(page, &cache, &settings, fonts, drawable);
            page_lines(drawing, number, &mut head)
        });
        drawable.end_page();
        match lines {
            Ok(page) => {
                letters += page.bytes();
                if letters > MOST_TEXT {
                    return Err(DocumentError::TooComplex);
                }
                read.push(page);
            }
            Err(fault) => {
                unread.push(Unread {
                    page: number,
                    fault,
                });
                // A failed page may have left the cache incomplete.
                cache = InterpreterCache::new();
            }
        }
    }
    Ok((read, unread))
}

/// Runs the reading of a page so that a panic, or too much drawing, loses only that page.
fn apart<T>(read: impl FnOnce() -> Result<T, PageFault>) -> Result<T, PageFault> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|cause| {
        let fault = cause.downcast_ref().copied();
        Err(fault.unwrap_or(PageFault::Program))
    })
}

fn page_lines(
    drawing: glyphs::Drawing,
    number: u32,
    head: &mut LastHead,
) -> Result<PageLines, PageFault> {
    if drawing.overfull {
        return Err(PageFault::TooMuch);
    }
    let found = tables::lines(drawing.glyphs, drawing.rules, head);
    if found.len() > MOST_LINES {
        return Err(PageFault::TooMuch);
    }
    let mut found = aligned::join(found);
    columns::sort(&mut found);
    found.extend(lines::lines(drawing.turned));
    Ok(PageLines {
        number,
        height: drawing.height,
        lines: found,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_fails_is_a_fault_of_that_page() {
        let read = [1, 2, 3].map(|page| {
            apart(|| {
                assert_ne!(page, 2, "a fault of the program");
                Ok(page)
            })
        });
        assert_eq!(read, [Ok(1), Err(PageFault::Program), Ok(3)]);
    }
}
