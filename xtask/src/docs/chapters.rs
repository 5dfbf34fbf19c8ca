//! The chapters: their list, their order, and their pages in the site.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};

use super::paths;

/// The list of chapters, which is also a page of the site.
pub(super) const LIST: &str = "www/docs/README.md";

/// A chapter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Chapter {
    /// Its file, from the root of the checkout.
    pub(super) source: String,
    /// Its page, from the root of the site.
    pub(super) page: String,
    pub(super) title: String,
    /// Its subject, in a line without formatting.
    pub(super) about: String,
    /// The heading above it in the list; empty for the list itself.
    pub(super) part: String,
    /// Whether it belongs to the nearest preceding chapter that is not nested.
    pub(super) is_nested: bool,
}

impl Chapter {
    /// The list itself.
    fn list() -> Self {
        Self {
            source: LIST.to_owned(),
            page: page(LIST),
            title: "All chapters".to_owned(),
            about: "All chapters of Soru's documentation.".to_owned(),
            ..Self::default()
        }
    }

    /// The language of its text.
    pub(super) fn lang(&self) -> &'static str {
        if self.page.starts_with("tr/") {
            "tr"
        } else {
            "en"
        }
    }
}

/// Reads the list: parts are headings, chapters are lines `- [Title](file): what it is about`,
/// which may be nested once. The list comes last.
///
/// # Errors
/// If a line has another form, or two chapters would have the same page.
pub(super) fn read(list: &str) -> Result<Vec<Chapter>> {
    let mut chapters = Vec::new();
    let mut part = "";
    for line in list.lines() {
        let item = line.trim_start();
        if let Some(title) = line.strip_prefix("## ") {
            part = title;
        } else if let Some(item) = item.strip_prefix("- ") {
            let chapter = chapter(item, part).with_context(|| {
                format!("{LIST}: write `{line}` as `- [Title](file): what it is about`")
            })?;
            chapters.push(Chapter {
                is_nested: line.starts_with(' '),
                ..chapter
            });
        }
    }
    chapters.push(Chapter::list());
    let mut pages = BTreeSet::new();
    if let Some(twice) = chapters.iter().find(|chapter| !pages.insert(&chapter.page)) {
        bail!(
            "{LIST}: two chapters would be `{}`: rename one of their files",
            twice.page
        );
    }
    Ok(chapters)
}

fn chapter(item: &str, part: &str) -> Option<Chapter> {
    let (title, rest) = item.strip_prefix('[')?.split_once("](")?;
    let (link, about) = rest.split_once("): ")?;
    let (source, _) = paths::target(LIST, link)?;
    Some(Chapter {
        page: page(&source),
        source,
        title: title.to_owned(),
        about: about.replace('`', ""),
        part: part.to_owned(),
        is_nested: false,
    })
}

/// Returns the page, or the path of another file, that a file of the checkout becomes.
pub(super) fn page(source: &str) -> String {
    match source {
        LIST => return "chapters.html".to_owned(),
        super::settings::SOURCE => return "settings.html".to_owned(),
        _ => {}
    }
    let below = ["www/docs/", "docs/"];
    let short = below.iter().find_map(|folder| source.strip_prefix(folder));
    let short = short.unwrap_or(source);
    match short.strip_suffix(".md") {
        None => short.to_owned(),
        Some(name) => format!("{}.html", name.to_lowercase().replace("readme", "index")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_list_is_a_chapter() {
        let list = "# All\n\nText.\n\n## Use\n\n- [Start](../../README.md): what `it` is\n  - [More](more.md): of it\n";
        let chapters = read(list).unwrap();
        assert_eq!(
            chapters[0],
            Chapter {
                source: "README.md".to_owned(),
                page: "index.html".to_owned(),
                title: "Start".to_owned(),
                about: "what it is".to_owned(),
                part: "Use".to_owned(),
                is_nested: false,
            }
        );
        assert_eq!(chapters[1].page, "more.html");
        assert!(chapters[1].is_nested);
        assert_eq!(chapters[2].source, LIST);
        assert_eq!(chapters.len(), 3);
    }

    #[test]
    fn an_invalid_line_and_a_duplicate_page_are_errors() {
        for (list, problem) in [
            ("- Start", "`- Start`"),
            ("- [Start](https://a.example/): elsewhere", "elsewhere"),
            ("- [A](a.md): a\n- [B](../../docs/a.md): b", "`a.html`"),
        ] {
            let error = read(list).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn files_become_pages_where_visitors_would_look() {
        assert_eq!(page("ARCHITECTURE.md"), "architecture.html");
        assert_eq!(page("docs/guides/README.md"), "guides/index.html");
        assert_eq!(page("www/docs/tr/README.md"), "tr/index.html");
        assert_eq!(page("docs/benchmarks/load.svg"), "benchmarks/load.svg");
    }
}
