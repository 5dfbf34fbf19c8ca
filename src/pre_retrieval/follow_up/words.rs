//! What rules of follow-ups know of each language's words, as fold keys with `|` between them.

use crate::text::{Language, StopWords, fold, stem};

/// Words of one language.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) language: Language,
    /// What a follow-up begins with, longest first.
    pub(super) openers: &'static str,
    /// What stands for something that was named before, wherever it stands.
    pub(super) pronouns: &'static str,
    /// The same, unless a noun follows.
    pub(super) pointers: &'static str,
    /// What may follow those.
    pub(super) after_pointers: &'static str,
    /// Words that make a question.
    pub(super) asking: &'static str,
    /// Words beside them that say nothing of its topic.
    pub(super) fillers: &'static str,
    /// Words that stand before a circumstance of the question, or behind it.
    pub(super) circumstance: &'static str,
    /// What can be asked of anything, and is asked of something that was named before.
    pub(super) attributes: &'static str,
    /// Nouns that have a modifier for each of their kinds, which may stand for both.
    pub(super) classifiers: &'static str,
    /// What is said of the topic, behind it.
    pub(super) predicates: &'static str,
    /// People for whom a visitor asks beside himself.
    pub(super) persons: &'static str,
}

pub(super) const ENGLISH: Words = Words {
    language: Language::English,
    openers: "and what about|and how about|but what about|what about|how about|and also|and|\
        or|but|also|then",
    pronouns: "it|its|they|them|their|theirs",
    pointers: "this|that|these|those|there",
    after_pointers: "is|are|was|were|do|does|did|can|could|will|would|should|must|may|cost|costs|\
        take|takes|last|lasts|mean|means|for|in|at|on|too|also|work|works|apply|\
        applies|and|or|then",
    asking: "what|when|where|who|whom|whose|which|why|how|is|are|was|were|do|does|did|can|\
        could|will|would|should|must|may",
    fillers: "much|many|long|have|has|need|i|we|you|my|our|your|the|a|an|there|to|of|\
        exactly|please|tell|me|about",
    circumstance: "for|in|at|on|during|from|under|with|as|after|before|without",
    attributes: "hours|fee|price|cost|rent|deposit|fine|deadline|date|address|phone|number|email|\
        contact|requirement|document|form|duration|period|schedule|timetable|location|application|\
        registration|capacity|quota",
    classifiers: "room|exam|visa|student|programme|program|course|class|school|faculty|department|\
        campus|permit|card|ticket|pass|membership|licence|license|grant|scholarship",
    predicates: "free|open|available|mandatory|possible|necessary|cheap|expensive|closed|valid|\
        refundable|compulsory|optional|legal|safe",
    persons: "spouse|wife|husband|partner|child|children|kid|family|parent|mother|father|friend|\
        dependent|dependant|guest|visitor|brother|sister|\
        staff|student|employee|adult|resident|teacher|member",
};

pub(super) const TURKISH: Words = Words {
    language: Language::Turkish,
    openers: "peki ya|peki ama|peki|ya|ve|bir de|ayrica|o zaman",
    pronouns: "onu|ona|onun|onda|ondan|onlar|onlari|onlara|onlarin|bunu|buna|bunun|bunda|\
        bundan|bunlar|bunlari|bunlara|bunlarin|sunu|suna|sunun|orada|oraya|oradan|\
        burada|buraya|onunla|bununla",
    pointers: "o|bu|su",
    after_pointers: "ne|nedir|kac|nasil|neden|niye|nicin|nerede|nereye|nereden|kim|hangi|mi|mu|\
        midir|mudur|icin|zorunlu|gerekli|ucretli|ucretsiz",
    asking: "ne|nedir|kac|kacta|kaca|kacinci|nasil|neden|niye|nicin|nerede|nereye|nereden|neresi|kim|\
        kime|kimden|hangi|hangisi|mi|mu|midir|mudur|miyim|muyum|nelerdir|neler|lazim|\
        gerekir|gerekiyor|var|yok|olur",
    fillers: "kadar|zaman|gun|para|bir|ben|biz|acaba|tam|olarak",
    circumstance: "icin",
    attributes: "ucret|fiyat|bedel|maliyet|depozito|harc|sure|tarih|yer|adres|sart|kosul|telefon|\
        numara|saat|belge|evrak|kontenjan|taban|puan|calisma|basvuru|kayit|kayd|gun|son|form|iletisim|program",
    classifiers: "oda|sinav|vize|ogrenci|bolum|fakulte|enstitu|yuksekokul|kampus|ders|donem|kart|\
        burs|izn",
    predicates: "surer|suruyor|tutar|tutuyor|baslar|basliyor|baslayacak|biter|bitiyor|bitecek|acilir|\
        aciliyor|acilacak|kapanir|kapaniyor|verilir|veriliyor|alinir|aliniyor|gidilir|odenir|\
        odeniyor|acik|kapali|zorunlu|gerekli|ucretli|ucretsiz|gecerli|mumkun|dahil|serbest|yasak|\
        uygun|aciklanir|aciklanacak|yapiliyor|ediliyor|edilir",
    persons: "esim|cocugum|cocuklarim|ailem|annem|babam|kardesim|arkadasim|misafirim",
};

