//! Reads the fields of a struct one by one, in the order in which they were written.

use super::node::Node;
use super::vectors::floats;
use super::{Reader, Strings};
use crate::error::{Damage, Detail, Error, Result};
use crate::ordered::Map;
use crate::settings::Value;

/// A struct as written: the list of its fields.
///
/// A missing field, or one of the wrong kind, reads as empty and is recorded. [`Fields::end`] then
/// rejects the whole struct. An early return at every field, dropping everything read before it,
/// would make up most of the code for reading.
#[derive(Debug)]
pub(super) struct Fields<'s> {
    section: &'s str,
    nodes: std::vec::IntoIter<Node>,
    damage: Option<Error>,
}

impl<'s> Fields<'s> {
    /// Creates the fields of a struct; errors name `section`.
    pub(super) fn new(section: &'s str, node: Node) -> Self {
        let mut own = Self {
            section,
            nodes: Vec::new().into_iter(),
            damage: None,
        };
        own.nodes = own.list(node).into_iter();
        own
    }

    /// Returns the number of remaining fields.
    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Records that the section is damaged. The first record counts.
    pub(super) fn refuse(&mut self, detail: impl Into<Detail>) {
        if self.damage.is_none() {
            self.damage = Some(Error::corrupt(self.section, detail));
        }
    }

    /// Returns whether every field read so far was valid.
    pub(super) fn end(&mut self) -> Result<()> {
        self.damage.take().map_or(Ok(()), Err)
    }

    fn misplaced(&mut self, found: &Node, expected: &'static str) {
        let found = found.kind();
        self.refuse(Detail::Kind { found, expected });
    }

    fn next(&mut self) -> Node {
        self.nodes.next().unwrap_or_else(|| {
            self.refuse(Damage::NoField);
            Node::Null
        })
    }

    fn list(&mut self, node: Node) -> Vec<Node> {
        match node {
            Node::List(nodes) => nodes,
            other => {
                self.misplaced(&other, "a list");
                Vec::new()
            }
        }
    }

    pub(super) fn text(&mut self) -> String {
        match self.next() {
            Node::Text(text) => text,
            other => {
                self.misplaced(&other, "a text");
                String::new()
            }
        }
    }

    pub(super) fn bytes(&mut self) -> Vec<u8> {
        match self.next() {
            Node::Bytes(bytes) => bytes,
            other => {
                self.misplaced(&other, "bytes");
                Vec::new()
            }
        }
    }

    /// Reads an optional field of bytes at the end; empty if it is missing.
    pub(super) fn optional_bytes(&mut self) -> Vec<u8> {
        if self.nodes.len() == 0 {
            return Vec::new();
        }
        self.bytes()
    }

    /// Reads an optional text at the end; empty if it is missing.
    pub(super) fn optional_text(&mut self) -> String {
        if self.nodes.len() == 0 {
            return String::new();
        }
        self.text()
    }

    pub(super) fn integer(&mut self) -> u64 {
        match self.next() {
            Node::Integer(number) => number,
            other => {
                self.misplaced(&other, "a whole number");
                0
            }
        }
    }

    /// Reads a whole number of at most 32 bits.
    pub(super) fn number(&mut self) -> u32 {
        u32::try_from(self.integer()).unwrap_or_else(|_| {
            self.refuse(Damage::NumberTooLarge);
            0
        })
    }

    pub(super) fn float(&mut self) -> f64 {
        match self.next() {
            Node::Float(number) => number,
            other => {
                self.misplaced(&other, "a number");
                0.0
            }
        }
    }

    pub(super) fn value(&mut self) -> Value {
        self.next().into_value()
    }

