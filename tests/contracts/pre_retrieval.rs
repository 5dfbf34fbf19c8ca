//! The contracts of query operators, of the router and of the table of facts.

use proptest::prelude::*;
use soru::answer::Method;
use soru::ordered::Map;
use soru::pre_retrieval::{
    Analysis, FactMatchingSettings, FactTable, IntentRule, Intents, PatternRouter, QueryOperator,
    QuerySettings, RouterSettings, SynonymGroup, Synonyms, TextSettings,
};
use soru::query::{Origin, Query};
use soru::settings::{Setting, Value};
use soru::text::WordLists;
use soru::{Error, Fact};

use super::samples::queries;
use super::site;

fn words() -> WordLists {
    WordLists::of_languages(&["tr", "en"])
}

fn languages() -> Vec<String> {
    ["tr", "en"].map(str::to_owned).into()
}

fn analysis() -> Analysis {
    let settings = QuerySettings::default();
    Analysis::new(
        &languages(),
        &TextSettings::default(),
        &words(),
        &settings,
        0.5,
    )
}

/// Returns every operator in the pipeline's order, the analysis first.
fn all() -> Vec<Box<dyn QueryOperator>> {
    let settings = QuerySettings::default();
    let groups = [
        SynonymGroup {
            terms: vec!["OPT".into(), "Optional Practical Training".into()],
            lang: "en".into(),
        },
        SynonymGroup {
            terms: vec!["staj".into(), "internship".into(), "işyeri eğitimi".into()],
            ..SynonymGroup::default()
        },
    ];
    let intents = [IntentRule {
        name: "internship".into(),
        keywords: Map::from([
            ("tr", vec!["staj".to_owned()]),
            ("en", vec!["internship".to_owned()]),
        ]),
        boosters: Map::from([
            ("tr", vec!["sigorta".to_owned()]),
            ("en", vec!["insurance form".to_owned()]),
        ]),
    }];
    vec![
        Box::new(analysis()),
        Box::new(Synonyms::new(&groups, settings.synonym_weight)),
        Box::new(Intents::new(&intents, settings.booster_weight)),
    ]
}

fn router() -> PatternRouter {
    PatternRouter::new(&RouterSettings::default(), &languages(), &words()).unwrap()
}

fn table(facts: Vec<Fact>) -> FactTable {
    let settings = FactMatchingSettings::default();
    FactTable::new(
        facts,
        &languages(),
        &TextSettings::default(),
        &words(),
        &settings,
    )
}

fn unanalysed(text: &str) -> Query {
    Query {
        text: text.to_owned(),
        ..Query::default()
    }
}

fn analysed(text: &str) -> Query {
    let mut query = unanalysed(text);
    let _ = analysis().apply(&mut query);
    query
}

/// Returns analysed questions of all kinds, including some without words.
fn all_queries() -> Vec<Query> {
    let own = site::questions().into_iter().chain(["", "?!"]);
    own.map(analysed).chain(queries()).collect()
}

fn typed(query: &Query) -> Vec<Vec<(String, u64)>> {
    let is_typed = |origin| matches!(origin, Origin::Typed | Origin::Stop | Origin::Extra);
    query
        .readings
        .iter()
        .map(|reading| {
            let terms = reading.terms.iter().filter(|term| is_typed(term.origin));
            terms
                .map(|term| (term.surface.clone(), term.weight.to_bits()))
                .collect()
        })
        .collect()
}

fn assert_keeps_typed_words(operator: &dyn QueryOperator, before: &Query) {
    let mut after = before.clone();
    operator.apply(&mut after).unwrap();
    assert_eq!(after.text, before.text, "{operator:?}");
    assert_eq!(typed(&after), typed(before), "{operator:?}");
    for reading in &after.readings {
        let weights = |typed: bool| {
            let terms = reading.terms.iter();
            terms
                .filter(move |term| (term.origin == Origin::Typed) == typed)
                .map(|term| term.weight)
                .fold(0.0, f64::max)
        };
        assert!(weights(false) <= 1.0, "{operator:?} {reading:?}");
        if weights(true) > 0.0 {
            assert!(weights(false) <= weights(true), "{operator:?} {reading:?}");
        }
        for term in &reading.terms {
            assert!(term.weight.is_finite() && term.weight >= 0.0, "{term:?}");
        }
    }
}

