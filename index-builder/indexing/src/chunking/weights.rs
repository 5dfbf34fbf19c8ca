//! Weights of chunks: the mean of the parts that they are of.

use soru::document::{Block, Document, USUAL_WEIGHT};

use super::Chunk;

/// A part of a document's text from a byte offset on, with its weight in hundredths.
struct Part {
    start: usize,
    weight: u16,
}

/// Sets the weights of a document's chunks.
pub(super) fn weigh(document: &Document, chunks: &mut [Chunk]) {
    let parts = parts(document);
    if parts.is_empty() {
        return;
    }
    for chunk in chunks {
        let start = chunk.start as usize;
        chunk.weight = mean(&parts, start, start + chunk.text.len());
    }
}

/// Returns the parts, the first of which begins at 0; none if all of the document has the usual
/// weight.
fn parts(document: &Document) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut offset = 0;
    for block in &document.blocks {
        match block {
            Block::Weight(weight) => parts.push(Part {
                start: offset,
                weight: *weight,
            }),
            Block::End(_) => {}
            block => offset += block.text().len() + 1,
        }
    }
    if parts.is_empty() {
        return parts;
    }
    parts.insert(
        0,
        Part {
            start: 0,
            weight: USUAL_WEIGHT,
        },
    );
    parts
}

/// Returns the mean weight of the bytes of a range.
fn mean(parts: &[Part], start: usize, end: usize) -> u16 {
    let ends = parts.iter().skip(1).map(|part| part.start);
    let mut sum = 0;
    for (part, next) in parts.iter().zip(ends.chain([usize::MAX])) {
        let bytes = next.min(end).saturating_sub(part.start.max(start));
        sum += bytes * usize::from(part.weight);
    }
    // A mean of such weights is one.
    u16::try_from(sum / (end - start).max(1)).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::chunk;
    use super::*;
    use crate::settings::ChunkingSettings;

    fn weights(blocks: Vec<Block>) -> Vec<u16> {
        let document = Document {
            title: "Page".into(),
            lang: "en".into(),
            blocks,
            ..Document::default()
        };
        let settings = ChunkingSettings {
            min_words: 0,
            ..ChunkingSettings::default()
        };
        let chunks = chunk(&document, &settings);
        chunks.iter().map(|chunk| chunk.weight).collect()
    }

    fn heading(text: &str) -> Block {
        Block::Heading {
            level: 2,
            text: text.into(),
            anchor: None,
            is_question: false,
        }
    }

    #[test]
    fn a_chunk_has_the_weight_of_its_part_and_a_mixed_one_the_mean() {
        let text = |text: &str| Block::Text(text.into());
        let found = weights(vec![
            text("First."),
            heading("Two"),
            Block::Weight(300),
            text("Second."),
            Block::Weight(100),
            heading("Three"),
            text("Third, long"),
            Block::Weight(0),
            text("and short"),
        ]);
        assert_eq!(found[..2], [100, 300]);
        assert!((40..70).contains(&found[2]), "{found:?}");
    }

    #[test]
    fn a_document_without_weights_has_the_usual_one_everywhere() {
        assert_eq!(weights(vec![Block::Text("First.".into())]), [USUAL_WEIGHT]);
    }

    #[test]
    fn a_weight_between_headings_does_not_part_them() {
        let blocks = |weight: Option<Block>| {
            let mut blocks = vec![heading("One"), heading("Two"), heading("Three")];
            blocks.splice(1..1, weight);
            blocks.push(Block::Text("Text.".into()));
            blocks
        };
        assert_eq!(
            weights(blocks(Some(Block::Weight(200)))).len(),
            weights(blocks(None)).len()
        );
    }
}
