//! What stands around an apostrophe: an article, a suffix, a contraction or a part of the name.

use super::super::Language;
use super::runs::is_apostrophe;

/// How many bytes at the beginning of a run are an article or another small word that French, Italian and
/// Catalan write together with the next one: `l'inscription`, `qu'il`, `dell'anno`.
pub(super) fn elided(run: &str, language: Language) -> usize {
    let mut marks = run.char_indices().filter(|(_, c)| is_apostrophe(*c));
    match marks.next() {
        Some((at, mark)) if language == Language::Other => {
            let word = run[..at].to_ascii_lowercase();
            let behind = at + mark.len_utf8();
            let is_elided = ELIDED.contains(&word.as_str()) && behind < run.len();
            if is_elided { behind } else { 0 }
        }
        _ => 0,
    }
}

const ELIDED: [&str; 25] = [
    "l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "puisqu", "quelqu", "un",
    "dell", "all", "nell", "sull", "dall", "coll", "quell", "quest", "sant", "com", "dov",
];

/// An Arabic word without its article and what is written together with that: `and`, `with`, `like`, `for`.
pub(crate) fn without_article(word: &str) -> &str {
    // Words of other scripts are told by their first byte.
    if !word.starts_with(['ا', 'و', 'ب', 'ك', 'ف', 'ل']) {
        return word;
    }
    let rest = ["ال", "وال", "بال", "كال", "فال", "لل"]
        .iter()
        .find_map(|article| word.strip_prefix(article));
    rest.filter(|rest| rest.chars().nth(2).is_some())
        .unwrap_or(word)
}

/// The run without its apostrophe suffix, where the language has one.
pub(super) fn without_suffix(run: &str, language: Language) -> &str {
    let Some((at, mark)) = run.char_indices().find(|(_, c)| is_apostrophe(*c)) else {
        return run;
    };
    let (stem, suffix) = (&run[..at], &run[at + mark.len_utf8()..]);
    // O'Brien, d'Alembert: the apostrophe belongs to the name.
    if stem.chars().count() < 2 && !stem.starts_with(|c: char| c.is_ascii_digit()) {
        return run;
    }
    let goes_on = || suffix.starts_with(|c| c > '\u{400}');
    // сім'я, об'єкт
    if language == Language::Other && goes_on() {
        return run;
    }
    let contraction = matches!(
        suffix,
        "t" | "T" | "re" | "RE" | "ve" | "VE" | "ll" | "LL" | "d" | "D" | "m" | "M"
    );
    if language != Language::Turkish && contraction {
        run
    } else {
        stem
    }
}