/// Words of which one takes the place of another, in both languages. `+`: they say when, and stand
/// beside what has none of them.
const CLASSES: [&str; 12] = [
    "midterm|final|finals|makeup|resit|quiz|vize|butunleme",
    "undergraduate|undergraduates|graduate|graduates|postgraduate|master|masters|phd|doctoral|\
        doctorate|bachelor|yuksek lisans|on lisans|onlisans|lisans|doktora",
    "single|double|twin|triple|tek kisilik|cift kisilik|iki kisilik|uc kisilik|dort kisilik",
    "spring|fall|autumn|winter|summer|guz|bahar|yaz|kis",
    "daily|weekly|monthly|annual|yearly|gunluk|haftalik|aylik|yillik|donemlik",
    "full-time|part-time|full time|part time|tam zamanli|yari zamanli",
    "international|domestic|foreign|local|yabanci|yerli|uluslararasi",
    "breakfast|lunch|dinner|kahvalti|ogle yemegi|aksam yemegi",
    "men|women|erkek|kadin|kiz",
    "+monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|fridays|saturdays|sundays|\
        weekend|weekends|weekdays|today|tomorrow|holidays|pazartesi|sali|carsamba|persembe|cumartesi|\
        cuma|pazar|hafta sonu|hafta ici|bugun|yarin|tatilde|bayramda",
    "+morning|mornings|afternoon|evening|evenings|night|nights|sabah|ogle|aksam|gece",
    "+january|february|march|april|june|july|august|september|october|november|december|ocak|subat|\
        mart|nisan|mayis|haziran|temmuz|agustos|eylul|ekim|kasim|aralik",
];

/// Endings that leave a word the same one.
const ENDINGS: &str = "s|es|i|u|si|su|in|un|a|e|da|de|ta|te|dan|den|tan|ten|lar|ler|lari|leri|ni|na|\
    ne|nin|nun|nda|nde|nu|larin|lerin|lara|lere|larda|lerde|larini|lerini";

/// Endings that say that something belongs to something else.
const POSSESSIVE: &str = "i|u|si|su|lari|leri";

/// Whether a word is in a list.
pub(super) fn has(list: &str, key: &str) -> bool {
    list.split('|').any(|listed| listed == key)
}

/// Whether a word is in a list, with an ending or without one.
pub(super) fn has_form(list: &str, key: &str) -> bool {
    list.split('|').any(|listed| is_form(listed, key))
}

fn is_form(listed: &str, key: &str) -> bool {
    let rest = key.strip_prefix(listed);
    rest.is_some_and(|rest| rest.is_empty() || (listed.len() > 2 && has(ENDINGS, rest)))
}

/// A word of a question.
#[derive(Debug, Clone)]
pub(super) struct Word<'q> {
    pub(super) text: &'q str,
    pub(super) key: String,
    stem: String,
}

impl Word<'_> {
    /// Whether it is another form of the same word.
    pub(super) fn is_same(&self, other: &Word<'_>) -> bool {
        self.key == other.key || self.stem == other.stem
    }
}

