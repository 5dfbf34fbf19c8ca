use super::*;
use crate::index::format::VocabularyBuilder;

fn nearest(typed: &str, limit: u8, words: &[(&str, u32)]) -> Vec<(String, u8)> {
    let mut sorted: Vec<(String, &str, u32)> =
        words.iter().map(|(w, n)| (fold(w), *w, *n)).collect();
    sorted.sort();
    let mut builder = VocabularyBuilder::default();
    for (key, word, chunks) in sorted {
        builder.push(key, word, chunks);
    }
    let mut nearest = Nearest::new(typed, limit);
    builder.finish().walk(&mut nearest);
    let candidates = nearest.into_candidates();
    candidates.into_iter().map(|c| (c.word, c.cost)).collect()
}

fn cost(typed: &str, word: &str, limit: u8) -> Option<u8> {
    nearest(typed, limit, &[(word, 1)])
        .first()
        .map(|(_, cost)| *cost)
}

#[test]
fn r11_every_single_error_is_found_at_any_position() {
    let word = "kutuphane";
    for at in 0..word.len() {
        let (before, after) = word.split_at(at);
        assert_eq!(
            cost(&format!("{before}x{after}"), word, EDIT),
            Some(EDIT),
            "{at}"
        );
        let deleted = format!("{before}{}", &after[1..]);
        assert!(cost(&deleted, word, EDIT).is_some(), "{deleted}");
        let replaced = format!("{before}x{}", &after[1..]);
        assert!(cost(&replaced, word, EDIT).is_some(), "{replaced}");
        if at + 1 < word.len() {
            let swapped = format!("{before}{}{}{}", &after[1..2], &after[..1], &after[2..]);
            assert_eq!(cost(&swapped, word, EDIT), Some(SLIP), "{swapped}");
        }
    }
}

#[test]
fn r11_slips_of_the_finger_cost_less_and_two_of_them_are_two_errors() {
    assert_eq!(cost("kayot", "kayıt", EDIT), Some(SLIP), "the key beside");
    assert_eq!(cost("kayat", "kayıt", EDIT), Some(EDIT), "a key far away");
    assert_eq!(cost("kayiit", "kayıt", EDIT), Some(SLIP), "a letter twice");
    assert_eq!(cost("hak", "hakk", EDIT), Some(SLIP), "a letter only once");
    assert_eq!(
        cost("kqyot", "kayıt", EDIT),
        None,
        "two slips where one is allowed"
    );
    assert_eq!(cost("kqyot", "kayıt", 2 * SLIP), Some(2 * SLIP));
    assert_eq!(cost("kqyoy", "kayıt", 2 * SLIP), None, "three slips");
    assert_eq!(
        cost("kxyot", "kayıt", 2 * SLIP),
        None,
        "a slip and another error"
    );
}

#[test]
fn r11_a_common_word_is_preferred_to_a_rare_one_and_a_near_one_to_a_far_one() {
    let words = [("kayıt", 400), ("kayak", 2), ("hayat", 1)];
    assert_eq!(nearest("kayt", EDIT, &words)[0].0, "kayıt");
    let words = [("sınav", 2), ("sınar", 900)];
    assert_eq!(nearest("sinavv", 2 * EDIT, &words)[0].0, "sınav");
}

// An e-mail address on an English page has the Turkish word without its diacritics.
#[test]
fn r11_a_word_of_two_languages_is_spelt_as_in_the_likelier_one_in_any_order() {
    let vocabulary = |word: &str, chunks: u32| {
        let mut builder = VocabularyBuilder::default();
        builder.push(fold(word), word, chunks);
        builder.finish()
    };
    let languages = [("en", 2, "kutuphane", 1), ("tr", 0, "kütüphane", 16)];
    for order in [[0, 1], [1, 0]] {
        let mut nearest = Nearest::new("kutphane", EDIT);
        for (tag, handicap, word, chunks) in order.map(|number: usize| languages[number]) {
            nearest.turn_to(tag, handicap);
            vocabulary(word, chunks).walk(&mut nearest);
        }
        let found = nearest.into_candidates();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((&*found[0].word, &*found[0].tag), ("kütüphane", "tr"));
    }
}

