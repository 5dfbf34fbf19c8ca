//! Phrases, exclusions and filters: their effect on pages and facts.

use proptest::prelude::*;
use soru::answer::Answer;
use soru::hit::Hit;
use soru::orchestration;
use soru::restrictions::Restrictions;
use soru::settings::Value;
use soru::text::Language;
use soru::{Block, Document, Engine, Error};
use soru_indexing::Layout;

use super::site::{self, IntoValue, ask, table};

fn filter(key: &str, value: Value) -> (&'static str, Value) {
    ("filter", table(&[(key, value)]))
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.id.as_str()).collect()
}

fn page(id: &str, title: &str, heading: &str, text: &str) -> Document {
    let blocks = vec![site::heading(heading), Block::Text(text.into())];
    site::titled(id, "tr", title, blocks)
}

/// Returns pages with the same two words, in sequence and not, in every part of a page.
fn pages() -> Engine {
    let pages = [
        page(
            "apart",
            "Staj",
            "Belge",
            "Stajdan sonra bir defter ve bir imza gerekir.",
        ),
        page(
            "heading",
            "Belge",
            "Staj defteri",
            "Elle yazılır, imza gerekir.",
        ),
        page("neither", "Yurt", "Oda", "İmza gerekir."),
        page(
            "other-order",
            "Belge",
            "Ek",
            "Defteri staj sonunda imza için getirin.",
        ),
        page(
            "text",
            "Belge",
            "Ek",
            "Öğrenci staj defterini imza için getirir.",
        ),
        page("title", "Staj Defteri", "Ek", "Elle yazılır, imza gerekir."),
        page(
            "two-lines",
            "Belge",
            "Ek",
            "Zorunlu staj\nDefteri imza için getirin.",
        ),
    ];
    site::engine_of(&pages, Layout::SINGLE)
}

fn found(engine: &Engine, question: &str) -> Vec<String> {
    let answer = ask(engine, question, &[("topK", 50.0.into_value())]);
    let mut ids: Vec<String> = ids(&answer).into_iter().map(str::to_owned).collect();
    ids.sort();
    ids.dedup();
    ids
}

#[test]
fn r11_a_phrase_matches_consecutive_words_in_text_heading_or_title() {
    let engine = pages();
    for question in [
        "\"staj defteri\"",
        "“staj defteri” imza",
        "„STAJ DEFTERI“",
        "«staj defteri» nerede",
    ] {
        assert_eq!(
            found(&engine, question),
            ["heading", "text", "title"],
            "{question}"
        );
    }
    assert_eq!(found(&engine, "\"defteri staj\""), ["other-order"]);
    assert_eq!(found(&engine, "\"staj defteri\" \"imza için\""), ["text"]);
    assert!(
        found(&engine, "staj defteri").len() > 3,
        "without quotation marks it is a wish"
    );
}

#[test]
fn r21_a_phrase_without_a_match_is_named_in_a_warning() {
    let engine = pages();
    let answer = ask(&engine, "\"imza defteri\" staj", &[]);
    assert!(answer.hits.is_empty() && answer.answer.is_none());
    let [warning] = &answer.warnings[..] else {
        panic!("{:?}", answer.warnings)
    };
    assert_eq!(warning.code, "phrase_not_found");
    assert!(
        warning.message.contains("\"imza defteri\""),
        "{}",
        warning.message
    );
}

#[test]
fn r11_excluded_words_and_phrases_are_in_no_hit() {
    let engine = pages();
    let without_staj = found(&engine, "imza -staj");
    assert_eq!(without_staj, ["neither"]);
    let kept = ["apart", "neither", "other-order", "two-lines"];
    assert_eq!(found(&engine, "imza -\"staj defteri\""), kept);
    assert_eq!(found(&engine, "imza -defter -oda"), Vec::<String>::new());
    let all = found(&engine, "imza");
    for harmless in ["imza -", "imza -- ", "imza --staj", "imza - staj -?"] {
        assert!(found(&engine, harmless).len() >= all.len(), "{harmless}");
    }
}

#[test]
fn a_hyphen_within_a_word_excludes_nothing() {
    let engine = site::engine();
    assert_eq!(ids(&ask(&engine, "H-1B cap", &[]))[0], "en/h1b.html");
    assert_eq!(ids(&ask(&engine, "cap -OPT H-1B", &[]))[0], "en/h1b.html");
    assert!(!found(&engine, "visa -H-1B").contains(&"en/h1b.html".to_owned()));
}

#[test]
fn a_hyphen_before_a_figure_excludes_nothing() {
    let pages = [
        page("hours", "Saat", "Ek", "Saat 10 ile 12 arası açıktır."),
        page("visa", "Vize", "Ek", "F-1 vizesi için form gerekir."),
    ];
    let engine = site::engine_of(&pages, Layout::SINGLE);
    assert_eq!(found(&engine, "saat 10 -12"), ["hours"]);
    assert_eq!(found(&engine, "F -1 vizesi"), ["visa"]);
    assert!(found(&engine, "saat 10 -\"12\"").is_empty());
}

