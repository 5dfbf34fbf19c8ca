//! Generates slugs: the ids of headings on Markdown pages.
//!
//! Markdown does not define links to headings. Most generators follow GitHub's rule: convert to
//! lower case, remove everything except letters, digits, marks, `-`, `_` and spaces, and replace
//! each space with `-`. The second heading with the same name gets `-1`, the third `-2`.

use std::collections::HashMap;

/// Assigns the slugs of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Slugs {
    taken: HashMap<String, usize>,
}

impl Slugs {
    /// Returns the slug of the next heading.
    pub(crate) fn slug(&mut self, heading: &str) -> String {
        let base = base_slug(heading);
        let mut slug = base.clone();
        while self.taken.contains_key(&slug) {
            let count = self.taken.entry(base.clone()).or_default();
            *count += 1;
            slug = format!("{base}-{count}");
        }
        self.taken.insert(slug.clone(), 0);
        slug
    }
}

fn base_slug(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let kept = lower.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' | '\u{300}'..='\u{36f}' => Some(c),
        c if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_get_the_ids_of_github() {
        let mut slugs = Slugs::default();
        assert_eq!(slugs.slug("What's new in C++?"), "whats-new-in-c");
        assert_eq!(slugs.slug("Kayıt & Ücret"), "kayıt--ücret");
        assert_eq!(slugs.slug("a_b - c"), "a_b---c");
        assert_eq!(slugs.slug("Fees"), "fees");
        assert_eq!(slugs.slug("Fees"), "fees-1");
        assert_eq!(slugs.slug("Fees-1"), "fees-1-1");
        assert_eq!(slugs.slug("Fees"), "fees-2");
    }
}
