//! The files that retrieval requests.

use std::collections::BTreeSet;
use std::sync::Arc;

use soru::index::Index;
use soru::retrieval::{Allowed, Search};

use super::{all, all_queries, analysed, bits};
use crate::site::{self, SHARDED};

#[test]
fn every_retriever_asks_for_the_files_it_needs_and_for_no_file_twice() {
    let files = site::build_encoded(&site::documents(), SHARDED);
    let (manifest, full) = site::source(&files);
    let full = Index::open(&manifest, Arc::new(full)).unwrap();
    for retriever in all() {
        for query in all_queries() {
            let source = Arc::new(soru::index::Supplied::new(&manifest));
            let mut asked = BTreeSet::new();
            let mut supply = |missing: Vec<String>| {
                for name in missing {
                    assert!(asked.insert(name.clone()), "{name} twice");
                    let (_, bytes) = files.iter().find(|(n, _)| *n == name).unwrap();
                    source.supply(&name, bytes).unwrap();
                }
            };
            let index = loop {
                match Index::open(&manifest, source.clone()) {
                    Err(error) => supply(error.needs().unwrap().files),
                    Ok(opened) => break opened,
                }
            };
            let hits = loop {
                match retriever.retrieve(&Search::new(&index, &query), &Allowed::all(), 20) {
                    Err(error) => supply(error.needs().unwrap().files),
                    Ok(hits) => break hits,
                }
            };
            assert_eq!(
                bits(&hits),
                bits(
                    &retriever
                        .retrieve(&Search::new(&full, &query), &Allowed::all(), 20)
                        .unwrap()
                )
            );
        }
    }
}

// Retrievers without vectors do not request them: they are often a site's largest file.
#[test]
fn r19_vectors_are_asked_for_by_who_reads_them_and_together_with_the_words() {
    let files = site::build_encoded(&site::documents(), SHARDED);
    let (manifest, _) = site::source(&files);
    for retriever in all() {
        let source = Arc::new(soru::index::Supplied::new(&manifest));
        let unlisted =
            |(name, _): &&(String, _)| name.starts_with("core") || name.starts_with("files");
        for (name, bytes) in site::data(&files).filter(unlisted) {
            source.supply(name, bytes).unwrap();
        }
        let index = Index::open(&manifest, source).unwrap();
        let found = retriever.retrieve(
            &Search::new(&index, &analysed("staj defteri")),
            &Allowed::all(),
            9,
        );
        let files = found.unwrap_err().needs().unwrap().files;
        let of = |part: &str| files.iter().filter(|name| name.starts_with(part)).count();
        let expected = usize::from(retriever.needs_vectors());
        assert_eq!(of("vectors"), expected, "{retriever:?}");
        assert!(of("terms") > 0, "{retriever:?}");
    }
}
