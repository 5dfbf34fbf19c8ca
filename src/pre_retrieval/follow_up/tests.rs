use super::*;
use crate::language::LISTED;

/// Returns the question, completed on a site with pages in all languages.
fn completed(question: &str, before: &[&str]) -> Option<String> {
    thread_local! {
        static WORDS: WordLists = {
            let tags: Vec<&str> = LISTED.iter().map(|(_, tag)| *tag).collect();
            WordLists::of_languages(&tags)
        };
    }
    WORDS.with(|words| follow_up(question, before, words))
}

/// Conversations: see the file.
const CASES: &str = include_str!("cases.tsv");

#[test]
fn r9_a_follow_up_is_completed_and_an_independent_question_is_not_changed() {
    let lines = CASES.lines().filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    let mut count = [0, 0];
    for line in lines {
        let mut parts = line.split('\t');
        let (before, question) = (parts.next().unwrap(), parts.next().unwrap());
        let (full, found) = (parts.next(), completed(question, &[before]));
        count[usize::from(full.is_none())] += 1;
        if found.as_deref() != full {
            wrong.push(format!(
                "{before} / {question}: {found:?} instead of {full:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count.iter().all(|count| *count >= 60), "{count:?}");
}

#[test]
fn r9_an_empty_question_is_not_completed() {
    for question in ["", "?", " "] {
        assert_eq!(completed(question, &["What is OPT?"]), None);
    }
}

#[test]
fn r9_follow_ups_of_follow_ups_keep_the_topic() {
    let before = ["How long may J-1 students stay?", "And for F-1?", "Thanks!"];
    let full = completed("And for H-4?", &before);
    assert_eq!(full.as_deref(), Some("How long may H-4 students stay?"));
    assert_eq!(completed("And for F-1?", &[]), None);
    assert_eq!(completed("And for F-1?", &["Hello!"]), None);
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn r9_any_conversation_gives_a_question_or_none(
            before in prop::collection::vec("(what|is|it|for|and|peki|için|F-1|2026|ne|[a-zğı ?.]){0,9}|.{0,30}", 0..5),
            question in "(and |peki |what about |ya ){0,1}(it|onu|for|için|F-1|when|ne zaman| ){0,6}|.{0,40}",
        ) {
            let before: Vec<&str> = before.iter().map(String::as_str).collect();
            if let Some(full) = completed(&question, &before) {
                prop_assert!(!full.trim().is_empty());
            }
        }
    }
}
