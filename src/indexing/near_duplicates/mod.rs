//! Recognises passages that are on several pages.
//!
//! Mirrored pages, print versions and repeated notices would fill a list of hits with the same text. Near-duplicate
//! chunks are computed here, once, so that a question needs neither their texts nor any comparison.
//!
//! Two chunks are the same passage if they
//! * have different addresses on one host, and one language. The same words on another host are another source;
//! * have the same heading, or page title if there is no heading: "Yes." answers different questions under different
//!   headings;
//! * contain the same numbers in the same order: a template filled in twice is two passages, and last year's fee is not
//!   a duplicate of this year's;
//! * are equal, once folded, if one has fewer than [`SHORT`] words, and otherwise have a Jaccard similarity of at least
//!   [`LEAST`] tenths over their sets of [`SHINGLE`] consecutive words (Broder, "On the resemblance and containment of
//!   documents", 1997).
//!
//! Differences in other words do no harm, since the displayed member of a group is the one that fits the question best.
//!
//! Pairs are found by prefix filtering (Bayardo, Ma, Srikant, "Scaling up all pairs similarity search", 2007): with the
//! shingles of every chunk in one common order, rarest first, two sets of that similarity share one of their first `n -
//! ceil(LEAST n) + 1`. It is exact, unlike sketches such as `MinHash`, and rare shingles give few candidates. Every
//! chunk is compared only with the first members of groups, so that all chunks of a group resemble the same chunk, and
//! a thousand copies need a thousand comparisons.

mod fingerprint;

use std::collections::HashMap;

use foldhash::fast::RandomState;

pub(super) use fingerprint::Fingerprint;

/// Chunks with fewer words must be equal.
const SHORT: usize = 20;
/// Consecutive words in a shingle.
const SHINGLE: usize = 3;
/// Minimum similarity, in tenths.
const LEAST: usize = 8;
/// Maximum number of first members per shingle. A shingle in more of them belongs to a template, and true duplicates
/// share rarer ones as well.
const MOST_PER_SHINGLE: usize = 64;

/// A chunk of the index; its number is its position in the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'c> {
    /// Number of its page.
    pub(super) page: usize,
    pub(super) fingerprint: &'c Fingerprint,
}

/// Returns the group of every chunk: a number from 1 on, in the order of first members, or 0 for a chunk that no other
/// page has. Chunks come in the order of the index, which determines the first member.
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

    /// Returns the group of a chunk, by its first member. A group has at most one chunk of a page: chunks of a page
    /// overlap, which does not make them duplicates.
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

