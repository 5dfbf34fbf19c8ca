//! Turns texts into samples that resemble questions: sentences, and parts of sentences.
//!
//! Questions are short and use the words of the texts. So parts of a sentence, three to eight words
//! at random places, are samples too.

use std::collections::HashSet;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use soru::text::sentences;

/// The maximum length of a sentence in words, because questions are not longer.
const MOST_WORDS: usize = 40;

/// Sentences up to this many words resemble questions, and need no parts.
const SHORT: usize = 8;

const PART: std::ops::RangeInclusive<u64> = 3..=8;

/// The sentences of texts, without duplicates.
#[derive(Debug, Default)]
pub(super) struct Samples {
    sentences: Vec<String>,
    known: HashSet<String>,
}

impl Samples {
    /// Adds the sentences of a text.
    pub(super) fn add(&mut self, text: &str) {
        for range in sentences(text) {
            let words: Vec<&str> = text[range].split_whitespace().take(MOST_WORDS).collect();
            let sentence = words.join(" ");
            let is_informative = sentence.chars().any(char::is_alphanumeric);
            if is_informative && self.known.insert(sentence.clone()) {
                self.sentences.push(sentence);
            }
        }
    }

    /// Returns sentences and parts of them, without duplicates, in an order determined by the seed.
    pub(super) fn texts(&self, seed: u64) -> Vec<String> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut known = self.known.clone();
        let mut texts = self.sentences.clone();
        for sentence in &self.sentences {
            let words: Vec<&str> = sentence.split_whitespace().collect();
            if words.len() > SHORT {
                let part = part(&words, &mut random);
                if known.insert(part.clone()) {
                    texts.push(part);
                }
            }
        }
        shuffle(&mut texts, &mut random);
        texts
    }
}

fn part(words: &[&str], random: &mut Xoshiro256PlusPlus) -> String {
    let length =
        below(random, PART.end() - PART.start() + 1) + usize::try_from(*PART.start()).unwrap_or(0);
    let length = length.min(words.len());
    let start = below(random, (words.len() - length + 1) as u64);
    words[start..start + length].join(" ")
}

/// Returns a random whole number below `bound`, which is above 0.
#[allow(clippy::cast_possible_truncation)] // no greater than a length
fn below(random: &mut Xoshiro256PlusPlus, bound: u64) -> usize {
    (random.next_u64() % bound) as usize
}

/// Shuffles uniformly (R. Durstenfeld, 1964).
fn shuffle<T>(items: &mut [T], random: &mut Xoshiro256PlusPlus) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(random, last as u64 + 1));
    }
}
