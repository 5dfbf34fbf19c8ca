//! Hostile questions end in an answer or a clear error. `cargo xtask bench --growth` measures their
//! time.

use soru::settings::Value;

use super::site::{self, IntoValue, ask, table};

#[test]
fn r2_odd_questions_end_the_same_each_time() {
    let engine = site::engine();
    let different: Vec<String> = (0..10_000)
        .map(|n| format!("staj{n} kaç{n}ücret"))
        .collect();
    let questions = [
        "staj ".repeat(10_000),
        different.join(" "),
        "how many ".to_owned() + &different.join(" "),
        "a".repeat(1_000_000),
        "İ".repeat(1_000_000),
        "a.".repeat(500_000),
        "a-".repeat(500_000),
        "1,".repeat(500_000),
        "x'".repeat(500_000),
        "?!".repeat(500_000) + "staj",
        "1 2 3 4 5".to_owned(),
        "\0staj\0\u{feff}\u{202e}".to_owned(),
        "s\u{327}taj e\u{301}\u{301}\u{345}".to_owned(),
        "🎓👩‍🎓 staj 🇹🇷".to_owned(),
        "שאלה على سؤال 質問 вопрос".to_owned(),
        "\u{10ffff}\u{e000}a".to_owned(),
    ];
    for question in &questions {
        let first = engine.ask(question, &Value::Null);
        let shown: String = question.chars().take(20).collect();
        if let Ok(answer) = &first {
            assert_eq!(&answer.question, question);
        }
        assert_eq!(first, engine.ask(question, &Value::Null), "{shown}…");
    }
}

#[test]
fn extreme_constants_give_an_error_or_finite_scores() {
    let engine = site::engine();
    let huge = f64::MAX.into_value();
    let calls = [
        site::set("retrieval.bm25.k1", huge.clone()),
        site::set("retrieval.bm25.forms.stem", huge.clone()),
        site::set("retrieval.bm25.fields.body", huge.clone()),
        site::set("retrieval.otherLanguageWeight", huge.clone()),
        site::set("query.stopWordWeight", huge.clone()),
        site::set("query.boosterWeight", huge.clone()),
        ("minScoreWeight", huge),
    ];
    for (section, value) in calls {
        match engine.ask(
            "staj sigortasını kim öder",
            &table(&[(section, value.clone())]),
        ) {
            Err(error) => assert_eq!(error.code(), "INVALID_OPTION", "{value:?}"),
            Ok(answer) => {
                assert!(answer.confidence.is_finite(), "{value:?}");
                for hit in answer.hits {
                    assert!(hit.score.is_finite(), "{value:?}");
                    assert!(
                        (0.0..=1.0).contains(&hit.relevance),
                        "{value:?} {}",
                        hit.relevance
                    );
                }
            }
        }
    }
}

// A page without a full stop is one sentence, which is never cut, so the chunk is not either.
#[test]
fn a_page_of_one_endless_sentence_is_found_and_quoted_in_part() {
    let page = site::page(
        "a",
        "tr",
        "kalem defter ".repeat(5_000) + "staj" + &" silgi".repeat(5_000),
    );
    let engine = site::engine_of(&[page], soru_indexing::Layout::SINGLE);
    let always = table(&[("min_confidence", 0.0.into_value())]);
    let options = [("lang", "tr".into_value()), ("answer", always)];
    let answer = ask(&engine, "staj nasıl", &options);
    assert!(
        answer.hits[0].excerpt.contains("staj"),
        "{}",
        answer.hits[0].excerpt
    );
    assert!(answer.answer.unwrap().chars().count() <= 1600);
}

#[test]
fn pages_in_a_language_without_rules_are_found_too() {
    let page = |id: &str, lang: &str, text: &str| site::page(id, lang, text);
    let pages = [
        page("a", "de", "Das Praktikum dauert vierzig Tage."),
        page("b", "tr-TR", "Zorunlu staj kırk gündür."),
    ];
    let site = table(&[("languages", ["tr-TR", "de"].into_value())]);
    let configuration = table(&[("site", site)]);
    let layout = soru_indexing::Layout::SINGLE;
    let engine = site::loaded(&site::build_of(&pages, Vec::new(), &configuration, layout));
    assert_eq!(ask(&engine, "Praktikum", &[]).hits[0].id, "a");
    assert_eq!(ask(&engine, "stajlar", &[]).hits[0].id, "b");
}
