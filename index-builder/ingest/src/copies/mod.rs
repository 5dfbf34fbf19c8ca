//! Finds copies: pages with the content of another page of the site.
//!
//! Without this step, print pages and AMP twins, pages of tags and archives, previews and older
//! versions would rank beside the page itself or above it. One of the copies is kept, by the first
//! rule that distinguishes them: whether a page is in a preview, the canonical link, the sitemap,
//! the links of other pages, the newest version, the shortest address. The others are reported with
//! the page that is read instead.
//!
//! Every page of a site is scanned once before any is read, and each of its texts is kept as one
//! number. A page whose canonical link leads to a page without its text is not a copy: its own
//! address is used, and a warning counts such pages.
//!
//! | file | does |
//! |---|---|
//! | `scan.rs` | the texts and links of a page in its source |
//! | `sketch.rs` | a number for each text |
//! | `groups.rs` | which pages are copies of each other |
//! | `choice.rs` | which of them is kept |
//! | `listings.rs` | pages that repeat several others |
//! | `sitemap.rs` | the sitemap in the site's folder |

mod choice;
mod groups;
mod listings;
mod scan;
mod sitemap;
mod sketch;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use rayon::prelude::*;
use soru_files::place::{Place, Problem};
use url::Url;

use self::choice::Known;
use self::groups::{Counts, Groups, is_about, join_same};
use self::listings::{Part, collections, listed, may_list, parts};
use self::scan::{Event, scan};
use self::sketch::{OwnLink, Sketch};
use super::address::Addresses;
use super::folders::{outside_preview, version};
use super::page::{Address, CopyRule, SkipReason};
use super::walk::{Format, Skipped, Source};
use super::{Readers, encoding};

/// The copies of a site.
#[derive(Debug, Default)]
pub(super) struct Copies {
    /// For each copy: the page that is kept, or the pages that it lists, and the rule.
    found: BTreeMap<String, (Vec<String>, CopyRule)>,
    /// Pages with a canonical link to a page that does not have their text.
    untrue: Vec<String>,
}

/// The pages that may be copies, and the means to read them.
struct Pages<'s> {
    sources: Vec<&'s Source>,
    numbers: HashMap<&'s str, usize>,
    readers: &'s Readers,
    addresses: &'s Addresses,
}

impl Copies {
    /// Finds the copies among the pages of a site.
    pub(super) fn find(
        inputs: &[PathBuf],
        sources: &[Source],
        readers: &Readers,
        addresses: &Addresses,
    ) -> Self {
        let sources: Vec<&Source> = sources
            .iter()
            .filter(|source| source.format == Format::Html)
            .collect();
        let numbers = sources
            .iter()
            .enumerate()
            .map(|(number, source)| (&*source.path, number));
        let pages = Pages {
            numbers: numbers.collect(),
            sources,
            readers,
            addresses,
        };
        let sketch =
            |number| pages.with_text(number, |text| Sketch::of(text, version(pages.path(number))));
        let sketches = (0..pages.sources.len())
            .into_par_iter()
            .map(|number| sketch(number).unwrap_or_default());
        let sketches: Vec<Sketch> = sketches.collect();
        pages.copies(&sketches, inputs)
    }

    /// Removes the copies from the sources, and makes their links lead to the kept pages.
    pub(super) fn take_out(
        self,
        sources: &mut Vec<Source>,
        addresses: &mut Addresses,
        skipped: &mut Vec<Skipped>,
    ) -> Option<Problem> {
        let files: HashMap<&str, String> = sources
            .iter()
            .map(|source| (&*source.path, source.file.display().to_string()))
            .collect();
        let named = |paths: &[String]| {
            let names = paths
                .iter()
                .filter_map(|path| files.get(path.as_str()))
                .take(3);
            let names = names.cloned().collect::<Vec<_>>().join(", ");
            if paths.len() > 3 {
                format!("{names} and {} more", paths.len() - 3)
            } else {
                names
            }
        };
        let untrue = self
            .untrue
            .first()
            .and_then(|path| files.get(path.as_str()))
            .map(|file| {
                let count = self.untrue.len();
                Place { file: file.clone(), spot: soru_files::place::Spot::Whole }.problem(format!(
                "{count} {} as canonical a page that does not have the same text; results link to \
                 the pages themselves; correct `<link rel=\"canonical\">`",
                if count == 1 { "page names" } else { "pages name" }
            ))
            });
        for (path, (of, rule)) in &self.found {
            if let ([kept], true) = (of.as_slice(), *rule != CopyRule::Listing) {
                addresses.lead(path, kept);
            }
            skipped.push(Skipped {
                place: Place {
                    file: files[path.as_str()].clone(),
                    spot: soru_files::place::Spot::Whole,
                },
                reason: SkipReason::Copy(*rule, named(of)),
            });
        }
        for path in self.untrue {
            addresses.distrust(&path);
        }
        sources.retain(|source| !self.found.contains_key(&source.path));
        untrue
    }
}

