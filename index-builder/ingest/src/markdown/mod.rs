//! Markdown: rendered as a site generator would, then read like any other page.
//!
//! This module removes front matter, converts the generator's marks to Markdown and renders the
//! result to HTML; then the block reader of [`html`](super::html) reads it. So HTML inside
//! Markdown, tables and `<a name>` have the same meaning as in HTML pages. A Markdown page has no
//! template, so nothing is removed as one.
//!
//! | file | does |
//! |---|---|
//! | `front_matter.rs` | metadata in YAML, TOML and JSON |
//! | `containers.rs` | blocks: admonitions, tabs, directives, callouts, what is dropped line by line |
//! | `lines.rs` | what a single line of a dialect says |
//! | `directives.rs` | names and titles of directives |
//! | `components.rs` | tags and statements of MDX |
//! | `listed.rs` | tables that are written as lists or values |
//! | `pipes.rs` | tables that only some generators read |
//! | `elements.rs`, `embedded.rs` | where HTML inside Markdown begins and ends, Markdown in its lines |
//! | `attributes.rs` | arguments of marks, and which of them are read |
//! | `templating.rs` | tags of templates and inline marks, outside code |
//! | `shortcodes.rs` | titles of Hugo's and Quarto's shortcodes |
//! | `inline.rs` | wiki links, roles, citations, attribute lists, icons |
//! | `fences.rs` | where code begins and ends |

mod attributes;
mod components;
mod containers;
mod directives;
mod elements;
mod embedded;
mod fences;
pub(crate) mod front_matter;
mod inline;
mod lines;
mod listed;
mod pipes;
mod shortcodes;
mod templating;

use pulldown_cmark::{BrokenLink, CowStr, LinkType, Options, Parser, html::push_html};
use scraper::Html;

use self::embedded::Embedded;
use self::front_matter::FrontMatter;
use super::html::HtmlReader;
use super::page::{ParsedPage, Rejection, SkipReason, Titles};
use super::server_code::refuse_program;
use super::slug::Slugs;
use super::{Reader, encoding, tidy};
use crate::settings::InputSettings;

/// Reads Markdown pages.
#[derive(Debug, Clone)]
pub(crate) struct MarkdownReader {
    html: HtmlReader,
    meta: Vec<String>,
}

impl MarkdownReader {
    /// Creates a reader that reads the rendered page with `html`.
    pub(crate) fn new(html: HtmlReader, settings: &InputSettings) -> Self {
        Self {
            html,
            meta: settings.meta.clone(),
        }
    }
}

impl Reader for MarkdownReader {
    fn read(&self, path: &str, bytes: &[u8]) -> Result<ParsedPage, Rejection> {
        let decoded = encoding::decode(bytes).ok_or(SkipReason::NotText)?;
        refuse_program(&decoded.text)?;
        let (front, body) = front_matter::split(&decoded.text)?;
        if let Some(reason) = front.objection() {
            return Err(reason.into());
        }
        let (gathered, noted) = self
            .html
            .gather_fragment(&render(body, &front), Slugs::default())?;
        let mut meta = front.meta(&self.meta);
        meta.extend(noted);
        Ok(ParsedPage {
            id: String::new(),
            titles: Titles {
                given: plain(&front.text(&["title"]), &front),
                heading: gathered.main_heading,
                window: tidy::line(stem(path)),
            },
            description: plain(&front.text(&["description", "summary"]), &front),
            lang: front.text(&["lang", "locale", "language"]),
            address: front.address(),
            pieces: gathered.pieces,
            hrefs: gathered.hrefs,
            importance: front.text(&["importance"]).parse().ok(),
            meta,
            lost: decoded.lost(),
            ..ParsedPage::default()
        })
    }
}

/// Returns a line of front matter without the marks of the generator. A template writes the line
/// into HTML, so `&mdash;` is a dash; other characters have no meaning.
fn plain(line: &str, front: &FrontMatter) -> String {
    let stripped = templating::strip(line, front);
    if !stripped.contains('&') {
        return tidy::line(&stripped);
    }
    let html = Html::parse_fragment(&stripped.replace('<', "&lt;"));
    tidy::line(&html.root_element().text().collect::<String>())
}

fn render(markdown: &str, front: &FrontMatter) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM;
    let stripped = templating::strip(&containers::open(&elements::set_apart(markdown)), front);
    let mut html = String::with_capacity(stripped.len() * 3 / 2);
    let parser = Parser::new_with_broken_link_callback(&stripped, options, Some(elsewhere));
    let mut embedded = Embedded::default();
    push_html(&mut html, parser.map(|event| embedded.read(event)));
    html
}

/// Links to labels of other pages, `[text][label]`, keep their text.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the parser calls it with values"
)]
fn elsewhere(link: BrokenLink<'_>) -> Option<(CowStr<'_>, CowStr<'_>)> {
    let is_written = matches!(link.link_type, LinkType::Reference | LinkType::Collapsed);
    let is_label = link.reference.contains(char::is_alphabetic);
    (is_written && is_label).then(|| ("".into(), "".into()))
}

/// The file's name without folder and extension.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests;
