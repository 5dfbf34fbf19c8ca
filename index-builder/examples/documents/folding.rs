//! The folding applied before texts are compared.

use unicode_normalization::UnicodeNormalization;

/// Collapses white space to one space.
pub(crate) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Folds compatibility forms, quotes, dashes and invisible characters, joins words hyphenated at
/// the ends of lines, and removes spaces between Chinese characters.
pub(crate) fn folded(text: &str) -> String {
    let plain: String = text
        .nfkc()
        .filter(|letter| !is_invisible(*letter))
        .map(simple)
        .collect();
    let plain = spaced(&plain.replace("-\n", "-"));
    let letters: Vec<char> = plain.chars().collect();
    let is_between = |i: usize| {
        letters[i] == ' '
            && i > 0
            && is_chinese(letters[i - 1])
            && letters.get(i + 1).is_some_and(|next| is_chinese(*next))
    };
    let kept = (0..letters.len()).filter(|i| !is_between(*i));
    kept.map(|i| letters[i]).collect()
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn simple(letter: char) -> char {
    match letter {
        '“' | '”' | '„' | '«' | '»' => '"',
        '’' | '‘' | '´' => '\'',
        '‐'..='―' | '−' => '-',
        other => other,
    }
}

fn is_chinese(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}
