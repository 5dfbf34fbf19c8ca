use super::*;

/// The question before, the follow-up, and what it means.
const FOLLOW_UPS: [(&str, &str, &str); 34] = [
    (
        "How long may J-1 students stay?",
        "And for F-1?",
        "How long may F-1 students stay?",
    ),
    (
        "What is the H-1B cap for 2026?",
        "And for 2027?",
        "What is the H-1B cap for 2027?",
    ),
    (
        "How much is the fee for undergraduates?",
        "What about for graduate students?",
        "How much is the fee for graduate students?",
    ),
    (
        "How much is the tuition fee for undergraduates?",
        "and for graduate students",
        "How much is the tuition fee for graduate students?",
    ),
    (
        "Can I work on OPT?",
        "What about CPT?",
        "Can I work on CPT?",
    ),
    (
        "Can I work with an F-1 visa?",
        "How about H-4?",
        "Can I work with an H-4 visa?",
    ),
    (
        "Is there a dormitory in Ankara?",
        "And in Izmir?",
        "Is there a dormitory in Izmir?",
    ),
    (
        "How do I apply for Erasmus?",
        "And the dormitory?",
        "How do I apply for Erasmus the dormitory?",
    ),
    (
        "What is the H-1B visa?",
        "How much does it cost?",
        "How much does H-1B visa cost",
    ),
    (
        "What is OPT?",
        "How long does it last?",
        "How long does OPT last",
    ),
    (
        "What is OPT?",
        "And when does it start?",
        "when does OPT start",
    ),
    (
        "Where is the library?",
        "Can I work there?",
        "Can I work library",
    ),
    (
        "What is a residence permit?",
        "How can I extend it?",
        "How can I extend residence permit",
    ),
    (
        "What is form I-20?",
        "Who signs that?",
        "Who signs form I-20",
    ),
    (
        "How do I apply for the internship?",
        "And when is the deadline?",
        "when is the deadline apply for the internship",
    ),
    (
        "How do I apply for the internship?",
        "When?",
        "When apply for the internship",
    ),
    (
        "Do I need health insurance?",
        "Why?",
        "Why health insurance",
    ),
    (
        "What is the application fee?",
        "How much exactly?",
        "How much exactly application fee",
    ),
    (
        "Lisans için ücret ne kadar?",
        "Peki ya yüksek lisans için?",
        "yüksek lisans için ücret ne kadar?",
    ),
    (
        "Lisans öğrencileri için ücret ne kadar?",
        "peki yüksek lisans için",
        "yüksek lisans için ücret ne kadar?",
    ),
    (
        "Harç ücreti lisans için ne kadar?",
        "Ya doktora için?",
        "doktora için ne kadar?",
    ),
    (
        "F-1 vizesi ile çalışabilir miyim?",
        "Peki J-1?",
        "J-1 vizesi ile çalışabilir miyim?",
    ),
    ("2026 kontenjanı kaç?", "Peki 2027?", "2027 kontenjanı kaç?"),
    (
        "ÇAP başvurusu nasıl yapılır?",
        "Peki ya DGS?",
        "DGS başvurusu nasıl yapılır?",
    ),
    (
        "Yurt başvurusu nasıl yapılır?",
        "Peki staj başvurusu?",
        "Yurt başvurusu nasıl yapılır staj başvurusu?",
    ),
    (
        "Staj defteri nedir?",
        "Onu nereye teslim edeceğim?",
        "Staj defteri nereye teslim edeceğim",
    ),
    (
        "İkamet izni nedir?",
        "Bunun ücreti ne kadar?",
        "İkamet izni ücreti ne kadar",
    ),
    (
        "Hazırlık okulu nedir?",
        "Bu zorunlu mu?",
        "Hazırlık okulu zorunlu mu",
    ),
    (
        "Kütüphane nerede?",
        "Oraya nasıl giderim?",
        "Kütüphane nasıl giderim",
    ),
    (
        "Staj başvurusu nasıl yapılır?",
        "Ne zaman?",
        "Ne zaman Staj başvurusu nasıl yapılır",
    ),
    (
        "Staj başvurusu nasıl yapılır?",
        "Peki son gün ne zaman?",
        "son gün ne zaman Staj başvurusu nasıl yapılır",
    ),
    (
        "Öğrenim ücreti nedir?",
        "Kaç para?",
        "Kaç para Öğrenim ücreti",
    ),
    (
        "Yurt ücreti nedir?",
        "Peki ne kadar?",
        "ne kadar Yurt ücreti",
    ),
    (
        "Sağlık sigortası nedir?",
        "Neden?",
        "Neden Sağlık sigortası",
    ),
];

#[test]
fn r9_a_follow_up_is_completed_from_the_question_before() {
    let wrong: Vec<_> = FOLLOW_UPS
        .iter()
        .map(|(before, question, full)| (question, follow_up(question, &[before]), full))
        .filter(|(_, found, full)| found.as_deref() != Some(**full))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn r9_a_question_that_can_stand_on_its_own_stays_as_it_is() {
    for question in [
        "How do I apply for a residence permit?",
        "Is it possible to extend my student visa?",
        "How long does it take to get a visa?",
        "What are the dormitory fees this semester?",
        "Where is the library?",
        "Can I work on campus?",
        "And how do I register for courses at the faculty of law in the spring?",
        "Thank you!",
        "Okay",
        "Yurt başvurusu nasıl yapılır?",
        "Bu dönem ders kaydı ne zaman başlıyor?",
        "Bu yıl yurt ücretleri ne kadar?",
        "Kütüphane saat kaçta kapanıyor?",
        "Staj zorunlu mu?",
        "Peki",
        "Teşekkürler",
        "Merhaba",
        "",
        "?",
    ] {
        assert_eq!(follow_up(question, &["What is OPT?"]), None, "{question}");
        assert_eq!(follow_up(question, &["ÇAP nedir?"]), None, "{question}");
    }
}

#[test]
fn r9_follow_ups_of_follow_ups_keep_the_topic() {
    let before = ["How long may J-1 students stay?", "And for F-1?", "Thanks!"];
    let full = follow_up("And for H-4?", &before);
    assert_eq!(full.as_deref(), Some("How long may H-4 students stay?"));
    assert_eq!(follow_up("And for F-1?", &[]), None);
    assert_eq!(follow_up("And for F-1?", &["Hello!"]), None);
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn r9_any_conversation_gives_a_question_or_leaves_it(
            before in prop::collection::vec("(what|is|it|for|and|peki|için|F-1|2026|ne|[a-zğı ?.]){0,9}|.{0,30}", 0..5),
            question in "(and |peki |what about |ya ){0,1}(it|onu|for|için|F-1|when|ne zaman| ){0,6}|.{0,40}",
        ) {
            let before: Vec<&str> = before.iter().map(String::as_str).collect();
            if let Some(full) = follow_up(&question, &before) {
                prop_assert!(!full.trim().is_empty());
            }
        }
    }
}
