//! Questions written when the site is built: visitors' words for pages with other words.

use soru::{Answer, Block, Document, Engine, WrittenQuestion};
use soru_indexing::Layout;

use super::site::{self, ask};

fn page(id: &str, text: &str, questions: &[&str]) -> Document {
    let section = 0..u32::try_from(text.len()).unwrap();
    let written = |question: &&str| WrittenQuestion {
        text: (*question).to_owned(),
        section: section.clone(),
        ..WrittenQuestion::default()
    };
    Document {
        questions: questions.iter().map(written).collect(),
        ..site::titled(id, "en", id, vec![Block::Text(text.into())])
    }
}

fn engine(questions: &[&str], layout: Layout) -> Engine {
    let text = "Employees receive their remuneration on the last working day.";
    engine_with(page("remuneration", text, questions), layout)
}

fn engine_with(remuneration: Document, layout: Layout) -> Engine {
    let pages = [
        remuneration,
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

#[test]
fn r36_hits_have_the_words_that_answer_the_nearest_question_and_the_nearest_near_miss() {
    let text = "Employees receive their remuneration on the last working day.";
    let asked = [
        "when is my salary paid",
        "how is my salary paid",
        "who gets a salary",
    ];
    let mut remuneration = page("remuneration", text, &asked);
    remuneration.questions[0].answer = 37..60;
    remuneration.questions[1].is_near_miss = true;
    for layout in [Layout::SINGLE, site::SHARDED] {
        let engine = engine_with(remuneration.clone(), layout);
        let hit = |question: &str| ask(&engine, question, &[]).hits.remove(0);
        let near = hit("When is my salary paid?");
        assert_eq!(near.question, asked[0]);
        assert_eq!(&near.text[near.extent.clone()], "on the last working day");
        assert!(near.features.question > Some(near.near_miss), "{near:?}");
        let missed = hit("How is my salary paid?");
        assert!(
            missed.features.question < Some(missed.near_miss),
            "{missed:?}"
        );
        let other = hit("Who gets a salary?");
        assert_eq!((other.question.as_str(), other.extent.len()), (asked[2], 0));
    }
}
