//! Recognises question marks of all scripts.

/// Returns whether a text is a question by its punctuation: it ends with a question mark, or
/// contains a mark that other languages put elsewhere.
///
/// ```
/// assert!(soru::text::has_question_mark("授業料はいくらですか？"));
/// assert!(!soru::text::has_question_mark("Ask us"));
/// ```
pub fn has_question_mark(text: &str) -> bool {
    let is_behind = |c: char| c.is_whitespace() || "\"'”’»)]*_!！".contains(c);
    let bare = text.trim_end_matches(is_behind);
    let is_greek = |c: char| ('\u{370}'..='\u{3ff}').contains(&c);
    match bare.chars().last() {
        Some('?' | '？' | '؟' | '⁇' | '⁈' | '⁉' | '\u{37e}' | '፧' | '᥅' | '꘏' | '⸮' | '﹖') => {
            true
        }
        Some(';') => text.contains(is_greek),
        // Spanish opens a question with a mark, and Armenian puts the mark into the word in
        // question.
        _ => text.contains(['¿', '՞']),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_every_script_are_recognised() {
        for question in [
            "Yurt ne zaman açılır?",
            "“Do I pay?” ",
            "متى تبدأ الدراسة؟",
            "Πότε αρχίζει;",
            "¿Cuánto cuesta",
            "Որքա՞ն է վճարը",
            "什么时候？",
        ] {
            assert!(has_question_mark(question), "{question}");
        }
        for other in ["", "?!x", "Fees; dates;", "Κόστος", "!"] {
            assert!(!has_question_mark(other), "{other}");
        }
    }
}
