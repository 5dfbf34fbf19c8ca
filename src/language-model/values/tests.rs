use super::*;

fn source(text: &str) -> Passage {
    Passage {
        title: "Tuition fees 2026-27".into(),
        url: "https://www.uni.example/en/fees.html#due".into(),
        text: text.to_owned(),
        ..Passage::default()
    }
}

fn flagged(text: &str, source_text: &str) -> Vec<String> {
    let hit = source(source_text);
    let found = unsupported(text, &[&hit]);
    found
        .into_iter()
        .map(|flag| text[flag.range].to_owned())
        .collect()
}

/// Pages, each with a text that it supports in other words and other spellings.
const SUPPORTED: [(&str, &str); 56] = [
    ("The fee is $1,500.", "The fee is 1500 dollars [1]."),
    ("The fee is 85.000 TL.", "It is ₺85,000 [1]."),
    ("Ücret 1.500,50 TL'dir.", "The fee is 1,500.50 TL [1]."),
    (
        "Ücret bir buçuk değil, 2.000 liradır.",
        "Ücret 2000 TL'dir [1].",
    ),
    (
        "Fees in TL: dormitory 500, meals 250.",
        "The dormitory costs 500 TL [1].",
    ),
    ("Between 500 and 700 euros.", "From 500 euros to €700 [1]."),
    ("500-700 TL", "500 ile 700 TL arası [1]"),
    ("A quota of 1.5 million lira.", "1,500,000 TL [1]"),
    ("The discount is 50%.", "%50 indirim [1]"),
    ("Yüzde elli indirim.", "Yüzde 50 indirim [1]."),
    ("50 percent of students", "50% of students [1]"),
    (
        "Due on 15 September 2026.",
        "Due on September 15, 2026 [1].",
    ),
    ("Due on 15 September 2026.", "15.09.2026'ya kadar [1]."),
    (
        "Son gün 15 Eylül 2026.",
        "The last day is September 15th [1].",
    ),
    (
        "Son gün 15 Eylül. 2026 yılı için geçerlidir.",
        "September 15, 2026 [1]",
    ),
    (
        "Başvurular 1-5 Mayıs 2026 arasındadır.",
        "From May 1 to May 5, 2026 [1].",
    ),
    ("Applications: 2026-05-01", "1 May 2026 [1]"),
    ("05/01/2026", "May 1, 2026 [1]"),
    ("01.05 - 15.05.2026", "1 Mayıs 2026 - 15 Mayıs 2026 [1]"),
    (
        "Spring term starts in February 2027.",
        "Bahar dönemi Şubat 2027'de başlar [1].",
    ),
    ("Open 09:00-17:00.", "Open from 9 am to 5 pm [1]."),
    ("Ofis 09.00 ile 17.30 arası açıktır.", "9:00 - 17:30 [1]"),
    ("Open from 9 to 17.", "From 9:00 to 17:00 [1]"),
    ("The office closes at 5:30 p.m.", "It closes at 17:30 [1]."),
    ("It lasts twenty days.", "It lasts 20 days [1]."),
    ("Staj yirmi beş iş günüdür.", "Staj 25 iş günüdür [1]."),
    ("Üçüncü sınıf öğrencileri", "3. sınıf öğrencileri [1]"),
    ("the third year, 3rd term", "year 3, term 3 [1]"),
    ("Form I-20 and visa F-1", "the F-1 visa needs an I-20 [1]"),
    ("The H1B cap", "The H-1B cap [1]"),
    ("CS101 and MATH 102", "CS 101 and MATH102 [1]"),
    ("Phone: +90 (312) 555 01 10", "Call 0312 555 01 10 [1]."),
    ("Tel: 0312 555 01 10", "Call 555 01 10 [1]"),
    ("GPA of at least 2.50", "en az 2,5 ortalama [1]"),
    ("The quota is 85,000.", "Kontenjan 85 000 [1]"),
    ("academic year 2026/2027", "2026-27 [1]"),
    ("Nothing.", "In the 2026-2027 fees [1]"),
    ("Write to iso@uni.example", "Write to ISO@uni.example [1]."),
    (
        "See www.uni.example/apply.",
        "See https://uni.example/apply/ [1].",
    ),
    ("Nothing.", "See https://www.uni.example/en/fees.html [1]."),
    (
        "Nothing.",
        "See [fees](https://www.uni.example/en/fees.html#due) on uni.example [1].",
    ),
    ("Two steps.", "1. Apply [1]\n2. Pay [1]\n3. Come [1]"),
    ("Nothing at all.", "Nothing at all [1][2]."),
    ("6 credits", "**6** credits, `6` [1]"),
    ("Only 10'u kabul edilir.", "10'u kabul edilir [1]"),
    ("at least 24 months", "a 24-month period [1]"),
    ("It lasts 20 days.", "It lasts twenty working days [1]."),
    ("It lasts 25 days.", "It lasts twenty-five days [1]."),
    ("It lasts twenty-five days.", "It lasts 25 days [1]."),
    ("Staj 20 iş günüdür.", "Staj yirmi iş günüdür [1]."),
    ("The fee is $200.", "The fee is two hundred dollars [1]."),
    ("%50 indirim", "yüzde elli indirim [1]"),
    (
        "Nothing.",
        "On days of exams, on one day, bir gün, yedi. [1]",
    ),
    ("Nothing.", "For two reasons, three of them good [1]."),
    ("CSE101/102", "CSE101 and CSE102 [1]"),
    ("CSE101 and CSE102", "CSE101/102 [1]"),
];

