//! Reads the arguments of generators' marks, and determines which of them a visitor reads.
//!
//! Examples: `title="Late fee"`, `label='Home'`, `header={"Fees"}`, and positional arguments in
//! quotes.

/// The attributes whose values are visible text, best first.
const READ: [&str; 10] = [
    "title", "label", "header", "heading", "summary", "question", "caption", "content", "text",
    "name",
];

/// The arguments of a mark.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Attributes<'a> {
    /// The arguments in the order written; a positional argument has no name.
    all: Vec<(&'a str, &'a str)>,
}

impl<'a> Attributes<'a> {
    /// Reads `name="value"`, `name=value` and positional arguments.
    pub(super) fn read(text: &'a str) -> Self {
        let mut all = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let (name, after) = name(rest);
            let (value, after) = value(after);
            all.push((name, value));
            rest = after.trim_start();
        }
        Self { all }
    }

    /// Returns the value of an attribute.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        let is_found = |(other, value): &&(&str, &str)| *other == name && !value.is_empty();
        self.all.iter().find(is_found).map(|(_, value)| *value)
    }

    /// Returns the visible text of a mark, if it has any.
    pub(super) fn shown(&self) -> Option<&'a str> {
        READ.iter().find_map(|name| self.get(name))
    }

    /// Returns the first positional argument in quotes.
    pub(super) fn quoted(&self) -> Option<&'a str> {
        self.get("")
    }
}

/// Reads `name=`, or nothing before a positional argument.
fn name(text: &str) -> (&str, &str) {
    let end = text
        .find(|letter: char| !(letter.is_alphanumeric() || "-_:.@".contains(letter)))
        .unwrap_or(text.len());
    match text[end..].strip_prefix('=') {
        Some(after) if end > 0 => (&text[..end], after),
        _ => ("", text),
    }
}

/// Reads a value in quotes, a value in braces and quotes, or a word. A word without a name is not a
/// value.
fn value(text: &str) -> (&str, &str) {
    let bare = text.strip_prefix('{').unwrap_or(text);
    if let Some(quote) = bare.chars().next().filter(|c| "\"'`".contains(*c))
        && let Some((value, after)) = bare[1..].split_once(quote)
    {
        return (value, after.strip_prefix('}').unwrap_or(after));
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (
        "",
        &text[end.max(text.chars().next().map_or(0, char::len_utf8))..],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_in_every_notation() {
        let read = Attributes::read("tip \"Geç ödeme\" class='x' label={\"Ev\"} n=3 open");
        assert_eq!(read.quoted(), Some("Geç ödeme"));
        assert_eq!(read.get("class"), Some("x"));
        assert_eq!(read.shown(), Some("Ev"));
        assert_eq!(Attributes::read("").shown(), None);
        assert_eq!(Attributes::read("title=\"never closed").shown(), None);
        assert_eq!(Attributes::read("é=\"a\" ü").quoted(), None);
    }
}
