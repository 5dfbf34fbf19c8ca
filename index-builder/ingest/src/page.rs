//! The result of reading one page, without the rest of the site.
//!
//! A [`ParsedPage`] contains the content of the page itself. Its title without the name of the
//! site, its language, its address and its links to other documents depend on the whole site.
//! [`Site`](super::Site) determines them and converts a page to a [`soru::Document`].

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use soru::Block;

/// The reason why a whole page was read: its content has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whole {
    /// The site's owner marked an element as the content.
    Marked,
    /// The content was looked for.
    Unmarked,
}

/// One page as written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ParsedPage {
    /// The id that it states; empty if the path of its file is its id.
    pub id: String,
    /// Candidates for the title, best first.
    pub titles: Titles,
    /// The description that the page declares.
    pub description: String,
    /// The language that it declares, as written: `tr`, `en-GB`.
    pub lang: String,
    /// The address that the page declares.
    pub address: Address,
    /// Its text in reading order.
    pub pieces: Vec<Piece>,
    /// Targets of its links, as written.
    pub hrefs: Vec<String>,
    /// Addresses of the page in other languages (`hreflang`), as written.
    pub translations: Vec<String>,
    /// Links to documents, with their texts.
    pub linked: Vec<Linked>,
    /// Its importance between 0 and 1, if it states one.
    pub importance: Option<f64>,
    /// Other metadata.
    pub meta: BTreeMap<String, String>,
    /// A warning about unreadable parts, if any.
    pub lost: Option<String>,
    /// Why the whole page was read, if it was.
    pub whole: Option<Whole>,
    /// The fragment after `#` in its address, if it is part of a file; empty for a whole file.
    pub fragment: String,
    /// Whether another page of the same file precedes it: a page of the same document, or in
    /// another language.
    pub is_part: bool,
    /// The pages of the same file that come after the first.
    pub further: Vec<ParsedPage>,
}

impl ParsedPage {
    /// Its texts without headings.
    pub(super) fn texts(&self) -> Vec<&str> {
        self.pieces.iter().filter_map(Piece::as_text).collect()
    }

    /// Its texts without headings and pictures, or those of its pictures if it has no others.
    pub(super) fn prose(&self) -> Vec<&str> {
        let is_own = |piece: &&Piece| !matches!(piece, Piece::Picture(_));
        let own = self.pieces.iter().filter(is_own).filter_map(Piece::as_text);
        let own: Vec<&str> = own.collect();
        if own.is_empty() { self.texts() } else { own }
    }
}

/// A link that may lead to a document.
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
    /// A dedicated field: front matter, or the `title` of a JSON line.
    pub given: String,
    /// The first main heading of the content.
    pub heading: String,
    /// The content of `<title>`, often with the site's name.
    pub window: String,
}

/// The address that a page declares.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub enum Address {
    /// The page states no address, so the place of its file determines it.
    #[default]
    Unstated,
    /// The page has no address, as a JSON line without `url`.
    Nowhere,
    /// A reference as in a link, resolved against the page: a canonical link, or `url` of a JSON
    /// line.
    Reference(String),
    /// A path below the site's root, as `permalink` of front matter.
    Permalink(String),
    /// Another name for the last part of the path, as `slug` of front matter.
    Slug(String),
}

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Piece {
    /// A block of the content.
    Content(#[serde(with = "KeptBlock")] Block),
    /// The text alternative of a picture, which may be in another language than the page.
    Picture(String),
    /// A place where content was left out.
    Gap,
}

/// A [`Block`] as the cache stores it.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Block")]
enum KeptBlock {
    Heading {
        level: u8,
        text: String,
        anchor: Option<String>,
        is_question: bool,
    },
    Text(String),
    Unquoted(String),
    End(u8),
    Weight(u16),
}

impl Piece {
    /// Creates a piece from a text of the content.
    pub fn text(text: String) -> Self {
        Self::Content(Block::Text(text))
    }

    /// Returns the text of any block except a heading.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Content(Block::Text(text) | Block::Unquoted(text)) | Self::Picture(text) => {
                Some(text)
            }
            Self::Content(Block::Heading { .. } | Block::End(_) | Block::Weight(_)) | Self::Gap => {
                None
            }
        }
    }
}

/// The reason why a page does not become a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Rejection {
    /// The page is left out, counted and reported.
    Skipped(SkipReason),
    /// The input is wrong, and the build cannot continue.
    Fault(String),
}

impl From<SkipReason> for Rejection {
    fn from(reason: SkipReason) -> Self {
        Self::Skipped(reason)
    }
}

