//! Collects the values of a source.

use super::claims::{Date, Meaning, Value, plain_address, values};
use super::figures::canonical;
use super::scan::{Piece, PieceKind, pieces};
use super::spelled::spelled;
use super::words::Unit;
use crate::passage::Passage;
use soru::authority::host;
use soru::text::numbers::ordinal_word;
use soru::text::{Language, fold};

/// All values of a source, in figures and in words.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    numbers: Vec<String>,
    /// Numbers without a unit.
    bare: Vec<String>,
    amounts: Vec<(String, Unit)>,
    /// Units that occur anywhere.
    units: Vec<Unit>,
    dates: Vec<Date>,
    times: Vec<(u16, u16)>,
    /// Hours written as plain numbers, as in `from 9 to 17`.
    hours: Vec<u16>,
    codes: Vec<String>,
    telephones: Vec<String>,
    addresses: Vec<String>,
    /// Language of the source, if known: `on` is ten only in Turkish.
    language: Option<Language>,
}

impl Evidence {
    pub(super) fn of(hit: &Passage) -> Self {
        let language = Some(Language::from_tag(&hit.lang));
        let mut evidence = Self {
            language: language.filter(|language| *language != Language::Other),
            ..Self::default()
        };
        evidence.read(&hit.title);
        for heading in &hit.heading {
            evidence.read(heading);
        }
        evidence.read(&hit.text);
        evidence.address(&hit.url);
        evidence
    }

    fn read(&mut self, text: &str) {
        let all = values(text);
        self.hours.extend(hours(text, &all));
        for value in all {
            let written = &text[value.range.clone()];
            for meaning in value.meanings {
                self.keep(meaning, written);
            }
            self.dates.extend(day_and_month(written));
        }
        self.words(text, &pieces(text));
    }

    fn keep(&mut self, meaning: Meaning, written: &str) {
        match meaning {
            Meaning::Number(number) => {
                self.bare.push(number.clone());
                self.numbers.push(number);
            }
            Meaning::Amount(number, unit) => {
                self.numbers.push(number.clone());
                self.amounts.push((number, unit));
            }
            Meaning::Date(date) => {
                let parts = [date.day, date.year].into_iter().flatten();
                self.numbers.extend(parts.map(|part| part.to_string()));
                self.dates.push(date);
            }
            Meaning::Time(hours, minutes) => {
                if minutes == 0 {
                    self.numbers.push(hours.to_string());
                }
                self.times.push((hours, minutes));
            }
            Meaning::Code(code) => self.codes.push(code),
            Meaning::Telephone(number) => {
                let groups = written.split(|c: char| !c.is_ascii_digit());
                let groups = groups.filter(|group| !group.is_empty()).map(canonical);
                // Consecutive figures in a row of a table may look like one number.
                self.bare.extend(groups.clone());
                self.numbers.extend(groups);
                self.telephones.push(number);
            }
            Meaning::Address(_) => self.address(written),
        }
    }

    fn address(&mut self, address: &str) {
        let plain = plain_address(address);
        if let Some((page, _)) = plain.split_once('#') {
            self.addresses.push(page.trim_end_matches('/').to_owned());
        }
        self.addresses
            .extend(host(address).map(|host| plain_address(&host)));
        self.addresses.push(plain);
    }

