//! Finds versions: pages that a site has once for each version of a documented product.
//!
//! Pages belong together if their paths differ only in the folder of the version:
//! `docs/1.0/install.html`, `docs/2.0/install.html`, `docs/install.html`. A single folder called
//! `dev` or `main` is not enough, since it may be about anything. The start pages of such folders
//! belong together only if they also have the same title, because chapters are numbered like
//! versions. An older page with the text of a newer one is a copy (`copies/`).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rayon::prelude::*;
use soru::address::path_key;

use super::Readers;
use super::folders::{around_version, is_numbered, names_version, newest_first, version};
use super::site::Site;
use super::walk::{Format, Source};

/// The maximum number of newer pages that a page names. It names several, because the newest may
/// only be a redirect.
const MOST_NEWER: usize = 8;

/// The ids of newer versions, the newest first, by the id of an older page.
pub(super) type Newer = HashMap<String, Vec<String>>;

/// The versions of a page.
#[derive(Default)]
struct Group<'s> {
    pages: Vec<&'s Source>,
    /// Whether they are the start pages of version folders.
    is_start: bool,
}

/// Finds the pages of older versions.
pub(super) fn newer(sources: &[Source], readers: &Readers, site: &Site) -> Newer {
    groups(sources)
        .into_par_iter()
        .flat_map_iter(|group| group.alike(readers, site))
        .filter(|pages| are_versions(pages))
        .flat_map_iter(newer_in)
        .collect()
}

/// Groups the pages whose paths differ only in the folder of the version.
fn groups(sources: &[Source]) -> Vec<Group<'_>> {
    let mut groups: BTreeMap<String, Group<'_>> = BTreeMap::new();
    let is_page = |source: &&Source| {
        matches!(
            source.format,
            Format::Html | Format::Markdown | Format::Text
        )
    };
    for source in sources.iter().filter(is_page) {
        if let Some([before, behind]) = around_version(&source.path) {
            let group = groups.entry(path_key(&format!("{before}/{behind}")));
            let group = group.or_default();
            group.pages.push(source);
            group.is_start |= is_start(&behind);
        }
    }
    if !groups.is_empty() {
        let mut without = sources.iter().filter(is_page);
        while let Some(source) = without.find(|source| version(&source.path).is_none()) {
            if let Some(group) = groups.get_mut(&path_key(&source.path)) {
                group.pages.push(source);
            }
        }
    }
    groups.into_values().collect()
}

fn is_start(behind: &str) -> bool {
    let key = path_key(behind);
    key == "/" || key.eq_ignore_ascii_case("readme/")
}

impl<'s> Group<'s> {
    /// Returns its pages that belong together. Start pages are grouped by title; untitled ones are
    /// dropped.
    fn alike(self, readers: &Readers, site: &Site) -> Vec<Vec<&'s Source>> {
        if !self.is_start {
            return vec![self.pages];
        }
        let mut named: BTreeMap<String, Vec<&Source>> = BTreeMap::new();
        for page in self.pages {
            if let Some(name) = name(page, readers, site) {
                named.entry(name).or_default().push(page);
            }
        }
        named.into_values().collect()
    }
}

/// Returns the title of a page without the version.
fn name(source: &Source, readers: &Readers, site: &Site) -> Option<String> {
    let bytes = readers.file(source).ok()?;
    let page = readers.page(source.format, &source.path, &bytes).ok()?;
    let title = site.title(&page).to_lowercase();
    let words = title
        .split(|c: char| !c.is_alphanumeric() && c != '.')
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty() && !names_version(word));
    let name = words.collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}

/// Whether version folders distinguish these pages: one numbered folder, or several folders.
fn are_versions(pages: &[&Source]) -> bool {
    let versions: BTreeSet<&str> = pages
        .iter()
        .filter_map(|page| version(&page.path))
        .collect();
    versions.len() > 1 || versions.into_iter().any(is_numbered)
}

