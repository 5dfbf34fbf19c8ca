//! Pages in scripts beyond Latin: found, marked and completed (R4, R8).

use soru::indexing::Layout;
use soru::settings::Value;
use soru::{Answer, Block, Document, Engine};

use super::site::{self, ask};

/// A site in one file, and one in shards.
const LAYOUTS: [Layout; 2] = [
    Layout::SINGLE,
    Layout {
        separate_files: true,
        ..Layout::SINGLE
    },
];

fn page(lang: &str, title: &str, text: &str) -> Document {
    Document {
        id: title.into(),
        title: title.into(),
        url: format!("{title}.html"),
        lang: lang.into(),
        blocks: vec![Block::Text(text.into())],
        ..Document::default()
    }
}

fn pages(layout: Layout) -> Engine {
    let pages = [
        page("zh", "学费", "本科生每年的学费是两万元。学费分两次缴纳。"),
        page("zh", "宿舍", "宿舍申请从八月开始。猫不能进入宿舍。"),
        page(
            "ja",
            "図書館のガイド",
            "図書館は平日の九時に開く。ｶｰﾄﾞが必要です。",
        ),
        page("ja", "入学", "入学の手続きは四月一日までです。"),
        page("th", "หอพัก", "นักศึกษาใหม่ต้องสมัครหอพักภายในเดือนสิงหาคม"),
        page("th", "ค่าเล่าเรียน", "ค่าเล่าเรียนชำระปีละสองครั้ง"),
        page("ar", "الرسوم", "تدفع الرسوم في الجامعة مرتين سنة ٢٠٢٦."),
        page("ar", "السكن", "يقدم طلب السكن إلى المدرسة."),
        page("ar", "التأشيرة", "تأشيرة الدراسة في ألمانيا."),
        page("ar", "التسجيل", "الغاء التسجيل ممكن قبل بداية الفصل."),
        page("fr", "Frais", "L'inscription coûte 500 euros par an."),
        page("fr", "Logement", "Le logement est à demander en août."),
    ];
    site::engine_of(&pages, layout)
}

#[test]
fn r8_questions_find_pages_of_every_script_in_every_layout() {
    for layout in LAYOUTS {
        let engine = pages(layout);
        for (question, title) in [
            ("学费多少？", "学费"),
            ("怎么申请宿舍", "宿舍"),
            ("猫", "宿舍"),
            ("図書館はいつ開きますか", "図書館のガイド"),
            ("カードは必要？", "図書館のガイド"),
            ("かーど", "図書館のガイド"),
            ("ニュウガク 入学 テツヅキ", "入学"),
            ("入学手続きの期限", "入学"),
            ("สมัครหอพักเมื่อไร", "หอพัก"),
            ("رسوم جامعة 2026", "الرسوم"),
            ("طلب سكن المدرسه", "السكن"),
            ("تاشيرة المانيا", "التأشيرة"),
            ("إلغاء", "التسجيل"),
            ("prix inscription", "Frais"),
            ("\"每年的学费\"", "学费"),
        ] {
            let answer = ask(&engine, question, &[]);
            let first = answer.hits.first().map(|hit| hit.title.as_str());
            assert_eq!(first, Some(title), "{question}");
        }
    }
}

/// Returns the marked texts of the first hit.
fn marks(answer: &Answer) -> Vec<String> {
    let hit = &answer.hits[0];
    let units: Vec<u16> = hit.excerpt.encode_utf16().collect();
    let marked = |[start, end]: &[u32; 2]| &units[*start as usize..*end as usize];
    let marks = hit.marks.iter().map(marked);
    marks
        .map(|mark| String::from_utf16(mark).unwrap())
        .collect()
}

#[test]
fn r12_the_marked_text_in_a_script_without_spaces_matches_the_question() {
    let engine = pages(Layout::SINGLE);
    for (question, marked) in [
        ("学费", "学费"),
        ("猫", "猫"),
        ("หอพัก", "หอพัก"),
        ("ガイド カード", "ｶｰﾄﾞ"),
        ("かーど", "ｶｰﾄﾞ"),
    ] {
        let marks = marks(&ask(&engine, question, &[]));
        assert!(
            !marks.is_empty() && marks.iter().all(|own| own == marked),
            "{question}: {marks:?}"
        );
    }
}

#[test]
fn r11_titles_without_spaces_are_completed_from_any_character() {
    let engine = pages(Layout::SINGLE);
    for (typed, title) in [
        ("図", "図書館のガイド"),
        ("ガイ", "図書館のガイド"),
        ("がいど", "図書館のガイド"),
        ("หอ", "หอพัก"),
        ("رسوم", "الرسوم"),
    ] {
        let found = engine.suggest(typed, &Value::Null).unwrap();
        assert!(
            found.suggestions.iter().any(|own| own.text == title),
            "{typed}: {found:?}"
        );
    }
}
