//! Language: determines the language of a page.
//!
//! The declaration of the page comes first, then its path (`/tr/`, `page.html.tr`), then detection
//! by its words among the languages of the site, and last the first language of the site.

use whatlang::{Detector, Lang};

/// Length of text that suffices to distinguish two languages.
const SAMPLE: usize = 2000;

/// ISO 639-1 and 639-3 codes of the languages that detection supports.
const CODES: [(&str, &str); 45] = [
    ("af", "afr"),
    ("ar", "ara"),
    ("az", "aze"),
    ("be", "bel"),
    ("bg", "bul"),
    ("ca", "cat"),
    ("cs", "ces"),
    ("da", "dan"),
    ("de", "deu"),
    ("el", "ell"),
    ("en", "eng"),
    ("es", "spa"),
    ("et", "est"),
    ("fa", "pes"),
    ("fi", "fin"),
    ("fr", "fra"),
    ("he", "heb"),
    ("hi", "hin"),
    ("hr", "hrv"),
    ("hu", "hun"),
    ("hy", "hye"),
    ("id", "ind"),
    ("it", "ita"),
    ("ja", "jpn"),
    ("ka", "kat"),
    ("ko", "kor"),
    ("la", "lat"),
    ("lt", "lit"),
    ("lv", "lav"),
    ("mk", "mkd"),
    ("nb", "nob"),
    ("nl", "nld"),
    ("no", "nob"),
    ("pl", "pol"),
    ("pt", "por"),
    ("ro", "ron"),
    ("ru", "rus"),
    ("sk", "slk"),
    ("sl", "slv"),
    ("sr", "srp"),
    ("sv", "swe"),
    ("tk", "tuk"),
    ("tr", "tur"),
    ("uk", "ukr"),
    ("zh", "cmn"),
];

/// The languages of a site.
#[derive(Debug)]
pub struct Languages {
    site: Vec<String>,
    detector: Detector,
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
        }
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
        if self.site.len() < 2 {
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
        let found = self.detector.detect_lang(&sample)?;
        self.site
            .iter()
            .find(|tag| three_letters(tag) == Some(found))
            .cloned()
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
    fn every_code_is_known_to_the_detector() {
        for (short, _) in CODES {
            assert!(three_letters(short).is_some(), "{short}");
        }
    }
}
