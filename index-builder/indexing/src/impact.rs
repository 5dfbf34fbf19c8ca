//! Splits long lists of postings by impact.

use soru::index::format::{ChunkTable, LanguageStatistics, LongList, Posting, unpack_length};

/// Returns the head and the tail of a list, each ascending by chunk, and the bounds of the tail.
/// The head has half the number of postings that makes a list long; a list with less than eight
/// times that number is not split.
///
/// Impact is the gain of a posting in BM25 with common constants (k1 1.2, b 0.5), where an
/// occurrence in the title counts like one in the body. With other constants the head is a worse
/// choice, and the tail is read more often. Results stay correct, since [`LongList`] bounds the
/// tail for any constants.
pub(super) fn split(
    postings: &[Posting],
    statistics: &LanguageStatistics,
    chunks: &ChunkTable,
) -> (Vec<Posting>, Vec<Posting>, LongList) {
    let mut list = LongList::default();
    let most = (statistics.long_postings / 2).max(1) as usize;
    if postings.len() < most.saturating_mul(8) {
        return (postings.to_vec(), Vec::new(), list);
    }
    let impacts = postings
        .iter()
        .map(|posting| impact(*posting, statistics, chunks));
    let mut order: Vec<(f64, usize)> = impacts.zip(0..).collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut in_head = vec![false; postings.len()];
    order
        .iter()
        .take(most)
        .for_each(|(_, at)| in_head[*at] = true);
    let (mut head, mut tail) = (Vec::with_capacity(most), Vec::new());
    list.least = [u8::MAX; 2];
    for (posting, best) in postings.iter().zip(in_head) {
        if best {
            head.push(*posting);
            continue;
        }
        tail.push(*posting);
        for (most, frequency) in list.most.iter_mut().zip(posting.frequencies()) {
            *most = frequency.max(*most);
        }
        for (least, length) in list.least.iter_mut().zip(lengths(posting.chunk, chunks)) {
            *least = length.min(*least);
        }
    }
    list.in_tail = u32::try_from(tail.len()).unwrap_or(u32::MAX);
    (head, tail, list)
}

/// Returns the lengths of body and title.
fn lengths(chunk: u32, chunks: &ChunkTable) -> [u8; 2] {
    [chunks.body_length(chunk), chunks.title_length(chunk)]
}

fn impact(posting: Posting, statistics: &LanguageStatistics, chunks: &ChunkTable) -> f64 {
    let [body, title] = lengths(posting.chunk, chunks)
        .map(unpack_length)
        .map(f64::from);
    let [body_mean, _, title_mean] = statistics.mean_words.map(|mean| mean.max(1.0));
    let lengths = [body / body_mean, 1.0, title / title_mean, 1.0];
    let mut impact = 0.0;
    for (frequency, length) in posting.frequencies().into_iter().zip(lengths) {
        let frequency = f64::from(frequency);
        impact += frequency / (frequency + 1.2 * (0.5 + 0.5 * length));
    }
    impact
}
