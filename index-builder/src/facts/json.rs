//! Facts from JSON: a list of objects, alone or under the key `facts`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Cell, Field, Read, Record};
use crate::place::{Place, line_of};

/// The list under its key; values stay unparsed, so that they know where they are.
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
            for object in objects {
                match record(object, file, text) {
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

/// The place is told in front of the message already.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message
        .split(" at line ")
        .next()
        .unwrap_or_default()
        .to_owned()
}

fn record(object: &RawValue, file: &Path, text: &str) -> Result<Record, Place> {
    let place = place_of(object, file, text);
    let values: BTreeMap<String, &RawValue> =
        serde_json::from_str(object.get()).map_err(|_| place.clone())?;
    let fields = values.into_iter().filter_map(|(name, value)| {
        let cell = cell(value)?;
        Some(Field {
            name,
            place: place_of(value, file, text),
            cell,
        })
    });
    Ok(Record {
        fields: fields.collect(),
        place,
    })
}

/// Raw values are slices of the text they were read from.
fn place_of(value: &RawValue, file: &Path, text: &str) -> Place {
    let offset = value
        .get()
        .as_ptr()
        .addr()
        .saturating_sub(text.as_ptr().addr());
    Place::line(file, line_of(text, offset))
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
