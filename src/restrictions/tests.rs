use super::*;

fn admits(phrases: &[&str], excluded: &[&str], text: &str) -> bool {
    let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let restrictions = Restrictions {
        phrases: own(phrases),
        excluded: own(excluded),
        filter: Filter::default(),
    };
    restrictions.wordings(Language::Turkish).admit(&[text])
}

#[test]
fn a_phrase_matches_consecutive_fold_keys_and_any_form_of_its_last_word() {
    for text in [
        "Staj defteri.",
        "STAJ DEFTERI",
        "staj-defterinin",
        "bir staj defterleri",
    ] {
        assert!(admits(&["staj defteri"], &[], text), "{text}");
    }
    for text in [
        "stajın defteri",
        "defteri staj",
        "staj ve defteri",
        "staj\ndefteri",
        "staj",
    ] {
        assert!(!admits(&["staj defteri"], &[], text), "{text}");
    }
}

#[test]
fn a_single_word_in_quotes_matches_only_as_typed() {
    assert!(admits(&["kayit"], &[], "Kayıt yenileme"));
    assert!(!admits(&["kayit"], &[], "Kayıtlar başladı"));
}

#[test]
fn a_phrase_matches_with_and_without_hyphens() {
    for phrase in ["H-1B ücreti", "h1b ücreti", "h 1b ücreti"] {
        for text in ["H-1B ücreti", "H1B ücretini", "H 1B ücreti"] {
            assert!(admits(&[phrase], &[], text), "{phrase} {text}");
        }
    }
    assert!(!admits(&["cap"], &[], "capital"));
}

#[test]
fn an_excluded_word_is_excluded_in_all_its_forms() {
    for text in ["Erasmus'un", "ERASMUS", "burslar ve erasmus"] {
        assert!(!admits(&[], &["erasmus"], text), "{text}");
    }
    assert!(!admits(&[], &["burs"], "Burslar verilir"));
    assert!(admits(&[], &["staj defteri"], "Staj ve defter"));
    assert!(!admits(&[], &["staj defteri"], "Staj defterini"));
}

#[test]
fn the_error_for_a_filter_without_text_names_its_key() {
    let mut filter = Filter::default();
    for value in [Value::Null, Value::List(Vec::new()), Value::Map(Vec::new())] {
        let written = Value::Map(vec![("section".into(), value)]);
        let error = filter.set(&written, "filter").unwrap_err().to_string();
        assert!(error.contains("filter.section"), "{error}");
    }
    assert!(filter.set(&Value::Text("x".into()), "filter").is_err());
    assert!(filter.is_empty());
}

#[test]
fn a_page_without_a_mark_is_official() {
    let filter = |wanted: &str| {
        let mut filter = Filter::default();
        let written = Value::Map(vec![("authority".into(), Value::Text(wanted.into()))]);
        filter.set(&written, "filter").map(|()| filter)
    };
    let admits = |wanted: &str, mark| filter(wanted).unwrap().admits("en", |_| mark);
    for mark in [None, Some(""), Some("official")] {
        assert!(
            admits("official", mark) && !admits("extended", mark),
            "{mark:?}"
        );
    }
    assert!(admits("extended", Some("extended")) && !admits("official", Some("extended")));
    let error = filter("offical").unwrap_err().to_string();
    assert!(
        error.contains("filter.authority") && error.contains("`extended`"),
        "{error}"
    );
}

#[test]
fn a_written_filter_reads_back_unchanged() {
    let written = Value::Map(vec![("year".into(), Value::Number(2026.0))]);
    let mut filter = Filter::default();
    filter.set(&written, "filter").unwrap();
    let mut copy = Filter::default();
    copy.set(&filter.get(), "filter").unwrap();
    assert_eq!(copy, filter);
    assert!(filter.admits("", |_| Some("2026")));
}
