//! Questions and their answers, by both engines.

use super::*;

#[tokio::test]
async fn an_answer_has_what_the_browser_needs_for_ranking() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let response = gateway.post(&words(&["tuition", "fee"])).await;
        assert_eq!(response.status, 200, "{response:?}");
        let answer = response.json();
        assert_eq!(answer["complete"], true);
        assert_eq!(answer["chunks"], 5);
        assert!(answer["index"].as_str().unwrap().starts_with("site-"));
        let tags: Vec<&Value> = answer["languages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|own| &own["language"])
            .collect();
        assert_eq!(tags, ["en", "tr"]);
        assert!(answer["languages"][0]["mean_words"][0].as_f64().unwrap() > 5.0);
        // `fee` is found by its stem.
        assert_eq!(
            answer["words"][0],
            json!({"word": "fee", "language": "en", "chunks": [0, 2, 2]})
        );
        assert_eq!(response.pages(), ["fees", "grants"], "{kind}");
        let hit = &answer["hits"][0];
        assert_eq!(hit["url"], "fees.html");
        assert_eq!(hit["language"], "en");
        assert_eq!(hit["meta"], json!([["section", "Money"]]));
        assert_eq!(hit["sections"], json!([{"start": 0}]));
        assert!(hit["text"].as_str().unwrap().starts_with("Tuition fees"));
        assert!(hit["score"].as_f64().unwrap() > 0.0);
        assert!(hit["body_w"].is_null() && hit["details"].is_null());
    }
}

#[tokio::test]
async fn a_hit_has_its_weight_unless_it_is_the_usual_one() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let mut pages = pages();
        pages[0].blocks.insert(0, Block::Weight(250));
        push_to(&cluster, "site", &pages);
        let gateway = start(configuration(kind, &[cluster.address()])).await;
        let response = gateway.post(&words(&["tuition", "fee"])).await;
        assert_eq!(response.pages(), ["fees", "grants"], "{kind}");
        let answer = response.json();
        let hits = answer["hits"].as_array().unwrap();
        let weights: Vec<Option<&Value>> = hits.iter().map(|hit| hit.get("weight")).collect();
        assert_eq!(weights, [Some(&json!(2.5)), None], "{kind}");
    }
}

#[tokio::test]
async fn the_address_and_the_body_give_the_same_answer() {
    for kind in BOTH {
        let (cluster, gateway) = with_pages(kind).await;
        let posted = gateway.post(&words(&["library", "books"])).await;
        let asked = cluster.state().log.len();
        let got = gateway
            .get("/v1/search?word=books&language=en&word=library~1~en")
            .await;
        assert_eq!(posted.body, got.body);
        assert_eq!(cluster.state().log.len(), asked, "it was kept");
        assert_eq!(posted.header("cache-control"), "no-store");
        assert_eq!(got.header("cache-control"), "public, max-age=60");
        assert_eq!(got.header("soru-age"), "0");
    }
}

#[tokio::test]
async fn a_word_is_read_in_its_own_language() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let asked = |language: &str| json!({"language": "en", "words": [{"word": "kayıtların", "language": language}]});
        assert_eq!(
            gateway.post(&asked("tr")).await.pages(),
            ["kayit"],
            "{kind}"
        );
        // The rules of another language give another stem.
        let chunks = async |language| {
            gateway.post(&asked(language)).await.json()["words"][0]["chunks"][1].clone()
        };
        assert_eq!(
            (chunks("tr").await, chunks("de").await),
            (json!(1), json!(0))
        );
    }
}

// The engine in the browser tells the language of a question by the words that pages of each have.
#[tokio::test]
async fn a_word_is_counted_in_the_pages_of_its_language() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let asked = |language: &str| json!({"language": "en", "words": [{"word": "kayıtları", "language": language}]});
        let word = async |language| gateway.post(&asked(language)).await.json()["words"][0].clone();
        let (turkish, english) = (word("tr").await, word("en").await);
        assert_eq!(turkish["chunks"], json!([1, 1, 1]), "{kind}");
        assert_eq!(english["chunks"], json!([0, 0, 0]), "{kind}");
        // It is no error either.
        assert!(english["spellings"].is_null(), "{kind}: {english}");
    }
}

// The settings of a site may name languages of which it has no page, such as the two of a site
// without settings.
#[tokio::test]
async fn words_of_a_language_without_pages_are_left_out() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let in_german = json!({"word": "books", "language": "de"});
        let mut request = words(&["tuition"]);
        request["language"] = "de".into();
        request["words"][0]["language"] = "en".into();
        request["words"]
            .as_array_mut()
            .unwrap()
            .push(in_german.clone());
        let found = gateway.post(&request).await;
        assert_eq!(found.pages(), ["fees"], "{kind}");
        assert_eq!(found.json()["words"].as_array().unwrap().len(), 1);
        // If no word is left, all are searched for.
        request["words"] = json!([in_german]);
        assert_eq!(gateway.post(&request).await.pages(), ["library"], "{kind}");
    }
}

