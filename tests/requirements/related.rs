//! Pages that resemble a page (R37: one call; R2: the same on every machine; R8: own language first; R21: fewer
//! than asked for, never padded; R27: no page twice; R41: small files of a static host).

use std::collections::BTreeSet;

use soru::indexing::{
    ChunkingSettings, Indexer, InvertedIndexer, Layout, RelatedSettings, VectorSettings,
};
use soru::orchestration::RelatedPages;
use soru::settings::Value;
use soru::{Block, Document, Engine, Error};

use super::site::encoder::Encoder;
use super::site::{self, Files, IntoValue, LONG_LISTS, SHARDED, table};

/// What the pages of the site are about: words of their own, of which each page has some.
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
    Document {
        id: id.to_owned(),
        url: id.to_owned(),
        lang: lang.to_owned(),
        title: title.to_owned(),
        blocks: vec![Block::Text(text.to_owned())],
        ..Document::default()
    }
}

/// Pages on four topics, ten of each, with words that stand on all of them.
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

#[test]
fn r37_pages_on_the_same_matter_are_listed_most_similar_first() {
    let engine = site::loaded(&built(&documents(), Layout::SINGLE));
    for document in documents() {
        let found = related(&engine, &document.url);
        let (topic, _) = document.url.split_once('/').unwrap();
        assert_eq!(found.pages.len(), 5, "{}", document.url);
        assert!(
            found.pages.iter().all(|page| page.url.starts_with(topic)),
            "{found:?}"
        );
        assert!(
            found
                .pages
                .is_sorted_by(|one, other| one.similarity >= other.similarity)
        );
        assert!(
            found
                .pages
                .iter()
                .all(|page| (0.0..=1.0).contains(&page.similarity))
        );
        let different: BTreeSet<&str> = urls(&found).into_iter().collect();
        assert!(different.len() == 5 && !different.contains(document.url.as_str()));
        assert!(
            found
                .pages
                .iter()
                .all(|page| page.title.starts_with(topic) && page.lang == "en")
        );
    }
}

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
fn r37_results_have_the_site_s_address_and_pages_are_known_by_it() {
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
fn r21_fewer_pages_than_asked_for_are_all_and_dissimilar_ones_are_not_shown() {
    let mut documents = documents();
    documents.push(page(
        "odd.html",
        "en",
        "Odd",
        "Quasars pulsate beyond telescopes.",
    ));
    let engine = site::loaded(&built(&documents, Layout::SINGLE));
    assert_eq!(related(&engine, "odd.html").pages, []);
    let many = table(&[("topK", Value::Number(50.0))]);
    assert_eq!(
        engine
            .related("exams/page1.html", &many)
            .unwrap()
            .pages
            .len(),
        9
    );
    let one = table(&[("topK", Value::Number(1.0))]);
    let found = engine.related("exams/page1.html", &one).unwrap();
    assert_eq!(found.pages, related(&engine, "exams/page1.html").pages[..1]);
    let strict = RelatedSettings {
        min_similarity: 1.0,
        ..RelatedSettings::default()
    };
    let strict = site::loaded(&built_with(&strict, &documents, Layout::SINGLE));
    assert_eq!(related(&strict, "exams/page1.html").pages, []);
}

#[test]
fn r27_options_that_make_no_sense_are_refused_by_name() {
    let engine = site::loaded(&built(&documents(), Layout::SINGLE));
    for bad in [
        Value::Number(0.0),
        Value::Number(1.5),
        Value::Text("5".into()),
    ] {
        let options = table(&[("topK", bad)]);
        let error = engine.related("a.html", &options).unwrap_err();
        assert_eq!(error.code(), "INVALID_OPTION");
        assert!(error.to_string().contains("topK"), "{error}");
    }
    let error = engine.related(
        "a.html",
        &table(&[("topX", Value::Null), ("limit", Value::Bool(true))]),
    );
    assert_eq!(error.unwrap_err().code(), "UNKNOWN_OPTION");
    for (most, min_similarity) in [(0, 0.1), (101, 0.1), (5, 1.1), (5, f64::NAN)] {
        let settings = RelatedSettings {
            most,
            min_similarity,
            ..RelatedSettings::default()
        };
        let indexer = InvertedIndexer::new(ChunkingSettings::default(), "en", Layout::SINGLE);
        let error = indexer.with_related(&settings).unwrap_err();
        assert!(error.to_string().contains("indexing.related."), "{error}");
    }
}

/// A page of some length.
const NOTICE: &str = "The registrar's office is on the ground floor of the main building, and accepts \
    applications for tuition waivers in person or by post until the end of the first week of the term. \
    Bring your identity card, the signed form and proof of income.";

// The same notice under another address is no news; last year's fee is another page than this year's.
#[test]
fn r27_copies_of_a_page_are_not_shown_and_pages_with_other_figures_are() {
    let mut documents = documents();
    let fee = |year: &str, fee: &str| {
        let text = format!("{NOTICE} The fee for {year} is {fee} TL.");
        page(&format!("fees/{year}.html"), "en", "Tuition fees", &text)
    };
    documents.push(fee("2026", "1150"));
    documents.push(fee("2027", "1250"));
    let mut print = fee("2027", "1250");
    print.id = "print/fees.html".to_owned();
    print.url.clone_from(&print.id);
    documents.push(print);
    // In other words, but not in many.
    let mut reworded = fee("2027", "1250");
    reworded.id = "news/fees.html".to_owned();
    reworded.url.clone_from(&reworded.id);
    let text = format!("{NOTICE} The fee for 2027 is 1250 TL.");
    let other_order: Vec<&str> = text.split(". ").collect();
    reworded.blocks = vec![Block::Text(
        other_order
            .iter()
            .rev()
            .copied()
            .collect::<Vec<_>>()
            .join(". "),
    )];
    documents.push(reworded);
    let engine = site::loaded(&built(&documents, Layout::SINGLE));
    assert_eq!(
        urls(&related(&engine, "fees/2027.html")),
        ["fees/2026.html"]
    );
    let last = related(&engine, "fees/2026.html");
    assert_eq!(
        last.pages.len(),
        1,
        "one of three that say the same: {last:?}"
    );
}

#[test]
fn r27_pages_that_say_the_same_are_reported() {
    let mut documents = documents();
    documents.push(page("a.html", "en", "Waivers", NOTICE));
    documents.push(page("b.html", "en", "Tuition waivers", NOTICE));
    let mut indexer = Box::new(site::with_related(
        &RelatedSettings::default(),
        Layout::SINGLE,
    ));
    for document in &documents {
        let prepared = indexer.prepare(document).unwrap();
        indexer.add(prepared).unwrap();
    }
    let built = indexer.finish(Vec::new(), &Value::default()).unwrap();
    assert_eq!(built.summary.alike, [["a.html", "b.html"]]);
}

#[test]
fn r8_pages_in_the_own_language_come_first_and_others_if_asked_for() {
    let mut documents = documents();
    let tr = |number: usize, words: &str| {
        let text = format!(
            "Öğrenciler {words} hakkında bilgi alabilir. Kütüphane JSTOR Scopus Dimensions aboneliği."
        );
        page(
            &format!("tr/{number}.html"),
            "tr",
            &format!("Kütüphane {number}"),
            &text,
        )
    };
    documents.push(tr(1, "süreli yayın ve ödünç kitap"));
    documents.push(tr(2, "süreli yayın ve arşiv ile ödünç"));
    let en = "The library's licences for JSTOR, Scopus and Dimensions.";
    documents.push(page("en/licences.html", "en", "Licences", en));
    let engine = site::loaded(&built(&documents, Layout::SINGLE));
    let found = related(&engine, "tr/1.html");
    assert_eq!(urls(&found), ["tr/2.html", "en/licences.html"]);
    let english = table(&[("lang", "en-GB".into_value())]);
    let english = engine.related("tr/1.html", &english).unwrap();
    assert_eq!(urls(&english), ["en/licences.html"]);
    assert_eq!(english.pages[0].lang, "en");
}

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
        let call = |engine: &Engine| engine.related(&document.url, &Value::Null);
        let found = site::supplying(&sharded, &files, call).unwrap();
        assert_eq!(found, related(&single, &document.url));
    }
}

