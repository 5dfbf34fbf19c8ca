//! The survey: finds the shared parts of a site's pages in a sample.
//!
//! Templates repeat text: the name of the site at the end of every window title, the same notice on
//! every other page. The survey reads an even sample of the HTML pages before the build, so that
//! every page can then be read alone.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::page::ParsedPage;

/// Separators between the title of a page and the name of the site.
const SEPARATORS: [&str; 11] = [
    " - ", " | ", " – ", " — ", " · ", " • ", " :: ", " » ", " « ", " / ", ": ",
];

/// Default window titles of editors, in lower case.
const UNTITLED: [&str; 26] = [
    "adsız",
    "adsız belge",
    "başlıksız",
    "bez názvu",
    "bez tytułu",
    "document",
    "document sans nom",
    "document sans titre",
    "documento sem título",
    "documento senza titolo",
    "documento sin título",
    "dokument bez tytułu",
    "namnlös",
    "namnlöst dokument",
    "naamloos document",
    "new page",
    "new page 1",
    "no title",
    "sans titre",
    "unbenanntes dokument",
    "untitled",
    "untitled document",
    "untitled page",
    "без названия",
    "无标题文档",
    "無題ドキュメント",
];

/// A page of the sample: its id, its language and its parsed content.
pub(super) type Surveyed = (String, String, ParsedPage);

/// The shared parts of a site's pages.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// Ends and beginnings of window titles, with their separators.
    suffixes: HashSet<String>,
    prefixes: HashSet<String>,
    /// Main headings that many pages share, because they are the site's name and not a title.
    headings: HashSet<String>,
    /// Window titles that many pages share.
    windows: HashSet<String>,
}

impl Survey {
    pub(super) fn of(sample: &[Surveyed]) -> Self {
        let mut languages: BTreeMap<&str, Vec<&Surveyed>> = BTreeMap::new();
        for page in sample {
            languages.entry(&page.1).or_default().push(page);
        }
        let mut survey = Self::default();
        for pages in languages.values() {
            survey.add_language(pages);
        }
        survey
    }

    fn add_language(&mut self, pages: &[&Surveyed]) {
        let many = |least: usize| least.max(pages.len().div_ceil(5));
        let windows = || pages.iter().map(|page| page.2.titles.window.as_str());
        self.suffixes
            .extend(common(windows().flat_map(suffixes), many(3)));
        self.prefixes
            .extend(common(windows().flat_map(prefixes), many(3)));
        let headings = pages.iter().map(|page| page.2.titles.heading.as_str());
        self.headings.extend(common(
            headings.filter(|heading| !heading.is_empty()),
            many(3),
        ));
        let more = 1.max(pages.len() / 5) + 1;
        self.windows.extend(common(windows(), more));
    }

    /// Returns a window title without the site's name.
    pub(crate) fn without_site<'t>(&self, window: &'t str) -> &'t str {
        let mut title = window;
        if let Some(suffix) = suffixes(title).find(|suffix| self.suffixes.contains(*suffix)) {
            title = &title[..title.len() - suffix.len()];
        }
        let longest = prefixes(title)
            .filter(|prefix| self.prefixes.contains(*prefix))
            .last();
        title[longest.map_or(0, str::len)..].trim()
    }

    /// Whether a window title does not describe its page, because many pages share it or an editor
    /// inserted it.
    pub(crate) fn is_idle_window(&self, window: &str) -> bool {
        let lower = window.trim().to_lowercase();
        self.windows.contains(window) || UNTITLED.contains(&&*lower)
    }

    /// Whether a main heading is the heading of the site.
    pub(crate) fn is_site_heading(&self, heading: &str) -> bool {
        self.headings.contains(heading)
    }
}

/// Returns the values that occur at least `least` times.
fn common<'t>(items: impl Iterator<Item = &'t str>, least: usize) -> impl Iterator<Item = String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    let many: Vec<String> = counts
        .into_iter()
        .filter(|(_, count)| *count >= least)
        .map(|(item, _)| item.to_owned())
        .collect();
    many.into_iter()
}

/// Returns the start and end of each separator in a title, in order.
fn separators(title: &str) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = SEPARATORS
        .iter()
        .flat_map(|mark| {
            title
                .match_indices(mark)
                .map(|(at, mark)| (at, at + mark.len()))
        })
        .filter(|(start, end)| *start > 0 && *end < title.len())
        .collect();
    found.sort_unstable();
    found
}

/// Returns possible names of the site at the end, with the separator, the longest first.
fn suffixes(title: &str) -> impl Iterator<Item = &str> {
    separators(title)
        .into_iter()
        .map(|(start, _)| &title[start..])
}

/// Returns possible names of the site at the beginning, with the separator, the shortest first.
fn prefixes(title: &str) -> impl Iterator<Item = &str> {
    separators(title).into_iter().map(|(_, end)| &title[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Titles;

    fn page(id: &str, lang: &str, window: &str) -> Surveyed {
        let page = ParsedPage {
            titles: Titles {
                window: window.into(),
                heading: "Example".into(),
                ..Titles::default()
            },
            ..ParsedPage::default()
        };
        (id.to_owned(), lang.to_owned(), page)
    }

    #[test]
    fn the_site_name_is_removed_from_titles_in_every_language() {
        let mut pages = Vec::new();
        for i in 0..20 {
            pages.push(page(
                &i.to_string(),
                "en",
                &format!("Page {i} - HTTP Server - Version 2"),
            ));
        }
        for i in 0..4 {
            pages.push(page(&i.to_string(), "tr", &format!("Sunucu | Sayfa: {i}")));
        }
        let survey = Survey::of(&pages);
        assert_eq!(
            survey.without_site("Modules - HTTP Server - Version 2"),
            "Modules"
        );
        assert_eq!(survey.without_site("Sunucu | Sayfa: 9"), "9");
        assert_eq!(survey.without_site("Logs - Rotation"), "Logs - Rotation");
        assert_eq!(survey.without_site("HTTP Server"), "HTTP Server");
        assert!(survey.is_site_heading("Example"));
    }

    #[test]
    fn a_window_title_of_many_pages_or_of_an_editor_is_no_title() {
        let pages: Vec<Surveyed> = ["Kıyı Üniversitesi", "Kıyı Üniversitesi", "Harçlar"]
            .iter()
            .map(|window| page("a", "tr", window))
            .collect();
        let survey = Survey::of(&pages);
        assert!(survey.is_idle_window("Kıyı Üniversitesi"));
        assert!(survey.is_idle_window("Untitled Document"));
        assert!(!survey.is_idle_window("Harçlar"));
        assert!(!Survey::of(&pages[1..]).is_idle_window("Kıyı Üniversitesi"));
    }
}
