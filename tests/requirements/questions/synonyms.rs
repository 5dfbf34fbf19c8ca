//! Synonyms, and codes typed as separate words.

use soru::settings::Value;

use super::{ids, traced};
use crate::site::{self, IntoValue, ask, table};

#[test]
fn r10_synonyms_of_a_call_find_pages_without_the_words_of_the_question() {
    let engine = site::engine();
    assert!(ask(&engine, "pansiyon", &[]).hits.is_empty());
    let group = table(&[("terms", ["pansiyon", "yurt"].into_value())]);
    let answer = ask(
        &engine,
        "pansiyon",
        &[("synonyms", Value::List(vec![group]))],
    );
    assert_eq!(answer.hits[0].id, "tr/yurtlar.html");
}

fn synonyms(groups: &[&[&str]]) -> (&'static str, Value) {
    let group = |terms: &&[&str]| {
        let terms = terms.iter().map(|term| term.into_value()).collect();
        table(&[("terms", Value::List(terms))])
    };
    ("synonyms", Value::List(groups.iter().map(group).collect()))
}

// In both directions, whatever the length, the spelling and the ending.
#[test]
fn r10_a_synonym_of_several_words_matches_one_word_and_vice_versa() {
    let page = |id: &str, lang: &str, text: &str| site::page(id, lang, text);
    let groups: [&[&str]; 2] = [
        &["OPT", "Optional Practical Training"],
        &[
            "ÖSYM",
            "Ölçme, Seçme ve Yerleştirme Merkezi",
            "sınav merkezi",
        ],
    ];
    for (lang, written, asked) in [
        (
            "en",
            "Optional Practical Training lasts a year.",
            "how long is opt",
        ),
        (
            "en",
            "OPT lasts a year.",
            "how long is optional practical trainings",
        ),
        (
            "tr",
            "Sonuçlar Ölçme, Seçme ve Yerleştirme Merkezi tarafından açıklanır.",
            "OSYM",
        ),
        (
            "tr",
            "ÖSYM sonuçları açıklar.",
            "sinav merkezinin sonuclari",
        ),
        (
            "tr",
            "Sınav merkezleri sonuçları açıklar.",
            "ölçme seçme ve yerleştirme merkezi",
        ),
    ] {
        let pages = [
            page("it", lang, written),
            page("a", lang, "A training of dogs."),
            page("b", lang, "Bir ölçüm ve yerleşim planı."),
        ];
        let engine = site::engine_of(&pages, soru_indexing::Layout::SINGLE);
        let (answer, trace) = traced(&engine, asked, &[synonyms(&groups)]);
        assert_eq!(ids(&answer).first(), Some(&"it"), "{asked}");
        let event = trace.iter().find(|event| event.operator == "synonyms");
        assert!(event.unwrap().output.contains("Synonym"), "{event:?}");
        let (_, trace) = traced(&engine, asked, &[]);
        assert!(trace.iter().all(|event| !event.output.contains("Synonym")));
    }
}

#[test]
fn r10_a_synonym_for_one_language_is_none_in_another() {
    let engine = site::engine();
    let group = |lang: &str| {
        let terms = ("terms", ["pansiyon", "dormitories"].into_value());
        let group = table(&[terms, ("lang", lang.into_value())]);
        ("synonyms", Value::List(vec![group]))
    };
    assert_eq!(
        ids(&ask(&engine, "pansiyon", &[group("en")])),
        ["en/dormitories.html"]
    );
    assert!(ask(&engine, "pansiyon", &[group("tr")]).hits.is_empty());
}

#[test]
fn r10_synonyms_facts_and_intents_recognise_a_code_typed_as_separate_words() {
    let engine = site::engine();
    for (apart, together) in [
        ("h 1b cap", "h1b cap"),
        ("What is the H 1B cap?", "What is the H-1B cap?"),
        (
            "how many hours can f 1 students work on campus",
            "how many hours can F-1 students work on campus",
        ),
    ] {
        let (one, other) = (ask(&engine, apart, &[]), ask(&engine, together, &[]));
        assert!(other.fact.is_some(), "{together}");
        assert_eq!(one.fact, other.fact, "{apart}");
        assert_eq!((one.method, one.intent), (other.method, other.intent));
        assert_eq!(one.hits, other.hits, "{apart}");
    }
    let group = [synonyms(&[&["H-1B", "dormitory"]])];
    let found = |question: &str| ids(&ask(&engine, question, &group)).join(" ");
    assert_eq!(found("h 1b"), found("h1b"));
    assert!(found("h 1b").contains("en/dormitories.html"));
}
