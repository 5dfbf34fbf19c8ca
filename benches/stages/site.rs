//! A generated site: Turkish and English words with natural frequencies (Zipf), on any number of
//! pages.

use std::sync::Arc;

use soru::index::format::{MANIFEST_NAME, Manifest};
use soru::index::{Index, Supplied};
use soru::settings::Value;
use soru::{Block, Document, Engine};
use soru_indexing::{ChunkingSettings, Indexer, InvertedIndexer, Layout};

/// Name and bytes of every file of a bundle, the manifest last.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// Number of pages of a medium-sized site.
pub(crate) const PAGES: usize = 1000;

const WORDS_PER_PAGE: usize = 300;
const WORDS_PER_SENTENCE: usize = 12;

const STEMS: [&str; 32] = [
    "öğrenci",
    "kayıt",
    "ders",
    "sınav",
    "başvuru",
    "staj",
    "kitap",
    "yurt",
    "burs",
    "ücret",
    "belge",
    "danışman",
    "kütüphane",
    "mezun",
    "bölüm",
    "fakülte",
    "tarih",
    "süre",
    "form",
    "vize",
    "rapor",
    "ödev",
    "proje",
    "laboratuvar",
    "kampüs",
    "yemek",
    "sağlık",
    "spor",
    "kulüp",
    "ulaşım",
    "telefon",
    "adres",
];
const LETTERS: [char; 8] = ['a', 'c', 'f', 'g', 'k', 'm', 'p', 'z'];
const ENDINGS: [&str; 16] = [
    "", "ler", "in", "i", "e", "de", "den", "leri", "lerin", "lere", "lik", "si", "sine", "li",
    "siz", "lerinden",
];

/// Pseudo-random numbers that are the same everywhere (xorshift; G. Marsaglia, 2003).
struct Numbers(u64);

impl Numbers {
    /// Returns a rank below `end`, with the frequency of words of that rank: by Zipf's law it is
    /// inverse to the rank.
    fn rank(&mut self, end: usize) -> usize {
        let mut below = end;
        while below > 1 && self.next().is_multiple_of(2) {
            below /= 2;
        }
        self.next() % below.max(1)
    }

    fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The high bits are more random.
        usize::try_from(self.0 >> 33).unwrap_or_default()
    }
}

/// Returns the word of a rank: frequent ones are plain, rare ones have a number.
fn word(rank: usize) -> String {
    let (stem, rest) = (STEMS[rank % STEMS.len()], rank / STEMS.len());
    let (ending, rest) = (ENDINGS[rest % ENDINGS.len()], rest / ENDINGS.len());
    match rest {
        0 => [stem, ending].concat(),
        _ => format!("{stem}{}{ending}", LETTERS[rest % LETTERS.len()]),
    }
}

/// Returns sentences with this many words in total.
pub(crate) fn text(words: usize, seed: u64) -> String {
    const RANKS: usize = 4096;
    let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::new();
    for number in 1..=words {
        text.push_str(&word(numbers.rank(RANKS)));
        let ends = number % WORDS_PER_SENTENCE == 0;
        text.push_str(if ends { ". " } else { " " });
    }
    text
}

fn page(number: usize) -> Document {
    let id = format!("page-{number:05}.html");
    Document {
        url: id.clone(),
        id,
        title: text(4, number as u64 + 1),
        lang: "tr".to_owned(),
        blocks: vec![Block::Text(text(WORDS_PER_PAGE, number as u64 + 1_000_003))],
        ..Document::default()
    }
}

/// Returns a bundle with this many pages, not compressed.
pub(crate) fn bundle(pages: usize, layout: Layout) -> Files {
    let mut indexer = Box::new(InvertedIndexer::new(
        ChunkingSettings::default(),
        "tr",
        layout,
    ));
    for number in 0..pages {
        let prepared = indexer.prepare(&page(number)).expect("a sound page");
        indexer.add(prepared).expect("few pages");
    }
    let built = indexer.finish(Vec::new(), &Value::default());
    let files = built.and_then(|built| built.into_files(&|bytes| Ok(bytes.to_vec())));
    files.expect("a sound site")
}

/// Returns the manifest's bytes.
pub(crate) fn manifest(files: &Files) -> &[u8] {
    let named = files.iter().find(|(name, _)| name == MANIFEST_NAME);
    &named.expect("every bundle has a manifest").1
}

/// Returns the index of a bundle in one file.
pub(crate) fn index(files: &Files) -> Index {
    let manifest = Manifest::read(manifest(files)).expect("a sound manifest");
    let source = Supplied::new(&manifest);
    for (name, bytes) in files.iter().filter(|(name, _)| name != MANIFEST_NAME) {
        source.supply(name, bytes).expect("sound files");
    }
    Index::open(&manifest, Arc::new(source)).expect("a sound index")
}

/// Returns an engine over a bundle in one file.
pub(crate) fn engine(files: &Files) -> Engine {
    let engine = Engine::open(manifest(files)).expect("a sound manifest");
    for (name, bytes) in files.iter().filter(|(name, _)| name != MANIFEST_NAME) {
        let supplied = engine.supply(name, bytes, |stored| Ok(stored.to_vec()));
        supplied.expect("sound files");
    }
    engine
}
