//! Text of visitors reaches the engines as values of terms, or not at all.

use super::*;

/// Syntax of both engines.
const SYNTAX: [&str; 12] = [
    "{!xmlparser v='<MatchAllDocsQuery/>'}",
    "{!join from=id to=id}*:*",
    "{!func}sum(1,2)",
    "_query_:\"{!lucene}*:*\"",
    "*:*",
    "\"quoted\"",
    "'quoted'",
    "a\\",
    "${params.q}",
    "a\n{\"match_all\":{}}",
    "a&qt=/update",
    "a\u{0}",
];

/// Returns the ways to the strings with a text in JSON.
fn ways(json: &Value, text: &str, way: &str) -> Vec<String> {
    match json {
        Value::String(own) if own.contains(text) => vec![way.to_owned()],
        Value::Array(list) => list.iter().flat_map(|own| ways(own, text, way)).collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, own)| {
                assert!(!key.contains(text), "a key: {key}");
                ways(own, text, &format!("{way}.{key}"))
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn syntax_as_a_word_is_refused_before_the_cluster_is_asked() {
    for kind in BOTH {
        let (cluster, gateway) = with_pages(kind).await;
        let before = cluster.state().log.len();
        let long = "x".repeat(64 << 10);
        for syntax in SYNTAX.into_iter().chain([long.as_str()]) {
            let response = gateway.post(&words(&["fees", syntax])).await;
            assert!([413, 422].contains(&response.status), "{syntax}");
            let encoded: String = url::form_urlencoded::byte_serialize(syntax.as_bytes()).collect();
            let path = format!("/v1/search?language=en&word={encoded}");
            let response = gateway.get(&path).await;
            assert!(
                [422, 414, 431, 400, 0].contains(&response.status),
                "{syntax}: {}",
                response.status
            );
        }
        let state = cluster.state();
        let searches = state.log[before..].iter().filter(|own| !is_watch(own));
        assert_eq!(searches.count(), 0, "{kind}");
    }
}

/// Returns whether the gateway looks at the site, which it does by itself.
fn is_watch(received: &server::Received) -> bool {
    String::from_utf8_lossy(&received.body).contains("[\"site\"")
}

// Values of metadata may have any character, so they are not refused.
#[tokio::test]
async fn syntax_as_a_filter_is_the_value_of_a_term() {
    for kind in BOTH {
        let (cluster, gateway) = with_pages(kind).await;
        let before = cluster.state().log.len();
        for syntax in SYNTAX {
            let mut request = words(&["fees"]);
            request["filter"] = json!({"section": syntax});
            let response = gateway.post(&request).await;
            assert_eq!(
                (response.status, response.pages().len()),
                (200, 0),
                "{syntax}"
            );
        }
        let way = match kind {
            Kind::OpenSearch => ".query.bool.filter.terms.filters",
            Kind::Solr => ".filter.bool.should.term.query",
        };
        let state = cluster.state();
        let mut found = 0;
        for received in &state.log[before..] {
            assert!(!received.query.contains("section"), "{}", received.query);
            for syntax in SYNTAX {
                let value = format!("section={syntax}");
                for own in ways(&received.json(), &value, "") {
                    assert_eq!(own, way, "{kind}: {syntax}");
                    found += 1;
                }
            }
            let is_solr = kind == Kind::Solr;
            assert!(!is_solr || received.query.contains("expandMacros=false"));
        }
        assert!(found >= SYNTAX.len(), "{found}");
    }
}

// These signs are parts of words, so a term may have them.
#[tokio::test]
async fn signs_of_words_are_parts_of_terms() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let text = "Courses in C++ and C# start at 7:41. The fee of Z0_A is C1,4.";
        let other = page("other", "en", "Money", "Nothing.");
        push_to(
            &cluster,
            "site",
            &[page("courses", "en", "Money", text), other],
        );
        let gateway = start(configuration(kind, &[cluster.address()])).await;
        let tokens = soru::text::tokenise(text, soru::text::Language::English);
        let with_sign = tokens
            .into_iter()
            .filter(|own| own.text.contains(|c: char| c.is_ascii_punctuation()));
        let mut signs = String::new();
        for word in with_sign.map(|own| own.text) {
            let response = gateway.post(&words(&[&word])).await;
            assert_eq!(response.pages(), ["courses"], "{kind}: {word}");
            let chunks = &response.json()["words"][0]["chunks"];
            assert_eq!(chunks[0], 1, "{kind}: {word}");
            signs.extend(word.chars().filter(char::is_ascii_punctuation));
        }
        assert!("+#.,".chars().all(|sign| signs.contains(sign)), "{signs}");
    }
}
