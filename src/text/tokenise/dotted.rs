//! Recognises names with dots that other texts write without them: `Ph.D.`, `M.Sc.`, `Node.js`.
//!
//! On pages, only names of such a shape count, since any two words may have a dot between them. In
//! questions, the site's own words decide (`split_compounds.rs`).

use super::super::{is_alphabetic, is_capital};

/// The maximum number of letters of the first part of an abbreviation, `Pharm.D`, and of a last
/// part without a dot after it. Parts of names and sentences are longer: `M.Ali`.
const LONGEST_FIRST: usize = 5;
const LONGEST_LAST: usize = 2;

/// The maximum number of letters of a name's ending: `Node.js`, `ASP.NET`.
const LONGEST_ENDING: usize = 3;

/// Returns whether two runs, by their offsets, are one name with a dot.
pub(super) fn is_dotted(text: &str, first: (usize, usize), last: (usize, usize)) -> bool {
    if first.1 <= first.0 || &text[first.1..last.0] != "." {
        return false;
    }
    let [one, other] = [first, last].map(|(from, to)| &text[from..to]);
    let behind = text[last.1..].chars().next();
    let in_address = |c: Option<char>| matches!(c, Some('.' | '/' | '@' | ':' | '-' | '_'));
    if in_address(text[..first.0].chars().next_back())
        || !one.chars().chain(other.chars()).all(is_alphabetic)
    {
        return false;
    }
    if other.starts_with(is_capital) {
        return is_abbreviation(one, other, behind == Some('.'));
    }
    one.chars().nth(2).is_some()
        && !in_address(behind)
        && (2..=LONGEST_ENDING).contains(&other.chars().count())
}

/// Returns whether two parts, the last with a capital, are one abbreviation: both are short and one
/// is very short, or both are in capitals.
fn is_abbreviation(first: &str, last: &str, ends_in_dot: bool) -> bool {
    let [of_first, of_last] = [first, last].map(|part| part.chars().count());
    let longest = if ends_in_dot {
        LONGEST_FIRST - 1
    } else {
        LONGEST_LAST
    };
    let is_short =
        of_first <= LONGEST_FIRST && of_last <= longest && of_first.min(of_last) <= LONGEST_LAST;
    let is_in_capitals = first.chars().chain(last.chars()).all(is_capital);
    (is_short && first.starts_with(is_capital))
        || (is_in_capitals && of_first > 1 && of_last <= LONGEST_ENDING)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_joined(text: &str) -> bool {
        let (first, last) = text.split_once('.').unwrap();
        let from = first
            .rfind(|c: char| !c.is_alphabetic())
            .map_or(0, |at| at + 1);
        let length = last
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(last.len());
        let start = first.len() + 1;
        is_dotted(text, (from, first.len()), (start, start + length))
    }

    #[test]
    fn r4_degrees_and_names_of_software_are_written_without_dots_too() {
        for name in [
            "Ph.D.",
            "Ph.D",
            "M.Sc programme",
            "LL.M.",
            "B.Ed.",
            "M.Phil.",
            "Psy.D",
            "Pharm.D.",
            "Node.js",
            "vue.js ile",
            "ASP.NET",
            "Ö.Üy.",
        ] {
            assert!(is_joined(name), "{name}");
        }
    }

    #[test]
    fn dots_of_sentences_addresses_and_people_do_not_join() {
        for text in [
            "yapılmıştır.Osman",
            "law.Next",
            "www.example",
            "info@example.org",
            "M.Ali Yılmaz",
            "m.s",
            "a.txt",
            "T.Ankara.",
            "example.org/a",
            "path/file.js",
        ] {
            assert!(!is_joined(text), "{text}");
        }
    }
}
