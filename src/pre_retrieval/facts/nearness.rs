//! Computes how near facts are to a question that none of them certainly answers, to select the
//! offers.
//!
//! Nearness is the cosine similarity of the words in common. Their features are stems and letter
//! trigrams, which match words that differ by a stemmer's error or by the keyboard. A fact counts
//! as a whole, with its answer, and by its nearest wording. Nearness does not justify asserting a
//! fact: questions that a fact does not answer can be as near to it as those that it answers.

use super::words::{FactWord, QuestionWords};
use crate::pre_retrieval::question_kind::QuestionKind;

/// Weight of a trigram, relative to 1 for a stem.
const TRIGRAM: f32 = 0.5;

/// Weight of a code or a number, which has no trigrams: `2026` is not nearly `2027`.
const CODE: f32 = 1.5;

/// Weight of a word that only the answer has.
const IN_ANSWER: f32 = 0.6;

/// Share of the nearest wording in the similarity; the fact as a whole has the remaining share.
const OF_WORDING: f64 = 0.25;

/// Factor of the similarity if the fact is asked for the same kind of thing.
const SAME_KIND: f64 = 1.2;

/// Factor of the similarity if the question asks how, why, or yes or no, and the fact answers
/// another kind: pages answer such questions more often.
const OTHER_KIND: f64 = 0.7;

/// Number of hash values. Features are numbered by their hash, so no table of features is needed.
/// Two features with the same number count as one, which is rare among the features of one question
/// and one fact.
const NUMBERS: usize = 1 << 15;

/// The features of all facts.
#[derive(Debug, Default)]
pub(super) struct Nearness {
    profiles: Vec<Profile>,
    kinds: Vec<QuestionKind>,
    /// Number of facts with each feature.
    frequencies: Vec<u32>,
}

/// The features of a fact as a whole, or of one of its wordings.
#[derive(Debug)]
struct Profile {
    fact: usize,
    is_whole: bool,
    features: Vec<(u16, f32)>,
    length: f64,
}

/// Features by number, each with its largest added weight.
pub(super) struct Bag {
    weights: Vec<f32>,
    added: Vec<u16>,
}

impl Bag {
    pub(super) fn new() -> Self {
        Self {
            weights: vec![0.0; NUMBERS],
            added: Vec::new(),
        }
    }

    fn add(&mut self, feature: u16, weight: f32) {
        let own = &mut self.weights[usize::from(feature)];
        if *own <= 0.0 {
            self.added.push(feature);
        }
        *own = own.max(weight);
    }

    fn add_words(&mut self, words: &QuestionWords, weight: f32) {
        for word in words.subjects() {
            for_each_feature(word, &mut |feature, own| self.add(feature, own * weight));
        }
    }

    /// Removes and returns the features.
    fn take(&mut self) -> Vec<(u16, f32)> {
        let taken = std::mem::take(&mut self.added).into_iter();
        let weights = &mut self.weights;
        taken
            .map(|feature| (feature, std::mem::take(&mut weights[usize::from(feature)])))
            .collect()
    }
}

impl Nearness {
    /// Adds the next fact. `bag` is an empty buffer.
    pub(super) fn add(
        &mut self,
        wordings: &[&QuestionWords],
        answer: &QuestionWords,
        kind: QuestionKind,
        bag: &mut Bag,
    ) {
        self.frequencies.resize(NUMBERS, 0);
        for words in wordings {
            bag.add_words(words, 1.0);
            self.push(false, bag.take());
        }
        for words in wordings {
            bag.add_words(words, 1.0);
        }
        bag.add_words(answer, IN_ANSWER);
        for feature in &bag.added {
            self.frequencies[usize::from(*feature)] += 1;
        }
        self.push(true, bag.take());
        self.kinds.push(kind);
    }

    fn push(&mut self, is_whole: bool, features: Vec<(u16, f32)>) {
        self.profiles.push(Profile {
            fact: self.kinds.len(),
            is_whole,
            features,
            length: 0.0,
        });
    }

    /// Computes the weights of features, after all facts are added.
    pub(super) fn finish(&mut self) {
        // Computes one logarithm per feature instead of one per feature and fact.
        let has_any = |number: &usize| self.frequencies[*number] > 0;
        let mut rarities = vec![0.0; self.frequencies.len()];
        for number in (0..rarities.len()).filter(has_any) {
            rarities[number] = self.rarity(number);
        }
        for profile in &mut self.profiles {
            profile.length = length(&profile.features, &|number| rarities[number]);
        }
    }

