#[cfg(not(target_arch = "wasm32"))]
mod counting;

use super::*;

fn words(text: &str, language: Language) -> Vec<String> {
    tokenise(text, language)
        .into_iter()
        .filter(Token::is_word)
        .map(|t| t.text)
        .collect()
}

fn all(text: &str, language: Language) -> Vec<String> {
    tokenise(text, language)
        .into_iter()
        .map(|t| t.text)
        .collect()
}

#[test]
fn r4_turkish_suffixes_after_an_apostrophe_are_removed() {
    assert_eq!(
        words("Ankara'nın, TBMM’ye 2026'da", Language::Turkish),
        ["ankara", "tbmm", "2026"]
    );
}

#[test]
fn english_possessives_are_removed_and_contractions_stay_one_word() {
    assert_eq!(
        words("The university's rule: don't, O'Brien", Language::English),
        ["the", "university", "rule", "dont", "obrien"]
    );
}

#[test]
fn a_code_is_one_word_in_any_spelling() {
    for spelling in ["H-1B", "h1b", "H‑1B", "H–1B", "H1B"] {
        assert_eq!(words(spelling, Language::English), ["h1b"], "{spelling}");
    }
    assert_eq!(
        all("COVID-19", Language::English),
        ["covid19", "covid", "19"]
    );
}

#[test]
fn r4_a_slash_separates_codes() {
    for (text, codes) in [
        ("F-1/J-1", vec!["f1", "j1"]),
        ("H-1B/H-4'ün", vec!["h1b", "h4"]),
        ("I-20/DS-2019", vec!["i20", "ds2019"]),
        ("F1/F2/M1", vec!["f1", "f2", "m1"]),
        ("12/A", vec!["12a"]),
        ("2026/27", vec!["2026", "2027"]),
    ] {
        assert_eq!(words(text, Language::English), codes, "{text}");
    }
    let text = "H-1B/H-4'ün";
    let last = tokenise(text, Language::Turkish).pop().unwrap();
    assert_eq!(&text[last.start..last.end], "H-4'ün");
    assert_eq!(
        all("add/drop", Language::English),
        ["add", "drop", "adddrop"]
    );
}

#[test]
fn scripts_without_spaces_are_pairs_of_characters() {
    assert_eq!(
        words("東京都の2026年", Language::Other),
        ["東京", "京都", "都の", "2026", "年"]
    );
    assert_eq!(
        all("東京都", Language::Other),
        ["東京", "東", "京都", "京", "都"]
    );
    assert_eq!(words("ｶﾞｲﾄﾞ", Language::Turkish), ["ガイ", "イド"]);
    assert_eq!(words("ที่อยู่", Language::English), ["ที่อ", "อยู่"]);
    assert_eq!(words("서울에서", Language::Other), ["서울", "울에", "에서"]);
    let text = "第3条「猫」";
    let spans: Vec<&str> = tokenise(text, Language::Other)
        .iter()
        .map(|token| &text[token.start..token.end])
        .collect();
    assert_eq!(spans, ["第", "3", "条", "猫"]);
}

#[test]
fn articles_written_together_with_a_word_are_removed() {
    for (text, expected) in [
        (
            "L'inscription d’une qu'il",
            vec!["inscription", "une", "il"],
        ),
        ("dell'anno l'àrea un'altra", vec!["anno", "àrea", "altra"]),
        ("сім'я п'ять об'єкт", vec!["сімя", "пять", "обєкт"]),
        (
            "الكتاب والجامعة للطلاب البا الم",
            vec!["كتاب", "جامعة", "طلاب", "البا", "الم"],
        ),
        (
            "Peter's geht’s O'Neil l'",
            vec!["peter", "geht", "oneil", "l"],
        ),
    ] {
        assert_eq!(words(text, Language::Other), expected, "{text}");
    }
    assert_eq!(words("l'ordre", Language::English), ["lordre"]);
    assert_eq!(
        all("الألمانية المانية", Language::Other),
        ["ألمانية", "مانية", "مانية"]
    );
    // Typed without hamza or madda, the first two words are read as the article and a word.
    assert_eq!(
        all("ألمانيا وإلغاء آلمان آلاف ألم", Language::Other),
        [
            "ألمانيا",
            "مانيا",
            "وإلغاء",
            "غاء",
            "آلمان",
            "مان",
            "آلاف",
            "ألم"
        ]
    );
}

