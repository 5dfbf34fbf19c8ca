//! Recognises contacts: telephone numbers, mail addresses, opening hours and postal addresses in a
//! line of text, in the languages of the box.
//!
//! This module does not know the place of a line on the page; [`contacts`](super::contacts) passes
//! it lines of the template.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Names of weekdays, in lower case.
const WEEKDAYS: &str = "monday tuesday wednesday thursday friday saturday sunday \
    pazartesi salı çarşamba perşembe cuma cumartesi pazar \
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag \
    lundi mardi mercredi jeudi vendredi samedi dimanche \
    lunes martes miércoles jueves viernes sábado domingo \
    lunedì martedì mercoledì giovedì venerdì sabato domenica \
    segunda terça quarta quinta sexta \
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag \
    poniedziałek wtorek środa czwartek piątek sobota niedziela \
    måndag tisdag onsdag torsdag fredag lördag söndag mandag tirsdag lørdag søndag \
    maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai \
    pondělí úterý středa čtvrtek pátek neděle hétfő kedd szerda csütörtök péntek szombat vasárnap \
    luni marți miercuri joi vineri sâmbătă duminică dilluns dimarts dimecres dijous divendres \
    dissabte diumenge pirmadienis antradienis trečiadienis ketvirtadienis penktadienis \
    понедельник вторник среда четверг пятница суббота воскресенье \
    понеділок вівторок середа п’ятниця субота неділя понедељак уторак четвртак петак \
    δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή \
    senin selasa rabu kamis jumat sabtu minggu";

/// Their abbreviations, which count only next to times.
const SHORT_WEEKDAYS: &str = "mon tue tues wed thu thur thurs fri sat sun mo di mi do fr sa so \
    lun mar mer jeu ven sam dim lu ma me je ve pzt sal çar per cum cmt paz pt \
    пн вт ср чт пт сб вс нд";

/// Weekdays of languages without spaces between words, or with other scripts.
const WEEKDAY_SIGNS: [&str; 17] = [
    "星期",
    "周一",
    "周五",
    "週一",
    "週五",
    "月曜",
    "金曜",
    "平日",
    "月～金",
    "월요일",
    "평일",
    "الاثنين",
    "الجمعة",
    "دوشنبه",
    "شنبه",
    "सोमवार",
    "திங்கள்",
];

/// Words that precede a telephone number.
const TELEPHONE: &str = "tel telephone phone call fon telefon fax faks gsm mobile mobil cep \
    téléphone teléfono telefono telefone telefoon puhelin τηλ τηλέφωνο тел телефон 电话 電話 هاتف تلفن";

/// Words for streets, alone or at the end of a word.
const STREETS: &str = "street st road rd avenue ave lane boulevard square cad caddesi cadde sok \
    sokak sokağı bulvarı mah mahallesi rue place quai via viale piazza calle avenida plaza rua \
    praça ulica ul aleja ulice út utca útja strada bulevardul carrer улица ул проспект вулиця вул \
    οδός λεωφόρος jalan";
const STREET_ENDINGS: [&str; 13] = [
    "straße", "strasse", "str", "gasse", "platz", "weg", "allee", "straat", "laan", "plein",
    "gatan", "vägen", "katu",
];

/// Signs of postal addresses in languages without spaces between words.
const ADDRESS_SIGNS: [&str; 7] = ["〒", "丁目", "番地", "大道", "路", "街", "號"];

/// Names of the lists that contain a word, by word.
static LISTS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut lists: HashMap<&str, Vec<&str>> = HashMap::new();
    for list in [WEEKDAYS, SHORT_WEEKDAYS, TELEPHONE, STREETS] {
        for word in list.split_ascii_whitespace() {
            lists.entry(word).or_default().push(list);
        }
    }
    lists
});

/// The maximum number of characters of a contact; a longer line is running text.
const MOST_CHARACTERS: usize = 400;

/// Whether a line has a telephone number, a mail address, opening hours or a postal address.
pub(super) fn is_contact(line: &str) -> bool {
    if line.chars().count() > MOST_CHARACTERS {
        return false;
    }
    let lower = line.to_lowercase().replace("i\u{307}", "i");
    let words: Vec<&str> = { lower.split(|c: char| !c.is_alphanumeric() && c != '’') }
        .filter(|word| !word.is_empty())
        .collect();
    let has_digits = lower.contains(|c: char| c.is_ascii_digit());
    has_mail(line)
        || has_hours(&lower, &words)
        || (has_digits && (has_telephone(line, &words) || has_street(&lower, &words)))
}

fn has_mail(line: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>' | ',' | ';');
    line.split(ends).any(|word| {
        word.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty()
                && host.split_once('.').is_some_and(|(name, end)| {
                    !name.is_empty() && end.starts_with(|c: char| c.is_alphanumeric())
                })
        })
    })
}

fn is_listed(list: &str, word: &str) -> bool {
    let lists = LISTS.get(word);
    lists.is_some_and(|lists| lists.contains(&list))
}

fn has_telephone(line: &str, words: &[&str]) -> bool {
    let is_announced = words.iter().any(|word| is_listed(TELEPHONE, word));
    let is_part = |c: char| {
        c.is_ascii_digit() || matches!(c, '+' | '(' | ')' | '-' | '.' | '/' | ' ' | '–' | '\u{a0}')
    };
    line.split(|c: char| !is_part(c))
        .any(|number| is_telephone(number.trim(), is_announced))
}

