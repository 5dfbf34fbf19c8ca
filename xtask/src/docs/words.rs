//! The texts of the page frame, by language.

/// The texts of one language.
#[derive(Debug)]
pub(super) struct PageTexts {
    pub(super) lang: &'static str,
    pub(super) site: &'static str,
    pub(super) skip: &'static str,
    pub(super) chapters: &'static str,
    pub(super) on_this_page: &'static str,
    pub(super) previous: &'static str,
    pub(super) next: &'static str,
    pub(super) pages: &'static str,
    pub(super) made_of: &'static str,
    pub(super) table: &'static str,
    pub(super) code: &'static str,
    pub(super) search: &'static str,
    pub(super) search_about: &'static str,
    pub(super) search_without_scripts: &'static str,
}

const EN: PageTexts = PageTexts {
    lang: "en",
    site: "Soru documentation",
    skip: "Skip to content",
    chapters: "Chapters",
    on_this_page: "On this page",
    previous: "Previous",
    next: "Next",
    pages: "Previous and next chapter",
    made_of: "Made of",
    table: "Table",
    code: "Code",
    search: "Search the documentation",
    search_about: "Ask the documentation of Soru: answers quoted from its chapters, in your own browser.",
    search_without_scripts: "Searching needs JavaScript. Without it, this leads on:",
};

const TR: PageTexts = PageTexts {
    lang: "tr",
    site: "Soru belgeleri",
    skip: "İçeriğe geç",
    chapters: "Bölümler",
    on_this_page: "Bu sayfada",
    previous: "Önceki",
    next: "Sonraki",
    pages: "Önceki ve sonraki bölüm",
    made_of: "Kaynağı:",
    table: "Tablo",
    code: "Kod",
    search: "Belgelerde ara",
    search_about: "Soru'nun belgelerine sorun: yanıtlar bölümlerden alıntılanır, kendi tarayıcınızda.",
    search_without_scripts: "Arama JavaScript gerektirir. Onsuz buradan ilerleyebilirsiniz:",
};

/// Returns the texts of this language, or else the English ones.
pub(super) fn of(lang: &str) -> &'static PageTexts {
    if lang == "tr" { &TR } else { &EN }
}
