//! Words typed without the space between them: `openathens` where the site has `Open Athens`.

use crate::index::Index;
use crate::index::format::{Vocabulary, Walker, fold_letter};
use crate::needs::Attempt;
use crate::text::fold;

/// Letters of the shortest of the words: shorter ones are parts of too many words.
const SHORTEST: usize = 3;

/// Returns the two words of a vocabulary that a fold key consists of, if there are any: those whose
/// rarer word is the most common.
pub(super) fn two_words(vocabulary: &Vocabulary, key: &str) -> Option<[String; 2]> {
    let letters: Vec<char> = key.chars().collect();
    let none = || vec![None; letters.len()];
    let mut parts = Parts {
        fronts: none(),
        backs: none(),
        letters: &letters,
    };
    vocabulary.walk(&mut parts);
    let pairs = parts.fronts.iter().zip(&parts.backs);
    let pairs = pairs.filter_map(|(front, back)| front.as_ref().zip(back.as_ref()));
    let (front, back) = pairs.max_by_key(|(front, back)| front.1.min(back.1))?;
    Some([front.0.clone(), back.0.clone()])
}

/// Returns whether a chunk has both words: `wordpress` is none of a site with `word` on one page and
/// `press` on another.
pub(super) fn are_together(
    index: &Index,
    language: usize,
    front: &str,
    back: &str,
) -> Attempt<bool> {
    let mut chunks = [Vec::new(), Vec::new()];
    for (word, chunks) in [front, back].into_iter().zip(&mut chunks) {
        let spellings = index.spellings(language, &fold(word))?;
        index.require_lists(&spellings.iter().collect::<Vec<_>>(), true)?;
        for spelling in &spellings {
            let postings = index.postings(spelling, true)?;
            chunks.extend(postings.iter().map(|posting| posting.chunk));
        }
    }
    let [fronts, backs] = chunks;
    Ok(fronts.iter().any(|chunk| backs.contains(chunk)))
}

/// Collects the words that a key begins or ends with, by the place at which it would be divided.
struct Parts<'k> {
    letters: &'k [char],
    fronts: Vec<Option<(String, u8)>>,
    backs: Vec<Option<(String, u8)>>,
}

impl Walker for Parts<'_> {
    fn letter(&mut self, at: usize, letter: char) -> bool {
        // A front has the letters in their order, and a back only those behind the shortest front.
        self.letters.get(at) == Some(&letter)
            || self.letters[SHORTEST.min(self.letters.len())..].contains(&letter)
    }

    fn word(&mut self, spelling: &[char], commonness: u8) {
        let key = spelling.iter().map(|letter| fold_letter(*letter));
        let Some(rest) = self.letters.len().checked_sub(spelling.len()) else {
            return;
        };
        if spelling.len() < SHORTEST || rest < SHORTEST {
            return;
        }
        let word = || Some((spelling.iter().collect(), commonness));
        if key
            .clone()
            .eq(self.letters[..spelling.len()].iter().copied())
        {
            self.fronts[spelling.len()] = word();
        }
        if key.eq(self.letters[rest..].iter().copied()) {
            self.backs[rest] = word();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::format::VocabularyBuilder;

    fn divided(key: &str, words: &[(&str, u32)]) -> Option<String> {
        let mut builder = VocabularyBuilder::default();
        for (word, chunks) in words {
            builder.push(fold(word), word, *chunks);
        }
        two_words(&builder.finish(), key).map(|words| words.join(" "))
    }

    #[test]
    fn r11_a_missing_space_is_found_between_words_of_the_site() {
        let words = [
            ("açık", 2),
            ("athens", 1),
            ("belgesi", 3),
            ("open", 4),
            ("öğrenci", 9),
        ];
        assert_eq!(
            divided("openathens", &words).as_deref(),
            Some("open athens")
        );
        assert_eq!(
            divided("ogrencibelgesi", &words).as_deref(),
            Some("öğrenci belgesi")
        );
        for other in [
            "openathen",
            "athens",
            "open",
            "xopenathens",
            "openopenathens",
            "",
        ] {
            assert_eq!(divided(other, &words), None, "{other}");
        }
    }

    #[test]
    fn r11_of_two_divisions_the_one_of_common_words_is_meant() {
        let words = [("car", 9), ("cart", 1), ("rack", 1), ("track", 8)];
        assert_eq!(divided("cartrack", &words).as_deref(), Some("car track"));
    }
}
