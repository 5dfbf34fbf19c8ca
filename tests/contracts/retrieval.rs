//! What every retriever promises, few hits and none included (R21).

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use proptest::prelude::*;
use soru::hit::Scored;
use soru::index::Index;
use soru::indexing::Layout;
use soru::occurrences::find;
use soru::pre_retrieval::{Analysis, QueryOperator, QuerySettings, TextSettings};
use soru::query::Query;
use soru::retrieval::{
    Allowed, Bm25, Bm25Settings, Hybrid, Restricted, RetrievalSettings, Retriever, Search,
    Semantic, SemanticSettings, TermFrequency, TermFrequencySettings, evidence,
};
use soru::{Block, Document, Error};

use super::samples::queries;
use super::site::{self, SHARDED};

/// Every retriever, with its default constants; `semantic` and `tf` give as many hits as they are
/// asked for.
fn all() -> Vec<Box<dyn Retriever>> {
    static COUNTING: OnceLock<TermFrequency> = OnceLock::new();
    let counting = COUNTING.get_or_init(|| {
        TermFrequency::new(&TermFrequencySettings {
            depth: NonZeroUsize::MAX,
        })
    });
    let by_ranks = RetrievalSettings {
        fusion: "rrf".into(),
        ..RetrievalSettings::default()
    };
    vec![
        Box::new(Hybrid::new(&RetrievalSettings::default()).unwrap()),
        Box::new(Hybrid::new(&by_ranks).unwrap()),
        Box::new(Semantic::new(&SemanticSettings {
            depth: NonZeroUsize::MAX,
        })),
        Box::new(Bm25::new(Bm25Settings::default()).unwrap()),
        Box::new(*counting),
        Box::new(Restricted::new(counting, 100)),
    ]
}

fn index(documents: &[Document], layout: Layout) -> Index {
    let files = site::build_of(documents, Vec::new(), &site::configuration(), layout);
    let (manifest, source) = site::source(&files);
    Index::open(&manifest, Arc::new(source)).unwrap()
}

fn sample() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| index(&site::documents(), Layout::SINGLE))
}

fn analysed(question: &str) -> Query {
    let languages = ["tr".to_owned(), "en".to_owned()];
    let settings = QuerySettings::default();
    let analysis = Analysis::new(&languages, &TextSettings::default(), &settings, 0.5);
    let mut query = Query {
        text: question.to_owned(),
        ..Query::default()
    };
    // A question without words is tried as it is.
    let _ = analysis.apply(&mut query);
    query
}

fn all_queries() -> Vec<Query> {
    let analysed = site::questions().into_iter().map(analysed);
    analysed.chain(queries()).collect()
}

fn retrieve(retriever: &dyn Retriever, question: &str) -> Vec<Scored> {
    retriever
        .retrieve(
            &Search::new(sample(), &analysed(question)),
            &Allowed::all(),
            1000,
        )
        .unwrap()
}

fn bits(hits: &[Scored]) -> Vec<(u32, u64, u64)> {
    hits.iter()
        .map(|hit| (hit.chunk, hit.score.to_bits(), hit.relevance.to_bits()))
        .collect()
}

fn assert_sound(hits: &[Scored], index: &Index) {
    let chunks: BTreeSet<u32> = hits.iter().map(|hit| hit.chunk).collect();
    assert_eq!(chunks.len(), hits.len(), "a chunk twice: {hits:?}");
    for hit in hits {
        assert!((hit.chunk as usize) < index.chunks().len(), "{hit:?}");
        assert!(hit.score.is_finite(), "{hit:?}");
        assert!((0.0..=1.0).contains(&hit.relevance), "{hit:?}");
    }
    for pair in hits.windows(2) {
        assert_eq!(
            pair[0].order(&pair[1]),
            std::cmp::Ordering::Less,
            "{pair:?}"
        );
    }
}

#[test]
fn r2_every_retriever_gives_sound_hits_best_first_ties_by_chunk() {
    for retriever in all() {
        for query in all_queries() {
            let hits = retriever
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 1000)
                .unwrap();
            assert_sound(&hits, sample());
        }
    }
}

