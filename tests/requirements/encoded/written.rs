//! Written questions have their own vectors, beside that of their section.

use soru::WrittenQuestion;
use soru_indexing::Layout;

use super::*;

fn engine(questions: &[&str]) -> (Files, Engine) {
    let mut pages = pages();
    let section = 0..40;
    let written = |text: &&str| WrittenQuestion {
        text: (*text).to_owned(),
        section: section.clone(),
        ..WrittenQuestion::default()
    };
    pages[0].questions = questions.iter().map(written).collect();
    let table = meanings();
    let encoder = Box::new(encoder::Encoder {
        table,
        tags: &["en"],
    });
    let indexer = site::with_embedder(encoder, Layout::SINGLE);
    let files = site::finish(indexer, &pages, Vec::new(), &configuration());
    let engine = site::loaded(&files);
    (files, engine)
}

fn score_of(hits: &[Hit], id: &str) -> f64 {
    let hit = hits.iter().find(|hit| hit.id == id);
    hit.map_or(0.0, |hit| hit.score)
}

#[test]
fn r19_a_section_is_as_similar_as_the_nearest_question_that_was_written_for_it() {
    let (_, without) = engine(&[]);
    let (_, with) = engine(&["the books", "the stipend"]);
    let before = found(&without, "stipend", "semantic");
    let after = found(&with, "stipend", "semantic");
    assert!(score_of(&before, "0-fee") < 0.5, "{before:?}");
    assert!(score_of(&after, "0-fee") > 0.9, "{after:?}");
    let own = score_of(&after, "6-scholarship") - score_of(&before, "6-scholarship");
    assert!(own.abs() < 0.05, "{own}");
    // The section's own vector still counts.
    assert!(score_of(&found(&with, "expense", "semantic"), "0-fee") > 0.8);
}

#[test]
fn r19_without_written_questions_cells_have_no_question_vectors() {
    let has_cells = |files: &Files| files.iter().any(|(name, _)| name.contains("cells"));
    assert!(!has_cells(&engine(&[]).0));
    assert!(has_cells(&engine(&["the stipend"]).0));
}
