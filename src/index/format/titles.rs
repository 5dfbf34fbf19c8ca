//! The `titles` section: titles of pages and headings on them, for suggestions while typing.
//!
//! Rows are grouped by page, the most important pages first. If a site has more than a visitor
//! should download, only those of its most important pages are kept.

use serde::Serialize;
use serde_bytes::ByteBuf;

use super::fields::Fields;
use super::node::Node;
use super::{Strings, StringsBuilder, encode};
use crate::error::{Damage, Error, Result};

/// A title, or a heading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Title<'t> {
    /// Its text.
    pub text: &'t str,
    /// Its address, with the anchor.
    pub url: &'t str,
    /// Number of its language.
    pub language: usize,
    /// Static importance of the page in 255ths.
    pub importance: u8,
    /// Whether it is a heading on the page.
    pub is_heading: bool,
}

/// Titles and headings.
#[derive(Debug, Clone, Default)]
pub struct Titles {
    texts: Strings,
    urls: Strings,
    languages: Vec<u8>,
    importances: Vec<u8>,
    are_headings: Vec<u8>,
}

#[derive(Serialize)]
struct Columns {
    texts: [ByteBuf; 2],
    urls: [ByteBuf; 2],
    languages: ByteBuf,
    importances: ByteBuf,
    are_headings: ByteBuf,
}

const SECTION: &str = "titles";

impl Titles {
    /// Encodes as many of the titles, from the first on, as fit into `most` bytes of text. Language
    /// numbers must fit in one byte.
    ///
    /// # Errors
    /// Only if memory cannot be allocated.
    pub fn write<'t>(titles: impl Iterator<Item = Title<'t>>, most: usize) -> Result<Vec<u8>> {
        let (mut texts, mut urls) = (StringsBuilder::default(), StringsBuilder::default());
        let mut bytes: [Vec<u8>; 3] = Default::default();
        for title in titles {
            let size = texts.text.len() + urls.text.len();
            if size.saturating_add(title.text.len() + title.url.len()) > most {
                break;
            }
            texts.push(title.text);
            urls.push(title.url);
            bytes[0].push(u8::try_from(title.language).unwrap_or_default());
            bytes[1].push(title.importance);
            bytes[2].push(u8::from(title.is_heading));
        }
        let [languages, importances, are_headings] = bytes.map(ByteBuf::from);
        let columns = Columns {
            texts: [texts.lengths, texts.text].map(ByteBuf::from),
            urls: [urls.lengths, urls.text].map(ByteBuf::from),
            languages,
            importances,
            are_headings,
        };
        encode(SECTION, &columns)
    }

    /// Decodes the section; `languages` is their number.
    ///
    /// # Errors
    /// [`Error::Corrupt`].
    pub fn read(bytes: &[u8], languages: usize) -> Result<Self> {
        let mut fields = Node::decode_fields(SECTION, bytes)?;
        let titles = Self {
            texts: fields.inner(Fields::strings),
            urls: fields.inner(Fields::strings),
            languages: fields.bytes(),
            importances: fields.bytes(),
            are_headings: fields.bytes(),
        };
        fields.end()?;
        let columns = [&titles.languages, &titles.importances, &titles.are_headings];
        let whole = titles.urls.len() == titles.len()
            && columns.iter().all(|column| column.len() == titles.len())
            && titles
                .languages
                .iter()
                .all(|own| usize::from(*own) < languages);
        if whole {
            Ok(titles)
        } else {
            Err(Error::corrupt(SECTION, Damage::Columns))
        }
    }

    /// Returns the number of titles and headings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the title of a row.
    #[must_use]
    pub fn get(&self, row: usize) -> Title<'_> {
        let byte = |column: &[u8]| column.get(row).copied().unwrap_or_default();
        Title {
            text: self.texts.get(row),
            url: self.urls.get(row),
            language: usize::from(byte(&self.languages)),
            importance: byte(&self.importances),
            is_heading: byte(&self.are_headings) > 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles() -> [Title<'static>; 2] {
        let page = Title {
            text: "Ücretler",
            url: "u.html",
            language: 1,
            importance: 9,
            is_heading: false,
        };
        [
            page,
            Title {
                text: "Harç",
                url: "u.html#h",
                is_heading: true,
                ..page
            },
        ]
    }

    #[test]
    fn as_many_titles_as_fit_read_back() {
        let bytes = Titles::write(titles().into_iter(), 1000).unwrap();
        let read = Titles::read(&bytes, 2).unwrap();
        assert_eq!([read.get(0), read.get(1)], titles());
        assert_eq!(read.get(7), Title::default());
        let short = Titles::write(titles().into_iter(), 20).unwrap();
        assert_eq!(Titles::read(&short, 2).unwrap().len(), 1);
    }

    #[test]
    fn an_unknown_language_or_a_truncated_section_is_damage() {
        let bytes = Titles::write(titles().into_iter(), 1000).unwrap();
        assert!(Titles::read(&bytes, 1).is_err());
        for len in 0..bytes.len() {
            assert!(Titles::read(&bytes[..len], 2).is_err(), "{len}");
        }
    }
}