#[test]
fn r35_another_spelling_of_a_source_s_value_is_not_flagged() {
    let wrong: Vec<_> = SUPPORTED
        .iter()
        .map(|(page, text)| (text, flagged(text, page)))
        .filter(|(_, flags)| !flags.is_empty())
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Planted values: a page, a text, and the value in it that the page lacks.
const PLANTED: [(&str, &str, &str); 55] = [
    (
        "Open 24 hours in exams, else 08.30-23.00.",
        "It closes at 24.00 [1].",
        "24.00",
    ),
    (
        "Tel: +90 312 555 01 10",
        "Call +91 312 555 01 10 [1].",
        "+91 312 555 01 10",
    ),
    (
        "Tel: 0312 555 01 10",
        "Call +49 312 555 01 10 [1].",
        "+49 312 555 01 10",
    ),
    ("The fee is $1,500.", "The fee is $1,600 [1].", "$1,600"),
    ("The fee is $1,500.", "The fee is €1,500 [1].", "€1,500"),
    (
        "The fee is $1,500.",
        "The fee is 15,000 dollars [1].",
        "15,000 dollars",
    ),
    ("The fee is $1.5 million.", "The fee is $1.5 [1].", "$1.5"),
    ("The fee is 500 TL.", "Ücret 5.000 TL'dir [1].", "5.000 TL"),
    ("Ücret 1.500,50 TL", "Ücret 1.500,05 TL [1]", "1.500,05 TL"),
    ("50% discount", "%15 indirim [1]", "%15"),
    ("50 students", "yüzde 50 [1]", "yüzde 50"),
    ("50% discount", "50 TL [1]", "50 TL"),
    (
        "Due on 15 September 2026.",
        "Due on 16 September 2026 [1].",
        "16 September 2026",
    ),
    (
        "Due on 15 September 2026.",
        "Due on October 15, 2026 [1].",
        "October 15, 2026",
    ),
    (
        "Due on 15 September 2026.",
        "Due on September 15, 2027 [1].",
        "September 15, 2027",
    ),
    ("Son gün 15 Eylül 2026.", "Son gün 5 Eylül [1].", "5 Eylül"),
    (
        "Son gün 15 Eylül 2026.",
        "15.10.2026'ya kadar [1]",
        "15.10.2026",
    ),
    ("Son gün 15 Eylül.", "15 Eylül 2028 [1]", "15 Eylül 2028"),
    ("1-5 Mayıs 2026", "1-7 Mayıs 2026 [1]", "1-7 Mayıs 2026"),
    ("1-5 Mayıs 2026", "May 3, 2026 [1]", "May 3, 2026"),
    ("February 2027", "Mart 2027 [1]", "Mart 2027"),
    ("February 2027", "in Şubat 2028 [1]", "Şubat 2028"),
    ("2026-05-01", "2026-05-10 [1]", "2026-05-10"),
    ("Open 09:00-17:00.", "It closes at 18:00 [1].", "18:00"),
    ("Open 09:00-17:00.", "It closes at 6 pm [1].", "6 pm"),
    ("Open 09:00-17:00.", "It closes at 17:30 [1].", "17:30"),
    ("closes at 5 pm", "closes at 5 am [1]", "5 am"),
    ("It lasts twenty days.", "It lasts 30 days [1].", "30"),
    ("Staj yirmi iş günüdür.", "Staj 25 iş günüdür [1].", "25"),
    ("at least 24 months", "at least 12 months [1]", "12"),
    ("It lasts 20 days.", "It lasts thirty days [1].", "thirty"),
    (
        "It lasts 25 days.",
        "It lasts twenty-six working days [1].",
        "twenty-six",
    ),
    ("Staj 20 iş günüdür.", "Staj otuz iş günüdür [1].", "otuz"),
    (
        "Staj on iki haftadır.",
        "Staj on üç hafta sürer [1].",
        "on üç",
    ),
    (
        "The fee is $200.",
        "The fee is two hundred euros [1].",
        "two hundred euros",
    ),
    ("%50 indirim", "yüzde kırk indirim [1]", "yüzde kırk"),
    ("on two days", "twelve days [1]", "twelve"),
    ("CSE101/102", "CSE103 [1]", "CSE103"),
    ("GPA of 2.50", "a GPA of 2.05 [1]", "2.05"),
    ("A quota of 85,000.", "A quota of 850 [1].", "850"),
    ("A quota of 85,000.", "A quota of 65.000 [1].", "65.000"),
    ("Form I-765", "Form I-766 [1]", "I-766"),
    ("the F-1 visa", "the J-1 visa [1]", "J-1"),
    ("CS101", "CS102 [1]", "CS102"),
    ("F-1 students", "1 student [1]", "1"),
    (
        "Tel: 0312 555 01 10",
        "Call 0312 555 01 11 [1].",
        "0312 555 01 11",
    ),
    (
        "Tel: 0312 555 01 10",
        "Call +90 212 555 01 10 [1].",
        "+90 212 555 01 10",
    ),
    ("academic year 2026/2027", "2025-26 [1]", "2025-26"),
    (
        "Write to iso@uni.example",
        "Write to visa@uni.example [1].",
        "visa@uni.example",
    ),
    (
        "See www.uni.example/apply.",
        "See https://uni.example/pay [1].",
        "https://uni.example/pay",
    ),
    (
        "See www.uni.example",
        "See https://uni.example.evil.test/ [1].",
        "https://uni.example.evil.test/",
    ),
    (
        "Nothing.",
        "[fees](https://evil.test/?q=1) [1]",
        "https://evil.test/?q=1",
    ),
    (
        "Nothing.",
        "Pay at pay.uni.example/now [1]",
        "pay.uni.example/now",
    ),
    ("6 credits", "**7** credits [1]", "7"),
    ("6 credits", "- 8 credits [1]", "8"),
];

#[test]
fn r35_every_planted_value_is_flagged_and_nothing_else() {
    for (page, text, value) in PLANTED {
        assert_eq!(flagged(text, page), [value], "{text:?} of {page:?}");
    }
}

#[test]
fn r35_without_a_source_every_value_is_flagged() {
    assert_eq!(unsupported("It is 500 TL on 1 May.", &[]).len(), 2);
    assert!(unsupported("Yes.", &[]).is_empty());
}

/// Returns every spelling of a value, for pages and texts alike.
fn spellings() -> Vec<Vec<String>> {
    let months = [
        ("January", "Ocak"),
        ("April", "Nisan"),
        ("August", "Ağustos"),
        ("December", "Aralık"),
    ];
    let mut groups = Vec::new();
    for (at, (english, turkish)) in months.into_iter().enumerate() {
        let month = [1, 4, 8, 12][at];
        for day in [2, 13, 28] {
            groups.push(vec![
                format!("{day} {english} 2026"),
                format!("{english} {day}, 2026"),
                format!("{day} {turkish} 2026"),
                format!("{day:02}.{month:02}.2026"),
                format!("2026-{month:02}-{day:02}"),
            ]);
        }
    }
    for number in [450_u32, 1250, 27_500, 1_200_000] {
        let grouped = |mark: &str| {
            let digits = number.to_string();
            let (head, tail) = digits.split_at(digits.len() % 3);
            let mut groups: Vec<&str> = Vec::from_iter((!head.is_empty()).then_some(head));
            let mut rest = tail;
            while !rest.is_empty() {
                groups.push(&rest[..3]);
                rest = &rest[3..];
            }
            groups.join(mark)
        };
        groups.push(vec![
            format!("{number} TL"),
            format!("₺{}", grouped(",")),
            format!("{} lira", grouped(".")),
        ]);
        groups.push(vec![
            format!("${}", grouped(",")),
            format!("{number} dollars"),
            format!("{} USD", grouped(",")),
            format!("{} dolar", grouped(".")),
        ]);
    }
    groups
}

#[test]
fn r35_a_word_is_a_number_only_in_the_language_of_its_page() {
    let page = |lang: &str| Passage {
        lang: lang.to_owned(),
        ..source("The course is on Monday, and on gün means ten days.")
    };
    let flags = |lang: &str| unsupported("It takes 10 days [1].", &[&page(lang)]).len();
    assert_eq!(flags("tr"), 0);
    assert_eq!(flags("en"), 0, "ten is said in English too");
    let other = Passage {
        lang: "en".to_owned(),
        ..source("The course is on Monday.")
    };
    assert_eq!(unsupported("It takes 10 days [1].", &[&other]).len(), 1);
}

// Compares each value in each spelling with each page: the values match if and only if they are
// equal.
#[test]
fn r35_spellings_match_if_and_only_if_their_values_are_equal() {
    let groups = spellings();
    let (mut right, mut alarms, mut wrong, mut caught) = (0, 0, 0, 0);
    for (own, pages) in groups.iter().enumerate() {
        for page in pages {
            for (other, texts) in groups.iter().enumerate() {
                for text in texts {
                    let flags = flagged(&format!("It is {text} [1]."), &format!("It is {page}."));
                    let is_flagged = !flags.is_empty();
                    if own == other {
                        (right, alarms) = (right + 1, alarms + usize::from(is_flagged));
                    } else {
                        (wrong, caught) = (wrong + 1, caught + usize::from(is_flagged));
                    }
                }
            }
        }
    }
    assert_eq!(caught, wrong, "of {wrong} wrong values");
    assert!(alarms * 100 <= right, "{alarms} false alarms of {right}");
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        // A text that equals the page is supported by it.
        #[test]
        fn r35_a_quotation_is_never_flagged(text in "([A-Za-z0-9ğıİ $€%₺.,:/+()'@-]|[0-9]|May |Mayıs ){0,60}") {
            let found = flagged(&text, &text);
            prop_assert!(found.is_empty(), "{:?}", found);
        }

        #[test]
        fn r35_flags_lie_in_the_text_in_order_without_overlaps(text in any::<String>(), figures in "[0-9.,:/ $%A-Z-]{0,40}") {
            let text = text + &figures;
            let mut end = 0;
            for flag in unsupported(&text, &[]) {
                prop_assert!(flag.range.start >= end && text.get(flag.range.clone()).is_some());
                end = flag.range.end;
            }
        }
    }
}
