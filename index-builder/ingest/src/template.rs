//! The template: finds runs of text that many pages of a site repeat.
//!
//! The builder sees every page of a site, so it need not guess what belongs to the template. A run
//! of text is repeated if it is on more than a fifth of the pages of a group, and on at least two.
//! A group consists of the pages of one language below a folder; a page belongs to the groups of
//! all folders above it. For this, [`html`](super::html) reads a sample of the pages before the
//! build.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};
use soru::index::format::sha256;

use super::contacts::{ContactLine, Contacts};
use super::language::primary;

/// A run on more than one in this number of a group's pages is repeated.
const SHARE: usize = 5;

/// The maximum number of pages of a site that is sampled completely.
const SMALL: usize = 400;

/// The number of sampled pages per folder of a larger site.
const PER_FOLDER: usize = 100;

/// The number of pages that are sampled first: pages with the shortest paths, which visitors read
/// most.
const FIRST: usize = 20;

/// The maximum number of sampled pages.
const MOST: usize = 1500;

/// The maximum number of counted runs of a page.
const MOST_RUNS: usize = 5000;

type Set<T> = HashSet<T, FixedState>;
type Map<K, V> = HashMap<K, V, FixedState>;

/// The survey's data of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PageRuns {
    /// Its declared language, a primary subtag.
    lang: String,
    /// Its runs, each once, in ascending order.
    runs: Vec<u64>,
    /// Its contact lines.
    lines: Vec<ContactLine>,
}

impl PageRuns {
    /// Creates the runs of a page that declares a language.
    pub(super) fn new(lang: &str, runs: impl IntoIterator<Item = u64>) -> Self {
        let mut runs: Vec<u64> = runs.into_iter().take(MOST_RUNS).collect();
        runs.sort_unstable();
        runs.dedup();
        Self {
            lang: primary(lang).unwrap_or_default(),
            runs,
            lines: Vec::new(),
        }
    }

    /// Adds the contact lines of the page.
    pub(super) fn with_lines(mut self, lines: Vec<ContactLine>) -> Self {
        self.lines = lines;
        self
    }
}

/// The repeated runs of a folder's pages, by their language.
#[derive(Debug, Default)]
struct Folder {
    repeated: BTreeMap<String, Set<u64>>,
    fingerprint: [u8; 32],
}

impl Folder {
    /// Computes a hash of all runs.
    fn sign(&mut self) {
        let mut bytes = Vec::new();
        for (lang, runs) in &self.repeated {
            let mut runs: Vec<u64> = runs.iter().copied().collect();
            runs.sort_unstable();
            bytes.extend(lang.bytes());
            bytes.extend(runs.iter().flat_map(|run| run.to_le_bytes()));
        }
        self.fingerprint = sha256(&bytes);
    }
}

/// The repeated runs of a site.
#[derive(Debug, Default, Clone)]
pub(super) struct Template {
    folders: Arc<Map<String, Folder>>,
}

impl Template {
    /// Finds the template of a site in a sample of its pages, given with their paths.
    pub(super) fn of(sample: &[(&str, PageRuns)]) -> Self {
        let mut groups: BTreeMap<(&str, &str), Vec<&PageRuns>> = BTreeMap::new();
        for (path, page) in sample.iter().filter(|(_, page)| !page.runs.is_empty()) {
            for folder in folders(path) {
                groups.entry((folder, &page.lang)).or_default().push(page);
            }
        }
        let mut all: Map<String, Folder> = Map::default();
        for ((folder, lang), pages) in groups {
            // A single page repeats nothing.
            if pages.len() > 1 {
                let repeated = repeated(&pages);
                let folder = all.entry(folder.to_owned()).or_default();
                folder.repeated.insert(lang.to_owned(), repeated);
            }
        }
        all.values_mut().for_each(Folder::sign);
        Self {
            folders: Arc::new(all),
        }
    }

    /// Returns the contacts that only the template has, from the sample of [`Self::of`]. If the
    /// site has one page, all of it may be the template.
    pub(super) fn contacts(&self, sample: &[(&str, PageRuns)]) -> Contacts {
        let lines = sample.iter().flat_map(|(path, page)| {
            let repeated = self.on(path, &page.lang);
            let is_kept =
                move |line: &&ContactLine| sample.len() == 1 || repeated.contains(line.run);
            let lines = page.lines.iter().filter(is_kept);
            lines.map(|line| (*path, page.lang.as_str(), line))
        });
        Contacts::of(lines)
    }

    /// Returns the runs that are repeated on a page.
    pub(super) fn on(&self, path: &str, lang: &str) -> Repeated<'_> {
        let lang = primary(lang).unwrap_or_default();
        let groups = self.folders_of(path);
        Repeated {
            groups: groups
                .filter_map(|folder| folder.repeated.get(&lang))
                .collect(),
        }
    }

    fn folders_of(&self, path: &str) -> impl Iterator<Item = &Folder> {
        folders(path).filter_map(|folder| self.folders.get(folder))
    }

    /// Returns everything in the template that affects a page, as bytes.
    pub(super) fn fingerprint(&self, path: &str) -> Vec<u8> {
        let folders = self.folders_of(path);
        folders.flat_map(|folder| folder.fingerprint).collect()
    }
}

/// The repeated runs on one page.
#[derive(Debug, Default)]
pub(super) struct Repeated<'t> {
    groups: Vec<&'t Set<u64>>,
}

impl Repeated<'_> {
    /// Whether the site reveals nothing about the page's template.
    pub(super) fn is_unknown(&self) -> bool {
        self.groups.is_empty()
    }

    pub(super) fn contains(&self, run: u64) -> bool {
        self.groups.iter().any(|group| group.contains(&run))
    }
}

