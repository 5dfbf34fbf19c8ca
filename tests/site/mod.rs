//! A small site of a university in two languages: pages, facts, and a bundle of them.
//!
//! The site is data: `pages.txt` and `facts.txt`. Each test target uses only parts of this module.
#![allow(dead_code)]

pub(crate) mod encoder;

use std::cell::Cell;
use std::collections::BTreeSet;

use soru::index::Supplied;
use soru::index::format::Manifest;
use soru::orchestration::Call;
use soru::settings::Value;
use soru::{Answer, Block, Document, Engine, Error, Fact, Result};
use soru_indexing::{
    Built, ChunkingSettings, Embedder, Indexer, InvertedIndexer, Layout, RelatedSettings,
    VectorSettings,
};

/// Name and bytes of every file of a bundle, the manifest last.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// Minimal shards, each in a separate file.
pub(crate) const SHARDED: Layout = Layout {
    term_shard_bytes: 64,
    text_shard_bytes: 200,
    long_postings: Layout::SINGLE.long_postings,
    separate_files: true,
    single_up_to: 0,
};

/// Long lists of postings wherever possible.
pub(crate) const LONG_LISTS: Layout = Layout {
    long_postings: 2,
    ..SHARDED
};

/// Returns the pages of `pages.txt`.
pub(crate) fn documents() -> Vec<Document> {
    include_str!("pages.txt")
        .split("=== ")
        .filter(|page| !page.trim().is_empty())
        .map(document)
        .collect()
}

/// Returns a page of one paragraph.
pub(crate) fn page(id: impl Into<String>, lang: &str, text: impl Into<String>) -> Document {
    Document {
        id: id.into(),
        lang: lang.to_owned(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    }
}

/// Returns a page whose address is its id.
pub(crate) fn titled(id: &str, lang: &str, title: &str, blocks: Vec<Block>) -> Document {
    Document {
        id: id.to_owned(),
        url: id.to_owned(),
        title: title.to_owned(),
        lang: lang.to_owned(),
        blocks,
        ..Document::default()
    }
}

fn document(page: &str) -> Document {
    let mut lines = page.lines();
    let [id, lang, title] = fields(lines.next().unwrap_or_default());
    let mut document = titled(id, lang, title, Vec::new());
    for line in lines.filter(|line| !line.is_empty()) {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match mark {
            ">" => rest.clone_into(&mut document.description),
            "@" => document.links = rest.split(' ').map(str::to_owned).collect(),
            "%" => {
                let (key, value) = rest.split_once('=').unwrap();
                document.meta.insert(key.to_owned(), value.to_owned());
            }
            "##" => document.blocks.push(heading(rest)),
            _ => document.blocks.push(Block::Text(line.to_owned())),
        }
    }
    document
}

/// Returns a heading, of the form `text` or `text {#anchor}`.
pub(crate) fn heading(line: &str) -> Block {
    let (text, anchor) = match line.split_once(" {#") {
        Some((text, anchor)) => (text, Some(anchor.trim_end_matches('}').to_owned())),
        None => (line, None),
    };
    Block::Heading {
        level: 2,
        text: text.to_owned(),
        anchor,
        is_question: false,
    }
}

fn fields<const N: usize>(line: &str) -> [&str; N] {
    let fields: Vec<&str> = line.split(" | ").collect();
    fields.try_into().unwrap()
}

pub(crate) fn fact(question: &str, answer: &str, source: &str, lang: &str) -> Fact {
    Fact {
        question: question.to_owned(),
        answer: answer.to_owned(),
        source_url: source.to_owned(),
        lang: lang.to_owned(),
        ..Fact::default()
    }
}

/// Returns the facts of `facts.txt`.
pub(crate) fn facts() -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    for line in include_str!("facts.txt").lines() {
        let Some(detail) = line.strip_prefix("  ") else {
            let [question, answer, source, lang] = fields(line);
            facts.push(fact(question, answer, source, lang));
            continue;
        };
        let fact = facts.last_mut().unwrap();
        match detail.split_once(' ').unwrap() {
            ("~", alias) => fact.aliases.push(alias.to_owned()),
            ("checked", day) => day.clone_into(&mut fact.checked_on),
            (_, day) => day.clone_into(&mut fact.valid_until),
        }
    }
    facts
}

