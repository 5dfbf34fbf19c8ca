//! The JSON object for pages (R37): names and kinds of its fields.

use serde_json::Value as Json;

use super::site::{self, IntoValue, ask};

fn json(question: &str, trace: bool) -> Json {
    let answer = ask(&site::engine(), question, &[("trace", trace.into_value())]);
    serde_json::to_value(answer).unwrap()
}

fn keys(value: &Json) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

fn assert_has(value: &Json, names: &[&str]) {
    for name in names {
        assert!(
            keys(value).contains(name),
            "`{name}` is missing in {:?}",
            keys(value)
        );
    }
}

#[test]
fn r37_one_call_gives_answer_sources_confidence_tier_method_intent_hits_and_trace() {
    for (question, method) in [
        ("Stajyerlerin sigortasını kim öder?", "extractive"),
        ("What is the H-1B cap?", "fact_exact"),
        ("zzyzx", "none"),
    ] {
        let answer = json(question, true);
        assert_has(
            &answer,
            &[
                "answer",
                "sources",
                "confidence",
                "level",
                "tier",
                "method",
                "intent",
                "hits",
                "trace",
                "choices",
                "offers",
                "quoteUrl",
            ],
        );
        assert_eq!(answer["quoteUrl"].is_string(), method == "extractive");
        assert_eq!(answer["method"], method);
        assert_eq!(answer["answer"].is_null(), method == "none");
        assert!(answer["confidence"].is_f64() && answer["tier"].is_u64());
        assert!(["high", "low"].contains(&answer["level"].as_str().unwrap()));
        for source in answer["sources"].as_array().unwrap() {
            assert_has(source, &["title", "url", "relevance", "preview"]);
        }
        for hit in answer["hits"].as_array().unwrap() {
            assert_has(
                hit,
                &[
                    "id",
                    "chunk",
                    "title",
                    "heading",
                    "url",
                    "text",
                    "excerpt",
                    "marks",
                    "highlight",
                    "score",
                    "scores",
                    "lang",
                ],
            );
            assert!(hit["score"].is_number() && hit["scores"]["bm25"].is_number());
        }
        for event in answer["trace"].as_array().unwrap() {
            assert_has(
                event,
                &["stage", "operator", "input", "output", "millis", "warnings"],
            );
        }
    }
}

#[test]
fn r37_names_are_written_as_javascript_writes_them() {
    fn check(value: &Json) {
        match value {
            Json::Array(items) => items.iter().for_each(check),
            Json::Object(fields) => fields.iter().for_each(|(name, value)| {
                assert!(!name.contains('_'), "{name}");
                // Their keys are data: names of operators, and of the site's own metadata.
                if name != "scores" && name != "meta" {
                    check(value);
                }
            }),
            _ => {}
        }
    }
    check(&json("What is the H-1B cap?", true));
    check(&json("Stajyerlerin sigortasını kim öder?", true));
}

#[test]
fn r37_marks_count_utf16_units_as_javascript_strings_do() {
    let page = site::page("a", "tr", "🎓🎓 Her şey burada. 🎓 İŞARET 𝒳 işaretler.");
    let engine = site::engine_of(&[page], soru_indexing::Layout::SINGLE);
    let hit = &ask(&engine, "isaret", &[]).hits[0];
    let units: Vec<u16> = hit.excerpt.encode_utf16().collect();
    let cut = |[start, end]: &[u32; 2]| {
        String::from_utf16(&units[*start as usize..*end as usize]).unwrap()
    };
    let marked: Vec<String> = hit.marks.iter().map(cut).collect();
    assert_eq!(marked, ["İŞARET", "işaretler"]);
    let best = hit.highlight.as_ref().map(cut);
    assert_eq!(best.as_deref(), Some("🎓 İŞARET 𝒳 işaretler."));
}
