//! Cuts a document into chunks: the units that are found, ranked and quoted.
//!
//! A chunk never crosses a heading and never cuts a sentence. Long sections become several
//! chunks of about equal length, each beginning with the last words of the one before, so that
//! no answer is lost in a gap.

use std::ops::Range;

use crate::document::{Block, Document};
use crate::text::{Language, sentences, tokenise};

crate::settings! {
    /// How documents are cut.
    pub struct ChunkingSettings {
        /// A section longer than this many words is cut.
        pub max_words: usize = 200,
        /// About how many words a chunk repeats of the one before it in the same section.
        pub overlap_words: usize = 20,
    }
}

/// A piece of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chunk {
    /// Headings above it, outermost first, without the page's title.
    pub heading: Vec<String>,
    /// The id to link to, empty at the top of the page.
    pub anchor: String,
    /// Its text.
    pub text: String,
    /// Byte offset of its text in the document's text, which is all blocks, a line each.
    pub start: u32,
}

/// The chunks of a document, in order. A document with words always has at least one.
#[must_use]
pub fn chunk(document: &Document, settings: &ChunkingSettings) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let language = Language::from_tag(&document.lang);
    for section in sections(document) {
        section.cut(language, settings, &mut chunks);
    }
    if chunks.is_empty() {
        chunks.extend(fallback(document));
    }
    chunks
}

/// A page without text is still found by what it is called.
fn fallback(document: &Document) -> Option<Chunk> {
    [&document.description, &document.title]
        .into_iter()
        .find(|text| !text.trim().is_empty())
        .map(|text| Chunk {
            text: text.trim().to_owned(),
            ..Chunk::default()
        })
}

struct Section {
    heading: Vec<String>,
    anchor: String,
    /// The section's text, a line per block.
    text: String,
    /// Where it begins in the document's text.
    start: usize,
}

fn sections(document: &Document) -> Vec<Section> {
    let mut path: Vec<(u8, &str)> = Vec::new();
    let mut sections = vec![Section::new(&[], "", 0, &document.title)];
    let mut anchor = String::new();
    let mut offset = 0;
    for (i, block) in document.blocks.iter().enumerate() {
        match block {
            Block::Heading {
                level,
                text,
                anchor: own,
            } => {
                path.retain(|(above, _)| above < level);
                path.push((*level, text));
                anchor = own.clone().unwrap_or(anchor);
                sections.push(Section::new(
                    &path,
                    &anchor,
                    offset + text.len() + 1,
                    &document.title,
                ));
                let leaf = is_leaf_without_text(&document.blocks[i + 1..], *level);
                if let Some(section) = sections.last_mut().filter(|_| leaf) {
                    section.push(text, offset);
                }
                offset += text.len() + 1;
            }
            Block::Text(text) => {
                if let Some(section) = sections.last_mut() {
                    section.push(text, offset);
                }
                offset += text.len() + 1;
            }
        }
    }
    sections
}

/// A heading with nothing under it is its own text.
fn is_leaf_without_text(following: &[Block], level: u8) -> bool {
    match following.first() {
        None => true,
        Some(Block::Heading { level: next, .. }) => *next <= level,
        Some(Block::Text(_)) => false,
    }
}

impl Section {
    fn new(path: &[(u8, &str)], anchor: &str, start: usize, title: &str) -> Self {
        let heading = path
            .iter()
            .map(|(_, text)| (*text).to_owned())
            .filter(|text| text != title && !text.is_empty())
            .collect();
        Self {
            heading,
            anchor: anchor.to_owned(),
            text: String::new(),
            start,
        }
    }

    fn push(&mut self, text: &str, offset: usize) {
        if self.text.is_empty() {
            self.start = offset;
        } else {
            self.text.push('\n');
        }
        self.text.push_str(text);
    }

