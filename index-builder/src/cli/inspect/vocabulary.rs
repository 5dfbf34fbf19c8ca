//! The report of `soru inspect --vocabulary`: words in other spellings.

use std::fmt::Write as _;

use soru_evaluation::vocabulary::VocabularyRow;

/// A table, and the missed words.
pub(super) fn page(rows: &[VocabularyRow]) -> String {
    let mut page = format!(
        "\n{:<5}{:<7}{:<16}{:>8}{:>10}{:>12}\n",
        "box", "words", "typed in", "number", "found", "same pages"
    );
    for row in rows {
        let _ = writeln!(
            page,
            "{:<5}{:<7}{:<16}{:>8}{:>8.2} %{:>10.2} %",
            row.interface,
            row.language,
            row.variant.title(),
            row.words,
            100.0 * row.share_found(),
            100.0 * row.share_same(),
        );
    }
    for row in rows {
        for [word, typed] in &row.missed {
            let (language, interface) = (&row.language, &row.interface);
            let _ = writeln!(
                page,
                "not found: {word} ({language}) as {typed}, box {interface}"
            );
        }
    }
    page
}
