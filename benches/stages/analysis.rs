//! From text to words, stems and fold keys.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use soru::pre_retrieval::{Analysis, QueryOperator, QuerySettings, TextSettings};
use soru::query::Query;
use soru::text::{Language, WordLists, fold, stem, tokenise};

use super::site;

const WORDS: usize = 1000;
const LANGUAGES: [&str; 2] = ["tr", "en"];

#[divan::bench(args = LANGUAGES)]
fn tokenise_text(bencher: Bencher<'_, '_>, language: &str) {
    let (text, rules) = (site::text(WORDS, 1), Language::from_tag(language));
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| tokenise(black_box(&text), rules));
}

#[divan::bench(args = LANGUAGES)]
fn stem_words(bencher: Bencher<'_, '_>, language: &str) {
    let (text, rules) = (site::text(WORDS, 2), Language::from_tag(language));
    let words: Vec<&str> = text.split_whitespace().collect();
    bencher.counter(ItemsCount::new(words.len())).bench(|| {
        let stems = words.iter().map(|word| stem(black_box(word), rules).len());
        stems.sum::<usize>()
    });
}

#[divan::bench]
fn fold_words(bencher: Bencher<'_, '_>) {
    let text = site::text(WORDS, 3);
    let words: Vec<&str> = text.split_whitespace().collect();
    bencher.counter(ItemsCount::new(words.len())).bench(|| {
        let keys = words.iter().map(|word| fold(black_box(word)).len());
        keys.sum::<usize>()
    });
}

/// Analyses a question of nine words in both languages of a site.
#[divan::bench]
fn analyse_question(bencher: Bencher<'_, '_>) {
    let languages = LANGUAGES.map(str::to_owned);
    let (text, query) = (TextSettings::default(), QuerySettings::default());
    let words = WordLists::of_languages(&LANGUAGES);
    let analysis = Analysis::new(&languages, &text, &words, &query, 0.5);
    let asked = Query {
        text: site::text(9, 4),
        ..Query::default()
    };
    bencher
        .with_inputs(|| asked.clone())
        .bench_values(|mut query| analysis.apply(&mut query).map(|()| query));
}
