//! Checks the hits of a gateway's answer.

use std::ops::Range;

use soru::document::{USUAL_WEIGHT, hundredths};
use soru::index::format::{Page, Section};
use soru_indexing::{Chunk, FoundChunk};

use crate::answer::{Hit, Section as Written};
use crate::unreadable::Unreadable;

/// The limit of the gateway.
const MOST_HITS: usize = 50;

/// Returns the chunks of the hits.
pub(crate) fn found(hits: Vec<Hit>) -> Result<Vec<FoundChunk>, Unreadable> {
    if hits.len() > MOST_HITS {
        return Err(Unreadable::new("it has too many hits"));
    }
    hits.into_iter().map(chunk).collect()
}

fn chunk(hit: Hit) -> Result<FoundChunk, Unreadable> {
    Ok(FoundChunk {
        position: hit.position,
        language: hit.language,
        further_headings: hit.also,
        group: hit.group,
        translation: hit.translation,
        newest: hit.newest,
        is_news: hit.news,
        chunk: Chunk {
            sections: sections(&hit.text, hit.sections)?,
            extents: ranges(&hit.text, &hit.answers)?,
            unquoted: ascending(ranges(&hit.text, &hit.unquoted)?)?,
            text: hit.text,
            start: 0,
            questions: plain(hit.questions),
            near_misses: plain(hit.near_misses),
            weight: hit.weight.map_or(USUAL_WEIGHT, hundredths),
        },
        page: Page {
            id: one_line(hit.page),
            title: one_line(hit.title),
            url: one_line(hit.url),
            importance: in_255ths(hit.importance),
            meta: hit.meta.into_iter().map(pair).collect(),
        },
    })
}

/// Returns the sections, which begin in the text, in order.
fn sections(text: &str, written: Vec<Written>) -> Result<Vec<Section>, Unreadable> {
    let starts = written.iter().map(|section| section.start);
    let is_sound = !written.is_empty() && starts.clone().is_sorted();
    if !is_sound || !starts.into_iter().all(|start| is_border(text, start)) {
        return Err(Unreadable::new("`sections` are not in the text"));
    }
    let section = |own: Written| Section {
        start: own.start,
        heading: plain(own.headings),
        anchor: one_line(own.anchor),
        is_answer: own.is_answer,
    };
    Ok(written.into_iter().map(section).collect())
}

fn is_border(text: &str, at: u32) -> bool {
    text.is_char_boundary(at as usize)
}

/// Returns ranges of a text.
fn ranges(text: &str, written: &[[u32; 2]]) -> Result<Vec<Range<u32>>, Unreadable> {
    let range = |[start, end]: &[u32; 2]| {
        let is_sound = start <= end && is_border(text, *start) && is_border(text, *end);
        let outside = || Unreadable::new("a range is not in the text");
        is_sound.then_some(*start..*end).ok_or_else(outside)
    };
    written.iter().map(range).collect()
}

fn ascending(ranges: Vec<Range<u32>>) -> Result<Vec<Range<u32>>, Unreadable> {
    if !ranges.is_sorted_by(|one, other| one.end <= other.start) {
        return Err(Unreadable::new("`unquoted` is not in order"));
    }
    Ok(ranges)
}

fn plain(texts: Vec<String>) -> Vec<String> {
    texts.into_iter().map(one_line).collect()
}

fn pair((key, value): (String, String)) -> (String, String) {
    (one_line(key), one_line(value))
}

/// Returns a text without the characters that separate texts in the index.
fn one_line(text: String) -> String {
    if text.contains(char::is_control) {
        return text.replace(char::is_control, " ");
    }
    text
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn in_255ths(share: f64) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}
