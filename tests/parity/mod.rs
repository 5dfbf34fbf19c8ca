//! An engine's answer as a line of text that is equal only if every bit is.

use std::fmt::Write as _;

/// The questions, one per line.
pub(crate) const QUESTIONS: &str = include_str!("../fixtures/questions.txt");

/// The current date of the questions.
pub(crate) const TODAY: &str = "2026-11-20";

/// The manifest of the committed bundle.
pub(crate) const MANIFEST: &[u8] = include_bytes!("../fixtures/bundle-v2/manifest.msgpack");

/// Its data file, as stored.
pub(crate) const DATA: &[u8] = include_bytes!("../fixtures/bundle-v2/core.msgpack.bin");

/// A hit: document, chunk, score, relevance.
pub(crate) type Hit = (String, u32, f64, f64);

/// Formats one answer as a line.
pub(crate) fn line(
    question: &str,
    method: &str,
    confidence: f64,
    answer: &str,
    hits: &[Hit],
) -> String {
    let mut line = format!(
        "{question}\t{method}\t{:016x}\t{answer:?}",
        confidence.to_bits()
    );
    for (id, chunk, score, relevance) in hits {
        let (score, relevance) = (score.to_bits(), relevance.to_bits());
        // Writing to a string cannot fail.
        let _ = write!(line, "\t{id}#{chunk} {score:016x} {relevance:016x}");
    }
    line
}
