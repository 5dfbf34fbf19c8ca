//! Questions in languages whose words come with the bundle: routed, answered and greeted like
//! Turkish and English ones (R9, R12, R32).

use soru::settings::Value;
use soru::{Block, Engine};
use soru_indexing::Layout;

use super::site::{self, ask};

/// Questions of a language, and the expected answers.
struct Asked {
    lang: &'static str,
    /// Two sentences with the same words, of which one has the kind of thing asked for.
    text: &'static str,
    /// A fact and its answer.
    fact: [&'static str; 2],
    /// A question for a figure, and the words that show this.
    figure: [&'static str; 2],
    /// A question, and the words of the sentence that answers.
    answered: [&'static str; 2],
    greeting: &'static str,
}

const ASKED: [Asked; 6] = [
    Asked {
        lang: "de",
        text: "Die Bewerbung läuft online über das Portal. Die Bewerbung läuft bis Ende Juli.",
        fact: ["Wie hoch ist der Semesterbeitrag?", "110 Euro"],
        figure: ["Wie viel kostet der Semesterbeitrag?", "wie viel"],
        answered: ["Bis wann läuft die Bewerbung?", "Juli"],
        greeting: "Guten Tag, vielen Dank!",
    },
    Asked {
        lang: "fr",
        text: "L'inscription se fait en ligne sur le portail. L'inscription se fait en septembre.",
        fact: ["Quel est le montant des droits ?", "170 euros"],
        figure: ["Combien coûtent les droits ?", "combien"],
        answered: ["Quand se fait l’inscription ?", "septembre"],
        greeting: "Bonjour, merci beaucoup !",
    },
    Asked {
        lang: "es",
        text: "La matrícula se hace en línea en el portal. La matrícula se hace en septiembre.",
        fact: ["¿Cuál es el precio de la matrícula?", "900 euros"],
        figure: ["¿Cuánto cuesta la matrícula?", "cuanto"],
        answered: ["¿Cuándo se hace la matrícula?", "septiembre"],
        greeting: "¡Hola, muchas gracias!",
    },
    Asked {
        lang: "ru",
        text: "Приём документов проходит онлайн на портале. Приём документов проходит в августе.",
        fact: ["Какова стоимость обучения?", "5000 рублей"],
        figure: ["Сколько стоит обучение?", "сколько"],
        answered: ["Когда проходит приём документов?", "августе"],
        greeting: "Здравствуйте, большое спасибо!",
    },
    Asked {
        lang: "ar",
        text: "يتم تقديم الطلب عبر موقع الجامعة. يتم تقديم الطلب في شهر سبتمبر.",
        fact: ["ما هي رسوم التسجيل؟", "500 دولار"],
        figure: ["كم رسوم التسجيل؟", "كم"],
        answered: ["متى يتم تقديم الطلب؟", "سبتمبر"],
        greeting: "السلام عليكم، شكرا جزيلا!",
    },
    Asked {
        lang: "zh",
        text: "宿舍申请在网上平台提交。宿舍申请在九月开始。",
        fact: ["本科生的学费是什么标准？", "两万元"],
        figure: ["学费多少钱？", "多少"],
        answered: ["宿舍申请在几月开始？", "九月"],
        greeting: "你好，谢谢！",
    },
];

fn engine(asked: &Asked) -> Engine {
    let text = Block::Text(asked.text.into());
    let page = site::titled("page.html", asked.lang, "A", vec![text]);
    let [question, answer] = asked.fact;
    let fact = site::fact(question, answer, "https://example.org/", asked.lang);
    let languages = Value::List(vec![Value::Text(asked.lang.into())]);
    let site = Value::Map(vec![("languages".into(), languages)]);
    let configuration = Value::Map(vec![("site".into(), site)]);
    let files = site::build_of(&[page], vec![fact], &configuration, Layout::SINGLE);
    site::loaded(&files)
}

#[test]
fn r12_questions_for_a_figure_are_routed_to_the_facts_in_six_more_languages() {
    for asked in &ASKED {
        let [question, words] = asked.figure;
        let route = ask(&engine(asked), question, &[]).route;
        let expected = format!("asks for a figure: \"{words}");
        assert!(route.reasoning.contains(&expected), "{question}: {route:?}");
    }
}

#[test]
fn r32_a_date_answers_when_in_six_more_languages() {
    for asked in &ASKED {
        let [question, part] = asked.answered;
        let answer = ask(&engine(asked), question, &[]);
        let shown = answer.answer.unwrap_or_default();
        assert!(shown.contains(part), "{question}: {shown}");
    }
}

#[test]
fn r9_greetings_are_not_searched_for_in_six_more_languages() {
    for asked in &ASKED {
        let answer = ask(&engine(asked), asked.greeting, &[]);
        let is_silent = answer.hits.is_empty() && answer.warnings.is_empty();
        assert!(is_silent, "{}: {answer:?}", asked.greeting);
        let question = [asked.greeting, asked.answered[0]].join(" ");
        let answer = ask(&engine(asked), &question, &[]);
        assert!(!answer.hits.is_empty(), "{question}");
    }
}

#[test]
fn r8_a_question_in_english_is_searched_on_a_site_without_english_and_said_to_be() {
    for asked in &ASKED {
        let engine = engine(asked);
        let is_foreign = |question| {
            let answer = ask(&engine, question, &[]);
            let mut warnings = answer.warnings.iter();
            warnings.any(|warning| warning.code == "other_language")
        };
        assert!(
            is_foreign("When does the Bewerbung or application end?"),
            "{}",
            asked.lang
        );
        for own in [asked.fact[0], asked.figure[0], asked.answered[0]] {
            assert!(!is_foreign(own), "{own}");
        }
    }
}
