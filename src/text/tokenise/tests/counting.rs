use proptest::prelude::*;

use super::super::super::scripts::is_mark;
use super::super::*;

fn assert_counted(text: &str) {
    for language in [Language::Turkish, Language::English, Language::Other] {
        let tokens = tokenise(text, language);
        let mut words = 0;
        let mut pairs = 0;
        let mut rest = 0;
        for token in tokens.iter().filter(|token| token.is_word()) {
            let is_pair = text[token.start..].starts_with(super::super::super::is_unspaced);
            words += usize::from(!is_pair);
        }
        while let Some(run) = next_run(text, rest) {
            pairs += usize::from(run.is_unspaced) * words_in_pairs(&text[run.start..run.end]);
            rest = run.end;
        }
        assert_eq!(count_words(text, language), words + pairs, "{text:?}");
    }
}

proptest! {
    #[test]
    fn r4_words_are_counted_as_they_are_tokenised(text: String) {
        assert_counted(&text);
    }

    // Otherwise a highlight or an excerpt that ends with a token would split the character.
    #[test]
    fn tokens_of_any_text_have_whole_characters_and_a_key(
        text in "([a東のｶﾞที่ខ្មែरिन्न한ـي\u{301}\u{64b}\u{200c}\u{fe0f}]{0,6}[ '.-]?){0,6}|.{0,60}",
    ) {
        for language in [Language::Turkish, Language::English, Language::Other] {
            for token in tokenise(&text, language) {
                let written = &text[token.start..token.end];
                prop_assert!(!super::super::super::fold(&token.text).is_empty(), "{written:?}");
                prop_assert!(written.starts_with(|c| !is_mark(c)), "{written:?}");
                prop_assert!(!text[token.end..].starts_with(is_mark), "{written:?} of {text:?}");
            }
        }
    }

    // Generates characters that join or separate runs, in any order.
    #[test]
    fn r4_words_of_any_shape_are_counted_as_they_are_tokenised(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "staj", "Ankara", "H", "1B", "e", "mail", "per", "cent", "2026", "27", "385", "000", "05",
                "Mayıs", "TL", "birinci", "T", "C", "x\u{345}", "\u{301}", "ʼ", "'", "’", "n", "-", "–",
                "/", ".", ",", ":", "東京", "ที่", "ｶﾞ", "ـ", "٢", "%", "$", "₺", "+", "#", "_", " ", "\u{a0}", "\n",
            ]),
            0..14,
        ),
    ) {
        assert_counted(&pieces.concat());
    }
}
