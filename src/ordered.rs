//! Ordered collections without the code of a sort.

/// Collects one by one. `collect()` into a B-tree sorts its input first, and each type that is
/// sorted so is 3 KB of the download; our collections are small.
///
/// ```
/// use std::collections::BTreeSet;
/// let words: BTreeSet<&str> = soru::ordered::gather(["staj", "kayıt", "staj"]);
/// assert_eq!(words.len(), 2);
/// ```
pub fn gather<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut out = C::default();
    out.extend(items);
    out
}