#[test]
fn r7_typed_words_stay_and_no_added_word_outweighs_them() {
    // The analysis creates the terms; all others only add.
    for operator in &all()[1..] {
        for query in all_queries() {
            assert_keeps_typed_words(&**operator, &query);
        }
    }
}

#[test]
fn r2_every_operator_gives_the_same_query_when_asked_again() {
    for (one, other) in all().iter().zip(all()) {
        for query in all_queries().into_iter().filter(|q| !q.readings.is_empty()) {
            let apply = |operator: &dyn QueryOperator| {
                let mut query = query.clone();
                operator.apply(&mut query).map(|()| query)
            };
            assert_eq!(apply(&**one), apply(&*other));
        }
    }
}

#[test]
fn r5_only_the_analysis_rejects_a_query_without_terms() {
    let mut query = unanalysed("?!");
    assert_eq!(all()[0].apply(&mut query), Err(Error::EmptyQuestion));
    for operator in &all()[1..] {
        operator.apply(&mut unanalysed("?!")).unwrap();
    }
}

// If an operator added its terms a second time, a retry would change the answer.
#[test]
fn r2_applying_every_operator_twice_adds_nothing() {
    for operator in all() {
        for query in all_queries().into_iter().filter(|q| !q.readings.is_empty()) {
            let mut once = query.clone();
            if operator.apply(&mut once).is_err() {
                continue;
            }
            let mut twice = once.clone();
            operator.apply(&mut twice).unwrap();
            if operator.name() != "analysis" {
                assert_eq!(once, twice, "{operator:?}");
            }
        }
    }
}

#[test]
fn r12_every_router_gives_tier_confidence_and_a_reason_and_the_same_again() {
    for facts in [Vec::new(), site::facts()] {
        let facts = table(facts);
        let [one, other] = [router(), router()];
        for query in all_queries() {
            let route = one.route(&query, &facts, None).route;
            assert!(matches!(route.tier, 1 | 2), "{route:?}");
            assert!((0.0..=1.0).contains(&route.confidence), "{route:?}");
            assert!(!route.reasoning.is_empty(), "{route:?}");
            assert_eq!(route, other.route(&query, &facts, None).route);
            assert!(!facts.is_empty() || route.tier == 2, "{route:?}");
        }
    }
}

#[test]
fn r13_the_router_sends_a_fact_s_own_question_to_the_facts() {
    let router = router();
    for fact in site::facts() {
        let facts = table(site::facts());
        let route = router.route(&analysed(&fact.question), &facts, None).route;
        assert_eq!(
            (route.tier, route.confidence.to_bits()),
            (1, 1.0_f64.to_bits()),
            "{fact:?}"
        );
    }
}

#[test]
fn r14_the_table_finds_a_fact_by_its_own_question_and_its_aliases_exactly() {
    let matcher = table(site::facts());
    for fact in site::facts() {
        for question in std::iter::once(&fact.question).chain(&fact.aliases) {
            for spelling in [
                question.clone(),
                format!("  {question} !"),
                question.replace('?', ""),
            ] {
                let found = matcher
                    .find(&analysed(&spelling), Some("2026-06-01"))
                    .unwrap();
                assert_eq!(found.fact, &fact, "{spelling}");
                assert_eq!(found.method, Method::FactExact, "{spelling}");
            }
        }
    }
}