// Chunk numbers follow document ids, so a tie settled by chunk is settled by document.
#[test]
fn r2_pages_that_say_the_same_are_found_in_the_order_of_their_ids() {
    let page = |id: &str, text: &str| Document {
        id: id.into(),
        lang: "tr".into(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    };
    let same = ["c", "a", "d", "b"].map(|id| page(id, "Staj defteri teslim edilir."));
    let others = ["e", "f", "g", "h", "i"].map(|id| page(id, &format!("Oda {id} boş.")));
    let index = index(&[&same[..], &others[..]].concat(), SHARDED);
    for retriever in all() {
        let hits = retriever
            .retrieve(
                &Search::new(&index, &analysed("staj defteri")),
                &Allowed::all(),
                3,
            )
            .unwrap();
        let ids: Vec<String> = hits
            .iter()
            .map(|hit| index.passage(hit.chunk).unwrap().id().to_owned())
            .collect();
        assert_eq!(ids, ["a", "b", "c"], "{retriever:?}");
    }
}

#[test]
fn r21_a_limit_keeps_the_first_hits_and_changes_none_of_them() {
    for retriever in all() {
        for query in all_queries() {
            let hits = retriever
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 1000)
                .unwrap();
            for limit in [0, 1, 2, 3, 7, hits.len(), hits.len() + 1, usize::MAX] {
                let some = retriever
                    .retrieve(&Search::new(sample(), &query), &Allowed::all(), limit)
                    .unwrap();
                assert_eq!(
                    bits(&some),
                    bits(&hits[..limit.min(hits.len())]),
                    "{query:?}"
                );
            }
        }
    }
}

// What is not allowed takes no place and changes nothing of what is.
#[test]
fn r21_only_allowed_chunks_are_found_as_they_are_among_all() {
    for retriever in all() {
        for query in all_queries() {
            let all = retriever
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 1000)
                .unwrap();
            let mut allowed = Allowed::all();
            allowed.keep_if(sample().chunks().len(), |chunk| chunk % 3 != 1);
            let expected: Vec<Scored> = all
                .into_iter()
                .filter(|hit| allowed.holds(hit.chunk))
                .collect();
            for limit in [1, 4, 1000] {
                let found = retriever
                    .retrieve(&Search::new(sample(), &query), &allowed, limit)
                    .unwrap();
                let expected = &expected[..limit.min(expected.len())];
                assert_eq!(bits(&found), bits(expected), "{query:?}");
            }
        }
    }
}

#[test]
fn r21_unknown_words_give_no_hits_and_that_is_no_error() {
    for retriever in all() {
        for question in ["zzzzqqq xxyyzz", "?!", "", "🎓", "qqqq1234"] {
            assert_eq!(
                retrieve(&*retriever, question),
                [],
                "{retriever:?} {question}"
            );
        }
    }
}

#[test]
fn r21_an_empty_index_gives_no_hits_and_that_is_no_error() {
    for layout in [Layout::SINGLE, SHARDED] {
        let index = index(&[], layout);
        for retriever in all() {
            for query in all_queries() {
                assert_eq!(
                    retriever
                        .retrieve(&Search::new(&index, &query), &Allowed::all(), 10)
                        .unwrap(),
                    []
                );
            }
        }
    }
}

#[test]
fn r2_every_retriever_gives_the_same_hits_bit_by_bit_when_asked_again() {
    let again = index(&site::documents(), Layout::SINGLE);
    for (one, other) in all().iter().zip(all()) {
        for query in all_queries() {
            let first = one
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 50)
                .unwrap();
            assert_eq!(
                bits(&first),
                bits(
                    &other
                        .retrieve(&Search::new(&again, &query), &Allowed::all(), 50)
                        .unwrap()
                )
            );
        }
    }
}

// Which pages hold the words is beyond dispute; how they are ranked is each retriever's own.
#[test]
fn every_retriever_finds_the_page_that_alone_has_the_word() {
    for retriever in all() {
        for (word, id) in [
            ("dağcılık", "tr/kulupler.html"),
            ("e-verify", "en/opt.html"),
            ("transkript", "tr/belgeler.html"),
            ("1.250 yatak", "tr/yurtlar.html"),
        ] {
            let hits = retrieve(&*retriever, word);
            let best = sample().passage(hits[0].chunk).unwrap();
            assert_eq!(best.id(), id, "{retriever:?} {word}");
        }
    }
}

// A relevance above 0 makes a hit count as an answer; one of 0 makes it none.
#[test]
fn r31_the_best_hit_of_a_page_s_own_words_is_relevant() {
    for retriever in all() {
        for question in [
            "Staj defteri elle yazılır",
            "mazeret sınavı",
            "What is the H-1B cap?",
        ] {
            let hits = retrieve(&*retriever, question);
            assert!(
                hits[0].relevance >= 0.4,
                "{retriever:?} {question} {:?}",
                hits[0]
            );
        }
    }
}

