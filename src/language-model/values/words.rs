//! Recognises words near figures: months, units, and numbers in words, in every language of the
//! engine.

use soru::text::numbers::month as full_month;
use soru::text::{Language, fold};

/// A unit of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Dollar,
    Euro,
    Lira,
    Pound,
    Percent,
}

impl Unit {
    pub(super) fn of_sign(c: char) -> Option<Self> {
        match c {
            '$' => Some(Self::Dollar),
            '€' => Some(Self::Euro),
            '₺' => Some(Self::Lira),
            '£' => Some(Self::Pound),
            '%' => Some(Self::Percent),
            _ => None,
        }
    }

    /// Returns the unit of a word, with its Turkish endings.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        let key = fold(word);
        let is = |names: &[&str]| names.contains(&key.as_str());
        let begins = |names: &[&str]| {
            names.iter().any(|name| {
                key.strip_prefix(name)
                    .is_some_and(|ending| ending.len() <= 6)
            })
        };
        if is(&["usd", "us"]) || begins(&["dolar", "dollar"]) {
            Some(Self::Dollar)
        } else if is(&["eur"]) || begins(&["euro", "avro"]) {
            Some(Self::Euro)
        } else if is(&["tl", "try"]) || begins(&["lira"]) {
            Some(Self::Lira)
        } else if is(&["gbp"]) || begins(&["pound", "sterlin"]) {
            Some(Self::Pound)
        } else if is(&["percent", "percentage", "pct"]) || begins(&["yuzde"]) {
            Some(Self::Percent)
        } else {
            None
        }
    }
}

/// Returns the number of zeros that a word after figures adds.
pub(super) fn zeros(word: &str) -> Option<usize> {
    let key = fold(word);
    let mut languages = Language::KNOWN.iter();
    let at = languages.find_map(|(_, own)| {
        let mut names = own.numbers().multiples.iter();
        names.position(|name| *name == key)
    })?;
    Some(3 * at + 3)
}

/// Returns the number of a month's name, short or with an ending (`Mayıs'ta`, `Mayısa`).
pub(super) fn month(word: &str) -> Option<u16> {
    let key = fold(word);
    // `may 5` is not a date, because it may mean five of something.
    if key == "may" && word == "may" {
        return None;
    }
    full_month(word)
        .or_else(|| short_month(&key))
        .or_else(|| with_ending(&key))
}

fn short_month(key: &str) -> Option<u16> {
    let mut languages = Language::KNOWN.iter();
    position(languages.find_map(|(_, own)| {
        let mut months = own.numbers().short_months.iter();
        months.position(|names| names.contains(&key))
    }))
}

fn with_ending(key: &str) -> Option<u16> {
    Language::KNOWN
        .iter()
        .find_map(|(_, own)| ending_of(key, *own))
}

fn ending_of(key: &str, language: Language) -> Option<u16> {
    let own = language.numbers();
    let ends = |name: &str| {
        key.strip_prefix(name)
            .is_some_and(|end| own.month_endings.contains(&end))
    };
    let mut changed = own.changed_months.iter();
    let changed = changed
        .find(|(name, _)| ends(name))
        .map(|(_, month)| *month);
    let mut months = language.months().iter();
    changed.or_else(|| position(months.position(|name| ends(&fold(name)))))
}

fn position(at: Option<usize>) -> Option<u16> {
    u16::try_from(at? + 1).ok()
}

/// Returns the number at the beginning of the words, its number of words, and their language.
pub(super) fn number_in_words(words: &[&str]) -> Option<(u32, usize, Language)> {
    // The sum consists of the thousands, and the part before the next thousand.
    let (mut total, mut part, mut length) = (0_u32, 0_u32, 0);
    let mut last = u32::MAX;
    let mut language = None;
    for (at, word) in words.iter().enumerate() {
        let key = fold(word);
        let Some((value, own)) = value(&key) else {
            // This reads "a hundred and five".
            if is_within(&key) && length > 0 && last >= 100 {
                continue;
            }
            break;
        };
        // `on two days` is not twelve, because the words are in two languages.
        if language.is_some_and(|language| language != own) {
            break;
        }
        // "Twenty-five" and "a hundred and five" continue a number; "five twenty" does not.
        let continues = length == 0 || value < 10 && (last == 10 || last >= 20) || last >= 100;
        match value {
            1000 => {
                total = total.saturating_add(part.max(1).saturating_mul(1000));
                part = 0;
            }
            100 => part = part.max(1).saturating_mul(100),
            _ if continues => part += value,
            _ => break,
        }
        (last, length, language) = (value, at + 1, Some(own));
    }
    language.map(|language| (total.saturating_add(part), length, language))
}

fn is_within(key: &str) -> bool {
    let mut languages = Language::KNOWN.iter();
    languages.any(|(_, own)| own.numbers().within == key)
}

fn value(key: &str) -> Option<(u32, Language)> {
    Language::KNOWN.iter().find_map(|(_, own)| {
        let mut numbers = own.numbers().numbers.iter();
        let (_, number) = numbers.find(|(word, _)| *word == key)?;
        Some((*number, *own))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r35_numbers_in_words_are_recognised() {
        for (text, number, length) in [
            ("twenty five days", Some(25), 2),
            ("one hundred and five", Some(105), 4),
            ("one hundred and students", Some(100), 2),
            ("two thousand five hundred", Some(2500), 4),
            ("five seven", Some(5), 1),
            ("yirmi beş iş günü", Some(25), 2),
            ("iki yüz elli", Some(250), 3),
            ("on iki ay", Some(12), 2),
            ("on two days", Some(10), 1),
            ("bin beş yüz", Some(1500), 3),
            ("and then", None, 0),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let found = number_in_words(&words);
            assert_eq!(found.map(|(number, ..)| number), number, "{text}");
            assert_eq!(found.map_or(0, |(_, length, _)| length), length, "{text}");
        }
    }

    #[test]
    fn r35_months_are_recognised_by_name_short_name_and_with_endings() {
        for (word, number) in [
            ("May", Some(5)),
            ("may", None),
            ("Sept", Some(9)),
            ("EYLÜL", Some(9)),
            ("Eylülde", Some(9)),
            ("Aralığa", Some(12)),
            ("Ağu", Some(8)),
            ("Martin", Some(3)),
            ("Marta", Some(3)),
            ("Maybe", None),
            ("day", None),
        ] {
            assert_eq!(month(word), number, "{word}");
        }
    }
}
