//! Bounds on load: questions of an address, questions at once, sizes, origins, slow clients.

use super::server::Answer;
use super::*;

#[tokio::test]
async fn an_address_that_asks_too_often_is_told_when_to_ask_again() {
    let cluster = filled(Kind::OpenSearch);
    let mut configuration = configuration(Kind::OpenSearch, &[cluster.address()]);
    configuration.limits.questions_per_minute = 1;
    configuration.limits.burst = 3;
    configuration.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let gateway = start(configuration).await;
    let ask = async |visitor: &str| {
        let headers = [("x-forwarded-for", visitor)];
        send(gateway.address, "GET", "/v1/site", &headers, "").await
    };
    for _ in 0..3 {
        assert_eq!(ask("192.0.2.1").await.status, 200);
    }
    let refused = ask("192.0.2.1").await;
    assert_eq!(
        (refused.status, refused.json()["error"]["code"].as_str()),
        (429, Some("too_many"))
    );
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=61).contains(&wait), "{wait}");
    assert_eq!(ask("192.0.2.2").await.status, 200, "another address");
    assert_eq!(gateway.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn questions_beyond_the_bound_are_refused_and_the_bound_is_free_again_afterwards() {
    let cluster = filled(Kind::OpenSearch);
    let mut configuration = configuration(Kind::OpenSearch, &[cluster.address()]);
    configuration.limits.in_flight = 1;
    let gateway = start(configuration).await;
    let (mut is_started, finish) = hold_searches(&cluster, "march");
    let request = words(&["march"]);
    let (slow, ()) = tokio::join!(gateway.post(&request), async {
        is_started.recv().await;
        let refused = gateway.post(&words(&["books"])).await;
        assert_eq!(
            (refused.status, refused.json()["error"]["code"].as_str()),
            (503, Some("too_busy"))
        );
        assert!(!refused.header("retry-after").is_empty());
        // A request that does not ask the cluster is answered.
        assert_eq!(gateway.get("/v1/site").await.status, 200);
        drop(finish);
    });
    assert_eq!(slow.status, 200);
    assert_eq!(gateway.post(&words(&["books"])).await.status, 200);
}

#[tokio::test]
async fn a_long_body_is_refused() {
    let (_cluster, gateway) = with_pages(Kind::Solr).await;
    let fits = format!("{}{}", words(&["fees"]), " ".repeat(4_000));
    assert_eq!(gateway.post_text(&fits).await.status, 200);
    let long = format!("{}{}", words(&["fees"]), " ".repeat(4_096));
    assert_eq!(gateway.post_text(&long).await.status, 413);
}

#[tokio::test]
async fn only_pages_of_the_origins_may_read_answers() {
    let (cluster, gateway) = with_pages(Kind::OpenSearch).await;
    let asked = |origin| {
        [
            ("origin", origin),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "content-type"),
        ]
    };
    let preflight = send(gateway.address, "OPTIONS", "/v1/search", &asked(ORIGIN), "").await;
    assert_eq!(preflight.status, 200);
    assert_eq!(preflight.header("access-control-allow-origin"), ORIGIN);
    assert_eq!(preflight.header("access-control-max-age"), "7200");
    assert!(
        preflight
            .header("access-control-allow-methods")
            .contains("POST")
    );
    assert_eq!(preflight.header("access-control-allow-credentials"), "");
    let before = cluster.state().log.len();
    for other in [
        "https://www.example.org.evil.example",
        "http://www.example.org",
        "null",
        "https://example.org",
    ] {
        let preflight = send(gateway.address, "OPTIONS", "/v1/search", &asked(other), "").await;
        assert_eq!(
            preflight.header("access-control-allow-origin"),
            "",
            "{other}"
        );
        let path = "/v1/search?language=en&word=tuition";
        let refused = send(gateway.address, "GET", path, &[("origin", other)], "").await;
        assert_eq!(
            (
                refused.status,
                refused.header("access-control-allow-origin")
            ),
            (403, "")
        );
    }
    assert_eq!(cluster.state().log.len(), before);
    let read = send(
        gateway.address,
        "GET",
        "/v1/site",
        &[("origin", ORIGIN)],
        "",
    )
    .await;
    assert_eq!(
        (read.status, read.header("access-control-allow-origin")),
        (200, ORIGIN)
    );
    assert!(
        read.header("access-control-expose-headers")
            .contains("soru-age")
    );
    assert!(
        read.header("vary").contains("accept-encoding") || read.header("vary").contains("origin")
    );
}

// A client that sends nothing more must not keep its connection.
#[tokio::test]
async fn slow_clients_lose_their_connection_and_disturb_nobody() {
    let cluster = filled(Kind::OpenSearch);
    let mut configuration = configuration(Kind::OpenSearch, &[cluster.address()]);
    configuration.times.receiving = Duration::from_millis(200);
    let gateway = start(configuration).await;
    let head = "POST /v1/search HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n";
    let body = format!("{head}content-length: 100\r\n\r\n{{");
    let mut slow = Vec::new();
    for begin in ["", "GET /v1/si", head, body.as_str()] {
        for _ in 0..50 {
            let mut stream = TcpStream::connect(gateway.address).await.unwrap();
            stream.write_all(begin.as_bytes()).await.unwrap();
            slow.push((begin, stream));
        }
    }
    assert_eq!(gateway.post(&words(&["fees"])).await.status, 200);
    for (begin, mut stream) in slow {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let status = read(&answer).status;
        assert_eq!(status == 408, begin.ends_with('{'), "{begin}: {status}");
    }
}

#[tokio::test]
async fn an_answer_is_compressed_for_browsers() {
    let (_cluster, gateway) = with_pages(Kind::OpenSearch).await;
    let path = "/v1/search?language=en&word=fees";
    let headers = [("accept-encoding", "gzip")];
    let compressed = send(gateway.address, "GET", path, &headers, "").await;
    assert_eq!(compressed.header("content-encoding"), "gzip");
    let plain = gateway.get(path).await;
    assert_eq!(plain.header("content-encoding"), "");
    assert_eq!(plain.json()["site"], "site");
    let length = |response: &Response| response.header("content-length").parse::<usize>().unwrap();
    assert!(length(&compressed) < length(&plain));
}

#[tokio::test]
async fn a_cluster_that_refuses_is_no_reason_to_ask_all_its_nodes() {
    let (cluster, gateway) = with_pages(Kind::Solr).await;
    cluster.guard(|_, _| Some(Answer::Json(403, json!({}))));
    assert_eq!(gateway.post(&words(&["fees"])).await.status, 503);
    assert!(gateway.log().contains("status 403"), "{}", gateway.log());
    assert!(gateway.numbers().await.contains("cluster_failures_total 0"));
}
