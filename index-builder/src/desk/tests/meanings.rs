//! Groups by meaning, measured on labelled questions of a small site in two languages.

use std::collections::BTreeMap;

use super::*;
use crate::desk::{Site, Week};
use crate::log::Find;

/// Language, meaning and question in each line.
const QUESTIONS: &str = include_str!("meanings/questions.tsv");
const PAGES: [(&str, &str); 8] = [
    ("dormitory.html", include_str!("meanings/dormitory.html")),
    ("exams.html", include_str!("meanings/exams.html")),
    ("fees.html", include_str!("meanings/fees.html")),
    ("kart.html", include_str!("meanings/kart.html")),
    ("library.html", include_str!("meanings/library.html")),
    ("staj.html", include_str!("meanings/staj.html")),
    ("visa.html", include_str!("meanings/visa.html")),
    ("yemek.html", include_str!("meanings/yemek.html")),
];

/// Pairs of questions in one group.
#[derive(Debug)]
struct Pairs {
    found: usize,
    right: usize,
    wanted: usize,
}

impl Pairs {
    fn precision(&self) -> f64 {
        self.right as f64 / self.found as f64
    }

    fn recall(&self) -> f64 {
        self.right as f64 / self.wanted as f64
    }
}

fn pairs(find: Option<Find<'_>>) -> Pairs {
    let lines = QUESTIONS.lines().map(|line| {
        let mut fields = line.split('\t');
        [(); 3].map(|()| fields.next().expect(line))
    });
    let labels: BTreeMap<&str, &str> = { lines.clone() }
        .map(|[_, meaning, question]| (question, meaning))
        .collect();
    let reports: Vec<StoredReport> = lines
        .map(|[language, _, question]| asked(LAST, language, question, "nothing"))
        .collect();
    let week = Week::read_with(&place(&reports).store, LAST, 7, find).unwrap();
    let mut pairs = Pairs {
        found: 0,
        right: 0,
        wanted: 0,
    };
    let groups: Vec<Vec<&str>> = { week.groups.iter() }
        .map(|group| group.wordings.iter().map(|own| &*own.text).collect())
        .collect();
    assert_eq!(groups.iter().flatten().count(), labels.len());
    for group in groups {
        let of_group = |one: &str, other: &str| usize::from(labels[one] == labels[other]);
        for (number, one) in group.iter().enumerate() {
            pairs.found += group.len() - number - 1;
            let later = group[number + 1..].iter();
            for other in later.clone().filter(|other| labels[**other] != labels[one]) {
                println!("together, though different: {one} | {other}");
            }
            pairs.right += later.map(|other| of_group(one, other)).sum::<usize>();
        }
    }
    let meanings: Vec<&str> = labels.into_values().collect();
    for (number, one) in meanings.iter().enumerate() {
        pairs.wanted += meanings[number + 1..]
            .iter()
            .filter(|own| *own == one)
            .count();
    }
    pairs
}

// The figures are in `docs/design/desk.md`.
#[test]
fn a_site_groups_more_questions_of_one_meaning_than_their_words_do() {
    let folder = tempfile::tempdir().unwrap();
    for (name, page) in PAGES {
        std::fs::write(folder.path().join(name), page).unwrap();
    }
    let site = Site::open(vec![folder.path().to_owned()], None, LAST).unwrap();
    let words = pairs(None);
    let places = pairs(Some(&site.places().unwrap()));
    println!("by words {words:?}, with places {places:?}");
    assert!(places.recall() > words.recall() + 0.4, "{places:?}");
    assert!(places.precision() > 0.9, "{places:?}");
}
