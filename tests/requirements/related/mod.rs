//! Pages that resemble a page (R37: one call; R2: the same on every machine; R8: own language
//! first; R21: fewer than asked for, never padded; R27: no page twice; R41: small files of a static
//! host).
//!
//! | file | tests |
//! |---|---|
//! | `pages.rs` | the listed pages and their order |
//! | `addresses.rs` | addresses of the page asked for, and of the listed pages |
//! | `copies.rs` | nearly identical pages |
//! | `files.rs` | the files that a list needs |

mod addresses;
mod copies;
mod files;
mod pages;

use soru::orchestration::RelatedPages;
use soru::settings::Value;
use soru::{Block, Document, Engine};
use soru_indexing::{Layout, RelatedSettings};

use crate::site::{self, Files};

/// Topics of the site's pages: words, of which each page has some.
const TOPICS: [(&str, &str); 4] = [
    (
        "housing",
        "dormitory room landlord lease roommate rent tenant apartment kitchen deposit",
    ),
    (
        "exams",
        "midterm grading makeup proctor syllabus transcript resit examiner invigilator marks",
    ),
    (
        "sports",
        "swimming stadium tournament coach volleyball gymnasium athlete league referee pitch",
    ),
    (
        "library",
        "loan catalogue shelf borrowing librarian archive microfilm periodical reading stacks",
    ),
];

const PAGES: usize = 40;

fn page(id: &str, lang: &str, title: &str, text: &str) -> Document {
    site::titled(id, lang, title, vec![Block::Text(text.into())])
}

/// Returns pages on four topics, ten of each, with words that are on all of them.
fn documents() -> Vec<Document> {
    (0..PAGES).map(document).collect()
}

fn document(number: usize) -> Document {
    let (topic, words) = TOPICS[number % TOPICS.len()];
    let words: Vec<&str> = words.split(' ').collect();
    let own = (0..6).map(|turn| words[(number / TOPICS.len() + turn * 3) % words.len()]);
    let text = own.collect::<Vec<_>>().join(" and ");
    let text = format!("Students of the university ask about {text}. Visit the office {number}.");
    page(
        &format!("{topic}/page{number}.html"),
        "en",
        &format!("{topic} {number}"),
        &text,
    )
}

fn built(documents: &[Document], layout: Layout) -> Files {
    built_with(&RelatedSettings::default(), documents, layout)
}

fn built_with(settings: &RelatedSettings, documents: &[Document], layout: Layout) -> Files {
    let indexer = site::with_related(settings, layout);
    site::finish(indexer, documents, Vec::new(), &site::configuration())
}

fn related(engine: &Engine, address: &str) -> RelatedPages {
    engine.related(address, &Value::Null).unwrap()
}

fn urls(found: &RelatedPages) -> Vec<&str> {
    found.pages.iter().map(|page| page.url.as_str()).collect()
}
