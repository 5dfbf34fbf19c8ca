//! Normalises numbers, times, dates, ranges of years and ordinals to one spelling.

use super::super::{Language, fold};

/// The single spelling of a number, and a second one that also matches.
#[derive(Debug, PartialEq, Eq)]
pub struct Number {
    /// The number without grouping, with `.` before decimals.
    pub text: String,
    /// The number without insignificant zeros: `22` for `22.00`, `3.5` for `3.50`, `8` for `08`.
    pub plain: Option<String>,
}

/// Reads a run that begins with a digit. `85,000` and `85.000` are `85000`, `1.500,50` is
/// `1500.50`, `08:30` is `8.30`; versions (`2.4.1`) and codes stay as they are.
pub fn number(run: &str) -> Number {
    let mut text = ungrouped(&run.replace(':', "."));
    // This applies to `08.30`, but not to `0.5` or a telephone number.
    let bytes = text.as_bytes();
    if bytes.len() > 3 && bytes[0] == b'0' && bytes[1].is_ascii_digit() && bytes[2] == b'.' {
        text.remove(0);
    }
    let plain = Some(without_zeros(&text))
        .filter(|plain| *plain != text)
        .map(str::to_owned);
    Number { text, plain }
}

fn without_zeros(text: &str) -> &str {
    if is_digits(text) {
        return match text.strip_prefix('0') {
            Some(rest) if rest.len() == 1 && rest != "0" => rest,
            _ => text,
        };
    }
    match text.split_once('.') {
        Some((whole, decimals))
            if decimals.len() == 2 && is_digits(decimals) && is_digits(whole) =>
        {
            text.trim_end_matches('0').trim_end_matches('.')
        }
        _ => text,
    }
}

fn ungrouped(text: &str) -> String {
    let groups: Vec<&str> = text.split(['.', ',']).collect();
    let separators: Vec<char> = text.chars().filter(|c| matches!(c, '.' | ',')).collect();
    let grouped = |groups: &[&str]| groups.iter().skip(1).all(|group| group.len() == 3);
    let Some(last) = separators.last() else {
        return text.to_owned();
    };
    if !groups.iter().all(|group| is_digits(group)) || groups[0].len() > 3 {
        return text.replace(',', ".");
    }
    let uniform = separators.iter().all(|c| c == last);
    if uniform && grouped(&groups) {
        return groups.concat();
    }
    let (whole, decimals) = groups.split_at(groups.len() - 1);
    if grouped(whole) && (separators.len() == 1 || !uniform) {
        return format!("{}.{}", whole.concat(), decimals[0]);
    }
    text.replace(',', ".")
}

pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Returns a number of at most four digits.
fn small(text: &str) -> Option<u16> {
    text.parse()
        .ok()
        .filter(|_| is_digits(text) && text.len() <= 4)
}

pub fn year(text: &str) -> Option<u16> {
    small(text).filter(|year| (1800..=2199).contains(year))
}

/// A calendar day.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Date {
    day: u16,
    month: u16,
    year: u16,
}

impl Date {
    fn new(day: u16, month: u16, year: u16) -> Option<Self> {
        let known = (1..=31).contains(&day) && (1..=12).contains(&month);
        known.then_some(Self { day, month, year })
    }

    /// Returns the spelling `1.5.2026`, whatever the text uses.
    pub(super) fn text(&self) -> String {
        format!("{}.{}.{}", self.day, self.month, self.year)
    }

    /// Returns day, month and year as words, `1 mayıs 2026`.
    pub(super) fn words(&self, language: Language) -> [String; 3] {
        let name = language.analysis().months.get(usize::from(self.month) - 1);
        [
            self.day.to_string(),
            name.copied().unwrap_or_default().to_owned(),
            self.year.to_string(),
        ]
    }
}

/// Reads a date in figures: `01.05.2026`, `1/5/2026`, `2026-05-01`. With slashes, English writes
/// the month first, if the number can be a month.
pub(super) fn date_in_figures(run: &str, language: Language) -> Option<Date> {
    let mark = run.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<&str> = run.split(mark).collect();
    let &[first, second, third] = parts.as_slice() else {
        return None;
    };
    if mark == '-' && first.len() == 4 {
        return Date::new(small(third)?, small(second)?, year(first)?);
    }
    let of = year(third).filter(|_| matches!(mark, '.' | '/' | '-'))?;
    let (first, second) = (small(first)?, small(second)?);
    let month_first = mark == '/' && language.analysis().month_first;
    let other_way = || Date::new(second, first, of).filter(|_| month_first);
    other_way().or_else(|| Date::new(first, second, of))
}

/// Reads a date in words, `1 Mayıs 2026` or `May 1, 2026`, from its three words.
pub(super) fn date_in_words(words: [&str; 3]) -> Option<Date> {
    let of = year(words[2])?;
    let day = |word: &str| small(ordinal(word).unwrap_or(word));
    match month(words[1]) {
        Some(month) => Date::new(day(words[0])?, month, of),
        None => Date::new(day(words[1])?, month(words[0])?, of),
    }
}

pub fn month(word: &str) -> Option<u16> {
    let key = fold(word);
    let mut languages = Language::KNOWN.iter();
    let at = languages.find_map(|(_, own)| {
        let mut names = own.analysis().months.iter();
        names.position(|name| fold(name) == key)
    })?;
    u16::try_from(at + 1).ok()
}