#[test]
fn r11_a_stem_is_found_in_the_forms_of_its_word() {
    let words = |typed: &str, tag: &str, words: &[&str]| {
        let mut builder = VocabularyBuilder::default();
        for word in words {
            builder.push(fold(word), word, 1);
        }
        let mut nearest = Nearest::by_stem(typed, EDIT, Vec::new());
        nearest.turn_to(tag, 0);
        builder.finish().walk(&mut nearest);
        let found = nearest.into_candidates().into_iter();
        found.map(|own| own.word).collect::<Vec<String>>()
    };
    assert_eq!(
        words("scolarship", "en", &["scholarships", "scholastic"]),
        ["scholarships"]
    );
    assert_eq!(
        words("libari", "en", &["libraries", "library"]),
        ["libraries"]
    );
    assert_eq!(words("ogrneci", "tr", &["öğrencilerin"]), ["öğrencilerin"]);
    assert_eq!(
        words("wohnhiem", "de", &["wohnheime", "wohnheimplatz"]),
        ["wohnheime"]
    );
    let others = words("wohnheim", "de", &["wohnheime"]);
    assert!(others.is_empty(), "no error: {others:?}");
}

#[test]
fn r11_codes_and_numbers_are_no_candidates() {
    assert!(nearest("hxb", 2 * EDIT, &[("h1b", 9), ("covid19", 9)]).is_empty());
}

#[cfg(not(target_arch = "wasm32"))]
mod against_a_plain_table {
    use proptest::prelude::*;

    use super::*;

    /// Computes optimal string alignment over the whole table.
    fn distance(typed: &[char], word: &[char]) -> u32 {
        let mut table = vec![vec![0_u32; typed.len() + 1]; word.len() + 1];
        for i in 0..=word.len() {
            for j in 0..=typed.len() {
                let mut least = if i + j == 0 { 0 } else { u32::MAX };
                if i > 0 {
                    let twice = i > 1 && word[i - 1] == word[i - 2];
                    let cost = if twice { SLIP } else { EDIT };
                    least = least.min(table[i - 1][j] + u32::from(cost));
                }
                if j > 0 {
                    let twice = j > 1 && typed[j - 1] == typed[j - 2];
                    let cost = if twice { SLIP } else { EDIT };
                    least = least.min(table[i][j - 1] + u32::from(cost));
                }
                if i > 0 && j > 0 {
                    let (a, b) = (word[i - 1], typed[j - 1]);
                    let beside = if are_neighbours(a, b) { SLIP } else { EDIT };
                    let cost = if a == b { 0 } else { beside };
                    least = least.min(table[i - 1][j - 1] + u32::from(cost));
                    if i > 1 && j > 1 && word[i - 2] == b && typed[j - 2] == a {
                        least = least.min(table[i - 2][j - 2] + u32::from(SLIP));
                    }
                }
                table[i][j] = least;
            }
        }
        table[word.len()][typed.len()]
    }

    proptest! {
        #[test]
        fn r11_the_walk_finds_the_same_words_as_a_full_table(
            typed in "[abiks]{1,7}",
            words in proptest::collection::btree_set("[abiks]{1,8}", 1..30),
            limit in 7..24_u8,
        ) {
            let list: Vec<(&str, u32)> = words.iter().map(|word| (word.as_str(), 1)).collect();
            let found = nearest(&typed, limit, &list);
            let letters = |word: &str| word.chars().collect::<Vec<char>>();
            let mut expected: Vec<u32> = words
                .iter()
                .map(|word| distance(&letters(&typed), &letters(word)))
                .filter(|cost| *cost <= u32::from(limit))
                .collect();
            expected.sort_unstable();
            expected.truncate(KEPT);
            let costs: Vec<u32> = found.iter().map(|(_, cost)| u32::from(*cost)).collect();
            prop_assert_eq!(costs, expected);
        }
    }
}
