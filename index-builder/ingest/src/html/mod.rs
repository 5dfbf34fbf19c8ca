//! HTML: converts a page as browsers receive it to the text that visitors read.
//!
//! The parser implements the algorithm of the HTML standard, so it reads every page that browsers
//! show. Each step has a file:
//!
//! | step | file |
//! |---|---|
//! | the tree of elements, within bounds | `parsing`, with `bounded` and `xhtml` |
//! | components with their content in place, content for browsers without scripts | `shadow`, `noscript` |
//! | questions with an element of their own, headings of rows of these, cards with their heading first | `asked`, `row_headings`, `cards` |
//! | metadata of the page | `head` |
//! | pages that only lead on, and those of a generator | `redirects`, `generated` |
//! | what elements mean | `meanings`, with `attributes`, `notes`, `listings` and `disclosures` |
//! | elements that are never text, or stay hidden | `visibility`, with `openers` |
//! | its runs of text, counted | `runs` |
//! | the main part | `content`: `root` by what the site repeats, else `landmarks` |
//! | panels of links to the pages around it and above it | `panels`, `trail` |
//! | its links, for a crawl | `outline` |
//! | its links to documents | `linked` |
//! | its lines of contact, for the whole site | `lines` |
//! | its blocks in reading order | `blocks`, with `flow`, `headings`, `lists`, `tables` and `definitions` |
//! | formulas, addresses and pictures as text | `formulas`, `addresses`, `pictures` |
//! | its questions and answers, with labels or stated as data | [`labelled`], `structured_data` |
//! | weights of its parts | `weights` |
//! | its sections in other languages | `languages` |
//!
//! [`Site`](super::Site) decides the final language, title and address of a page.

mod addresses;
mod asked;
mod attributes;
mod blocks;
mod bounded;
mod cards;
mod content;
mod controls;
mod definitions;
mod disclosures;
mod flow;
mod formulas;
mod gathered;
mod generated;
mod head;
mod headings;
mod landmarks;
mod languages;
mod lines;
mod linked;
mod listings;
mod lists;
mod meanings;
mod noscript;
mod notes;
mod openers;
mod outline;
mod panels;
mod parsing;
mod permalinks;
mod pictures;
mod redirects;
mod root;
mod row_headings;
mod runs;
mod shadow;
mod structured_data;
mod tables;
mod trail;
mod visibility;
mod weights;
mod wholes;
mod xhtml;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use scraper::{Html, Selector};
use soru::text::fold;
use soru::{Error, Result};

use self::blocks::gather;
use self::content::{find_content, marked_content};
use self::disclosures::Disclosures;
use self::gathered::{Gathered, Known};
use self::generated::generated;
pub use self::head::has_noindex;
use self::head::{Head, declared_language, noted_meta, own_language};
pub(crate) use self::head::{PICTURE, PICTURE_KEYS};
use self::lines::contact_lines;
use self::linked::linked_documents;
use self::noscript::unfold;
pub use self::outline::{Outline, has_nofollow, outline};
use self::redirects::leads_on;
use self::runs::{Runs, body};
use self::shadow::compose;
use self::structured_data::{Stated, has_answer, mark, section, stated};
use self::visibility::Silence;
pub(crate) use self::weights::MOST as MOST_WEIGHT;
use super::page::{Address, ParsedPage, Piece, Rejection, SkipReason, Titles, Whole};
use super::server_code::without_code;
use super::slug::Slugs;
use super::template::{PageRuns, Template};
use super::{Reader, encoding, labelled};
use crate::settings::InputSettings;

/// The maximum length of a description that lists show, in characters.
const LONGEST_DESCRIPTION: usize = 300;

/// Metadata for the index, by key.
pub(crate) type Meta = BTreeMap<String, String>;

/// Reads HTML pages.
#[derive(Debug, Clone)]
pub(crate) struct HtmlReader {
    content: Vec<Selector>,
    ignore: Vec<Selector>,
    follow_canonical: bool,
    decodes: bool,
    previews: bool,
    template: Template,
}

impl HtmlReader {
    /// Creates a reader with the site's selectors.
    ///
    /// # Errors
    /// If a selector is not CSS, with the path of the setting.
    pub(crate) fn new(settings: &InputSettings) -> Result<Self> {
        Ok(Self {
            content: selectors(&settings.content, "input.content")?,
            ignore: selectors(&settings.ignore, "input.ignore")?,
            follow_canonical: settings.canonical,
            decodes: settings.protected_addresses,
            previews: settings.previews,
            template: Template::default(),
        })
    }

