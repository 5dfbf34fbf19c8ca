//! The indexed text: the sections that a language model would be asked about.

use std::path::Path;

use regex::Regex;
use serde_json::Value;

/// A section as it is indexed.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) title: String,
    /// The headings above it, outermost first.
    pub(crate) headings: String,
    pub(crate) text: String,
}

/// The sections of a site.
#[derive(Debug, Default)]
pub(crate) struct Indexed(pub(crate) Vec<Section>);

impl Indexed {
    /// Reads the requests that `soru questions prompts` wrote; none if it did not.
    pub(crate) fn read(file: &Path) -> Self {
        let form =
            "(?s)<<<(\\w+) section>>>\nTitle: (.*?)\nHeadings: (.*?)\n\n(.*)\n<<<\\w+ end>>>";
        let form = Regex::new(form).expect("a regular expression");
        let requests = std::fs::read_to_string(file).unwrap_or_default();
        let section = |line: &str| {
            let request: Value = serde_json::from_str(line).ok()?;
            let content = request["messages"].as_array()?.last()?["content"].as_str()?;
            let found = form.captures(content)?;
            Some(Section {
                title: found[2].to_owned(),
                headings: found[3].to_owned(),
                text: found[4].to_owned(),
            })
        };
        Self(requests.lines().filter_map(section).collect())
    }

    fn of<'s>(&'s self, page: Option<&'s str>) -> impl Iterator<Item = &'s Section> {
        self.0
            .iter()
            .filter(move |section| page.is_none_or(|page| flat(&section.title) == page))
    }

    /// All words of a page, or of all pages.
    pub(crate) fn words(&self, page: Option<&str>) -> String {
        let parts = self
            .of(page)
            .flat_map(|section| [&section.title, &section.headings, &section.text]);
        parts.map(|part| flat(part)).collect::<Vec<_>>().join(" ")
    }

    /// The blocks of a page, or of all pages.
    pub(crate) fn lines(&self, page: Option<&str>) -> Vec<String> {
        let lines = self.of(page).flat_map(|section| section.text.split('\n'));
        lines.map(flat).collect()
    }

    pub(crate) fn titles(&self) -> Vec<String> {
        self.0.iter().map(|section| flat(&section.title)).collect()
    }

    /// The titles of pages and the headings of sections.
    pub(crate) fn headings(&self) -> Vec<String> {
        let of = |section: &Section| {
            let headings = section.headings.split(" > ").map(flat);
            headings.chain([flat(&section.title)]).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of).collect()
    }

    /// The sections for people.
    pub(crate) fn shown(&self) -> String {
        let line = |section: &Section| {
            format!("{} > {}: {}", section.title, section.headings, section.text)
        };
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// A text with white space as one space.
pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