fn repeated(pages: &[&PageRuns]) -> Set<u64> {
    let least = 1.max(pages.len() / SHARE);
    let mut counts: Map<u64, usize> = Map::default();
    for run in pages.iter().flat_map(|page| &page.runs) {
        *counts.entry(*run).or_default() += 1;
    }
    let many = counts.into_iter().filter(|(_, count)| *count > least);
    many.map(|(run, _)| run).collect()
}

/// Returns the folders above a page, the outermost first, which has no name.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    // The page `fees/index.html` counts as `fees`.
    let is_index = path[name..].starts_with("index.");
    let end = if is_index {
        name.saturating_sub(1)
    } else {
        path.len()
    };
    let slashes = path[..end].match_indices('/');
    std::iter::once("").chain(slashes.map(|(at, _)| &path[..at]))
}

/// Chooses the pages to sample, by number in ascending order: from every folder the pages whose
/// paths have the smallest hashes, large folders first.
pub(super) fn sample(paths: &[&str]) -> Vec<usize> {
    if paths.len() <= SMALL {
        return (0..paths.len()).collect();
    }
    let mut order: Vec<(u64, usize)> = paths
        .iter()
        .enumerate()
        .map(|(number, path)| (hash(path), number))
        .collect();
    order.sort_unstable();
    let mut by_folder: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (_, number) in order {
        for folder in folders(paths[number]) {
            let pages = by_folder.entry(folder).or_default();
            if pages.len() < PER_FOLDER {
                pages.push(number);
            }
        }
    }
    let mut by_size: Vec<(&str, Vec<usize>)> = by_folder.into_iter().collect();
    by_size.sort_by_key(|(folder, pages)| (usize::MAX - pages.len(), folder.len()));
    let mut short: Vec<usize> = (0..paths.len()).collect();
    short.sort_by_key(|number| (paths[*number].len(), *number));
    let mut chosen: HashSet<usize> = short.into_iter().take(FIRST).collect();
    for number in by_size.into_iter().flat_map(|(_, pages)| pages) {
        if chosen.len() < MOST {
            chosen.insert(number);
        }
    }
    let mut chosen: Vec<usize> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen
}

fn hash(path: &str) -> u64 {
    let bytes = sha256(path.as_bytes());
    bytes
        .iter()
        .take(8)
        .fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(pages: &[(&'static str, &str, &[u64])]) -> Template {
        let page = |(path, lang, runs): &(&'static str, &str, &[u64])| {
            (*path, PageRuns::new(lang, runs.iter().copied()))
        };
        Template::of(&pages.iter().map(page).collect::<Vec<_>>())
    }

    #[test]
    fn a_run_on_more_than_a_fifth_of_a_group_is_repeated() {
        let pages: Vec<(String, Vec<u64>)> = (0..10)
            .map(|i| {
                (
                    format!("{i}.html"),
                    vec![100 + i, 1, if i < 2 { 2 } else { 3 }],
                )
            })
            .collect();
        let sample: Vec<(&str, PageRuns)> = pages
            .iter()
            .map(|(path, runs)| (&**path, PageRuns::new("tr", runs.iter().copied())))
            .collect();
        let template = Template::of(&sample);
        let repeated = template.on("9.html", "tr-TR");
        let [all, two, own] = [1, 2, 109].map(|run| repeated.contains(run));
        assert_eq!((all, two, own), (true, false, false));
        assert!(template.on("9.html", "de").is_unknown());
    }

    #[test]
    fn a_page_belongs_to_the_groups_of_all_folders_above_it() {
        let template = site(&[
            ("a/x/1.html", "", &[1, 5]),
            ("a/x/index.html", "", &[2, 5]),
            ("a/y/3.html", "", &[3, 6]),
            ("b/4.html", "", &[4, 6]),
            ("5.html", "", &[7]),
        ]);
        assert!(template.on("a/x/2.html", "").contains(6), "of the site");
        assert!(template.on("a/z.html", "").contains(5), "of the folder a");
        assert!(!template.on("c.html", "").contains(9));
        assert!(site(&[("1.html", "", &[1])]).on("1.html", "").is_unknown());
        assert_eq!(folders("a/b/c.html").collect::<Vec<_>>(), ["", "a", "a/b"]);
        assert_eq!(folders("a/b/index.html").collect::<Vec<_>>(), ["", "a"]);
        assert_eq!(folders("index.html").collect::<Vec<_>>(), [""]);
    }

    #[test]
    fn a_fingerprint_changes_with_the_template_of_its_folders_only() {
        let one = site(&[
            ("a/1", "", &[1]),
            ("a/2", "", &[1]),
            ("b/3", "", &[2]),
            ("b/4", "", &[9]),
        ]);
        let two = site(&[
            ("a/1", "", &[1]),
            ("a/2", "", &[1]),
            ("b/3", "", &[2]),
            ("b/4", "", &[2]),
        ]);
        assert_eq!(one.fingerprint("a/1")[32..], two.fingerprint("a/1")[32..]);
        assert_ne!(one.fingerprint("b/3"), two.fingerprint("b/3"));
        assert_eq!(one.fingerprint("b/3"), one.clone().fingerprint("b/4"));
    }

    #[test]
    fn a_sample_has_pages_of_every_folder_and_is_bounded() {
        let paths: Vec<String> = (0..20_000)
            .map(|i| {
                if i % 400 == 0 {
                    format!("rare/{i}")
                } else {
                    format!("many/{i}.html")
                }
            })
            .collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let chosen = sample(&paths);
        assert!(
            chosen.is_sorted() && chosen.len() <= MOST,
            "{}",
            chosen.len()
        );
        let rare = chosen
            .iter()
            .filter(|number| paths[**number].starts_with("rare"));
        assert_eq!(rare.count(), 50);
        assert_eq!(chosen, sample(&paths));
    }
}