/// Returns the configuration, with Turkish as the first language.
pub(crate) fn configuration() -> Value {
    configuration_at("")
}

/// Returns the configuration of the site at an address.
fn configuration_at(url: &str) -> Value {
    let languages = ("languages", ["tr", "en"].into());
    let site = Value::table([("title", "Göksu".into()), ("url", url.into()), languages]);
    Value::table([("site", site), ("intents", Value::List(intents()))])
}

/// Returns the intents: name, keywords and boosters by language.
fn intents() -> Vec<Value> {
    let words = |[tr, en]: [&[&str]; 2]| {
        let list = |words: &[&str]| Value::List(words.iter().map(|word| (*word).into()).collect());
        Value::table([("tr", list(tr)), ("en", list(en))])
    };
    let intent = |name: &str, keywords, boosters| {
        Value::table([
            ("name", name.into()),
            ("keywords", words(keywords)),
            ("boosters", words(boosters)),
        ])
    };
    vec![
        intent(
            "staff_lookup",
            [&["hoca", "kim"], &["professor", "who"]],
            [&["ofis", "telefon"], &["office", "phone"]],
        ),
        intent(
            "internship",
            [&["staj"], &["internship"]],
            [
                &["staj", "form", "sigorta"],
                &["internship", "form", "insurance"],
            ],
        ),
        intent(
            "fees",
            [&["ücret", "ne kadar"], &["fee", "tuition", "how much"]],
            [&["ücret", "ödeme"], &["fee", "payment"]],
        ),
    ]
}

/// Returns the site's bundle, not compressed.
pub(crate) fn build(layout: Layout) -> Files {
    build_of(&documents(), facts(), &configuration(), layout)
}

/// Builds a bundle of any documents and facts.
pub(crate) fn build_of(
    documents: &[Document],
    facts: Vec<Fact>,
    configuration: &Value,
    layout: Layout,
) -> Files {
    finish(indexer(layout), documents, facts, configuration)
}

/// Builds a bundle with vectors of any documents.
pub(crate) fn build_encoded(documents: &[Document], layout: Layout) -> Files {
    let indexer = with_embedder(Box::new(encoder::of_words(documents)), layout);
    finish(indexer, documents, facts(), &configuration())
}

/// Returns an empty indexer.
pub(crate) fn indexer(layout: Layout) -> InvertedIndexer {
    InvertedIndexer::new(ChunkingSettings::default(), "tr", layout)
}

/// Returns the settings of a site with this name, and the name in its address.
pub(crate) fn configuration_of(title: &str) -> Value {
    let url = format!("https://{title}.example");
    let own = Value::table([
        ("title", title.into()),
        ("url", url.as_str().into()),
        ("languages", ["tr", "en"].into()),
    ]);
    match configuration() {
        Value::Map(mut entries) => {
            entries.retain(|(key, _)| key != "site");
            entries.push(("site".to_owned(), own));
            Value::Map(entries)
        }
        other => other,
    }
}

/// Returns an empty indexer that writes lists of related pages, and no vectors.
pub(crate) fn with_related(settings: &RelatedSettings, layout: Layout) -> InvertedIndexer {
    indexer(layout).with_related(settings).unwrap()
}

/// Returns the site with lists of related pages, not written yet.
pub(crate) fn built_with_related(layout: Layout) -> Built {
    let settings = RelatedSettings {
        min_similarity: 0.01,
        ..RelatedSettings::default()
    };
    let mut indexer = Box::new(with_related(&settings, layout));
    for document in documents() {
        let prepared = indexer.prepare(&document).unwrap();
        indexer.add(prepared).unwrap();
    }
    indexer.finish(facts(), &configuration()).unwrap()
}

