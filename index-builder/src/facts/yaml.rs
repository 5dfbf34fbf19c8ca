//! Facts from YAML: a list of tables, alone or under the key `facts`.

use std::fmt::Write as _;
use std::path::Path;

use soru::Fact;
use soru_files::place::Place;
use soru_files::yaml::{Node, YamlValue, parse};

use super::{Cell, Field, Read, Record, written};

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

/// Writes a fact as an entry of the list, after `indent` on each line and without empty fields.
pub(super) fn entry(fact: &Fact, indent: &str) -> String {
    let mut text = String::new();
    for line in written(fact).iter().flat_map(|(name, _)| field(fact, name)) {
        let before = if text.is_empty() { "- " } else { "  " };
        let _ = writeln!(text, "{indent}{before}{line}");
    }
    text
}

/// The lines of a field, without indentation; none if it is empty.
pub(super) fn field(fact: &Fact, name: &str) -> Vec<String> {
    let mut fields = written(fact).into_iter();
    let value = fields.find_map(|(own, value)| (own == name).then_some(value));
    let value = value.unwrap_or_default();
    // An entry begins with its question.
    if value.is_empty() && name != "question" {
        return Vec::new();
    }
    if name == "aliases" {
        let aliases = fact.aliases.iter();
        let aliases = aliases.map(|alias| format!("  - {}", quoted(alias)));
        return std::iter::once("aliases:".to_owned())
            .chain(aliases)
            .collect();
    }
    vec![format!("{name}: {}", quoted(&value))]
}

/// A text as JSON, which YAML reads; every possible line break is escaped.
fn quoted(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
