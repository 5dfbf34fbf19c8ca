//! The text analysis: all offsets are within the text.

use soru::text::{Language, fold, lower, normalise, prefix, sentences, stem, tokenise, visible};

/// Analyses a text in every language.
pub(super) fn analysis(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for tag in ["tr", "en", "de", ""] {
        let language = Language::from_tag(tag);
        words(text, language);
        let lowered = lower(text, language);
        assert_eq!(lowered, lower(text, language));
        let _ = (normalise(text, language), visible(text));
    }
    let mut last = 0;
    for sentence in sentences(text) {
        assert!(
            last <= sentence.start && sentence.start < sentence.end,
            "{sentence:?}"
        );
        assert!(text.get(sentence.clone()).is_some(), "{sentence:?}");
        last = sentence.end;
    }
}

fn words(text: &str, language: Language) {
    let mut position = 0;
    for token in tokenise(text, language) {
        let written = text.get(token.start..token.end);
        assert!(
            written.is_some_and(|written| !written.is_empty()),
            "{token:?}"
        );
        assert!(!token.text.is_empty(), "{token:?}");
        assert!(token.position >= position, "{token:?}");
        position = token.position;
        let key = fold(&token.text);
        assert_eq!(fold(&key), key, "a fold key folds to itself");
        assert!(!stem(&token.text, language).is_empty(), "{token:?}");
        assert!(prefix(&key, language).is_none_or(|prefix| key.starts_with(prefix)));
    }
}
