//! The first tier (R12, R14 to R16): routed questions, facts that answer, facts that must not, and
//! no match (R15).

use soru::answer::{Answer, Method};
use soru::settings::Value;
use soru::{Engine, Fact};

use super::site::{self, IntoValue, ask, table};

fn on(engine: &Engine, question: &str, today: &str) -> Answer {
    ask(
        engine,
        question,
        &[("today", today.into_value()), ("trace", true.into_value())],
    )
}

fn engine_of(facts: Vec<Fact>) -> Engine {
    let layout = soru_indexing::Layout::SINGLE;
    site::loaded(&site::build_of(
        &site::documents(),
        facts,
        &site::configuration(),
        layout,
    ))
}

#[test]
fn r12_the_route_has_tier_confidence_and_reason() {
    let engine = site::engine();
    let fact = ask(&engine, "What is the H-1B cap?", &[]).route;
    assert_eq!(
        (fact.tier, fact.confidence.to_bits()),
        (1, 1.0_f64.to_bits())
    );
    assert!(
        fact.reasoning.contains("What is the H-1B cap?"),
        "{}",
        fact.reasoning
    );
    let pages = ask(&engine, "How do I apply for the internship?", &[]).route;
    assert_eq!(pages.tier, 2);
    assert!((0.0..=1.0).contains(&pages.confidence) && !pages.reasoning.is_empty());
}

#[test]
fn r35_the_preview_of_a_fact_s_source_is_its_quotation_or_the_answer_in_short() {
    let preview = |answer: &str, quote: &str| {
        let fact = Fact {
            source_quote: quote.into(),
            ..site::fact("How many moons has Mars?", answer, "moons.html", "en")
        };
        let mut answer = ask(&engine_of(vec![fact]), "How many moons has Mars?", &[]);
        assert_eq!(
            (answer.method, answer.sources.len()),
            (Method::FactExact, 1)
        );
        answer.sources.remove(0).preview
    };
    assert_eq!(
        preview("Two.", "Mars has two moons."),
        "Mars has two moons."
    );
    assert_eq!(preview("Two.", ""), "Two.");
    let long = "Two moons go round Mars. ".repeat(20);
    for short in [preview("Two.", &long), preview(&long, "")] {
        let count = short.chars().count();
        assert!(
            short.starts_with("Two moons") && (100..=162).contains(&count),
            "{short}"
        );
    }
}

// R14: an answer shows its source.
#[test]
fn r14_a_fact_without_a_source_title_has_the_title_of_its_page() {
    let page = site::documents().swap_remove(0);
    let fact = |title: &str, url: &str| Fact {
        source_title: title.into(),
        ..site::fact("How many moons has Mars?", "Two.", url, "en")
    };
    let title_of = |fact: Fact| {
        let answer = ask(&engine_of(vec![fact]), "How many moons has Mars?", &[]);
        answer.sources[0].title.clone()
    };
    let anchor = format!("/{}#moons", page.url.trim_start_matches('/'));
    assert_eq!(title_of(fact("", &page.url)), page.title);
    assert_eq!(title_of(fact("", &anchor)), page.title);
    assert_eq!(title_of(fact("Moons", &page.url)), "Moons");
    assert_eq!(title_of(fact("", "elsewhere.html")), "elsewhere.html");
}

#[test]
fn r13_a_question_nearly_a_fact_s_own_is_routed_to_the_facts_surely() {
    let engine = site::engine();
    for question in [
        "Whats the H-1B cap",
        "what is the h1b caps",
        "Zorunlu staj kaç işgünüdür",
        "ZORUNLU STAJ KAÇ İŞ GÜNÜDÜR?",
    ] {
        let route = ask(&engine, question, &[]).route;
        assert_eq!(
            (route.tier, route.confidence.to_bits()),
            (1, 1.0_f64.to_bits()),
            "{question} {route:?}"
        );
    }
}

#[test]
fn r13_questions_of_one_s_own_case_and_of_procedures_go_to_the_pages() {
    let engine = site::engine();
    for question in [
        "Am I eligible for the H-1B visa?",
        "Can I work on OPT before graduation?",
        "How do I apply for the internship?",
        "Staj başvurusu nasıl yapılır?",
        "Yatay geçiş yapabilir miyim?",
    ] {
        assert_eq!(ask(&engine, question, &[]).route.tier, 2, "{question}");
    }
}

#[test]
fn r14_a_fact_answers_with_its_source_and_the_day_it_was_checked() {
    let engine = site::engine();
    let answer = ask(&engine, "what is the H-1B cap", &[]);
    assert_eq!((answer.tier, answer.method), (1, Method::FactExact));
    assert_eq!(answer.confidence.to_bits(), 1.0_f64.to_bits());
    assert_eq!(answer.sources[0].url, "en/h1b.html#cap");
    assert_eq!(answer.fact.unwrap().checked_on, "2026-02-10");
    let question = "How many hours can the F-1 students work on our campus, please?";
    let answer = ask(&engine, question, &[]);
    assert_eq!((answer.tier, answer.method), (1, Method::FactFuzzy));
    assert!((answer.confidence - 0.9).abs() < 1e-12);
    assert_eq!(answer.answer.as_deref(), Some("Up to 20 hours per week."));
}

// The visitor knows better than the engine whether other words mean the same.
#[test]
fn r14_a_fact_asked_for_in_other_words_is_offered_whole_above_the_pages() {
    let engine = site::engine();
    let question = "How many working hours per week for F-1 students on campus?";
    let answer = ask(&engine, question, &[]);
    assert_eq!((answer.tier, &answer.fact), (2, &None));
    assert!(!answer.hits.is_empty());
    let offered = &answer.offers[0];
    assert_eq!(offered.answer, "Up to 20 hours per week.");
    let questions = answer.offers.iter().map(|fact| &fact.question);
    assert!(questions.eq(&answer.choices) && answer.offers.len() <= 3);
    let asserted = ask(&engine, &offered.question, &[]);
    assert_eq!(asserted.method, Method::FactExact);
    assert!(asserted.offers.is_empty() && asserted.choices.is_empty());
}

