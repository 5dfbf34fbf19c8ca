//! Documents: the input of the index builder.

use std::collections::BTreeMap;
use std::ops::Range;

/// One page, reduced to its content: its words in order, its headings and its links.
///
/// Readers make these from HTML, Markdown, text and JSON lines; later stages do not know the source
/// format. All texts are in Unicode normalisation form C.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// Unique name: for a folder, the page's path relative to the input.
    pub id: String,
    /// The page's title, without the site's name. May be empty.
    pub title: String,
    /// Address of the page: absolute, or relative to the site's root.
    pub url: String,
    /// Language of the text, as a lower-case primary subtag: `tr`, `en`.
    pub lang: String,
    /// The page's own description (`<meta name="description">`). May be empty.
    pub description: String,
    /// The text in reading order.
    pub blocks: Vec<Block>,
    /// Ids of other documents that this page links to. Unknown ids are ignored.
    pub links: Vec<String>,
    /// Ids of other documents that this page names as itself in another language. Unknown ids are
    /// ignored.
    pub translations: Vec<String>,
    /// Ids of the documents that are newer versions of this page, the newest first. Unknown ids are
    /// ignored.
    pub newer: Vec<String>,
    /// Static importance between 0 and 1, if the document states one; otherwise it is computed from
    /// URL depth and inbound links.
    pub importance: Option<f64>,
    /// Further metadata of the page (`data-soru-meta`, front matter): date, section.
    pub meta: BTreeMap<String, String>,
    /// Questions that its sections answer, generated before the build.
    pub questions: Vec<WrittenQuestion>,
}

impl Document {
    /// Returns its text: a line per block that has one.
    pub fn text(&self) -> String {
        let blocks = self.blocks.iter();
        let lines = blocks.filter(|block| !matches!(block, Block::End(_) | Block::Weight(_)));
        lines.map(Block::text).collect::<Vec<_>>().join("\n")
    }
}

/// A question that a section answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenQuestion {
    /// The question.
    pub text: String,
    /// The section: a byte range of the document's text, which has one line per block.
    pub section: Range<u32>,
    /// The words of the text that answer it; empty if these are not known.
    pub answer: Range<u32>,
    /// Whether the section only seems to answer it.
    pub is_near_miss: bool,
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
        /// Whether the site states it as a question that its section answers.
        is_question: bool,
    },
    /// A self-contained run of text: a paragraph, a list item, a table row.
    Text(String),
    /// A text that is found and never quoted: it is no answer, and no language model reads it.
    Unquoted(String),
    /// The section of a heading of this level ends; the text after it belongs to the section around
    /// it. Where another heading follows, no block needs to say so.
    End(u8),
    /// The texts after it have this weight, in hundredths; [`USUAL_WEIGHT`] ends that.
    Weight(u16),
}

/// The weight of a text, in hundredths, if nothing states another.
pub const USUAL_WEIGHT: u16 = 100;

/// Returns a weight in hundredths. A weight beyond their range becomes the nearest one in it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast takes the nearest number"
)]
pub fn hundredths(weight: f64) -> u16 {
    libm::round(weight * f64::from(USUAL_WEIGHT)) as u16
}

impl Block {
    /// Returns its text; none for the end of a section, or a weight.
    pub fn text(&self) -> &str {
        match self {
            Self::Heading { text, .. } | Self::Text(text) | Self::Unquoted(text) => text,
            Self::End(_) | Self::Weight(_) => "",
        }
    }
}