    /// Adds numbers in words, units, and codes in any spelling (`Form I 20`).
    fn words(&mut self, text: &str, pieces: &[Piece]) {
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            let ordinal = ordinal_word(piece.text(text)).map(str::to_owned);
            let is_own = |language| self.language.is_none_or(|own| own == language);
            let spelled = spelled(text, &pieces[at..]);
            let spelled = spelled.filter(|spelled| is_own(spelled.language));
            let length = spelled.as_ref().map_or(1, |spelled| spelled.length);
            let number = ordinal.or_else(|| spelled.map(|spelled| spelled.number.to_string()));
            self.numbers.extend(number.clone());
            self.bare.extend(number);
            at += length;
        }
        for (at, piece) in pieces.iter().enumerate() {
            match piece.kind {
                PieceKind::Sign(sign) => self.units.extend(Unit::of_sign(sign)),
                PieceKind::Word => {
                    self.units.extend(Unit::of_word(piece.text(text)));
                    self.codes.extend(code(text, &pieces[at..]));
                }
                _ => {}
            }
        }
    }

    /// Returns whether the source has a value. `before` is the text before the value.
    pub(super) fn has(&self, meaning: &Meaning, before: &str) -> bool {
        match meaning {
            Meaning::Number(number) => {
                self.numbers.contains(number) || self.is_code(number, before)
            }
            Meaning::Amount(number, unit) => {
                let same = |(n, u): &(String, Unit)| n == number && u == unit;
                let apart = self.bare.contains(number) && self.units.contains(unit);
                self.amounts.iter().any(same) || apart
            }
            Meaning::Date(date) => self.has_date(date),
            Meaning::Time(hours, minutes) => {
                let on_the_hour = *minutes == 0 && self.hours.contains(hours);
                self.times.contains(&(*hours, *minutes)) || on_the_hour
            }
            Meaning::Code(code) => self.codes.contains(code),
            Meaning::Telephone(number) => self
                .telephones
                .iter()
                .any(|own| same_telephone(own, number)),
            Meaning::Address(address) => {
                let page = address
                    .split_once('#')
                    .map_or(address.as_str(), |(page, _)| page);
                let is = |own: &String| own == address || own == page.trim_end_matches('/');
                self.addresses.iter().any(is)
            }
        }
    }

    /// Returns whether `101` of `CS 101` is in the source as `CS101`.
    fn is_code(&self, number: &str, before: &str) -> bool {
        let word = before
            .trim_end()
            .rsplit(|c: char| !c.is_alphanumeric())
            .next();
        let word = word.filter(|word| !word.is_empty());
        word.is_some_and(|word| self.codes.contains(&(fold(word) + number)))
    }

    /// Returns whether the source contains the same day and month without a different year: the
    /// year may be elsewhere in the source.
    fn has_date(&self, claim: &Date) -> bool {
        let has_year = |year: &u16| self.numbers.contains(&year.to_string());
        self.dates.iter().any(|own| {
            let day = claim.day.is_none() || own.day == claim.day;
            let year = match (claim.year, own.year) {
                (Some(claimed), Some(own)) => claimed == own,
                (Some(claimed), None) => has_year(&claimed),
                (None, _) => true,
            };
            day && own.month == claim.month && year
        })
    }
}

/// Returns whether the source's number is or ends with the claimed one, or only omits Turkey's
/// country code.
fn same_telephone(own: &str, claim: &str) -> bool {
    own.ends_with(claim) || claim.strip_suffix(own).is_some_and(|before| before == "90")
}

/// Returns plain numbers that are hours: two of them with a dash or a word between, or one before a
/// time.
fn hours(text: &str, all: &[Value]) -> Vec<u16> {
    let hour = |value: &Value| match &value.meanings[0] {
        Meaning::Number(number) => number.parse().ok().filter(|hour: &u16| *hour <= 24),
        Meaning::Time(hour, 0) => Some(*hour),
        _ => None,
    };
    let joined = |first: &Value, second: &Value| {
        let between = text
            .get(first.range.end..second.range.start)
            .unwrap_or_default();
        let between = between.trim().trim_matches(['.', ',']);
        matches!(
            between,
            "-" | "–" | "—" | "to" | "until" | "till" | "and" | "ile" | "ve"
        )
    };
    let pairs = all.windows(2).filter(|pair| joined(&pair[0], &pair[1]));
    let pairs = pairs.filter_map(|pair| hour(&pair[0]).zip(hour(&pair[1])));
    pairs.flat_map(|(first, second)| [first, second]).collect()
}

/// Reads `01.05` and `5/1`, which may be days without a year.
fn day_and_month(written: &str) -> Vec<Date> {
    let Some((first, second)) = written.split_once(['.', '/']) else {
        return Vec::new();
    };
    let (Ok(first), Ok(second)) = (first.parse::<u16>(), second.parse::<u16>()) else {
        return Vec::new();
    };
    let date = |day: u16, month: u16| {
        let fits = (1..=31).contains(&day) && (1..=12).contains(&month);
        fits.then_some(Date {
            day: Some(day),
            month,
            year: None,
        })
    };
    let either = [
        date(first, second),
        date(second, first).filter(|_| written.contains('/')),
    ];
    either.into_iter().flatten().collect()
}

/// Returns a word and the figures after it, with a hyphen, a space or nothing between them.
fn code(text: &str, pieces: &[Piece]) -> Vec<String> {
    let is_hyphen = |piece: &Piece| piece.kind == PieceKind::Sign('-');
    let hyphen = usize::from(pieces.get(1).is_some_and(is_hyphen));
    let figures = pieces.get(1 + hyphen);
    let Some(figures) = figures.filter(|piece| piece.kind == PieceKind::Figures) else {
        return Vec::new();
    };
    let letters = fold(pieces[0].text(text));
    let tail = pieces
        .get(2 + hyphen)
        .filter(|piece| piece.kind == PieceKind::Word);
    let tail = tail.filter(|tail| tail.range.start == figures.range.end && tail.range.len() <= 2);
    let tail = tail.map_or(String::new(), |tail| fold(tail.text(text)));
    // `CSE101/102` stands for both codes.
    let all = figures.text(text).split('/');
    all.map(|figures| format!("{letters}{figures}{tail}"))
        .collect()
}
