//! Joins the lists of all languages, for tasks that ignore the language of a question or a page.

/// Joins a field of a table over all languages with a separator: `joined!(statement.dates, " ")`.
macro_rules! joined {
    ($table:ident.$($field:ident).+, $between:literal) => {{
        const LISTS: [&str; $crate::language::ALL.len()] = {
            let mut lists = [""; $crate::language::ALL.len()];
            let mut at = 0;
            while at < lists.len() {
                lists[at] = $crate::language::ALL[at].$table.$($field).+;
                at += 1;
            }
            lists
        };
        const BYTES: [u8; $crate::language::length(&LISTS)] =
            $crate::language::joined(&LISTS, $between);
        const TEXT: &str = $crate::language::text(&BYTES);
        TEXT
    }};
}

/// Returns the length of all lists in bytes, with a separator between those that are not empty.
pub(crate) const fn length(lists: &[&str]) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < lists.len() {
        if !lists[at].is_empty() {
            sum += lists[at].len() + (sum > 0) as usize;
        }
        at += 1;
    }
    sum
}

pub(crate) const fn joined<const N: usize>(lists: &[&str], between: &str) -> [u8; N] {
    let mut bytes = [between.as_bytes()[0]; N];
    let (mut end, mut at) = (0, 0);
    while at < lists.len() {
        let own = lists[at].as_bytes();
        let mut byte = 0;
        if end > 0 && !own.is_empty() {
            end += 1;
        }
        while byte < own.len() {
            bytes[end] = own[byte];
            (end, byte) = (end + 1, byte + 1);
        }
        at += 1;
    }
    bytes
}

pub(crate) const fn text(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("the lists are texts"),
    }
}
