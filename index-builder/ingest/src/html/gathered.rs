//! The input and output of the walk over a page's content.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use super::disclosures::Disclosures;
use super::languages::Switch;
use super::visibility::Silence;
use crate::page::{Piece, Whole};
use crate::tidy;

/// Properties of a page that are known before its blocks are gathered.
#[derive(Clone, Copy)]
pub(super) struct Known<'p> {
    /// Elements that are not part of the text, or stay hidden.
    pub(super) silence: &'p Silence,
    pub(super) disclosures: &'p Disclosures,
    /// Whether to read obfuscated mail addresses.
    pub(super) decodes: bool,
}

impl Known<'_> {
    /// Returns the words of an element without dropped elements.
    pub(super) fn words_of(&self, element: &ElementRef<'_>) -> String {
        let is_dropped = |node: &NodeRef<'_, Node>| {
            let mut above = { node.ancestors() }.take_while(|above| above.id() != element.id());
            above.any(|above| self.silence.dropped.contains(&above.id()))
        };
        let texts = element.descendants().filter(|node| !is_dropped(node));
        let texts = texts.filter_map(|node| Some(&**node.value().as_text()?));
        tidy::line(&texts.collect::<Vec<&str>>().join(" "))
    }
}

/// The result of a walk over the content.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) hrefs: Vec<String>,
    /// The first `h1`.
    pub(crate) main_heading: String,
    /// Declarations of languages below the roots.
    pub(crate) switches: Vec<Switch>,
    /// Why the whole page was read, if it was.
    pub(crate) whole: Option<Whole>,
}

impl Gathered {
    /// Whether there is anything but headings.
    pub(super) fn has_text(&self) -> bool {
        self.pieces.iter().any(|piece| piece.as_text().is_some())
    }
}