    /// Returns whether a fact has the word.
    pub(super) fn knows(&self, word: &FactWord) -> bool {
        let frequency = self.frequencies.get(usize::from(stem_feature(word)));
        frequency.is_some_and(|facts| *facts > 0)
    }

    /// Returns the similarity of each fact to the question. `asked` returns the question's words as
    /// the fact's language reads them.
    pub(super) fn similarities<'w>(&self, asked: &dyn Fn(usize) -> &'w QuestionWords) -> Vec<f64> {
        let mut similarities = vec![0.0; self.kinds.len()];
        let mut readings: Vec<(&QuestionWords, Bag)> = Vec::new();
        let mut nearest: f64 = 0.0;
        for profile in &self.profiles {
            let words = asked(profile.fact);
            let mut known = readings.iter();
            let at = known.position(|(own, _)| std::ptr::eq(*own, words));
            let at = at.unwrap_or_else(|| {
                readings.push((words, self.weighed(words)));
                readings.len() - 1
            });
            let cosine = profile.cosine(&readings[at].1);
            if !profile.is_whole {
                nearest = nearest.max(cosine);
                continue;
            }
            // A fact as a whole follows its wordings.
            let both = OF_WORDING * nearest + (1.0 - OF_WORDING) * cosine;
            similarities[profile.fact] = both * kinds(words.kind, self.kinds[profile.fact]);
            nearest = 0.0;
        }
        similarities
    }

    /// Returns the question's features, normalised by its length and weighted by rarity.
    fn weighed(&self, words: &QuestionWords) -> Bag {
        let mut bag = Bag::new();
        bag.add_words(words, 1.0);
        let features = bag.take();
        let length = length(&features, &|number| self.rarity(number));
        for (feature, weight) in features {
            let rarity = self.rarity(usize::from(feature));
            #[allow(clippy::cast_possible_truncation)] // as weights are kept
            let share = (rarity / length) as f32;
            bag.add(feature, weight * share);
        }
        bag
    }

    /// Returns the inverse document frequency of a feature over the facts.
    fn rarity(&self, number: usize) -> f64 {
        let facts = f64::from(self.frequencies[number]);
        libm::log(1.0 + (self.kinds.len() as f64 + 1.0) / (facts + 0.5))
    }
}

impl Profile {
    fn cosine(&self, asked: &Bag) -> f64 {
        let features = self.features.iter();
        let common: f64 = features
            .map(|(feature, weight)| f64::from(asked.weights[usize::from(*feature)] * weight))
            .sum();
        if common > 0.0 {
            common / self.length
        } else {
            0.0
        }
    }
}

/// Returns the length of a vector whose squares are weighted by rarity.
fn length(features: &[(u16, f32)], rarity: &dyn Fn(usize) -> f64) -> f64 {
    let features = features.iter();
    let squares = features
        .map(|(feature, weight)| f64::from(weight * weight) * rarity(usize::from(*feature)));
    libm::sqrt(squares.sum())
}

/// Returns the factor for the kinds of a question and of a fact.
fn kinds(asked: QuestionKind, known: QuestionKind) -> f64 {
    match asked {
        QuestionKind::Open => 1.0,
        asked if asked == known => SAME_KIND,
        QuestionKind::YesNo | QuestionKind::How | QuestionKind::Why => OTHER_KIND,
        _ => 1.0,
    }
}

/// Calls `give` with the stem, the word's meaning on the site, and the trigrams of the fold key
/// with its boundaries.
fn for_each_feature(word: &FactWord, give: &mut dyn FnMut(u16, f32)) {
    let key = &word.word.key;
    let is_code = key.bytes().any(|byte| byte.is_ascii_digit());
    give(stem_feature(word), if is_code { CODE } else { 1.0 });
    if word.meaning != 0 {
        give(hash(b"m", &word.meaning.to_le_bytes()), 1.0);
    }
    if !is_code {
        let ended = format!("^{key}$");
        for trigram in ended.as_bytes().windows(3) {
            give(hash(b"", trigram), TRIGRAM);
        }
    }
}

fn stem_feature(word: &FactWord) -> u16 {
    hash(b"s", word.word.stem.as_bytes())
}

/// Computes FNV-1a (Fowler, Noll, Vo), which is the same on every machine.
fn hash(kind: &[u8], bytes: &[u8]) -> u16 {
    let mut hash = 0x811c_9dc5_u32;
    for byte in kind.iter().chain(bytes) {
        hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    }
    // The upper bits are mixed best.
    let [high, low, ..] = hash.to_be_bytes();
    u16::from_be_bytes([high & 0x7f, low])
}
