//! Collects words of a page's address, which often states a subject that no sentence of the page
//! repeats: `haberler`, `admissions/graduate`.

use std::sync::LazyLock;

use soru::address::{decoded, path};
use soru::document::Document;
use soru::language::news;
use soru::text::{Language, fold, tokenise};

/// The minimum number of letters of a segment. A shorter one is a language, a state of the site or
/// an abbreviation of the content management system.
const SHORTEST: usize = 4;
/// Names of files and folders that every site has.
const USUAL: &[&str] = &[
    "index", "default", "home", "html", "htm", "page", "pages", "node", "content", "site", "tree",
    "view", "docs", "main", "readme",
];

/// Returns the words of the address that are not in the title, separated by spaces. They are spelt
/// as on the page, since addresses are usually written without diacritics.
pub(super) fn path_words(document: &Document, language: Language) -> String {
    let title = fold(&document.title);
    let known = |key: &str| USUAL.contains(&key) || title.contains(key);
    let address = decoded_path(&document.url);
    let mut words: Vec<String> = Vec::new();
    for word in address.split(|c: char| !c.is_alphanumeric()) {
        let is_word = word.chars().count() >= SHORTEST && word.chars().all(char::is_alphabetic);
        let key = fold(word);
        if is_word && !known(&key) && words.iter().all(|other| fold(other) != key) {
            words.push(word.to_owned());
        }
    }
    // A language without diacritics spells its words as addresses do.
    if !words.is_empty() && !language.detection().is_ascii {
        for token in tokenise(&document.text(), language) {
            let key = fold(&token.text);
            if let Some(word) = words.iter_mut().find(|word| fold(word) == key) {
                *word = token.text;
            }
        }
    }
    words.join(" ")
}

/// The names of folders with news and announcements.
static NEWS: LazyLock<String> = LazyLock::new(news);

/// Returns whether a folder of the address is named as news or announcements are.
pub(super) fn is_news(url: &str) -> bool {
    let address = fold(&decoded_path(url));
    let folders = address.rsplit_once('/').map_or("", |(folders, _)| folders);
    let mut words = folders.split(|c: char| !c.is_alphanumeric());
    words.any(|word| !word.is_empty() && NEWS.contains(&format!(" {word} ")))
}

/// Returns the path of an address without its host and the extension of its file, as it reads.
fn decoded_path(url: &str) -> String {
    let path = path(url);
    let file = path.rfind('/').map_or(0, |at| at + 1);
    let end = path[file..].find('.').map_or(path.len(), |at| file + at);
    decoded(&path[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use soru::document::Block;

    #[test]
    fn news_is_in_folders_of_news() {
        for (url, expected) in [
            ("tr/haberler/burs-toreni.html", true),
            ("https://example.org/news-and-events/2024/a", true),
            ("aktualit%C3%A9s/a", false),
            ("fr/actualit%C3%A9s/a.html", true),
            ("news.html", false),
            ("https://news.example.org/fees", false),
            ("", false),
        ] {
            assert_eq!(is_news(url), expected, "{url}");
        }
    }

    #[test]
    fn words_of_folders_and_the_file_that_the_title_lacks_are_taken() {
        for (url, title, words) in [
            ("haberler/2024/burs-toreni.html", "Burs töreni", "haberler"),
            (
                "https://news.example/admissions/graduate/",
                "Apply",
                "admissions graduate",
            ),
            ("en/index.html?x=library#opening", "Welcome", ""),
            ("%C3%B6%C4%9Frenci/yurt", "Konaklama", "öğrenci yurt"),
            ("node/123abc", "A page", ""),
            ("", "", ""),
        ] {
            let document = Document {
                url: url.into(),
                title: title.into(),
                ..Document::default()
            };
            assert_eq!(path_words(&document, Language::Turkish), words, "{url}");
        }
        let document = Document {
            url: "ogrenci-isleri/".into(),
            blocks: vec![Block::Text("Öğrenci kartı".into())],
            ..Document::default()
        };
        assert_eq!(path_words(&document, Language::Turkish), "öğrenci isleri");
    }
}
