//! From what was typed to hits: the stages in order (R1), languages, intents, spellings, the trace.

use soru::answer::{Answer, TraceEvent};
use soru::settings::Value;
use soru::{Block, Document, Engine, Error};

use super::site::{self, IntoValue, ask, table};

fn traced(engine: &Engine, question: &str, options: &[(&str, Value)]) -> (Answer, Vec<TraceEvent>) {
    let on = ("trace", true.into_value());
    let options: Vec<_> = options.iter().cloned().chain([on]).collect();
    let mut answer = ask(engine, question, &options);
    let trace = answer.trace.take().unwrap();
    (answer, trace)
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.id.as_str()).collect()
}

#[test]
fn r1_a_question_passes_through_all_stages_in_order() {
    let (_, trace) = traced(&site::engine(), "staj sigortası", &[]);
    let mut stages: Vec<&str> = trace.iter().map(|event| event.stage).collect();
    stages.dedup();
    let expected = ["pre-retrieval", "retrieval", "post-retrieval", "generation"];
    assert_eq!(stages, expected);
}

#[test]
fn r3_the_trace_tells_what_every_operator_got_gave_and_took() {
    let clock = || 1.5;
    let engine = site::open(&site::build(soru::indexing::Layout::SINGLE)).with_clock(clock);
    let files = site::build(soru::indexing::Layout::SINGLE);
    let options = table(&[("trace", true.into_value())]);
    let asked = site::supplying(&engine, &files, |engine| {
        engine.ask("staj sigortası", &options)
    });
    for event in asked.unwrap().trace.unwrap() {
        assert!(
            !event.operator.is_empty() && !event.output.is_empty(),
            "{event:?}"
        );
        assert!(!event.input.is_empty(), "{event:?}");
        assert!(event.millis.abs() < 1e-12, "{event:?}");
    }
}

#[test]
fn r3_the_trace_changes_nothing_of_the_answer() {
    let engine = site::engine();
    for question in site::questions() {
        let (with, _) = traced(&engine, question, &[]);
        assert_eq!(with, ask(&engine, question, &[]), "{question}");
    }
}

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
fn r6_the_detected_intent_is_named_and_its_rules_are_data() {
    let engine = site::engine();
    assert_eq!(
        ask(&engine, "Nermin hocanın odası", &[]).intent,
        "staff_lookup"
    );
    assert_eq!(ask(&engine, "mavi kalem", &[]).intent, "unknown");
    let rule = table(&[
        ("name", "pens".into_value()),
        ("keywords", table(&[("tr", ["kalem"].into_value())])),
    ]);
    let options = [("intents", Value::List(vec![rule]))];
    assert_eq!(ask(&engine, "mavi kalemler", &options).intent, "pens");
}

#[test]
fn r8_the_question_s_own_language_comes_first_and_the_other_is_searched_too() {
    let engine = site::engine();
    let options = [("topK", 50.0.into_value())];
    let turkish = ask(&engine, "Prof. Nermin Işıldak'ın odası nerede?", &options);
    let english = ask(
        &engine,
        "Where is the room of Prof. Nermin Işıldak?",
        &options,
    );
    assert_eq!(
        (turkish.lang.as_str(), turkish.hits[0].id.as_str()),
        ("tr", "tr/kadro.html")
    );
    assert_eq!(
        (english.lang.as_str(), english.hits[0].id.as_str()),
        ("en", "en/staff.html")
    );
    assert!(ids(&turkish).contains(&"en/staff.html"));
    assert!(ids(&english).contains(&"tr/kadro.html"));
}

// The page says `lang="tr-TR"`, the site's languages are `tr` and `en`.
#[test]
fn r8_a_page_s_full_language_tag_is_understood() {
    let engine = site::engine();
    for (lang, expected) in [
        ("en", "en"),
        ("en-GB", "en"),
        ("EN", "en"),
        ("tr-TR", "tr"),
        ("xx", "tr"),
    ] {
        assert_eq!(
            ask(&engine, "Goksu", &[("lang", lang.into_value())]).lang,
            expected,
            "{lang}"
        );
    }
}

#[test]
fn r8_other_languages_are_left_out_if_a_call_says_so_in_either_spelling() {
    let engine = site::engine();
    for key in ["otherLanguageWeight", "other_language_weight"] {
        let none = table(&[(key, 0.0.into_value())]);
        let answer = ask(&engine, "Nermin Işıldak nerede", &[("retrieval", none)]);
        assert!(!answer.hits.is_empty());
        assert!(
            answer.hits.iter().all(|hit| hit.lang == "tr"),
            "{key} {:?}",
            ids(&answer)
        );
    }
}