/// Returns its bundle, not compressed.
pub(crate) fn build_with_related(layout: Layout) -> Files {
    let built = built_with_related(layout);
    built.into_files(&|bytes| Ok(bytes.to_vec())).unwrap()
}

/// Returns an empty indexer with this embedder.
pub(crate) fn with_embedder(embedder: Box<dyn Embedder>, layout: Layout) -> InvertedIndexer {
    let indexer = InvertedIndexer::new(ChunkingSettings::default(), "tr", layout);
    indexer
        .with_vectors(embedder, &VectorSettings::default())
        .unwrap()
}

/// Builds the bundle of an indexer with any documents and facts.
pub(crate) fn finish(
    indexer: InvertedIndexer,
    documents: &[Document],
    facts: Vec<Fact>,
    configuration: &Value,
) -> Files {
    let mut indexer = Box::new(indexer);
    for document in documents {
        let prepared = indexer.prepare(document).unwrap();
        indexer.add(prepared).unwrap();
    }
    indexer
        .finish(facts, configuration)
        .unwrap()
        .into_files(&|bytes| Ok(bytes.to_vec()))
        .unwrap()
}

/// Opens an engine over the files, without supplying any data file.
pub(crate) fn open(files: &[(String, Vec<u8>)]) -> Engine {
    Engine::open(manifest(files)).unwrap()
}

/// Returns the data files in the order in which an engine accepts them: files listed in directories
/// after those.
pub(crate) fn data(files: &[(String, Vec<u8>)]) -> impl Iterator<Item = &(String, Vec<u8>)> {
    let data = &files[..files.len() - 1];
    let is_directory = |file: &&(String, Vec<u8>)| file.0.starts_with("files-");
    let directories = data.iter().filter(is_directory);
    directories.chain(data.iter().filter(move |file| !is_directory(file)))
}

/// Returns a time that advances by a millisecond per call.
pub(crate) fn ticking() -> f64 {
    thread_local! {
        static TICKS: Cell<u32> = const { Cell::new(0) };
    }
    TICKS.set(TICKS.get() + 1);
    f64::from(TICKS.get())
}

/// Returns an engine with all files supplied.
pub(crate) fn loaded(files: &[(String, Vec<u8>)]) -> Engine {
    let engine = open(files);
    for (name, bytes) in data(files) {
        engine
            .supply(name, bytes, |stored| Ok(stored.to_vec()))
            .unwrap();
    }
    engine
}

/// Returns an engine over the sample site.
pub(crate) fn engine() -> Engine {
    loaded(&build(Layout::SINGLE))
}

/// Returns an engine over the sample site at an address.
pub(crate) fn engine_at(url: &str) -> Engine {
    let configuration = configuration_at(url);
    loaded(&build_of(
        &documents(),
        facts(),
        &configuration,
        Layout::SINGLE,
    ))
}

/// Returns an engine over the sample site with vectors.
pub(crate) fn encoded_engine() -> Engine {
    loaded(&build_encoded(&documents(), Layout::SINGLE))
}

/// Returns an engine over a few documents.
pub(crate) fn engine_of(documents: &[Document], layout: Layout) -> Engine {
    loaded(&build_of(documents, Vec::new(), &configuration(), layout))
}

/// Returns the bytes of the manifest.
pub(crate) fn manifest(files: &[(String, Vec<u8>)]) -> &[u8] {
    &files.last().unwrap().1
}

/// Returns a source over the files, with the manifest that names them.
pub(crate) fn source(files: &[(String, Vec<u8>)]) -> (Manifest, Supplied) {
    let manifest = Manifest::read(manifest(files)).unwrap();
    let source = Supplied::new(&manifest);
    for (name, bytes) in data(files) {
        source.supply(name, bytes).unwrap();
    }
    (manifest, source)
}

