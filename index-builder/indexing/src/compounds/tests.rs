use super::*;
use crate::dictionary::Dictionary;
use crate::threads::in_order;

/// Returns the words of a site, each in a separate list, with these numbers of chunks.
fn site(tag: &str, chunks: &[(&str, u32)]) -> (SortedWords, Postings) {
    let mut dictionary = Dictionary::default();
    for (word, _) in chunks {
        dictionary.number((*word).to_owned()).unwrap();
    }
    let posting = |chunk| Posting::new(chunk, [1, 0, 0, 0]);
    let list = |(_, chunks): &(&str, u32)| (0..*chunks).map(posting).collect();
    let lists: Vec<Vec<Posting>> = chunks.iter().map(list).collect();
    let words = dictionary.into_words(tag, in_order);
    (words, Postings::from(lists.as_slice()))
}

/// Returns the compounds of a site by the stems of their parts.
fn parts<'s>(tag: &str, words: &[&'s str]) -> Vec<(String, Vec<&'s str>)> {
    let chunks: Vec<(&str, u32)> = words.iter().map(|word| (*word, 1)).collect();
    let (sorted, postings) = site(tag, &chunks);
    let found = compounds(&sorted, &postings, tag, in_order).into_iter();
    found
        .map(|(stem, numbers)| {
            let named = numbers.iter().map(|number| words[*number as usize]);
            ((*stem).to_owned(), named.collect())
        })
        .collect()
}

/// Asserts that a compound, and no other word, has exactly these words as parts.
#[track_caller]
fn assert_parts(tag: &str, words: &[&str], compound: &str) {
    let all: Vec<&str> = words.iter().copied().chain([compound]).collect();
    let stems = words.iter().map(|word| stem_of_page(word, tag));
    let mut expected: Vec<(String, Vec<&str>)> = stems.map(|stem| (stem, vec![compound])).collect();
    expected.sort();
    assert_eq!(parts(tag, &all), expected, "{compound}");
}

#[test]
fn compounds_have_parts_in_five_languages() {
    for (tag, words, compound) in [
        ("de", &["semester", "gebühr"][..], "semestergebühren"),
        ("de", &["kurs", "leiter"], "kursleitern"),
        ("de", &["kurs", "buch", "preis"], "kursbuchpreise"),
        ("de", &["sprache", "kurs"], "sprachkurse"),
        ("nl", &["huis", "kamer"], "huiskamers"),
        ("sv", &["skola", "väska"], "skolväskor"),
        ("sv", &["kyrka", "gård"], "kyrkogården"),
        ("da", &["skole", "bøger"], "skolebøger"),
        ("nb", &["skole", "bøker"], "skolebøker"),
    ] {
        assert_parts(tag, words, compound);
    }
}

#[test]
fn linking_elements_belong_to_no_part() {
    for (word, written) in [
        ("prüfung", "prüfungs"),
        ("jahr", "jahres"),
        ("sprache", "sprachen"),
        ("student", "studenten"),
        ("bild", "bilder"),
        ("hund", "hunde"),
        ("schule", "schul"),
        ("geschichte", "geschichts"),
        ("studium", "studien"),
        ("firma", "firmen"),
    ] {
        let (words, postings) = site("de", &[(word, 2)]);
        let parts = Parts::new(&words, &postings, "de", words_of("de").unwrap());
        let stem = stem_of_page(word, "de");
        assert_eq!(parts.front(written), Some(stem.as_str()), "{written}");
    }
}

#[test]
fn fewer_parts_win_and_then_the_more_frequent() {
    let chunks = [
        ("kurs", 9),
        ("buch", 9),
        ("kursbuch", 2),
        ("preis", 2),
        ("kursbuchpreis", 1),
        ("wach", 2),
        ("stube", 2),
        ("wachs", 7),
        ("tube", 7),
        ("wachstube", 1),
    ];
    let (words, postings) = site("de", &chunks);
    let found = compounds(&words, &postings, "de", in_order);
    let of = |stem: &str| found.get(stem).cloned().unwrap_or_default();
    assert_eq!(of("preis"), [4], "{found:?}");
    assert_eq!(of("buch"), [2], "{found:?}");
    assert_eq!(of("tub"), [9], "{found:?}");
    assert!(of("stub").is_empty(), "{found:?}");
}

#[test]
fn words_whose_parts_the_site_lacks_stay_whole() {
    for words in [
        // The cases are: a part is missing, is too short, is a stop word, is a suffix, is not a
        // word.
        &["prüfungsanmeldung", "prüfung"][..],
        &["vertrag", "trag"],
        &["jeder", "bein", "jederbein"],
        &["handlung", "hand"],
        &["studier", "ende", "studierende"],
        &["universität", "universitäten"],
        &["h1bk", "haus", "h1bkhaus"],
    ] {
        assert_eq!(parts("de", words), [], "{words:?}");
    }
}

#[test]
fn other_languages_have_no_compounds() {
    for tag in ["en", "tr", "fr", "es", "ru", "xx"] {
        assert_eq!(parts(tag, &["house", "boat", "houseboat"]), [], "{tag}");
    }
}

// The lists of words do not change.
#[test]
fn rows_of_parts_are_beside_those_of_words() {
    let chunks = [("haus", 3), ("boot", 2), ("hausboot", 4), ("hausbooten", 5)];
    let (words, postings) = site("de", &chunks);
    let found = compounds(&words, &postings, "de", in_order);
    let (all, lists) = rows(&words, &postings, &found);
    let named = |entry: &Entry| {
        (
            entry.word.to_string(),
            lists.of(entry.number as usize).len(),
        )
    };
    let named: Vec<(String, usize)> = all.entries().iter().map(named).collect();
    let expected = [
        ("boot", 2),
        ("boot~", 5),
        ("haus", 3),
        ("hausboot", 4),
        ("hausbooten", 5),
        ("haus~", 5),
    ];
    assert_eq!(
        named,
        expected.map(|(word, length)| (word.to_owned(), length))
    );
    let row = &all.entries()[1];
    assert_eq!((&*row.key, &*row.stem), ("boot~", "boot"));
}
