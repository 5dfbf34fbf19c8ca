//! Reads TOML as settings: the values, and the line of every key.

use std::collections::BTreeMap;

use soru::settings::{Value, join};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use soru_files::place::line_of;

/// A TOML document.
#[derive(Debug)]
pub(super) struct Document {
    sections: Vec<(String, Value)>,
    lines: BTreeMap<String, usize>,
}

impl Document {
    /// Reads a document.
    ///
    /// # Errors
    /// The line and the error, if the text is not TOML.
    pub(super) fn parse(text: &str) -> Result<Self, (usize, String)> {
        let table = DeTable::parse(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            (line, format!("not TOML: {}", error.message()))
        })?;
        let mut lines = Lines {
            text,
            found: BTreeMap::new(),
        };
        let sections = lines.entries(table.get_ref(), "");
        Ok(Self {
            sections,
            lines: lines.found,
        })
    }

    /// Returns the top-level entries.
    pub(super) fn sections(&self) -> &[(String, Value)] {
        &self.sections
    }

    /// Whether the document contains a key.
    #[cfg(test)]
    pub(super) fn has(&self, path: &str) -> bool {
        self.lines.contains_key(&plain(path))
    }

    /// Returns the line of a key, or of the nearest table that contains it.
    pub(super) fn line(&self, path: &str) -> Option<usize> {
        let path = plain(path);
        if let Some(line) = self.lines.get(&path) {
            return Some(*line);
        }
        let above = path.rfind(['.', '[']).map(|end| path[..end].to_owned())?;
        self.line(&above)
    }
}

/// Normalises a key, because engine and file may spell it differently (`topK`, `top_k`).
fn plain(path: &str) -> String {
    path.chars()
        .filter(|c| *c != '_')
        .flat_map(char::to_lowercase)
        .collect()
}

struct Lines<'t> {
    text: &'t str,
    found: BTreeMap<String, usize>,
}

impl Lines<'_> {
    fn entries(&mut self, table: &DeTable<'_>, path: &str) -> Vec<(String, Value)> {
        let mut entries = Vec::new();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let here = join(path, name);
            self.found
                .insert(plain(&here), line_of(self.text, key.span().start));
            entries.push((name.to_owned(), self.value(value, &here)));
        }
        entries
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, path: &str) -> Value {
        match value.get_ref() {
            DeValue::String(text) => Value::Text(text.as_ref().to_owned()),
            DeValue::Boolean(truth) => Value::Bool(*truth),
            DeValue::Integer(number) => Value::Number(
                i64::from_str_radix(number.as_str(), number.radix())
                    .map_or(f64::INFINITY, |number| number as f64),
            ),
            DeValue::Float(number) => Value::Number(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Datetime(date) => Value::Text(date.to_string()),
            DeValue::Table(table) => Value::Map(self.entries(table, path)),
            DeValue::Array(items) => {
                let mut values = Vec::new();
                for (i, item) in items.iter().enumerate() {
                    let here = format!("{path}[{i}]");
                    self.found
                        .insert(plain(&here), line_of(self.text, item.span().start));
                    values.push(self.value(item, &here));
                }
                Value::List(values)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_types_and_order_and_keys_know_their_lines() {
        let text = "b = 0x10\na = [1.5, 'x',\n true]\n[t.'uscis.gov']\nk_1 = 2026-11-20\n";
        let document = Document::parse(text).unwrap();
        let keys: Vec<&str> = document
            .sections()
            .iter()
            .map(|(key, _)| key.as_str())
            .collect();
        assert_eq!(keys, ["b", "a", "t"]);
        assert_eq!(document.sections()[0].1, Value::Number(16.0));
        let list = [
            Value::Number(1.5),
            Value::Text("x".into()),
            Value::Bool(true),
        ];
        assert_eq!(document.sections()[1].1, Value::List(list.to_vec()));
        assert_eq!(document.line("a[2]"), Some(3));
        assert_eq!(document.line("t.uscis.gov.k1"), Some(5));
        assert_eq!(document.line("t.uscis.gov.unknown"), Some(4));
        assert_eq!(document.line("nowhere"), None);
    }
}
