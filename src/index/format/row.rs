//! The fields of a struct, taken one by one in the order in which they were written.

use super::node::Node;
use super::vectors::floats;
use super::{Reader, Strings};
use crate::error::{Error, Result};
use crate::essential::IS_FULL;
use crate::ordered::Map;
use crate::settings::Value;

/// A struct as it was written: the list of its fields.
///
/// A field that is missing, or is of another kind than asked for, is taken for an empty one, and
/// noted. [`Row::end`] then refuses the whole: a way out at every field, with all that was read
/// before it to be dropped, would be most of the code of reading.
#[derive(Debug)]
pub(super) struct Row<'s> {
    section: &'s str,
    fields: std::vec::IntoIter<Node>,
    damage: Option<Error>,
}

impl<'s> Row<'s> {
    /// The fields of a struct; `section` is named in errors.
    pub(super) fn new(section: &'s str, node: Node) -> Self {
        let mut row = Self {
            section,
            fields: Vec::new().into_iter(),
            damage: None,
        };
        row.fields = row.list(node).into_iter();
        row
    }

    /// How many fields are left.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Notes that the section is damaged. What was noted first counts.
    pub(super) fn refuse(&mut self, detail: &str) {
        if self.damage.is_none() {
            self.damage = Some(Error::corrupt(self.section, detail));
        }
    }

    /// Whether everything that was asked for so far was there.
    pub(super) fn end(&mut self) -> Result<()> {
        self.damage.take().map_or(Ok(()), Err)
    }

    fn misplaced(&mut self, found: &Node, expected: &str) {
        if !IS_FULL {
            return self.refuse("");
        }
        self.refuse(&format!("{} stands where {expected} should", found.kind()));
    }

    fn next(&mut self) -> Node {
        self.fields.next().unwrap_or_else(|| {
            self.refuse("a field is missing");
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

    /// Bytes of a field at the end that not every index has; none if it is not there.
    pub(super) fn optional_bytes(&mut self) -> Vec<u8> {
        if self.fields.len() == 0 {
            return Vec::new();
        }
        self.bytes()
    }

    /// A text of a field at the end that not every row has; empty if it is not there.
    pub(super) fn optional_text(&mut self) -> String {
        if self.fields.len() == 0 {
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

    /// A whole number of at most 32 bits.
    pub(super) fn number(&mut self) -> u32 {
        u32::try_from(self.integer()).unwrap_or_else(|_| {
            self.refuse("a number is too large");
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

    /// A struct inside.
    pub(super) fn inner<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let node = self.next();
        let mut inner = Self::new(self.section, node);
        let value = read(&mut inner);
        self.close(inner);
        value
    }

    /// Takes over what a struct inside noted.
    fn close(&mut self, inner: Self) {
        self.damage = self.damage.take().or(inner.damage);
    }

    /// A list of structs inside.
    pub(super) fn rows<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        self.inner(|row| row.all(read))
    }

    /// All fields that are left, each of them a struct.
    pub(super) fn all<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        let mut rows = Vec::with_capacity(self.fields.len());
        self.for_each(&mut |row| rows.push(read(row)));
        rows
    }

    fn for_each(&mut self, read: &mut dyn FnMut(&mut Self)) {
        while let Some(node) = self.fields.next() {
            let mut row = Self::new(self.section, node);
            read(&mut row);
            self.close(row);
        }
    }

    /// A list of texts inside.
    pub(super) fn texts(&mut self) -> Vec<String> {
        self.inner(|row| {
            let mut texts = Vec::with_capacity(row.fields.len());
            while row.fields.len() > 0 {
                texts.push(row.text());
            }
            texts
        })
    }

    /// A table of counts.
    pub(super) fn counts(&mut self) -> Map<u64> {
        let mut counts = Map::new();
        let Node::Map(entries) = self.next() else {
            self.refuse("a table of counts is missing");
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

    /// A column of numbers.
    pub(super) fn varints(&mut self) -> Vec<u32> {
        let blob = self.bytes();
        let read = Reader::new(self.section, &blob).varints();
        self.kept(read)
    }

    /// A column of 32-bit floats.
    pub(super) fn floats(&mut self) -> Vec<f32> {
        let blob = self.bytes();
        let read = floats(self.section, &blob);
        self.kept(read)
    }

    /// A column of strings: lengths and text.
    pub(super) fn strings(&mut self) -> Strings {
        let (lengths, text) = (self.bytes(), self.bytes());
        let read = Strings::read(self.section, &lengths, text);
        self.kept(read)
    }

    /// A column of strings at the end that not every index has; empty if it is not there.
    pub(super) fn optional_strings(&mut self) -> Strings {
        if self.fields.len() == 0 {
            return Strings::default();
        }
        self.inner(Self::strings)
    }

    /// What was read of a blob; empty, and noted, if that failed.
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
        let mut row = Node::decode_row("test", &bytes).unwrap();
        assert_eq!(row.text(), "a");
        assert!(row.bytes().is_empty());
        assert_eq!(row.text(), "b");
        let message = row.end().unwrap_err().to_string();
        assert!(
            message.contains("a number stands where bytes should"),
            "{message}"
        );
    }

    #[test]
    fn a_field_that_is_missing_is_damage_also_in_a_struct_inside() {
        let bytes = rmp_serde::to_vec(&(("a", 1), [("b",)])).unwrap();
        let mut row = Node::decode_row("test", &bytes).unwrap();
        let inner = row.inner(|inner| (inner.text(), inner.number()));
        assert_eq!(inner, ("a".to_owned(), 1));
        let rows = row.rows(|inner| (inner.text(), inner.number()));
        assert_eq!(rows, [("b".to_owned(), 0)]);
        assert_eq!(row.end().unwrap_err().code(), "CORRUPT_INDEX");
    }

    #[test]
    fn what_is_whole_ends_well() {
        let bytes = rmp_serde::to_vec(&("a", 2.5, ["x", "y"])).unwrap();
        let mut row = Node::decode_row("test", &bytes).unwrap();
        assert_eq!(row.text(), "a");
        assert!((row.float() - 2.5).abs() < f64::EPSILON);
        assert_eq!(row.texts(), ["x", "y"]);
        row.end().unwrap();
    }
}
