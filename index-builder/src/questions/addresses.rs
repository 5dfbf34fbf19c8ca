//! Checks that the addresses and the markup in questions occur in their section.
//!
//! The box shows questions as the site's own. Without these checks, a model, or an author of a page,
//! could lead visitors elsewhere.

/// The texts of a section, in lower case.
#[derive(Debug)]
pub(super) struct Addresses(String);

impl Addresses {
    pub(super) fn of(texts: &[&str]) -> Self {
        Self(texts.join("\n").to_lowercase())
    }

    /// Whether a question has markup that the section lacks, or invisible characters.
    pub(super) fn has_foreign_markup(&self, question: &str) -> bool {
        question.contains(is_invisible)
            || marks(question).any(|mark| !self.0.contains(&mark.to_lowercase()))
    }

    /// Whether a question has an address or a host that the section lacks.
    pub(super) fn has_foreign_address(&self, question: &str) -> bool {
        // Browsers treat these characters as dots in host names.
        let plain = question.to_lowercase().replace(['．', '｡'], ".");
        let words = plain.split(|c: char| c.is_whitespace() || "()[]{}<>\"'`,;|«»“”‘’".contains(c));
        let words = words.map(|word| word.trim_matches(['.', '?', '!', ':', '…', '*', '_']));
        { words }
            .filter(|word| is_address(word))
            .any(|word| !self.0.contains(word))
    }
}

/// Whether a text has invisible characters. This is checked before texts are tidied, because
/// tidying removes these characters and would join the words around them.
pub(crate) fn has_invisible(text: &str) -> bool {
    text.contains(|letter: char| is_invisible(letter) && !letter.is_whitespace())
}

/// Whether a character controls the direction of text or is a zero-width space. Joiners have a
/// meaning in some scripts.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Returns tags of HTML and YAML, and the middle parts of links in Markdown.
fn marks(text: &str) -> impl Iterator<Item = &str> {
    let starts = |open: &'static str| text.match_indices(open).map(move |(at, _)| &text[at..]);
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let tags = starts("<").filter(move |tag| {
        let name = tag[1..].trim_start_matches(['/', '!', '?']);
        name.starts_with(is_letter) || tag.starts_with("<!-")
    });
    let tags = tags.map(|tag| tag.split_inclusive('>').next().unwrap_or(tag));
    let links = starts("](").map(|link| link.split_inclusive(')').next().unwrap_or(link));
    let types = starts("!!").filter(move |mark| mark[2..].starts_with(is_letter));
    let types = types.map(|mark| mark.split_whitespace().next().unwrap_or(mark));
    tags.chain(links).chain(types)
}

/// Whether a word is an address, a host or a mail address, with or without a path.
fn is_address(word: &str) -> bool {
    if word.contains("://") {
        return true;
    }
    let host = word.rsplit('@').next().unwrap_or(word);
    let host = host.split(['/', ':', '?', '#']).next().unwrap_or(host);
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| {
        !label.is_empty()
            && label
                .chars()
                .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    let is_top = |label: &&str| label.chars().count() > 1 && label.chars().all(char::is_alphabetic);
    labels.len() > 1 && labels.iter().all(is_label) && labels.last().is_some_and(is_top)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of() -> Addresses {
        Addresses::of(&[
            "Pay at https://pay.example.edu/fees, or write to fees@example.edu. A <form> is enough.",
        ])
    }

    #[test]
    fn addresses_and_hosts_are_those_of_the_section() {
        for known in [
            "Where do I pay, at pay.example.edu?",
            "Is it https://pay.example.edu/fees?",
            "May I write to Fees@Example.edu?",
            "Is it due at 5 p.m. or e.g. at noon?",
        ] {
            assert!(!of().has_foreign_address(known), "{known}");
        }
        for foreign in [
            "Is the fee paid to evil.example?",
            "How much is it at https://evil.example/pay ?",
            "Is it (www.evil.example/pay?x=1)",
            "Do I write to me@evil.example?",
            "Is it evil．example?",
            "Is it https://pay.example.edu/fees/other?",
            "Is it javascript://x?",
        ] {
            assert!(of().has_foreign_address(foreign), "{foreign}");
        }
    }

    #[test]
    fn markup_is_that_of_the_section_and_all_letters_are_seen() {
        for known in [
            "Is a <form> enough?",
            "Is 3 < 4?",
            "What!",
            "می\u{200c}خواهم؟",
        ] {
            assert!(!of().has_foreign_markup(known), "{known}");
        }
        for foreign in [
            "What is the <b>fee</b>?",
            "What is the <img src=x",
            "What is the [fee](x)?",
            "What is the fee !!python/object x?",
            "What is the \u{202e}fee\u{202c}?",
            "What is the fee\u{2066}?",
            "What \u{200b}fee?",
            "What is the \u{1b}[31mfee?",
        ] {
            assert!(of().has_foreign_markup(foreign), "{foreign}");
        }
    }
}
