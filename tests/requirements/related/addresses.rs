//! Addresses of the page asked for, and of the listed pages.

use soru::Engine;
use soru::orchestration::Bundle;
use soru::settings::Value;
use soru_indexing::{Layout, RelatedSettings};

use super::{built, documents, related, urls};
use crate::site::{self, IntoValue, table};

#[test]
fn r37_an_address_is_known_however_it_is_written() {
    let mut documents = documents();
    documents[0].url = "housing/".to_owned();
    documents[1].url = "s%C4%B1nav.html".to_owned();
    documents[2].url = "sports/page2.html?lang=en".to_owned();
    let engine = site::loaded(&built(&documents, Layout::SINGLE));
    for (number, written) in [
        (
            0,
            &[
                "housing/index.html",
                "/housing",
                "./housing/#rooms",
                "https://u.example/housing?from=mail",
            ][..],
        ),
        (
            1,
            &[
                "sınav.html",
                "/sınav/",
                "http://localhost:8000/s%c4%b1nav.html#top",
            ],
        ),
        (
            2,
            &[
                "sports/page2.html?lang=en#x",
                "https://u.example/sports/page2?lang=en",
            ],
        ),
        (3, &["library/page3", "//u.example/library/page3/"]),
    ] {
        let expected = related(&engine, &documents[number].url);
        assert_eq!(expected.pages.len(), 5);
        for address in written {
            assert_eq!(related(&engine, address), expected, "{address}");
        }
    }
    for unknown in [
        "nowhere.html",
        "",
        "#",
        "sports/page2.html?lang=tr",
        "http://[",
        "%",
        "housing/page0/x",
    ] {
        assert_eq!(related(&engine, unknown).pages, [], "{unknown}");
    }
}

#[test]
fn r37_results_have_the_address_of_the_site_and_pages_are_found_by_it() {
    let site = table(&[
        ("languages", Value::List(vec!["en".into_value()])),
        ("url", "https://u.example/docs/".into_value()),
    ]);
    let configuration = table(&[("site", site)]);
    let mut absolute = documents();
    for document in &mut absolute {
        document.url = format!("https://u.example/docs/{}", document.url);
    }
    for documents in [documents(), absolute] {
        let indexer = site::with_related(&RelatedSettings::default(), Layout::SINGLE);
        let engine = site::loaded(&site::finish(
            indexer,
            &documents,
            Vec::new(),
            &configuration,
        ));
        let below = related(&engine, "exams/page1.html");
        assert_eq!(below.pages.len(), 5);
        assert!(
            urls(&below)
                .iter()
                .all(|url| url.starts_with("https://u.example/docs/exams/"))
        );
        assert_eq!(
            related(&engine, "https://u.example/docs/exams/page1#x"),
            below
        );
        assert_eq!(related(&engine, "http://localhost/exams/page1.html"), below);
    }
}

#[test]
fn r37_documents_of_one_address_are_one_page() {
    let mut documents = documents();
    documents[4].url = "housing/page0.html#rooms".to_owned();
    documents[8].url = "housing/page0.html#rent".to_owned();
    documents[12].url = String::new();
    let engine = site::loaded(&built(&documents, Layout::SINGLE));
    let own = related(&engine, "housing/page0.html#rent");
    assert!(
        own.pages
            .iter()
            .all(|page| !page.url.contains("page0.html")),
        "{own:?}"
    );
    let others = documents
        .iter()
        .map(|document| related(&engine, &document.url));
    for found in others {
        assert!(
            found
                .pages
                .iter()
                .all(|page| !page.url.is_empty() && !page.url.contains('#'))
        );
    }
}

#[test]
fn r37_of_several_bundles_the_one_that_has_the_page_lists_its_pages() {
    let documents = documents();
    let sites = [("one", &documents[..24]), ("other", &documents[16..])];
    let alone = sites.map(|(title, pages)| {
        let indexer = site::with_related(&RelatedSettings::default(), Layout::SINGLE);
        let configuration = site::configuration_of(title);
        site::loaded(&site::finish(indexer, pages, Vec::new(), &configuration))
    });
    let bundles = alone.iter().cloned().enumerate();
    let bundles = bundles.map(|(number, engine)| Bundle::new(number, engine, ""));
    let all = Engine::join(bundles.collect()).unwrap();
    // Both sites have this page.
    let page = &documents[20].id;
    for (title, own) in ["one", "other"].into_iter().zip(&alone) {
        let address = format!("https://{title}.example/{page}");
        let expected = related(own, &address);
        assert_eq!(expected.pages.len(), 5);
        assert!(expected.pages[0].url.contains(title));
        assert_eq!(related(&all, &address), expected);
    }
    assert_eq!(related(&all, page), related(&alone[0], page));
    assert_eq!(related(&all, &documents[39].id).pages, []);
    assert_eq!(related(&all, "https://third.example/").pages, []);
}