    /// Sets the template of the site whose pages it reads.
    pub(crate) fn set_template(&mut self, template: Template) {
        self.template = template;
    }

    /// Returns the data that the survey of the template needs, or nothing if the page is left out.
    pub(crate) fn page_runs(&self, path: &str, bytes: &[u8]) -> Option<PageRuns> {
        let decoded = encoding::decode(bytes)?;
        let cleaned = without_code(&decoded.text, path);
        let mut html = parsing::document(&cleaned.text).ok()?;
        compose(&mut html);
        if Head::of(&html).is_noindex || leads_on(&html) {
            return None;
        }
        unfold(&mut html);
        arrange(&mut html);
        let silence = Silence::of(&html, &Disclosures::of(&html), &self.ignore);
        let runs = Runs::of(body(&html), &silence);
        let lang = own_language(&html.root_element()).unwrap_or_default();
        let page = PageRuns::new(&lang, runs.all.iter().map(|run| run.hash));
        Some(page.with_lines(contact_lines(&html, &runs)))
    }

    /// Gathers the blocks of an HTML fragment without a template, such as rendered Markdown.
    ///
    /// # Errors
    /// If the fragment exceeds a limit.
    pub(crate) fn gather_fragment(
        &self,
        html: &str,
        slugs: Slugs,
    ) -> Result<(Gathered, Meta), Rejection> {
        let mut html = parsing::fragment(html)?;
        arrange(&mut html);
        let disclosures = Disclosures::of(&html);
        let silence = Silence::of(&html, &disclosures, &self.ignore);
        let known = self.known(&silence, &disclosures);
        let mut gathered = gather(&[html.root_element()], known, Some(slugs));
        self.add_questions(&html, &mut gathered);
        Ok((gathered, noted_meta(&html)))
    }

    /// Divides the questions and answers that labels mark. Adds those that a page states as
    /// structured data, and marks the ones that its text contains.
    fn add_questions(&self, html: &Html, gathered: &mut Gathered) {
        if let Some(places) = labelled::divide(&mut gathered.pieces) {
            for switch in &mut gathered.switches {
                let end = gathered.pieces.len();
                switch.piece = places.get(switch.piece).copied().unwrap_or(end);
            }
        }
        for Stated { question, answer } in stated(html) {
            let pieces = self.answer(&answer);
            let text: Vec<&str> = pieces.iter().filter_map(Piece::as_text).collect();
            // A mark would move the pieces at which the language changes.
            let is_there = if gathered.switches.is_empty() {
                mark(&mut gathered.pieces, &question, &text.concat())
            } else {
                has_answer(&gathered.pieces, &text.concat())
            };
            if !is_there {
                gathered.pieces.extend(section(&question, pieces));
            }
        }
    }

    /// Returns the blocks of an answer, which is markup or lines of text.
    fn answer(&self, answer: &str) -> Vec<Piece> {
        let markup = if answer.contains('<') {
            answer.to_owned()
        } else {
            let lines: Vec<&str> = answer.lines().collect();
            format!("<p>{}</p>", lines.join("</p><p>"))
        };
        let Ok(html) = parsing::fragment(&markup) else {
            return Vec::new();
        };
        let disclosures = Disclosures::default();
        let silence = Silence::of(&html, &disclosures, &self.ignore);
        gather(
            &[html.root_element()],
            self.known(&silence, &disclosures),
            None,
        )
        .pieces
    }

    fn known<'p>(&self, silence: &'p Silence, disclosures: &'p Disclosures) -> Known<'p> {
        Known {
            silence,
            disclosures,
            decodes: self.decodes,
        }
    }

    /// Gathers the content of a page, or its whole body if the content has no text. Returns its
    /// language as well.
    fn gather_page(&self, path: &str, html: &Html) -> (Gathered, Option<String>) {
        let disclosures = Disclosures::of(html);
        let all = Silence::of(html, &disclosures, &self.ignore);
        let mut silence = all.clone();
        let mut content = marked_content(html, &self.content);
        let mut why = Whole::Marked;
        if content.is_empty() {
            why = Whole::Unmarked;
            let lang = own_language(&html.root_element()).unwrap_or_default();
            content = find_content(html, &self.template.on(path, &lang), &mut silence);
        }
        let mut gathered = gather(&content, self.known(&silence, &disclosures), None);
        self.add_questions(html, &mut gathered);
        if !gathered.has_text() {
            content = vec![body(html)];
            gathered = gather(&content, self.known(&all, &disclosures), None);
            gathered.whole = Some(why).filter(|_| gathered.has_text());
        }
        let lang = content.first().and_then(declared_language);
        (gathered, lang)
    }
}