/// The reason why a page is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SkipReason {
    /// The page has `<meta name="robots" content="noindex">`, or front matter has `unlisted: true`.
    NoIndex,
    /// Front matter has `draft: true`, `published: false` or `permalink: false`.
    Draft,
    /// Front matter has `search: false`.
    SearchOff,
    /// A pattern of `[input] exclude` matches it.
    Excluded,
    /// No pattern of `[input] include` matches it.
    NotIncluded,
    /// The file is a document, and documents are disabled.
    DocumentsOff,
    /// The file has text for people, in an unsupported format.
    Kind,
    /// The file is obviously not a page, by its extension: a picture, a style sheet.
    Other(String),
    /// The file is a server program without any HTML.
    ServerCode,
    /// The page only leads to another.
    Redirect,
    /// Another page of the site says the same. The fields are the rule by which that page is kept,
    /// and its name.
    Copy(CopyRule, String),
    /// The site's generator made the page: an index, a search page.
    Generated(String),
    /// The page has no text left.
    NoText,
    /// The document contains only pictures.
    Pictures,
    /// The document needs a password.
    Password,
    /// The document does not state which letters it draws.
    WrongLetters,
    /// The document has an unsupported format.
    OtherFormat(String),
    /// The bytes are not text.
    NotText,
    /// The file name is not Unicode.
    FileName,
    /// The page exceeds the maximum size.
    TooLarge(String),
    /// Parsing the page would take too long.
    TooComplex(String),
    /// The file is a symbolic link that leads out of the input folder.
    LinkedOut(String),
    /// Another file of the folder has a name that looks the same.
    SameName(String),
    /// The file could not be read.
    Unreadable(String),
    /// The content of the file does not match its name.
    Malformed(String),
}

/// The rule by which one of several copies is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CopyRule {
    /// The other page is outside of a preview.
    Preview,
    /// Its canonical link names the other page.
    Canonical,
    /// The other page is in the sitemap.
    Sitemap,
    /// More pages link to the other page.
    Links,
    /// The other page belongs to the newest version.
    Version,
    /// The other page has the shorter address.
    Address,
    /// The page repeats several others.
    Listing,
}

impl CopyRule {
    fn description(self) -> &'static str {
        match self {
            Self::Preview => "copy in a preview of a page that stands outside of it",
            Self::Canonical => "copy of the page that the canonical link names",
            Self::Sitemap => "copy of a page that is in the sitemap",
            Self::Links => "copy of a page to which more pages link",
            Self::Version => "copy of a page of the newest version",
            Self::Address => "copy of a page with a shorter address",
            Self::Listing => "listing that repeats other pages",
        }
    }
}

impl SkipReason {
    /// Describes all pages with this reason; [`fmt::Display`] adds details.
    pub fn group(&self) -> &'static str {
        match self {
            Self::NoIndex => "asks not to be indexed (robots: noindex)",
            Self::Draft => "draft",
            Self::SearchOff => "search: false",
            Self::Excluded => {
                "left out by its name ([input] exclude in soru.toml; remove the pattern to read it)"
            }
            Self::NotIncluded => "not named by [input] include in soru.toml",
            Self::DocumentsOff => "documents are not read ([input.documents] read in soru.toml)",
            Self::Kind => {
                "a kind of file that is not read; publish it as HTML, Markdown, text or PDF as well"
            }
            Self::Other(_) => "no page",
            Self::ServerCode => "only code of a server, which no visitor sees",
            Self::Redirect => "redirect to another page",
            Self::Copy(rule, _) => rule.description(),
            Self::Generated(_) => "made by the site's generator, and says what other pages say",
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

    /// Describes this page alone.
    pub fn detail(&self) -> Option<&str> {
        match self {
            Self::TooLarge(detail)
            | Self::TooComplex(detail)
            | Self::LinkedOut(detail)
            | Self::SameName(detail)
            | Self::Unreadable(detail)
            | Self::Malformed(detail)
            | Self::Other(detail)
            | Self::Copy(_, detail)
            | Self::Generated(detail)
            | Self::OtherFormat(detail) => Some(detail),
            _ => None,
        }
    }

    /// Whether the author requested it; other reasons may be mistakes.
    pub fn is_intended(&self) -> bool {
        matches!(
            self,
            Self::NoIndex
                | Self::Draft
                | Self::SearchOff
                | Self::Excluded
                | Self::NotIncluded
                | Self::DocumentsOff
                | Self::Kind
                | Self::Other(_)
                | Self::ServerCode
                | Self::Copy(..)
                | Self::Generated(_)
                | Self::Redirect
        )
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.detail() {
            Some(detail) => write!(f, "{}: {detail}", self.group()),
            None => f.write_str(self.group()),
        }
    }
}
