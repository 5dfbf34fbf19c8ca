//! Questions written when the site is built: visitors' words for pages with other words.

use soru::indexing::Layout;
use soru::{Answer, Block, Document, Engine, WrittenQuestion};

use super::site::{self, ask};

fn page(id: &str, text: &str, questions: &[&str]) -> Document {
    let section = 0..u32::try_from(text.len()).unwrap();
    let written = |question: &&str| WrittenQuestion {
        text: (*question).to_owned(),
        section: section.clone(),
    };
    Document {
        id: id.into(),
        url: id.into(),
        title: id.into(),
        lang: "en".into(),
        blocks: vec![Block::Text(text.into())],
        questions: questions.iter().map(written).collect(),
        ..Document::default()
    }
}

fn engine(questions: &[&str], layout: Layout) -> Engine {
    let pages = [
        page(
            "remuneration",
            "Employees receive their remuneration on the last working day.",
            questions,
        ),
        page(
            "garden",
            "The garden is open by day, and paid visits end at noon.",
            &[],
        ),
        page("money", "Old money is on show in the museum.", &[]),
    ];
    site::loaded(&site::build_of(
        &pages,
        Vec::new(),
        &site::configuration(),
        layout,
    ))
}

const ASKED: &str = "When do I get my salary?";

fn first(answer: &Answer) -> (&str, &str, Option<f64>) {
    answer.hits.first().map_or(("", "", None), |hit| {
        (
            hit.id.as_str(),
            hit.question.as_str(),
            hit.features.question,
        )
    })
}

#[test]
fn r18_a_section_is_found_by_words_that_only_its_written_questions_have() {
    for layout in [Layout::SINGLE, site::SHARDED] {
        let without = ask(&engine(&[], layout), ASKED, &[]);
        assert_ne!(first(&without).0, "remuneration");
        let questions = ["when is my salary paid", "payday"];
        let with = ask(&engine(&questions, layout), ASKED, &[]);
        let (id, question, likeness) = first(&with);
        assert_eq!((id, question), ("remuneration", questions[0]));
        assert!(
            likeness.is_some_and(|likeness| likeness > 0.5),
            "{likeness:?}"
        );
    }
}

#[test]
fn r32_written_questions_are_never_shown_as_text_of_a_page() {
    let answer = ask(
        &engine(&["when is my salary paid"], Layout::SINGLE),
        ASKED,
        &[],
    );
    for hit in &answer.hits {
        assert!(!hit.text.contains("salary") && !hit.excerpt.contains("salary"));
    }
    assert!(!answer.answer.unwrap_or_default().contains("salary"));
}
