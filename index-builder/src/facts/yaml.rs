//! Facts from YAML: a list of tables, alone or under the key `facts`.

use std::path::Path;

use soru_files::place::Place;
use soru_files::yaml::{Node, YamlValue, parse};

use super::{Cell, Field, Read, Record};

pub(super) fn read(file: &Path, text: &str) -> Read {
    let root = match parse(text) {
        Ok(root) => root,
        Err(error) => {
            let message = format!("not YAML: {}", error.message);
            return Place::line(file, error.line).problem(message).into();
        }
    };
    let listed = root.get("facts").unwrap_or(&root);
    match &listed.written {
        YamlValue::List(items) => {
            let mut read = Read::default();
            for item in items {
                if !read.has_room(file) {
                    break;
                }
                add(item, file, &mut read);
            }
            read
        }
        YamlValue::Nothing => Read::default(),
        _ => Place::line(file, listed.line)
            .problem("facts must be a list")
            .into(),
    }
}

fn add(item: &Node, file: &Path, read: &mut Read) {
    let place = Place::line(file, item.line);
    if !matches!(item.written, YamlValue::Table(_)) {
        return read
            .problems
            .push(place.problem("a fact must be a table: `question: ...`"));
    }
    let fields = item.entries().iter().filter_map(|(name, value)| {
        Some(Field {
            name: name.text().unwrap_or_default().to_owned(),
            place: Place::line(file, name.line),
            cell: cell(value)?,
        })
    });
    read.records.push(Record {
        fields: fields.collect(),
        place,
    });
}

fn cell(value: &Node) -> Option<Cell> {
    match &value.written {
        YamlValue::Nothing => None,
        YamlValue::Text(text) => Some(Cell::Text(text.clone())),
        YamlValue::List(items) => {
            let texts: Option<Vec<String>> = items
                .iter()
                .map(|item| item.text().map(str::to_owned))
                .collect();
            Some(texts.map_or(
                Cell::Unusable("a list of something other than texts"),
                Cell::List,
            ))
        }
        YamlValue::Table(_) => Some(Cell::Unusable("a table")),
    }
}