#[test]
fn r10_synonyms_of_a_call_find_what_the_question_does_not_say() {
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
fn r10_a_synonym_of_several_words_stands_for_one_and_the_other_way_round() {
    let page = |id: &str, lang: &str, text: &str| Document {
        id: id.into(),
        lang: lang.into(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    };
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
        let engine = site::engine_of(&pages, soru::indexing::Layout::SINGLE);
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
fn r21_fewer_hits_than_asked_for_are_all_given_and_none_is_made_up() {
    let engine = site::engine();
    let answer = ask(&engine, "dağcılık", &[("topK", 50.0.into_value())]);
    assert_eq!(ids(&answer), ["tr/kulupler.html"]);
    assert!(answer.warnings.is_empty(), "{:?}", answer.warnings);
}

#[test]
fn r21_no_hits_is_a_warning_that_names_the_words() {
    let (answer, trace) = traced(&site::engine(), "Zzyzx QWXQ", &[]);
    assert!(answer.hits.is_empty());
    let [warning] = &answer.warnings[..] else {
        panic!("{:?}", answer.warnings)
    };
    assert_eq!(warning.code, "no_hits");
    assert!(warning.message.contains("Zzyzx") && warning.message.contains("QWXQ"));
    assert!(
        trace
            .iter()
            .any(|event| event.warnings.contains(&warning.message))
    );
}

#[test]
fn r17_tf_counts_occurrences_and_keeps_the_best_ten() {
    let page = |number: usize| Document {
        id: format!("{number:02}"),
        lang: "tr".into(),
        blocks: vec![Block::Text("staj ".repeat(number) + "defteri.")],
        ..Document::default()
    };
    let pages: Vec<Document> = (1..=12).map(page).collect();
    let engine = site::engine_of(&pages, soru::indexing::Layout::SINGLE);
    let options = [
        ("retriever", "tf".into_value()),
        ("rerankers", Value::List(Vec::new())),
        ("topK", 50.0.into_value()),
    ];
    let scores = |depth: Option<f64>| -> Vec<f64> {
        let tf = |depth: f64| table(&[("tf", table(&[("depth", depth.into_value())]))]);
        let more = depth.map(|depth| ("retrieval", tf(depth)));
        let options: Vec<_> = more.into_iter().chain(options.clone()).collect();
        let answer = ask(&engine, "staj", &options);
        answer.hits.iter().map(|hit| hit.score).collect()
    };
    assert_eq!(
        scores(None),
        [12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0]
    );
    assert_eq!(scores(Some(2.0)), [12.0, 11.0]);
    assert_eq!(scores(Some(40.0)).len(), 12);
    // Cumulative over the words: the second word stands once on every page.
    let both = ask(&engine, "staj defteri", &options);
    assert!((both.hits[0].score - 13.0).abs() < 1e-12);
}

#[test]
fn r18_bm25_prefers_rare_words_and_headings_and_short_chunks() {
    let page = |id: &str, title: &str, text: &str| Document {
        id: id.into(),
        title: title.into(),
        lang: "tr".into(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    };
    let pages = [
        page("a", "", "burs burs yemek"),
        page("b", "", "burs kalem"),
        page(
            "c",
            "",
            "burs defter silgi cetvel pergel tebeşir tahta sıra masa",
        ),
        page("d", "Kalem", "sınıf"),
    ];
    let engine = site::engine_of(&pages, soru::indexing::Layout::SINGLE);
    let none = [("rerankers", Value::List(Vec::new()))];
    assert_eq!(ids(&ask(&engine, "burs yemek", &none))[0], "a");
    assert_eq!(ids(&ask(&engine, "burs kalem", &none))[0], "b");
    assert_eq!(ids(&ask(&engine, "kalem", &none)), ["d", "b"]);
    let burs = ask(&engine, "burs", &none);
    assert_eq!(ids(&burs), ["a", "b", "c"]);
}

#[test]
fn r22_a_minimum_score_per_word_drops_weak_hits_before_reranking() {
    let engine = site::engine();
    let question = "staj defteri sigorta primi";
    // The scores of `hybrid` end at 1; those of its words count there too.
    for retriever in ["hybrid", "bm25"] {
        let options = [
            ("retriever", retriever.into_value()),
            ("topK", 50.0.into_value()),
        ];
        let all = ask(&engine, question, &options).hits;
        let mut scores: Vec<f64> = all.iter().map(|hit| hit.scores["bm25"]).collect();
        scores.sort_by(f64::total_cmp);
        let middle = scores[scores.len() / 2];
        let weight = ("minScoreWeight", (middle / 4.0).into_value());
        let few = ask(&engine, question, &[&options[..], &[weight]].concat()).hits;
        let strong = scores.iter().filter(|score| **score >= middle - 1e-9);
        assert_eq!(few.len(), strong.count(), "{retriever}");
        assert!(few.len() < all.len(), "{retriever}");
        let least = middle - 1e-9;
        assert!(
            few.iter().all(|hit| hit.scores["bm25"] >= least),
            "{retriever}"
        );
    }
    let none = ask(&engine, question, &[("minScoreWeight", 1e6.into_value())]);
    assert!(none.hits.is_empty() && none.answer.is_none());
}

#[test]
fn r5_an_empty_question_is_a_clear_error() {
    let engine = site::engine();
    for empty in ["", "  ", "?!", "…", "\0"] {
        let error = engine.ask(empty, &Value::Null).unwrap_err();
        assert_eq!(error, Error::EmptyQuestion);
        assert_eq!(error.code(), "EMPTY_QUESTION");
    }
}

#[test]
fn a_long_question_behind_a_space_is_read_from_its_first_word() {
    let engine = site::engine();
    let long = format!(" staj{}", "x".repeat(3000));
    let answer = ask(&engine, &long, &[]);
    assert!(answer.warnings.iter().any(|w| w.code == "question_cut"));
    let short = ask(&engine, "   staj", &[]);
    assert!(!short.hits.is_empty());
    assert!(short.warnings.iter().all(|w| w.code != "question_cut"));
}

#[test]
fn r10_a_code_typed_apart_is_known_to_synonyms_facts_and_intents() {
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

#[test]
fn a_question_that_is_cut_says_so() {
    let engine = site::engine();
    let long = "staj başvurusu ".repeat(500);
    let answer = engine.ask(&long, &Value::Null).unwrap();
    assert!(
        answer
            .warnings
            .iter()
            .any(|warning| warning.code == "question_cut")
    );
    let short = engine.ask("staj başvurusu", &Value::Null).unwrap();
    assert!(
        short
            .warnings
            .iter()
            .all(|warning| warning.code != "question_cut")
    );
}

// A site that forgets to list a language has its pages found all the same.
#[test]
fn r8_pages_in_a_language_that_the_site_does_not_list_are_found() {
    let page = Document {
        id: "de.html".into(),
        title: "Wohnheim".into(),
        url: "de.html".into(),
        lang: "de".into(),
        blocks: vec![Block::Text("Das Wohnheim hat achtzig Zimmer.".into())],
        ..Document::default()
    };
    let engine = site::engine_of(&[page], soru::indexing::Layout::SINGLE);
    assert_eq!(ids(&ask(&engine, "Wohnheim Zimmer", &[])), ["de.html"]);
}

#[test]
fn r9_a_greeting_is_not_searched_for_and_a_greeted_question_is() {
    let engine = site::engine();
    let (answer, trace) = traced(&engine, "Merhaba hocam, nasılsınız?", &[]);
    assert_eq!(answer.method, soru::answer::Method::SmallTalk);
    assert!(answer.answer.is_none() && answer.hits.is_empty() && answer.warnings.is_empty());
    assert!(trace.iter().all(|event| event.stage != "retrieval"));
    let (answer, trace) = traced(&engine, "Merhaba, staj kaç gün?", &[]);
    assert!(!answer.hits.is_empty());
    assert!(trace.iter().any(|event| event.stage == "retrieval"));
    // Who searches means the words.
    let options = table(&[("trace", true.into_value())]);
    let found = engine.search("hello", &options).unwrap();
    assert!(
        found
            .trace
            .unwrap()
            .iter()
            .any(|event| event.stage == "retrieval")
    );
}

#[test]
fn r8_words_that_only_one_language_s_pages_have_tell_a_question_s_language() {
    let engine = site::engine();
    for (question, expected) in [("dormitory", "en"), ("yurt", "tr"), ("internship", "en")] {
        for prior in ["tr", "en"] {
            let answer = ask(&engine, question, &[("lang", prior.into_value())]);
            assert_eq!(answer.lang, expected, "{question} on a page in {prior}");
        }
    }
}
