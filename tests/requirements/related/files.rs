//! The files that a list needs, and how they change with the site.

use std::collections::BTreeSet;

use soru::orchestration::Method;
use soru::settings::Value;
use soru::{Document, Engine};
use soru_indexing::{Layout, RelatedSettings};

use super::{built, built_with, documents, page, related};
use crate::site::{self, Files, LONG_LISTS, SHARDED};

#[test]
fn r41_however_the_bundle_is_laid_out_the_lists_are_the_same() {
    let documents = documents();
    let single = site::loaded(&built(&documents, Layout::SINGLE));
    let files = built(&documents, LONG_LISTS);
    let shards = files
        .iter()
        .filter(|(name, _)| name.starts_with("related-"));
    assert!(shards.count() > 16, "too few for a directory");
    for document in documents.iter().step_by(7) {
        let sharded = site::open(&files);
        let call = |engine: &Engine| engine.begin(Method::RELATED, &document.url, &Value::Null);
        let found = site::supplying(&sharded, &files, call).unwrap();
        assert_eq!(found, related(&single, &document.url));
    }
}

// A list needs core, the index of shards, and its shard; no words and no texts.
#[test]
fn r41_a_list_needs_neither_words_nor_texts() {
    let files = built(&documents(), SHARDED);
    let engine = site::open(&files);
    let call = engine.begin(Method::RELATED, "sports/page2.html", &Value::Null);
    let (found, rounds) = site::rounds(&engine, &files, call, |_| false);
    assert_eq!(found.unwrap().pages.len(), 5);
    let kind = |name: &String| name.split('-').next().unwrap().to_owned();
    let mut asked: Vec<String> = rounds.iter().flatten().map(kind).collect();
    asked.sort_unstable();
    assert_eq!(asked, ["core", "files", "files", "related", "related"]);
}

#[test]
fn r41_an_unavailable_list_is_an_error_that_names_it() {
    let files = built(&documents(), SHARDED);
    let engine = site::loaded(&files);
    let lost = site::open(&files);
    let call = lost.begin(Method::RELATED, "sports/page2.html", &Value::Null);
    let (found, _) = site::rounds(&lost, &files, call, |name| name.starts_with("related"));
    let error = found.unwrap_err();
    assert_eq!(error.code(), "PART_MISSING");
    assert_eq!(related(&engine, "sports/page2.html").pages.len(), 5);
}

#[test]
fn r41_a_site_without_lists_has_no_files_and_no_warnings_for_them() {
    let off = RelatedSettings {
        enabled: false,
        ..RelatedSettings::default()
    };
    for files in [
        built_with(&off, &documents(), SHARDED),
        site::build(Layout::SINGLE),
    ] {
        assert!(files.iter().all(|(name, _)| !name.starts_with("related")));
        assert_eq!(
            related(&site::loaded(&files), "sports/page2.html").pages,
            []
        );
    }
    let none = built(&[], Layout::SINGLE);
    assert_eq!(related(&site::loaded(&none), "a.html").pages, []);
}

#[test]
fn r2_the_same_pages_give_the_same_files_in_any_order() {
    let documents = documents();
    let mut turned: Vec<Document> = documents.iter().rev().cloned().collect();
    turned.swap(3, 20);
    assert!(built(&documents, SHARDED) == built(&turned, SHARDED));
}

// R41: the files to upload again.
#[test]
fn r41_a_page_that_is_added_leaves_most_lists_as_they_were() {
    let mut documents = documents();
    let before: BTreeSet<String> = names(&built(&documents, SHARDED));
    documents.push(page(
        "sports/new.html",
        "en",
        "Skiing",
        "Skiing for a volleyball coach and a referee of the league.",
    ));
    let after = names(&built(&documents, SHARDED));
    let kept = before.intersection(&after).count();
    assert!(kept * 2 > before.len(), "{kept} of {}", before.len());
}

fn names(files: &Files) -> BTreeSet<String> {
    let names = files.iter().map(|(name, _)| name.clone());
    names.filter(|name| name.starts_with("related")).collect()
}
