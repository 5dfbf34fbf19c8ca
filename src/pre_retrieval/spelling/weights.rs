//! Weights of corrected and of typed words.

use super::SpellingSettings;
use crate::query::{Certainty, Correction, Origin, Query, Reading, Term};
use crate::text::{fold, tokenise};

impl SpellingSettings {
    /// Sets the weights in a query that was analysed again with its corrections: those of the
    /// corrected words, and of the typed words, which are added beside them.
    pub fn weigh(&self, query: &mut Query) {
        for reading in &mut query.readings {
            for correction in &query.corrections {
                self.weigh_in(reading, correction);
            }
        }
    }

    fn weigh_in(&self, reading: &mut Reading, correction: &Correction) {
        let is_doubtful = correction.certainty == Certainty::Doubtful;
        let (repaired_weight, typed_weight, typed_origin) = if is_doubtful {
            (self.doubtful_weight, 1.0, Origin::Typed)
        } else {
            (self.repaired_weight, self.typed_weight, Origin::Extra)
        };
        let words = fold(&correction.to);
        let is_corrected = |term: &&mut Term| words.split(' ').any(|word| word == term.key);
        let mut position = 0;
        for term in reading.terms.iter_mut().filter(is_corrected) {
            term.weight *= repaired_weight;
            // The visitor did not state which spelling is meant.
            term.careful = false;
            position = term.position;
            if is_doubtful && term.origin == Origin::Typed {
                term.origin = Origin::Extra;
            }
        }
        for token in tokenise(&correction.from, reading.language) {
            let known = reading.terms.iter().any(|term| term.surface == token.text);
            if token.is_word() && !known {
                let mut term = Term::new(&token.text, reading.language, typed_weight, typed_origin);
                term.position = position;
                reading.terms.push(term);
            }
        }
    }
}
