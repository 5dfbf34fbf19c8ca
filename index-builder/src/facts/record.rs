//! Records: facts as written, before validation.

use soru::Fact;
use soru::settings::unknown_key;

use soru_files::place::{Place, Problem};

/// The fields of a fact, required ones first.
pub(super) const FIELDS: [&str; 11] = [
    "question",
    "answer",
    "source_url",
    "aliases",
    "lang",
    "category",
    "checked_on",
    "valid_until",
    "source_title",
    "source_quote",
    "authority",
];

/// The fields that every fact has.
pub(super) const REQUIRED: [&str; 3] = ["question", "answer", "source_url"];

/// Returns the fields of a fact by name, in the order in which files have them. A bar separates
/// aliases, as in CSV.
pub(crate) fn written(fact: &Fact) -> [(&'static str, String); FIELDS.len()] {
    [
        ("question", fact.question.clone()),
        ("aliases", fact.aliases.join(" | ")),
        ("answer", fact.answer.clone()),
        ("source_url", fact.source_url.clone()),
        ("source_title", fact.source_title.clone()),
        ("source_quote", fact.source_quote.clone()),
        ("lang", fact.lang.clone()),
        ("category", fact.category.clone()),
        ("checked_on", fact.checked_on.clone()),
        ("valid_until", fact.valid_until.clone()),
        ("authority", fact.authority.clone()),
    ]
}

/// One fact as written.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The place where it starts.
    pub place: Place,
    /// Its fields, in any order, absent ones left out.
    pub fields: Vec<Field>,
}

/// One field of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name as written.
    pub name: String,
    /// The place of its value.
    pub place: Place,
    /// Its value.
    pub cell: Cell,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A text, or a number as text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
    /// A value that no field can have, with its description.
    Unusable(&'static str),
}

impl Field {
    /// Whether the value has tabs, line breaks or other control characters.
    pub(super) fn has_control_characters(&self) -> bool {
        matches!(&self.cell, Cell::Text(text) if text.trim().contains(char::is_control))
    }

    /// Returns the size of the value in bytes.
    pub(super) fn bytes(&self) -> usize {
        match &self.cell {
            Cell::Text(text) => text.len(),
            Cell::List(texts) => texts.iter().map(String::len).sum(),
            Cell::Unusable(_) => 0,
        }
    }
}

impl Record {
    /// The text of the field with a name.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        match &self.field(name)?.cell {
            Cell::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The field with a name.
    pub(super) fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// The problem of an unknown field.
pub(super) fn unknown_field(name: &str, place: &Place) -> Option<Problem> {
    if FIELDS.contains(&name) {
        return None;
    }
    Some(place.problem(match nearest_field(name) {
        Some(nearest) => format!("unknown field `{name}`; did you mean `{nearest}`?"),
        None => format!(
            "unknown field `{name}`; the fields are {}",
            FIELDS.join(", ")
        ),
    }))
}

/// The problem of an unknown column, if it resembles a missing field: tables of other systems have
/// additional columns.
pub(super) fn misspelt_column<'c>(
    column: &str,
    mut columns: impl Iterator<Item = &'c str>,
) -> Option<String> {
    let nearest = nearest_field(column)?;
    let is_there = columns.any(|column| column == nearest);
    (!is_there).then(|| format!("unknown column `{column}`; did you mean `{nearest}`?"))
}

/// The known field nearest to a misspelt name.
fn nearest_field(name: &str) -> Option<String> {
    unknown_key(name, FIELDS.to_vec()).nearest_key()
}
