//! Checks neighbours against their definition, page by page.

use proptest::prelude::*;
use soru::document::{Block, Document};
use soru::index::format::ChunkVectors;

use super::neighbours::{Near, neighbours};
use super::terms::{PageTerms, Weighted};
use super::*;
use crate::threads::in_order;
use crate::{ChunkingSettings, Indexer, InvertedIndexer, Layout};

const COLUMNS: u32 = 12;

/// Returns this many pages, every third in another language.
fn site(pages: usize) -> InvertedIndexer {
    let mut indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", Layout::SINGLE);
    for number in 0..pages {
        let document = Document {
            id: format!("{number:03}.html"),
            url: format!("{number:03}.html"),
            title: format!("Page {number}"),
            lang: if number % 3 == 2 { "tr" } else { "en" }.to_owned(),
            blocks: vec![Block::Text(format!("number {number}"))],
            ..Document::default()
        };
        let prepared = indexer.prepare(&document).unwrap();
        indexer.add(prepared).unwrap();
    }
    indexer
}

fn language(document: &crate::collected::Collected) -> usize {
    usize::from(document.tag == "tr")
}

fn one_long(mut row: Vec<Weighted>) -> Vec<Weighted> {
    let length = row.iter().map(|(_, x)| x * x).sum::<f32>().sqrt();
    for (_, x) in &mut row {
        *x /= length;
    }
    row
}

fn rows() -> impl Strategy<Value = Vec<Vec<Weighted>>> {
    let row = prop::collection::btree_map(0..COLUMNS, 0.05..1.0_f32, 0..5);
    let row = row.prop_map(|row| one_long(row.into_iter().collect()));
    prop::collection::vec(row, 1..30)
}

/// Multiplies in the order of the first page's terms, as the search does.
fn product(one: &[Weighted], other: &[Weighted]) -> f32 {
    let mut sum = 0.0;
    for (column, x) in one {
        let own = other.iter().find(|(own, _)| own == column);
        sum += own.map_or(0.0, |(_, y)| x * y);
    }
    sum
}

/// Returns all similar pages of both languages, by comparing each with each.
fn by_definition(site: &Site<'_>, page: usize, least: f32) -> [Vec<(u32, f32)>; 2] {
    let rows = &site.terms.rows;
    let mut near: Vec<(u32, f32)> = Vec::new();
    for other in (0..rows.len()).filter(|other| *other != page) {
        let words = product(&rows[page], &rows[other]);
        let meaning = site.meanings.similarity(page, other);
        let score = meaning.map_or(words, |meaning| words * 0.85 + meaning * 0.15);
        if score > 0.0 && score >= least {
            near.push((u32::try_from(other).unwrap(), score));
        }
    }
    near.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    let language = |page: usize| site.pages.language(page);
    let is_own = |(other, _): &(u32, f32)| language(*other as usize) == language(page);
    let (own, foreign) = near.into_iter().partition(is_own);
    [own, foreign]
}

struct Site<'s> {
    pages: &'s Pages<'s>,
    terms: &'s PageTerms,
    meanings: &'s Meanings,
}

const DIMENSIONS: usize = 3;