// An earlier version split Hindi and Persian words at these marks.
#[test]
fn marks_and_joiners_are_parts_of_words_and_figures_have_one_spelling() {
    assert_eq!(words("हिन्दी में", Language::Other), ["हिन्दी", "में"]);
    assert_eq!(
        all("می\u{200c}شود", Language::Other),
        ["می", "شود", "میشود"]
    );
    assert_eq!(
        words("٢٠٢٦ ۱۴ ＡＢＣ１", Language::Other),
        ["2026", "14", "abc1"]
    );
    assert!(all("ـ \u{200d} \u{64b}", Language::Other).is_empty());
}

#[test]
fn r4_figures_in_groups_have_their_number_as_an_extra() {
    assert_eq!(all("385 000", Language::Turkish), ["385", "000", "385000"]);
    let phone = all("(0212) 555 01 10'dan", Language::Turkish);
    for number in ["5550110", "02125550110"] {
        assert!(phone.contains(&number.to_owned()), "{phone:?}");
    }
}

#[test]
fn a_hyphenated_compound_is_its_words_and_their_join() {
    assert_eq!(
        all("add-drop", Language::English),
        ["add", "drop", "adddrop"]
    );
    assert_eq!(
        all("mod_rewrite", Language::English),
        ["mod", "rewrite", "modrewrite"]
    );
}

#[test]
fn a_hyphen_after_a_single_letter_makes_one_word() {
    assert_eq!(all("e-mail", Language::English), ["email", "mail"]);
    assert_eq!(
        all("e-Devlet'ten", Language::Turkish),
        ["edevlet", "devlet"]
    );
    assert_eq!(all("e posta", Language::Turkish), ["e", "posta", "eposta"]);
}

// Index and question are analysed alike, so spellings find each other if they share a word
// or an extra.
#[test]
fn r4_codes_that_share_their_letters_are_found_whole() {
    let has = |text: &str, code: &str| {
        let tokens = all(text, Language::English);
        tokens.iter().any(|token| token == code)
    };
    for text in ["CSE101/102", "cse101/102/103", "Take CSE101/102's book"] {
        assert!(has(text, "cse101") && has(text, "cse102"), "{text}");
    }
    assert!(has("CSE101/102/103", "cse103"));
    let turkish = all("CSE101/102'yi", Language::Turkish);
    assert!(turkish.contains(&"cse102".to_owned()), "{turkish:?}");
    for (text, code) in [
        ("CSE101/2", "cse2"),
        ("CSE101-102", "cse102"),
        ("5kg/12", "512"),
        ("10/12", "1012"),
        ("CSE101/add", "cseadd"),
    ] {
        assert!(!has(text, code), "{text}");
    }
}

#[test]
fn r4_separate_and_joined_codes_share_their_tokens() {
    for spelling in ["H-1B", "h1b", "H 1B", "h 1b"] {
        let found = all(spelling, Language::English);
        assert!(
            found.contains(&"h1b".to_owned()) && found.contains(&"1b".to_owned()),
            "{found:?}"
        );
    }
    for spelling in ["DS-160", "DS160", "DS 160", "ds 160"] {
        let found = all(spelling, Language::English);
        assert!(
            ["ds", "160"]
                .iter()
                .all(|part| found.contains(&(*part).to_owned())),
            "{found:?}"
        );
    }
    assert_eq!(all("madde-5", Language::Turkish), ["madde5", "madde", "5"]);
    assert_eq!(
        all("12-month", Language::English),
        ["12", "month", "12month"]
    );
    assert_eq!(all("50kg", Language::English), ["50kg", "50", "kg"]);
    assert_eq!(
        all("that is a 5", Language::English),
        ["that", "is", "a", "5"]
    );
}

#[test]
fn r4_ranges_dates_and_times_have_one_spelling() {
    for spelling in ["2026-27", "2026-2027", "2026/27", "2026/2027", "2026–27"] {
        assert_eq!(
            words(spelling, Language::Turkish),
            ["2026", "2027"],
            "{spelling}"
        );
    }
    for spelling in ["01.05.2026", "1/5/2026", "2026-05-01", "1 Mayıs 2026'da"] {
        let found = all(spelling, Language::Turkish);
        assert!(found.contains(&"1.5.2026".to_owned()), "{found:?}");
        assert!(found.contains(&"2026".to_owned()), "{found:?}");
    }
    assert_eq!(words("08:30–17.00", Language::Turkish), ["8.30", "17.00"]);
    assert_eq!(all("5-10", Language::Turkish), ["5", "10"]);
    assert_eq!(
        all("0212-555", Language::Turkish),
        ["0212", "555", "0212555"]
    );
}

