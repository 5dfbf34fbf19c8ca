//! Words near figures: months, units, and numbers in words, in both languages.

use crate::text::numbers::month as full_month;
use crate::text::{Language, fold};

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
    match key.as_str() {
        "bin" | "thousand" => Some(3),
        "milyon" | "million" => Some(6),
        "milyar" | "billion" => Some(9),
        _ => None,
    }
}

/// Returns the number of a month's name, short or with an ending (`Mayıs'ta`, `Mayısa`).
pub(super) fn month(word: &str) -> Option<u16> {
    let key = fold(word);
    // `may 5` is not a date if it may mean five of something.
    if key == "may" && word == "may" {
        return None;
    }
    full_month(word)
        .or_else(|| short_month(&key))
        .or_else(|| with_ending(&key))
}

fn short_month(key: &str) -> Option<u16> {
    const SHORT: [[&str; 3]; 12] = [
        ["jan", "oca", "oca"],
        ["feb", "sub", "sub"],
        ["mar", "mar", "mar"],
        ["apr", "nis", "nis"],
        ["may", "may", "may"],
        ["jun", "haz", "haz"],
        ["jul", "tem", "tem"],
        ["aug", "agu", "agu"],
        ["sep", "sept", "eyl"],
        ["oct", "eki", "eki"],
        ["nov", "kas", "kas"],
        ["dec", "ara", "ara"],
    ];
    position(SHORT.iter().position(|names| names.contains(&key)))
}

fn with_ending(key: &str) -> Option<u16> {
    const TURKISH: [&str; 12] = [
        "ocak", "subat", "mart", "nisan", "mayis", "haziran", "temmuz", "agustos", "eylul", "ekim",
        "kasim", "aralik",
    ];
    // The last consonant of `aralık` and `ocak` changes: `aralığa`, `ocağa`.
    const CHANGED: [(&str, u16); 2] = [("aralig", 12), ("ocag", 1)];
    const ENDINGS: [&str; 20] = [
        "a", "e", "i", "u", "da", "de", "ta", "te", "dan", "den", "tan", "ten", "in", "un", "nin",
        "dir", "ya", "ye", "daki", "deki",
    ];
    let ends = |name: &str| {
        key.strip_prefix(name)
            .is_some_and(|end| ENDINGS.contains(&end))
    };
    let changed = CHANGED
        .iter()
        .find(|(name, _)| ends(name))
        .map(|(_, month)| *month);
    changed.or_else(|| position(TURKISH.iter().position(|name| ends(name))))
}

fn position(at: Option<usize>) -> Option<u16> {
    u16::try_from(at? + 1).ok()
}

/// Returns the number at the beginning of the words, its number of words, and their language.
pub(super) fn number_in_words(words: &[&str]) -> Option<(u32, usize, Language)> {
    // The sum: thousands, and the part before the next thousand.
    let (mut total, mut part, mut length) = (0_u32, 0_u32, 0);
    let mut last = u32::MAX;
    let mut language = None;
    for (at, word) in words.iter().enumerate() {
        let key = fold(word);
        let Some((value, own)) = value(&key) else {
            // A hundred and five.
            if key == "and" && length > 0 && last >= 100 {
                continue;
            }
            break;
        };
        // `on two days` is not twelve.
        if language.is_some_and(|language| language != own) {
            break;
        }
        // Twenty-five, a hundred and five; not: five twenty.
        let goes_on = length == 0 || value < 10 && (last == 10 || last >= 20) || last >= 100;
        match value {
            1000 => {
                total = total.saturating_add(part.max(1).saturating_mul(1000));
                part = 0;
            }
            100 => part = part.max(1).saturating_mul(100),
            _ if goes_on => part += value,
            _ => break,
        }
        (last, length, language) = (value, at + 1, Some(own));
    }
    language.map(|language| (total.saturating_add(part), length, language))
}

fn value(key: &str) -> Option<(u32, Language)> {
    const ENGLISH: usize = 29;
    const WORDS: [(&str, u32); 49] = [
        ("one", 1),
        ("two", 2),
        ("three", 3),
        ("four", 4),
        ("five", 5),
        ("six", 6),
        ("seven", 7),
        ("eight", 8),
        ("nine", 9),
        ("ten", 10),
        ("eleven", 11),
        ("twelve", 12),
        ("thirteen", 13),
        ("fourteen", 14),
        ("fifteen", 15),
        ("sixteen", 16),
        ("seventeen", 17),
        ("eighteen", 18),
        ("nineteen", 19),
        ("twenty", 20),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
        ("hundred", 100),
        ("thousand", 1000),
        ("bir", 1),
        ("iki", 2),
        ("uc", 3),
        ("dort", 4),
        ("bes", 5),
        ("alti", 6),
        ("yedi", 7),
        ("sekiz", 8),
        ("dokuz", 9),
        ("on", 10),
        ("yirmi", 20),
        ("otuz", 30),
        ("kirk", 40),
        ("elli", 50),
        ("altmis", 60),
        ("yetmis", 70),
        ("seksen", 80),
        ("doksan", 90),
        ("yuz", 100),
        ("bin", 1000),
    ];
    let at = WORDS.iter().position(|(word, _)| *word == key)?;
    let language = if at < ENGLISH {
        Language::English
    } else {
        Language::Turkish
    };
    Some((WORDS[at].1, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r35_numbers_in_words_are_known() {
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
    fn r35_months_are_known_by_name_short_name_and_with_endings() {
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
