//! Front matter: metadata of a Markdown page between `---` (YAML) or `+++` (TOML).

use std::collections::BTreeMap;

use crate::ingest::page::{Address, SkipReason};
use crate::ingest::tidy;
use crate::yaml::{self, Node, YamlValue};

/// The front matter of a page: scalars and lists of scalars by lower-case key.
#[derive(Debug, Default, PartialEq)]
pub(in crate::ingest) struct FrontMatter(BTreeMap<String, Vec<String>>);

/// Splits a page into its front matter and its text.
///
/// # Errors
/// [`SkipReason::Malformed`], with the line in the page.
pub(in crate::ingest) fn split(page: &str) -> Result<(FrontMatter, &str), SkipReason> {
    let page = page.trim_start_matches('\u{feff}');
    if let Some((head, body)) = fenced(page, "---") {
        return Ok((from_yaml(head)?, body));
    }
    if let Some((head, body)) = fenced(page, "+++") {
        return Ok((from_toml(head)?, body));
    }
    Ok((FrontMatter::default(), page))
}

/// The lines between a first line that is the fence and the next that is.
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

/// The fence is a line of the page too.
const FENCE_LINES: usize = 1;

fn malformed(line: usize, message: &str) -> SkipReason {
    SkipReason::Malformed(format!(
        "line {}: front matter: {message}",
        line + FENCE_LINES
    ))
}

fn from_yaml(head: &str) -> Result<FrontMatter, SkipReason> {
    let node = yaml::parse(head).map_err(|error| malformed(error.line, &error.message))?;
    let entries = node.entries().iter().filter_map(|(key, value)| {
        let values = yaml_texts(value);
        key.text()
            .filter(|_| !values.is_empty())
            .map(|key| (key.to_lowercase(), values))
    });
    Ok(FrontMatter(entries.collect()))
}

fn yaml_texts(node: &Node) -> Vec<String> {
    match &node.written {
        YamlValue::Text(text) => vec![text.clone()],
        YamlValue::List(items) => items
            .iter()
            .filter_map(|item| item.text().map(str::to_owned))
            .collect(),
        _ => Vec::new(),
    }
}

fn from_toml(head: &str) -> Result<FrontMatter, SkipReason> {
    let table: toml::Table = head.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| crate::place::line_of(head, span.start));
        malformed(line, error.message())
    })?;
    let entries = table
        .iter()
        .map(|(key, value)| (key.to_lowercase(), toml_texts(value)));
    Ok(FrontMatter(
        entries.filter(|(_, values)| !values.is_empty()).collect(),
    ))
}

fn toml_texts(value: &toml::Value) -> Vec<String> {
    match value {
        toml::Value::String(text) => vec![text.clone()],
        toml::Value::Array(items) => items.iter().flat_map(toml_texts).collect(),
        toml::Value::Table(_) => Vec::new(),
        other => vec![other.to_string()],
    }
}

impl FrontMatter {
    /// The first text under any of the keys.
    pub(in crate::ingest) fn text(&self, keys: &[&str]) -> String {
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
    pub(in crate::ingest) fn objection(&self) -> Option<SkipReason> {
        if self.is("draft", "true") || self.is("published", "false") {
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
        {
            return Some(SkipReason::NoIndex);
        }
        (!self.text(&["redirect_to", "redirect_url"]).is_empty()).then_some(SkipReason::Redirect)
    }

    /// Returns the address that the page declares.
    pub(in crate::ingest) fn address(&self) -> Address {
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
    pub(in crate::ingest) fn meta(&self, wanted: &[String]) -> BTreeMap<String, String> {
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
    fn yaml_and_toml_front_matter_are_equivalent() {
        let yaml = "---\ntitle: Fees\ndate: 2026-11-20\ntags: [a, b]\n---\ntext";
        let toml = "+++\ntitle = 'Fees'\ndate = 2026-11-20\ntags = ['a', 'b']\n+++\ntext";
        let (from_yaml, body) = split(yaml).unwrap();
        assert_eq!(body, "text");
        assert_eq!(split(toml).unwrap(), (from_yaml, "text"));
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
