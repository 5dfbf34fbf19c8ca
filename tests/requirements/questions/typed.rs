//! Empty questions, long ones, and one word in many spellings.

use super::ids;
use crate::site::{self, IntoValue, ask};

#[test]
fn r4_one_word_typed_in_four_ways_finds_the_same_pages() {
    let engine = site::engine();
    for spellings in [
        ["OGRENCI", "ogrenci", "ÖĞRENCİ", "Öğrenci"],
        ["KUTUPHANE", "kutuphane", "KÜTÜPHANE", "kütüphane'nin"],
        ["ISILDAK", "isildak", "IŞILDAK", "Işıldak'ın"],
        ["CAGRI", "çagri", "ÇAĞRI", "Çağrı"],
    ] {
        let found = spellings.map(|spelling| {
            let answer = ask(&engine, spelling, &[("topK", 50.0.into_value())]);
            let mut ids: Vec<String> = ids(&answer).into_iter().map(str::to_owned).collect();
            ids.sort();
            ids
        });
        assert!(!found[0].is_empty(), "{spellings:?}");
        assert!(
            found.iter().all(|ids| *ids == found[0]),
            "{spellings:?}: {found:?}"
        );
    }
}

#[test]
fn a_long_question_after_white_space_is_read_from_its_first_word() {
    let engine = site::engine();
    let long = format!(" staj{}", "x".repeat(3000));
    let answer = ask(&engine, &long, &[]);
    assert!(answer.warnings.iter().any(|w| w.code == "question_cut"));
    let short = ask(&engine, "   staj", &[]);
    assert!(!short.hits.is_empty());
    assert!(short.warnings.iter().all(|w| w.code != "question_cut"));
}
