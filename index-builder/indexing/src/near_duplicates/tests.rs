use std::collections::BTreeSet;

use proptest::prelude::*;
use soru::document::Document;
use soru::index::format::Section;

use super::super::Chunk;
use super::*;

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
    let fingerprints: Vec<Fingerprint> = pages.iter().map(|(d, c)| fingerprint((d, c))).collect();
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
fn r27_a_passage_is_recognised_in_capitals_and_slightly_reworded() {
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

// Chunks of a page overlap, and two of them may both resemble a chunk of another page.
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
    // Generates texts of twenty and more words from a small vocabulary, many of them changed
    // copies.
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
