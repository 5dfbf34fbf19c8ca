//! Text that is never an answer by itself: links elsewhere, header rows, the frames of forms and
//! pages, program text.

use std::ops::Range;

use super::lists::{LINK, is_row};
use crate::language::SharedList;
use crate::text::{WordLists, fold, holds};

/// Returns whether a unit of a text answers nothing; `next` is the one after it.
pub(super) fn is_unfit(
    text: &str,
    unit: &Range<usize>,
    next: Option<&Range<usize>>,
    question: &str,
    words: &WordLists,
) -> bool {
    let own = &text[unit.clone()];
    let next = next.map_or("", |next| &text[next.clone()]);
    text[..unit.start].ends_with(LINK)
        || !own.chars().any(char::is_alphabetic)
        || holds(own, "....")
        || is_header_row(own, next)
        || is_frame(own, words)
        || is_furniture(own, question, words)
}

/// Returns whether the unit and its neighbours are short lines without punctuation at the end, as
/// in menus. Items and rows do not count, since they can be short statements.
pub(super) fn is_menu(text: &str, units: &[Range<usize>], number: usize) -> bool {
    const LONGEST: usize = 40;
    const LINES: usize = 4;
    let is_entry = |unit: &Range<usize>| {
        let own = &text[unit.clone()];
        let is_line = text[..unit.start].ends_with('\n') || unit.start == 0;
        let ends = own.ends_with(|c: char| c.is_alphanumeric() || c == ')');
        is_line && ends && own.len() <= LONGEST && !is_row(own) && !own.contains(is_rare_in_menus)
    };
    let is_one = |at: usize| units.get(at).is_some_and(is_entry);
    let before = (0..number).rev().take_while(|at| is_one(*at)).count();
    let after = (number..units.len()).take_while(|at| is_one(*at)).count();
    after > 0 && before + after >= LINES
}

/// Returns whether a character is rare in menus.
fn is_rare_in_menus(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ':' | '@')
}

/// Returns whether a row has only names of columns above their values.
fn is_header_row(row: &str, next: &str) -> bool {
    is_row(row) && is_row(next) && !row.contains(is_rare_in_menus)
}

/// Returns whether a unit belongs to the frame of a form, not its content: `Form No: FR-012 Issue
/// Date: 01.02.2024`.
fn is_frame(unit: &str, words: &WordLists) -> bool {
    const SHORT: usize = 240;
    if !unit.contains(':') {
        return false;
    }
    let key = fold(unit);
    let labels = words.any(SharedList::Labels).split('|');
    let labels = labels.filter(|label| !label.is_empty() && holds(&key, label));
    labels.count() > if unit.len() > SHORT { 2 } else { 1 }
}

/// Returns whether a unit is page furniture: its last change, its owner, its cookies, its
/// breadcrumbs. A question about such furniture contains the last word of its phrase.
fn is_furniture(unit: &str, question: &str, words: &WordLists) -> bool {
    const LONGEST: usize = 160;
    if unit.len() > LONGEST {
        return false;
    }
    let (key, question) = (fold(unit), fold(question));
    let said = words.any(SharedList::Furniture).split('|');
    let mut said = said.filter(|said| !said.is_empty() && holds(&key, said));
    let is_asked = |said: &str| holds(&question, said.rsplit(' ').next().unwrap_or(said));
    said.any(|said| !is_asked(said)) || is_path(&key, words)
}

/// Returns whether a key is a path of breadcrumbs, `Home > Students > Forms`.
fn is_path(key: &str, words: &WordLists) -> bool {
    let mut homes = words.any(SharedList::Homes).split('|');
    let below = homes.find_map(|home| key.strip_prefix(home));
    below.is_some_and(|below| below.starts_with(['>', '»', '›', '/']))
}

/// Returns whether a unit is program text, and the question is not.
pub(super) fn is_program(unit: &str, question: &str) -> bool {
    is_code(unit) && !is_code(question)
}

