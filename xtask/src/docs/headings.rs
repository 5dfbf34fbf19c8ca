//! Headings: their ids follow GitHub's rules, so that a link to a heading works on both.

use std::collections::BTreeMap;

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    /// Level, 1 to 6.
    pub(super) level: u8,
    pub(super) id: String,
    pub(super) text: String,
}

/// Generates the ids of one page: lower case, without punctuation, with a `-` for each space, and
/// `-1`, `-2` ... after repeated ids.
#[derive(Debug, Default)]
pub(super) struct Ids(BTreeMap<String, usize>);

impl Ids {
    pub(super) fn next(&mut self, heading: &str) -> String {
        let base = plain(heading);
        let mut id = base.clone();
        while self.0.contains_key(&id) {
            let count = self.0.entry(base.clone()).or_default();
            *count += 1;
            id = format!("{base}-{count}");
        }
        self.0.insert(id.clone(), 0);
        id
    }
}

fn plain(heading: &str) -> String {
    let kept = |c: char| match c {
        ' ' => Some('-'),
        '-' | '_' | '\u{300}'..='\u{36f}' => Some(c),
        c => c.is_alphanumeric().then_some(c),
    };
    heading.to_lowercase().chars().filter_map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_github() {
        let mut ids = Ids::default();
        assert_eq!(ids.next("soru.toml"), "sorutoml");
        assert_eq!(ids.next("Sıkça & hızlı"), "sıkça--hızlı");
        assert_eq!(
            ids.next("terms/<lang>/<n>, long/<lang>"),
            "termslangn-longlang"
        );
        assert_eq!(ids.next("Errors"), "errors");
        assert_eq!(ids.next("Errors"), "errors-1");
        assert_eq!(ids.next("Errors-1"), "errors-1-1");
        assert_eq!(ids.next("Errors"), "errors-2");
    }
}