/// Returns the figures of an ordinal in either language: `2` for `2nd` and `2nci`.
pub fn ordinal(run: &str) -> Option<&str> {
    let letters = run
        .find(|c: char| !c.is_ascii_digit())
        .filter(|at| *at > 0)?;
    let (figures, ending) = run.split_at(letters);
    let ending = Some(ending).filter(|ending| ending.len() < 9).map(fold)?;
    let mut languages = Language::KNOWN.iter();
    let is_known = |own: &Language| own.analysis().ordinal_endings.contains(&ending.as_str());
    languages.any(|(_, own)| is_known(own)).then_some(figures)
}

/// Returns the figure of an ordinal word, such as `2` for `ikinci`: the first ten in Turkish, where
/// `birinci sınıf` and `1. sınıf` are the same. English does not write `the 1. year`, and `second`
/// may be a sixtieth of a minute.
pub fn ordinal_word(word: &str) -> Option<&'static str> {
    const FIGURES: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    if word.len() < 6
        || word.len() > 12
        || !word.ends_with(['i', 'ı', 'u', 'ü', 'İ', 'I', 'U', 'Ü'])
    {
        return None;
    }
    let key = fold(word);
    let mut languages = Language::KNOWN.iter();
    let at = languages.find_map(|(_, own)| {
        let mut names = own.analysis().ordinals.iter();
        names.position(|name| *name == key)
    })?;
    FIGURES.get(at).copied()
}

/// Returns the second year of a range in full: `2027` for `27` after `2026`.
pub fn range_end(first: &str, second: &str) -> Option<u16> {
    let from = year(first)?;
    let to = match second.len() {
        2 => from / 100 * 100 + small(second)?,
        4 => year(second)?,
        _ => return None,
    };
    (to > from).then_some(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(run: &str) -> (String, Option<String>) {
        let number = number(run);
        (number.text, number.plain)
    }

    #[test]
    fn r4_numbers_have_one_spelling() {
        for (written, text) in [
            ("85,000", "85000"),
            ("85.000", "85000"),
            ("1.500,50", "1500.50"),
            ("1,500.50", "1500.50"),
            ("1500,50", "1500.50"),
            ("3,5", "3.5"),
            ("2.4.1", "2.4.1"),
            ("2026", "2026"),
            ("08:30", "8.30"),
            ("22:00", "22.00"),
            ("0.5", "0.5"),
            ("05321234567", "05321234567"),
        ] {
            assert_eq!(number(written).text, text, "{written}");
        }
    }

    #[test]
    fn r4_the_second_spelling_has_no_insignificant_zeros() {
        assert_eq!(read("3,50"), ("3.50".into(), Some("3.5".into())));
        assert_eq!(read("08.00"), ("8.00".into(), Some("8".into())));
        assert_eq!(read("1.500,00"), ("1500.00".into(), Some("1500".into())));
        assert_eq!(read("07"), ("07".into(), Some("7".into())));
        for whole in ["100", "2.4.0", "10.5", "00", "0532"] {
            assert_eq!(number(whole).plain, None, "{whole}");
        }
    }

    #[test]
    fn r4_all_spellings_of_a_date_become_one() {
        let figures = |run, language| date_in_figures(run, language).map(|date| date.text());
        for run in [
            "01.05.2026",
            "1.5.2026",
            "1/5/2026",
            "01-05-2026",
            "2026-05-01",
        ] {
            assert_eq!(
                figures(run, Language::Turkish).unwrap(),
                "1.5.2026",
                "{run}"
            );
        }
        assert_eq!(figures("5/1/2026", Language::English).unwrap(), "1.5.2026");
        assert_eq!(
            figures("31/1/2026", Language::English).unwrap(),
            "31.1.2026"
        );
        for no_date in [
            "2.4.1",
            "1.500.000",
            "2026-27",
            "32.1.2026",
            "1.13.2026",
            "1.5/2026",
        ] {
            assert_eq!(figures(no_date, Language::Turkish), None, "{no_date}");
        }
        for words in [
            ["1", "Mayıs", "2026"],
            ["1", "MAYIS", "2026"],
            ["May", "1st", "2026"],
            ["01", "may", "2026"],
        ] {
            assert_eq!(
                date_in_words(words).unwrap().text(),
                "1.5.2026",
                "{words:?}"
            );
        }
        let date = date_in_words(["1", "Mayıs", "2026"]).unwrap();
        assert_eq!(date.words(Language::Turkish), ["1", "mayıs", "2026"]);
        assert_eq!(date.words(Language::English), ["1", "may", "2026"]);
        assert_eq!(date_in_words(["1", "2", "2026"]), None);
        assert_eq!(date_in_words(["Mayıs", "Mayıs", "2026"]), None);
    }

    #[test]
    fn r4_ordinals_become_their_figures() {
        for run in ["3üncü", "3uncu", "3ÜNCÜ", "3rd"] {
            assert_eq!(ordinal(run), Some("3"), "{run}");
        }
        assert_eq!(ordinal("3d"), None);
        assert_eq!(ordinal("th"), None);
        assert_eq!(ordinal_word("üçüncü"), Some("3"));
        assert_eq!(ordinal_word("Onuncu"), Some("10"));
        assert_eq!(ordinal_word("İKİNCİ"), Some("2"));
        assert_eq!(ordinal_word("ikincil"), None);
    }

    #[test]
    fn r4_a_range_of_years_ends_in_a_full_year() {
        assert_eq!(range_end("2026", "27"), Some(2027));
        assert_eq!(range_end("2026", "2027"), Some(2027));
        for (first, second) in [
            ("2026", "11"),
            ("26", "27"),
            ("2026", "5"),
            ("2027", "2026"),
        ] {
            assert_eq!(range_end(first, second), None, "{first}-{second}");
        }
    }
}
