//! Pages in scripts beyond Latin: found, marked and completed (R4, R8).

use soru::settings::Value;
use soru::{Answer, Block, Document, Engine};
use soru_indexing::{ChunkingSettings, InvertedIndexer, Layout, Variants};

use super::site::{self, IntoValue, ask, table};

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
        url: format!("{title}.html"),
        ..site::titled(title, lang, title, blocks(text))
    }
}

/// Returns a paragraph, or a heading of that text and a paragraph below it.
fn blocks(text: &str) -> Vec<Block> {
    let Some(question) = text.strip_prefix("# ") else {
        return vec![Block::Text(text.into())];
    };
    let heading = Block::Heading {
        level: 2,
        text: question.into(),
        anchor: None,
        is_question: true,
    };
    vec![heading, Block::Text("本科生每年的学费是两万元。".into())]
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
fn r11_questions_without_spaces_are_completed_from_any_character() {
    let questions = [
        ("図", "図書館のガイドはどこ？"),
        ("ガイ", "図書館のガイドはどこ？"),
        ("がいど", "図書館のガイドはどこ？"),
        ("หอ", "หอพักอยู่ที่ไหน"),
        ("رسوم", "ما هي الرسوم؟"),
    ];
    let facts = questions.map(|(_, question)| site::fact(question, "1", "", ""));
    let files = site::build_of(&[], facts.to_vec(), &site::configuration(), Layout::SINGLE);
    let engine = site::loaded(&files);
    for (typed, question) in questions {
        let found = engine.suggest(typed, &Value::Null).unwrap();
        assert!(
            found.suggestions.iter().any(|own| own.text == question),
            "{typed}: {found:?}"
        );
    }
}

const SIMPLIFIED: [(&str, &str); 3] = [
    ("学费", "本科生每年的学费是两万元。"),
    ("宿舍", "宿舍申请从八月开始。"),
    ("理发", "学校里有理发店。"),
];

const TRADITIONAL: [(&str, &str); 3] = [
    ("學費", "本科生每年的學費是兩萬元。"),
    ("宿舍", "宿舍申請從八月開始。"),
    ("理髮", "學校裡有理髮店。頭髮"),
];

/// Returns a site with these Chinese and Japanese pages.
fn chinese(pages: &[(&str, &str)], japanese: &[(&str, &str)], layout: Layout) -> Engine {
    let forms = [
        "学學",
        "學学",
        "费費",
        "費费",
        "发發髮",
        "發发",
        "髮发",
        "请請",
        "請请",
        "两兩",
        "兩两",
        "万萬",
        "萬万",
        "时時",
        "時时",
        "么麼",
        "麼么",
        "里裡里",
        "裡里",
    ];
    let forms = forms.into_iter().map(|forms| {
        let mut forms = forms.chars();
        (forms.next().unwrap(), forms.collect())
    });
    let pages = pages
        .iter()
        .map(|(title, text)| page("zh-Hans", title, text));
    let japanese = japanese.iter().map(|(title, text)| page("ja", title, text));
    let indexer = InvertedIndexer::new(ChunkingSettings::default(), "zh", layout)
        .with_variants(Variants::new("zh", forms.collect()));
    let languages = [Value::from("zh"), Value::from("ja")].into_iter().collect();
    let configuration = table(&[site::set("site.languages", Value::List(languages))]);
    let documents: Vec<Document> = pages.chain(japanese).collect();
    site::loaded(&site::finish(
        indexer,
        &documents,
        Vec::new(),
        &configuration,
    ))
}

// Visitors from Taiwan and Hong Kong type traditional characters on a site in simplified ones.
#[test]
fn r4_traditional_and_simplified_characters_find_each_other() {
    for layout in LAYOUTS {
        let (simplified, traditional) = (
            chinese(&SIMPLIFIED, &[], layout),
            chinese(&TRADITIONAL, &[], layout),
        );
        for (question, marked) in [("学费", "学费"), ("學費", "学费"), ("理髮", "理发")]
        {
            let answer = ask(&simplified, question, &[]);
            assert_eq!(answer.hits[0].title, marked, "{question}");
            assert_eq!(marks(&answer), [marked], "{question}");
        }
        for (question, marked) in [("学费", "學費"), ("學費", "學費"), ("理发", "理髮")]
        {
            let answer = ask(&traditional, question, &[]);
            assert_eq!(answer.hits[0].title, marked, "{question}");
            assert_eq!(marks(&answer), [marked], "{question}");
        }
    }
}

// Japanese writes `時`, which a site in simplified Chinese lacks.
#[test]
fn r8_a_site_with_japanese_pages_keeps_the_characters_of_questions() {
    let office = [&SIMPLIFIED[..], &[("办公", "办公时间是上午九点。")]].concat();
    let japanese = [("時間", "図書館の時間は九時から五時までです。")];
    let engine = chinese(&office, &japanese, Layout::SINGLE);
    let title = |question| ask(&engine, question, &[]).hits[0].title.clone();
    assert_eq!(title("図書館の時間"), "時間");
    assert_eq!(title("办公时间"), "办公");
}

// `請` is Japanese too, `費` is on the Japanese page: only the reading as Chinese is respelt.
#[test]
fn r4_traditional_characters_find_simplified_pages_beside_japanese_ones() {
    let japanese = [
        ("宿泊費", "宿泊費は月末に支払います。申請は八月です。"),
        ("時間", "図書館の時間は九時から五時までです。"),
    ];
    for layout in LAYOUTS {
        let engine = chinese(&SIMPLIFIED, &japanese, layout);
        for question in ["學費", "學費兩萬元"] {
            let answer = ask(&engine, question, &[]);
            assert_eq!(
                (&*answer.hits[0].title, &*answer.lang),
                ("学费", "zh"),
                "{question}"
            );
            assert_eq!(marks(&answer)[0], "学费", "{question}");
        }
        let titles = |question| -> Vec<String> {
            let hits = ask(&engine, question, &[]).hits.into_iter();
            hits.map(|hit| hit.title).collect()
        };
        assert_eq!(titles("宿泊費")[0], "宿泊費");
        assert!(
            ["宿舍", "宿泊費"]
                .iter()
                .all(|own| titles("申請").contains(&(*own).to_owned()))
        );
    }
}

#[test]
fn r4_a_site_in_both_scripts_finds_each_by_its_own_characters() {
    let pages = [SIMPLIFIED, TRADITIONAL].concat();
    let pages = pages.iter().filter(|(title, _)| *title != "宿舍");
    let engine = chinese(&pages.copied().collect::<Vec<_>>(), &[], Layout::SINGLE);
    for title in ["学费", "學費", "理发", "理髮"] {
        assert_eq!(ask(&engine, title, &[]).hits[0].title, title);
    }
}

#[test]
fn r11_a_question_is_completed_from_characters_of_the_other_script() {
    let engine = chinese(&[("收费", "# 学费是多少？")], &[], Layout::SINGLE);
    let options = table(&[("lang", "zh-TW".into_value())]);
    let found = engine.suggest("學", &options).unwrap();
    assert!(
        found
            .suggestions
            .iter()
            .any(|own| own.text == "学费是多少？"),
        "{found:?}"
    );
}
