//! What a reader makes of one page, before the rest of the site is known.
//!
//! A [`Page`] holds what stands on the page itself. Its title without the site's name, its
//! language, its address and its links to other documents need the whole site; they are worked
//! out by [`Site`](super::Site), which turns a page into a [`soru::Document`].

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use soru::Block;

/// One page as written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The name it gives itself; empty if the path of its file is its name.
    pub id: String,
    /// What the page may be called, best first.
    pub titles: Titles,
    /// What the page says of itself.
    pub description: String,
    /// The language it declares, as written: `tr`, `en-GB`.
    pub lang: String,
    /// Where it says it is.
    pub address: Address,
    /// Its text in reading order.
    pub pieces: Vec<Piece>,
    /// Targets of its links, as written.
    pub hrefs: Vec<String>,
    /// Targets of what it names as itself in another language (`hreflang`), as written.
    pub translations: Vec<String>,
    /// What it calls the documents that it links.
    pub linked: Vec<Linked>,
    /// Its importance between 0 and 1, if it states one.
    pub importance: Option<f64>,
    /// Anything else it says of itself.
    pub meta: BTreeMap<String, String>,
    /// What of it could not be read, if anything: a warning.
    pub lost: Option<String>,
    /// The part of the file that it is, behind the `#` of its address; empty if it is all of it.
    pub fragment: String,
    /// Whether another page of the same file comes before it.
    pub is_part: bool,
    /// The pages of the same file that come after the first.
    pub further: Vec<Page>,
}

/// A link to what may be a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Linked {
    /// Its target, as written.
    pub href: String,
    /// Its text.
    pub text: String,
}

/// The candidates for a page's title.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Titles {
    /// Set apart for the purpose: front matter, the `title` of a JSON line.
    pub given: String,
    /// The first main heading of the content.
    pub heading: String,
    /// The window's title, often with the site's name.
    pub window: String,
}

/// Where a page says it is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub enum Address {
    /// It does not say: the place of its file decides.
    #[default]
    Unstated,
    /// It is nowhere: a JSON line without `url`.
    Nowhere,
    /// A reference as in a link, resolved against the page: canonical link, `url` of a JSON line.
    Reference(String),
    /// A path below the site's root: `permalink` of front matter.
    Permalink(String),
    /// Another name for the last part of the path: `slug` of front matter.
    Slug(String),
}

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Piece {
    /// A block that is content whatever other pages say.
    Content(#[serde(with = "KeptBlock")] Block),
    /// A text that is dropped if many pages of the site have the very same.
    Repeatable(String),
    /// Something was left out here.
    Gap,
}

/// A [`Block`] as the cache keeps it.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Block")]
enum KeptBlock {
    Heading {
        level: u8,
        text: String,
        anchor: Option<String>,
    },
    Text(String),
}

impl Piece {
    /// A text that is content whatever other pages say.
    #[must_use]
    pub fn text(text: String) -> Self {
        Self::Content(Block::Text(text))
    }

    /// Makes a repeatable text content.
    pub fn keep(&mut self) {
        if let Self::Repeatable(text) = self {
            *self = Self::text(std::mem::take(text));
        }
    }

    /// The text of anything but a heading.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Content(Block::Text(text)) | Self::Repeatable(text) => Some(text),
            Self::Content(Block::Heading { .. }) | Self::Gap => None,
        }
    }
}

/// Why a page does not become a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Rejection {
    /// It is left out, counted and reported.
    Skipped(Reason),
    /// The input is wrong and the build cannot go on.
    Fault(String),
}

impl From<Reason> for Rejection {
    fn from(reason: Reason) -> Self {
        Self::Skipped(reason)
    }
}

/// Why a page is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reason {
    /// `<meta name="robots" content="noindex">`.
    NoIndex,
    /// `draft: true` or `published: false`.
    Draft,
    /// `search: false`.
    SearchOff,
    /// The page only leads to another.
    Redirect,
    /// Nothing to read is left.
    NoText,
    /// The document has pictures only.
    Pictures,
    /// The document opens with a password only.
    Password,
    /// The document does not say which letters it draws.
    WrongLetters,
    /// A document in a format that is not read.
    OtherFormat(String),
    /// The bytes are not text.
    NotText,
    /// Its the the the the the the the the the the the the the the the the the the the the the the the the the the the
    /// the the the the the the the the the the the the the the the the the the the the the the the the file name is not
    /// Unicode.
    FileName,
    /// The page is larger than a page may be.
    TooLarge(String),
    /// Parsing the page would take too long.
    TooComplex(String),
    /// It is a symbolic link, and leads out of the input folder.
    LinkedOut(String),
    /// Another file of the folder has the same name to anybody who reads it.
    SameName(String),
    /// The file could not be read.
    Unreadable(String),
    /// The file is not what its name says.
    Malformed(String),
}

impl Reason {
    /// What pages with this reason have in common; details are left to [`fmt::Display`].
    #[must_use]
    pub fn group(&self) -> &'static str {
        match self {
            Self::NoIndex => "asks not to be indexed (robots: noindex)",
            Self::Draft => "draft",
            Self::SearchOff => "search: false",
            Self::Redirect => "redirect to another page",
            Self::NoText => "no text",
            Self::Pictures => {
                "images without text; run OCR on the file, or export it from its source again"
            }
            Self::Password => "protected by a password; save it without one",
            Self::WrongLetters => {
                "the file does not map its glyphs to characters; export it again, with ToUnicode \
                 maps"
            }
            Self::OtherFormat(_) => "unsupported document format",
            Self::NotText => "not a text file",
            Self::FileName => "file name is not Unicode",
            Self::TooLarge(_) => "too large",
            Self::TooComplex(_) => "too complex to parse",
            Self::LinkedOut(_) => "link out of the input folder (--follow-links follows it)",
            Self::SameName(_) => "the same name as another page in a different Unicode form",
            Self::Unreadable(_) => "unreadable",
            Self::Malformed(_) => "malformed",
        }
    }

    /// What is said of this page alone.
    #[must_use]
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::TooLarge(detail)
            | Self::TooComplex(detail)
            | Self::LinkedOut(detail)
            | Self::SameName(detail)
            | Self::Unreadable(detail)
            | Self::Malformed(detail)
            | Self::OtherFormat(detail) => Some(detail),
            _ => None,
        }
    }

    /// Whether the author asked for it; anything else may be a mistake worth a look.
    #[must_use]
    pub fn is_intended(&self) -> bool {
        matches!(
            self,
            Self::NoIndex | Self::Draft | Self::SearchOff | Self::Redirect
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.detail() {
            Some(detail) => write!(f, "{}: {detail}", self.group()),
            None => f.write_str(self.group()),
        }
    }
}
