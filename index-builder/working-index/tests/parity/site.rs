//! Generated sites: a static bundle of all pages, and a remote one of a few.

use soru::settings::Value;
use soru::{Block, Document, Engine, Fact};
use soru_indexing::{Indexer, InvertedIndexer, Layout};
use soru_working_index::Basis;

/// The words of a site in one language.
pub(crate) struct Words {
    pub(crate) tag: &'static str,
    /// Subjects of pages.
    subjects: [&'static str; 6],
    /// Sentences about a subject: `{s}` is the subject and `{n}` a number.
    sentences: [&'static str; 4],
    /// A heading about a subject.
    heading: &'static str,
    /// Questions about the pages.
    pub(crate) questions: &'static [&'static str],
    /// A question and a question that continues it.
    pub(crate) follow_up: [&'static str; 2],
    /// A misspelt question.
    pub(crate) misspelt: &'static str,
    fact: [&'static str; 2],
    /// Title and text of a page, and a question that it answers.
    single: [&'static str; 3],
}

pub(crate) const SITES: [Words; 3] = [
    Words {
        tag: "en",
        subjects: [
            "library",
            "dormitory",
            "scholarship",
            "laboratory",
            "cafeteria",
            "internship",
        ],
        sentences: [
            "The {s} of building {n} opens at nine and closes at seventeen on working days.",
            "Students apply for the {s} with form {n} at the registrar's office.",
            "The yearly fee for the {s} is {n} dollars, payable in two instalments.",
            "Visitors need a card for the {s}, which desk {n} hands out.",
        ],
        heading: "Rules of the {s} in building {n}",
        questions: &[
            "When does the library of building 12 open?",
            "How do students apply for the scholarship?",
            "yearly fee dormitory",
            "Which desk hands out cards for the laboratory?",
            "form 23 internship",
        ],
        follow_up: ["How much is the fee for the dormitory?", "and the library?"],
        misspelt: "How much is the scolarship fee?",
        fact: ["Who leads the university?", "Professor Ada Lind."],
        single: [
            "Swimming pool",
            "The swimming pool opens at six in the morning and closes at ten in the evening.",
            "When does the swimming pool open in the morning?",
        ],
    },
    Words {
        tag: "tr",
        subjects: [
            "kütüphane",
            "yurt",
            "burs",
            "laboratuvar",
            "yemekhane",
            "staj",
        ],
        sentences: [
            "{n} numaralı binadaki {s} hafta içi saat dokuzda açılır, on yedide kapanır.",
            "Öğrenciler {s} için {n} numaralı formla öğrenci işlerine başvurur.",
            "Yıllık {s} ücreti {n} liradır ve iki taksitte ödenir.",
            "Ziyaretçiler {s} için {n} numaralı masadan kart alır.",
        ],
        heading: "{n} numaralı binada {s} kuralları",
        questions: &[
            "Kütüphane saat kaçta açılıyor?",
            "Burs başvurusu nasıl yapılır?",
            "yurt ücretleri",
            "kutuphane karti nereden alinir",
            "Staj için hangi form gerekir?",
        ],
        follow_up: ["Yurt ücreti ne kadar?", "Peki kütüphane?"],
        misspelt: "Kütüpane ücreti ne kadar?",
        fact: ["Rektör kimdir?", "Rektör Prof. Ada Lind'dir."],
        single: [
            "Yüzme havuzu",
            "Yüzme havuzunun müdürü Ada Lind'dir ve havuzda bir ofisi vardır.",
            "Yüzme havuzunun müdürü kimdir?",
        ],
    },
    Words {
        tag: "de",
        subjects: [
            "Bibliothek",
            "Wohnheim",
            "Stipendium",
            "Labor",
            "Mensa",
            "Praktikum",
        ],
        sentences: [
            "{s}: Das Gebäude {n} öffnet um neun Uhr und schließt um siebzehn Uhr.",
            "Studierende bewerben sich für {s} mit dem Formular {n} beim Studienbüro.",
            "Die jährlichen Gebühren für {s} betragen {n} Euro in zwei Raten.",
            "Besucher brauchen für {s} eine Karte, die der Schalter {n} ausgibt.",
        ],
        heading: "{s}: Regeln im Gebäude {n}",
        questions: &[
            "Wann öffnet die Bibliothek im Gebäude 12?",
            "Wie bewerben sich Studierende für das Stipendium?",
            "Gebühr Wohnheim",
            "Welcher Schalter gibt die Karte für das Labor aus?",
        ],
        follow_up: [
            "Wie hoch sind die Gebühren für das Wohnheim?",
            "Und für die Bibliothek?",
        ],
        misspelt: "Wie hoch ist die Gebühr für die Bibliotek?",
        fact: ["Wer leitet die Universität?", "Professorin Ada Lind."],
        single: [
            "Schwimmbad",
            "Das Schwimmbad öffnet um sechs Uhr morgens und schließt um zehn Uhr abends.",
            "Wann öffnet das Schwimmbad morgens?",
        ],
    },
];

impl Words {
    pub(crate) fn documents(&self, pages: usize) -> Vec<Document> {
        let mut documents: Vec<Document> = (0..pages).map(|number| self.document(number)).collect();
        let [title, text, _] = self.single;
        documents.push(Document {
            id: "single.html".into(),
            url: "single.html".into(),
            title: title.into(),
            lang: self.tag.into(),
            blocks: vec![Block::Text(text.into())],
            ..Document::default()
        });
        documents
    }

    /// Returns the pages with weights: of some whole, of some in part.
    pub(crate) fn weighed(&self, pages: usize) -> Vec<Document> {
        let mut documents = self.documents(pages);
        for (number, document) in documents.iter_mut().enumerate() {
            let (place, weight) = match number % 5 {
                0 => (0, 30),
                1 => (document.blocks.len() - 1, 400),
                2 => (0, 0),
                3 => (0, 125),
                _ => continue,
            };
            document.blocks.insert(place, Block::Weight(weight));
        }
        documents
    }

    fn document(&self, number: usize) -> Document {
        let subject = self.subjects[number % self.subjects.len()];
        let fill = |text: &str| {
            let filled = text.replace("{s}", subject);
            filled.replace("{n}", &number.to_string())
        };
        let mut blocks = Vec::new();
        for (place, sentence) in self.sentences.iter().enumerate() {
            if !(number + place).is_multiple_of(3) {
                blocks.push(Block::Heading {
                    level: 2,
                    text: fill(self.heading),
                    anchor: Some(format!("a{place}")),
                    is_question: false,
                });
            }
            blocks.push(Block::Text(fill(sentence)));
        }
        Document {
            id: format!("p{number:03}.html"),
            url: format!("p{number:03}.html"),
            title: format!("{subject} {number}"),
            lang: self.tag.into(),
            blocks,
            importance: Some(f64::from(u8::try_from(number % 7).unwrap()) / 7.0),
            meta: [("part".to_owned(), format!("part {}", number % 3))].into(),
            ..Document::default()
        }
    }

    pub(crate) fn facts(&self) -> Vec<Fact> {
        vec![Fact {
            question: self.fact[0].into(),
            answer: self.fact[1].into(),
            source_url: "p001.html".into(),
            lang: self.tag.into(),
            ..Fact::default()
        }]
    }

    /// Returns a question that a page answers.
    pub(crate) fn answered(&self) -> &'static str {
        self.single[2]
    }

    pub(crate) fn fact_question(&self) -> &'static str {
        self.fact[0]
    }
}

/// A bundle of one data file in memory.
pub(crate) struct Bundle {
    pub(crate) engine: Engine,
    pub(crate) basis: Basis,
}

/// Builds the bundle of these pages. The pages of a remote one are in a cluster.
pub(crate) fn bundle(words: &Words, documents: &[Document], is_remote: bool) -> Bundle {
    let settings = soru_indexing::ChunkingSettings::default();
    let mut indexer = Box::new(InvertedIndexer::new(settings, words.tag, Layout::SINGLE));
    for document in documents {
        let prepared = indexer.prepare(document).unwrap();
        indexer.add(prepared).unwrap();
    }
    let languages = Value::List(vec![words.tag.into()]);
    let mut configuration = vec![("site", Value::table([("languages", languages)]))];
    if is_remote {
        let remote = Value::table([("retriever", "remote".into())]);
        configuration.push(("retrieval", remote));
    }
    let built = indexer.finish(words.facts(), &Value::table(configuration));
    let built = built.unwrap();
    let files = built.into_files(&|bytes| Ok(bytes.to_vec())).unwrap();
    let (_, manifest) = files.last().unwrap();
    let is_core = |(name, _): &&(String, Vec<u8>)| name.starts_with("core");
    let (name, content) = files.iter().find(is_core).unwrap();
    let engine = Engine::open(manifest).unwrap();
    engine.supply_inflated(name, content).unwrap();
    engine.load().unwrap();
    let basis = Basis::read(manifest, content).unwrap();
    Bundle { engine, basis }
}
