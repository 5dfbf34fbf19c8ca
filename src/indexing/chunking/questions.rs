//! Assigns written questions to chunks.

use std::collections::HashSet;

use super::chunks::Chunk;
use crate::document::{Document, WrittenQuestion};
use crate::text::{Language, stem, tokenise};

/// Assigns every written question to a chunk of its section: among several, to the one with most of
/// its stems, and among equal ones to the first. A question without a chunk is dropped.
pub(super) fn assign(document: &Document, language: Language, chunks: &mut [Chunk]) {
    if document.questions.is_empty() {
        return;
    }
    let stems: Vec<HashSet<String>> = { chunks.iter() }
        .map(|chunk| stems(&chunk.text, language))
        .collect();
    for question in &document.questions {
        let own = stems_in_common(question, language, chunks, &stems);
        if let Some(chunk) = own {
            chunks[chunk].questions.push(question.text.clone());
        }
    }
}

/// Returns the chunk of the question's section with most of its stems.
fn stems_in_common(
    question: &WrittenQuestion,
    language: Language,
    chunks: &[Chunk],
    stems_of: &[HashSet<String>],
) -> Option<usize> {
    let asked = stems(&question.text, language);
    let mut best: Option<(usize, usize)> = None;
    for (number, chunk) in chunks.iter().enumerate() {
        if !overlaps(chunk, question) {
            continue;
        }
        let common = asked.intersection(&stems_of[number]).count();
        if best.is_none_or(|(_, most)| common > most) {
            best = Some((number, common));
        }
    }
    best.map(|(number, _)| number)
}

fn overlaps(chunk: &Chunk, question: &WrittenQuestion) -> bool {
    let start = chunk.start as usize;
    let end = start + chunk.text.len();
    start < question.section.end as usize && (question.section.start as usize) < end
}

fn stems(text: &str, language: Language) -> HashSet<String> {
    let tokens = tokenise(text, language).into_iter();
    tokens.map(|token| stem(&token.text, language)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(start: u32, text: &str) -> Chunk {
        Chunk {
            text: text.to_owned(),
            start,
            ..Chunk::default()
        }
    }

    fn question(text: &str, section: std::ops::Range<u32>) -> WrittenQuestion {
        WrittenQuestion {
            text: text.to_owned(),
            section,
        }
    }

    #[test]
    fn r18_a_question_belongs_to_the_chunk_of_its_section_that_has_its_words() {
        let document = Document {
            questions: vec![
                question("How do I pay the fees?", 0..40),
                question("When are fees due?", 0..40),
                question("Where is the library?", 40..60),
                question("Who?", 90..99),
            ],
            ..Document::default()
        };
        let mut chunks = [
            chunk(0, "The fees are due in May."),
            chunk(25, "Paying is easy."),
            chunk(40, "Something else."),
        ];
        assign(&document, Language::English, &mut chunks);
        let questions = chunks.map(|chunk| chunk.questions.join(" "));
        assert_eq!(
            questions,
            [
                "How do I pay the fees? When are fees due?",
                "",
                "Where is the library?"
            ]
        );
    }
}