// A list costs core, the place of the shard, and the shard; no words and no texts.
#[test]
fn r41_a_list_needs_neither_words_nor_texts() {
    let files = built(&documents(), SHARDED);
    let engine = site::open(&files);
    let mut asked = Vec::new();
    loop {
        match engine.related("sports/page2.html", &Value::Null) {
            Err(Error::NotLoaded { files: missing }) => {
                for name in missing {
                    let (_, bytes) = files.iter().find(|(file, _)| *file == name).unwrap();
                    engine
                        .supply(&name, bytes, |stored| Ok(stored.to_vec()))
                        .unwrap();
                    asked.push(name.split('-').next().unwrap().to_owned());
                }
            }
            found => break assert_eq!(found.unwrap().pages.len(), 5),
        }
    }
    asked.sort_unstable();
    assert_eq!(asked, ["core", "files", "files", "related", "related"]);
}

#[test]
fn r41_a_list_that_cannot_be_had_is_an_error_that_says_so() {
    let files = built(&documents(), SHARDED);
    let engine = site::loaded(&files);
    let lost = site::open(&files);
    for (name, bytes) in site::data(&files) {
        if name.starts_with("related") {
            assert!(lost.give_up(name, "the server answered 404"));
        } else {
            lost.supply(name, bytes, |stored| Ok(stored.to_vec()))
                .unwrap();
        }
    }
    let error = lost.related("sports/page2.html", &Value::Null).unwrap_err();
    assert_eq!(error.code(), "PART_MISSING");
    assert_eq!(related(&engine, "sports/page2.html").pages.len(), 5);
}

