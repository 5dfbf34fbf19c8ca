//! The same answers, cards and scores.

use serde_json::Value as Json;
use soru::orchestration::{Method, Step};
use soru::retrieval::REMOTE;
use soru::settings::Value;
use soru::{Answer, Document, Engine};
use soru_working_index::{Basis, request};

use super::gateway;
use super::site::{Bundle, SITES, Words, bundle};

/// Pages of a site: the gateway returns a fifth of them.
const PAGES: usize = 150;

/// A static bundle and a remote one of the same site.
pub(crate) struct Pair {
    pub(crate) whole: Bundle,
    pub(crate) remote: Bundle,
}

impl Pair {
    pub(crate) fn new(words: &Words) -> Self {
        Self::of(words, &words.documents(PAGES))
    }

    fn of(words: &Words, documents: &[Document]) -> Self {
        Self {
            whole: bundle(words, documents, false),
            remote: bundle(words, &documents[..6], true),
        }
    }

    /// Returns the request of a question; none if the engine answers without one.
    pub(crate) fn request(&self, question: &str, options: &Value) -> Option<Json> {
        let mut call = self.remote.engine.begin(Method::ASK, question, options);
        match call.step().unwrap() {
            Step::Needs(needs) => request(&needs.remote, question, options),
            Step::Done(_) => None,
        }
    }

    pub(crate) fn found(&self, request: &Json) -> Json {
        gateway::answer(self.whole.engine.index().unwrap(), request)
    }

    /// Asks as a page does.
    fn ask(&self, question: &str, options: &Value) -> Answer {
        let request = self.request(question, options).unwrap();
        let found = self.found(&request).to_string();
        working(&self.remote.basis, found.as_bytes())
            .ask(question, options)
            .unwrap()
    }

    /// Compares both answers; returns whether there are hits.
    fn compare(&self, question: &str, options: &Value) -> bool {
        let expected = self.whole.engine.ask(question, options).unwrap();
        let given = self.ask(question, options);
        let card = |answer: &Answer| serde_json::to_value(answer).unwrap();
        assert_eq!(pages(&given), pages(&expected), "{question}");
        assert_eq!(card(&given), card(&expected), "{question}");
        !given.hits.is_empty()
    }
}

/// Returns the addresses of the hits with their scores.
fn pages(answer: &Answer) -> Vec<(&str, f64)> {
    let hits = answer.hits.iter();
    hits.map(|hit| (hit.url.as_str(), hit.score)).collect()
}

/// Opens the engine on the index of a gateway's answer.
pub(crate) fn working(basis: &Basis, found: &[u8]) -> Engine {
    let index = basis.index(found).unwrap();
    let engine = Engine::open(&index.manifest).unwrap();
    engine.supply_inflated(&index.file, &index.content).unwrap();
    engine
}

#[test]
fn questions_have_the_same_answers_and_scores() {
    for words in &SITES {
        let pair = Pair::new(words);
        for question in words.questions {
            assert!(pair.compare(question, &Value::Null), "{question}");
        }
    }
}

#[test]
fn an_answer_is_the_same_text() {
    let pairs = SITES.each_ref().map(Pair::new);
    let answers = SITES.iter().zip(&pairs).map(|(words, pair)| {
        assert!(pair.compare(words.answered(), &Value::Null));
        pair.ask(words.answered(), &Value::Null).answer
    });
    assert!(answers.flatten().count() > 0);
}

#[test]
fn a_misspelt_question_has_the_same_answer() {
    for words in &SITES {
        assert!(Pair::new(words).compare(words.misspelt, &Value::Null));
    }
}

#[test]
fn a_form_that_no_page_has_gives_the_same_answer() {
    let question = "Welcher Schalter gibt Karten für das Labor aus?";
    let pair = Pair::new(&SITES[2]);
    assert!(pair.compare(question, &Value::Null));
    assert_eq!(pair.ask(question, &Value::Null).corrections.len(), 1);
}

#[test]
fn a_question_that_continues_another_has_the_same_answer() {
    for words in &SITES {
        let [before, next] = words.follow_up;
        let turn = Value::table([("role", "user".into()), ("content", before.into())]);
        let options = Value::table([("history", Value::List(vec![turn]))]);
        assert!(Pair::new(words).compare(next, &options));
    }
}

#[test]
fn a_filter_gives_the_same_pages() {
    for words in &SITES {
        let filter = Value::table([("part", "part 1".into())]);
        let options = Value::table([("filter", filter)]);
        assert!(Pair::new(words).compare(words.questions[0], &options));
    }
}

#[test]
fn weights_give_the_same_order() {
    for words in &SITES {
        let [plain, weighed] = [words.documents(PAGES), words.weighed(PAGES)];
        let [plain, weighed] = [plain, weighed].map(|documents| Pair::of(words, &documents));
        for question in words.questions {
            assert!(weighed.compare(question, &Value::Null), "{question}");
            let [one, other] = [&plain, &weighed].map(|pair| pair.ask(question, &Value::Null));
            assert_ne!(pages(&one), pages(&other), "{question}");
        }
    }
}

// An older gateway sends no weights, and neither does a cluster that was filled before.
#[test]
fn hits_without_weights_have_the_usual_one() {
    let words = &SITES[0];
    let [plain, weighed] = [words.documents(PAGES), words.weighed(PAGES)];
    let [plain, weighed] = [plain, weighed].map(|documents| Pair::of(words, &documents));
    let question = words.questions[0];
    let request = weighed.request(question, &Value::Null).unwrap();
    let mut found = weighed.found(&request);
    for hit in found["hits"].as_array_mut().unwrap() {
        hit.as_object_mut().unwrap().remove("weight");
    }
    let engine = working(&weighed.remote.basis, found.to_string().as_bytes());
    let given = engine.ask(question, &Value::Null).unwrap();
    assert_eq!(pages(&given), pages(&plain.ask(question, &Value::Null)));
}

#[test]
fn a_fact_is_the_same_card() {
    for words in &SITES {
        let pair = Pair::new(words);
        let question = words.fact_question();
        pair.compare(question, &Value::Null);
        assert_eq!(pair.ask(question, &Value::Null).tier, 1, "{question}");
    }
}

#[test]
fn a_question_without_pages_has_none_in_both() {
    for words in &SITES {
        assert!(!Pair::new(words).compare("xylophone zeppelin", &Value::Null));
    }
}

#[test]
fn the_bundles_own_pages_answer_without_the_gateway() {
    for words in &SITES {
        let pair = Pair::new(words);
        let engine = &pair.remote.engine;
        let mut call = engine.begin(Method::ASK, words.misspelt, &Value::Null);
        assert!(matches!(call.step(), Ok(Step::Needs(_))));
        assert!(call.skip(REMOTE, "it does not answer"));
        let Ok(Step::Done(answer)) = call.step() else {
            panic!("nothing else is needed");
        };
        assert!(!answer.hits.is_empty(), "{}", words.misspelt);
        assert_eq!(answer.corrections.len(), 1);
        // The next question asks the gateway again.
        assert!(pair.request(words.misspelt, &Value::Null).is_some());
    }
}

#[test]
fn small_talk_asks_no_gateway() {
    let pair = Pair::new(&SITES[0]);
    assert_eq!(pair.request("hello", &Value::Null), None);
}
