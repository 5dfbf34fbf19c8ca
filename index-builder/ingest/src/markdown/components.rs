//! Reads components: the tags and statements of MDX.
//!
//! A component's tag is at the beginning of a line. The HTML reader handles tags within a sentence,
//! and ignores their names.

/// The maximum number of lines of a tag; a longer one is text.
const LONGEST: usize = 15;

/// The maximum length of a tag in bytes; a longer one is text.
const LONGEST_TAG: usize = 4096;

/// The maximum number of lines of a statement; a longer one is text.
const LONGEST_STATEMENT: usize = 60;

/// A tag of a component, `<TabItem label="Ev">`.
#[derive(Debug, PartialEq)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) kind: TagKind,
    /// Its attributes, on one line.
    pub(super) attributes: String,
    /// The text after it on its last line.
    pub(super) rest: String,
    /// Number of its lines.
    pub(super) lines: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum TagKind {
    Opens,
    Closes,
    /// `<Badge text="x" />`
    Alone,
}

/// Whether a line is an opening tag of HTML with the attribute by which Jekyll and `MkDocs` read
/// Markdown inside: `<div markdown="1">`, `<div markdown>`.
pub(super) fn holds_markdown(line: &str) -> bool {
    let line = line.trim();
    let Some(tag) = line.strip_prefix('<').and_then(|tag| tag.strip_suffix('>')) else {
        return false;
    };
    let is_tag = tag.starts_with(|letter: char| letter.is_ascii_lowercase());
    let values = ["", "=\"1\"", "='1'", "=\"block\"", "=\"span\""];
    let reads = |word: &str| {
        let value = word.strip_prefix("markdown");
        value.is_some_and(|value| values.contains(&value))
    };
    is_tag && !tag.contains(['<', '>']) && tag.split_whitespace().skip(1).any(reads)
}

/// Returns the component's tag at the beginning of these lines.
pub(super) fn tag(lines: &[&str]) -> Option<Tag> {
    let first = lines.first()?.trim_start().strip_prefix('<')?;
    let is_closing = first.starts_with('/');
    let is_component = |name: &str| name.starts_with(|letter: char| letter.is_ascii_uppercase());
    if !is_component(first.trim_start_matches('/')) {
        return None;
    }
    let mut text = String::new();
    for (count, line) in lines.iter().take(LONGEST).enumerate() {
        if line.trim().is_empty() || text.len() + line.len() > LONGEST_TAG {
            return None;
        }
        text.push_str(line.trim());
        if let Some(end) = tag_end(&text) {
            return Some(parsed(&text, end, is_closing, count + 1));
        }
        text.push(' ');
    }
    None
}

fn parsed(text: &str, end: usize, is_closing: bool, lines: usize) -> Tag {
    let inner = text[1..end].trim_start_matches('/');
    let bare = inner.trim_end_matches('/');
    let name_end = bare
        .find(|letter: char| !(letter.is_alphanumeric() || "._-".contains(letter)))
        .unwrap_or(bare.len());
    let kind = match inner.ends_with('/') {
        _ if is_closing => TagKind::Closes,
        true => TagKind::Alone,
        false => TagKind::Opens,
    };
    Tag {
        name: bare[..name_end].to_owned(),
        kind,
        attributes: bare[name_end..].trim().to_owned(),
        rest: text[end + 1..].trim_start().to_owned(),
        lines,
    }
}

/// Returns the place of the `>` that ends a tag, outside of quotes and braces.
fn tag_end(text: &str) -> Option<usize> {
    let (mut quote, mut braces) = (None, 0_usize);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), _) => quote = (letter != open).then_some(open),
            (None, '"' | '\'') => quote = Some(letter),
            (None, '{') => braces += 1,
            (None, '}') => braces = braces.saturating_sub(1),
            (None, '>') if braces == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// Returns the number of lines of an `import` or `export` that begins here; none if it is a
/// sentence.
pub(super) fn statement(lines: &[&str]) -> Option<usize> {
    let first = lines.first()?;
    let is_import = first.starts_with("import ") && !first.trim_end().ends_with('.');
    let is_export = [
        "export const ",
        "export default ",
        "export function ",
        "export {",
        "export let ",
    ]
    .iter()
    .any(|start| first.starts_with(start));
    if is_import {
        return import(lines);
    }
    is_export.then(|| {
        let mut open = 0_i64;
        let mut ends = |line: &str| {
            open += line.chars().map(nesting).sum::<i64>();
            open <= 0
        };
        let end = lines
            .iter()
            .take(LONGEST_STATEMENT)
            .position(|line| ends(line));
        end.map_or(1, |last| last + 1)
    })
}

fn nesting(letter: char) -> i64 {
    match letter {
        '{' | '(' | '[' => 1,
        '}' | ')' | ']' => -1,
        _ => 0,
    }
}

/// Reads `import 'x'` or `import X from "x"`, which may span several lines.
fn import(lines: &[&str]) -> Option<usize> {
    for (count, line) in lines.iter().take(LONGEST).enumerate() {
        let line = line.trim_end().trim_end_matches(';');
        let is_quoted = line.ends_with(['"', '\'']);
        if is_quoted
            && (line.contains(" from ")
                || line.starts_with("import ")
                || line.starts_with("} from "))
        {
            return Some(count + 1);
        }
        if line.is_empty() {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_has_its_attributes_even_over_lines() {
        let tag = tag(&[
            "<TabItem",
            "  value=\"a > b\"",
            "  label={x > 1}>Metin",
            "more",
        ])
        .unwrap();
        assert_eq!(tag.name, "TabItem");
        assert_eq!(tag.kind, TagKind::Opens);
        assert_eq!(tag.attributes, "value=\"a > b\" label={x > 1}");
        assert_eq!((tag.rest.as_str(), tag.lines), ("Metin", 3));
        assert_eq!(super::tag(&["<p>text"]), None);
        assert_eq!(super::tag(&["<Never closed", ""]), None);
    }

    #[test]
    fn statements_are_told_from_sentences() {
        assert_eq!(
            statement(&["import Tabs from '@theme/Tabs';", "x"]),
            Some(1)
        );
        assert_eq!(
            statement(&["import {", "  A,", "} from \"b\"", "x"]),
            Some(3)
        );
        assert_eq!(
            statement(&["export const fee = {", "  a: 1,", "};", "x"]),
            Some(3)
        );
        assert_eq!(statement(&["import duties are paid by students"]), None);
        assert_eq!(statement(&["export of goods"]), None);
    }
}
