//! Reads front matter: metadata of a Markdown page between `---` (YAML) or `+++` (TOML), or as a
//! JSON object at its beginning.

use std::collections::BTreeMap;

use soru_files::yaml::{self, Node, YamlValue};

use crate::page::{Address, SkipReason};
use crate::tidy;

/// The front matter of a page: scalars and lists of scalars by lower-case key. The key of a value
/// in a table includes the table's key: `params.author`.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct FrontMatter(BTreeMap<String, Vec<String>>);

/// Splits a page into its front matter and its text.
///
/// # Errors
/// [`SkipReason::Malformed`], with the line in the page.
pub(crate) fn split(page: &str) -> Result<(FrontMatter, &str), SkipReason> {
    let page = page.trim_start_matches('\u{feff}');
    if let Some((head, body)) = fenced(page, "---") {
        return Ok((from_yaml(head)?, body));
    }
    if let Some((head, body)) = fenced(page, "+++") {
        return Ok((from_toml(head)?, body));
    }
    if begins_with_object(page) {
        return from_json(page);
    }
    Ok((FrontMatter::default(), page))
}

/// Returns the lines between two fences, if the first line is one.
fn fenced<'a>(page: &'a str, fence: &str) -> Option<(&'a str, &'a str)> {
    let head = page.strip_prefix(fence)?;
    let head = head.strip_prefix("\r\n").or(head.strip_prefix('\n'))?;
    let mut offset = 0;
    for line in head.split_inclusive('\n') {
        if line.trim_end() == fence || (fence == "---" && line.trim_end() == "...") {
            return Some((&head[..offset], &head[offset + line.len()..]));
        }
        offset += line.len();
    }
    None
}

/// The first fence is a line of the page too.
const FENCE_LINES: usize = 1;

fn malformed(line: usize, message: &str) -> SkipReason {
    SkipReason::Malformed(format!(
        "line {}: front matter: {message}",
        line + FENCE_LINES
    ))
}

fn from_yaml(head: &str) -> Result<FrontMatter, SkipReason> {
    let node = yaml::parse(head).map_err(|error| malformed(error.line, &error.message))?;
    let mut front = FrontMatter::default();
    front.add_yaml("", &node, 0);
    Ok(front)
}

/// Whether the first line is `{` and the next one contains a key. Text may begin with a brace too.
fn begins_with_object(page: &str) -> bool {
    let rest = page.strip_prefix('{').unwrap_or_default();
    let line_ends = rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    line_ends && rest.trim_start().starts_with(['"', '}'])
}

fn from_json(page: &str) -> Result<(FrontMatter, &str), SkipReason> {
    let mut values = serde_json::Deserializer::from_str(page).into_iter::<serde_json::Value>();
    let mut front = FrontMatter::default();
    match values.next() {
        Some(Ok(value)) => front.add_json("", &value, 0),
        Some(Err(error)) => {
            return Err(SkipReason::Malformed(format!(
                "line {}: front matter: {error}",
                error.line()
            )));
        }
        None => {}
    }
    Ok((front, &page[values.byte_offset()..]))
}

fn from_toml(head: &str) -> Result<FrontMatter, SkipReason> {
    let table: toml::Table = head.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| soru_files::place::line_of(head, span.start));
        malformed(line, error.message())
    })?;
    let mut front = FrontMatter::default();
    front.add_toml("", &toml::Value::Table(table), 0);
    Ok(front)
}

/// The maximum depth of tables whose values are read.
const DEEPEST: usize = 4;

/// Returns the key of a value in a table.
fn key_in(table: &str, key: &str) -> String {
    match table {
        "" => key.to_lowercase(),
        table => format!("{table}.{}", key.to_lowercase()),
    }
}

impl FrontMatter {
    fn add_yaml(&mut self, key: &str, node: &Node, depth: usize) {
        match &node.written {
            YamlValue::Table(_) if depth < DEEPEST => {
                for (inner, value) in node.entries() {
                    if let Some(inner) = inner.text() {
                        self.add_yaml(&key_in(key, inner), value, depth + 1);
                    }
                }
            }
            YamlValue::List(items) => {
                let texts = items.iter().filter_map(|item| item.text());
                self.put(key, texts.map(str::to_owned).collect());
            }
            YamlValue::Text(text) => self.put(key, vec![text.clone()]),
            _ => {}
        }
    }

