//! One data file or many: chosen by size, forced by `--layout`, identical for any number of
//! threads.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::Value;
use soru::Engine;
use soru::orchestration::Method;

use crate::support::Workplace;

const CHOICES: [&str; 2] = ["single", "sharded"];

fn build(place: &Workplace, out: &str, more: &[&str]) -> Value {
    let fixed = ["build", "site", "--out", out, "--index-only", "--json"];
    let run = place.soru(&[&fixed[..], more].concat());
    run.report()
}

/// The number of data files for answers, without lists of related pages and prepared questions.
fn data_files(place: &Workplace, folder: &str) -> usize {
    let files = place.files(folder).into_iter();
    let files = files.filter(|file| file.ends_with(".msgpack.bin"));
    let others = ["related-", "suggest-"];
    let own = files.filter(|file| !others.iter().any(|stem| file.starts_with(stem)));
    own.count()
}

#[test]
fn r41_a_small_site_is_one_data_file_unless_shards_are_asked_for() {
    let place = Workplace::new();
    build(&place, "auto", &[]);
    for layout in CHOICES {
        build(&place, layout, &["--layout", layout]);
        place.soru(&["verify", layout]).assert_done();
    }
    assert_eq!(data_files(&place, "auto"), 1);
    assert_eq!(data_files(&place, "single"), 1);
    assert!(data_files(&place, "sharded") > 4);
    let ask = |folder: &str| {
        let run = place.ask(folder, "fish on Fridays");
        run.report()["hits"].clone()
    };
    assert!(ask("single")[0]["id"].is_string());
    assert_eq!(ask("single"), ask("sharded"));
    let run = place.run("build site --out out --layout two");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("auto, single, sharded"), "{run:?}");
}

// Pages are read in batches of 256, while the previous batch is added.
#[test]
fn r2_either_layout_has_the_same_bytes_whatever_the_number_of_threads() {
    let place = Workplace::new();
    for number in 0..700 {
        let page = format!(
            "Room {number}\n\nRoom {number} is on floor {}.",
            number / 40
        );
        place.write(&format!("site/rooms/{number}.txt"), &page);
    }
    for layout in CHOICES {
        let built = |jobs: &str| {
            let folder = format!("{layout}{jobs}");
            build(&place, &folder, &["--layout", layout, "--jobs", jobs]);
            place.bundle(&folder)
        };
        let one = built("1");
        for jobs in ["2", "7"] {
            assert!(built(jobs) == one, "{layout}, {jobs} threads");
        }
    }
    let run = place.run("build site --out out --jobs 2000");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("1..=256"), "{run:?}");
}

/// A word of four letters for each number.
fn word(number: usize) -> String {
    let letter =
        |place: u32| char::from(b'a' + u8::try_from(number / 26_usize.pow(place) % 26).unwrap());
    (0..4).map(letter).collect()
}

/// The bytes of a bundle that each of a visitor's successive questions fetches; the first includes
/// the manifest.
fn fetched(bundle: &Path, questions: &[&str]) -> Vec<usize> {
    let read = |name: &str| fs::read(bundle.join(name)).unwrap();
    let manifest = read("manifest.msgpack");
    let engine = Engine::open(&manifest).unwrap();
    let mut known = BTreeSet::new();
    let mut bytes = manifest.len();
    let mut ask = |question: &&str| {
        let call = engine.begin(Method::ASK, question, &soru::settings::Value::Null);
        let asked: soru::Result<_> = call.finish(|_, needs| {
            for name in needs.files {
                let stored = read(&name);
                let inflate = |stored: &[u8]| {
                    let mut inflated = Vec::new();
                    MultiGzDecoder::new(stored)
                        .read_to_end(&mut inflated)
                        .unwrap();
                    Ok(inflated)
                };
                engine.supply(&name, &stored, inflate)?;
                bytes += if known.insert(name) { stored.len() } else { 0 };
            }
            Ok(())
        });
        asked.unwrap();
        std::mem::take(&mut bytes)
    };
    questions.iter().map(&mut ask).collect()
}

// Most sites have some dozens or hundreds of pages: there, a single file was most of the cost of a
// first answer.
#[test]
fn r41_a_site_of_a_hundred_pages_answers_from_a_part_of_its_index() {
    let place = Workplace::new();
    for number in 0..100 {
        let words: Vec<String> = (0..900)
            .map(|turn| word((number * 7919 + turn * turn * 31) % 9_000))
            .collect();
        place.write(&format!("site/pages/{number:03}.txt"), &words.join(" "));
    }
    build(&place, "auto", &[]);
    build(&place, "single", &["--layout", "single"]);
    let texts: Vec<String> = (0..12)
        .map(|number| [word(number * 701), word(number * 31)].join(" "))
        .collect();
    let questions: Vec<&str> = texts.iter().map(String::as_str).collect();
    let of = |folder: &str| fetched(&place.path(folder), &questions);
    let whole: usize = of("single").iter().sum();
    let parts = of("auto");
    assert!(whole > 150_000, "{whole}");
    assert!(parts[0] <= 60_000, "{parts:?}");
    assert!(parts[1..].iter().all(|bytes| *bytes <= 40_000), "{parts:?}");
    let files = data_files(&place, "auto");
    assert!(files < 300, "{files}");
}

#[test]
fn a_file_that_is_too_large_to_be_a_page_does_not_make_a_site_large() {
    let place = Workplace::new();
    let dump = fs::File::create(place.path("site/dump.txt")).unwrap();
    dump.set_len(30_000_000).unwrap();
    let report = build(&place, "out", &[]);
    let skipped = report["skipped"].to_string();
    assert!(skipped.contains("site/dump.txt: more than"), "{report:#}");
    assert_eq!(data_files(&place, "out"), 1);
}

#[test]
fn r41_an_edit_of_one_page_changes_few_files() {
    let place = Workplace::new();
    // Only letters, and most words on few pages, like on any site.
    let page = |number: usize, more: &str| {
        let words: Vec<String> = (0..400)
            .map(|turn| word((number * 7919 + turn * turn * 31) % 40_000))
            .collect();
        place.write(
            &format!("site/pages/{number:03}.txt"),
            &(words.join(" ") + more),
        );
    };
    (0..200).for_each(|number| page(number, ""));
    let built = || {
        let more = ["--layout", "sharded"];
        build(&place, "out", &more);
        place.files("out").into_iter().collect::<BTreeSet<_>>()
    };
    let before = built();
    page(100, " aaaa bbbb");
    let after = built();
    let new = after.difference(&before).count();
    assert!(before.len() > 60, "{}", before.len());
    assert!(
        (1..before.len() / 4).contains(&new),
        "{new} of {}",
        before.len()
    );
}
