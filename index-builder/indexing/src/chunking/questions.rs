//! Assigns written questions to chunks.

use std::collections::HashSet;
use std::ops::Range;

use soru::document::{Document, WrittenQuestion};
use soru::text::{Language, stem, tokenise};

use super::chunks::Chunk;

/// Assigns every written question to a chunk of its section: among several, to the one with the
/// words that answer it, or else with most of its stems, and among equal ones to the first. A
/// question without a chunk is dropped.
pub(super) fn assign(document: &Document, language: Language, chunks: &mut [Chunk]) {
    if document.questions.is_empty() {
        return;
    }
    let stems: Vec<HashSet<String>> = { chunks.iter() }
        .map(|chunk| stems(&chunk.text, language))
        .collect();
    for question in &document.questions {
        let own = stems_in_common(question, language, chunks, &stems);
        let Some(chunk) = own.map(|own| &mut chunks[own]) else {
            continue;
        };
        if question.is_near_miss {
            chunk.near_misses.push(question.text.clone());
            continue;
        }
        chunk.questions.push(question.text.clone());
        chunk
            .extents
            .push(extent(chunk, question).unwrap_or_default());
    }
}

/// Returns the byte range, in a chunk's text, of the words that answer a question, if they are
/// known and the chunk contains all of them.
fn extent(chunk: &Chunk, question: &WrittenQuestion) -> Option<Range<u32>> {
    let answer = &question.answer;
    let range = answer.start.checked_sub(chunk.start)?..answer.end.checked_sub(chunk.start)?;
    let place = range.start as usize..range.end as usize;
    let text = chunk.text.get(place)?;
    (!text.is_empty()).then_some(range)
}

/// Returns the chunk of the question's section with the words that answer it, or most of its stems.
fn stems_in_common(
    question: &WrittenQuestion,
    language: Language,
    chunks: &[Chunk],
    stems_of: &[HashSet<String>],
) -> Option<usize> {
    let asked = stems(&question.text, language);
    let mut best: Option<(usize, (bool, usize))> = None;
    for (number, chunk) in chunks.iter().enumerate() {
        if !overlaps(chunk, question) {
            continue;
        }
        let common = asked.intersection(&stems_of[number]).count();
        let common = (extent(chunk, question).is_some(), common);
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
            ..WrittenQuestion::default()
        }
    }

    #[test]
    fn r18_a_question_belongs_to_the_chunk_with_the_words_that_answer_it() {
        let answered = |text: &str, answer: Range<u32>| WrittenQuestion {
            answer,
            ..question(text, 0..40)
        };
        let near_miss = WrittenQuestion {
            is_near_miss: true,
            ..question("Is paying late easy?", 0..40)
        };
        let document = Document {
            questions: vec![
                answered("When are fees due in May?", 25..31),
                answered("How do I pay fees?", 20..31),
                near_miss,
            ],
            ..Document::default()
        };
        let mut chunks = [
            chunk(0, "The fees are due in May."),
            chunk(25, "Paying is easy."),
        ];
        assign(&document, Language::English, &mut chunks);
        assert_eq!(chunks[1].questions, ["When are fees due in May?"]);
        assert_eq!(&chunks[1].text[..6], "Paying");
        assert_eq!(chunks[1].extents, [(0, 6)].map(|(start, end)| start..end));
        assert_eq!(chunks[1].near_misses, ["Is paying late easy?"]);
        // Words across two chunks are in neither chunk.
        assert_eq!(chunks[0].questions, ["How do I pay fees?"]);
        assert!(chunks[0].extents[0].is_empty());
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
