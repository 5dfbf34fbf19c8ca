//! Small collections in the order of their texts.
//!
//! The standard library's B-trees are made for many entries; each type that they are used with
//! brings some 5 KB of code to the download. What a question deals with are tens of entries, and
//! a sorted list holds those in a tenth of the code. Large collections, such as those of
//! indexing, are better off with the standard library's.

use std::fmt;
use std::ops::Index;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Texts, each once, in ascending order.
///
/// ```
/// let words: soru::ordered::Set = ["staj", "kayıt", "staj"].into_iter().collect();
/// assert_eq!(words.len(), 2);
/// assert!(words.contains("kayıt") && !words.contains("harç"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Set {
    texts: Vec<String>,
}

impl Set {
    /// Adds a text; false if it was there already.
    pub fn insert(&mut self, text: String) -> bool {
        match place(&self.texts, &text) {
            Ok(_) => false,
            Err(at) => {
                self.texts.insert(at, text);
                true
            }
        }
    }

    /// Whether the text is there.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        place(&self.texts, text).is_ok()
    }

    /// Whether any of the texts begins so.
    #[must_use]
    pub fn any_begins_with(&self, start: &str) -> bool {
        let (Ok(at) | Err(at)) = place(&self.texts, start);
        self.texts
            .get(at)
            .is_some_and(|text| text.starts_with(start))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The texts in order.
    #[must_use]
    pub fn into_vec(self) -> Vec<String> {
        self.texts
    }
}

impl<T: Into<String>> Extend<T> for Set {
    fn extend<I: IntoIterator<Item = T>>(&mut self, texts: I) {
        for text in texts {
            self.insert(text.into());
        }
    }
}

impl<T: Into<String>> FromIterator<T> for Set {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut set = Self::default();
        set.extend(texts);
        set
    }
}

/// Values by text, in the order of the texts.
///
/// Keys and values lie in lists of their own, so that looking up is the same code for every type
/// of value.
///
/// ```
/// let mut ages: soru::ordered::Map<u32> = [("b", 2), ("a", 1)].into_iter().collect();
/// *ages.entry("a") += 10;
/// assert_eq!(ages["a"], 11);
/// assert_eq!(ages.keys().collect::<Vec<_>>(), ["a", "b"]);
/// ```
#[derive(Clone, PartialEq)]
pub struct Map<V> {
    keys: Vec<String>,
    values: Vec<V>,
}

impl<V> Map<V> {
    /// No entries.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            keys: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&V> {
        let at = place(&self.keys, key).ok()?;
        self.values.get(at)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        let at = place(&self.keys, key).ok()?;
        self.values.get_mut(at)
    }

    /// Whether the key is there.
    #[must_use]
    pub fn contains_key(&self, key: &str) -> bool {
        place(&self.keys, key).is_ok()
    }

    /// Adds an entry, in place of one of the same key.
    pub fn insert(&mut self, key: impl Into<String>, value: V) {
        self.put(key.into(), value, true);
    }

    /// Adds an entry, unless there is one of the same key.
    pub fn insert_new(&mut self, key: impl Into<String>, value: V) {
        self.put(key.into(), value, false);
    }

    fn put(&mut self, key: String, value: V, replace: bool) {
        match place(&self.keys, &key) {
            Ok(at) if replace => self.values[at] = value,
            Ok(_) => {}
            Err(at) => {
                self.keys.insert(at, key);
                self.values.insert(at, value);
            }
        }
    }

    /// The value of a key, which becomes the default if there is none.
    pub fn entry(&mut self, key: &str) -> &mut V
    where
        V: Default,
    {
        let at = place(&self.keys, key).unwrap_or_else(|at| {
            self.keys.insert(at, key.to_owned());
            self.values.insert(at, V::default());
            at
        });
        &mut self.values[at]
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: &str) -> Option<V> {
        let at = place(&self.keys, key).ok()?;
        self.keys.remove(at);
        Some(self.values.remove(at))
    }

    /// Takes all entries out.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The keys, in order.
    pub fn keys(&self) -> std::slice::Iter<'_, String> {
        self.keys.iter()
    }

    /// The values, in the order of the keys.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.values.iter()
    }

    /// The entries, in the order of the keys.
    pub fn iter(&self) -> Entries<'_, V> {
        self.keys.iter().zip(&self.values)
    }
}

/// The entries of a [`Map`].
pub type Entries<'m, V> = std::iter::Zip<std::slice::Iter<'m, String>, std::slice::Iter<'m, V>>;

impl<V> Default for Map<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: fmt::Debug> fmt::Debug for Map<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<V> Index<&str> for Map<V> {
    type Output = V;

    /// # Panics
    /// If there is no such key.
    fn index(&self, key: &str) -> &V {
        self.get(key).expect("the key is there")
    }
}

impl<'m, V> IntoIterator for &'m Map<V> {
    type Item = (&'m String, &'m V);
    type IntoIter = Entries<'m, V>;

    fn into_iter(self) -> Entries<'m, V> {
        self.iter()
    }
}

