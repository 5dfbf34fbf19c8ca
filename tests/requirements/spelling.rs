//! Misspelt and half-typed words, from the question to the answer (R11).

use std::sync::Arc;

use soru::answer::Method;
use soru::index::Index;
use soru::query::{Certainty, Origin, Term};
use soru::retrieval::{Form, match_term};
use soru::settings::Value;
use soru::text::Language;
use soru::{Answer, Document, Engine, Fact};
use soru_indexing::Layout;

use super::site::{self, IntoValue, ask, table};

fn repaired(answer: &Answer) -> Vec<(&str, &str)> {
    let corrections = answer.corrections.iter();
    corrections
        .map(|c| (c.from.as_str(), c.to.as_str()))
        .collect()
}

#[test]
fn r11_a_misspelt_question_gets_the_answer_of_the_correct_spelling() {
    let engine = site::engine();
    for (typed, from, to, right) in [
        (
            "Kütphane kaçta açılıyor?",
            "Kütphane",
            "kütüphane",
            "kütüphane kaçta açılıyor?",
        ),
        ("erasums hibesi", "erasums", "erasmus", "erasmus hibesi"),
        (
            "When does dormitry application open?",
            "dormitry",
            "dormitory",
            "When does dormitory application open?",
        ),
    ] {
        let (answer, expected) = (ask(&engine, typed, &[]), ask(&engine, right, &[]));
        assert_eq!(repaired(&answer), [(from, to)]);
        assert_eq!(answer.question, typed);
        assert_eq!(answer.answer, expected.answer, "{typed}");
        let first = |answer: &Answer| (answer.hits[0].id.clone(), answer.hits[0].chunk);
        assert_eq!(first(&answer), first(&expected), "{typed}");
        assert!(expected.corrections.is_empty());
    }
}

#[test]
fn r11_spelling_false_searches_for_the_typed_words() {
    let engine = site::engine();
    let exactly = [("spelling", false.into_value())];
    let answer = ask(&engine, "kütphane", &exactly);
    assert!(answer.corrections.is_empty() && answer.answer.is_none());
    let found = engine.search("kütphane", &table(&exactly)).unwrap();
    assert!(found.corrections.is_empty());
    let found = engine.search("kütphane", &Value::Null).unwrap();
    assert_eq!(found.corrections[0].to, "kütüphane");
    assert_eq!(found.hits[0].id, "tr/kutuphane.html");
}

// A page shows "including" results for a repair in doubt.
#[test]
fn r11_a_page_gets_to_know_whether_a_repair_is_in_doubt() {
    let engine = site::engine();
    for (typed, to, doubtful) in [("kütphane", "kütüphane", false), ("stja", "staj", true)] {
        let found = engine.search(typed, &Value::Null).unwrap();
        let expected = serde_json::json!([{ "from": typed, "to": to, "doubtful": doubtful }]);
        assert_eq!(serde_json::to_value(&found.corrections).unwrap(), expected);
    }
}

#[test]
fn r11_intents_and_synonyms_see_the_word_that_was_meant() {
    let answer = ask(&site::engine(), "tuitoin", &[]);
    assert_eq!(repaired(&answer), [("tuitoin", "tuition")]);
    assert_eq!(answer.intent, "fees");
}

#[test]
fn r11_a_word_as_it_was_typed_still_counts_a_little() {
    let options = [("trace", true.into_value())];
    let answer = ask(&site::engine(), "kütphane saatleri", &options);
    let trace = answer.trace.unwrap();
    let operators: Vec<&str> = trace.iter().map(|event| event.operator.as_str()).collect();
    let expected = [
        "analysis", "spelling", "analysis", "synonyms", "synonyms", "intents",
    ];
    assert_eq!(operators[..6], expected);
    assert_eq!(trace[1].output, "kütphane -> kütüphane (probable)");
    assert!(
        trace[5].output.contains("kütüphane 0.90 Typed"),
        "{:?}",
        trace[5]
    );
    assert!(
        trace[5].output.contains("kütphane 0.10 Extra"),
        "{:?}",
        trace[5]
    );
}

