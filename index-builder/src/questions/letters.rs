//! Compares texts by their letters and digits: a heading or the beginning of a section may have
//! been copied from the page's Markdown, its HTML or a browser.

use std::sync::LazyLock;

use regex::Regex;
use soru::text::fold_char;

/// Links and images of Markdown, including truncated ones; their text remains.
static LINK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"!?\[([^\[\]]*)\](?:\([^)]*(?:\)|$)|\[[^\]]*(?:\]|$))").expect("sound")
});

/// Tags of HTML, templates, and the ids of headings, which are removed.
static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"<!--.*?(?:-->|$)|</?[a-zA-Z][^>]*(?:>|$)|\{%[^%]*(?:%\}|$)|\{\{[^}]*(?:\}\}|$)|\{[#:.][^}]*(?:\}|$)|&(?:amp|nbsp|lt|gt|quot);|https?://\S+")
        .expect("sound")
});

/// Numbers of lists, which readers of pages omit.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|\s)\d{1,3}[.)]\s").expect("sound"));

/// The letters and digits of a text, with their positions.
#[derive(Debug, Clone, Default)]
pub(super) struct Letters {
    text: String,
    /// For each byte of `text`, the offset of its letter in the original.
    offsets: Vec<usize>,
}

impl Letters {
    /// Extracts the letters of a text without markup.
    pub(super) fn of(original: &str) -> Self {
        let mut letters = Self::default();
        for (at, c) in original.char_indices() {
            if !c.is_alphanumeric() {
                continue;
            }
            let before = letters.text.len();
            fold_into(c, &mut letters.text);
            let added = letters.text.len() - before;
            letters.offsets.extend(std::iter::repeat_n(at, added));
        }
        letters
    }

    /// Returns the position of letters in the original, within a range of its offsets.
    pub(super) fn find(&self, letters: &str, within: &std::ops::Range<usize>) -> Option<usize> {
        let start = self.offsets.partition_point(|at| *at < within.start);
        let end = self.offsets.partition_point(|at| *at < within.end);
        let found = self.text.get(start..end)?.find(letters)?;
        self.offsets.get(start + found).copied()
    }
}

/// Returns the letters and digits of a text that may have markup.
pub(super) fn letters(text: &str) -> String {
    let text = LINK.replace_all(text, "$1");
    let text = MARKUP.replace_all(&text, " ");
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| c.is_alphanumeric()) {
        fold_into(c, &mut out);
    }
    out
}

/// Returns the letters of the first characters of a section, for each way to copy them: with list
/// numbers, without them, and after a truncated tag.
pub(super) fn starts_of(text: &str) -> Vec<String> {
    let behind = text.find('>').map(|at| &text[at + 1..]);
    let all = [Some(text), behind].into_iter().flatten();
    let all = all.flat_map(|text| [letters(text), letters(&NUMBER.replace_all(text, " "))]);
    let mut starts: Vec<String> = Vec::new();
    for start in all {
        if !starts.contains(&start) {
            starts.push(start);
        }
    }
    starts
}

/// Appends a character in lower case, without diacritics.
fn fold_into(c: char, out: &mut String) {
    fold_char(c, &mut |folded| {
        if folded.is_alphanumeric() {
            out.push(folded);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_markup_the_text_remains() {
        for (written, plain) in [
            ("**Resources**", "resources"),
            ("Side navigation {#side-nav}", "sidenavigation"),
            ("Role of the [LRAC](https://a.b/c#d)", "roleofthelrac"),
            ("* [Leave](https://a.b/c, cut", "leave"),
            ("See [the guide][1] &amp; <b>more</b>", "seetheguidemore"),
            ("Ask {% page \"x/\" %} {{ site.name }} now", "asknow"),
            ("ÖĞRENCİ İşleri ı", "ogrenciislerii"),
        ] {
            assert_eq!(letters(written), plain, "{written}");
        }
    }

    #[test]
    fn letters_are_found_at_their_positions() {
        let text = "Öneri: so -- and then.\nÇok iyi";
        let found = Letters::of(text).find("cokiyi", &(0..text.len())).unwrap();
        assert_eq!(&text[found..], "Çok iyi");
        assert_eq!(Letters::of(text).find("cokiyi", &(0..found)), None);
    }
}