/// Returns the older versions of a page, each with the newer ones.
fn newer_in(mut pages: Vec<&Source>) -> Vec<(String, Vec<String>)> {
    pages.sort_by(|a, b| newest_first(&a.path, &b.path).then_with(|| a.path.cmp(&b.path)));
    let older = |page: &&Source| {
        let newer = pages
            .iter()
            .take_while(|other| newest_first(&other.path, &page.path).is_lt())
            .take(MOST_NEWER)
            .map(|other| other.path.clone());
        let newer: Vec<String> = newer.collect();
        (!newer.is_empty()).then(|| (page.path.clone(), newer))
    };
    pages.iter().filter_map(older).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputSettings;
    use crate::address::Addresses;
    use crate::contacts::Contacts;
    use crate::language::Languages;
    use crate::survey::Survey;
    use crate::tests::folder;
    use crate::walk::find;

    /// Returns the older pages of a site, each with its newest version; a page is given by path and
    /// title.
    fn found(pages: &[(&str, &str)]) -> Vec<(String, String)> {
        let text = |path, title| format!("<h1>{title}</h1>\n\n<p>Tekneler {path}</p>");
        let pages = pages.iter().map(|(path, title)| (path, text(path, title)));
        let dir = folder(&pages.collect::<Vec<_>>());
        let settings = InputSettings::default();
        let sources = find(&[dir.path().to_owned()], &settings, None)
            .unwrap()
            .sources;
        let site = Site {
            languages: Languages::new(&["tr".to_owned()]),
            addresses: Addresses::new("", &settings).unwrap(),
            survey: Survey::default(),
            contexts: HashMap::new(),
            newer: HashMap::new(),
            contacts: Contacts::default(),
            weights: crate::weights::Weights::default(),
            previews: false,
        };
        let newer = newer(&sources, &Readers::new(&settings).unwrap(), &site);
        let mut pairs: Vec<_> = newer
            .into_iter()
            .map(|(page, newer)| (page, newer[0].clone()))
            .collect();
        pairs.sort();
        pairs
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(page, newest): &(&str, &str)| ((*page).to_owned(), (*newest).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn pages_belong_together_that_differ_in_the_folder_of_the_version() {
        let site = [
            ("docs/1.0/kurulum.html", "Kurulum"),
            ("docs/1.10/kurulum/index.html", "Kurmak"),
            ("docs/1.9/kurulum.md", "Kurulum"),
            ("docs/dev/kurulum.html", "Kurulum"),
            ("docs/1.0/bakim.html", "Bakım"),
            ("en/2.0/bakim.html", "Bakım"),
        ];
        let newest = "docs/1.10/kurulum/index.html";
        let expected = pairs(&[
            ("docs/1.0/kurulum.html", newest),
            ("docs/1.9/kurulum.md", newest),
            ("docs/dev/kurulum.html", newest),
        ]);
        assert_eq!(found(&site), expected);
    }

    #[test]
    fn a_page_outside_of_the_versions_is_the_newest() {
        let site = [
            ("docs/a.html", "A"),
            ("docs/1.0/a.html", "A"),
            ("docs/next/a.html", "A"),
        ];
        let expected = pairs(&[
            ("docs/1.0/a.html", "docs/a.html"),
            ("docs/next/a.html", "docs/a.html"),
        ]);
        assert_eq!(found(&site), expected);
    }

    // The site has a folder for developers and a page about master's degrees.
    #[test]
    fn one_folder_with_the_name_of_a_version_is_none() {
        let mut site = vec![
            ("basvuru.html", "Başvuru"),
            ("master/basvuru.html", "Başvuru"),
        ];
        assert_eq!(found(&site), []);
        site.push(("latest/basvuru.html", "Başvuru"));
        assert_eq!(found(&site).len(), 2);
    }

    #[test]
    fn start_pages_with_other_titles_are_chapters() {
        let chapters = [
            ("kitap/1.1/index.html", "1.1 Düğümler"),
            ("kitap/1.2/index.html", "1.2 Yelkenler"),
            ("kitap/1.2/README.md", "1.3"),
            ("kitap/index.html", "Kitap"),
        ];
        assert_eq!(found(&chapters), []);
        let versions = [
            ("el/1.0/index.html", "Denizci 1.0: el kitabı"),
            ("el/2.x/index.html", "Denizci: el kitabı (2.x)"),
            ("el/index.html", "Bütün kitaplar"),
        ];
        assert_eq!(
            found(&versions),
            pairs(&[("el/1.0/index.html", "el/2.x/index.html")])
        );
    }
}