/// Whether a run of digits and separators is a telephone number, and not a date or a range of years.
fn is_telephone(number: &str, is_announced: bool) -> bool {
    let groups: Vec<&str> = { number.split(|c: char| !c.is_ascii_digit()) }
        .filter(|group| !group.is_empty())
        .collect();
    let digits: usize = groups.iter().map(|group| group.len()).sum();
    let is_year =
        |group: &&str| group.len() == 4 && (group.starts_with("19") || group.starts_with("20"));
    let is_date = groups.len() <= 3 && groups.iter().any(is_year);
    let begins =
        number.starts_with(['+', '0']) || number.starts_with("(0") || number.starts_with("(+");
    let is_grouped = groups.len() >= 3 && digits >= 9;
    (7..=15).contains(&digits) && !is_date && (begins || is_announced || is_grouped)
}

/// Whether a line has opening hours: several weekdays or times, or a weekday with a time. A line
/// with a date has a year and does not count.
fn has_hours(lower: &str, words: &[&str]) -> bool {
    let is_year = |word: &&str| {
        word.len() == 4
            && (word.starts_with("19") || word.starts_with("20"))
            && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    if words.iter().any(is_year) {
        return false;
    }
    let times = times(lower);
    let list = |list: &str| words.iter().filter(|word| is_listed(list, word)).count();
    let weekdays = list(WEEKDAYS)
        + WEEKDAY_SIGNS
            .iter()
            .filter(|sign| lower.contains(**sign))
            .count();
    let short = list(SHORT_WEEKDAYS);
    weekdays >= 2 || (weekdays + short > 0 && times > 0) || times >= 2
}

/// Counts times: `9:30`, `09.00`, `9h30`, `8 am`, and the range `9-17`.
fn times(lower: &str) -> usize {
    let fields: Vec<&str> =
        { lower.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')')) }
            .flat_map(|field| field.split(['-', '–', '—', '～', '~']))
            .collect();
    let hour = |text: &str| text.parse::<u8>().is_ok_and(|hour| hour <= 24) && text.len() <= 2;
    let clock = |field: &str| {
        let parts = field
            .trim_end_matches(['.', 'h'])
            .split_once([':', '.', 'h']);
        parts.is_some_and(|(hours, minutes)| {
            hour(hours)
                && minutes.len() == 2
                && minutes.parse::<u8>().is_ok_and(|minutes| minutes < 60)
        })
    };
    let half = |field: &str| {
        ["am", "pm", "h"]
            .iter()
            .any(|end| field.strip_suffix(end).is_some_and(hour))
    };
    let clocks = fields
        .iter()
        .filter(|field| clock(field) || half(field))
        .count();
    let ranges = fields.windows(2).filter(|pair| {
        let joined = [
            format!("{}-{}", pair[0], pair[1]),
            format!("{}–{}", pair[0], pair[1]),
        ];
        hour(pair[0]) && hour(pair[1]) && joined.iter().any(|range| lower.contains(range.as_str()))
    });
    clocks + ranges.count() * 2
}

/// Whether a line has a street with a number.
fn has_street(lower: &str, words: &[&str]) -> bool {
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.len() <= 6;
    let is_street = |word: &&str| {
        is_listed(STREETS, word)
            || STREET_ENDINGS
                .iter()
                .any(|end| word.len() > end.len() && word.ends_with(end))
    };
    let has_sign = || {
        ADDRESS_SIGNS
            .iter()
            .filter(|sign| lower.contains(**sign))
            .count()
            > 0
            && lower.contains(|c: char| c.is_ascii_digit())
    };
    let near = words.iter().enumerate().any(|(at, word)| {
        let around = &words[at.saturating_sub(4)..words.len().min(at + 4)];
        is_street(word) && around.iter().any(&is_number)
    });
    near || (has_sign() && lower.chars().count() < 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_are_recognised_by_their_form_in_many_languages() {
        for line in [
            "0212 555 10 20",
            "Tel.: +49 (30) 123-4567",
            "Telefon 555 1020",
            "(415) 555-0132",
            "ogrenci@kiyi.example",
            "Opening hours: Monday to Friday, nine to noon",
            "Pazartesi - Cuma 09.00 - 17.30",
            "Mo–Fr 9–12",
            "Sat 10am to 2pm",
            "lundi au vendredi de 9h00 à 17h00",
            "月曜日～金曜日 9:00～17:00",
            "Gül Sokak No: 14, Kadıköy",
            "Lindenstraße 7, 10969 Berlin",
            "14 Rose Street, second floor",
            "12, rue de la Paix",
            "〒100-0001 東京都",
        ] {
            assert!(is_contact(line), "{line}");
        }
    }

    #[test]
    fn dates_years_and_menus_are_no_contacts() {
        for line in [
            "© 2019-2026 Kıyı Üniversitesi",
            "Last changed 01.05.2026",
            "Posted on Monday, 3 May 2026, 10:30",
            "Street art",
            "Sunday walks",
            "ISO 9001",
            "Version 2.4.1",
            "3 of 120 pages",
            "@example on the network",
            "Monday",
        ] {
            assert!(!is_contact(line), "{line}");
        }
    }
}
