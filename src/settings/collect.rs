//! Converts serialisable values to a [`Value`].
//!
//! Answers reach JavaScript as values. A direct serialiser to JavaScript objects would add a copy
//! of the code that makes objects for every struct and every type of field; here a field costs a
//! call, and objects are made from a single type.

use std::fmt;

use serde::ser::{self, Impossible, Serialize, Serializer};

use super::Value;

impl Value {
    /// Converts to the equivalent of JSON: structs as tables, in the order of their fields, unit
    /// variants as their names. Whole numbers are exact up to 2^53.
    ///
    /// ```
    /// use soru::settings::Value;
    /// let value = Value::collect(&("a", 1, [true]))?;
    /// let list = Value::List(vec![Value::Bool(true)]);
    /// assert_eq!(value, Value::List(vec![Value::Text("a".into()), Value::Number(1.0), list]));
    /// # Ok::<(), soru::settings::Unwritable>(())
    /// ```
    ///
    /// # Errors
    /// If it contains a variant with content, or a map with keys that are not texts.
    pub fn collect(value: &(impl Serialize + ?Sized)) -> Result<Self, Unwritable> {
        value.serialize(Collector)
    }
}

/// A value that [`Value`] cannot represent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unwritable;

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is not a text, number, boolean, list or table")
    }
}

impl std::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

struct Collector;

struct List(Vec<Value>);

struct Table {
    entries: Vec<(String, Value)>,
    key: String,
}

impl List {
    // Compiled once per type of item; inlining would copy it to every use.
    #[inline(never)]
    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Unwritable> {
        self.0.push(item.serialize(Collector)?);
        Ok(())
    }
}

impl Table {
    #[inline(never)]
    fn push<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Unwritable> {
        self.insert(key, value.serialize(Collector)?);
        Ok(())
    }

    #[inline(never)]
    fn insert(&mut self, key: &str, value: Value) {
        self.entries.push((key.to_owned(), value));
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<Value, Unwritable> {
            Ok(Value::Number(value as f64))
        })*
    };
}

// Fields of 64 bits are file sizes.
#[allow(clippy::cast_lossless)]
impl Serializer for Collector {
    type Ok = Value;
    type Error = Unwritable;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = Impossible<Value, Unwritable>;
    type SerializeMap = Table;
    type SerializeStruct = Table;
    type SerializeStructVariant = Impossible<Value, Unwritable>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_f32: f32, serialize_f64: f64
    }

    fn serialize_bool(self, value: bool) -> Result<Value, Unwritable> {
        Ok(Value::Bool(value))
    }
    fn serialize_char(self, value: char) -> Result<Value, Unwritable> {
        Ok(Value::Text(value.to_string()))
    }
    fn serialize_str(self, value: &str) -> Result<Value, Unwritable> {
        Ok(Value::Text(value.to_owned()))
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<Value, Unwritable> {
        let numbers = value.iter().map(|byte| Value::Number(f64::from(*byte)));
        Ok(Value::List(numbers.collect()))
    }
    fn serialize_none(self) -> Result<Value, Unwritable> {
        Ok(Value::Null)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Unwritable> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Value, Unwritable> {
        Ok(Value::Null)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Unwritable> {
        Ok(Value::Null)
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Unwritable> {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, Unwritable> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Value, Unwritable> {
        Err(Unwritable)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<List, Unwritable> {
        Ok(List(Vec::new()))
    }
    fn serialize_tuple(self, _: usize) -> Result<List, Unwritable> {
        Ok(List(Vec::new()))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List, Unwritable> {
        Ok(List(Vec::new()))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unwritable> {
        Err(Unwritable)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Table, Unwritable> {
        Ok(Table {
            entries: Vec::new(),
            key: String::new(),
        })
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Table, Unwritable> {
        self.serialize_map(None)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unwritable> {
        Err(Unwritable)
    }
}

impl ser::SerializeSeq for List {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Unwritable> {
        self.push(item)
    }
    fn end(self) -> Result<Value, Unwritable> {
        Ok(Value::List(self.0))
    }
}

impl ser::SerializeTuple for List {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Unwritable> {
        self.push(item)
    }
    fn end(self) -> Result<Value, Unwritable> {
        Ok(Value::List(self.0))
    }
}

impl ser::SerializeTupleStruct for List {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Unwritable> {
        self.push(item)
    }
    fn end(self) -> Result<Value, Unwritable> {
        Ok(Value::List(self.0))
    }
}

impl ser::SerializeMap for Table {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        match key.serialize(Collector)? {
            Value::Text(key) => self.key = key,
            _ => return Err(Unwritable),
        }
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        let key = std::mem::take(&mut self.key);
        self.push(&key, value)
    }
    fn end(self) -> Result<Value, Unwritable> {
        Ok(Value::Map(self.entries))
    }
}

impl ser::SerializeStruct for Table {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Unwritable> {
        self.push(key, value)
    }
    fn end(self) -> Result<Value, Unwritable> {
        Ok(Value::Map(self.entries))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize)]
    enum Variant {
        Plain,
        With(u8),
    }

    #[derive(Serialize)]
    struct Record<'a> {
        text: &'a str,
        letter: char,
        number: f64,
        count: u64,
        small: i8,
        on: bool,
        kind: Variant,
        pair: (u8, [u32; 2]),
        none: Option<u8>,
        some: Option<Vec<&'a str>>,
        table: BTreeMap<&'a str, f32>,
        unit: (),
    }

    fn record(kind: Variant) -> Record<'static> {
        Record {
            text: "kayıt",
            letter: 'ı',
            number: -0.25,
            count: 1 << 40,
            small: -3,
            on: true,
            kind,
            pair: (7, [1, 2]),
            none: None,
            some: Some(vec!["a", "b"]),
            table: BTreeMap::from([("x", 0.5), ("y", 2.0)]),
            unit: (),
        }
    }

    #[test]
    fn a_collected_value_equals_its_json() {
        let record = record(Variant::Plain);
        let json = serde_json::to_value(&record).unwrap();
        let from_json = Value::deserialize(&json).unwrap();
        let Value::Map(mut entries) = Value::collect(&record).unwrap() else {
            panic!("a struct is a table");
        };
        assert_eq!(entries[0].0, "text");
        // serde_json sorts its tables.
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        assert_eq!(Value::Map(entries), from_json);
    }

    #[test]
    fn an_unrepresentable_value_is_an_error() {
        assert_eq!(Value::collect(&record(Variant::With(1))), Err(Unwritable));
        assert_eq!(Value::collect(&BTreeMap::from([(1, 2)])), Err(Unwritable));
    }
}
