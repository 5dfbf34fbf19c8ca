//! Finds words in the text that they were copied from, character by character. Only whitespace may
//! differ.

use std::ops::Range;

use soru_ingest::tidy_line;

/// The first character of scripts that do not separate words by spaces.
const WITHOUT_SPACES: char = '\u{2e80}';

/// Returns the place of words in a text; none if the text does not contain them as whole words. A
/// model may have added quotation marks or a full stop.
pub(crate) fn extent(text: &str, words: &str) -> Option<Range<usize>> {
    let words = tidy_line(words);
    let bare = words.trim_matches(['"', '\'', '“', '”', '„', '«', '»']);
    let bare = bare.trim();
    let unended = bare.strip_suffix('.').unwrap_or(bare);
    let mut readings = [words.as_str(), bare, unended].into_iter();
    readings.find_map(|words| place_of(text, words))
}

fn place_of(text: &str, words: &str) -> Option<Range<usize>> {
    if !words.contains(char::is_alphanumeric) {
        return None;
    }
    let first = words.split(' ').next()?;
    let places = text.match_indices(first);
    let mut places = places.filter_map(|(at, _)| {
        let end = end_of(&text[at..], words)?;
        Some(at..at + end)
    });
    places.find(|place| is_whole(text, place))
}

/// Returns the end of words at the beginning of a text.
fn end_of(text: &str, words: &str) -> Option<usize> {
    let mut rest = text;
    for (number, word) in words.split(' ').enumerate() {
        let next = rest.trim_start();
        if number > 0 && next.len() == rest.len() {
            return None;
        }
        rest = next.strip_prefix(word)?;
    }
    Some(text.len() - rest.len())
}

/// Whether a place neither begins nor ends within a word.
pub(super) fn is_whole(text: &str, place: &Range<usize>) -> bool {
    let cuts = |at: usize| {
        let (before, after) = text.split_at(at);
        let sides = [before.chars().next_back(), after.chars().next()];
        sides.iter().all(|side| side.is_some_and(is_of_a_word))
    };
    !cuts(place.start) && !cuts(place.end)
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() && c < WITHOUT_SPACES
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "Fees are due\nin May. Ask for the form HR-17,\n  then pay.";

    #[test]
    fn words_are_found_character_by_character_and_whole() {
        for (words, found) in [
            ("due in May", Some("due\nin May")),
            (
                "\u{201c}Ask for the form HR-17.\u{201d}",
                Some("Ask for the form HR-17"),
            ),
            ("HR-17, then pay.", Some("HR-17,\n  then pay.")),
            ("due in  June", None),
            ("Due in May", None),
            ("ue in May", None),
            ("due in Ma", None),
            ("duein May", None),
            (".", None),
            ("", None),
        ] {
            let place = extent(TEXT, words);
            assert_eq!(place.map(|place| &TEXT[place]), found, "{words}");
        }
        // Words in scripts without spaces have no visible ends.
        assert_eq!(extent("学费五月到期", "五月"), Some(6..12));
    }

    proptest! {
        #[test]
        fn a_place_has_the_words_that_were_sought(text in "[ab .\\n]{0,20}", words in "[ab .]{0,6}") {
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(place) = extent(&text, &words) {
                prop_assert!(plain(&words).starts_with(&plain(&text[place])));
            }
        }

        #[test]
        fn no_words_panic(text in any::<String>(), words in any::<String>()) {
            let place = extent(&text, &words);
            prop_assert!(place.is_none_or(|place| text.get(place).is_some()));
        }
    }
}
