//! Traditional and simplified Chinese characters.
//!
//! The table comes from `OpenCC`; its crate contains the table as text. Words that differ between
//! the regions (`軟體`, `软件`) are not converted: a site's own synonyms can name them.

use std::collections::BTreeMap;

use hanconv::RawDictionary::{self, HKVariants, STCharacters, TSCharacters, TWVariants};
use soru_indexing::Variants;

/// Returns the characters that simplified and traditional Chinese, Taiwan and Hong Kong write
/// differently.
pub(super) fn variants() -> Variants {
    Variants::new("zh", forms())
}

/// Returns the forms of every character that has another one, the most usual first.
fn forms() -> BTreeMap<char, Vec<char>> {
    let mut forms: BTreeMap<char, Vec<char>> = BTreeMap::new();
    let mut add = |c, form| {
        let forms = forms.entry(c).or_default();
        if !forms.contains(&form) {
            forms.push(form);
        }
    };
    // The order matters: the first traditional form is the usual one.
    for (simplified, traditional) in pairs(&STCharacters) {
        add(simplified, traditional);
    }
    for (traditional, simplified) in pairs(&TSCharacters) {
        add(traditional, simplified);
        add(simplified, traditional);
    }
    for (one, other) in pairs(&TWVariants).chain(pairs(&HKVariants)) {
        add(one, other);
        add(other, one);
    }
    forms
}

/// Returns each character with each of its forms.
fn pairs(dictionary: &RawDictionary) -> impl Iterator<Item = (char, char)> {
    let entries = dictionary.var_iter();
    entries.flat_map(|(key, forms)| {
        let forms = forms.into_iter().filter_map(single);
        single(key)
            .into_iter()
            .flat_map(move |key| forms.clone().map(move |form| (key, form)))
    })
}

/// Returns the character of a text that consists of exactly one.
fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_the_table_leads_from_each_script_to_the_other() {
        let forms = forms();
        for (c, expected) in [
            ('学', "學"),
            ('學', "学"),
            ('发', "發髮"),
            ('髮', "发"),
            ('后', "後后"),
            ('裡', "里裏"),
        ] {
            let found: String = forms[&c].iter().collect();
            assert!(found.starts_with(expected), "{c}: {found}");
        }
        assert!(
            !forms.contains_key(&'中') && forms.len() > 7000,
            "{}",
            forms.len()
        );
    }
}