#[test]
fn r4_signs_units_and_ordinals_are_read_as_words() {
    for spelling in ["%50", "yüzde 50", "percent 50"] {
        assert_eq!(
            words(spelling, Language::Turkish),
            ["yüzde", "50"],
            "{spelling}"
        );
    }
    for spelling in ["50 TL", "50 ₺", "50₺", "50 lira", "50 TL'dir"] {
        assert_eq!(
            words(spelling, Language::Turkish),
            ["50", "lira"],
            "{spelling}"
        );
    }
    assert_eq!(
        words("$5 or 5 USD", Language::English),
        ["dollar", "5", "or", "5", "dollar"]
    );
    assert!(all("50 per cent", Language::English).contains(&"percent".to_owned()));
    assert_eq!(
        all("birinci sınıf", Language::Turkish),
        ["birinci", "1", "sınıf"]
    );
    for spelling in ["1. sınıf", "1.sınıf", "1'inci sınıf", "1inci sınıf"] {
        assert_eq!(
            words(spelling, Language::Turkish),
            ["1", "sınıf"],
            "{spelling}"
        );
    }
}

#[test]
fn dots_belong_to_initials_and_not_to_sentences() {
    assert_eq!(
        words("U.S. law. Next", Language::English),
        ["us", "law", "next"]
    );
    assert_eq!(
        words("T.C. Ankara.Sonra T.C.Ankara m.2", Language::Turkish),
        ["tc", "ankara", "sonra", "tc", "ankara", "m", "2"]
    );
}

#[test]
fn signs_belong_to_programming_languages() {
    assert_eq!(
        words("C++ and C# or A+", Language::English),
        ["c++", "and", "c#", "or", "a+"]
    );
}

#[test]
fn r4_a_grade_with_a_sign_is_told_from_the_one_without() {
    for (text, expected) in [
        ("B+", vec!["b+", "b"]),
        ("B, B+", vec!["b", "b+", "b"]),
        (
            "A- A− A– a-.",
            vec!["a-", "a", "a-", "a", "a-", "a", "a-", "a"],
        ),
        ("A/A-/B+", vec!["a", "a-", "a", "b+", "b"]),
        ("AB+ BBB- (0-)", vec!["ab+", "ab", "bbb-", "bbb", "0"]),
        ("B+'nın A-’ya C#'ta", vec!["b+", "b", "a-", "a", "c#"]),
    ] {
        assert_eq!(all(text, Language::Turkish), expected, "{text}");
    }
    for (text, expected) in [
        (
            "a+b A-B x- ABD- A--",
            vec!["a", "b", "a", "b", "ab", "x", "abd", "a"],
        ),
        ("H- A->B A+1", vec!["h", "a", "b", "a", "1"]),
    ] {
        assert_eq!(all(text, Language::English), expected, "{text}");
    }
}

#[test]
fn r4_names_with_dots_have_the_spelling_without_them_as_an_extra() {
    for (text, joined) in [
        ("Ph.D.", "phd"),
        ("the M.Sc. takes", "msc"),
        ("LL.M'den", "llm"),
        ("Node.js", "nodejs"),
    ] {
        let found = all(text, Language::Turkish);
        assert!(found.contains(&joined.to_owned()), "{found:?}");
    }
    assert_eq!(all("law.Next", Language::English), ["law", "next"]);
}

// Unicode counts some marks as letters (U+0345). A word that consists of them would have an empty
// key, which is a prefix of every word of the index.
#[test]
fn a_single_mark_is_not_a_word() {
    assert!(all("\u{345} \u{363}\u{345}", Language::Turkish).is_empty());
    assert_eq!(all("\u{345}a", Language::English), ["a"]);
}

// This takes milliseconds if every character is examined a few times, and minutes if every dot
// examines all characters before it.
#[test]
fn a_long_row_of_initials_takes_linear_time() {
    let found = all(&"a.".repeat(200_000), Language::English);
    assert!(found.len() > 10_000 && found.iter().all(|word| word.starts_with('a')));
}

// Lower-casing can change a word's length, but highlights are cut from the original text. U+02BC is
// an apostrophe and, in Unicode, a letter; alone it once made an empty word.
#[test]
fn a_single_apostrophe_is_not_a_word() {
    for text in ["ʼ[", "ʼ", "''", "'ʼ'", "\u{300}"] {
        assert!(all(text, Language::Turkish).is_empty(), "{text}");
    }
    assert_eq!(words("Ankaraʼnın", Language::Turkish), ["ankara"]);
    assert!(
        all("a_\u{300}¡", Language::Turkish)
            .iter()
            .all(|word| word.starts_with('a'))
    );
}

#[test]
fn offsets_point_into_the_original_text() {
    let text = "«İSTANBUL'DA ÖĞRENCİ»";
    let tokens = tokenise(text, Language::Turkish);
    assert_eq!(&text[tokens[0].start..tokens[0].end], "İSTANBUL'DA");
    assert_eq!(&text[tokens[1].start..tokens[1].end], "ÖĞRENCİ");
}