#[test]
fn a_question_of_exclusions_alone_is_a_clear_error() {
    let engine = site::engine();
    for question in ["-staj", "-staj -\"yaz okulu\"", "-staj ?"] {
        let error = engine.ask(question, &Value::Null).unwrap_err();
        assert_eq!(error.code(), "ONLY_EXCLUSIONS");
        assert!(error.to_string().contains("staj"), "{error}");
        assert_eq!(engine.search(question, &Value::Null).unwrap_err(), error);
    }
    assert_eq!(
        engine.ask("-", &Value::Null).unwrap_err(),
        Error::EmptyQuestion
    );
}

#[test]
fn a_filter_selects_pages_by_language_and_by_metadata() {
    let engine = site::engine();
    let all = ("topK", 50.0.into_value());
    let only = |filter| {
        ask(
            &engine,
            "Nermin Işıldak staj internship visa",
            &[all.clone(), filter],
        )
    };
    for (tag, other) in [("en", "tr"), ("tr-TR", "en")] {
        let answer = only(filter("lang", tag.into_value()));
        assert!(!answer.hits.is_empty());
        assert!(
            answer.hits.iter().all(|hit| hit.lang != other),
            "{:?}",
            ids(&answer)
        );
    }
    let answer = only(filter("section", "Visa".into_value()));
    assert!(ids(&answer).iter().all(|id| *id == "en/h1b.html") && !answer.hits.is_empty());
    let answer = only(filter("section", ["Visa", "Bölüm"].into_value()));
    assert!(ids(&answer).contains(&"tr/kadro.html") && ids(&answer).contains(&"en/h1b.html"));
    for (key, value) in [("section", "visa"), ("sektion", "Visa"), ("lang", "de")] {
        let answer = only(filter(key, value.into_value()));
        assert!(answer.hits.is_empty(), "{key}={value}");
        assert!(
            answer.warnings[0]
                .message
                .contains(&format!("{key}={value}"))
        );
    }
}

#[test]
fn a_filter_without_a_value_is_refused_by_its_key() {
    let engine = site::engine();
    for value in [Value::Map(Vec::new()), Value::List(Vec::new())] {
        let options = table(&[filter("section", value)]);
        let error = engine.ask("staj", &options).unwrap_err();
        assert_eq!(error.code(), "INVALID_OPTION");
        assert!(error.to_string().contains("filter.section"), "{error}");
    }
}

// 30 pages match better, so the filter's page would not be among the first.
#[test]
fn filters_and_exclusions_apply_before_the_cut() {
    let mut pages: Vec<Document> = (0..80)
        .map(|number| page(&format!("a{number:02}"), "Staj", "Staj", "Staj staj yazın."))
        .collect();
    let mut last = page(
        "z",
        "Belge",
        "Ek",
        "Uzun bir metinde bir kez staj geçer, sonra başka şeyler.",
    );
    last.meta.insert("year".into(), "2026".into());
    pages.push(last);
    let engine = site::engine_of(&pages, Layout::SINGLE);
    let one = ("topK", 1.0.into_value());
    assert_eq!(
        ids(&ask(&engine, "staj", std::slice::from_ref(&one))),
        ["a00"]
    );
    let year = filter("year", 2026.0.into_value());
    assert_eq!(ids(&ask(&engine, "staj", &[one.clone(), year])), ["z"]);
    assert_eq!(
        ids(&ask(&engine, "staj -yazın", std::slice::from_ref(&one))),
        ["z"]
    );
    assert_eq!(ids(&ask(&engine, "staj \"bir kez\"", &[one])), ["z"]);
}

#[test]
fn r3_the_trace_shows_the_restrictions() {
    let engine = site::engine();
    let options = [
        ("trace", true.into_value()),
        filter("section", ["Visa", "Official"].into_value()),
    ];
    let answer = ask(&engine, "\"H-1B cap\" -\"annual report\" -fees", &options);
    let trace = answer.trace.unwrap();
    assert_eq!(trace[0].operator, "syntax");
    assert_eq!(
        trace[0].output,
        "\"H-1B cap\" -\"annual report\" -fees section=Visa|Official"
    );
    let plain = ask(&engine, "H-1B cap", &options[..1]).trace.unwrap();
    assert_ne!(plain[0].operator, "syntax");
}

// Every shard is a separate file, so requested texts are the texts read.
#[test]
fn only_a_question_with_a_phrase_reads_more_texts_than_it_shows() {
    let files = site::build(site::SHARDED);
    let texts_read = |question: &str, options: &Value| {
        let engine = site::open(&files);
        let call = engine.begin(orchestration::Method::ASK, question, options);
        let (answer, rounds) = site::rounds(&engine, &files, call, |_| false);
        let mut texts: Vec<String> = rounds.into_iter().flatten().collect();
        texts.retain(|name| name.starts_with("text"));
        texts.sort();
        texts.dedup();
        (answer.unwrap(), texts.len())
    };
    let matching = Value::List(vec!["matching".into_value()]);
    let options = [("topK", 1.0.into_value()), ("rerankers", matching)];
    let one = table(&options);
    let (_, plain) = texts_read("staj defteri", &one);
    let (_, excluding) = texts_read("staj defteri -erasmus", &one);
    let phrase = "\"of the\" degree";
    let (answer, reading) = texts_read(phrase, &one);
    assert_eq!(plain, excluding);
    assert!(reading > plain, "{reading} {plain}");
    assert_eq!(answer, ask(&site::engine(), phrase, &options));
}

