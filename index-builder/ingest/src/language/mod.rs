//! Language: determines the language of a page.
//!
//! The declaration of the page comes first, unless its text contradicts it. Then come its path
//! (`/tr/`, `page.html.tr`), detection by its words among the languages of the site, and the first
//! language of the site. If the owner lists no languages, detection may find any language, if it is
//! certain. If the owner lists some, a page is in another language only if both its declaration and
//! its text say so.
//!
//! | file | does |
//! |---|---|
//! | `codes.rs` | tags of languages |
//! | `certain.rs` | detects the language of a text, if that is certain |
//! | `declarations.rs` | judges what pages declare by what they say, and by what the site's other pages say |

mod certain;
mod codes;
mod declarations;

use whatlang::Detector;

use self::certain::{CertainDetector, SHORT_SAMPLE, prose};
pub use self::codes::primary;
pub use self::codes::{name_of_language, tag_of_language, three_letters};
use self::declarations::Declarations;

/// The length of text that is enough to distinguish two languages.
const SAMPLE: usize = 2000;

/// Returns the language of a text, if the text is long enough and leaves no doubt.
pub(crate) fn certain_language(text: &str) -> Option<String> {
    CertainDetector::default().detect(text)
}

/// The languages of a site.
#[derive(Debug)]
pub(crate) struct Languages {
    site: Vec<String>,
    detector: Detector,
    any: CertainDetector,
    /// Whether the owner lists the site's languages.
    is_listed: bool,
    declarations: Declarations,
}

impl Languages {
    /// Creates the site's languages; the first is the default.
    pub(crate) fn new(site: &[String]) -> Self {
        let site: Vec<String> = site.iter().filter_map(|tag| primary(tag)).collect();
        let known = site.iter().filter_map(|tag| three_letters(tag)).collect();
        Self {
            site,
            detector: Detector::with_allowlist(known),
            any: CertainDetector::default(),
            is_listed: true,
            declarations: Declarations::default(),
        }
    }

    /// Accepts any language with certain detection, because the owner listed none.
    #[must_use]
    pub(crate) fn with_any(mut self) -> Self {
        self.is_listed = false;
        self
    }

    /// Learns from a sample of the site whether its declarations are reliable, because a template
    /// may declare the same language on every page. `sample` has the declaration and the texts of
    /// each page.
    pub(super) fn learn<'p>(&mut self, sample: impl Iterator<Item = (&'p str, Vec<&'p str>)>) {
        let judged = sample.filter_map(|(declared, texts)| {
            let sample = prose(texts.into_iter());
            let certain = self.any.detect(&sample).filter(|found| self.allows(found));
            Some((primary(declared)?, certain))
        });
        self.declarations = Declarations::of(judged);
    }

    /// Returns the language of a page, as a lower-case primary subtag.
    pub(crate) fn of<'t>(
        &self,
        declared: &str,
        path: &str,
        texts: impl Iterator<Item = &'t str> + Clone,
    ) -> String {
        primary(declared)
            .and_then(|tag| self.declared(tag, texts.clone()))
            .or_else(|| self.in_path(path))
            .or_else(|| self.in_words(texts))
            .or_else(|| self.site.first().cloned())
            .unwrap_or_else(|| "en".to_owned())
    }

    /// Returns the language of a page that declares one: the declared language, or the language of
    /// its text. Returns none if the owner lists other languages, and the language of the text is
    /// not certain.
    fn declared<'t>(&self, tag: String, texts: impl Iterator<Item = &'t str>) -> Option<String> {
        let is_listed = !self.is_listed || self.site.contains(&tag);
        if is_listed && self.declarations.is_beyond_detection(&tag) {
            return Some(tag);
        }
        let sample = prose(texts);
        if CertainDetector::is_plainly(&tag, &sample) {
            return Some(tag);
        }
        match self.any.detect(&sample) {
            Some(found) if is_same(&found, &tag) => Some(tag),
            Some(found) if three_letters(&tag).is_some() && self.allows(&found) => Some(found),
            _ if !is_listed => None,
            _ => Some(self.declarations.actual(&tag).unwrap_or(tag)),
        }
    }

    fn allows(&self, tag: &str) -> bool {
        !self.is_listed || self.site.iter().any(|own| is_same(own, tag))
    }

    /// Returns the site's language that a folder or a part of the file name states.
    fn in_path(&self, path: &str) -> Option<String> {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let extensions = name.split('.').skip(1);
        let parts = folders.split('/').chain(extensions);
        parts
            .filter_map(primary)
            .find(|part| self.site.contains(part))
    }

    fn in_words<'t>(&self, texts: impl Iterator<Item = &'t str> + Clone) -> Option<String> {
        if self.site.len() < 2 && self.is_listed {
            return None;
        }
        let sample = sample(texts);
        if let Some(certain) = self.any.detect(&sample).filter(|_| !self.is_listed) {
            return Some(certain);
        }
        let found = self.detector.detect_lang(&sample)?;
        self.site
            .iter()
            .find(|tag| three_letters(tag) == Some(found))
            .cloned()
    }
}

