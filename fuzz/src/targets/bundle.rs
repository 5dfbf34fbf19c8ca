//! A bundle of which one section was altered below the hash, and questions to it.
//!
//! An input is a byte that chooses a section, then either the section itself, or, if the byte's
//! highest bit is set, places of it with their new values (two bytes, little-endian, and one).

use std::sync::OnceLock;

use soru::index::format::{Manifest, Pack};
use soru::indexing::Layout;
use soru::settings::Value;
use soru::{Engine, Error, Result};

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

/// One file, in which lists of postings are long wherever there can be some.
const LAYOUT: Layout = Layout {
    long_postings: 2,
    ..Layout::SINGLE
};

/// The sample site in one file.
pub(super) fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| site::build(LAYOUT))
}

/// The sections of the sample site, in one file.
pub(super) fn sections() -> &'static [(String, Vec<u8>)] {
    static SECTIONS: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    let read = || {
        Pack::read("core", &files()[0].1)
            .unwrap()
            .into_sections()
            .collect()
    };
    SECTIONS.get_or_init(read)
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
    let mut pack = Pack::default();
    for (at, (name, bytes)) in sections().iter().enumerate() {
        pack.push(
            name.as_str(),
            if at == number {
                altered.to_vec()
            } else {
                bytes.clone()
            },
        );
    }
    let bytes = pack.write()?;
    let mut manifest = Manifest::read(site::manifest(files()))?;
    manifest.files[0].size = bytes.len() as u64;
    let engine = Engine::open(&manifest.write()?)?;
    let supply = || engine.supply_inflated(&files()[0].0, &bytes);
    supply()?;
    let options = site::table(&[("retriever", "hybrid".into_value())]);
    for question in QUESTIONS {
        let answer = until_loaded(&supply, || engine.ask(question, &options))?;
        assert_sound(&answer);
        let found = until_loaded(&supply, || engine.search(question, &Value::Null))?;
        assert_sound_hits(&found.hits);
        until_loaded(&supply, || engine.suggest(question, &Value::Null))?;
    }
    Ok(())
}

/// Calls until nothing is missing; fails if that never ends.
fn until_loaded<T>(supply: &dyn Fn() -> Result<()>, call: impl Fn() -> Result<T>) -> Result<T> {
    for _ in 0..MOST_TRIES {
        match call() {
            Err(Error::NotLoaded { .. }) => supply()?,
            other => return other,
        }
    }
    panic!("the same file is asked for without end")
}