/// Returns vectors of pages with one chunk each; pages after the last have none.
fn encoded(steps: &[[i8; DIMENSIONS]]) -> NumberedVectors {
    NumberedVectors {
        vectors: ChunkVectors {
            scales: vec![1.0, 0.5, 2.0],
            steps: steps.iter().flatten().copied().collect(),
        },
        numbers: (0..).take(steps.len()).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn r19_the_nearest_pages_are_found_exactly(
        rows in rows(),
        steps in prop::collection::vec(prop::array::uniform3(-7..8_i8), 0..30),
        most in 1..4_usize,
        min_similarity in 0.0..0.9_f64,
    ) {
        let indexer = site(rows.len());
        let pages = Pages::new(&indexer.documents, language);
        let figures = (0..rows.len() as u64).collect();
        let terms = PageTerms { rows, columns: COLUMNS as usize, figures };
        let settings = RelatedSettings { most, min_similarity, ..RelatedSettings::default() };
        let steps = &steps[..steps.len().min(terms.rows.len())];
        let meanings = Meanings::new(&pages, &[encoded(steps)]);
        let near = neighbours(&pages, &terms, &meanings, &settings, in_order);
        let site = Site { pages: &pages, terms: &terms, meanings: &meanings };
        #[allow(clippy::cast_possible_truncation)]
        let least = min_similarity as f32;
        for (page, near) in near.iter().enumerate() {
            let [mut own, mut foreign] = by_definition(&site, page, least);
            own.truncate(most * 3);
            foreign.truncate(most * 3);
            own.extend(foreign);
            prop_assert_eq!(&near.others, &own);
            prop_assert!(near.alike.is_empty(), "their figures differ");
        }
    }
}

// There are two pairs at right angles: the products of pairs are 1, 1 and four times 0, so their
// mean is a third.
#[test]
fn r19_similarity_in_meaning_counts_above_the_mean_of_all_pairs() {
    let indexer = site(6);
    let pages = Pages::new(&indexer.documents, |_| 0);
    let steps = [[7, 0, 0], [0, 3, 0], [5, 0, 0], [0, 1, 0], [0, 0, 0]];
    let meanings = Meanings::new(&pages, &[encoded(&steps)]);
    let same = meanings.similarity(0, 2).unwrap();
    assert!((same - 1.0).abs() < 1e-6, "{same}");
    assert_eq!(meanings.similarity(0, 1), Some(0.0));
    assert_eq!(
        (meanings.similarity(0, 4), meanings.similarity(5, 0)),
        (None, None)
    );
    let none = Meanings::new(&pages, &[]);
    assert!(none.is_empty() && none.similarity(0, 2).is_none());
}

// The pages share no word, but have the same direction: .15 is above the limit.
#[test]
fn r19_pages_without_common_words_are_near_by_meaning() {
    let indexer = site(4);
    let pages = Pages::new(&indexer.documents, |_| 0);
    let rows = (0..4).map(|column| vec![(column, 1.0)]).collect();
    let terms = PageTerms {
        rows,
        columns: 4,
        figures: vec![0; 4],
    };
    let steps = [[7, 0, 0], [0, 3, 0], [5, 0, 0], [0, 1, 0]];
    let meanings = Meanings::new(&pages, &[encoded(&steps)]);
    let near = neighbours(
        &pages,
        &terms,
        &meanings,
        &RelatedSettings::default(),
        in_order,
    );
    let others: Vec<Vec<u32>> = near
        .iter()
        .map(|near| near.others.iter().map(|(page, _)| *page).collect())
        .collect();
    assert_eq!(others, [[2], [3], [0], [1]]);
    assert!((near[0].others[0].1 - 0.15).abs() < 1e-6);
}

fn near(same: &[u32], others: &[(u32, f32)]) -> Near {
    Near {
        alike: same.to_vec(),
        same: same.to_vec(),
        others: others.to_vec(),
    }
}

// 0, 1 and 3 are identical: 4 lists one of them, and none of them lists another.
#[test]
fn r27_one_of_several_identical_pages_is_listed() {
    let indexer = site(5);
    let pages = Pages::new(&indexer.documents, |_| 0);
    let all = vec![
        near(&[1], &[(4, 0.5), (3, 0.4)]),
        near(&[0, 3], &[(4, 0.5), (2, 0.1)]),
        near(&[], &[(1, 0.3), (0, 0.2)]),
        near(&[1], &[(0, 0.9)]),
        near(&[], &[(3, 0.6), (0, 0.5), (2, 0.4)]),
    ];
    let Lists { lists, alike } = lists(&pages, all, &RelatedSettings::default());
    let rows = |page: usize| lists[page].iter().map(|own| own.row).collect::<Vec<_>>();
    let all: Vec<Vec<usize>> = (0..5).map(rows).collect();
    assert_eq!(all, [vec![4], vec![4, 2], vec![1], vec![], vec![3, 2]]);
    assert_eq!(lists[4][0].similarity, 153);
    assert_eq!(alike, [[0, 1, 3]]);
}

#[test]
fn r8_lists_have_as_many_pages_in_other_languages_as_in_their_own() {
    let indexer = site(6);
    let pages = Pages::new(&indexer.documents, language);
    let others = [(1, 0.5), (3, 0.4), (4, 0.3), (2, 0.9), (5, 0.8)];
    let mut all = vec![Near::default(); 6];
    all[0] = near(&[], &others);
    let settings = RelatedSettings {
        most: 2,
        ..RelatedSettings::default()
    };
    let Lists { lists, .. } = lists(&pages, all, &settings);
    let rows: Vec<usize> = lists[0].iter().map(|own| own.row).collect();
    assert_eq!(rows, [1, 3, 2, 5]);
}

/// Runs on threads, the last ranges first.
fn on_threads(count: usize, run: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        for number in (0..count).rev() {
            scope.spawn(move || run(number));
        }
    });
}

#[test]
fn r2_neighbours_are_the_same_on_any_threads() {
    let indexer = site(600);
    let pages = Pages::new(&indexer.documents, language);
    let row = |page: u32| {
        let columns = [page % 7, 7 + page % 11, 18 + page * 31 % 13];
        one_long(columns.into_iter().zip([1.0, 0.5, 0.7]).collect())
    };
    let terms = PageTerms {
        rows: (0..600).map(row).collect(),
        columns: 31,
        figures: (0..600).collect(),
    };
    let settings = RelatedSettings::default();
    let find = |for_each| neighbours(&pages, &terms, &Meanings::default(), &settings, for_each);
    let near = find(in_order);
    assert!(near.len() == 600 && near.iter().all(|near| !near.others.is_empty()));
    assert_eq!(find(on_threads), near);
}
