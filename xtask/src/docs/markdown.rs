//! Converts a chapter to HTML.
//!
//! Links between files of the checkout become links between pages; images are copied. This module
//! writes headings, tables and code, which need more than Markdown provides; the library writes
//! everything else.

use anyhow::{Result, bail};
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html,
};

use super::chapters::{self, Chapter, LIST};
use super::headings::{Heading, Ids};
use super::page::escaped;
use super::tables::Table;
use super::{paths, words};

/// The maximum length of a code line in characters that certainly needs no scrolling.
const LONG_LINE: usize = 36;
/// The maximum length of inline code in characters that stays on one line, even on a phone.
const SHORT_CODE: usize = 24;

/// A chapter's HTML.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) html: String,
    pub(super) headings: Vec<Heading>,
    /// Images, by their path in the checkout.
    pub(super) images: Vec<String>,
}

/// Writes a chapter's Markdown as HTML. `sizes` gives width and height of an image of the checkout.
///
/// # Errors
/// If a link leads to a file that is not a chapter, or an image has no size.
pub(super) fn render(
    markdown: &str,
    chapter: &Chapter,
    chapters: &[Chapter],
    sizes: &dyn Fn(&str) -> Result<(u32, u32)>,
) -> Result<Text> {
    let mut renderer = Renderer {
        chapter,
        chapters,
        sizes,
        events: Parser::new_ext(markdown, Options::ENABLE_TABLES),
        ids: Ids::default(),
        tables: 0,
        text: Text::default(),
    };
    renderer.blocks()?;
    Ok(renderer.text)
}

struct Renderer<'a> {
    chapter: &'a Chapter,
    chapters: &'a [Chapter],
    sizes: &'a dyn Fn(&str) -> Result<(u32, u32)>,
    events: Parser<'a>,
    ids: Ids,
    tables: usize,
    text: Text,
}

impl<'a> Renderer<'a> {
    fn blocks(&mut self) -> Result<()> {
        let mut written = Vec::new();
        while let Some(event) = self.events.next() {
            written.push(match event {
                Event::Start(Tag::Heading { level, .. }) => raw(self.heading(level)?),
                Event::Start(Tag::Table(alignments)) => {
                    let table = Table {
                        alignments,
                        rows: Vec::new(),
                    };
                    raw(self.table(table)?)
                }
                Event::Start(Tag::CodeBlock(kind)) => raw(self.code(&kind)),
                other => self.inline(other)?,
            });
        }
        html::push_html(&mut self.text.html, written.into_iter());
        Ok(())
    }

    fn heading(&mut self, level: HeadingLevel) -> Result<String> {
        let (html, text) = self.until(TagEnd::Heading(level))?;
        let id = self.ids.next(&text);
        let level = level as u8;
        let heading = format!("<h{level} id=\"{id}\">{html}</h{level}>\n");
        self.text.headings.push(Heading { level, id, text });
        Ok(heading)
    }

    fn table(&mut self, mut table: Table) -> Result<String> {
        while let Some(event) = self.events.next() {
            match event {
                Event::Start(Tag::TableHead | Tag::TableRow) => table.rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let (html, _) = self.until(TagEnd::TableCell)?;
                    table
                        .rows
                        .last_mut()
                        .into_iter()
                        .for_each(|row| row.push(html.clone()));
                }
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        self.tables += 1;
        let words = words::of(self.chapter.lang());
        let above = self
            .text
            .headings
            .last()
            .map_or("", |heading| &heading.text);
        Ok(table.html(&format!("{} {}: {above}", words.table, self.tables)))
    }

    /// Returns the HTML of code, with its language or its file.
    fn code(&mut self, kind: &CodeBlockKind<'_>) -> String {
        let mut code = String::new();
        for event in self.events.by_ref() {
            match event {
                Event::Text(piece) => code.push_str(&piece),
                Event::End(TagEnd::CodeBlock) => break,
                _ => {}
            }
        }
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.as_ref(),
            CodeBlockKind::Indented => "",
        };
        let lang = info.split_whitespace().next().unwrap_or_default();
        let file = info
            .split_whitespace()
            .find_map(|word| word.strip_prefix("file="));
        let label = escaped(file.unwrap_or(lang));
        let name = words::of(self.chapter.lang()).code;
        let focus = if code.lines().any(|line| line.chars().count() > LONG_LINE) {
            format!(" tabindex=\"0\" role=\"group\" aria-label=\"{name} {label}\"")
        } else {
            String::new()
        };
        let class = match lang {
            "" => String::new(),
            lang => format!(" class=\"language-{}\"", escaped(lang)),
        };
        format!(
            "<div class=\"code\" data-label=\"{label}\"><pre{focus}><code{class}>{}</code></pre></div>\n",
            escaped(&code)
        )
    }

    /// Returns the HTML, and the plain text, of everything up to this end.
    fn until(&mut self, end: TagEnd) -> Result<(String, String)> {
        let (mut written, mut text) = (Vec::new(), String::new());
        while let Some(event) = self.events.next() {
            match &event {
                Event::End(tag) if *tag == end => break,
                Event::Text(piece) | Event::Code(piece) => text.push_str(piece),
                Event::SoftBreak => text.push(' '),
                _ => {}
            }
            written.push(self.inline(event)?);
        }
        let mut html = String::new();
        html::push_html(&mut html, written.into_iter());
        Ok((html, text))
    }

