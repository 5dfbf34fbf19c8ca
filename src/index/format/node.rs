//! Decoded MessagePack before it is given a shape.
//!
//! Every section is decoded into this one type and taken apart by hand. A derived `Deserialize`
//! per struct would be shorter, but each one brings its own copy of the decoder, which together
//! were a third of the download.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::error::{Error, Result};
use crate::settings::Value;

/// A MessagePack value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Integer(u64),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

/// No section nests deeper; settings written by people stay far below it.
const MAX_DEPTH: usize = 32;

impl Node {
    /// Decodes one value and insists that nothing follows it; `section` is named in errors.
    pub(super) fn decode(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut decoder = rmp_serde::Deserializer::new(bytes);
        decoder.set_max_depth(MAX_DEPTH);
        let node =
            Self::deserialize(&mut decoder).map_err(|error| Error::corrupt(section, error))?;
        match decoder.get_ref().len() {
            0 => Ok(node),
            more => Err(Error::corrupt(section, format!("{more} bytes too many"))),
        }
    }

    /// Decodes a struct, which is written as the list of its fields.
    pub(super) fn decode_row<'s>(section: &'s str, bytes: &[u8]) -> Result<Row<'s>> {
        Self::decode(section, bytes)?.into_row(section)
    }

    /// The fields of a struct.
    pub(super) fn into_row(self, section: &str) -> Result<Row<'_>> {
        match self {
            Self::List(fields) => Ok(Row {
                section,
                fields: fields.into_iter(),
            }),
            other => Err(other.misplaced(section, "a list")),
        }
    }

    /// A setting as a person wrote it.
    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Null | Self::Bytes(_) => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Integer(value) => Value::Number(value as f64),
            Self::Float(value) => Value::Number(value),
            Self::Text(value) => Value::Text(value),
            Self::List(values) => Value::List(values.into_iter().map(Self::into_value).collect()),
            Self::Map(entries) => Value::Map(
                entries
                    .into_iter()
                    .map(|(key, node)| (key, node.into_value()))
                    .collect(),
            ),
        }
    }

    fn misplaced(&self, section: &str, expected: &str) -> Error {
        let found = match self {
            Self::Null => "nothing",
            Self::Bool(_) => "a truth value",
            Self::Integer(_) | Self::Float(_) => "a number",
            Self::Text(_) => "a text",
            Self::Bytes(_) => "bytes",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        };
        Error::corrupt(section, format!("{found} stands where {expected} should"))
    }
}

/// The fields of a struct, taken one by one in the order in which they were written.
#[derive(Debug)]
pub(super) struct Row<'s> {
    section: &'s str,
    fields: std::vec::IntoIter<Node>,
}

impl<'s> Row<'s> {
    fn next(&mut self) -> Result<Node> {
        self.fields
            .next()
            .ok_or_else(|| Error::corrupt(self.section, "a field is missing"))
    }

    pub(super) fn text(&mut self) -> Result<String> {
        match self.next()? {
            Node::Text(text) => Ok(text),
            other => Err(other.misplaced(self.section, "a text")),
        }
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>> {
        match self.next()? {
            Node::Bytes(bytes) => Ok(bytes),
            other => Err(other.misplaced(self.section, "bytes")),
        }
    }

    pub(super) fn integer(&mut self) -> Result<u64> {
        match self.next()? {
            Node::Integer(number) => Ok(number),
            other => Err(other.misplaced(self.section, "a whole number")),
        }
    }

    /// A whole number of at most 32 bits.
    pub(super) fn number(&mut self) -> Result<u32> {
        let number = self.integer()?;
        u32::try_from(number).map_err(|_| Error::corrupt(self.section, "a number is too large"))
    }

    pub(super) fn float(&mut self) -> Result<f64> {
        match self.next()? {
            Node::Float(number) => Ok(number),
            other => Err(other.misplaced(self.section, "a number")),
        }
    }

    pub(super) fn value(&mut self) -> Result<Value> {
        Ok(self.next()?.into_value())
    }

    /// The fields of a struct inside.
    pub(super) fn row(&mut self) -> Result<Row<'s>> {
        self.next()?.into_row(self.section)
    }

    /// A list of structs inside.
    pub(super) fn rows<T>(&mut self, read: impl Fn(&mut Row<'s>) -> Result<T>) -> Result<Vec<T>> {
        self.row()?
            .fields
            .map(|node| read(&mut node.into_row(self.section)?))
            .collect()
    }

    pub(super) fn texts(&mut self) -> Result<Vec<String>> {
        let mut row = self.row()?;
        let mut texts = Vec::with_capacity(row.fields.len());
        while !row.fields.as_slice().is_empty() {
            texts.push(row.text()?);
        }
        Ok(texts)
    }

    pub(super) fn blobs<const N: usize>(&mut self) -> Result<[Vec<u8>; N]> {
        let mut row = self.row()?;
        let mut blobs = [const { Vec::new() }; N];
        for blob in &mut blobs {
            *blob = row.bytes()?;
        }
        Ok(blobs)
    }

    /// A table of counts.
    pub(super) fn counts(&mut self) -> Result<Vec<(String, u64)>> {
        let Node::Map(entries) = self.next()? else {
            return Err(Error::corrupt(self.section, "a table of counts is missing"));
        };
        entries
            .into_iter()
            .map(|(key, node)| match node {
                Node::Integer(count) => Ok((key, count)),
                other => Err(other.misplaced(self.section, "a whole number")),
            })
            .collect()
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a MessagePack value")
    }
    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Float(value as f64))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Integer(value))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Float(value))
    }
    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }
    fn visit_bytes<E>(self, value: &[u8]) -> Result<Node, E> {
        Ok(Node::Bytes(value.to_vec()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = seq.next_element()? {
            nodes.push(node);
        }
        Ok(Node::List(nodes))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, node)) = map.next_entry::<Node, Node>()? {
            if let Node::Text(key) = key {
                entries.push((key, node));
            }
        }
        Ok(Node::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_of_another_kind_is_named() {
        let bytes = rmp_serde::to_vec(&("a", 1)).unwrap();
        let mut row = Node::decode_row("test", &bytes).unwrap();
        assert_eq!(row.text().unwrap(), "a");
        let message = row.bytes().unwrap_err().to_string();
        assert!(
            message.contains("a number stands where bytes should"),
            "{message}"
        );
        assert_eq!(row.text().unwrap_err().code(), "CORRUPT_INDEX");
    }

    #[test]
    fn claimed_lengths_and_depths_are_not_believed() {
        // array32, bin32 and str32 of 2^32 - 1, map32, and a thousand nested arrays.
        for start in [
            [0xdd, 0xff, 0xff, 0xff, 0xff],
            [0xc6, 0xff, 0xff, 0xff, 0xff],
        ] {
            assert!(Node::decode("test", &start).is_err());
        }
        assert!(Node::decode("test", &[0xdb, 0xff, 0xff, 0xff, 0xff]).is_err());
        assert!(Node::decode("test", &[0xdf, 0xff, 0xff, 0xff, 0xff]).is_err());
        assert!(Node::decode("test", &[0x91; 1000]).is_err());
    }
}
