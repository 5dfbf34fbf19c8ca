use std::collections::BTreeMap;

use super::*;

fn sample() -> Map<u32> {
    Map::from([("c", 3), ("a", 1), ("b", 2), ("a", 4)])
}

#[test]
fn entries_are_ordered_and_the_last_of_equal_keys_counts() {
    let entries: Vec<_> = sample().iter().map(|(k, v)| (k.clone(), *v)).collect();
    assert_eq!(entries, [("a".into(), 4), ("b".into(), 2), ("c".into(), 3)]);
}

#[test]
fn removed_entries_are_gone_and_insert_new_does_not_replace() {
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
fn a_map_serialises_like_the_standard_one() {
    let standard = BTreeMap::from([("a", 4), ("b", 2), ("c", 3)]);
    assert_eq!(
        serde_json::to_string(&sample()).unwrap(),
        serde_json::to_string(&standard).unwrap()
    );
    assert_eq!(format!("{:?}", sample()), format!("{standard:?}"));
}

#[test]
fn a_set_finds_its_texts_and_their_prefixes() {
    let mut set: Set = ["b", "abc"].into_iter().collect();
    assert!(!set.insert("b".to_owned()) && set.insert("c".to_owned()));
    assert!(set.any_begins_with("ab") && !set.any_begins_with("bc"));
    assert!(!set.any_begins_with("d") && !set.is_empty());
    assert_eq!(set.into_vec(), ["abc", "b", "c"]);
}