    fn inline(&mut self, event: Event<'a>) -> Result<Event<'a>> {
        Ok(match event {
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => Event::Start(Tag::Link {
                link_type,
                dest_url: self.link(&dest_url)?.into(),
                title,
                id,
            }),
            Event::Start(Tag::Image { dest_url, .. }) => {
                let (_, alt) = self.until(TagEnd::Image)?;
                raw(self.image(&dest_url, &alt)?)
            }
            Event::Code(code) if code.chars().count() <= SHORT_CODE => {
                raw(format!("<code class=\"whole\">{}</code>", escaped(&code)))
            }
            other => other,
        })
    }

    fn link(&self, link: &str) -> Result<String> {
        if paths::is_elsewhere(link) || link.starts_with('#') {
            return Ok(link.to_owned());
        }
        let source = &self.chapter.source;
        let found = paths::target(source, link).and_then(|(path, fragment)| {
            let readme = format!("{path}/README.md");
            let is_it = |chapter: &&Chapter| chapter.source == path || chapter.source == readme;
            Some((self.chapters.iter().find(is_it)?, fragment))
        });
        let Some((chapter, fragment)) = found else {
            bail!(
                "{source}: `{link}` leads to no chapter: list its file in {LIST}, or name the file without a link"
            );
        };
        let address = paths::relative(&self.chapter.page, &chapter.page);
        Ok(match fragment.as_str() {
            "" => address,
            fragment => format!("{address}#{fragment}"),
        })
    }

    fn image(&mut self, link: &str, alt: &str) -> Result<String> {
        let Some((path, _)) = paths::target(&self.chapter.source, link) else {
            bail!(
                "{}: `{link}` is no image of the checkout",
                self.chapter.source
            );
        };
        let (width, height) = (self.sizes)(&path)?;
        let address = paths::relative(&self.chapter.page, &chapters::page(&path));
        self.text.images.push(path);
        Ok(format!(
            "<img src=\"{}\" alt=\"{}\" width=\"{width}\" height=\"{height}\" loading=\"lazy\">",
            escaped(&address),
            escaped(alt)
        ))
    }
}

fn raw<'a>(html: String) -> Event<'a> {
    Event::InlineHtml(CowStr::from(html))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapters() -> Vec<Chapter> {
        chapters::read("- [A](../../docs/x/a.md): a\n- [B](b.md): b\n- [C](../../c/README.md): c\n")
            .unwrap()
    }

    fn text(markdown: &str) -> Result<Text> {
        let chapters = chapters();
        render(markdown, &chapters[0], &chapters, &|_| Ok((6, 4)))
    }

    fn html(markdown: &str) -> String {
        text(markdown).unwrap().html
    }

    #[test]
    fn links_lead_from_page_to_page() {
        let markdown =
            "[b](../../www/docs/b.md#x) [c](../../c) [d](#e) [f](https://f.example/g.md)";
        let found = html(markdown);
        for address in [
            "../b.html#x",
            "../c/index.html",
            "#e",
            "https://f.example/g.md",
        ] {
            assert!(
                found.contains(&format!("href=\"{address}\"")),
                "{address}: {found}"
            );
        }
    }

    #[test]
    fn a_link_to_a_file_outside_the_chapters_is_an_error_with_advice() {
        for link in ["gone.md", "../../../../up.md"] {
            let error = text(&format!("[x]({link})")).unwrap_err().to_string();
            assert!(error.contains(link) && error.contains(LIST), "{error}");
        }
    }

    #[test]
    fn headings_have_ids_and_keep_their_marks() {
        let text = text("## `soru` *build*\n\n## Soru build\n").unwrap();
        assert!(text.html.starts_with(
            "<h2 id=\"soru-build\"><code class=\"whole\">soru</code> <em>build</em></h2>"
        ));
        assert_eq!(text.headings[1].id, "soru-build-1");
        assert_eq!(text.headings[0].text, "soru build");
    }

    #[test]
    fn tables_are_named_by_the_heading_above() {
        let found = html("# Files\n\n| a | b |\n|---|---:|\n| [c](../../www/docs/b.md) | 1 |\n");
        assert!(found.contains("aria-label=\"Table 1: Files\""), "{found}");
        assert!(
            found.contains("<th scope=\"row\"><a href=\"../b.html\">c</a></th>"),
            "{found}"
        );
        assert!(!found.contains("style="), "{found}");
    }

    #[test]
    fn code_is_text_and_names_its_language_or_file() {
        let found = html("```html file=a/b.html\n<p>\n```\n\n```\nx\n```\n");
        assert!(
            found.contains("data-label=\"a/b.html\"><pre><code class=\"language-html\">&lt;p&gt;"),
            "{found}"
        );
        assert!(found.contains("data-label=\"\"><pre><code>x"), "{found}");
        let long = html(&format!("```sh\n{}\n```\n", "x".repeat(40)));
        assert!(
            long.contains("<pre tabindex=\"0\" role=\"group\" aria-label=\"Code sh\">"),
            "{long}"
        );
    }

    #[test]
    fn images_are_copied_and_get_their_size() {
        let text = text("![a \"b\"](load.svg)").unwrap();
        assert_eq!(text.images, ["docs/x/load.svg"]);
        let image = "<img src=\"load.svg\" alt=\"a &quot;b&quot;\" width=\"6\" height=\"4\" loading=\"lazy\">";
        assert!(text.html.contains(image), "{}", text.html);
    }
}