/// Approximate number of chunks per shingle: shingles that share a counter are counted together, which can make a
/// shingle look too frequent but never too rare.
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

    /// Returns the rarest shingles, as many as similar chunks must share one of, without those that no other chunk has.
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

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::Chunk;
    use super::*;
    use crate::document::Document;
    use crate::index::format::Section;

    const NOTICE: &str = "The registrar's office is on the ground floor of the main building, and \
        accepts applications in person or by post until the end of the first week of the term.";

    fn page(url: &str, text: &str) -> (Document, Chunk) {
        let document = Document {
            url: url.into(),
            title: "Registration".into(),
            ..Document::default()
        };
        let chunk = Chunk {
            sections: vec![Section::default()],
            text: text.into(),
            ..Chunk::default()
        };
        (document, chunk)
    }

    /// Returns the groups of English chunks, each on a separate page.
    fn groups_of(pages: &[(Document, Chunk)]) -> Vec<u32> {
        let fingerprint = |(document, chunk)| Fingerprint::new(chunk, document, "en");
        let fingerprints: Vec<Fingerprint> =
            pages.iter().map(|(d, c)| fingerprint((d, c))).collect();
        let candidates: Vec<Candidate<'_>> = fingerprints
            .iter()
            .enumerate()
            .map(|(page, fingerprint)| Candidate { page, fingerprint })
            .collect();
        groups(&candidates)
    }

    fn are_same(one: &(Document, Chunk), other: &(Document, Chunk)) -> bool {
        groups_of(&[one.clone(), other.clone()]) == [1, 1]
    }

    #[test]
    fn r27_a_passage_is_recognised_however_it_is_set() {
        let original = page("a.html", NOTICE);
        let capitals = NOTICE.to_uppercase().replace(' ', "\n");
        let reworded = NOTICE.replace("accepts", "takes").replace(", and", " and");
        for copy in [NOTICE.to_owned(), capitals, reworded] {
            assert!(are_same(&original, &page("print/a.html", &copy)), "{copy}");
        }
        let other = NOTICE.replace("ground floor of the main building", "third floor");
        assert!(!are_same(&original, &page("b.html", &other)));
    }

    #[test]
    fn r27_short_passages_have_to_be_equal_under_the_same_heading() {
        let yes = page("a.html", "Evet, öğrenciler başvurabilir.");
        assert!(are_same(
            &yes,
            &page("b.html", "EVET! Ogrenciler basvurabilir")
        ));
        assert!(!are_same(
            &yes,
            &page("b.html", "Evet, öğrenciler de başvurabilir.")
        ));
        let mut elsewhere = yes.clone();
        elsewhere.0.url = "b.html".into();
        elsewhere.1.sections[0].heading = vec!["May guests apply?".into()];
        assert!(!are_same(&yes, &elsewhere));
        assert!(!are_same(&page("a.html", "🎓"), &page("b.html", "📚")));
        let mut untitled = yes;
        untitled.0.title.clear();
        assert!(!are_same(&untitled, &untitled.clone()));
    }

    // Last year's fee is not a duplicate of this year's.
    #[test]
    fn r27_passages_with_other_numbers_are_other_passages() {
        let this = page("2027.html", &format!("{NOTICE} The fee is 1,250 TL."));
        let last = page("2026.html", &format!("{NOTICE} The fee is 1,150 TL."));
        assert!(!are_same(&this, &last));
        assert!(are_same(&this, &page("b.html", &this.1.text)));
    }

    #[test]
    fn r27_other_hosts_languages_and_pages_without_address_are_no_duplicates() {
        let here = page("https://a.example/x", NOTICE);
        assert!(are_same(&here, &page("https://a.example/y", NOTICE)));
        assert!(!are_same(&here, &page("https://b.example/x", NOTICE)));
        assert_eq!(groups_of(&[page("", NOTICE), page("", NOTICE)]), [0, 0]);
        let of = |tag| Fingerprint::new(&here.1, &here.0, tag);
        assert_ne!(of("tr"), of("en"));
    }

    // Chunks of a page overlap. Two of them may both resemble one of another page.
    #[test]
    fn r27_chunks_of_one_page_are_no_duplicates_of_each_other() {
        let (document, chunk) = page("a.html", NOTICE);
        let fingerprint = Fingerprint::new(&chunk, &document, "en");
        let on = |page| Candidate {
            page,
            fingerprint: &fingerprint,
        };
        assert_eq!(groups(&[on(0), on(0), on(0)]), [0, 0, 0]);
        assert_eq!(groups(&[on(0), on(1), on(1), on(2)]), [1, 1, 0, 1]);
    }

    #[test]
    fn r2_groups_are_numbered_by_their_first_members() {
        let texts = [
            NOTICE,
            "One.",
            &NOTICE.replace("post", "fax"),
            "Two.",
            "one",
            "Two",
        ];
        let pages: Vec<(Document, Chunk)> = (0..)
            .zip(texts)
            .map(|(number, text)| page(&format!("{number}.html"), text))
            .collect();
        assert_eq!(groups_of(&pages), [1, 2, 1, 3, 2, 3]);
        assert_eq!(groups_of(&[]), [0; 0]);
    }

    /// Applies the definition literally, over texts of one page each.
    fn by_definition(texts: &[String]) -> Vec<u32> {
        let sets: Vec<BTreeSet<Vec<&str>>> = texts
            .iter()
            .map(|text| {
                let words: Vec<&str> = text.split(' ').collect();
                words.windows(SHINGLE).map(<[_]>::to_vec).collect()
            })
            .collect();
        let same = |one: usize, other: usize| {
            let common = sets[one].intersection(&sets[other]).count();
            let all = sets[one].union(&sets[other]).count();
            common * 10 >= all * LEAST
        };
        let mut first: Vec<usize> = Vec::new();
        for number in 0..texts.len() {
            let mut known = (0..number).filter(|other| first[*other] == *other);
            first.push(known.find(|other| same(*other, number)).unwrap_or(number));
        }
        let mut firsts: Vec<usize> = (0..texts.len())
            .filter(|number| first.iter().filter(|f| *f == number).count() > 1)
            .collect();
        firsts.sort_unstable();
        let number = |f: &usize| firsts.iter().position(|other| other == f);
        first
            .iter()
            .map(|f| number(f).map_or(0, |n| u32::try_from(n + 1).unwrap()))
            .collect()
    }

    proptest! {
        // Texts of twenty and more words of a small vocabulary, many of them changed copies.
        #[test]
        fn r27_exactly_the_similar_pairs_are_found(
            originals in prop::collection::vec(prop::collection::vec("[a-d]", 20..50), 1..4),
            copies in prop::collection::vec((0..4_usize, prop::collection::vec((0..50_usize, "[a-f]"), 0..4)), 1..12),
        ) {
            let texts: Vec<String> = copies
                .iter()
                .map(|(original, changes)| {
                    let mut words = originals[original % originals.len()].clone();
                    for (at, word) in changes {
                        let at = at % words.len();
                        words[at].clone_from(word);
                    }
                    words.join(" ")
                })
                .collect();
            let pages: Vec<(Document, Chunk)> = (0..)
                .zip(&texts)
                .map(|(number, text)| page(&format!("{number}.html"), text))
                .collect();
            prop_assert_eq!(groups_of(&pages), by_definition(&texts));
        }
    }
}