// With a limit of one passage only the best is read, with a warning that hits may be missing.
#[test]
fn a_phrase_is_looked_for_in_a_bounded_number_of_passages() {
    let engine = pages();
    let bound = |most: f64| site::set("retrieval.phraseCandidates", most);
    let few = ask(&engine, "\"staj defteri\"", &[bound(1.0)]);
    let many = ask(&engine, "\"staj defteri\"", &[bound(50.0)]);
    let warned = |answer: &Answer| {
        answer
            .warnings
            .iter()
            .any(|w| w.code == "phrase_search_cut")
    };
    assert!(warned(&few) && few.hits.len() <= 1, "{:?}", few.warnings);
    assert!(
        !warned(&many) && many.hits.len() == 3,
        "{:?}",
        many.warnings
    );
}

/// Returns hits as ranked by retrieval, without later stages.
fn ranked(engine: &Engine, question: &str, restrictions: &[(&str, Value)]) -> Vec<Hit> {
    let ranking = table(&[
        ("depth", 1000.0.into_value()),
        ("topK", 1000.0.into_value()),
        ("rerankers", Value::List(Vec::new())),
        ("nearDuplicates", false.into_value()),
        ("maxPerDocument", 0.0.into_value()),
    ]);
    let mut options = vec![("ranking", ranking)];
    options.extend(restrictions.iter().cloned());
    ask(engine, question, &options).hits
}

/// Returns whether a hit satisfies the restrictions, checked literally.
fn passes(hit: &Hit, restrictions: &Restrictions, filter: Option<(&str, &str)>) -> bool {
    let wordings = restrictions.wordings(Language::from_tag(&hit.lang));
    let documents = site::documents();
    let own = documents.iter().find(|document| document.id == hit.id);
    let mut texts = vec![hit.title.as_str(), hit.text.as_str()];
    texts.extend(hit.heading.iter().map(String::as_str));
    let described: Vec<&str> = own
        .iter()
        .map(|document| document.description.as_str())
        .collect();
    // A description counts as a heading of the first chunk, and is not displayed: a word in it is
    // excluded nevertheless.
    let excluded = |wording: &soru::restrictions::Wording| {
        let single = wording.words().count() == 1 && hit.chunk == 0;
        single && described.iter().any(|text| wording.stands_in(text))
    };
    wordings.admit(&texts)
        && !wordings.excluded.iter().any(excluded)
        && filter.is_none_or(|(key, value)| match key {
            "lang" => hit.lang == value,
            _ => hit.meta.get(key).is_some_and(|own| own == value),
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn hits_under_restrictions_are_those_that_pass_in_the_same_order(
        question in prop::sample::select(site::questions()),
        phrase in prop::option::of(prop::sample::select(vec![
            "öğrenci işleri", "staj", "ilk hafta", "H-1B cap", "per week", "üç gün içinde", "of the",
        ])),
        excluded in prop::option::of(prop::sample::select(vec![
            "öğrenci", "staj", "hafta", "H-1B", "sınav haftası", "the", "three years", "sigorta",
        ])),
        filter in prop::option::of(prop::sample::select(vec![
            ("lang", "tr"), ("lang", "en"), ("section", "Visa"), ("section", "Bölüm"), ("x", "y"),
        ])),
        retriever in prop::sample::select(vec!["hybrid", "bm25", "tf"]),
    ) {
        let engine = &site::engine();
        let restrictions = Restrictions {
            phrases: phrase.iter().map(|text| (*text).to_owned()).collect(),
            excluded: excluded.iter().map(|text| (*text).to_owned()).collect(),
            ..Restrictions::default()
        };
        // `tf` keeps its best ten by default.
        let depth = table(&[site::set("tf.depth", 1000.0)]);
        let retriever = [("retriever", retriever.into_value()), ("retrieval", depth)];
        // The phrase's words are part of the question with and without quotation marks.
        let words = phrase.unwrap_or_default();
        let all = ranked(engine, &format!("{question} {words}"), &retriever);
        let expected: Vec<(&str, u32, u64)> = all
            .iter()
            .filter(|hit| passes(hit, &restrictions, filter))
            .map(|hit| (hit.id.as_str(), hit.chunk, hit.score.to_bits()))
            .collect();

        let quoted = phrase.map_or_else(String::new, |text| format!("\"{text}\""));
        let minus = excluded.map_or_else(String::new, |text| format!("-\"{text}\""));
        let mut options = retriever.to_vec();
        options.extend(filter.map(|(key, value)| self::filter(key, value.into_value())));
        let hits = ranked(engine, &format!("{question} {quoted} {minus}"), &options);
        let found: Vec<(&str, u32, u64)> = hits
            .iter()
            .map(|hit| (hit.id.as_str(), hit.chunk, hit.score.to_bits()))
            .collect();
        prop_assert_eq!(found, expected);
    }
}