impl Reader for HtmlReader {
    fn read(&self, path: &str, bytes: &[u8]) -> Result<ParsedPage, Rejection> {
        let decoded = encoding::decode(bytes).ok_or(SkipReason::NotText)?;
        let cleaned = without_code(&decoded.text, path);
        let mut html = parsing::document(&cleaned.text)?;
        compose(&mut html);
        let head = Head::of(&html);
        if head.is_noindex {
            return Err(SkipReason::NoIndex.into());
        }
        if leads_on(&html) {
            return Err(SkipReason::Redirect.into());
        }
        unfold(&mut html);
        arrange(&mut html);
        let (gathered, lang) = self.gather_page(path, &html);
        if cleaned.had_code && !gathered.has_text() {
            return Err(SkipReason::ServerCode.into());
        }
        let mut meta = noted_meta(&html);
        if self.previews {
            preview(&head, &mut meta);
        }
        let heading = main_heading(&html, gathered.main_heading, &head.title);
        let title = if head.title.is_empty() {
            &heading
        } else {
            &head.title
        };
        if let Some(kind) = generated(&html, path, title, words(&gathered.pieces)) {
            return Err(SkipReason::Generated(kind.to_owned()).into());
        }
        let page = ParsedPage {
            id: String::new(),
            titles: Titles {
                given: String::new(),
                heading,
                window: head.title,
            },
            description: head.description,
            lang: lang.unwrap_or(head.content_language),
            address: if self.follow_canonical {
                head.address
            } else {
                Address::Unstated
            },
            pieces: gathered.pieces,
            hrefs: gathered.hrefs,
            translations: head.translations,
            linked: linked_documents(&html),
            importance: meta
                .remove("importance")
                .and_then(|written| written.parse().ok()),
            meta,
            lost: decoded.lost(),
            whole: gathered.whole,
            ..ParsedPage::default()
        };
        Ok(languages::divide(page, &gathered.switches))
    }
}

/// Puts the elements of a page in the order and the form in which they are read.
fn arrange(html: &mut Html) {
    cards::define(html);
    cards::head(html);
    cards::divide(html);
    row_headings::mark(html);
    asked::part(html);
}

/// Adds the picture and the description of a page to its metadata, unless its author notes others.
fn preview(head: &Head, meta: &mut Meta) {
    if !meta.contains_key(PICTURE) {
        meta.extend(head.picture.clone());
    }
    let description: String = head.description.chars().take(LONGEST_DESCRIPTION).collect();
    if !description.is_empty() {
        meta.entry("description".to_owned()).or_insert(description);
    }
}

fn words(pieces: &[Piece]) -> usize {
    let texts = pieces.iter().filter_map(Piece::as_text);
    texts.map(|text| text.split_whitespace().count()).sum()
}

/// Returns the first heading of the content. Many layouts put the page's main heading above the
/// content: that is taken if the content has none, or if the title of the window begins with it and
/// does not name the other.
fn main_heading(html: &Html, own: String, window: &str) -> String {
    let first = first_heading(html);
    let (window, key) = (fold(window), fold(&first));
    let is_first = || !key.is_empty() && window.starts_with(&key);
    if own.is_empty() || !window.contains(&fold(&own)) && is_first() {
        first
    } else {
        own
    }
}

fn first_heading(html: &Html) -> String {
    let mut elements = html.root_element().descendent_elements();
    let heading = elements.find(|element| element.value().name() == "h1");
    heading
        .map(|h1| super::tidy::line(&h1.text().collect::<String>()))
        .unwrap_or_default()
}

fn selectors(written: &[String], path: &str) -> Result<Vec<Selector>> {
    let parse = |(i, text): (usize, &String)| {
        Selector::parse(text).map_err(|error| {
            Error::invalid(
                format!("{path}[{i}]"),
                format_args!("\"{text}\""),
                format!("a CSS selector ({error})"),
            )
        })
    };
    written.iter().enumerate().map(parse).collect()
}
