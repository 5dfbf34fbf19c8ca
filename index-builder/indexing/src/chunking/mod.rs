//! Cuts a document into chunks: the units that are found, ranked and quoted.
//!
//! A chunk never cuts a sentence or a row of a table, and crosses a heading only if a section is too short to be
//! separate: such a section becomes one chunk with its neighbour, and keeps its heading and its
//! anchor. Long sections become several chunks of about equal length, each beginning with the last
//! words of the previous one, so that no answer is split between two.
//!
//! | file | does |
//! |---|---|
//! | `chunks.rs` | [`Chunk`] |
//! | `sections.rs` | the sections of a document |
//! | `asking.rs` | headings that are questions |
//! | `joined.rs` | joins short sections, cuts long ones |
//! | `tables.rs` | keeps rows and tables together, and marks tables that are cut |
//! | `runs.rs` | distributes sentences over the chunks of a section |
//! | `questions.rs` | assigns written questions to chunks |
//! | `weights.rs` | weights of chunks |

mod asking;
mod chunks;
mod joined;
mod questions;
mod runs;
mod sections;
mod tables;
mod weights;

use soru::document::Document;
use soru::index::format::Section as Part;
use soru::text::Language;

pub(super) use self::asking::Questions;
pub use self::chunks::Chunk;
use self::joined::join;
pub(crate) use self::sections::bare_headings;
use crate::settings::ChunkingSettings;

/// Cuts a document into chunks, in order. A document with words always has at least one.
pub fn chunk(document: &Document, settings: &ChunkingSettings) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let language = Language::from_tag(&document.lang);
    for joined in join(document, language, settings) {
        joined.cut(language, settings, &mut chunks);
    }
    if chunks.is_empty() {
        chunks.extend(fallback(document));
    }
    questions::assign(document, language, &mut chunks);
    weights::weigh(document, &mut chunks);
    chunks
}

/// Makes a chunk from the description, the headings or the title of a page without text, so that it
/// can be found.
fn fallback(document: &Document) -> Option<Chunk> {
    let headings: Vec<&str> = bare_headings(document).collect();
    [&document.description, &headings.join("\n"), &document.title]
        .into_iter()
        .find(|text| !text.trim().is_empty())
        .map(|text| Chunk {
            sections: vec![Part::default()],
            text: text.trim().to_owned(),
            ..Chunk::default()
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use soru::document::Block;
    use soru::text::count_words;

    fn heading(level: u8, text: &str, anchor: &str) -> Block {
        Block::Heading {
            level,
            text: text.into(),
            anchor: Some(anchor.into()),
            is_question: false,
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
        // A section that answers a question in its heading stays separate.
        assert_eq!(texts, ["Intro.\nFees\nThey are due.", "No."]);
        let places: Vec<(u32, &str)> = chunks[0]
            .sections
            .iter()
            .map(|section| (section.start, section.anchor.as_str()))
            .collect();
        assert_eq!(places, [(0, ""), (12, "fees")]);
        assert_eq!(&chunks[0].text[12..], "They are due.");
        assert_eq!(chunks[0].headings().collect::<Vec<_>>(), ["Fees"]);
    }

    // These are names of people or titles of files: there is nothing else to show of them.
    #[test]
    fn headings_in_a_row_without_text_are_the_lines_of_a_list() {
        let document = page(vec![
            heading(2, "Staff", "staff"),
            Block::Text("We are three.".into()),
            heading(3, "Ada", "ada"),
            Block::End(3),
            heading(3, "Can", "can"),
            Block::End(3),
            heading(3, "Eda", "eda"),
            heading(2, "Map", "map"),
            heading(2, "Hours", "hours"),
            Block::Text("Always.".into()),
        ]);
        let settings = ChunkingSettings {
            min_words: 0,
            ..ChunkingSettings::default()
        };
        let chunks = chunk(&document, &settings);
        let seen: Vec<(&str, &str)> = { chunks.iter() }
            .map(|chunk| (&*chunk.sections[0].anchor, &*chunk.text))
            .collect();
        let expected = [
            ("staff", "We are three.\nAda\nCan\nEda"),
            ("hours", "Always."),
        ];
        assert_eq!(seen, expected);
        assert_eq!(bare_headings(&document).collect::<Vec<_>>(), ["Map"]);
        let text = document.text();
        for chunk in &chunks {
            assert!(text[chunk.start as usize..].starts_with(&chunk.text));
        }
    }

    #[test]
    fn a_page_of_one_heading_without_text_is_found_by_it() {
        let document = page(vec![heading(2, "Map", "map")]);
        let chunks = chunk(&document, &ChunkingSettings::default());
        assert_eq!(chunks[0].text, "Map");
    }

    fn question(level: u8, text: &str) -> Block {
        Block::Heading {
            level,
            text: text.into(),
            anchor: Some("q".into()),
            is_question: true,
        }
    }

    #[test]
    fn an_answer_ends_where_its_site_ends_it() {
        let chunks = chunk(
            &page(vec![
                heading(2, "Rooms", "rooms"),
                Block::Text("Rooms are let by the term.".into()),
                question(3, "Payment"),
                Block::Text("Pay in May.".into()),
                heading(4, "Late", "late"),
                Block::Text("Pay more.".into()),
                Block::End(3),
                Block::Text("The office is closed on Friday.".into()),
                question(3, "Nothing"),
                Block::End(3),
            ]),
            &ChunkingSettings::default(),
        );
        let seen: Vec<(String, &str, bool, &str)> = { chunks.iter() }
            .map(|chunk| {
                let section = &chunk.sections[0];
                let path = section.heading.join(" > ");
                (path, &*section.anchor, section.is_answer, &*chunk.text)
            })
            .collect();
        assert_eq!(
            seen,
            [
                ("Rooms".into(), "rooms", false, "Rooms are let by the term."),
                ("Rooms > Payment".into(), "q", true, "Pay in May."),
                (
                    "Rooms > Payment > Late".into(),
                    "late",
                    false,
                    "Pay more.\nThe office is closed on Friday."
                ),
            ]
        );
    }

    #[test]
    fn unquoted_texts_are_known_in_every_chunk() {
        let sentences = |word: &str| format!("{word} is paid here. ").repeat(20);
        let blocks = vec![
            Block::Text(sentences("Rent").trim().into()),
            Block::Unquoted(sentences("Gold").trim().into()),
            heading(2, "End", "end"),
            Block::Unquoted("Gold.".into()),
        ];
        let settings = ChunkingSettings {
            max_words: 50,
            ..ChunkingSettings::default()
        };
        let chunks = chunk(&page(blocks), &settings);
        assert!(chunks.len() > 3);
        for chunk in chunks {
            assert!(!chunk.quotable().contains("Gold"), "{chunk:?}");
            let rent = chunk.text.matches("Rent").count();
            assert_eq!(chunk.quotable().matches("Rent").count(), rent);
        }
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