    fn add_json(&mut self, key: &str, value: &serde_json::Value, depth: usize) {
        use serde_json::Value;
        match value {
            Value::Object(table) if depth < DEEPEST => {
                for (inner, value) in table {
                    self.add_json(&key_in(key, inner), value, depth + 1);
                }
            }
            Value::Array(items) => self.put(key, items.iter().filter_map(json_text).collect()),
            other => self.put(key, json_text(other).into_iter().collect()),
        }
    }

    fn add_toml(&mut self, key: &str, value: &toml::Value, depth: usize) {
        match value {
            toml::Value::Table(table) if depth < DEEPEST => {
                for (inner, value) in table {
                    self.add_toml(&key_in(key, inner), value, depth + 1);
                }
            }
            toml::Value::Array(items) => {
                self.put(key, items.iter().filter_map(toml_text).collect());
            }
            other => self.put(key, toml_text(other).into_iter().collect()),
        }
    }

    fn put(&mut self, key: &str, values: Vec<String>) {
        if !values.is_empty() {
            self.0.insert(key.to_owned(), values);
        }
    }

    /// Returns the text that a page shows for this name: `{{ page.author }}`,
    /// `{{< meta author >}}`, a substitution of `MyST`.
    pub(crate) fn shown(&self, name: &str) -> Option<String> {
        const TABLES: [&str; 7] = [
            "",
            "substitutions",
            "myst.substitutions",
            "params",
            "extra",
            "variables",
            "data",
        ];
        let name = name.trim_start_matches('$').to_lowercase();
        let name = ["page.", "frontmatter.", "params.", ".params.", "."]
            .iter()
            .find_map(|start| name.strip_prefix(start))
            .unwrap_or(&name);
        TABLES
            .iter()
            .find_map(|table| self.0.get(&key_in(table, name)))
            .map(|values| tidy::line(&values.join(", ")))
    }
}

fn json_text(value: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn toml_text(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Table(_) | toml::Value::Array(_) => None,
        other => Some(other.to_string()),
    }
}

impl FrontMatter {
    /// Returns the first text under any of the keys.
    pub(crate) fn text(&self, keys: &[&str]) -> String {
        let found = keys
            .iter()
            .find_map(|key| self.0.get(*key))
            .and_then(|values| values.first());
        found.map(|text| tidy::line(text)).unwrap_or_default()
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.text(&[key]).eq_ignore_ascii_case(value)
    }

    /// Returns the setting by which the author excludes the page, if there is one.
    pub(crate) fn objection(&self) -> Option<SkipReason> {
        let is_unwritten = |key: &&str| self.is(key, "false");
        if self.is("draft", "true") || ["published", "permalink"].iter().any(is_unwritten) {
            return Some(SkipReason::Draft);
        }
        if ["search", "searchable", "soru"]
            .iter()
            .any(|key| self.is(key, "false"))
            || self.is("search_exclude", "true")
        {
            return Some(SkipReason::SearchOff);
        }
        if ["sitemap", "robots"]
            .iter()
            .any(|key| self.is(key, "noindex"))
            || ["noindex", "unlisted"]
                .iter()
                .any(|key| self.is(key, "true"))
        {
            return Some(SkipReason::NoIndex);
        }
        (!self.text(&["redirect_to", "redirect_url"]).is_empty()).then_some(SkipReason::Redirect)
    }

    /// Returns the address that the page declares.
    pub(crate) fn address(&self) -> Address {
        let permalink = self.text(&["permalink", "url"]);
        let slug = self.text(&["slug"]);
        let is_pattern = permalink.contains(':') && !permalink.contains("://");
        if !permalink.is_empty() && !is_pattern {
            return Address::Permalink(permalink);
        }
        match slug.as_str() {
            "" => Address::Unstated,
            slug if slug.starts_with('/') => Address::Permalink(slug.to_owned()),
            slug => Address::Slug(slug.to_owned()),
        }
    }