#[test]
fn r14_a_misspelt_question_may_have_a_fact_but_not_word_for_word() {
    let engine = site::engine();
    let answer = ask(&engine, "Mühendsilik öğrenim ücreti ne kadar?", &[]);
    assert_eq!(
        answer.answer.as_deref(),
        Some("Yıllık öğrenim ücreti 96.000 liradır.")
    );
    assert_eq!(answer.method, Method::FactFuzzy);
    assert!(answer.confidence < 1.0);
}

#[test]
fn r14_a_number_is_no_misspelling_of_another() {
    let engine = site::engine();
    for question in [
        "What is the filing fee of form I-130?",
        "What is the filling fee of form I-13?",
        "What is the H-1C cap?",
    ] {
        let answer = ask(&engine, question, &[]);
        assert!(answer.fact.is_none(), "{question}: {answer:?}");
        assert!(
            repaired(&answer).iter().all(|(from, _)| *from == "filling"),
            "{question}"
        );
    }
}

fn page(id: &str, text: &str) -> Document {
    Document {
        url: id.to_owned(),
        ..site::page(id, "tr", text)
    }
}

fn fact(question: &str, answer: &str) -> Fact {
    site::fact(question, answer, "a", "tr")
}

fn engine(pages: &[Document], facts: Vec<Fact>) -> Engine {
    let files = site::build_of(pages, facts, &site::configuration(), Layout::SINGLE);
    site::loaded(&files)
}

/// Misspelt words, and words that only resemble those of a site: see the file.
const MISSPELLINGS: &str = include_str!("misspellings.tsv");

/// Returns the typed word, the site's word, whether it is repaired, and the language.
fn misspellings() -> impl Iterator<Item = [&'static str; 4]> {
    let lines = MISSPELLINGS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        cells.try_into().expect("four cells")
    })
}

/// Returns the sample site, with two pages for every intended word.
fn site_of_words() -> Engine {
    let mut pages = site::documents();
    for (number, [_, word, _, lang]) in misspellings().enumerate() {
        for copy in 0..2 {
            let id = format!("{lang}/{number}-{copy}");
            let mut page = page(&id, &format!("{word} {number} {copy}."));
            lang.clone_into(&mut page.lang);
            pages.push(page);
        }
    }
    engine(&pages, Vec::new())
}

