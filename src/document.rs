//! What the index builder hands to the engine: documents.

use std::collections::BTreeMap;
use std::ops::Range;

/// One page, reduced to what a reader reads: its words in order, its headings and its links.
///
/// The builder makes these from HTML, Markdown, text and JSON lines; nothing behind this type
/// knows where a page came from. All texts are in Unicode normalisation form C.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// Unique name: for a folder, the page's path relative to the input.
    pub id: String,
    /// The page's title, without the site's name. May be empty.
    pub title: String,
    /// Where the page is: absolute, or relative to the site's root.
    pub url: String,
    /// Language of the text, as a lower-case primary subtag: `tr`, `en`.
    pub lang: String,
    /// What the page says of itself (`<meta name="description">`). May be empty.
    pub description: String,
    /// The text in reading order.
    pub blocks: Vec<Block>,
    /// Ids of other documents that this page links to. Unknown ids are ignored.
    pub links: Vec<String>,
    /// Static importance between 0 and 1, if the document says one; otherwise it is worked out
    /// from URL depth and inbound links.
    pub importance: Option<f64>,
    /// Anything else the page says of itself (`data-soru-meta`, front matter): date, section.
    pub meta: BTreeMap<String, String>,
    /// Questions that its sections answer, written before the site is built.
    pub questions: Vec<WrittenQuestion>,
}

/// A question that a section answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenQuestion {
    /// The question.
    pub text: String,
    /// The section: a byte range of the document's text, which is all blocks, a line each.
    pub section: Range<u32>,
}

/// A piece of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A heading: starts a section.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its text.
        text: String,
        /// The id to link to, without `#`.
        anchor: Option<String>,
    },
    /// A run of text that reads on its own: a paragraph, a list item, a table row.
    Text(String),
}

impl Block {
    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Heading { text, .. } | Self::Text(text) => text,
        }
    }
}
