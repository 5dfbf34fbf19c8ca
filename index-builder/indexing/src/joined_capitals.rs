//! Finds the parts of names in joined capitals, such as `OpenAthens`, which visitors type as
//! separate words.
//!
//! Each part becomes a row of the dictionary beside the rows of compounds (`compounds.rs`): it finds
//! the name, and weighs less than the word itself, so `Java` is not `JavaScript`. Names of people and
//! products that begin with one small letter or `Mc` are single words: `iPhone`, `McDonald`.

use soru::text::{is_alphabetic, is_capital, is_small};

/// The minimum number of letters of a part. Shorter parts, as in `MyCampus`, say little about the
/// name.
const SHORTEST: usize = 4;

/// The minimum number of letters of a part in a name without longer parts, such as `LabNet`.
const SHORTEST_OF_SHORT: usize = 3;

/// The maximum number of parts; longer words are data.
const MOST: usize = 5;

/// Returns the parts of a name in joined capitals; none for other words.
pub(super) fn joined_capitals(written: &str) -> Vec<&str> {
    // Most words have no capital after their first letters.
    let mut behind = written.chars().skip(2);
    if !behind.any(is_capital) {
        return Vec::new();
    }
    let end = written.find(|c| !is_alphabetic(c)).unwrap_or(written.len());
    let parts = parts(&written[..end]);
    let shortest = |length: usize| move |part: &&str| part.chars().nth(length - 1).is_some();
    let is_name = (2..=MOST).contains(&parts.len()) && parts.iter().all(shortest(2));
    if !is_name || parts[0] == "Mc" {
        return Vec::new();
    }
    if !parts.iter().any(shortest(SHORTEST)) && parts.iter().all(shortest(SHORTEST_OF_SHORT)) {
        return parts;
    }
    parts.into_iter().filter(shortest(SHORTEST)).collect()
}

/// Cuts a word before every capital that follows a small letter, and before the last of several
/// capitals if a small letter follows: `HTMLEditor`.
fn parts(word: &str) -> Vec<&str> {
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    let begins = |at: &usize| {
        let [before, own] = [letters[at - 1].1, letters[*at].1];
        let behind = letters.get(at + 1).map(|(_, c)| *c);
        is_capital(own) && (is_small(before) || behind.is_some_and(is_small))
    };
    let mut cuts = vec![0];
    cuts.extend((1..letters.len()).filter(begins).map(|at| letters[at].0));
    cuts.push(word.len());
    cuts.windows(2).map(|cut| &word[cut[0]..cut[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_names_in_joined_capitals_have_parts() {
        for (name, parts) in [
            ("OpenAthens", vec!["Open", "Athens"]),
            ("StudyPilot'ın", vec!["Study", "Pilot"]),
            ("HTMLEditor", vec!["HTML", "Editor"]),
            (
                "ÖğrenciİşleriOtomasyonu",
                vec!["Öğrenci", "İşleri", "Otomasyonu"],
            ),
            ("MyCampus", vec!["Campus"]),
            ("LabNet", vec!["Lab", "Net"]),
        ] {
            assert_eq!(joined_capitals(name), parts, "{name}");
        }
    }

    #[test]
    fn other_words_have_no_parts() {
        for word in [
            "", "open", "Open", "OPEN", "iPhone", "McDonald", "eCampus", "PhD", "LaTeX", "TL",
            "a-B", "H1B", "LabOS",
        ] {
            assert!(joined_capitals(word).is_empty(), "{word}");
        }
    }
}
