//! Converts between language tags and the languages that detection supports.

use whatlang::Lang;

/// ISO 639-1 and 639-3 codes of the languages that detection supports.
const CODES: [(&str, &str); 70] = [
    ("af", "afr"),
    ("am", "amh"),
    ("ar", "ara"),
    ("az", "aze"),
    ("be", "bel"),
    ("bg", "bul"),
    ("bn", "ben"),
    ("ca", "cat"),
    ("cs", "ces"),
    ("cy", "cym"),
    ("da", "dan"),
    ("de", "deu"),
    ("el", "ell"),
    ("en", "eng"),
    ("eo", "epo"),
    ("es", "spa"),
    ("et", "est"),
    ("fa", "pes"),
    ("fi", "fin"),
    ("fr", "fra"),
    ("gu", "guj"),
    ("he", "heb"),
    ("hi", "hin"),
    ("hr", "hrv"),
    ("hu", "hun"),
    ("hy", "hye"),
    ("id", "ind"),
    ("it", "ita"),
    ("ja", "jpn"),
    ("jv", "jav"),
    ("ka", "kat"),
    ("km", "khm"),
    ("kn", "kan"),
    ("ko", "kor"),
    ("la", "lat"),
    ("lt", "lit"),
    ("lv", "lav"),
    ("mk", "mkd"),
    ("ml", "mal"),
    ("mr", "mar"),
    ("my", "mya"),
    ("nb", "nob"),
    ("ne", "nep"),
    ("nl", "nld"),
    ("no", "nob"),
    ("or", "ori"),
    ("pa", "pan"),
    ("pl", "pol"),
    ("pt", "por"),
    ("ro", "ron"),
    ("ru", "rus"),
    ("si", "sin"),
    ("sk", "slk"),
    ("sl", "slv"),
    ("sn", "sna"),
    ("sr", "srp"),
    ("sv", "swe"),
    ("ta", "tam"),
    ("te", "tel"),
    ("th", "tha"),
    ("tk", "tuk"),
    ("tl", "tgl"),
    ("tr", "tur"),
    ("uk", "ukr"),
    ("ur", "urd"),
    ("uz", "uzb"),
    ("vi", "vie"),
    ("yi", "yid"),
    ("zh", "cmn"),
    ("zu", "zul"),
];

/// Returns the language of a primary subtag, if detection supports it.
pub fn three_letters(tag: &str) -> Option<Lang> {
    let (_, code) = CODES.iter().find(|(short, _)| *short == tag)?;
    Lang::from_code(*code)
}

/// Returns the primary subtag of a detected language.
pub(super) fn tag_of(found: Lang) -> Option<&'static str> {
    let code = found.code();
    let known = CODES.iter().find(|(_, known)| *known == code);
    known.map(|(tag, _)| *tag)
}

/// Returns the English name of a language.
pub fn name_of_language(tag: &str) -> Option<&'static str> {
    three_letters(tag).map(Lang::eng_name)
}

/// Returns the primary subtag of a language with this English name.
pub fn tag_of_language(name: &str) -> Option<&'static str> {
    let is_called = |tag: &str| {
        let known = name_of_language(tag);
        known.is_some_and(|known| known.eq_ignore_ascii_case(name.trim()))
    };
    CODES.iter().map(|(tag, _)| *tag).find(|tag| is_called(tag))
}

/// Returns the primary subtag of a language tag, if it is a valid one: `tr` for `tr-TR` and
/// `TR_tr`.
pub fn primary(tag: &str) -> Option<String> {
    let first = tag.trim().split(['-', '_', ',']).next()?.trim();
    let is_code = (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_alphabetic());
    is_code.then(|| first.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_known_to_the_detector() {
        for (short, _) in CODES {
            assert!(three_letters(short).is_some(), "{short}");
        }
    }
}
