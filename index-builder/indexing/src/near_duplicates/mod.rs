//! Recognises passages that are on several pages.
//!
//! Mirrored pages, print versions and repeated notices would fill a list of hits with the same
//! text. Near-duplicate chunks are computed here, once, so that a question needs neither their
//! texts nor any comparison.
//!
//! Two chunks are the same passage if they
//! * have different addresses on one host, and one language. The same words on another host are
//!   another source;
//! * have the same heading, or page title if there is no heading: "Yes." answers different
//!   questions under different headings;
//! * contain the same numbers in the same order: a template filled in twice is two passages, and
//!   last year's fee is not a duplicate of this year's;
//! * are equal, once folded, if one has fewer than [`SHORT`] words, and otherwise have a Jaccard
//!   similarity of at least [`LEAST`] tenths over their sets of [`SHINGLE`] consecutive words
//!   (Broder, "On the resemblance and containment of documents", 1997).
//!
//! Differences in other words do no harm, since the displayed member of a group is the one that
//! fits the question best.
//!
//! Pairs are found by prefix filtering (Bayardo, Ma, Srikant, "Scaling up all pairs similarity
//! search", 2007): with the shingles of every chunk in one common order, rarest first, two sets of
//! that similarity share one of their first `n - ceil(LEAST n) + 1`. It is exact, unlike sketches
//! such as `MinHash`, and rare shingles give few candidates. Every chunk is compared only with the
//! first members of groups, so that all chunks of a group resemble the same chunk, and a thousand
//! copies need a thousand comparisons.

mod fingerprint;

use std::collections::HashMap;

use foldhash::fast::RandomState;

pub(super) use fingerprint::Fingerprint;

/// The number of words below which chunks must be equal to be duplicates.
const SHORT: usize = 20;
/// The number of consecutive words in a shingle.
const SHINGLE: usize = 3;
/// Minimum similarity, in tenths.
const LEAST: usize = 8;
/// Maximum number of first members per shingle. A more frequent shingle belongs to a template, and
/// true duplicates also share rarer ones.
const MOST_PER_SHINGLE: usize = 64;

/// A chunk of the index; its number is its position in the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'c> {
    /// Number of its page.
    pub(super) page: usize,
    pub(super) fingerprint: &'c Fingerprint,
}

/// Returns the group of every chunk: a number from 1 on, in the order of first members, or 0 for a
/// chunk that is on no other page. Chunks come in the order of the index, which determines the
/// first member.
pub(super) fn groups(chunks: &[Candidate<'_>]) -> Vec<u32> {
    let mut grouping = Grouping::new(chunks);
    for number in 0..chunks.len() {
        grouping.place(number);
    }
    grouping.numbers()
}

struct Grouping<'c> {
    chunks: &'c [Candidate<'c>],
    rarity: Rarity,
    /// First member of every chunk's group; a chunk without a group is its own first member.
    first: Vec<usize>,
    /// Page of the latest member of the group with this first member.
    latest: Vec<usize>,
    whole: HashMap<u64, Vec<usize>, RandomState>,
    shared: HashMap<u32, Vec<usize>, RandomState>,
}

