use super::*;

/// Returns the headings and texts of a page after its questions were divided.
fn divided(texts: &[&str]) -> Vec<String> {
    let piece = |text: &&str| match text.strip_prefix('#') {
        Some(text) => Piece::Content(Block::Heading {
            level: 2,
            text: text.to_owned(),
            anchor: None,
            is_question: false,
        }),
        None => Piece::text((*text).to_owned()),
    };
    let mut pieces: Vec<Piece> = texts.iter().map(piece).collect();
    divide(&mut pieces);
    let written = |piece: Piece| match piece {
        Piece::Content(Block::Heading {
            level,
            text,
            is_question,
            ..
        }) => format!("{level}{} {text}", if is_question { "?" } else { "" }),
        Piece::Content(Block::End(level)) => format!("/{level}"),
        Piece::Content(block) => block.text().to_owned(),
        Piece::Picture(text) => text,
        Piece::Gap => String::new(),
    };
    pieces.into_iter().map(written).collect()
}

#[test]
fn a_question_is_the_heading_of_its_answer() {
    let expected = ["2? When?", "In May.", "/2", "2? Where?", "Here.", "/2"];
    for texts in [
        &["Q: When?", "A: In May.", "Q: Where?", "A: Here."][..],
        &["Q. When?\nA. In May.", "Q. Where?\nA. Here."],
        &["Q1: When? A1: In May. Q2: Where? A2: Here."],
        &["• Q: When?", "• A: In May.", "• Q: Where?", "• A: Here."],
        &["S: When?", "C: In May.", "S: Where?", "C: Here."],
        &[
            "1. Soru: When?",
            "Yanıt: In May.",
            "2. Soru: Where?",
            "Cevap: Here.",
        ],
        &[
            "Frage: When?",
            "Antwort: In May.",
            "Frage: Where?",
            "Antwort: Here.",
        ],
        &["Q : When?", "R : In May.", "Q : Where?", "R : Here."],
        &[
            "Q:", "When?", "A:", "In May.", "Q:", "Where?", "A:", "Here.",
        ],
    ] {
        assert_eq!(divided(texts), expected, "{texts:?}");
    }
    let headed = ["#Q: When?", "A: In May.", "#Q: Where?", "A: Here."];
    assert_eq!(
        divided(&headed),
        ["2? When?", "In May.", "2? Where?", "Here."]
    );
}

#[test]
fn among_questions_with_marks_one_without_a_mark_is_a_question() {
    let marked = ["Q: A b?", "A: C."].repeat(4);
    let texts = [&marked[..], &["Q: Rules.", "A: Two."]].concat();
    assert_eq!(
        divided(&texts)
            .iter()
            .filter(|text| text.starts_with("2?"))
            .count(),
        5
    );
    let texts = [&texts[..], &["Q: Rules.", "A: Two."]].concat();
    assert_eq!(divided(&texts), texts);
}

#[test]
fn the_last_answer_has_as_many_paragraphs_as_the_others() {
    let texts = [
        "#Fees",
        "Soru: Ne kadar",
        "Cevap: On lira.",
        "• Nakit",
        "Bizi arayın.",
    ];
    let expected = [
        "2 Fees",
        "3? Ne kadar",
        "On lira.",
        "• Nakit",
        "/3",
        "Bizi arayın.",
    ];
    assert_eq!(divided(&texts), expected);
    let two = [
        "Q: A b?", "A: C.", "D.", "Q: E f?", "A: G.", "H.", "Call us.",
    ];
    let expected = [
        "2? A b?", "C.", "D.", "/2", "2? E f?", "G.", "H.", "/2", "Call us.",
    ];
    assert_eq!(divided(&two), expected);
}

#[test]
fn letters_of_speakers_options_and_sizes_are_no_labels() {
    for texts in [
        &[
            "A: How did you begin?",
            "B: With a book.",
            "A: Which one?",
            "B: A thin one.",
        ][..],
        &[
            "S: Hello, Carl.",
            "C: Hello.",
            "S: How did you begin?",
            "C: With a book.",
        ],
        &[
            "F: Kitap yazmaya ne zaman başladınız, ilk kitabınız hangisiydi?",
            "A: On yıl önce başladım, ilk kitabım çocuklar için yazdığım bir öyküydü.",
            "F: Şimdi neler yapıyorsunuz?",
            "A: Yeni bir roman üzerinde çalışıyorum.",
        ],
        &["A: Building A, B: Building B"],
        &["S: small", "M: medium", "L: large"],
        &[
            "Q: Which city?",
            "A: Paris",
            "B: Rome",
            "Q: Which sea?",
            "A: Red",
            "B: Dead",
        ],
        &[
            "Q: Which city? A) Paris B) Rome",
            "Q: Which sea? A) Red B) Dead",
        ],
        &["Q: When?", "In May.", "A: Here."],
        &["S: When?", "C: In May."],
        &["Q: first quarter", "A: annual"],
        &["Q: When?", "A:"],
    ] {
        assert_eq!(divided(texts), texts, "{texts:?}");
    }
}
