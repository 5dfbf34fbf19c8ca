//! Separates the parts around an apostrophe: an article, a suffix, a contraction or a part of a
//! name.

use super::super::{Language, holds, is_capital, is_small};
use super::runs::is_apostrophe;

/// Returns the number of bytes at the beginning of a run that are an article or another small word,
/// which French, Italian and Catalan write together with the next one: `l'inscription`, `qu'il`,
/// `dell'anno`.
pub(super) fn elided(run: &str, language: Language) -> usize {
    let mut marks = run.char_indices().filter(|(_, c)| is_apostrophe(*c));
    match marks.next() {
        Some((at, mark)) => {
            let word = run[..at].to_ascii_lowercase();
            let behind = at + mark.len_utf8();
            let elided = language.analysis().elided;
            let is_elided = holds(elided, &format!(" {word} ")) && behind < run.len();
            if is_elided { behind } else { 0 }
        }
        None => 0,
    }
}

/// Removes the article of an Arabic word, with the words that are written together with it: "and",
/// "with", "like", "for".
pub(crate) fn without_article(word: &str) -> &str {
    // Words of other scripts are recognised by their first character.
    if !word.starts_with(['ا', 'و', 'ب', 'ك', 'ف', 'ل']) {
        return word;
    }
    let rest = ["ال", "وال", "بال", "كال", "فال", "لل"]
        .iter()
        .find_map(|article| word.strip_prefix(article));
    rest.filter(|rest| rest.chars().nth(2).is_some())
        .unwrap_or(word)
}

/// Returns a word without its first letters if these are an article when typed without their
/// hamza or madda, as they usually are: `ألمانيا` is also typed `المانيا`, which
/// [`without_article`] reads as the article and `مانيا`.
pub(super) fn without_seeming_article(word: &str) -> Option<&str> {
    if !word.starts_with(['أ', 'إ', 'آ', 'و', 'ب', 'ك', 'ف', 'ل']) {
        return None;
    }
    let joined = word.strip_prefix(['و', 'ب', 'ك', 'ف', 'ل']);
    let rest = joined.unwrap_or(word).strip_prefix(['أ', 'إ', 'آ'])?;
    let rest = rest.strip_prefix('ل')?;
    rest.chars().nth(2).is_some().then_some(rest)
}

/// Returns the texts before and after an apostrophe.
fn parts(run: &str) -> Option<(&str, &str)> {
    let (at, mark) = run.char_indices().find(|(_, c)| is_apostrophe(*c))?;
    let (stem, suffix) = (&run[..at], &run[at + mark.len_utf8()..]);
    // In names such as O'Brien and d'Alembert, the apostrophe belongs to the name.
    let is_word = stem.chars().count() > 1 || stem.starts_with(|c: char| c.is_ascii_digit());
    is_word.then_some((stem, suffix))
}

/// Returns the texts around an apostrophe after a single capital, if they are a letter and its
/// suffix: `Z'ye`, the end of `LL.M'den`.
fn after_letter(run: &str, language: Language) -> Option<(&str, &str)> {
    let (stem, suffix) = run.split_once(is_apostrophe)?;
    let is_suffix = stem.chars().all(is_capital) && suffix.starts_with(is_small);
    let has_suffixes = language.analysis().suffixes_after_letters;
    (has_suffixes && !stem.is_empty() && is_suffix).then_some((stem, suffix))
}

/// Removes the apostrophe suffix of a run, if the language has such suffixes.
pub(super) fn without_suffix(run: &str, language: Language) -> &str {
    let Some((stem, suffix)) = parts(run).or_else(|| after_letter(run, language)) else {
        return run;
    };
    // Words such as сім'я and об'єкт contain an apostrophe.
    if language == Language::Other && suffix.starts_with(|c| c > '\u{400}') {
        return run;
    }
    let written = suffix.to_ascii_lowercase();
    let contraction = holds(language.analysis().contractions, &format!(" {written} "))
        && (suffix == written || suffix == suffix.to_ascii_uppercase());
    if contraction { run } else { stem }
}

/// Removes the text after the apostrophe of a run, in any language.
pub(super) fn without_any_suffix(run: &str) -> &str {
    parts(run).map_or(run, |(stem, _)| stem)
}
