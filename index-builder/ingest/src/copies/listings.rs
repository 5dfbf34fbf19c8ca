//! Finds listings: pages that repeat other pages, such as pages of tags and archives, further pages
//! of a blog, and a whole book on one page.
//!
//! Each part of a listing begins with a link to a page and contains texts of that page, complete or
//! shortened. A page that contains two or more other pages completely is a listing too.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::groups::Counts;
use super::scan::{Event, scan};
use super::sketch::{FEW_WORDS, OwnLink, Owner, Sketch, TextMark, mark, number};

/// The minimum share of its words that a listing repeats, in tenths.
const REPEATED: u32 = 8;

/// The number of first words by which a shortened text is recognised.
const BEGINNING: usize = 6;

/// The maximum number of pages of a text for which collections are searched.
const MOST_PAGES: usize = 16;

/// Whether the texts below headings with links may make a page a listing.
pub(super) fn may_list(sketch: &Sketch) -> bool {
    sketch.is_page && sketch.listed_words > 0 && sketch.listed_words * 2 >= sketch.words
}

/// A part of a page: the link to the page that it is about, and its texts.
#[derive(Debug, Default)]
pub(super) struct Part {
    link: Option<OwnLink>,
    texts: Vec<(u16, u64, Option<u64>)>,
}

/// Splits a page into its parts.
pub(super) fn parts(page: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = vec![Part::default()];
    let mut owner = Owner::default();
    scan(page, |event| {
        let Event::Text(text) = event else { return };
        let link = owner.see(&text);
        if parts.last().is_none_or(|part| part.link.as_ref() != link) {
            parts.push(Part {
                link: link.cloned(),
                ..Part::default()
            });
        }
        if let Some(part) = parts
            .last_mut()
            .filter(|_| !text.is_link && text.level.is_none())
        {
            let own = mark(text.text, None);
            part.texts
                .push((own.words, own.number, beginning(text.text)));
        }
    });
    parts
}

fn beginning(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.split_whitespace().take(BEGINNING).collect();
    (words.len() == BEGINNING).then(|| number(&words.join(" "), None))
}

/// Returns the pages that a page lists, if nearly all of its text comes from them. `target` returns
/// the page to which the link of a part leads; `parts_of` returns the parts of a page.
pub(super) fn listed(
    own: &[Part],
    counts: &Counts,
    target: impl Fn(&OwnLink) -> Option<usize>,
    parts_of: impl Fn(usize) -> Option<Vec<Part>>,
) -> Option<Vec<usize>> {
    let (mut words, mut repeated) = (0, 0);
    let mut pages: BTreeMap<usize, HashSet<u64>> = BTreeMap::new();
    for part in own {
        let page = part.link.as_ref().and_then(&target);
        if let Some(page) = page.filter(|page| !pages.contains_key(page)) {
            pages.insert(page, texts_of(&parts_of(page)?));
        }
        for (count, text, beginning) in &part.texts {
            let is_theirs = page
                .and_then(|page| pages.get(&page))
                .is_some_and(|theirs| {
                    theirs.contains(text)
                        || beginning.is_some_and(|beginning| theirs.contains(&beginning))
                });
            // A text on many pages does not distinguish this page.
            if is_theirs || !counts.is_template(*text) {
                words += u32::from(*count);
                repeated += if is_theirs { u32::from(*count) } else { 0 };
            }
        }
    }
    let is_listing = repeated >= u32::from(FEW_WORDS) && repeated * 10 >= words * REPEATED;
    is_listing.then(|| pages.into_keys().collect())
}

fn texts_of(parts: &[Part]) -> HashSet<u64> {
    let texts = parts.iter().flat_map(|part| &part.texts);
    texts
        .flat_map(|(_, text, beginning)| [Some(*text), *beginning])
        .flatten()
        .collect()
}

/// Returns the pages that contain two or more others completely, each with the pages that it
/// contains.
pub(super) fn collections(sketches: &[Sketch], counts: &Counts) -> Vec<(usize, Vec<usize>)> {
    let mut pages_of: HashMap<u64, Vec<usize>> = HashMap::new();
    for (page, sketch) in sketches
        .iter()
        .enumerate()
        .filter(|(_, sketch)| sketch.is_page)
    {
        for text in sketch.texts.iter().filter(|text| text.words >= FEW_WORDS) {
            if (2..=MOST_PAGES).contains(&counts.pages(*text)) {
                pages_of.entry(text.number).or_default().push(page);
            }
        }
    }
    let found = sketches
        .iter()
        .enumerate()
        .filter(|(_, sketch)| sketch.is_page);
    found
        .filter_map(|(page, sketch)| Some((page, held(page, sketch, sketches, counts, &pages_of)?)))
        .collect()
}

/// Returns the pages that a page contains completely, if they make up nearly all of it.
fn held(
    page: usize,
    sketch: &Sketch,
    sketches: &[Sketch],
    counts: &Counts,
    pages_of: &HashMap<u64, Vec<usize>>,
) -> Option<Vec<usize>> {
    let own = || {
        sketch
            .texts
            .iter()
            .filter(|text| text.words >= FEW_WORDS && !counts.is_template(text.number))
    };
    let words: u32 = own().map(|text| u32::from(text.words)).sum();
    let mut shares: BTreeMap<usize, u32> = BTreeMap::new();
    for text in own() {
        for other in pages_of
            .get(&text.number)
            .into_iter()
            .flatten()
            .filter(|other| **other != page)
        {
            *shares.entry(*other).or_default() += u32::from(text.words);
        }
    }
    // The larger ones come first; each must add a twentieth of the words.
    let mut others: Vec<(u32, usize)> = shares
        .into_iter()
        .map(|(other, share)| (share, other))
        .collect();
    others.retain(|(share, other)| {
        *share * 10 < words * REPEATED && is_within(&sketches[*other], sketch, counts)
    });
    others.sort_unstable_by(|a, b| b.cmp(a));
    let mut covered: HashSet<u64> = HashSet::new();
    let (mut sum, mut pages) = (0, Vec::new());
    for (_, other) in others {
        let texts = sketches[other]
            .texts
            .iter()
            .filter(|text| text.words >= FEW_WORDS && sketch.has(**text));
        let new: Vec<_> = texts
            .filter(|text| !counts.is_template(text.number) && !covered.contains(&text.number))
            .collect();
        let share: u32 = new.iter().map(|text| u32::from(text.words)).sum();
        if share * 20 >= words && share > 0 {
            sum += share;
            covered.extend(new.iter().map(|text| text.number));
            pages.push(other);
        }
    }
    (pages.len() > 1 && sum * 10 >= words * (REPEATED + 1)).then_some(pages)
}

/// Whether another page contains nearly all of a page's text.
fn is_within(sketch: &Sketch, other: &Sketch, counts: &Counts) -> bool {
    let own = || {
        sketch
            .texts
            .iter()
            .filter(|text| text.words >= FEW_WORDS && !counts.is_template(text.number))
    };
    let words = |text: &TextMark| u32::from(text.words);
    let all: u32 = own().map(words).sum();
    let shared: u32 = own().filter(|text| other.has(**text)).map(words).sum();
    all > 0 && shared * 10 >= all * (REPEATED + 1)
}
