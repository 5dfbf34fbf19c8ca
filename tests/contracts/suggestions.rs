//! The contract of suggesters (R11).

use std::sync::{Arc, OnceLock};

use soru::index::Index;
use soru::indexing::Layout;
use soru::pre_retrieval::{
    Completion, CompletionKind, Questions, SampleQuestion, Suggester, Titles, Typed, Words,
    complete,
};
use soru::text::{Language, fold, tokenise};

use super::site;

/// Returns every suggester.
fn all() -> Vec<Box<dyn Suggester>> {
    let sample = |lang: &str, text: &str| SampleQuestion {
        lang: lang.to_owned(),
        text: text.to_owned(),
    };
    let samples = [
        sample("tr", "Öğrenim ücreti ne kadar?"),
        sample("en", "How long is OPT?"),
        sample("", "Erasmus?"),
    ];
    vec![
        Box::new(Questions::new(&samples, &site::facts(), "tr")),
        Box::new(Titles::new("https://goksu.example/")),
        Box::new(Words),
    ]
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let (manifest, source) = site::source(&site::build(Layout::SINGLE));
        let index = Index::open(&manifest, Arc::new(source)).unwrap();
        // A source gives up each section once, and tests run in parallel.
        for language in 0..index.languages().len() {
            index.words(language).unwrap();
        }
        index
    })
}

const TYPED: [&str; 22] = [
    "öğr",
    "ogr",
    "OGR",
    "s",
    "staj",
    "staj ",
    "staj baş",
    "  Staj BAS",
    "ücret",
    "h-1",
    "H1",
    "the",
    "erasmus ",
    "What is the h",
    "kütüphane",
    "işleri öğr",
    "ı",
    "zzz",
    "3,5",
    "e-",
    "opt",
    "not",
];

fn suggest(suggester: &dyn Suggester, text: &str, lang: &str, limit: usize) -> Vec<Completion> {
    let typed = Typed::new(text, lang, "2026-11-20");
    suggester.suggest(index(), &typed, limit).unwrap()
}

/// Returns fold keys of all words of a text, for compounds and codes as a whole and in parts.
fn keys(text: &str) -> Vec<String> {
    let tokens = tokenise(text, Language::Turkish);
    let mut keys: Vec<String> = tokens.iter().map(|token| fold(&token.text)).collect();
    keys.extend(text.split(|c: char| !c.is_alphanumeric()).map(fold));
    keys
}

#[test]
fn r11_every_word_typed_is_the_beginning_of_a_word_of_every_proposal() {
    for suggester in all() {
        let mut proposals = 0;
        for text in TYPED {
            let words = tokenise(text, Language::Turkish);
            for completion in suggest(&*suggester, text, "tr", 50) {
                let keys = keys(&completion.text);
                for word in words.iter().filter(|word| word.is_word()) {
                    let key = fold(&word.text);
                    let begins = keys.iter().any(|other| other.starts_with(&key));
                    assert!(begins, "{text:?}: {completion:?} by {suggester:?}");
                }
                proposals += 1;
            }
        }
        assert!(proposals > 10, "only {proposals} by {suggester:?}");
    }
}

#[test]
fn r11_at_most_as_many_as_asked_for_the_page_s_language_first_and_none_twice() {
    for suggester in all() {
        for lang in ["tr", "en", ""] {
            for text in TYPED {
                let all = suggest(&*suggester, text, lang, 50);
                let foreign: Vec<bool> = all
                    .iter()
                    .map(|c| !lang.is_empty() && c.lang != lang)
                    .collect();
                assert!(foreign.is_sorted(), "{text:?}: {all:?}");
                let mut keys: Vec<String> = all.iter().map(|c| fold(&c.text)).collect();
                keys.sort();
                keys.dedup();
                assert_eq!(keys.len(), all.len(), "{text:?}: {all:?}");
                for limit in [1, 2, 5] {
                    let few = suggest(&*suggester, text, lang, limit);
                    assert_eq!(few, all[..all.len().min(limit)], "{text:?} {suggester:?}");
                }
            }
        }
    }
}

#[test]
fn r11_every_spelling_gets_the_same_proposals() {
    for suggester in &all()[..2] {
        let expected = suggest(&**suggester, "öğr", "tr", 50);
        assert!(!expected.is_empty());
        for text in ["ogr", "OGR", "ÖĞR", "Öğr", "  öğr"] {
            assert_eq!(suggest(&**suggester, text, "tr", 50), expected, "{text}");
        }
    }
}

#[test]
fn r11_an_empty_input_suggests_only_the_sample_questions_of_the_site() {
    for (number, suggester) in all().iter().enumerate() {
        for text in ["", "  ", "?!"] {
            let found = suggest(&**suggester, text, "en", 50);
            let texts: Vec<&str> = found.iter().map(|c| c.text.as_str()).collect();
            let samples = ["How long is OPT?", "Erasmus?", "Öğrenim ücreti ne kadar?"];
            let expected: &[&str] = if number == 0 { &samples } else { &[] };
            assert_eq!(texts, expected, "{text:?} {suggester:?}");
        }
    }
}

#[test]
fn r16_a_fact_that_has_expired_is_not_proposed() {
    let on = |day: &str| {
        let typed = Typed::new("yemek bursu", "tr", day);
        all()[0].suggest(index(), &typed, 8).unwrap().len()
    };
    assert_eq!((on("2026-10-31"), on("2026-11-01"), on("")), (1, 0, 1));
}

#[test]
fn r11_a_title_comes_with_the_address_of_its_page() {
    let titles = suggest(&*all()[1], "Başvuru", "tr", 50);
    let basvuru = titles.iter().find(|title| title.text == "Başvuru").unwrap();
    let url = basvuru.url.as_deref();
    assert_eq!(url, Some("https://goksu.example/tr/staj.html#basvuru"));
    assert_eq!(
        (basvuru.kind, basvuru.lang.as_str()),
        (CompletionKind::Title, "tr")
    );
}

#[test]
fn r11_merged_suggestions_list_questions_first_and_keep_room_for_words() {
    let suggest = |text: &str, limit: usize| {
        let typed = Typed::new(text, "tr", "2026-11-20");
        complete(&all(), index(), &typed, limit)
            .unwrap()
            .suggestions
    };
    let kinds = |found: &[Completion]| found.iter().map(|c| c.kind as usize).collect::<Vec<_>>();
    for text in TYPED {
        for limit in [1, 3, 8, 50] {
            let found = suggest(text, limit);
            assert!(
                found.len() <= limit && kinds(&found).is_sorted(),
                "{found:?}"
            );
        }
    }
    let found = suggest("öğr", 8);
    assert_eq!(found[0].text, "Öğrenim ücreti ne kadar?");
    assert!(
        kinds(&found).contains(&(CompletionKind::Title as usize)),
        "{found:?}"
    );
    assert!(found.iter().any(|c| c.text == "öğrenci"), "{found:?}");
    let found = suggest("s", 4);
    assert_eq!(found[3].kind, CompletionKind::Word, "{found:?}");
}
