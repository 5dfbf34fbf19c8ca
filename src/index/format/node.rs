//! Decoded MessagePack values before they become structs.
//!
//! Every section is decoded into this one type and then read field by field ([`Fields`]). A derived
//! `Deserialize` per struct would be shorter, but each adds its own copy of the decoder to the
//! download, and serde's decoder for this one type is four times the code of this one. Writing, by
//! `rmp-serde`, uses derived code: the builder may be large.

use rmp::Marker;

use super::Reader;
use super::fields::Fields;
use crate::error::{Damage, Error, Result};
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

/// The maximum nesting depth of sections; settings written by people stay far below it.
const MAX_DEPTH: usize = 32;

impl Node {
    /// Decodes one value; fails if bytes follow it. Errors name `section`.
    pub(super) fn decode(section: &str, bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(section, bytes);
        match read(&mut reader, MAX_DEPTH) {
            Some(node) if reader.is_at_end() => Ok(node),
            Some(_) => Err(Error::corrupt(section, Damage::DataAfterEnd)),
            None => Err(Error::corrupt(section, Damage::NotMessagePack)),
        }
    }

    /// Decodes a struct, written as the list of its fields.
    pub(super) fn decode_fields<'s>(section: &'s str, bytes: &[u8]) -> Result<Fields<'s>> {
        Ok(Fields::new(section, Self::decode(section, bytes)?))
    }

    /// Converts to a setting.
    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Null | Self::Bytes(_) => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Integer(value) => Value::Number(value as f64),
            Self::Float(value) => Value::Number(value),
            Self::Text(value) => Value::Text(value),
            Self::List(values) => Value::List(values.into_iter().map(Self::into_value).collect()),
            Self::Map(entries) => {
                let entry = |(key, node): (String, Self)| (key, node.into_value());
                Value::Map(entries.into_iter().map(entry).collect())
            }
        }
    }

    /// Returns its name for error messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "a truth value",
            Self::Integer(_) | Self::Float(_) => "a number",
            Self::Text(_) => "a text",
            Self::Bytes(_) => "bytes",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }
}

/// Reads the next value. Returns none if it is truncated, is nested deeper than `depth` or is of a
/// kind that no section has.
fn read(reader: &mut Reader<'_>, depth: usize) -> Option<Node> {
    let marker = Marker::from_u8(reader.next_byte()?);
    Some(match marker {
        Marker::Null => Node::Null,
        Marker::False => Node::Bool(false),
        Marker::True => Node::Bool(true),
        Marker::F64 => Node::Float(f64::from_bits(reader.number(8)?)),
        Marker::FixPos(number) => Node::Integer(number.into()),
        Marker::FixNeg(number) => Node::Float(number.into()),
        Marker::U8 | Marker::U16 | Marker::U32 | Marker::U64 => {
            Node::Integer(reader.number(width(marker))?)
        }
        Marker::I8 | Marker::I16 | Marker::I32 | Marker::I64 => {
            // Shifting to the top and back extends the sign.
            let unused = 64 - 8 * width(marker);
            let number = (reader.number(width(marker))? << unused).cast_signed() >> unused;
            Node::Float(number as f64)
        }
        Marker::FixStr(length) => text(reader, length.into())?,
        Marker::Str8 | Marker::Str16 | Marker::Str32 => {
            let length = reader.number(width(marker))?;
            text(reader, length)?
        }
        Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => {
            let length = reader.number(width(marker))?;
            Node::Bytes(reader.next_bytes(length)?.to_vec())
        }
        Marker::FixArray(length) => list(reader, length.into(), depth)?,
        Marker::Array16 | Marker::Array32 => {
            let length = reader.number(width(marker))?;
            list(reader, length, depth)?
        }
        Marker::FixMap(length) => map(reader, length.into(), depth)?,
        Marker::Map16 | Marker::Map32 => {
            let length = reader.number(width(marker))?;
            map(reader, length, depth)?
        }
        _ => return None,
    })
}

/// Returns the number of bytes of the number after a marker, which is the value itself or its
/// length.
fn width(marker: Marker) -> usize {
    match marker {
        Marker::U8 | Marker::I8 | Marker::Str8 | Marker::Bin8 => 1,
        Marker::U64 | Marker::I64 => 8,
        Marker::U32
        | Marker::I32
        | Marker::Str32
        | Marker::Bin32
        | Marker::Array32
        | Marker::Map32 => 4,
        _ => 2,
    }
}

