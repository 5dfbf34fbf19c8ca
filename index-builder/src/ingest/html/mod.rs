//! HTML: converts a page as a browser receives it to the text that a reader reads.
//!
//! The parser implements the algorithm of the HTML standard, so it reads every page that browsers
//! show. The steps, a file each:
//!
//! | step | file |
//! |---|---|
//! | the tree of elements, within bounds | `parsing`, with `bounded` and `xhtml` |
//! | components with their content in place | `shadow` |
//! | metadata of the page | `head` |
//! | what elements mean | `meanings`, with `attributes`, `notes`, `listings` and `disclosures` |
//! | elements that are never text | `visibility` |
//! | parts of the template | `boilerplate`, by `names` and `weight` |
//! | the main part | `content` |
//! | its links, for a crawl | `outline` |
//! | its links to documents | `linked` |
//! | its blocks in reading order | `blocks`, with `flow`, `headings`, `lists`, `tables` and `definitions` |
//! | formulas, addresses and pictures as text | `formulas`, `addresses`, `pictures` |
//! | its questions and answers, stated as data | `structured_data` |
//! | its sections in other languages | `languages` |
//!
//! The language, title and address a page ends up with are decided by [`Site`](super::Site).

mod addresses;
mod attributes;
mod blocks;
mod boilerplate;
mod bounded;
mod content;
mod definitions;
mod disclosures;
mod flow;
mod formulas;
mod head;
mod headings;
mod languages;
mod linked;
mod listings;
mod lists;
mod meanings;
mod names;
mod notes;
mod outline;
mod parsing;
mod pictures;
mod shadow;
mod structured_data;
mod tables;
mod visibility;
mod weight;
mod xhtml;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use scraper::{Html, Selector};
use soru::{Error, Result};

use self::blocks::{Gathered, Known, gather};
use self::content::{find_content, marked_content};
use self::disclosures::Disclosures;
pub(crate) use self::head::has_noindex;
use self::head::{Head, declared_language, noted_meta};
use self::linked::linked_documents;
pub(crate) use self::outline::{Outline, has_nofollow, outline};
use self::shadow::compose;
use self::structured_data::{Stated, has_answer, mark, section, stated};
use self::visibility::{Nodes, silent_elements};
use self::weight::Weights;
use super::page::{Address, ParsedPage, Piece, Rejection, SkipReason, Titles};
use super::server_code::without_code;
use super::slug::Slugs;
use super::{Reader, encoding};
use crate::ingest::settings::InputSettings;

/// Notes for the index, by key.
pub(in crate::ingest) type Meta = BTreeMap<String, String>;

/// Reads HTML pages.
#[derive(Debug, Clone)]
pub struct HtmlReader {
    content: Vec<Selector>,
    ignore: Vec<Selector>,
    follow_canonical: bool,
    decodes: bool,
}

impl HtmlReader {
    /// A reader with the site's selectors.
    ///
    /// # Errors
    /// If a selector is not CSS, with the path of the setting.
    pub fn new(settings: &InputSettings) -> Result<Self> {
        Ok(Self {
            content: selectors(&settings.content, "input.content")?,
            ignore: selectors(&settings.ignore, "input.ignore")?,
            follow_canonical: settings.canonical,
            decodes: settings.protected_addresses,
        })
    }

    /// The blocks of a piece of HTML that has no template around it: rendered Markdown.
    ///
    /// # Errors
    /// If there is too much of it.
    pub(in crate::ingest) fn gather_fragment(
        &self,
        html: &str,
        slugs: Slugs,
    ) -> Result<(Gathered, Meta), Rejection> {
        let html = parsing::fragment(html)?;
        let disclosures = Disclosures::of(&html);
        let dropped = silent_elements(&html, &disclosures, &self.ignore);
        let known = self.known(&dropped, &disclosures);
        let mut gathered = gather(&[html.root_element()], known, Some(slugs));
        self.add_stated(&html, &mut gathered);
        Ok((gathered, noted_meta(&html)))
    }

    /// Adds the questions and answers that a page states as data, and marks those that its text
    /// has.
    fn add_stated(&self, html: &Html, gathered: &mut Gathered) {
        for Stated { question, answer } in stated(html) {
            let pieces = self.answer(&answer);
            let text: Vec<&str> = pieces.iter().filter_map(Piece::as_text).collect();
            // A mark would move the pieces at which languages change.
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
        let lines = || answer.lines().map(|line| format!("<p>{line}</p>")).collect();
        let markup = if answer.contains('<') { answer.to_owned() } else { lines() };
        let Ok(html) = parsing::fragment(&markup) else {
            return Vec::new();
        };
        let disclosures = Disclosures::default();
        let dropped = silent_elements(&html, &disclosures, &self.ignore);
        gather(&[html.root_element()], self.known(&dropped, &disclosures), None).pieces
    }

    fn known<'p>(&self, dropped: &'p Nodes, disclosures: &'p Disclosures) -> Known<'p> {
        Known {
            dropped,
            disclosures,
            decodes: self.decodes,
        }
    }

    fn gather_page(&self, html: &Html) -> (Gathered, Option<String>) {
        let disclosures = Disclosures::of(html);
        let mut dropped = silent_elements(html, &disclosures, &self.ignore);
        let content = marked_content(html, &self.content).unwrap_or_else(|| {
            let mut weights = Weights::of(html, &dropped);
            // Of a page without a template they are the same as before.
            if boilerplate::add_boilerplate(html, &weights, &mut dropped) {
                weights = Weights::of(html, &dropped);
            }
            find_content(html, &weights, &dropped)
        });
        let known = self.known(&dropped, &disclosures);
        let mut gathered = gather(&content.roots, known, None);
        self.add_stated(html, &mut gathered);
        if content.is_marked {
            gathered.pieces.iter_mut().for_each(Piece::keep);
        }
        let lang = content.roots.first().and_then(declared_language);
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
        if head.is_redirect {
            return Err(SkipReason::Redirect.into());
        }
        let (gathered, lang) = self.gather_page(&html);
        if cleaned.had_code
            && gathered
                .pieces
                .iter()
                .all(|piece| piece.as_text().is_none())
        {
            return Err(SkipReason::ServerCode.into());
        }
        let mut meta = noted_meta(&html);
        let heading = if gathered.main_heading.is_empty() {
            first_heading(&html)
        } else {
            gathered.main_heading
        };
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
            ..ParsedPage::default()
        };
        Ok(languages::divide(page, &gathered.switches))
    }
}

/// Many layouts put the page's main heading above the main part.
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