/// Takes all steps of a call, supplying the requested files one at a time. Fails if the same file
/// is requested again: that would be an endless loop.
pub(crate) fn supplying<T>(
    engine: &Engine,
    files: &[(String, Vec<u8>)],
    begin: impl FnOnce(&Engine) -> Call<T>,
) -> Result<T> {
    let mut supplied = BTreeSet::new();
    begin(engine).finish(|_, needs| {
        let name = &needs.files[0];
        assert!(supplied.insert(name.clone()), "{name} is asked for again");
        supply(engine, files, name)
    })
}

/// Takes all steps of a call, and returns the files that each of them requested; the call skips
/// those that are lost.
pub(crate) fn rounds<T>(
    engine: &Engine,
    files: &[(String, Vec<u8>)],
    call: Call<T>,
    is_lost: impl Fn(&str) -> bool,
) -> (Result<T>, Vec<BTreeSet<String>>) {
    let mut rounds: Vec<BTreeSet<String>> = Vec::new();
    let result = call.finish(|call, needs| {
        for name in &needs.files {
            let again = rounds.iter().any(|round| round.contains(name));
            assert!(!again, "{name} is asked for again");
            if !is_lost(name) {
                supply(engine, files, name)?;
            } else if !call.skip(name, "the server answered 404") {
                let detail = "the server answered 404".to_owned();
                let url = name.clone();
                return Err(Error::FetchFailed { url, detail });
            }
        }
        rounds.push(needs.files.into_iter().collect());
        Ok(())
    });
    (result, rounds)
}

/// Supplies a file of a bundle that is not compressed.
pub(crate) fn supply(engine: &Engine, files: &[(String, Vec<u8>)], name: &str) -> Result<()> {
    let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap();
    engine.supply(name, bytes, |stored| Ok(stored.to_vec()))
}

/// Returns questions of every kind in both languages, including unusual ones.
pub(crate) fn questions() -> Vec<&'static str> {
    vec![
        "Staj başvurusu ne zaman yapılır?",
        "STAJ BAŞVURUSU",
        "staj basvurusu",
        "OGRENCI BELGESI NEREDEN ALINIR",
        "stajyerlerin sigortasını kim öder",
        "Kütüphane kaçta açılıyor?",
        "Kaç kitap ödünç alabilirim?",
        "hazırlık okulu kaç yıl sürer",
        "Nermin Işıldak'ın ofisi nerede?",
        "mazeret sınavına kimler girebilir",
        "1.250 yatak",
        "not ortalaması 3,50",
        "What is the H-1B cap?",
        "h1b",
        "H-1B fee",
        "how long can I work on OPT",
        "Where is the office of the head of department?",
        "internship insurance",
        "erasmus hibe scholarship",
        "nasıl ve neden",
        "the of and",
        "zzzzqqq xxyyzz",
        "I-765",
        "🎓 kulüp",
        "e-Devlet",
        "D",
        "ı",
        "kütüphanesindekilerdenmişsiniz",
    ]
}

/// Asks a question with these options.
pub(crate) fn ask(engine: &Engine, question: &str, options: &[(&str, Value)]) -> Answer {
    engine.ask(question, &table(options)).unwrap()
}

/// Returns a table of settings.
pub(crate) fn table(entries: &[(&str, Value)]) -> Value {
    Value::table(entries.iter().cloned())
}

/// Returns a setting by its path, such as `ranking.matching.coverage`.
pub(crate) fn set(path: &str, value: impl Into<Value>) -> (&str, Value) {
    let (section, key) = path.split_once('.').expect("a path has a dot");
    let keys = key.rsplit('.');
    let value = keys.fold(value.into(), |value, key| Value::table([(key, value)]));
    (section, value)
}

/// A short notation for settings in tests.
pub(crate) trait IntoValue: Into<Value> {
    fn into_value(self) -> Value {
        self.into()
    }
}

impl<V: Into<Value>> IntoValue for V {}
