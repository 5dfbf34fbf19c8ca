use soru_indexing::{Block, ChunkingSettings, Document, Indexer, InvertedIndexer, Layout};

use super::*;
use crate::needs::Interruption;
use crate::orchestration::call_state::MOST_TIMES;
use crate::pre_retrieval::ANALYSES;

type Files = Vec<(String, Vec<u8>)>;

/// Returns a bundle of pages in two languages, with a file per shard.
fn files() -> Files {
    let layout = Layout {
        term_shard_bytes: 64,
        text_shard_bytes: 200,
        separate_files: true,
        single_up_to: 0,
        ..Layout::SINGLE
    };
    let settings = ChunkingSettings::default();
    let mut indexer = Box::new(InvertedIndexer::new(settings, "en", layout));
    for number in 0..30 {
        let (lang, text) = match number % 2 {
            0 => ("en", "Apply for the internship with a form"),
            _ => ("tr", "Staj başvurusu bir form ile yapılır"),
        };
        let page = Document {
            id: format!("{number}.html"),
            url: format!("{number}.html"),
            title: format!("Page {number}"),
            lang: lang.into(),
            blocks: vec![Block::Text(format!("{text}, number {number}."))],
            ..Document::default()
        };
        let prepared = indexer.prepare(&page).unwrap();
        indexer.add(prepared).unwrap();
    }
    let built = indexer
        .finish(Vec::new(), &soru_indexing::Value::Null)
        .unwrap();
    built.into_files(&|bytes| Ok(bytes.to_vec())).unwrap()
}

fn supply(engine: &Engine, files: &Files, name: &str) {
    let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap();
    let inflate = |stored: &[u8]| Ok(stored.to_vec());
    engine.supply(name, bytes, inflate).unwrap();
}

fn engine(files: &Files) -> Engine {
    Engine::open(&files.last().unwrap().1).unwrap()
}

// The first step reads the question, whichever files are missing; the others continue from there.
#[test]
fn r29_a_question_is_analysed_and_ranked_once_in_all_steps() {
    let files = files();
    let engine = engine(&files);
    let mut call = engine.begin(
        Method::ASK,
        "How do I apply for an internship?",
        &Value::Null,
    );
    ANALYSES.set(0);
    let (mut steps, mut query, mut ranked) = (0, None, None);
    while let Step::Needs(needs) = call.step().unwrap() {
        steps += 1;
        let progress = &call.state.progress;
        let same = |kept: &Option<Rc<_>>, now: &Option<Rc<_>>| match (kept, now) {
            (Some(kept), Some(now)) => Rc::ptr_eq(kept, now),
            (kept, _) => kept.is_none(),
        };
        assert!(same(&query, &progress.query), "step {steps}");
        query.clone_from(&progress.query);
        let is_ranked_again = match (&ranked, &progress.ranked) {
            (Some(kept), Some(now)) => !Rc::ptr_eq(kept, now),
            (kept, _) => kept.is_some(),
        };
        assert!(!is_ranked_again, "step {steps}");
        ranked.clone_from(&progress.ranked);
        for name in &needs.files {
            supply(&engine, &files, name);
        }
    }
    assert!(steps > 3 && ranked.is_some(), "{steps} steps");
    assert_eq!(ANALYSES.get(), 1);
}

// A file may lack a section that its directory lists.
#[test]
fn r29_a_file_that_is_requested_again_after_three_supplies_is_damaged() {
    let files = files();
    let engine = engine(&files);
    engine
        .begin(Method::LOAD, "", &Value::Null)
        .finish(|_, needs| {
            needs
                .files
                .iter()
                .for_each(|name| supply(&engine, &files, name));
            Ok::<_, Error>(())
        })
        .unwrap();
    let (name, _) = files
        .iter()
        .find(|(name, _)| name.starts_with("titles"))
        .or_else(|| files.iter().find(|(name, _)| name.starts_with("core")))
        .unwrap();
    let needs = || Interruption::from(Needs::files(vec![name.clone()]));
    let mut call = engine.begin(Method::ASK, "internship", &Value::Null);
    for _ in 0..MOST_TIMES {
        for _ in 0..9 {
            call.state.needs(needs()).unwrap();
        }
        supply(&engine, &files, name);
    }
    let error = call.state.needs(needs()).unwrap_err();
    assert_eq!(error.code(), "CORRUPT_INDEX");
    assert!(error.to_string().contains(name.as_str()), "{error}");
}
