//! Distributes sentences, rows and tables over overlapping chunks of about equal length.

use std::ops::Range;

use crate::settings::ChunkingSettings;

/// Returns ranges of sentences, one per chunk.
pub(super) fn runs(
    sentences: &[(Range<usize>, usize)],
    settings: &ChunkingSettings,
) -> Vec<Range<usize>> {
    let total: usize = sentences.iter().map(|(_, words)| words).sum();
    if total == 0 {
        return Vec::new();
    }
    let pieces = total.div_ceil(settings.max_words.max(1));
    let target = total.div_ceil(pieces);
    let mut runs = Vec::with_capacity(pieces);
    let (mut start, mut fresh, mut words) = (0, 0, 0);
    for (i, (_, length)) in sentences.iter().enumerate() {
        if i > fresh && words + length > settings.max_words.max(target) {
            runs.push(start..i);
            start = overlap_start(sentences, start, i, settings.overlap_words);
            fresh = i;
            words = sentences[start..i].iter().map(|(_, words)| words).sum();
        }
        words += length;
        if words >= target && i + 1 < sentences.len() {
            runs.push(start..i + 1);
            start = overlap_start(sentences, start, i + 1, settings.overlap_words);
            fresh = i + 1;
            words = sentences[start..=i].iter().map(|(_, words)| words).sum();
        }
    }
    if fresh < sentences.len() {
        runs.push(start..sentences.len());
    }
    runs
}

/// Returns the earliest sentence after `start` with at most `overlap` words from it to `end`.
fn overlap_start(
    sentences: &[(Range<usize>, usize)],
    start: usize,
    end: usize,
    overlap: usize,
) -> usize {
    let mut words = 0;
    let mut first = end;
    while first > start + 1 && words + sentences[first - 1].1 <= overlap {
        first -= 1;
        words += sentences[first].1;
    }
    first
}
