//! The contract of answer generators.

use proptest::prelude::*;
use soru::generation::{AnswerGenerator, Extract, Extractive, ExtractiveSettings};
use soru::hit::Hit;

use super::samples::{any_hits, hits, queries};

/// Returns every generator, with its default constants.
fn all() -> Vec<Box<dyn AnswerGenerator>> {
    vec![Box::new(
        Extractive::new(&ExtractiveSettings::default()).unwrap(),
    )]
}

fn assert_quotes(extract: &Extract, hits: &[Hit]) {
    assert!(!extract.text.is_empty());
    let source = &hits[extract.hit].text;
    let there = source.get(extract.start..extract.start + extract.text.len());
    assert_eq!(
        there,
        Some(extract.text.as_str()),
        "{extract:?} in {source:?}"
    );
    let units: Vec<u16> = extract.text.encode_utf16().collect();
    for [start, end] in &extract.marks {
        assert!(start < end, "{extract:?}");
        let marked = &units[*start as usize..*end as usize];
        assert!(String::from_utf16(marked).is_ok(), "{extract:?}");
    }
    let in_order = |pair: &[[u32; 2]]| pair[0][1] <= pair[1][0];
    assert!(extract.marks.windows(2).all(in_order), "{extract:?}");
}

#[test]
fn r32_every_generator_quotes_a_hit_word_for_word() {
    for generator in all() {
        let mut answers = 0;
        for query in queries() {
            if let Some(extract) = generator.answer(&query, &hits()).unwrap() {
                assert_quotes(&extract, &hits());
                answers += 1;
            }
        }
        assert!(answers > 0, "{generator:?} never answers");
    }
}

#[test]
fn r31_no_hits_is_an_error_for_no_generator_and_gives_no_answer() {
    for generator in all() {
        for query in queries() {
            assert_eq!(generator.answer(&query, &[]).unwrap(), None);
        }
    }
}

#[test]
fn r2_every_generator_gives_the_same_answer_for_the_same_input() {
    for (one, other) in all().iter().zip(all()) {
        for query in queries() {
            let first = one.answer(&query, &hits()).unwrap();
            assert_eq!(first, other.answer(&query, &hits()).unwrap());
        }
    }
}

proptest! {
    #[test]
    fn r32_every_generator_quotes_any_text_there_is(hits in any_hits()) {
        for generator in all() {
            for query in queries() {
                if let Some(extract) = generator.answer(&query, &hits).unwrap() {
                    assert_quotes(&extract, &hits);
                }
            }
        }
    }
}