#[test]
fn r16_no_matcher_finds_an_expired_fact() {
    let until = |day: &str| {
        let mut facts = site::facts();
        for fact in &mut facts {
            day.clone_into(&mut fact.valid_until);
        }
        facts
    };
    let matcher = table(until("2026-06-01"));
    for fact in site::facts() {
        let find = |today| matcher.find(&analysed(&fact.question), Some(today));
        assert!(find("2026-05-31").is_some() && find("2026-06-01").is_some());
        assert_eq!(find("2026-06-02"), None, "{}", fact.question);
        assert_eq!(find("2030-01-01"), None, "{}", fact.question);
        assert!(matcher.find(&analysed(&fact.question), None).is_some());
    }
}

#[test]
fn r14_the_table_never_finds_a_fact_that_is_ruled_out() {
    let restricted = |fact: &Fact, phrase: &str, excluded: &str, tag: &str| {
        let own = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let mut query = analysed(&fact.question);
        query.restrictions.phrases.extend(own(phrase));
        query.restrictions.excluded.extend(own(excluded));
        if !tag.is_empty() {
            let filter = Value::Map(vec![("lang".into(), Value::Text(tag.into()))]);
            query.restrictions.filter.set(&filter, "filter").unwrap();
        }
        query
    };
    let matcher = table(site::facts());
    for fact in site::facts() {
        let find = |phrase: &str, excluded: &str, tag: &str| {
            matcher.find(&restricted(&fact, phrase, excluded, tag), None)
        };
        let other = if fact.lang == "tr" { "en" } else { "tr" };
        let last = fact.answer.rsplit(' ').next().unwrap();
        let left = [
            find("", "", ""),
            find(last, "", ""),
            find("", "zzz", &fact.lang),
        ];
        assert!(left.iter().all(Option::is_some), "{fact:?}");
        let out = [find("zzz", "", ""), find("", last, ""), find("", "", other)];
        assert!(out.iter().all(Option::is_none), "{fact:?}");
    }
}

#[test]
fn r14_every_matcher_offers_facts_that_are_current_and_admitted_each_once_if_none_answers() {
    let mut facts = site::facts();
    for fact in &mut facts {
        "2026-06-01".clone_into(&mut fact.valid_until);
    }
    let mut offered = 0;
    let matcher = table(facts);
    for text in ["staj", "başvuru tarihi", "fee", "kaç", "F-1", "ücret"] {
        let mut query = analysed(text);
        let choices = matcher.choices(&query, Some("2026-06-01"));
        offered += choices.len();
        let answered = matcher.find(&query, Some("2026-06-01")).is_some();
        assert!(choices.is_empty() || !answered, "{text}");
        for (number, fact) in choices.iter().enumerate() {
            assert!(!choices[..number].contains(fact), "{text}: {fact:?} twice");
        }
        assert!(matcher.choices(&query, Some("2026-06-02")).is_empty());
        query.restrictions.phrases.push("zzz".to_owned());
        assert!(matcher.choices(&query, Some("2026-06-01")).is_empty());
    }
    assert!(offered > 0);
}

#[test]
fn r14_the_table_never_finds_anything_in_no_facts_or_without_a_question() {
    for query in all_queries() {
        assert!(table(Vec::new()).find(&query, None).is_none());
    }
    for text in ["", "?!", "🎓"] {
        assert!(
            table(site::facts()).find(&unanalysed(text), None).is_none(),
            "{text}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn r7_typed_words_stay_for_any_question(text in "(\\PC{0,60}|[\\u{0}-\\u{400} ]{0,60}|(staj|OPT|ne zaman|h-1b|ücret| ){0,12})") {
        let query = analysed(&text);
        let mut terms = query.readings.iter().flat_map(|reading| &reading.terms);
        // An empty key is a prefix of every word in the index.
        prop_assert!(terms.all(|term| !term.surface.is_empty() && !term.key.is_empty()));
        for operator in &all()[1..] {
            assert_keeps_typed_words(&**operator, &query);
        }
        let router = router();
        let route = router.route(&query, &table(site::facts()), None).route;
        prop_assert!((0.0..=1.0).contains(&route.confidence));
    }
}
