//! Packages: ZIP archives of XML files, unpacked within bounds.

use std::io::{Cursor, Read};

use roxmltree::{Document, Node};
use zip::ZipArchive;
use zip::result::ZipError;

use super::super::DocumentError;

/// Elements nest no deeper in real documents.
const DEEPEST: usize = 400;

/// An open package.
pub(super) struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    /// Bytes that may still be unpacked.
    left: u64,
}

impl<'b> Package<'b> {
    /// Opens a package of which `most` bytes are unpacked.
    pub(super) fn open(bytes: &'b [u8], most: u64) -> Result<Self, DocumentError> {
        let archive = ZipArchive::new(Cursor::new(bytes));
        let archive = archive.map_err(|error| DocumentError::Damaged(error.to_string()))?;
        Ok(Self {
            archive,
            left: most,
        })
    }

    /// Whether there is a file of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// The text of a file, which may be missing.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, DocumentError> {
        let file = match self.archive.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(detail)) if detail == ZipError::PASSWORD_REQUIRED => {
                return Err(DocumentError::Password);
            }
            Err(error) => return Err(DocumentError::Damaged(format!("{name}: {error}"))),
        };
        let mut bytes = Vec::new();
        let read = file.take(self.left + 1).read_to_end(&mut bytes);
        read.map_err(|error| DocumentError::Damaged(format!("{name}: {error}")))?;
        self.left = self
            .left
            .checked_sub(bytes.len() as u64)
            .ok_or(DocumentError::TooMuch)?;
        let text = match bytes.as_slice() {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
                encoding_rs::UTF_16LE.decode(&bytes).0.into_owned()
            }
            _ => String::from_utf8_lossy(&bytes).into_owned(),
        };
        Ok(Some(text))
    }
}

/// Parses XML.
pub(super) fn parse<'t>(name: &str, text: &'t str) -> Result<Document<'t>, DocumentError> {
    let damaged = |how: String| DocumentError::Damaged(format!("{name}: {how}"));
    let text = text.trim_start_matches('\u{feff}');
    if deepest(text) > DEEPEST {
        return Err(damaged("its elements are nested too deeply".to_owned()));
    }
    Document::parse(text).map_err(|error| damaged(error.to_string()))
}

/// Maximum depth of elements; text that only resembles a tag may be counted too.
fn deepest(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in text.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap_or_default();
        match inside.as_bytes() {
            [b'/', ..] => depth = depth.saturating_sub(1),
            [b'!' | b'?', ..] | [.., b'/'] => {}
            _ => depth += 1,
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// An attribute by its name, whatever its prefix.
pub(super) fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attributes()
        .find(|attribute| attribute.name() == name)
        .map(|attribute| attribute.value())
}

/// The first child of this name.
pub(super) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children()
        .find(|child| child.tag_name().name() == name)
}

/// The children of this name.
pub(super) fn children<'a, 'i>(
    node: Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children()
        .filter(move |child| child.tag_name().name() == name)
}

/// The text of a node; line breaks of the file are no lines of the text.
pub(super) fn words(node: Node<'_, '_>) -> String {
    node.text().unwrap_or_default().replace(['\n', '\r'], " ")
}

/// Whether a file says yes: by an element without a value, or with another than `false`.
pub(super) fn is_on(parent: Option<Node<'_, '_>>, name: &str) -> Option<bool> {
    let node = child(parent?, name)?;
    Some(!matches!(
        attribute(node, "val"),
        Some("0" | "false" | "off")
    ))
}
