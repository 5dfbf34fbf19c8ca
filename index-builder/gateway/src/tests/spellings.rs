//! Words that are spelt otherwise than on the site.

use super::*;

fn asked(word: &str, language: &str) -> Value {
    json!({"language": language, "words": [{"word": word}]})
}

#[tokio::test]
async fn a_word_without_diacritics_is_searched_in_its_spelling() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let response = gateway.post(&asked("kayitlari", "tr")).await;
        let word = &response.json()["words"][0];
        assert_eq!(word["spellings"][0]["word"], "kayıtları", "{kind}: {word}");
        assert_eq!(word["spellings"][0]["kind"], "diacritics");
        assert_eq!(word["spellings"][0]["chunks"], json!([1, 1, 1]));
        assert_eq!(response.pages(), ["kayit"]);
    }
}

#[tokio::test]
async fn a_misspelt_word_is_searched_as_the_nearest_word_of_the_site() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        for (typed, language, meant, page) in [
            ("scolarship", "en", "scholarship", "grants"),
            // Both a typo and missing diacritics.
            ("ogrncilerin", "tr", "öğrencilerin", "kayit"),
        ] {
            let response = gateway.post(&asked(typed, language)).await;
            let word = &response.json()["words"][0];
            assert_eq!(word["chunks"][0], 0);
            let spelling = &word["spellings"][0];
            assert_eq!(
                (&spelling["word"], &spelling["kind"]),
                (&json!(meant), &json!("correction")),
                "{kind}: {word}"
            );
            assert_eq!(response.pages()[0], page);
        }
    }
}

#[tokio::test]
async fn known_words_codes_and_short_words_are_left_alone() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let response = gateway
            .post(&words(&["fees", "payment", "ds160", "fex", "zzzzzzzz"]))
            .await;
        for word in response.json()["words"].as_array().unwrap() {
            assert!(word["spellings"].is_null(), "{kind}: {word}");
        }
    }
}

// The browser takes the near word, and cannot count it.
#[tokio::test]
async fn near_words_of_the_found_texts_are_counted_and_not_searched_for() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let texts = [
            ("a", "Die Karte kostet fünf Euro."),
            ("b", "Jede Karte gilt ein Jahr."),
            ("c", "Karteikasten im Labor."),
        ];
        let pages = texts.map(|(id, text)| page(id, "de", "Money", text));
        push_to(&cluster, "site", &pages);
        let gateway = start(configuration(kind, &[cluster.address()])).await;
        let response = gateway.post(&asked("kartem", "de")).await;
        let word = &response.json()["words"][0];
        assert_eq!(
            word["spellings"],
            json!([{"word": "karte", "kind": "form", "chunks": [2, 2, 3]}]),
            "{kind}"
        );
        assert_eq!(word["chunks"], json!([0, 2, 3]), "{kind}");
        // They are found by the same beginning.
        assert_eq!(response.pages().len(), 3, "{kind}");
    }
}

// A question of many unknown words must not cost many requests.
#[tokio::test]
async fn the_spellings_of_eight_words_at_most_are_looked_for() {
    for kind in BOTH {
        let (cluster, gateway) = with_pages(kind).await;
        let before = cluster.state().log.len();
        let unknown: Vec<String> = ('a'..='p').map(|c| format!("qqqq{c}{c}{c}")).collect();
        let unknown: Vec<&str> = unknown.iter().map(String::as_str).collect();
        assert_eq!(gateway.post(&words(&unknown)).await.status, 200);
        let state = cluster.state();
        let asked = state.log[before..].iter().filter(|own| {
            let body = String::from_utf8_lossy(&own.body);
            body.contains("\"suggest\"") || body.contains("spellcheck.q")
        });
        assert_eq!(asked.count(), 8, "{kind}");
    }
}

#[tokio::test]
async fn a_word_is_asked_about_once_while_the_index_is_the_same() {
    for kind in BOTH {
        let (cluster, gateway) = with_pages(kind).await;
        let counts = |cluster: &Cluster| {
            let state = cluster.state();
            let counts = state.log.iter().filter(|own| {
                let body = String::from_utf8_lossy(&own.body);
                own.path.ends_with("/_msearch")
                    || body.contains("terms.list")
                    || body.contains("facet")
            });
            counts.count()
        };
        gateway.post(&words(&["fees", "books"])).await;
        let before = counts(&cluster);
        gateway.post(&words(&["books"])).await;
        assert_eq!(counts(&cluster), before, "{kind}");
        gateway.post(&words(&["books", "march"])).await;
        // The site has two languages: once in both together, once in that of the question.
        assert_eq!(counts(&cluster), before + 2, "{kind}");
    }
}
