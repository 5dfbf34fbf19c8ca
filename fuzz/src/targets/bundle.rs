//! A bundle of which one section was altered below the hash, and questions to it.
//!
//! An input is a byte that chooses a section, then either the section itself, or, if the byte's
//! highest bit is set, places of it with their new values (two bytes, little-endian, and one).

use std::sync::OnceLock;

use soru::index::format::{Manifest, Pack};
use soru::orchestration::{Call, Method};
use soru::settings::Value;
use soru::{Engine, Result};
use soru_indexing::Layout;

use super::query::{assert_sound, assert_sound_hits};
use super::site::{self, Files, IntoValue};

const QUESTIONS: [&str; 5] = [
    "Staj başvurusu ne zaman yapılır?",
    "OGRENCI BELGESI NEREDEN ALINIR",
    "stajyerlrein sigortasi",
    "What is the H-1B cap?",
    "how long can I work on OPT",
];

/// How often a call may request the same file again: as often as damage removes a section.
const MOST_TRIES: usize = 30;

/// Few files; lists of postings are long wherever there can be some.
const LAYOUT: Layout = Layout {
    long_postings: 2,
    ..Layout::SINGLE
};

/// The sample site: a file for answers, one for prepared questions, and the manifest.
pub(super) fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| site::build_encoded(&site::documents(), LAYOUT))
}

/// The files with sections.
fn data_files() -> &'static [(String, Vec<u8>)] {
    &files()[..files().len() - 1]
}

/// The sections of the sample site.
pub(super) fn sections() -> &'static [(String, Vec<u8>)] {
    static SECTIONS: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    SECTIONS.get_or_init(|| data_files().iter().flat_map(sections_of).collect())
}

fn sections_of((name, bytes): &(String, Vec<u8>)) -> Vec<(String, Vec<u8>)> {
    Pack::read(name, bytes).unwrap().into_sections().collect()
}

/// The sections that an input can choose.
pub(super) fn choices() -> &'static [(String, Vec<u8>)] {
    &sections()[..sections().len().min(0x80)]
}

/// Asks an altered bundle.
pub(super) fn altered(bytes: &[u8]) {
    let Some((&choice, change)) = bytes.split_first() else {
        return;
    };
    let number = usize::from(choice & 0x7f) % choices().len();
    let section = if choice & 0x80 == 0 {
        change.to_vec()
    } else {
        edited(&sections()[number].1, change)
    };
    if let Err(error) = ask(number, &section) {
        assert_eq!(error.code(), "CORRUPT_INDEX", "{error:?}");
    }
}

fn edited(section: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut edited = section.to_vec();
    for edit in edits.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([edit[0], edit[1]]));
        if let Some(byte) = edited.get_mut(at) {
            *byte = edit[2];
        }
    }
    edited
}

fn ask(number: usize, altered: &[u8]) -> Result<()> {
    let mut manifest = Manifest::read(site::manifest(files()))?;
    let mut packed = Vec::new();
    let mut before = 0;
    for file in data_files() {
        let mut sections = sections_of(file);
        let own = number.checked_sub(before);
        if let Some((_, bytes)) = own.and_then(|own| sections.get_mut(own)) {
            *bytes = altered.to_vec();
        }
        before += sections.len();
        packed.push((file.0.as_str(), pack(sections)?));
    }
    for file in &mut manifest.files {
        let own = packed.iter().find(|(name, _)| *name == file.name);
        file.size = own.map_or(file.size, |(_, bytes)| bytes.len() as u64);
    }
    let engine = Engine::open(&manifest.write()?)?;
    let supply = || {
        let mut files = packed.iter();
        files.try_for_each(|(name, bytes)| engine.supply_inflated(name, bytes))
    };
    supply()?;
    let options = site::table(&[("retriever", "hybrid".into_value())]);
    for question in QUESTIONS {
        let answer = until_done(&supply, engine.begin(Method::ASK, question, &options))?;
        assert_sound(&answer);
        let found = until_done(
            &supply,
            engine.begin(Method::SEARCH, question, &Value::Null),
        )?;
        assert_sound_hits(&found.hits);
        until_done(
            &supply,
            engine.begin(Method::SUGGEST, question, &Value::Null),
        )?;
    }
    Ok(())
}

fn pack(sections: Vec<(String, Vec<u8>)>) -> Result<Vec<u8>> {
    let mut pack = Pack::default();
    for (name, bytes) in sections {
        pack.push(name.as_str(), bytes);
    }
    pack.write()
}

/// Takes all steps; fails if that never ends.
fn until_done<T>(supply: &dyn Fn() -> Result<()>, call: Call<T>) -> Result<T> {
    let mut tries = 0;
    call.finish(|_, _| {
        tries += 1;
        assert!(tries < MOST_TRIES, "the same file is asked for without end");
        supply()
    })
}