fn text(reader: &mut Reader<'_>, length: u64) -> Option<Node> {
    let text = std::str::from_utf8(reader.next_bytes(length)?).ok()?;
    Some(Node::Text(text.to_owned()))
}

// No allocation depends on a claimed length.
fn list(reader: &mut Reader<'_>, length: u64, depth: usize) -> Option<Node> {
    let depth = depth.checked_sub(1)?;
    let mut nodes = Vec::new();
    for _ in 0..length {
        nodes.push(read(reader, depth)?);
    }
    Some(Node::List(nodes))
}

fn map(reader: &mut Reader<'_>, length: u64, depth: usize) -> Option<Node> {
    let depth = depth.checked_sub(1)?;
    let mut entries = Vec::new();
    for _ in 0..length {
        let (key, node) = (read(reader, depth)?, read(reader, depth)?);
        if let Node::Text(key) = key {
            entries.push((key, node));
        }
    }
    Some(Node::Map(entries))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn excessive_lengths_and_depths_are_refused() {
        // The values are array32, bin32 and str32 of 2^32 - 1, map32, and a thousand nested arrays.
        for start in [
            [0xdd, 0xff, 0xff, 0xff, 0xff],
            [0xc6, 0xff, 0xff, 0xff, 0xff],
            [0xdb, 0xff, 0xff, 0xff, 0xff],
            [0xdf, 0xff, 0xff, 0xff, 0xff],
        ] {
            assert!(Node::decode("test", &start).is_err());
        }
        assert!(Node::decode("test", &[0x91; 1000]).is_err());
    }

    #[test]
    fn numbers_of_every_width_read_back() {
        for number in [
            0,
            127,
            128,
            255,
            256,
            65_535,
            65_536,
            u64::from(u32::MAX),
            u64::MAX,
        ] {
            let bytes = rmp_serde::to_vec(&number).unwrap();
            assert_eq!(Node::decode("test", &bytes).unwrap(), Node::Integer(number));
        }
        for number in [
            -1_i64,
            -32,
            -33,
            -128,
            -129,
            -32_768,
            -32_769,
            i64::from(i32::MIN),
            i64::MIN,
        ] {
            let bytes = rmp_serde::to_vec(&number).unwrap();
            let node = Node::decode("test", &bytes).unwrap();
            assert_eq!(node, Node::Float(number as f64));
        }
        let bytes = rmp_serde::to_vec(&-0.1).unwrap();
        assert_eq!(Node::decode("test", &bytes).unwrap(), Node::Float(-0.1));
    }

    #[test]
    fn texts_lists_and_maps_of_every_length_read_back() {
        for length in [0, 1, 15, 16, 31, 32, 255, 256, 65_535, 65_536] {
            let text = "x".repeat(length);
            let bytes = rmp_serde::to_vec(&text).unwrap();
            assert_eq!(Node::decode("test", &bytes).unwrap(), Node::Text(text));

            let bytes = rmp_serde::to_vec(&vec![true; length]).unwrap();
            let list = Node::List(vec![Node::Bool(true); length]);
            assert_eq!(Node::decode("test", &bytes).unwrap(), list);

            let blob = serde_bytes::ByteBuf::from(vec![7; length]);
            let bytes = rmp_serde::to_vec(&blob).unwrap();
            assert_eq!(
                Node::decode("test", &bytes).unwrap(),
                Node::Bytes(blob.into_vec())
            );

            let map: BTreeMap<String, Option<u8>> =
                (0..length).map(|key| (format!("{key:05}"), None)).collect();
            let bytes = rmp_serde::to_vec(&map).unwrap();
            let entries = map.into_keys().map(|key| (key, Node::Null)).collect();
            assert_eq!(Node::decode("test", &bytes).unwrap(), Node::Map(entries));
        }
    }

    #[test]
    fn trailing_bytes_and_invalid_texts_are_refused() {
        for bytes in [
            &[0x01, 0x02][..],
            &[0xa1, 0xff],
            &[0xc1],
            &[0xd4, 0, 0],
            &[],
        ] {
            assert_eq!(
                Node::decode("test", bytes).unwrap_err().code(),
                "CORRUPT_INDEX"
            );
        }
    }
}