impl Pages<'_> {
    fn path(&self, number: usize) -> &str {
        &self.sources[number].path
    }

    fn with_text<T>(&self, number: usize, read: impl FnOnce(&str) -> T) -> Option<T> {
        let bytes = self.readers.file(self.sources[number]).ok()?;
        let decoded = encoding::decode(&bytes)?;
        Some(read(&decoded.text))
    }

    fn copies(&self, sketches: &[Sketch], inputs: &[PathBuf]) -> Copies {
        let counts = Counts::of(sketches);
        let mut copies = Copies::default();
        let mut groups = Groups::new(sketches.len());
        let mut canonical = vec![None; sketches.len()];
        for (page, sketch) in sketches.iter().enumerate() {
            let target = self
                .canonical(page, sketch)
                .filter(|target| sketches[*target].is_page);
            let Some(target) = target else { continue };
            if target == page || is_about(sketch, &sketches[target]) {
                canonical[page] = Some(target);
                groups.join(page, target);
            } else {
                copies.untrue.push(self.path(page).to_owned());
            }
        }
        self.join_previews(sketches, &mut groups);
        join_same(sketches, &counts, &mut groups);
        let groups = groups.several();
        let known = self.known(inputs, &groups, canonical);
        for group in &groups {
            let (kept, dropped) = known.keep(group);
            for (page, rule) in dropped {
                copies.add(self, page, &[kept], rule);
            }
        }
        self.add_listings(sketches, &counts, &mut copies);
        copies
            .untrue
            .retain(|path| !copies.found.contains_key(path));
        copies
    }

    /// Returns the page of this site that a page names as canonical.
    fn canonical(&self, page: usize, sketch: &Sketch) -> Option<usize> {
        self.target(page, sketch.canonical.as_deref()?)
    }

    /// Returns the page to which a link leads, even if the link has the address at which the site
    /// will be served.
    fn target(&self, page: usize, href: &str) -> Option<usize> {
        let found = self
            .addresses
            .target_of(self.path(page), &Address::Unstated, href);
        let found = found.or_else(|| self.at(href))?;
        self.numbers.get(&*found).copied()
    }

    /// Returns the page at an absolute address. The folder at which the site is served may be
    /// unknown.
    fn at(&self, address: &str) -> Option<String> {
        let url = Url::parse(address).ok()?;
        let mut path = url.path().trim_start_matches('/');
        for _ in 0..3 {
            let found = self
                .addresses
                .target_of("", &Address::Unstated, &format!("/{path}"));
            if found.is_some() {
                return found;
            }
            path = path.split_once('/')?.1;
        }
        None
    }

    fn join_previews(&self, sketches: &[Sketch], groups: &mut Groups) {
        for (page, sketch) in sketches
            .iter()
            .enumerate()
            .filter(|(_, sketch)| sketch.is_page)
        {
            let outside = outside_preview(self.path(page));
            let mut outside = outside
                .iter()
                .filter_map(|path| self.numbers.get(path.as_str()));
            let is_same = |other: &&usize| {
                let other = &sketches[**other];
                other.is_page && (sketch.is_called_like(other) || is_about(sketch, other))
            };
            if let Some(other) = outside.find(is_same) {
                groups.join(page, *other);
            }
        }
    }

    fn known(
        &self,
        inputs: &[PathBuf],
        groups: &[Vec<usize>],
        canonical: Vec<Option<usize>>,
    ) -> Known<'_> {
        let mut sitemap = HashSet::new();
        let mut linking = BTreeMap::new();
        if !groups.is_empty() {
            let folders = inputs.iter().filter(|input| input.is_dir());
            let addresses: Vec<String> = folders
                .flat_map(|folder| sitemap::addresses(folder))
                .collect();
            sitemap.extend(
                addresses
                    .iter()
                    .filter_map(|address| self.target(0, address)),
            );
            linking = self.linking(&groups.iter().flatten().copied().collect());
        }
        Known {
            paths: self.sources.iter().map(|source| &*source.path).collect(),
            canonical,
            sitemap,
            linking,
        }
    }

    /// Returns the pages that link to each of these.
    fn linking(&self, wanted: &HashSet<usize>) -> BTreeMap<usize, Vec<usize>> {
        let names: HashSet<&str> = wanted
            .iter()
            .flat_map(|page| names(self.path(*page)))
            .collect();
        let targets = |page| {
            let mut targets = HashSet::new();
            self.with_text(page, |text| {
                scan(text, |event| match event {
                    Event::Link(href) if names.contains(name(href)) => {
                        targets.extend(self.target(page, href));
                    }
                    _ => {}
                });
            });
            targets
        };
        let links: Vec<HashSet<usize>> = (0..self.sources.len())
            .into_par_iter()
            .map(targets)
            .collect();
        let mut linking: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (page, targets) in links.iter().enumerate() {
            for target in targets
                .iter()
                .filter(|target| **target != page && wanted.contains(target))
            {
                linking.entry(*target).or_default().push(page);
            }
        }
        linking
    }

    fn add_listings(&self, sketches: &[Sketch], counts: &Counts, copies: &mut Copies) {
        let parts_of = |page: usize| -> Option<Vec<Part>> { self.with_text(page, parts) };
        let listed = |page: usize| {
            let is_left = !copies.found.contains_key(self.path(page));
            let own = (is_left && may_list(&sketches[page]))
                .then(|| parts_of(page))
                .flatten()?;
            let target = |link: &OwnLink| {
                let other = self.target(page, &link.href)?;
                let other = copies.kept(self, other);
                let is_named = link.name.is_none_or(|name| sketches[other].is_called(name));
                (other != page && is_named).then_some(other)
            };
            Some((page, listed(&own, counts, target, parts_of)?))
        };
        let mut found: Vec<(usize, Vec<usize>)> = (0..sketches.len())
            .into_par_iter()
            .filter_map(listed)
            .collect();
        found.extend(collections(sketches, counts));
        let listings: HashSet<usize> = found.iter().map(|(page, _)| *page).collect();
        for (page, of) in found {
            // Pages that list each other are not listings of each other.
            let of: Vec<usize> = of
                .into_iter()
                .filter(|other| !listings.contains(other))
                .collect();
            if !of.is_empty() && !copies.found.contains_key(self.path(page)) {
                copies.add(self, page, &of, CopyRule::Listing);
            }
        }
    }
}

impl Copies {
    /// Returns the page that is read instead of a copy, or the page itself.
    fn kept(&self, pages: &Pages<'_>, page: usize) -> usize {
        match self.found.get(pages.path(page)) {
            Some((of, _)) => pages.numbers[&*of[0]],
            None => page,
        }
    }

    fn add(&mut self, pages: &Pages<'_>, page: usize, of: &[usize], rule: CopyRule) {
        let of = of.iter().map(|page| pages.path(*page).to_owned()).collect();
        self.found.insert(pages.path(page).to_owned(), (of, rule));
    }
}

/// Returns the last part of a link's address.
fn name(href: &str) -> &str {
    let path = href.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the last parts that the addresses of a page may have.
fn names(path: &str) -> Vec<&str> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or_default();
    let mut names = vec![name, stem];
    if stem == "index" {
        names.extend([folder.rsplit('/').next().unwrap_or_default(), "", ".", ".."]);
    }
    names
}
