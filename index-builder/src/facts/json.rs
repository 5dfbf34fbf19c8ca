//! Facts from JSON: a list of objects, alone or under the key `facts`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use soru_files::place::Place;

use super::{Cell, Field, Read, Record};

/// A list under its key; values stay unparsed to keep their positions.
#[derive(Deserialize)]
struct Wrapped<'t> {
    #[serde(borrow)]
    facts: Vec<&'t RawValue>,
}

pub(super) fn read(file: &Path, text: &str) -> Read {
    let listed = if text.trim_start().starts_with('{') {
        serde_json::from_str::<Wrapped<'_>>(text).map(|wrapped| wrapped.facts)
    } else {
        serde_json::from_str::<Vec<&RawValue>>(text)
    };
    match listed {
        Ok(objects) => {
            let mut read = Read::default();
            let lines = Lines::of(text);
            for object in objects {
                if !read.has_room(file) {
                    break;
                }
                match record(object, file, &lines) {
                    Ok(record) => read.records.push(record),
                    Err(place) => read
                        .problems
                        .push(place.problem("a fact must be an object")),
                }
            }
            read
        }
        Err(error) => Place::line(file, error.line().max(1))
            .problem(format!(
                "not a JSON list of facts: {}",
                without_place(&error)
            ))
            .into(),
    }
}

/// The message without its position, which the problem states separately.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message
        .split(" at line ")
        .next()
        .unwrap_or_default()
        .to_owned()
}

fn record(object: &RawValue, file: &Path, lines: &Lines<'_>) -> Result<Record, Place> {
    let place = lines.place_of(object, file);
    let values: BTreeMap<String, &RawValue> =
        serde_json::from_str(object.get()).map_err(|_| place.clone())?;
    let fields = values.into_iter().filter_map(|(name, value)| {
        let cell = cell(value)?;
        Some(Field {
            name,
            place: lines.place_of(value, file),
            cell,
        })
    });
    Ok(Record {
        fields: fields.collect(),
        place,
    })
}

/// The ends of lines in a text, found once for all values.
struct Lines<'t> {
    text: &'t str,
    ends: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at).collect();
        Self { text, ends }
    }

    /// A raw value is a slice of the source text, so its position is known.
    fn place_of(&self, value: &RawValue, file: &Path) -> Place {
        let (value, text) = (value.get().as_ptr(), self.text.as_ptr());
        let offset = value.addr().saturating_sub(text.addr());
        Place::line(file, 1 + self.ends.partition_point(|end| *end < offset))
    }
}

fn cell(value: &RawValue) -> Option<Cell> {
    match serde_json::from_str(value.get()) {
        Ok(Value::Null) => None,
        Ok(Value::String(text)) => Some(Cell::Text(text)),
        Ok(Value::Number(number)) => Some(Cell::Text(number.to_string())),
        Ok(Value::Array(items)) => Some(list(&items)),
        Ok(Value::Bool(_)) => Some(Cell::Unusable("true or false")),
        Ok(Value::Object(_)) | Err(_) => Some(Cell::Unusable("an object")),
    }
}

fn list(items: &[Value]) -> Cell {
    let texts: Option<Vec<String>> = items
        .iter()
        .map(|item| item.as_str().map(str::to_owned))
        .collect();
    texts.map_or(
        Cell::Unusable("a list of something other than texts"),
        Cell::List,
    )
}
