//! A report of the box. What is accepted is within its bounds, has nothing that identifies a
//! person, and is accepted again as it is.

use soru_desk::{Report, masked};

pub(super) fn report(bytes: &[u8]) {
    let report = match Report::parse(bytes) {
        Ok(report) => report,
        Err(invalid) => {
            assert!(!invalid.to_string().is_empty());
            return;
        }
    };
    let texts = [Some(&report.question), report.note.as_ref()];
    for text in texts.into_iter().flatten() {
        // A mask is longer than the shortest of what it replaces.
        assert!(!text.is_empty() && text.chars().count() <= 4000, "{text:?}");
        assert!(!text.contains(char::is_control), "{text:?}");
        assert_eq!(masked(text), *text);
    }
    if let Some(page) = &report.page {
        assert!(
            page.starts_with("http") && !page.contains(['?', '#']),
            "{page}"
        );
    }
}

/// Reports to start from.
pub(super) fn seeds() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let texts = [
        "{\"question\":\"Staj kaç gün? 0532 123 45 67\",\"language\":\"tr\",\"state\":\"nothing\",\"note\":\"a.b@c.example yazdım, 2025-2026\"}",
        "{\"question\":\"fees\",\"language\":\"en-GB\",\"page\":\"https://u:p@a.example:8080/b?c#d\",\"thumb\":\"down\"}",
    ];
    let inputs = texts.map(|text| text.as_bytes().to_vec());
    vec![("report", inputs.into())]
}