/// Returns the sentences of a page, or its beginning if it has too few of them.
fn sample<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> String {
    let sentences = prose(texts.clone());
    if sentences.len() >= SHORT_SAMPLE {
        return sentences;
    }
    let mut sample = String::with_capacity(SAMPLE + 200);
    for text in texts {
        sample.push_str(text);
        sample.push('\n');
        if sample.len() >= SAMPLE {
            break;
        }
    }
    sample
}

/// Whether two tags name the same language, such as `no` and `nb`.
fn is_same(tag: &str, other: &str) -> bool {
    tag == other || three_letters(tag).is_some_and(|lang| three_letters(other) == Some(lang))
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
        assert_eq!(of("en-GB", "tr/a.html"), "en");
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
    fn names_before_the_first_sentence_do_not_decide() {
        let names = ["Student Affairs and Housing Office of the International School"; 12];
        let texts = || names.into_iter().chain(TURKISH);
        assert_eq!(site().of("", "a.html", texts()), "tr");
        assert_eq!(site().with_any().of("", "a.html", texts()), "tr");
    }

    const TURKISH: [&str; 2] = [
        "Sergi salonu pazartesi günleri dışında her gün saat onda açılır, akşam altıda kapanır.",
        "Gruplar ziyaretlerini bir hafta önceden bildirirse rehber eşliğinde gezebilir.",
    ];
    const GERMAN: [&str; 2] = [
        "Der Saal ist außer montags jeden Tag ab zehn Uhr geöffnet und schließt abends um sechs.",
        "Gruppen, die sich eine Woche vorher anmelden, werden von einem Führer begleitet.",
    ];
    const ENGLISH: [&str; 1] = [
        "The hall opens at ten every day except on Monday, and groups that announce their visit a \
         week ahead are shown around by a guide, who speaks four languages.",
    ];

    fn of(languages: &Languages, declared: &str, texts: &[&str]) -> String {
        languages.of(declared, "a.html", texts.iter().copied())
    }

    // Half of the sites of university departments keep the `lang` of their template.
    #[test]
    fn a_declaration_that_the_text_contradicts_loses() {
        let any = site().with_any();
        assert_eq!(of(&any, "en", &TURKISH), "tr");
        assert_eq!(of(&any, "en", &GERMAN), "de");
        assert_eq!(of(&any, "fr", &GERMAN), "de");
        assert_eq!(of(&any, "tr", &ENGLISH), "en");
        for (tag, text) in [("tr", &TURKISH[..]), ("de", &GERMAN), ("en", &ENGLISH)] {
            assert_eq!(of(&any, tag, text), tag);
        }
        assert_eq!(of(&any, "en", &TURKISH[..1]), "en", "too short to tell");
        assert_eq!(
            of(&any, "eu", &GERMAN),
            "eu",
            "a language that detection does not know"
        );
        let names = [
            "Ayşe Yılmaz, Mehmet Demir, Fatma Çelik, Ali Şahin, Zeynep Yıldız, Hatice Doğan, \
                      Hüseyin Arslan, İbrahim Kılıç, Emine Aydın, Mustafa Öztürk",
        ];
        assert_eq!(of(&any, "en", &names), "en");
    }

    #[test]
    fn short_pages_follow_the_site() {
        let mut any = site().with_any();
        let pages = || std::iter::repeat_n(("en", TURKISH.to_vec()), 4);
        any.learn(pages());
        assert_eq!(of(&any, "en", &["Oda 204"]), "tr");
        any.learn(pages().chain(std::iter::repeat_n(("en", ENGLISH.to_vec()), 4)));
        assert_eq!(of(&any, "en", &["Oda 204"]), "en");
    }

    #[test]
    fn listed_languages_bind() {
        let listed = Languages::new(&["tr".to_owned()]);
        assert_eq!(of(&listed, "en", &["Oda 204"]), "tr");
        assert_eq!(of(&listed, "en", &TURKISH), "tr");
        assert_eq!(of(&listed, "tr", &ENGLISH), "tr");
        // Declaration and text agree.
        assert_eq!(of(&listed, "de", &GERMAN), "de");
        assert_eq!(of(&site(), "tr", &ENGLISH), "en");
    }
}