#[test]
fn r41_a_site_without_lists_says_nothing_and_has_no_files_of_them() {
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
fn r2_the_same_pages_give_the_same_files_in_whatever_order() {
    let documents = documents();
    let mut turned: Vec<Document> = documents.iter().rev().cloned().collect();
    turned.swap(3, 20);
    assert!(built(&documents, SHARDED) == built(&turned, SHARDED));
}

// R41: what is uploaded again.
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

/// Words that mean the same, as an encoder would know; no page has two of them.
const MEANINGS: [[&str; 3]; 4] = [
    ["fee", "charge", "expense"],
    ["dormitory", "housing", "lodging"],
    ["lecturer", "instructor", "teacher"],
    ["vacation", "recess", "holiday"],
];

fn encoder() -> Encoder {
    let mut pieces = vec!["[UNK]".to_owned()];
    let mut rows = vec![0.0; MEANINGS.len()];
    for (number, words) in MEANINGS.iter().enumerate() {
        for word in words {
            pieces.push((*word).to_owned());
            rows.extend((0..MEANINGS.len()).map(|own| if own == number { 1.0 } else { 0.1 }));
        }
    }
    Encoder {
        table: site::encoder::table(pieces, rows, MEANINGS.len()),
        tag: "en",
    }
}

// R19: with an encoder, pages that share no word are near if they mean the same, however the vectors are stored.
#[test]
fn r19_with_an_encoder_pages_in_other_words_are_listed() {
    let words = MEANINGS.iter().flatten();
    let documents: Vec<Document> = words
        .map(|word| page(&format!("{word}.html"), "en", word, word))
        .collect();
    for max_kilobytes in [0, 96] {
        let settings = VectorSettings {
            max_kilobytes,
            ..VectorSettings::default()
        };
        let indexer = site::with_related(&RelatedSettings::default(), SHARDED);
        let indexer = indexer
            .with_vectors(Box::new(encoder()), &settings)
            .unwrap();
        let files = site::finish(indexer, &documents, Vec::new(), &site::configuration());
        let engine = site::loaded(&files);
        for [first, second, third] in MEANINGS {
            let found = related(&engine, &format!("{first}.html"));
            let mut expected = [format!("{second}.html"), format!("{third}.html")];
            expected.sort_unstable();
            assert_eq!(urls(&found), expected, "{found:?}");
        }
    }
    let without = site::loaded(&built(&documents, SHARDED));
    assert_eq!(related(&without, "fee.html").pages, []);
}