impl<K: Into<String>, V> Extend<(K, V)> for Map<V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Into<String>, V> FromIterator<(K, V)> for Map<V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Into<String>, V, const N: usize> From<[(K, V); N]> for Map<V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<V: Serialize> Serialize for Map<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (key, value) in self {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// Adds a number to an ascending list of numbers, each of which is there once.
///
/// ```
/// let mut numbers = vec![1, 5];
/// for number in [3, 5, 3] {
///     soru::ordered::add(&mut numbers, number);
/// }
/// assert_eq!(numbers, [1, 3, 5]);
/// ```
pub fn add(numbers: &mut Vec<usize>, number: usize) {
    if let Err(at) = numbers.binary_search(&number) {
        numbers.insert(at, number);
    }
}

/// The numbers of the first `limit` of `count` things, in the order that `before` says: whether one
/// number comes before another, which has to be so of either, or of none if they are the same.
///
/// The sorts of the standard library are made anew for every type that is sorted, some 6 KB each;
/// here things are compared by number, so that there is one for all. A heap keeps the best seen so
/// far with the last of them on top, so that things in the order of `count` times the logarithm of
/// `limit` are compared.
///
/// ```
/// let words = ["staj", "burs", "kayıt"];
/// let order = soru::ordered::first(3, 2, &|a, b| words[a] < words[b]);
/// assert_eq!(order, [1, 2]);
/// ```
pub fn first(count: usize, limit: usize, before: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut heap = Vec::with_capacity(limit.min(count));
    for number in 0..count {
        if heap.len() < limit {
            heap.push(number);
            rise(&mut heap, before);
        } else if heap.first().is_some_and(|last| before(number, *last)) {
            heap[0] = number;
            sink(&mut heap, before);
        }
    }
    for end in (1..heap.len()).rev() {
        heap.swap(0, end);
        sink(&mut heap[..end], before);
    }
    heap
}

/// Brings the last place of a heap in order with those above it.
fn rise(heap: &mut [usize], before: &dyn Fn(usize, usize) -> bool) {
    let mut at = heap.len() - 1;
    while at > 0 && before(heap[(at - 1) / 2], heap[at]) {
        heap.swap((at - 1) / 2, at);
        at = (at - 1) / 2;
    }
}

/// Brings the first place of a heap in order with those below it.
fn sink(heap: &mut [usize], before: &dyn Fn(usize, usize) -> bool) {
    let mut at = 0;
    while 2 * at + 1 < heap.len() {
        let mut below = 2 * at + 1;
        if below + 1 < heap.len() && before(heap[below], heap[below + 1]) {
            below += 1;
        }
        if !before(heap[at], heap[below]) {
            break;
        }
        heap.swap(at, below);
        at = below;
    }
}

/// Where a text is, or would have to be put.
fn place(texts: &[String], text: &str) -> Result<usize, usize> {
    texts.binary_search_by(|own| own.as_str().cmp(text))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_are_those_of_a_sort(values: Vec<u8>, limit in 0_usize..40) {
            let before = |a: usize, b: usize| (values[a], a) < (values[b], b);
            let mut sorted: Vec<usize> = (0..values.len()).collect();
            sorted.sort_unstable_by_key(|number| (values[*number], *number));
            sorted.truncate(limit);
            prop_assert_eq!(first(values.len(), limit, &before), sorted);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn sample() -> Map<u32> {
        Map::from([("c", 3), ("a", 1), ("b", 2), ("a", 4)])
    }

    #[test]
    fn entries_are_in_order_and_the_last_of_equal_keys_counts() {
        let entries: Vec<_> = sample().iter().map(|(k, v)| (k.clone(), *v)).collect();
        assert_eq!(entries, [("a".into(), 4), ("b".into(), 2), ("c".into(), 3)]);
    }

    #[test]
    fn what_is_taken_out_is_gone_and_what_is_new_does_not_replace() {
        let mut map = sample();
        assert_eq!(map.remove("b"), Some(2));
        assert_eq!((map.remove("b"), map.len()), (None, 2));
        map.insert_new("a", 9);
        map.insert_new("d", 9);
        assert_eq!((map["a"], map["d"]), (4, 9));
        map.clear();
        assert!(map.is_empty() && map.get("a").is_none());
    }

    #[test]
    fn it_is_written_as_a_standard_map_is() {
        let standard = BTreeMap::from([("a", 4), ("b", 2), ("c", 3)]);
        assert_eq!(
            serde_json::to_string(&sample()).unwrap(),
            serde_json::to_string(&standard).unwrap()
        );
        assert_eq!(format!("{:?}", sample()), format!("{standard:?}"));
    }

    #[test]
    fn a_set_knows_its_texts_and_how_they_begin() {
        let mut set: Set = ["b", "abc"].into_iter().collect();
        assert!(!set.insert("b".to_owned()) && set.insert("c".to_owned()));
        assert!(set.any_begins_with("ab") && !set.any_begins_with("bc"));
        assert!(!set.any_begins_with("d") && !set.is_empty());
        assert_eq!(set.into_vec(), ["abc", "b", "c"]);
    }
}