    fn cut(&self, language: Language, settings: &ChunkingSettings, out: &mut Vec<Chunk>) {
        let sentences: Vec<(Range<usize>, usize)> = sentences(&self.text)
            .into_iter()
            .map(|range| (range.clone(), count_words(&self.text[range], language)))
            .collect();
        for run in runs(&sentences, settings) {
            let range = sentences[run.start].0.start..sentences[run.end - 1].0.end;
            out.push(Chunk {
                heading: self.heading.clone(),
                anchor: self.anchor.clone(),
                text: self.text[range.clone()].to_owned(),
                start: u32::try_from(self.start + range.start).unwrap_or(u32::MAX),
            });
        }
    }
}

fn count_words(text: &str, language: Language) -> usize {
    tokenise(text, language)
        .iter()
        .filter(|token| token.is_word())
        .count()
}

/// Ranges of sentences, one per chunk.
fn runs(sentences: &[(Range<usize>, usize)], settings: &ChunkingSettings) -> Vec<Range<usize>> {
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

/// The earliest sentence behind `start` from which no more than `overlap` words lie before `end`.
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

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn heading(level: u8, text: &str, anchor: &str) -> Block {
        Block::Heading {
            level,
            text: text.into(),
            anchor: Some(anchor.into()),
        }
    }

    fn page(blocks: Vec<Block>) -> Document {
        Document {
            id: "p".into(),
            title: "Page".into(),
            lang: "en".into(),
            blocks,
            ..Document::default()
        }
    }

    #[test]
    fn chunks_follow_headings_and_know_their_path_and_anchor() {
        let chunks = chunk(
            &page(vec![
                Block::Text("Intro.".into()),
                heading(2, "Fees", "fees"),
                Block::Text("They are due.".into()),
                heading(3, "Late", "late"),
                Block::Text("Pay more.".into()),
                heading(2, "Contact", "contact"),
            ]),
            &ChunkingSettings::default(),
        );
        let seen: Vec<(String, &str, &str)> = chunks
            .iter()
            .map(|c| (c.heading.join(" > "), c.anchor.as_str(), c.text.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                (String::new(), "", "Intro."),
                ("Fees".into(), "fees", "They are due."),
                ("Fees > Late".into(), "late", "Pay more."),
                ("Contact".into(), "contact", "Contact"),
            ]
        );
    }

    #[test]
    fn offsets_point_into_the_document_s_text() {
        let document = page(vec![
            heading(1, "Page", "top"),
            Block::Text("First line.".into()),
            Block::Text("Second line.".into()),
        ]);
        let text = "Page\nFirst line.\nSecond line.";
        for chunk in chunk(&document, &ChunkingSettings::default()) {
            assert!(
                text[chunk.start as usize..].starts_with(&chunk.text),
                "{chunk:?}"
            );
        }
    }

    #[test]
    fn a_page_without_text_is_found_by_its_description_or_title() {
        let document = Document {
            title: "Only a title".into(),
            ..Document::default()
        };
        assert_eq!(
            chunk(&document, &ChunkingSettings::default())[0].text,
            "Only a title"
        );
        assert!(chunk(&Document::default(), &ChunkingSettings::default()).is_empty());
    }

    proptest! {
        #[test]
        fn no_sentence_is_cut_or_lost(
            lengths in proptest::collection::vec(1_usize..60, 1..40),
            max_words in 1_usize..120,
            overlap_words in 0_usize..40,
        ) {
            let sentences: Vec<String> = lengths
                .iter()
                .enumerate()
                .map(|(i, n)| format!("Number{i} {}.", vec!["word"; *n].join(" ")))
                .collect();
            let document = page(vec![Block::Text(sentences.join(" "))]);
            let settings = ChunkingSettings { max_words, overlap_words };
            let chunks = chunk(&document, &settings);
            for sentence in &sentences {
                prop_assert!(chunks.iter().any(|c| c.text.contains(sentence.as_str())), "{sentence}");
            }
            for c in &chunks {
                prop_assert!(c.text.starts_with("Number") && c.text.ends_with('.'));
                let words = count_words(&c.text, Language::English);
                let longest = lengths.iter().max().unwrap() + 1;
                prop_assert!(words <= max_words.max(longest) + overlap_words, "{words}");
            }
        }
    }
}
