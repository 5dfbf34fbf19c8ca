//! Small collections ordered by text.
//!
//! Each type used with the standard library's B-trees adds some 5 KB of code to the download. A
//! question has tens of entries, for which a sorted list needs a tenth of the code. Large
//! collections, such as those of indexing, should use the standard library's.

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
    /// Adds a text; returns false if it is already present.
    pub fn insert(&mut self, text: String) -> bool {
        match place(&self.texts, &text) {
            Ok(_) => false,
            Err(at) => {
                self.texts.insert(at, text);
                true
            }
        }
    }

    /// Returns whether it contains the text.
    pub fn contains(&self, text: &str) -> bool {
        place(&self.texts, text).is_ok()
    }

    /// Returns whether any text has this prefix.
    pub fn any_begins_with(&self, start: &str) -> bool {
        let (Ok(at) | Err(at)) = place(&self.texts, start);
        self.texts
            .get(at)
            .is_some_and(|text| text.starts_with(start))
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the texts in order.
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
/// Keys and values are in separate lists, so that all value types share the code for look-ups.
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
    /// Creates an empty map.
    pub const fn new() -> Self {
        Self {
            keys: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&V> {
        let at = place(&self.keys, key).ok()?;
        self.values.get(at)
    }

    /// Returns the value of a key for modification.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        let at = place(&self.keys, key).ok()?;
        self.values.get_mut(at)
    }

    /// Returns whether it contains the key.
    pub fn contains_key(&self, key: &str) -> bool {
        place(&self.keys, key).is_ok()
    }

    /// Adds an entry or replaces the one with the same key.
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

    /// Returns the value of a key, inserting the default if there is none.
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

    /// Removes an entry.
    pub fn remove(&mut self, key: &str) -> Option<V> {
        let at = place(&self.keys, key).ok()?;
        self.keys.remove(at);
        Some(self.values.remove(at))
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the keys, in order.
    pub fn keys(&self) -> std::slice::Iter<'_, String> {
        self.keys.iter()
    }

    /// Returns the values, in the order of the keys.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.values.iter()
    }

    /// Returns the entries, in the order of the keys.
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

/// Adds a number to an ascending list without duplicates.
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

/// Returns the numbers of the first `limit` of `count` things, in the order of `before`, which
/// returns whether one number precedes another. Of two different numbers exactly one must precede
/// the other; none precedes itself.
///
/// The standard library compiles its sorts for every sorted type, some 6 KB each; comparing by
/// number needs one copy for all. A heap keeps the best so far with the last of them on top, so the
/// number of comparisons is in the order of `count` times the logarithm of `limit`.
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

/// Restores the heap order from the last place upwards.
fn rise(heap: &mut [usize], before: &dyn Fn(usize, usize) -> bool) {
    let mut at = heap.len() - 1;
    while at > 0 && before(heap[(at - 1) / 2], heap[at]) {
        heap.swap((at - 1) / 2, at);
        at = (at - 1) / 2;
    }
}

/// Restores the heap order from the first place downwards.
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

/// Returns the position of a text, or the position at which to insert it.
fn place(texts: &[String], text: &str) -> Result<usize, usize> {
    texts.binary_search_by(|own| own.as_str().cmp(text))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties;

#[cfg(test)]
mod tests;
