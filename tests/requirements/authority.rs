//! Official and other pages and facts, selected by the call.

use soru::settings::Value;
use soru::{Document, Engine, Fact};
use soru_indexing::Layout;

use super::site::{self, IntoValue, ask, table};

fn page(id: &str, mark: &str) -> Document {
    let mark = Some(mark).filter(|mark| !mark.is_empty());
    let mark = mark.map(|mark| ("authority".to_owned(), mark.to_owned()));
    Document {
        url: format!("{id}/"),
        title: id.into(),
        meta: mark.into_iter().collect(),
        ..site::page(
            id,
            "en",
            format!("The deposit of the {id} hall is 200 lira."),
        )
    }
}

fn fact(answer: &str, mark: &str) -> Fact {
    Fact {
        authority: mark.into(),
        ..site::fact("How much is the parking permit?", answer, "parking/", "en")
    }
}

fn engine(facts: Vec<Fact>) -> Engine {
    let pages = [
        page("north", ""),
        page("south", "official"),
        page("east", "extended"),
    ];
    let files = site::build_of(&pages, facts, &site::configuration(), Layout::SINGLE);
    site::loaded(&files)
}

fn only(authority: Value) -> [(&'static str, Value); 1] {
    [site::set("filter.authority", authority)]
}

fn found(engine: &Engine, options: &[(&str, Value)]) -> Vec<String> {
    let answer = ask(engine, "deposit hall", options);
    let mut ids: Vec<String> = answer.hits.into_iter().map(|hit| hit.id).collect();
    ids.sort();
    ids
}

#[test]
fn a_call_chooses_official_pages_or_extended_ones_and_each_is_one_of_both() {
    let engine = engine(Vec::new());
    assert_eq!(
        found(&engine, &only("official".into_value())),
        ["north", "south"]
    );
    assert_eq!(found(&engine, &only("extended".into_value())), ["east"]);
    let both = found(&engine, &only(["official", "extended"].into_value()));
    assert_eq!(both, ["east", "north", "south"]);
    assert_eq!(both, found(&engine, &[]));
}

#[test]
fn a_call_chooses_among_facts_too_and_offers_none_that_it_excludes() {
    let engine = engine(vec![fact("100 lira", "extended")]);
    let question = "How much is the parking permit?";
    let answer = |mark: &str| ask(&engine, question, &only(mark.into_value()));
    let extended = answer("extended");
    assert_eq!(extended.answer.as_deref(), Some("100 lira"));
    assert_eq!(extended.fact.unwrap().authority, "extended");
    let official = answer("official");
    assert!(
        official.fact.is_none() && official.offers.is_empty(),
        "{official:?}"
    );
}

#[test]
fn a_fact_without_a_mark_is_official() {
    let engine = engine(vec![fact("100 lira", "")]);
    let question = "How much is the parking permit?";
    let official = ask(&engine, question, &only("official".into_value()));
    assert_eq!(official.answer.as_deref(), Some("100 lira"));
    assert!(
        ask(&engine, question, &only("extended".into_value()))
            .fact
            .is_none()
    );
}

#[test]
fn a_misspelt_choice_is_refused_with_both_that_there_are() {
    let options = table(&only("oficial".into_value()));
    let error = engine(Vec::new()).ask("deposit", &options).unwrap_err();
    assert_eq!(error.code(), "INVALID_OPTION");
    let message = error.to_string();
    assert!(message.contains("`official` or `extended`"), "{message}");
}