#[tokio::test]
async fn filters_restrict_by_declared_keys_language_and_authority() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let filtered = |filter: Value| {
            let mut request = words(&["fees", "books"]);
            request["filter"] = filter;
            request
        };
        for (filter, pages) in [
            (json!({"section": "Money"}), vec!["fees", "grants"]),
            (json!({"section": ["Campus", "None"]}), vec!["library"]),
            (json!({"section": "Money", "lang": "tr"}), vec![]),
            (json!({"lang": "en-GB"}), vec!["library", "fees", "grants"]),
            (json!({"authority": "extended"}), vec![]),
            (
                json!({"authority": "official"}),
                vec!["library", "fees", "grants"],
            ),
        ] {
            let mut found = gateway.post(&filtered(filter.clone())).await.pages();
            let mut pages = pages;
            found.sort();
            pages.sort_unstable();
            assert_eq!(found, pages, "{kind}: {filter}");
        }
        for wrong in [json!({"body_w": "fees"}), json!({"authority": "mine"})] {
            let response = gateway.post(&filtered(wrong)).await;
            assert_eq!(
                (response.status, &response.json()["error"]["code"]),
                (422, &json!("invalid"))
            );
        }
    }
}

#[tokio::test]
async fn chunks_are_returned_in_the_order_of_their_ids() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let found = gateway
            .post(&words(&["tuition", "fees", "scholarship"]))
            .await
            .json();
        let id = |number: usize| found["hits"][number]["id"].as_str().unwrap().to_owned();
        let absent = "0".repeat(32);
        let path = format!("/v1/chunks?ids={},{absent},{}", id(1), id(0));
        let answer = gateway.get(&path).await;
        let ids: Vec<Value> = answer.json()["hits"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hit| hit["id"].clone())
            .collect();
        assert_eq!(ids, [id(1), id(0)], "{kind}");
        assert!(answer.json()["hits"][0]["score"].is_null());
    }
}

#[tokio::test]
async fn a_site_is_described_and_changes_with_a_push() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let site = gateway.get("/v1/site").await.json();
        assert_eq!(
            (&site["site"], &site["chunks"]),
            (&json!("site"), &json!(5))
        );
        assert_eq!(site["filters"], json!(["section"]));
    }
}

#[tokio::test]
async fn other_paths_methods_and_types_are_refused() {
    let (_cluster, gateway) = with_pages(Kind::OpenSearch).await;
    let headers = [("content-type", "text/plain")];
    for (method, path, headers, status) in [
        ("GET", "/", &[][..], 404),
        ("GET", "/site/_search?q=*:*", &[], 404),
        ("GET", "/v1/search/../../_cat", &[], 404),
        ("PUT", "/v1/search", &[], 405),
        ("POST", "/v1/site", &[], 405),
        ("POST", "/v1/search", &headers, 415),
        ("POST", "/v1/search?q=a", &headers, 422),
        ("GET", "/v1/site?q=a", &[], 422),
        ("GET", "/healthz", &[], 200),
        ("GET", "/metrics", &[], 404),
    ] {
        let response = send(gateway.address, method, path, headers, "").await;
        assert_eq!(response.status, status, "{method} {path}");
    }
}

// The contract promises it; a question may be about one's health.
#[tokio::test]
async fn the_log_has_no_question_unless_asked_to() {
    for log_questions in [false, true] {
        let cluster = filled(Kind::OpenSearch);
        let mut configuration = configuration(Kind::OpenSearch, &[cluster.address()]);
        configuration.log_questions = log_questions;
        let gateway = start(configuration).await;
        gateway.post(&words(&["library"])).await;
        gateway
            .get("/v1/search?language=en&word=secrets&limit=0")
            .await;
        let log = gateway.log();
        assert!(
            log.contains("\"site\":\"site\",\"path\":\"/v1/search\",\"status\":200"),
            "{log}"
        );
        assert_eq!(log.contains("library"), log_questions, "{log}");
        assert!(
            !log.contains("secrets") && !log.contains("127.0.0.1"),
            "{log}"
        );
    }
}

#[tokio::test]
async fn numbers_count_answers_and_kept_answers() {
    let (_cluster, gateway) = with_pages(Kind::Solr).await;
    for _ in 0..2 {
        gateway.post(&words(&["library"])).await;
    }
    let numbers = gateway.numbers().await;
    for line in [
        "soru_gateway_answers_total{site=\"site\",path=\"/v1/search\",status=\"200\"} 2",
        "soru_gateway_kept_total{site=\"site\"} 1",
        "soru_gateway_site_ready{site=\"site\"} 1",
        "soru_gateway_in_flight 0",
    ] {
        assert!(numbers.contains(line), "{line}: {numbers}");
    }
}
