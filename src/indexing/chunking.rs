//! Cuts a document into chunks: the units that are found, ranked and quoted.
//!
//! A chunk never cuts a sentence, and crosses a heading only where a section is too short to stand by
//! itself: such a section becomes one chunk with its neighbour, and keeps its heading and its anchor.
//! Long sections become several chunks of about equal length, each beginning with the last words of the
//! one before, so that no answer is lost in a gap.

use std::ops::Range;

use crate::document::{Block, Document};
use crate::index::format::Section as Part;
use crate::text::{Language, count_words, sentences};

crate::settings! {
    /// How documents are cut.
    pub struct ChunkingSettings {
        /// A section longer than this many words is cut.
        pub max_words: usize = 200,
        /// About how many words a chunk repeats of the one before it in the same section.
        pub overlap_words: usize = 20,
        /// A section of fewer words becomes one chunk with the one beside it, unless the heading of
        /// either is a question. 0 joins none.
        pub min_words: usize = 20,
        /// Sections are joined up to this many words.
        pub joined_words: usize = 120,
    }
}

/// A piece of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The sections that it consists of, in order; at least one.
    pub sections: Vec<Part>,
    /// Its text.
    pub text: String,
    /// Byte offset of its text in the document's text, which is all blocks, a line each.
    pub start: u32,
}

impl Chunk {
    /// The headings of all its sections, each once.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        let mut seen: Vec<&str> = Vec::new();
        let all = self.sections.iter().flat_map(|section| &section.heading);
        all.filter_map(move |heading| {
            let new = !seen.contains(&heading.as_str());
            seen.push(heading);
            new.then_some(heading.as_str())
        })
    }
}

/// The chunks of a document, in order. A document with words always has at least one.
#[must_use]
pub fn chunk(document: &Document, settings: &ChunkingSettings) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let language = Language::from_tag(&document.lang);
    for joined in join(document, language, settings) {
        joined.cut(language, settings, &mut chunks);
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
            sections: vec![Part::default()],
            text: text.trim().to_owned(),
            start: 0,
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

    fn is_question(&self) -> bool {
        let heading = self.heading.last();
        heading.is_some_and(|heading| heading.trim_end().ends_with('?'))
    }
}

/// Sections that become chunks together, mostly one.
struct Joined {
    sections: Vec<Part>,
    text: String,
    start: usize,
    /// Words in all, and in the last section.
    words: usize,
    last_words: usize,
    has_question: bool,
}

fn join(document: &Document, language: Language, settings: &ChunkingSettings) -> Vec<Joined> {
    let mut all: Vec<Joined> = Vec::new();
    let blocks: Vec<&str> = document.blocks.iter().map(Block::text).collect();
    let text = blocks.join("\n");
    for section in sections(document) {
        if section.text.is_empty() {
            continue;
        }
        let words = count_words(&section.text, language);
        match all.last_mut() {
            Some(last) if last.takes(&section, words, settings) => last.add(section, words, &text),
            _ => all.push(Joined::new(section, words)),
        }
    }
    all
}

impl Joined {
    fn new(section: Section, words: usize) -> Self {
        Self {
            has_question: section.is_question(),
            sections: vec![Part {
                start: 0,
                heading: section.heading,
                anchor: section.anchor,
            }],
            text: section.text,
            start: section.start,
            words,
            last_words: words,
        }
    }

    fn takes(&self, section: &Section, words: usize, settings: &ChunkingSettings) -> bool {
        words.min(self.last_words) < settings.min_words
            && self.words + words <= settings.joined_words
            && !self.has_question
            && !section.is_question()
    }

    /// Adds a section with what stands before it, which is its heading. `text` is the document's.
    fn add(&mut self, section: Section, words: usize, text: &str) {
        let end = section.start + section.text.len();
        let start = section.start - self.start;
        let Some(text) = text.get(self.start..end) else {
            return;
        };
        text.clone_into(&mut self.text);
        self.sections.push(Part {
            // What stands between two sections is the heading of the later one.
            start: u32::try_from(start).unwrap_or(u32::MAX),
            heading: section.heading,
            anchor: section.anchor,
        });
        self.words += words;
        self.last_words = words;
    }

    fn cut(&self, language: Language, settings: &ChunkingSettings, out: &mut Vec<Chunk>) {
        let sentences: Vec<(Range<usize>, usize)> = sentences(&self.text)
            .into_iter()
            .map(|range| (range.clone(), count_words(&self.text[range], language)))
            .collect();
        for run in runs(&sentences, settings) {
            let range = sentences[run.start].0.start..sentences[run.end - 1].0.end;
            out.push(Chunk {
                sections: self.within(&range),
                text: self.text[range.clone()].to_owned(),
                start: u32::try_from(self.start + range.start).unwrap_or(u32::MAX),
            });
        }
    }

    /// The sections that a part of the text belongs to.
    fn within(&self, range: &Range<usize>) -> Vec<Part> {
        let starts = self.sections.iter().map(|section| section.start as usize);
        let first = starts
            .clone()
            .take_while(|start| *start <= range.start)
            .count();
        let own = self.sections.iter().zip(starts).enumerate();
        own.filter(|(number, (_, start))| *start < range.end && number + 1 >= first)
            .map(|(_, (section, start))| Part {
                start: u32::try_from(start.saturating_sub(range.start)).unwrap_or(u32::MAX),
                ..section.clone()
            })
            .collect()
    }
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
            &ChunkingSettings {
                min_words: 0,
                ..ChunkingSettings::default()
            },
        );
        let seen: Vec<(String, &str, &str)> = chunks
            .iter()
            .map(|c| {
                (
                    c.sections[0].heading.join(" > "),
                    c.sections[0].anchor.as_str(),
                    c.text.as_str(),
                )
            })
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
    fn sections_too_short_to_stand_alone_are_joined_and_keep_their_places() {
        let chunks = chunk(
            &page(vec![
                Block::Text("Intro.".into()),
                heading(2, "Fees", "fees"),
                Block::Text("They are due.".into()),
                heading(2, "May I pay late?", "late"),
                Block::Text("No.".into()),
                heading(2, "Contact", "contact"),
            ]),
            &ChunkingSettings::default(),
        );
        let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        // What answers a question of its own stays by itself.
        assert_eq!(texts, ["Intro.\nFees\nThey are due.", "No.", "Contact"]);
        let places: Vec<(u32, &str)> = chunks[0]
            .sections
            .iter()
            .map(|section| (section.start, section.anchor.as_str()))
            .collect();
        assert_eq!(places, [(0, ""), (12, "fees")]);
        assert_eq!(&chunks[0].text[12..], "They are due.");
        assert_eq!(chunks[0].headings().collect::<Vec<_>>(), ["Fees"]);
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
            let settings = ChunkingSettings { max_words, overlap_words, ..ChunkingSettings::default() };
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