    /// Reads a nested struct.
    pub(super) fn inner<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let node = self.next();
        let mut inner = Self::new(self.section, node);
        let value = read(&mut inner);
        self.close(inner);
        value
    }

    /// Adopts the records of a nested struct.
    fn close(&mut self, inner: Self) {
        self.damage = self.damage.take().or(inner.damage);
    }

    /// Reads a list of nested structs.
    pub(super) fn rows<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        self.inner(|fields| fields.all(read))
    }

    /// Reads all remaining fields, each of them a struct.
    pub(super) fn all<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        let mut rows = Vec::with_capacity(self.nodes.len());
        self.for_each(&mut |fields| rows.push(read(fields)));
        rows
    }

    fn for_each(&mut self, read: &mut dyn FnMut(&mut Self)) {
        while let Some(node) = self.nodes.next() {
            let mut fields = Self::new(self.section, node);
            read(&mut fields);
            self.close(fields);
        }
    }

    /// Reads a list of texts.
    pub(super) fn texts(&mut self) -> Vec<String> {
        self.inner(|fields| {
            let mut texts = Vec::with_capacity(fields.nodes.len());
            while fields.nodes.len() > 0 {
                texts.push(fields.text());
            }
            texts
        })
    }

    /// Reads a table of counts.
    pub(super) fn counts(&mut self) -> Map<u64> {
        let mut counts = Map::new();
        let Node::Map(entries) = self.next() else {
            self.refuse(Damage::NoCounts);
            return counts;
        };
        for (key, node) in entries {
            match node {
                Node::Integer(count) => counts.insert(key, count),
                other => self.misplaced(&other, "a whole number"),
            }
        }
        counts
    }

    /// Reads a column of numbers.
    pub(super) fn varints(&mut self) -> Vec<u32> {
        let blob = self.bytes();
        self.numbers(&blob)
    }

    /// Reads an optional column of numbers at the end; empty if it is missing.
    pub(super) fn optional_varints(&mut self) -> Vec<u32> {
        let blob = self.optional_bytes();
        self.numbers(&blob)
    }

    fn numbers(&mut self, blob: &[u8]) -> Vec<u32> {
        let read = Reader::new(self.section, blob).varints();
        self.kept(read)
    }

    /// Reads a column of 32-bit floats.
    pub(super) fn floats(&mut self) -> Vec<f32> {
        let blob = self.bytes();
        let read = floats(self.section, &blob);
        self.kept(read)
    }

    /// Reads a column of strings: lengths and text.
    pub(super) fn strings(&mut self) -> Strings {
        let (lengths, text) = (self.bytes(), self.bytes());
        let read = Strings::read(self.section, &lengths, text);
        self.kept(read)
    }

    /// Reads an optional column of strings at the end; empty if it is missing.
    pub(super) fn optional_strings(&mut self) -> Strings {
        if self.nodes.len() == 0 {
            return Strings::default();
        }
        self.inner(Self::strings)
    }

    /// Unwraps the result of reading a blob. A failure is recorded, and the result is empty.
    pub(super) fn kept<T: Default>(&mut self, read: Result<T>) -> T {
        match read {
            Ok(value) => value,
            Err(error) => {
                self.damage.get_or_insert(error);
                T::default()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_another_kind_is_named() {
        let bytes = rmp_serde::to_vec(&("a", 1, "b")).unwrap();
        let mut fields = Node::decode_fields("test", &bytes).unwrap();
        assert_eq!(fields.text(), "a");
        assert!(fields.bytes().is_empty());
        assert_eq!(fields.text(), "b");
        let message = fields.end().unwrap_err().to_string();
        assert!(message.contains("a number instead of bytes"), "{message}");
    }

    #[test]
    fn a_missing_field_is_damage_even_in_a_nested_struct() {
        let bytes = rmp_serde::to_vec(&(("a", 1), [("b",)])).unwrap();
        let mut fields = Node::decode_fields("test", &bytes).unwrap();
        let inner = fields.inner(|inner| (inner.text(), inner.number()));
        assert_eq!(inner, ("a".to_owned(), 1));
        let rows = fields.rows(|inner| (inner.text(), inner.number()));
        assert_eq!(rows, [("b".to_owned(), 0)]);
        assert_eq!(fields.end().unwrap_err().code(), "CORRUPT_INDEX");
    }

    #[test]
    fn a_complete_struct_is_accepted() {
        let bytes = rmp_serde::to_vec(&("a", 2.5, ["x", "y"])).unwrap();
        let mut fields = Node::decode_fields("test", &bytes).unwrap();
        assert_eq!(fields.text(), "a");
        assert!((fields.float() - 2.5).abs() < f64::EPSILON);
        assert_eq!(fields.texts(), ["x", "y"]);
        fields.end().unwrap();
    }
}