/// A question's words without the signs around them.
pub(super) fn split<'q>(text: &'q str, words: &Words) -> Vec<Word<'q>> {
    let outer = |c: char| !c.is_alphanumeric();
    let pieces = text.split_whitespace().map(|word| word.trim_matches(outer));
    pieces
        .filter(|word| !word.is_empty())
        .map(|text| {
            let key = fold(text);
            let stem = fold(&stem(&key, words.language));
            Word { text, key, stem }
        })
        .collect()
}

/// The words of a language, and its stop words.
#[derive(Debug)]
pub(super) struct Grammar {
    pub(super) words: &'static Words,
    stop: StopWords,
}

impl Grammar {
    pub(super) fn new(words: &'static Words) -> Self {
        let stop = StopWords::default_lists();
        Self { words, stop }
    }

    pub(super) fn is_turkish(&self) -> bool {
        self.words.language == Language::Turkish
    }

    /// Whether a word makes a question.
    pub(super) fn is_asking(&self, word: &Word<'_>) -> bool {
        let key = word.key.as_str();
        // `mi` and `mı` have endings: `miyiz`, `musunuz`.
        let particle = self.is_turkish()
            && key.len() < 8
            && ["mi", "mu"].iter().any(|start| key.starts_with(start))
            && [
                "yim", "yum", "yiz", "yuz", "sin", "sun", "siniz", "sunuz", "dir", "dur",
            ]
            .iter()
            .any(|end| key.ends_with(end));
        has(self.words.asking, key) || particle
    }

    /// Whether a word says something of the topic.
    pub(super) fn is_content(&self, word: &Word<'_>) -> bool {
        let own = self.words;
        let listed = [own.pronouns, own.pointers, own.circumstance, own.fillers];
        let is_listed = listed.iter().any(|list| has(list, &word.key));
        !is_listed && !self.is_asking(word) && !self.stop.contains(&word.key, own.language)
    }

    pub(super) fn is_circumstance(&self, word: &Word<'_>) -> bool {
        has(self.words.circumstance, &word.key)
    }

    pub(super) fn is_attribute(&self, word: &Word<'_>) -> bool {
        has_form(self.words.attributes, &word.key)
    }

    pub(super) fn is_classifier(&self, word: &Word<'_>) -> bool {
        has_form(self.words.classifiers, &word.key)
    }

    pub(super) fn is_predicate(&self, word: &Word<'_>) -> bool {
        let participle = !self.is_turkish() && word.key.len() > 4 && word.key.ends_with("ed");
        participle || has(self.words.predicates, &word.key)
    }

    pub(super) fn is_person(&self, word: &Word<'_>) -> bool {
        has_form(self.words.persons, &word.key)
    }

    /// `ücreti`: it belongs to something, and what can be asked of anything it is.
    pub(super) fn is_owned_attribute(&self, word: &Word<'_>) -> bool {
        self.is_turkish() && self.is_attribute(word) && is_possessive(word)
    }
}

/// Whether a Turkish word may belong to another one: the second word of a compound does.
pub(super) fn is_possessive(word: &Word<'_>) -> bool {
    let endings = POSSESSIVE.split('|');
    let letters = word.key.len();
    endings
        .clone()
        .any(|ending| letters > ending.len() + 2 && word.key.ends_with(ending))
}

/// Where words that exclude each other stand, and whether they say when.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) class: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) says_when: bool,
}

/// The first word, or pair of words, that is of a class, and of the given one if one is given.
pub(super) fn member(words: &[Word<'_>], wanted: Option<usize>) -> Option<Member> {
    for (start, word) in words.iter().enumerate() {
        for (class, list) in CLASSES.iter().enumerate() {
            if wanted.is_some_and(|wanted| wanted != class) {
                continue;
            }
            let (says_when, list) = list
                .strip_prefix('+')
                .map_or((false, *list), |list| (true, list));
            let next = words.get(start + 1);
            let pair = next.map(|next| [word.key.as_str(), &next.key].join(" "));
            let count = match pair {
                Some(pair) if has_form(list, &pair) => 2,
                _ if has_form(list, &word.key) => 1,
                _ => continue,
            };
            let end = start + count;
            return Some(Member {
                class,
                start,
                end,
                says_when,
            });
        }
    }
    None
}
