//! Several sites behind one gateway.

use super::server::Answer;
use super::*;

/// The origin of the site with origins of its own.
const VISA: &str = "https://visa.example.org";

/// A cluster of two sites, and a gateway before it.
async fn two_sites(kind: Kind) -> (Cluster, Running) {
    let cluster = filled(kind);
    push_to(&cluster, "visa", &visa_pages());
    let gateway = start(two(kind, &cluster)).await;
    are_ready(&gateway).await;
    (cluster, gateway)
}

fn two(kind: Kind, cluster: &Cluster) -> Configuration {
    let mut configuration = configuration(kind, &[cluster.address()]);
    configuration.sites.push("visa".to_owned());
    let own = ("visa".to_owned(), vec![VISA.to_owned()]);
    configuration.site_origins = [own].into();
    configuration
}

async fn are_ready(gateway: &Running) {
    while gateway.get("/readyz").await.json()["sites"] != json!({"site": true, "visa": true}) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn visa_pages() -> Vec<Document> {
    let mut fees = page(
        "visa-fees",
        "en",
        "Forms",
        "The fees of a visa are paid at the bank.",
    );
    fees.meta = [("country".to_owned(), "France".to_owned())].into();
    vec![fees]
}

#[tokio::test]
async fn the_path_names_the_site_of_an_answer() {
    for kind in BOTH {
        let (_cluster, gateway) = two_sites(kind).await;
        let fees = words(&["fees"]).to_string();
        for (path, site, pages) in [
            ("/site/v1/search", "site", vec!["fees", "grants"]),
            ("/visa/v1/search", "visa", vec!["visa-fees"]),
        ] {
            let posted = gateway.post_to(path, &fees).await;
            assert_eq!(posted.json()["site"], site, "{kind}");
            assert_eq!(posted.pages(), pages, "{kind}");
            let got = gateway.get(&format!("{path}?language=en&word=fees")).await;
            assert_eq!(got.body, posted.body, "{kind}");
        }
        let visa = gateway.get("/visa/v1/site").await.json();
        assert_eq!(
            (&visa["site"], &visa["chunks"]),
            (&json!("visa"), &json!(1))
        );
        assert_eq!(visa["filters"], json!(["country"]));
        let answer = gateway.post_to("/visa/v1/search", &fees).await.json();
        let id = answer["hits"][0]["id"].as_str().unwrap();
        let pages = |site: &str| format!("/{site}/v1/chunks?ids={id}");
        assert_eq!(gateway.get(&pages("visa")).await.pages(), ["visa-fees"]);
        assert!(gateway.get(&pages("site")).await.pages().is_empty());
    }
}

#[tokio::test]
async fn a_site_that_is_not_there_is_not_found() {
    let (cluster, gateway) = two_sites(Kind::OpenSearch).await;
    let before = cluster.state().log.len();
    for path in [
        "/v1/search",
        "/v1/site",
        "/other/v1/search",
        "/soru-locks/v1/search",
        "/SITE/v1/search",
        "/site%2fv1/v1/search",
        "/visa-0a1b2c3d-20261127-090506-007/v1/site",
    ] {
        let response = gateway.get(path).await;
        let error = &response.json()["error"];
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(error["code"], "not_found");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("no site has this name"), "{message}");
        // A name in the settings need not be public.
        assert!(!message.contains("visa"), "{message}");
    }
    assert_eq!(cluster.state().log.len(), before);
    // A page may read it, or its author would see nothing but a failure.
    let headers = [("origin", VISA)];
    let read = send(gateway.address, "GET", "/other/v1/site", &headers, "").await;
    assert_eq!(read.header("access-control-allow-origin"), VISA);
}

#[tokio::test]
async fn the_only_site_has_a_path_with_and_without_its_name() {
    for kind in BOTH {
        let (_cluster, gateway) = with_pages(kind).await;
        let query = "v1/search?language=en&word=tuition";
        let plain = gateway.get(&format!("/{query}")).await;
        assert_eq!(plain.status, 200);
        assert_eq!(
            gateway.get(&format!("/site/{query}")).await.body,
            plain.body
        );
        assert_eq!(gateway.get(&format!("/other/{query}")).await.status, 404);
    }
}

#[tokio::test]
async fn filters_are_those_that_the_own_site_declares() {
    for kind in BOTH {
        let (_cluster, gateway) = two_sites(kind).await;
        let mut request = words(&["fees"]);
        request["filter"] = json!({"country": "France"});
        let request = request.to_string();
        let own = gateway.post_to("/visa/v1/search", &request).await;
        assert_eq!(own.pages(), ["visa-fees"], "{kind}");
        let other = gateway.post_to("/site/v1/search", &request).await;
        assert_eq!(other.status, 422, "{kind}");
        assert!(other.body.contains("lang, authority, section"), "{other:?}");
    }
}

