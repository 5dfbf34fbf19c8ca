//! Language: determines the language of a page.
//!
//! The declaration of the page comes first, then its path (`/tr/`, `page.html.tr`), then detection
//! by its words among the languages of the site, and last the first language of the site. If the
//! owner lists no languages, detection may find any language, if it is certain.

use whatlang::{Detector, Lang};

/// Length of text that suffices to distinguish two languages.
const SAMPLE: usize = 2000;

/// Text shorter than this many bytes may be in any language: names, codes, foreign words. The
/// letters of most other alphabets, and Chinese characters, say more, and take two or three bytes.
const SHORT_SAMPLE: usize = 120;

/// Languages that detection finds in other languages or in filler text, and accepts only from a
/// list.
const DOUBTFUL: [Lang; 8] = [
    Lang::Afr,
    Lang::Aka,
    Lang::Epo,
    Lang::Jav,
    Lang::Lat,
    Lang::Sna,
    Lang::Tgl,
    Lang::Zul,
];

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

/// The languages of a site.
#[derive(Debug)]
pub struct Languages {
    site: Vec<String>,
    detector: Detector,
    /// Detects any language; none if the owner lists the site's.
    any: Option<Detector>,
}

impl Languages {
    /// The site's languages, the first being the default.
    #[must_use]
    pub fn new(site: &[String]) -> Self {
        let site: Vec<String> = site.iter().filter_map(|tag| primary(tag)).collect();
        let known = site.iter().filter_map(|tag| three_letters(tag)).collect();
        Self {
            site,
            detector: Detector::with_allowlist(known),
            any: None,
        }
    }

    /// Accepts any language of which detection is certain: the owner listed none.
    #[must_use]
    pub fn with_any(mut self) -> Self {
        self.any = Some(Detector::new());
        self
    }

    /// The language of a page, as a lower-case primary subtag.
    #[must_use]
    pub fn of<'t>(
        &self,
        declared: &str,
        path: &str,
        texts: impl Iterator<Item = &'t str>,
    ) -> String {
        primary(declared)
            .or_else(|| self.in_path(path))
            .or_else(|| self.in_words(texts))
            .or_else(|| self.site.first().cloned())
            .unwrap_or_else(|| "en".to_owned())
    }

    /// A folder or a part of the file name that is one of the site's languages.
    fn in_path(&self, path: &str) -> Option<String> {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let extensions = name.split('.').skip(1);
        let parts = folders.split('/').chain(extensions);
        parts
            .filter_map(primary)
            .find(|part| self.site.contains(part))
    }

    fn in_words<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<String> {
        if self.site.len() < 2 && self.any.is_none() {
            return None;
        }
        let mut sample = String::with_capacity(SAMPLE + 200);
        for text in texts {
            sample.push_str(text);
            sample.push('\n');
            if sample.len() >= SAMPLE {
                break;
            }
        }
        if let Some(certain) = self.certain(&sample) {
            return Some(certain);
        }
        let found = self.detector.detect_lang(&sample)?;
        self.site
            .iter()
            .find(|tag| three_letters(tag) == Some(found))
            .cloned()
    }

    /// Returns the language of a text, if detection is certain and the owner lists no languages.
    fn certain(&self, sample: &str) -> Option<String> {
        let any = self.any.as_ref().filter(|_| sample.len() >= SHORT_SAMPLE)?;
        let found = any.detect(sample).filter(whatlang::Info::is_reliable)?;
        if DOUBTFUL.contains(&found.lang()) {
            return None;
        }
        let code = found.lang().code();
        let (tag, _) = CODES.iter().find(|(_, known)| *known == code)?;
        Some((*tag).to_owned())
    }
}

/// Returns the language of a primary subtag, if detection supports it.
pub(crate) fn three_letters(tag: &str) -> Option<Lang> {
    let (_, code) = CODES.iter().find(|(short, _)| *short == tag)?;
    Lang::from_code(*code)
}

/// Returns the English name of a language.
pub(crate) fn name_of_language(tag: &str) -> Option<&'static str> {
    three_letters(tag).map(Lang::eng_name)
}

/// The primary subtag of a language that is called by its English name.
pub(crate) fn tag_of_language(name: &str) -> Option<&'static str> {
    let is_called = |tag: &str| {
        let known = name_of_language(tag);
        known.is_some_and(|known| known.eq_ignore_ascii_case(name.trim()))
    };
    CODES.iter().map(|(tag, _)| *tag).find(|tag| is_called(tag))
}

/// The primary subtag of a language tag, if it can be one: `tr` of `tr-TR`, `TR_tr`.
#[must_use]
pub fn primary(tag: &str) -> Option<String> {
    let first = tag.trim().split(['-', '_', ',']).next()?.trim();
    let is_code = (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_alphabetic());
    is_code.then(|| first.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Languages {
        Languages::new(&["en".to_owned(), "tr-TR".to_owned()])
    }

    #[test]
    fn declarations_go_before_paths_and_paths_before_words() {
        let turkish = ["Öğrenciler kayıt için başvurularını yapmalıdır."];
        let of = |declared: &str, path: &str| site().of(declared, path, turkish.iter().copied());
        assert_eq!(of("de-AT", "tr/a.html"), "de");
        assert_eq!(of("", "en/a.html"), "en");
        assert_eq!(of("", "docs/a.html.tr"), "tr");
        assert_eq!(of("", "docs/a.en.md"), "en");
        assert_eq!(of("none of these", "de/a.html"), "tr");
        assert_eq!(site().of("", "a.html", std::iter::empty()), "en");
    }

    #[test]
    fn r8_without_a_list_a_page_has_the_language_of_its_words() {
        let languages = site().with_any();
        let of = |text: &str| languages.of("", "docs/page.md", std::iter::once(text));
        for (tag, text) in [
            (
                "zh",
                "图书馆每天早上八点开门，晚上十点关门。学生凭学生证入馆，借书最多二十册，借期为三十天，可以续借一次。",
            ),
            (
                "ru",
                "Библиотека открыта каждый день с восьми утра до десяти вечера. Студенты могут взять книги на тридцать дней.",
            ),
            (
                "es",
                "La biblioteca abre todos los días a las ocho de la mañana y cierra a las diez de la noche. Los estudiantes pueden llevarse veinte libros durante treinta días y renovar el préstamo una vez.",
            ),
            (
                "tr",
                "Kütüphane her gün sabah sekizde açılır, akşam onda kapanır. Öğrenciler yirmi kitabı otuz gün boyunca ödünç alabilir ve süreyi bir kez uzatabilir.",
            ),
            (
                "en",
                "The library opens every day at eight in the morning and closes at ten in the evening. Students may borrow twenty books for thirty days, and renew the loan once.",
            ),
        ] {
            assert_eq!(of(text), tag, "{text}");
            let listed = site().of("", "docs/page.md", std::iter::once(text));
            assert!(["en", "tr"].contains(&&*listed), "{listed}");
        }
        // A short text may be in any language.
        let short = of("Horario de la biblioteca");
        assert!(["en", "tr"].contains(&&*short), "{short}");
    }

    #[test]
    fn every_code_is_known_to_the_detector() {
        for (short, _) in CODES {
            assert!(three_letters(short).is_some(), "{short}");
        }
    }
}
