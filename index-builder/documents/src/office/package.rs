//! Packages: decompresses ZIP archives of XML files within limits.

use std::io::{Cursor, Read};

use roxmltree::{Document, Error, Node, ParsingOptions};
use zip::ZipArchive;
use zip::result::ZipError;

use super::super::DocumentError;
use super::work::{self, Markup};

/// The number of bytes to decompress at a time.
const AT_ONCE: u64 = 64 << 10;

/// The maximum number of XML nodes of a file.
const MOST_NODES: u32 = 2_000_000;

/// An open package.
pub(super) struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    /// The number of bytes that may still be decompressed.
    left: u64,
    markup: Markup,
}

impl<'b> Package<'b> {
    /// Opens a package, of which at most `most` bytes are decompressed.
    pub(super) fn open(bytes: &'b [u8], most: u64) -> Result<Self, DocumentError> {
        let archive = ZipArchive::new(Cursor::new(bytes));
        let archive = archive.map_err(|error| DocumentError::Damaged(error.to_string()))?;
        Ok(Self {
            archive,
            left: most,
            markup: Markup::default(),
        })
    }

    /// Whether the package has a file with this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// Returns the text of a file, if the file exists.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, DocumentError> {
        let file = match self.archive.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(detail)) if detail == ZipError::PASSWORD_REQUIRED => {
                return Err(DocumentError::Password);
            }
            Err(error) => return Err(DocumentError::Damaged(format!("{name}: {error}"))),
        };
        let expected = file.size().min(self.left);
        let mut bytes = Vec::new();
        bytes.reserve_exact(usize::try_from(expected).unwrap_or_default());
        let mut unpacking = Unpacking {
            bytes,
            left: &mut self.left,
            markup: &mut self.markup,
        };
        unpacking
            .unpack(file)
            .map(Some)
            .map_err(|fault| match fault {
                Fault::Damaged(how) => DocumentError::Damaged(format!("{name}: {how}")),
                Fault::Other(error) => error,
            })
    }
}

/// The reason why a file is not unpacked.
enum Fault {
    Damaged(String),
    Other(DocumentError),
}

/// A file that is decompressed piece by piece, so that decompression stops when the file is too
/// large or not text.
struct Unpacking<'p> {
    bytes: Vec<u8>,
    left: &'p mut u64,
    markup: &'p mut Markup,
}

impl Unpacking<'_> {
    fn unpack(&mut self, mut file: impl Read) -> Result<String, Fault> {
        let mut checked = 0;
        while self.piece(&mut file)? {
            if !self.is_utf_16() {
                checked += text_in(&self.bytes[checked..])?;
            }
        }
        if self.is_utf_16() {
            let text = encoding_rs::UTF_16LE.decode(&self.bytes).0;
            return Ok(text.into_owned());
        }
        String::from_utf8(std::mem::take(&mut self.bytes)).map_err(|_| no_text())
    }

    /// Decompresses a piece; returns false at the end.
    fn piece(&mut self, file: &mut impl Read) -> Result<bool, Fault> {
        let from = self.bytes.len();
        let read = file.take(AT_ONCE).read_to_end(&mut self.bytes);
        let read = read.map_err(|error| Fault::Damaged(error.to_string()))?;
        let left = self.left.checked_sub(read as u64);
        *self.left = left.ok_or(Fault::Other(DocumentError::TooMuch))?;
        let counted = self.markup.count(&self.bytes[from..]);
        counted.map_err(Fault::Other)?;
        Ok(read > 0)
    }

    fn is_utf_16(&self) -> bool {
        matches!(self.bytes.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
    }
}

/// Returns the number of bytes that are complete text; the last letter may be incomplete.
fn text_in(bytes: &[u8]) -> Result<usize, Fault> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.len()),
        Err(error) if error.error_len().is_none() => Ok(error.valid_up_to()),
        Err(_) => Err(no_text()),
    }
}

fn no_text() -> Fault {
    Fault::Damaged("it is not UTF-8".to_owned())
}

/// Parses XML.
pub(super) fn parse<'t>(name: &str, text: &'t str) -> Result<Document<'t>, DocumentError> {
    let damaged = |how: String| DocumentError::Damaged(format!("{name}: {how}"));
    let text = text.trim_start_matches('\u{feff}');
    work::check(text)?;
    let options = ParsingOptions {
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| match error {
        Error::NodesLimitReached | Error::NamespacesLimitReached => DocumentError::TooComplex,
        error => damaged(error.to_string()),
    })
}

/// Returns an attribute by its local name, with any prefix.
pub(super) fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attributes()
        .take_while(|_| work::step())
        .find(|attribute| attribute.name() == name)
        .map(|attribute| attribute.value())
}

/// Returns the first child with this name.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children()
        .take_while(|_| work::step())
        .find(|child| child.tag_name().name() == name)
}

/// Returns the children with this name.
pub(super) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children()
        .take_while(|_| work::step())
        .filter(move |child| child.tag_name().name() == name)
}

/// Returns the text of a node. Line breaks in the XML are not line breaks of the text.
pub(super) fn words(node: Node<'_, '_>) -> String {
    let text = node.text();
    text.filter(|text| work::put_out(text.len()))
        .unwrap_or_default()
        .replace(['\n', '\r'], " ")
}

/// Whether a property is on: its element has no value, or a value other than `false`.
pub(super) fn is_on(parent: Option<Node<'_, '_>>, name: &str) -> Option<bool> {
    let node = child(parent?, name)?;
    Some(!matches!(
        attribute(node, "val"),
        Some("0" | "false" | "off")
    ))
}