#[test]
fn r14_greetings_and_stop_words_get_no_offers() {
    let engine = site::engine();
    for question in ["merhaba", "thanks!", "what", "the", "mavi kalem"] {
        let answer = ask(&engine, question, &[]);
        assert!(answer.offers.is_empty(), "{question}: {:?}", answer.choices);
        assert_eq!(answer.fact, None, "{question}");
    }
}

#[test]
fn r14_a_number_or_negation_that_the_fact_does_not_share_blocks_it() {
    let engine = site::engine();
    for question in [
        "What is the H-1B cap in 2019?",
        "What is not the H-1B cap?",
        "What is the filing fee of form I-130?",
        "Zorunlu olmayan staj kaç iş günüdür?",
        "How long is OPT for 3 students?",
    ] {
        let answer = ask(&engine, question, &[]);
        assert_ne!(answer.tier, 1, "{question}: {:?}", answer.answer);
    }
}

#[test]
fn r15_a_question_routed_to_the_facts_without_a_match_falls_back_to_pages_in_the_trace() {
    let answer = on(&site::engine(), "What is the H-1B cap in 2019?", "");
    assert_eq!((answer.route.tier, answer.tier), (1, 2));
    assert!(answer.fact.is_none() && !answer.hits.is_empty());
    let trace = answer.trace.unwrap();
    let facts = trace
        .iter()
        .find(|event| event.operator == "facts")
        .unwrap();
    assert!(facts.warnings[0].contains("falling back"), "{facts:?}");
}

#[test]
fn r16_an_expired_fact_is_not_answered_as_current() {
    let engine = site::engine();
    let question = "Yemek bursu başvurusu ne zaman yapılır?";
    for current in ["2026-10-30", "2026-10-31"] {
        assert_eq!(
            on(&engine, question, current).method,
            Method::FactExact,
            "{current}"
        );
    }
    for expired in ["2026-11-01", "2031-01-01"] {
        let answer = on(&engine, question, expired);
        assert_eq!(answer.tier, 2, "{expired}");
        assert!(answer.fact.is_none());
    }
}

// `2026-1-5` and `05.01.2026` would compare wrongly with facts' dates as texts.
#[test]
fn r16_a_day_that_is_no_iso_day_is_refused() {
    let engine = site::engine();
    for bad in [
        "2026-1-5",
        "05.01.2026",
        "today",
        "2026-13-01",
        "20260105",
        "2026-01-05T10:00",
    ] {
        let options = table(&[("today", bad.into_value())]);
        let error = engine.ask("staj", &options).unwrap_err();
        assert_eq!(error.code(), "INVALID_OPTION", "{bad}");
        assert!(error.to_string().contains(bad), "{error}");
    }
}

#[test]
fn r16_facts_with_only_the_required_fields_answer() {
    let fact = site::fact("Otopark var mı?", "Evet.", "tr/index.html", "");
    let answer = ask(&engine_of(vec![fact]), "otopark var mı", &[]);
    assert_eq!(answer.answer.as_deref(), Some("Evet."));
    let pages = site::documents();
    let page = pages.iter().find(|page| page.url == "tr/index.html");
    assert_eq!(answer.sources[0].title, page.unwrap().title);
}

// Hits are under the site's address; a fact's source is a page of the same site.
#[test]
fn r14_a_fact_s_relative_source_is_under_the_site_s_address_as_hits_are() {
    let engine = site::engine_at("https://goksu.example/");
    let answer = ask(&engine, "What is the H-1B cap?", &[]);
    assert_eq!(
        answer.sources[0].url,
        "https://goksu.example/en/h1b.html#cap"
    );
    assert!(
        answer.hits[0].url.starts_with("https://goksu.example/en/"),
        "{}",
        answer.hits[0].url
    );
}

#[test]
fn r13_thresholds_of_a_call_move_the_route() {
    let engine = site::engine();
    let router = table(&[("threshold", 0.0.into_value())]);
    assert_eq!(
        ask(&engine, "mavi kalem", &[("router", router)]).route.tier,
        1
    );
    let router = table(&[("similarity", 2.0.into_value())]);
    let error = engine
        .ask("mavi kalem", &table(&[("router", router)]))
        .unwrap_err();
    assert!(error.to_string().contains("router.similarity"), "{error}");
    assert_eq!(
        ask(&engine, "mavi kalem", &[("router", Value::Null)])
            .route
            .tier,
        2
    );
}

#[test]
fn r11_the_questions_of_facts_complete_what_is_typed_until_they_expire() {
    let fact = |question: &str, lang: &str, valid_until: &str| Fact {
        valid_until: valid_until.into(),
        ..site::fact(question, "Because.", "", lang)
    };
    let engine = engine_of(vec![
        fact("Who pays?", "", "2026-09-30"),
        fact("Kim öder?", "tr", ""),
    ]);
    let texts = |typed: &str, today: &str| -> Vec<String> {
        let options = table(&[("today", today.into_value())]);
        let found = engine.suggest(typed, &options).unwrap();
        found.suggestions.into_iter().map(|own| own.text).collect()
    };
    assert_eq!(texts("pay", "2026-09-30"), ["Who pays?"]);
    assert!(texts("pay", "2026-10-01").is_empty());
    assert_eq!(texts("ÖDE", "2030-01-01"), ["Kim öder?"]);
}