/// Returns whether more than a tenth of the characters are rare in prose. `C++` and `C#` are
/// allowed.
fn is_code(unit: &str) -> bool {
    let mut signs = 0;
    let mut all = 0;
    for c in unit.chars().filter(|c| !c.is_whitespace()) {
        all += 1;
        signs += usize::from("{}[]<>=;_$\\|&~^`".contains(c));
    }
    !is_row(unit) && signs * 10 > all && signs > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_is_unfit(text: &str, question: &str) -> bool {
        let lines: Vec<&str> = text.split('\n').collect();
        let start = lines[0].find(|c: char| !"•↗ ".contains(c)).unwrap_or(0);
        let end = lines[0].len();
        is_unfit(
            text,
            &(start..end),
            lines
                .get(1)
                .map(|next| end + 1..end + 1 + next.len())
                .as_ref(),
            question,
            &WordLists::of_languages(&["tr", "en"]),
        )
    }

    #[test]
    fn r32_links_header_rows_and_frames_are_unfit() {
        for unfit in [
            "↗ Application forms",
            "12. 3",
            "1. Introduction ........ 4",
            "Unit | Fee | Due\nLaw | 5 | May",
            "Form No: FR-012 Yayın Tarihi: 01.02.2024 Sayfa No: 1",
            "Last updated: 3 May 2026 by the fee office",
            "Son güncelleme: 3 Mayıs 2026",
            "© 2026 Fee Office. All rights reserved.",
            "Tüm hakları saklıdır.",
            "This site uses cookies to show you the right fee.",
            "Web sitemizde çerezler kullanılmaktadır.",
            "Home > Students > Fees",
            "Ana Sayfa » Öğrenci » Ücretler",
        ] {
            assert!(first_is_unfit(unfit, "fee"), "{unfit}");
        }
    }

    #[test]
    fn r32_program_text_is_recognised_unless_the_question_has_some() {
        for program in [
            "let x = &mut [0; 4]; foo::<T>(x);",
            "<Location \"/mysite\">",
        ] {
            assert!(is_program(program, "fee"), "{program}");
        }
        assert!(!is_program("Add C++ (or C#) to your CV.", "fee"));
        assert!(!is_program("x = a[0];", "what does a[0]; = do"));
    }

    #[test]
    fn r32_consecutive_short_lines_are_a_menu_but_items_are_not() {
        let is_menu_at = |text: &str, number: usize| {
            let mut at = 0;
            let lines: Vec<Range<usize>> = text
                .split('\n')
                .map(|line| {
                    let mark = line.find(|c: char| !"• ".contains(c)).unwrap_or(0);
                    let range = at + mark..at + line.len();
                    at += line.len() + 1;
                    range
                })
                .collect();
            is_menu(text, &lines, number)
        };
        let menu = "Home\nOnline services\nForms\nContact\nThe court is closed on Monday.";
        assert!((0..4).all(|number| is_menu_at(menu, number)) && !is_menu_at(menu, 4));
        assert!(!is_menu_at("• Pass\n• Photo\n• Form\n• Fee", 1));
        assert!(!is_menu_at("Home\nForms\nThe court is closed.", 0));
    }

    #[test]
    fn r32_statements_are_fit() {
        for fit in [
            "• Passport copy",
            "Law | 5 | May",
            "Unit: Law | Fee: 5 € | Due: May\nUnit: Art | Fee: 6 € | Due: May",
            "Tel: 0212 555 10 20 E-posta: ofis@ornek.edu.tr",
            "Yayın tarihi 3 Mart: o gün duyurulur.",
            "Add C++ (or C#) to your CV.",
            "Go to Home > Students > Fees.",
            "The fee was updated last week.",
        ] {
            assert!(!first_is_unfit(fit, "fee"), "{fit}");
        }
        for (fit, question) in [
            ("Last updated: 3 May 2026", "when was this page updated"),
            ("This site uses cookies.", "do you use cookies"),
            ("Sitemizde çerezler kullanılır.", "çerez var mı"),
        ] {
            assert!(!first_is_unfit(fit, question), "{fit}");
        }
    }
}