    /// Returns the values of these keys, lists joined with commas.
    pub(crate) fn meta(&self, wanted: &[String]) -> BTreeMap<String, String> {
        let pick = |key: &String| {
            let values = self.0.get(&key.to_lowercase())?;
            Some((key.clone(), tidy::line(&values.join(", "))))
        };
        wanted
            .iter()
            .filter_map(pick)
            .filter(|(_, value)| !value.is_empty())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_front_matter_are_equivalent() {
        let yaml = "---\ntitle: Fees\ndate: 2026-11-20\ntags: [a, b]\n---\ntext";
        let toml = "+++\ntitle = 'Fees'\ndate = 2026-11-20\ntags = ['a', 'b']\n+++\ntext";
        let (from_yaml, body) = split(yaml).unwrap();
        assert_eq!(body, "text");
        assert_eq!(split(toml).unwrap(), (from_yaml, "text"));
        let json = "{\n \"title\": \"Fees\",\n \"date\": \"2026-11-20\",\n \"tags\": [\"a\", \"b\"]\n}\ntext";
        let (from_json, body) = split(json).unwrap();
        assert_eq!(body, "\ntext");
        assert_eq!(split(yaml).unwrap().0, from_json);
    }

    #[test]
    fn text_in_braces_is_no_front_matter_and_a_broken_object_is_reported() {
        assert_eq!(split("{ { ref } }\ntext").unwrap().1, "{ { ref } }\ntext");
        let Err(SkipReason::Malformed(message)) = split("{\n\"title\": \"a\",\n}\ntext") else {
            panic!()
        };
        assert!(message.starts_with("line 3: front matter: "), "{message}");
    }

    #[test]
    fn values_are_shown_by_the_name_that_generators_give_them() {
        let front = split("---\nfee: 40 TL\nsubstitutions:\n  desk: Kayıt Bürosu\n---\n")
            .unwrap()
            .0;
        assert_eq!(front.shown("page.fee").as_deref(), Some("40 TL"));
        assert_eq!(front.shown("desk").as_deref(), Some("Kayıt Bürosu"));
        assert_eq!(front.shown("site.url"), None);
    }

    #[test]
    fn a_page_may_do_without_and_a_rule_is_not_front_matter() {
        assert_eq!(split("text\n---\nmore").unwrap().1, "text\n---\nmore");
        assert_eq!(split("--- \ntext").unwrap().1, "--- \ntext");
        assert_eq!(split("---\nnever closed").unwrap().1, "---\nnever closed");
    }

    #[test]
    fn an_error_names_the_line_of_the_page() {
        let Err(SkipReason::Malformed(message)) = split("---\ntitle: [a\n---\n") else {
            panic!()
        };
        assert!(message.starts_with("line 3: front matter: "), "{message}");
    }

    #[test]
    fn an_author_can_keep_a_page_out() {
        let objection = |head: &str| split(&format!("---\n{head}\n---\n")).unwrap().0.objection();
        assert_eq!(objection("draft: true"), Some(SkipReason::Draft));
        assert_eq!(objection("published: false"), Some(SkipReason::Draft));
        assert_eq!(objection("permalink: false"), Some(SkipReason::Draft));
        assert_eq!(objection("unlisted: true"), Some(SkipReason::NoIndex));
        assert_eq!(objection("search: false"), Some(SkipReason::SearchOff));
        assert_eq!(objection("redirect_to: /x/"), Some(SkipReason::Redirect));
        assert_eq!(objection("draft: false"), None);
    }

    #[test]
    fn permalinks_go_before_slugs_and_patterns_are_no_addresses() {
        let address = |head: &str| split(&format!("---\n{head}\n---\n")).unwrap().0.address();
        assert_eq!(
            address("permalink: /a/b/\nslug: c"),
            Address::Permalink("/a/b/".into())
        );
        assert_eq!(
            address("permalink: /blog/:title/\nslug: c"),
            Address::Slug("c".into())
        );
        assert_eq!(address("slug: /c"), Address::Permalink("/c".into()));
        assert_eq!(address("title: x"), Address::Unstated);
    }
}
