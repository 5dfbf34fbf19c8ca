//! Finds the title at the beginning of a document in which nothing marks it.
//!
//! Official texts begin with the names of the issuing authorities, one per line and in capitals or
//! bold type. The title is the last of these lines, before the first section or sentence.

/// The maximum length of a title in characters.
const LONGEST: usize = 220;

/// A line at the beginning of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    text: &'t str,
    is_part: bool,
}

impl<'t> Line<'t> {
    /// Creates a line of which only the text is known.
    pub(super) fn plain(text: &'t str) -> Self {
        Self {
            text,
            is_part: is_capitals(text),
        }
    }

    /// Creates a line whose type either sets it off from the text or does not.
    pub(super) fn set_off(text: &'t str, is_set_off: bool) -> Self {
        Self {
            text,
            is_part: is_set_off,
        }
    }

    /// Creates a line that bold type or capitals may set off.
    pub(super) fn bold(text: &'t str, is_bold: bool) -> Self {
        Self {
            text,
            is_part: is_bold || is_capitals(text),
        }
    }
}

/// Finds the title in the first lines of a document; none if they do not look like one.
pub(super) fn title<'t>(lines: impl Iterator<Item = Line<'t>>) -> Option<String> {
    let mut title = String::new();
    for line in lines.skip_while(|line| !has_name(line.text)) {
        let longer = title.chars().count() + line.text.chars().count() > LONGEST;
        if !line.is_part || longer || is_section(line.text) || ends_sentence(line.text) {
            break;
        }
        if !title.is_empty() {
            title.push(' ');
        }
        title.push_str(line.text);
    }
    (!title.is_empty()).then_some(title)
}

/// Whether a line can be a name: `T.C.` and a line of dots cannot.
pub(super) fn has_name(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let ideographs = text.chars().filter(|letter| *letter > '\u{2e80}').count();
    letters >= 4 || ideographs >= 2
}

/// Whether a text may be the title of a document in which nothing is set off: a short line with
/// several words, and no sentence.
pub(super) fn may_be_title(text: &str) -> bool {
    /// The maximum length in characters.
    const LONGEST_LINE: usize = 100;
    has_name(text)
        && text.chars().count() <= LONGEST_LINE
        && text.split_whitespace().nth(1).is_some()
        && !text.ends_with(['.', ',', ';', ':', '!', '?', '。'])
        && !is_section(text)
}

fn is_capitals(text: &str) -> bool {
    text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
}

/// Whether the main text begins here: `BİRİNCİ BÖLÜM`, `Chapter 1`, `MADDE 1`.
fn is_section(text: &str) -> bool {
    const SECTIONS: [&str; 12] = [
        "bölüm",
        "kısım",
        "madde",
        "chapter",
        "part",
        "section",
        "article",
        "kapitel",
        "abschnitt",
        "artikel",
        "chapitre",
        "titre",
    ];
    let mut words = text.split_whitespace().take(2).map(|word| {
        let word = word.replace('İ', "i").replace('I', "ı").to_lowercase();
        word.trim_matches(|letter: char| !letter.is_alphabetic())
            .to_owned()
    });
    words.any(|word| {
        SECTIONS
            .iter()
            .any(|section| *section == word || section.replace('i', "ı") == word)
    })
}

fn ends_sentence(text: &str) -> bool {
    text.ends_with(['.', ':', ';', '。']) && text.split_whitespace().count() > 3
}