impl<'c> Grouping<'c> {
    fn new(chunks: &'c [Candidate<'c>]) -> Self {
        Self {
            chunks,
            rarity: Rarity::new(chunks),
            first: (0..chunks.len()).collect(),
            latest: chunks.iter().map(|chunk| chunk.page).collect(),
            whole: HashMap::default(),
            shared: HashMap::default(),
        }
    }

    fn place(&mut self, number: usize) {
        let chunk = self.chunks[number];
        match chunk.fingerprint {
            Fingerprint::None => {}
            Fingerprint::Whole(hash) => {
                let known = self.whole.get(hash).map_or(&[][..], Vec::as_slice);
                match self.joined(number, known, |_| true) {
                    Some(first) => self.join(number, first),
                    None => keep(self.whole.entry(*hash).or_default(), number),
                }
            }
            Fingerprint::Shingles(own) => {
                let rare = self.rarity.prefix(own);
                let known = self.candidates(&rare);
                match self.joined(number, &known, |other| similar(own, other)) {
                    Some(first) => self.join(number, first),
                    None => {
                        for shingle in rare {
                            keep(self.shared.entry(shingle).or_default(), number);
                        }
                    }
                }
            }
        }
    }

    /// Returns the first members that share one of these shingles, ascending.
    fn candidates(&self, rare: &[u32]) -> Vec<usize> {
        let sharing = rare.iter().filter_map(|shingle| self.shared.get(shingle));
        let mut candidates: Vec<usize> = sharing.flatten().copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }

    /// Returns the group of a chunk, by its first member. A group has at most one chunk of a page:
    /// chunks of a page overlap, which does not make them duplicates.
    fn joined(
        &self,
        number: usize,
        known: &[usize],
        fits: impl Fn(&[u32]) -> bool,
    ) -> Option<usize> {
        let page = self.chunks[number].page;
        let fits = |first: &usize| match self.chunks[*first].fingerprint {
            Fingerprint::Shingles(other) => fits(other),
            _ => fits(&[]),
        };
        let mut known = known.iter().filter(|first| self.latest[**first] != page);
        known.find(|first| fits(first)).copied()
    }

    fn join(&mut self, number: usize, first: usize) {
        self.first[number] = first;
        self.latest[first] = self.chunks[number].page;
    }

    fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.first.len()];
        for (number, first) in self.first.iter().enumerate() {
            if number != *first {
                numbers[*first] = 1;
            }
        }
        let mut last = 0;
        for (number, first) in self.first.iter().enumerate() {
            if number == *first && numbers[number] > 0 {
                last += 1;
                numbers[number] = last;
            } else {
                // First members precede the others.
                numbers[number] = numbers[*first];
            }
        }
        numbers
    }
}

fn keep(known: &mut Vec<usize>, number: usize) {
    if known.len() < MOST_PER_SHINGLE {
        known.push(number);
    }
}

/// Returns whether the Jaccard similarity of two ascending lists is at least [`LEAST`] tenths.
fn similar(one: &[u32], other: &[u32]) -> bool {
    let (short, long) = (one.len().min(other.len()), one.len().max(other.len()));
    if short * 10 < long * LEAST {
        return false;
    }
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < one.len() && j < other.len() {
        common += usize::from(one[i] == other[j]);
        let (a, b) = (one[i], other[j]);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    common * 10 >= (one.len() + other.len() - common) * LEAST
}

/// Approximate number of chunks per shingle: shingles that share a counter are counted together,
/// which can make a shingle look too frequent but never too rare.
struct Rarity {
    counts: Vec<u8>,
}

impl Rarity {
    /// Counters per shingle, and the maximum number of counters: 64 MB.
    const ROOM: usize = 4;
    const MOST: usize = 1 << 26;

    fn new(chunks: &[Candidate<'_>]) -> Self {
        let all = || {
            chunks.iter().filter_map(|chunk| match chunk.fingerprint {
                Fingerprint::Shingles(shingles) => Some(shingles),
                _ => None,
            })
        };
        let total: usize = all().map(Vec::len).sum();
        let places = (total * Self::ROOM).next_power_of_two().min(Self::MOST);
        let mut rarity = Self {
            counts: vec![0; places],
        };
        for shingle in all().flatten() {
            let at = rarity.at(*shingle);
            rarity.counts[at] = rarity.counts[at].saturating_add(1);
        }
        rarity
    }

    fn at(&self, shingle: u32) -> usize {
        shingle as usize & (self.counts.len() - 1)
    }

    /// Returns the rarest shingles, except those that no other chunk has. Similar chunks share at
    /// least one of them.
    fn prefix(&self, shingles: &[u32]) -> Vec<u32> {
        let mut ordered: Vec<(u8, u32)> = shingles
            .iter()
            .map(|shingle| (self.counts[self.at(*shingle)], *shingle))
            .collect();
        ordered.sort_unstable();
        let needed = (shingles.len() * LEAST).div_ceil(10);
        ordered.truncate(shingles.len() - needed + 1);
        ordered
            .into_iter()
            .filter(|(count, _)| *count > 1)
            .map(|(_, shingle)| shingle)
            .collect()
    }
}

#[cfg(test)]
mod tests;