// A site that has `bağlı` but not `bağıl` does not know that `bağıl` is a word.
#[test]
fn r11_a_misspelt_word_is_repaired_and_another_word_is_not_replaced() {
    let engine = site_of_words();
    let mut wrong = Vec::new();
    for [typed, word, expected, lang] in misspellings() {
        let options = table(&[("lang", lang.into_value())]);
        let found = engine.search(typed, &options).unwrap().corrections;
        let sure = found.iter().find(|c| c.certainty != Certainty::Doubtful);
        let is_right = match expected {
            "repaired" => sure.is_some_and(|correction| correction.to == word),
            _ => sure.is_none(),
        };
        if !is_right {
            wrong.push(format!("{typed} ({word}) should be {expected}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// `kantin` and `kanton` are equally near: guessing is acceptable for pages, but not for a checked
// answer.
#[test]
fn r14_a_word_that_may_mean_two_others_answers_no_fact() {
    let pages = [
        page("a", "Kurumun kantin bütçesi"),
        page("b", "Kurumun kanton bütçesi"),
    ];
    let question = "Kurumun kantin bütçesi ne kadar?";
    let engine = engine(&pages, vec![fact(question, "100 lira")]);
    assert_eq!(ask(&engine, question, &[]).method, Method::FactExact);
    let sure = ask(&engine, "Kurumun kantin bütçsi ne kadar?", &[]);
    assert_eq!((sure.method, repaired(&sure).len()), (Method::FactFuzzy, 1));
    let unsure = ask(&engine, "Kurumun kantxn bütçesi ne kadar?", &[]);
    assert_eq!(repaired(&unsure), [("kantxn", "kantin")]);
    assert!(!unsure.hits.is_empty());
}

#[test]
fn r11_a_word_that_only_the_facts_have_is_known_and_is_repaired_to() {
    let pages = [page("a", "Kayıt Eylül ayında yapılır.")];
    let engine = engine(&pages, vec![fact("Yatay geçiş kontenjanı kaç?", "On iki.")]);
    assert!(ask(&engine, "yatay kontenjan", &[]).corrections.is_empty());
    let answer = ask(&engine, "Yatay geçiş kontenjnı kaç?", &[]);
    assert_eq!(repaired(&answer), [("kontenjnı", "kontenjanı")]);
    assert_eq!(answer.answer.as_deref(), Some("On iki."));
}

#[test]
fn r11_the_last_word_of_an_unfinished_question_is_a_prefix() {
    let engine = site::engine();
    let search = |text: &str, partial: bool| {
        let options = table(&[
            ("partial", partial.into_value()),
            ("topK", 20.0.into_value()),
        ]);
        engine.search(text, &options).unwrap()
    };
    let ids = |text: &str, partial: bool| {
        let hits = search(text, partial).hits;
        hits.into_iter().map(|hit| hit.id).collect::<Vec<String>>()
    };
    for text in ["kütüp", "KUTUP", "gece kütü"] {
        assert!(
            ids(text, true).contains(&"tr/kutuphane.html".to_owned()),
            "{text}"
        );
    }
    assert!(ids("kütü", false).is_empty() && ids("kütü ", true).is_empty());
    assert!(
        search("kütü", true).corrections.is_empty(),
        "a beginning is no misspelling"
    );
    let marked = search("kütü", true).hits.remove(0);
    let [start, end] = marked.marks[0];
    let excerpt: Vec<u16> = marked.excerpt.encode_utf16().collect();
    let word = String::from_utf16(&excerpt[start as usize..end as usize]).unwrap();
    assert_eq!(word, "Kütüphane");
}

#[test]
fn r11_a_word_that_is_complete_outranks_those_that_go_on_from_it() {
    let pages = [
        page("a", "Stajyerlerin yemeği vardır."),
        page("b", "Yaz sonunda staj vardır."),
        page("c", "Stajyerlik evrakı vardır."),
    ];
    let engine = engine(&pages, Vec::new());
    let found = engine
        .search("staj", &table(&[("partial", true.into_value())]))
        .unwrap();
    let ids: Vec<&str> = found.hits.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!(ids, ["b", "a", "c"]);
}

// Thousands of words begin with a letter: the work must be that of a few dozen.
#[test]
fn r11_one_letter_matches_the_most_common_words_with_that_prefix() {
    let letters = || ('a'..='z').take(17);
    let rare: String = letters()
        .flat_map(|one| letters().map(move |other| format!("ab{one}{other} ")))
        .collect();
    let mut pages = vec![page("rare", &format!("{rare}."))];
    pages.extend((0..3).map(|n| page(&format!("common{n}"), "Ağaç aralık.")));
    let files = site::build_of(&pages, Vec::new(), &site::configuration(), Layout::SINGLE);
    let (manifest, source) = site::source(&files);
    let index = Index::open(&manifest, Arc::new(source)).unwrap();
    let mut term = Term::new("a", Language::Turkish, 1.0, Origin::Typed);
    term.partial = true;
    let matches = match_term(&index, 0, Language::Turkish, &term).unwrap();
    let occurrences = |chunk: u32| {
        let mut postings = matches.postings(Form::Stem).iter();
        postings
            .find(|posting| posting.chunk == chunk)
            .unwrap()
            .frequencies()[0]
    };
    assert_eq!(occurrences(0), 2, "the most common words are among them");
    assert_eq!(occurrences(3), 62, "of 289 words that are on one page");
}

#[test]
fn r11_options_of_suggest_are_checked_by_name_and_value() {
    let engine = site::engine();
    for (key, value, message) in [
        ("limit", 0.0.into_value(), "`limit` cannot be 0"),
        ("limit", 101.0.into_value(), "`limit` cannot be 101"),
        ("limits", 5.0.into_value(), "did you mean `limit`"),
        ("today", "soon".into_value(), "`today` cannot be"),
    ] {
        let error = engine
            .suggest("a", &table(&[(key, value)]))
            .unwrap_err()
            .to_string();
        assert!(error.contains(message), "{error}");
    }
    let one = engine.suggest("s", &table(&[("limit", 1.0.into_value())]));
    assert_eq!(one.unwrap().suggestions.len(), 1);
}

/// Returns the corrections on a site with these sentences, each on several pages.
fn corrections_of(sentences: &[&str], lang: &str, question: &str) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for (number, sentence) in sentences.iter().enumerate() {
        for copy in 0..9 {
            let mut page = page(&format!("{number}-{copy}"), &format!("{sentence} {copy}."));
            lang.clone_into(&mut page.lang);
            pages.push(page);
        }
    }
    let engine = engine(&pages, Vec::new());
    let found = engine.search(question, &table(&[("lang", lang.into_value())]));
    let own = found.unwrap().corrections.into_iter();
    own.map(|correction| (correction.from, correction.to))
        .collect()
}

// The site has a word at one letter from each of these.
#[test]
fn r11_names_words_of_function_and_longer_words_are_not_corrected() {
    let english = [
        "The diploma has a form and a stamp",
        "Here are the rooms of the house",
        "Every mark counts and every march is long",
        "The press prints each word",
        "The word has a meaning",
        "A format and a mat on the floor of an automatic door",
    ];
    for question in [
        "office of a diplomat",
        "the office of Mara",
        "taxi fare",
        "how far does Herr Kowalt walk",
        "the talk of Marz",
    ] {
        let found = corrections_of(&english, "en", question);
        assert!(found.is_empty(), "{question}: {found:?}");
    }
    let turkish = ["Herkes kendi şemasını çizer", "Beri gel ve süreleri bul"];
    for question in ["kedi maması", "Selma Tekin", "Beril hoca nerede"] {
        let found = corrections_of(&turkish, "tr", question);
        assert!(found.is_empty(), "{question}: {found:?}");
    }
}

#[test]
fn r11_a_question_in_another_language_than_the_site_is_not_corrected() {
    let german = [
        "Das Haus hat immer ein Dach und eine Uhr",
        "Wir bieten auch heute des Tages eine Suppe",
        "Er hat den Rom-Pass und das Datum",
    ];
    for question in [
        "What does the room cost",
        "When does the deadline end",
        "Zimmer mieten",
    ] {
        let found = corrections_of(&german, "de", question);
        assert!(found.is_empty(), "{question}: {found:?}");
    }
    let found = corrections_of(&german, "de", "Supe heute");
    assert_eq!(found, [("Supe".to_owned(), "suppe".to_owned())]);
}

#[test]
fn r11_words_are_divided_only_if_a_passage_has_both() {
    let apart = ["The press prints", "A word means much"];
    assert!(corrections_of(&apart, "en", "wordpress").is_empty());
    let together = ["Each word of the press counts"];
    let found = corrections_of(&together, "en", "wordpress");
    assert_eq!(found, [("wordpress".to_owned(), "word press".to_owned())]);
}

// A visitor would be told that `tutoin` was taken for a word that stands nowhere on the site.
#[test]
fn r11_words_that_no_visitor_sees_are_neither_corrected_nor_proposed() {
    let terms = ("terms", ["kütüphane", "bibliyotek"].into());
    let synonyms = site::table(&[terms, ("lang", "tr".into())]);
    let languages = site::table(&[("languages", ["tr", "en"].into())]);
    let configuration = [
        ("site", languages),
        ("synonyms", Value::List(vec![synonyms])),
    ];
    let configuration = site::table(&configuration);
    let files = site::build_of(
        &site::documents(),
        site::facts(),
        &configuration,
        Layout::SINGLE,
    );
    let engine = site::loaded(&files);
    assert_eq!(repaired(&ask(&engine, "bibliyotek nerede", &[])), []);
    let answer = ask(&engine, "bibliyotke nerede", &[]);
    let corrected = repaired(&answer);
    assert!(
        corrected.iter().all(|(_, to)| *to != "bibliyotek"),
        "{corrected:?}"
    );
}
