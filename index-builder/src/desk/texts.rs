//! The words of a report, in two languages.

use clap::ValueEnum;

/// A language of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Tongue {
    /// English
    En,
    /// Turkish
    Tr,
}

/// The words of a report.
pub(super) struct Texts {
    pub(super) tag: &'static str,
    pub(super) title: &'static str,
    pub(super) summary: [&'static str; 6],
    pub(super) sections: [&'static str; 4],
    pub(super) columns: [&'static str; 5],
    pub(super) none: &'static str,
    pub(super) rare: &'static str,
}

const EN: Texts = Texts {
    tag: "en",
    title: "What people asked",
    summary: [
        "Questions",
        "In as many days before",
        "Answered",
        "Only pages listed",
        "Nothing found",
        "Thumbs up / down",
    ],
    sections: [
        "Without an answer",
        "The answer did not help",
        "Asked more often than before",
        "Also asked",
    ],
    columns: [
        "Question",
        "Asked",
        "Before",
        "Without an answer",
        "Thumbs up / down",
    ],
    none: "No question was asked three times.",
    rare: "Questions asked once or twice, which are not shown",
};

const TR: Texts = Texts {
    tag: "tr",
    title: "Ziyaretçiler ne sordu",
    summary: [
        "Soru sayısı",
        "Önceki aynı sürede",
        "Yanıtlanan",
        "Yalnızca sayfa listelenen",
        "Hiçbir şey bulunamayan",
        "Yararlı / yararsız",
    ],
    sections: [
        "Yanıtsız kalanlar",
        "Yanıtı işe yaramayanlar",
        "Öncekinden sık sorulanlar",
        "Diğer sorular",
    ],
    columns: ["Soru", "Sorulma", "Önce", "Yanıtsız", "Yararlı / yararsız"],
    none: "Üç kez sorulan bir soru yok.",
    rare: "Bir veya iki kez sorulduğu için gösterilmeyen sorular",
};

impl Tongue {
    pub(super) fn texts(self) -> &'static Texts {
        match self {
            Self::En => &EN,
            Self::Tr => &TR,
        }
    }
}