#[test]
fn every_retriever_asks_for_the_files_it_needs_and_for_no_file_twice() {
    let files = site::build(SHARDED);
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
                    Err(Error::NotLoaded { files }) => supply(files),
                    opened => break opened.unwrap(),
                }
            };
            let hits = loop {
                match retriever.retrieve(&Search::new(&index, &query), &Allowed::all(), 20) {
                    Err(Error::NotLoaded { files }) => supply(files),
                    other => break other.unwrap(),
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

// What needs no vectors leaves them where they are: they are the largest file of many a site.
#[test]
fn r19_vectors_are_asked_for_by_who_reads_them_and_together_with_the_words() {
    let files = site::build(SHARDED);
    let (manifest, _) = site::source(&files);
    for retriever in all() {
        let source = Arc::new(soru::index::Supplied::new(&manifest));
        let unlisted =
            |(name, _): &&(String, _)| name.starts_with("core") || name.starts_with("files");
        for (name, bytes) in site::data(&files).filter(unlisted) {
            source.supply(name, bytes).unwrap();
        }
        let index = Index::open(&manifest, source).unwrap();
        let error = retriever.retrieve(
            &Search::new(&index, &analysed("staj defteri")),
            &Allowed::all(),
            9,
        );
        let Err(Error::NotLoaded { files }) = error else {
            panic!("{retriever:?}");
        };
        let of = |part: &str| files.iter().filter(|name| name.starts_with(part)).count();
        let expected = usize::from(retriever.needs_vectors());
        assert_eq!(of("vectors"), expected, "{retriever:?}");
        assert!(of("terms") > 0, "{retriever:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn r2_every_retriever_gives_sound_hits_for_any_question(question in "(\\PC{0,40}|[a-zçğıöşü ]{0,60})") {
        for retriever in all() {
            assert_sound(&retrieve(&*retriever, &question), sample());
        }
    }

    #[test]
    fn every_retriever_gives_sound_hits_for_any_constants(
        k1 in 0.0..5.0_f64, b in 0.0..=1.0_f64,
        forms in prop::array::uniform3(0.0..2.0_f64), fields in prop::array::uniform3(0.0..2.0_f64),
    ) {
        let settings = Bm25Settings {
            k1,
            b,
            forms: soru::retrieval::FormWeights { surface: forms[0], stem: forms[1], prefix: forms[2] },
            fields: soru::retrieval::FieldWeights { body: fields[0], headings: fields[1], title: fields[2] },
        };
        let bm25 = Bm25::new(settings).unwrap();
        for query in all_queries() {
            assert_sound(&bm25.retrieve(&Search::new(sample(), &query), &Allowed::all(), 100).unwrap(), sample());
        }
    }
}

fn english(id: &str, title: &str, text: &str) -> Document {
    Document {
        id: id.into(),
        title: title.into(),
        lang: "en".into(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    }
}

// Each word of the question stands in one chunk only, so all weigh the same.
#[test]
fn r18_evidence_is_the_share_of_words_of_close_pairs_and_of_the_title() {
    let documents = [
        english(
            "a",
            "Library hours",
            "The library opens at nine, earlier than the canteen.",
        ),
        english("b", "Sports", "The pool closes early."),
    ];
    let index = index(&documents, Layout::SINGLE);
    for (question, coverage, closeness, title) in [
        // Three of three; `library opens`, but not `opens nine`; one of two words of the title.
        ("library opens nine", 1.0, 0.5, 0.5),
        // `at` may be left out, but nothing may come between that the question has not.
        ("library opens at nine", 1.0, 1.0, 0.5),
        // The other way round is another thing.
        ("nine opens library", 1.0, 0.0, 0.5),
        ("library hours", 1.0, 0.0, 1.0),
    ] {
        let query = analysed(question);
        let hits = Bm25::new(Bm25Settings::default()).unwrap();
        let hits = hits
            .retrieve(&Search::new(&index, &query), &Allowed::all(), 1)
            .unwrap();
        let witnessed = evidence(&Search::new(&index, &query), None, &hits).unwrap();
        let found = witnessed.hits[0];
        let passage = index.passage(hits[0].chunk).unwrap();
        let close = &witnessed.closeness[index.language_of(hits[0].chunk)];
        let close = close.of(&find(passage.text(), &query.matcher("en")));
        for (found, expected) in [
            (found.coverage, coverage),
            (close, closeness),
            (found.title, title),
        ] {
            assert!(
                (found - expected).abs() < 1e-9,
                "{question}: {found} for {expected}"
            );
        }
    }
}

#[test]
fn r18_evidence_is_between_0_and_1_and_the_same_whichever_other_hits_there_are() {
    for retriever in all() {
        for query in all_queries() {
            let hits = retriever
                .retrieve(&Search::new(sample(), &query), &Allowed::all(), 50)
                .unwrap();
            let of =
                |hits: &[Scored]| evidence(&Search::new(sample(), &query), None, hits).unwrap();
            let together = of(&hits);
            for (hit, found) in hits.iter().zip(together.hits) {
                let passage = sample().passage(hit.chunk).unwrap();
                let language = sample().language_of(hit.chunk);
                let matcher = query.matcher(&sample().languages()[language].tag);
                let close = together.closeness[language].of(&find(passage.text(), &matcher));
                for share in [found.coverage, close, found.title] {
                    assert!((0.0..=1.0).contains(&share), "{found:?} {close}");
                }
                assert_eq!(of(&[*hit]).hits, [found]);
            }
        }
    }
}