#[tokio::test]
async fn pages_of_one_site_may_not_ask_another_with_its_own_origins() {
    let (_cluster, gateway) = two_sites(Kind::OpenSearch).await;
    for (site, origin, status) in [
        ("site", ORIGIN, 200),
        ("site", VISA, 403),
        ("visa", VISA, 200),
        ("visa", ORIGIN, 403),
    ] {
        let path = format!("/{site}/v1/search");
        let asked = [
            ("origin", origin),
            ("access-control-request-method", "POST"),
        ];
        let preflight = send(gateway.address, "OPTIONS", &path, &asked, "").await;
        let get = format!("{path}?language=en&word=fees");
        let read = send(gateway.address, "GET", &get, &asked[..1], "").await;
        assert_eq!(read.status, status, "{site} {origin}");
        let allowed = if status == 200 { origin } else { "" };
        for response in [preflight, read] {
            let header = response.header("access-control-allow-origin");
            assert_eq!(header, allowed, "{site} {origin}");
        }
    }
}

// Otherwise a site that is asked much would leave the others without answers while no node answers.
#[tokio::test]
async fn answers_of_one_site_do_not_displace_those_of_another() {
    let cluster = filled(Kind::OpenSearch);
    push_to(&cluster, "visa", &visa_pages());
    let mut configuration = two(Kind::OpenSearch, &cluster);
    configuration.times.fresh = Duration::ZERO;
    configuration.limits.cache_megabytes = 1;
    let gateway = start(configuration).await;
    are_ready(&gateway).await;
    let visa = words(&["fees"]).to_string();
    let kept = gateway.post_to("/visa/v1/search", &visa).await;
    // These questions fill more than a megabyte, and each is asked more often.
    for number in 0..300 {
        let value = |place: u32| format!("{number} {place} {}", "a".repeat(200));
        let mut long = words(&["fees"]);
        long["filter"] = json!({"section": (0..16).map(value).collect::<Vec<_>>()});
        let long = long.to_string();
        for _ in 0..3 {
            assert_eq!(gateway.post_to("/site/v1/search", &long).await.status, 200);
        }
    }
    cluster.guard(|_, _| Some(Answer::Json(503, json!({}))));
    let again = gateway.post_to("/visa/v1/search", &visa).await;
    assert_eq!((again.status, again.body), (200, kept.body));
}

#[tokio::test]
async fn the_state_and_the_numbers_tell_sites_apart() {
    let cluster = filled(Kind::Solr);
    let gateway = start(two(Kind::Solr, &cluster)).await;
    // A site that was not pushed yet is no reason to leave the other without a gateway.
    let ready = gateway.get("/readyz").await;
    let states = json!({"sites": {"site": true, "visa": false}});
    assert_eq!((ready.status, ready.json()), (200, states));
    let fees = words(&["fees"]).to_string();
    assert_eq!(gateway.post_to("/site/v1/search", &fees).await.status, 200);
    assert_eq!(gateway.post_to("/visa/v1/search", &fees).await.status, 503);
    assert!(gateway.log().contains("soru push --name visa"));
    let numbers = gateway.numbers().await;
    for line in [
        "soru_gateway_answers_total{site=\"site\",path=\"/v1/search\",status=\"200\"} 1",
        "soru_gateway_answers_total{site=\"visa\",path=\"/v1/search\",status=\"503\"} 1",
        "soru_gateway_site_ready{site=\"site\"} 1",
        "soru_gateway_site_ready{site=\"visa\"} 0",
    ] {
        assert!(numbers.contains(line), "{line}: {numbers}");
    }
    push_to(&cluster, "visa", &visa_pages());
    are_ready(&gateway).await;
    assert_eq!(gateway.post_to("/visa/v1/search", &fees).await.status, 200);
}

#[tokio::test]
async fn an_address_has_as_many_questions_to_all_sites_together() {
    let cluster = filled(Kind::OpenSearch);
    push_to(&cluster, "visa", &visa_pages());
    let mut configuration = two(Kind::OpenSearch, &cluster);
    configuration.limits.questions_per_minute = 1;
    configuration.limits.burst = 2;
    let gateway = start(configuration).await;
    are_ready(&gateway).await;
    for (path, status) in [
        ("/site/v1/site", 200),
        ("/visa/v1/site", 200),
        ("/site/v1/site", 429),
        ("/visa/v1/site", 429),
    ] {
        assert_eq!(gateway.get(path).await.status, status, "{path}");
    }
}
