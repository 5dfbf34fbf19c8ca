//! Addresses and clusters that a push cannot use: each gets a message that says what to do.

use serde_json::{Value, json};

use super::cluster::error;
use super::server::{Answer, serve};
use super::*;

fn refused(answer: impl Fn(&str) -> Answer + Send + Sync + 'static) -> Failure {
    let address = serve(move |received| answer(&received.path));
    connect_as(&connection(&address)).unwrap_err()
}

#[track_caller]
fn assert_says(failure: &Failure, code: u8, text: &str) {
    assert_eq!(failure.exit_code(), code, "{failure}");
    assert!(failure.to_string().contains(text), "{failure}");
}

#[test]
fn an_address_that_is_no_such_engine_is_named() {
    let failure = refused(|_| Answer::Json(200, json!({"hello": "world"})));
    assert_says(&failure, 3, "neither OpenSearch nor Solr answers here");
    let failure = refused(|_| Answer::Json(404, Value::Null));
    assert_says(&failure, 3, "check the host, the port and the path of --to");
    let failure = connect_as(&connection("http://127.0.0.1:9")).unwrap_err();
    assert_says(&failure, 3, "check that the cluster runs");
}

#[test]
fn versions_that_are_too_old_are_named() {
    let opensearch = |distribution: Option<&str>, number: &str| {
        let version = json!({"distribution": distribution, "number": number});
        json!({"version": version, "tagline": "You Know, for Search", "cluster_uuid": "a"})
    };
    for (json, text) in [
        (
            opensearch(Some("opensearch"), "1.3.20"),
            "OpenSearch 1.3.20, and `soru push` needs OpenSearch 2",
        ),
        (opensearch(None, "8.15.0"), "this is Elasticsearch 8.15.0"),
    ] {
        let failure = refused(move |_| Answer::Json(200, json.clone()));
        assert_says(&failure, 3, text);
    }
    for (mode, number, text) in [
        (
            "solrcloud",
            "8.11.4",
            "Solr 8.11.4, and `soru push` needs Solr 9",
        ),
        ("std", "9.10.1", "does not run in cloud mode"),
    ] {
        let failure = refused(move |path| match path {
            "/" => Answer::Json(302, Value::Null),
            _ => Answer::Json(
                200,
                json!({"mode": mode, "lucene": {"solr-spec-version": number}}),
            ),
        });
        assert_says(&failure, 3, text);
    }
}

#[test]
fn the_engine_that_the_caller_names_must_be_the_one_that_answers() {
    for (kind, other) in [
        (Kind::OpenSearch, Kind::Solr),
        (Kind::Solr, Kind::OpenSearch),
    ] {
        let cluster = Cluster::new(kind);
        let connection = |engine| Connection {
            engine: Some(engine),
            ..connection(&cluster.address())
        };
        assert!(connect_as(&connection(kind)).is_ok());
        let failure = connect_as(&connection(other)).unwrap_err();
        assert_says(&failure, 3, &format!("the answer is not from {other}"));
    }
}

#[test]
fn missing_rights_are_explained_and_the_key_is_never_shown() {
    let failure = refused(|_| Answer::Json(401, Value::Null));
    assert_says(&failure, 3, "basic USER:PASSWORD");
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        cluster.guard(|received, _| {
            assert_eq!(received.authorization, "Bearer geheimes-wort");
            let is_of_writing = ["PUT", "POST"].contains(&received.method.as_str())
                || received.query.contains("action=CREATE");
            is_of_writing.then(|| error(403, "security_exception", "no right for geheimes-wort"))
        });
        let connection = Connection {
            credentials: Credentials::new("KEY", Some("bearer geheimes-wort")).unwrap(),
            ..connection(&cluster.address())
        };
        let target = connect_as(&connection).unwrap();
        let failure = push(&bundle(&pages(1)), &target, &PushOptions::default()).unwrap_err();
        assert_says(&failure, 3, "the user lacks a right");
        assert!(!failure.to_string().contains("geheimes-wort"), "{failure}");
        assert!(cluster.indexes().is_empty());
    }
}

#[test]
fn an_alias_that_is_an_index_or_of_somebody_else_is_left_alone() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        cluster
            .state()
            .indexes
            .insert("site".into(), std::collections::BTreeMap::default());
        let failure = pushed(&cluster, &pages(1)).unwrap_err();
        assert_says(&failure, 3, "cannot become an alias: choose another --name");
        let cluster = Cluster::new(kind);
        cluster
            .state()
            .indexes
            .insert("logs".into(), std::collections::BTreeMap::default());
        cluster.state().aliases.insert("site".into(), "logs".into());
        let failure = pushed(&cluster, &pages(1)).unwrap_err();
        assert_says(&failure, 3, "which `soru push` did not make");
        assert_eq!(cluster.indexes(), ["logs"]);
    }
}

#[test]
fn nodes_of_two_clusters_are_refused() {
    let one = Cluster::new(Kind::OpenSearch);
    let other = Cluster::new(Kind::OpenSearch);
    other.guard(|received, _| {
        let version = json!({"distribution": "opensearch", "number": "2.19.6"});
        (received.path == "/")
            .then(|| Answer::Json(200, json!({"cluster_uuid": "other", "version": version})))
    });
    let addresses = [&one, &other].map(|own| Address::new(&own.address(), false).unwrap());
    let connection = Connection {
        addresses: addresses.into(),
        ..connection(&one.address())
    };
    assert_says(&connect_as(&connection).unwrap_err(), 2, "another cluster");
}

#[test]
fn a_site_without_pages_is_not_pushed() {
    let cluster = Cluster::new(Kind::OpenSearch);
    let failure = pushed(&cluster, &[]).unwrap_err();
    assert_says(&failure, 1, "no pages");
}
