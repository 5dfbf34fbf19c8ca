use super::*;

/// Reads questions, and judgements if there are any.
fn read(questions: &str, qrels: Option<&str>) -> Result<Vec<Question>, String> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file
    };
    let files = Files {
        questions: write("questions.jsonl", questions),
        qrels: qrels.map(|text| write("qrels.tsv", text)),
        answers: None,
    };
    let place = folder.path().display().to_string() + std::path::MAIN_SEPARATOR_STR;
    Question::read(&files).map_err(|error| error.to_string().replace(&place, ""))
}

fn one(line: &str) -> Question {
    read(line, None).unwrap().remove(0)
}

#[test]
fn r40_a_line_has_the_labels_of_its_question() {
    let question = one(r#"{"text": "Fee?", "lang": "en", "relevant": {"a": 2, "b": 0}}"#);
    assert_eq!(question.id, "1");
    assert_eq!(question.relevant, BTreeMap::from([("a".into(), 2.0)]));
    assert!(question.is_ranked());
    let question = one(r#"{"id": "q", "question": "Fee?", "relevant": ["a", "b"], "x": 1}"#);
    assert_eq!(question.id, "q");
    assert_eq!(question.relevant.len(), 2);
    assert_eq!(question.fact, FactLabel::Unlabelled);
    let question = one(r#"{"text": "Fee?", "unanswerable": true, "relevant": ["a"]}"#);
    assert!(!question.is_ranked());
}

#[test]
fn r14_labels_of_facts_are_named_or_follow_from_the_others() {
    let fact = |line: &str| one(line).fact;
    let named =
        |facts: &[&str]| FactLabel::OneOf(facts.iter().map(|fact| (*fact).to_owned()).collect());
    assert_eq!(fact(r#"{"text": "a", "fact": "A?"}"#), named(&["A?"]));
    assert_eq!(
        fact(r#"{"text": "a", "fact": ["A?", "B?"]}"#),
        named(&["A?", "B?"])
    );
    assert_eq!(fact(r#"{"text": "a", "fact": null}"#), FactLabel::NoFact);
    assert_eq!(fact(r#"{"text": "a", "tier": 2}"#), FactLabel::NoFact);
    assert_eq!(
        fact(r#"{"text": "a", "unanswerable": true}"#),
        FactLabel::NoFact
    );
    assert_eq!(fact(r#"{"text": "a", "tier": 1}"#), FactLabel::Unlabelled);
}

// The three common formats of judgements.
#[test]
fn r40_judgements_are_read_as_columns_as_trec_and_as_beir_write_them() {
    let questions = "{\"id\": \"q\", \"text\": \"a\"}\n";
    for qrels in [
        "q\tmy page\t2\nq\tother\t0\n",
        "q 0 my_page 2\nq 0 other -1\n",
        "q\tQ0\tmy page\t2\n",
        "query-id\tcorpus-id\tscore\r\nq\tmy page\t2\r\n",
    ] {
        let read = read(questions, Some(qrels)).unwrap();
        let grades: Vec<f64> = read[0].relevant.values().copied().collect();
        assert_eq!(grades, [2.0], "{qrels}");
    }
}

#[test]
fn an_invalid_label_is_reported_with_its_line() {
    let message = |questions: &str| read(questions, None).unwrap_err();
    assert_eq!(
        message("{\"text\": \"a\", \"tier\": 3}\n{\"text\": \"a\", \"relevant\": {\"p\": -1}}"),
        "questions.jsonl:1: `tier` must be 1 or 2\n\
         questions.jsonl:2: a grade in `relevant` must be 0 or more"
    );
    let twice = "{\"id\": \"q\", \"text\": \"a\", \"tier\": 1}\n".repeat(2);
    assert_eq!(
        message(&twice),
        "questions.jsonl:2: the id `q` occurs twice"
    );
    let questions = "{\"id\": \"q\", \"text\": \"a\"}\n";
    for qrels in ["q\tp\t99\n", "q\tp\tgood\n", "q\t\t1\n", "q p 1\n"] {
        let message = read(questions, Some(qrels)).unwrap_err();
        assert!(
            message.starts_with("qrels.tsv:1: a judgement consists"),
            "{message}"
        );
    }
}
