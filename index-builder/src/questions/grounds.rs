//! Collects the figures, names and codes of a section, which questions may use.
//!
//! A question with a figure or a name that is absent from the section was made up, and would lead
//! visitors to a section that does not answer it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use soru::text::{Language, StopWords, fold};

/// The names of numbers, as fold keys; a question may have digits where its section has words.
const NUMBERS: [(&str, &str); 20] = [
    ("1", "one once first bir"),
    ("2", "two twice second iki"),
    ("3", "three third uc"),
    ("4", "four fourth dort"),
    ("5", "five fifth bes"),
    ("6", "six sixth alti"),
    ("7", "seven seventh yedi"),
    ("8", "eight eighth sekiz"),
    ("9", "nine ninth dokuz"),
    ("10", "ten tenth on"),
    ("12", "twelve oniki"),
    ("14", "fourteen ondort"),
    ("15", "fifteen onbes"),
    ("20", "twenty yirmi"),
    ("30", "thirty otuz"),
    ("40", "forty kirk"),
    ("50", "fifty half elli yari"),
    ("60", "sixty altmis"),
    ("90", "ninety doksan"),
    ("100", "hundred yuz tam"),
];

/// The maximum length of an abbreviation that a section spells out, in letters.
const LONGEST_INITIALS: usize = 6;

static STOP_WORDS: LazyLock<StopWords> = LazyLock::new(StopWords::default_lists);

/// The minimum number of letters that two inflections of a name share.
const STEM: usize = 4;

/// The figures and words of a section, its headings and its titles.
#[derive(Debug)]
pub(super) struct Grounds {
    digits: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Grounds {
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let (mut digits, mut words) = (BTreeSet::new(), BTreeSet::new());
        for text in texts {
            for word in text.split_whitespace() {
                digits.extend(figures(word));
                words.extend(names(word).map(|name| fold(&name)));
            }
            words.extend(abbreviations(text));
        }
        digits.extend(spelt_out(&words));
        Self { digits, words }
    }

    /// Returns the first figure of a question that is absent from the section.
    pub(super) fn unknown_figure(&self, question: &str) -> Option<String> {
        let words = question.split_whitespace();
        words.map(figures).find_map(|figures| {
            // `1,000` matches `1000`, and `1` and `000`.
            let (whole, runs) = figures.split_first()?;
            let is_known =
                self.digits.contains(whole) || runs.iter().all(|run| self.digits.contains(run));
            (!is_known).then(|| whole.clone())
        })
    }

    /// Returns the first name or code of a question that is absent from the section.
    pub(super) fn unknown_name(&self, question: &str, lang: &str) -> Option<String> {
        let language = Language::from_tag(lang);
        let mut begins = true;
        for word in question.split_whitespace() {
            let is_first =
                std::mem::replace(&mut begins, word.ends_with(['.', '?', '!', ':', ';', '"']));
            for name in names(word) {
                // German capitalises every noun.
                let is_name =
                    is_code(&name) || (!is_first && lang != "de" && is_capitalised(&name));
                let is_small = STOP_WORDS.contains(&soru::text::lower(&name, language), language);
                if is_name && !is_small && !self.has(&fold(&name)) {
                    return Some(name);
                }
            }
        }
        None
    }

    /// Whether the section has the word, or another inflection of it.
    fn has(&self, word: &str) -> bool {
        let long = |word: &str| word.chars().count() >= STEM;
        self.words.contains(word)
            || self.words.iter().any(|own| {
                long(own) && long(word) && (own.starts_with(word) || word.starts_with(own.as_str()))
            })
    }
}

/// Returns the numbers that are written as words.
fn spelt_out(words: &BTreeSet<String>) -> Vec<String> {
    let is_called = |names: &str| names.split(' ').any(|name| words.contains(name));
    let numbers = NUMBERS.iter().filter(|(_, names)| is_called(names));
    numbers.map(|(digits, _)| (*digits).to_owned()).collect()
}

/// Returns common abbreviations of spelt-out names: `nyc` for New York City, `va` for the
/// Department of Veterans Affairs.
fn abbreviations(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut run: Vec<char> = Vec::new();
    for word in text.split_whitespace() {
        let mut letters = word.chars().filter(|c| c.is_alphanumeric());
        let first = letters.next();
        match first {
            Some(first) if first.is_uppercase() => run.push(first),
            // Short words such as `of`, `and`, `the` and `ve` are omitted from abbreviations.
            Some(_) if word.chars().count() <= 3 => {}
            _ => run.clear(),
        }
        for start in run.len().saturating_sub(LONGEST_INITIALS)..run.len().saturating_sub(1) {
            found.insert(fold(&run[start..].iter().collect::<String>()));
        }
        if word.ends_with(['.', '?', '!', ';']) {
            run.clear();
        }
    }
    found
}

/// Returns the digits of a word, first all together, then run by run; empty without digits.
fn figures(word: &str) -> Vec<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let whole: String = word.chars().filter(|c| is_digit(*c)).collect();
    if whole.is_empty() {
        return Vec::new();
    }
    let runs = word.split(|c| !is_digit(c)).filter(|run| !run.is_empty());
    let plain = |run: &str| match run.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    };
    std::iter::once(plain(&whole))
        .chain(runs.map(plain))
        .collect()
}

/// Returns a word without punctuation at its ends and without the suffix after its apostrophe,
/// whole and in parts: `F-1` is `F1`, `F` and `1`.
fn names(word: &str) -> impl Iterator<Item = String> {
    let start = word
        .split(['\'', '’'])
        .find(|part| part.contains(char::is_alphanumeric));
    let start = start.unwrap_or_default();
    let whole: String = start.chars().filter(|c| c.is_alphanumeric()).collect();
    let parts: Vec<&str> = start.split(|c: char| !c.is_alphanumeric()).collect();
    let parts = parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(str::to_owned);
    let parts: Vec<String> = parts.collect();
    let is_compound = parts.len() > 1;
    let all = std::iter::once(whole).chain(if is_compound { parts } else { Vec::new() });
    all.filter(|name| !name.is_empty())
}

/// Whether a word has two capitals, or a capital and a digit.
fn is_code(word: &str) -> bool {
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let has_digit = word.chars().any(|c| c.is_ascii_digit());
    capitals >= 2 || (capitals == 1 && has_digit)
}

fn is_capitalised(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().next().is_some_and(char::is_uppercase)
}
