//! Pushes to a small server in this process, which stands for a cluster of each engine and fails
//! as the test wants. Real clusters: `cargo xtask clusters`.

mod bad_input;
mod cluster;
mod documents;
mod faults;
mod locks;
mod opensearch;
mod search;
mod server;
mod site;
mod solr;
mod swaps;
mod tls;
mod updates;

use std::sync::Arc;
use std::time::Duration;

use self::cluster::{Cluster, Fault};
use self::site::{Page, bundle};
use crate::{
    Address, Alias, CheckQuestion, Connection, Credentials, Failure, Kind, Patience, PushOptions,
    Report, Result, Silent, Target, push,
};

/// Both engines.
const BOTH: [Kind; 2] = [Kind::OpenSearch, Kind::Solr];

/// Pauses of a test.
const QUICK: Patience = Patience {
    first: Duration::from_millis(2),
    longest: Duration::from_millis(20),
    total: Duration::from_secs(5),
};

fn connection(address: &str) -> Connection {
    Connection {
        addresses: vec![Address::new(address, false).unwrap()],
        engine: None,
        authority: None,
        credentials: Credentials::default(),
        patience: QUICK,
    }
}

fn connect(cluster: &Cluster) -> Result<Target> {
    connect_as(&connection(&cluster.address()))
}

fn connect_as(connection: &Connection) -> Result<Target> {
    Target::connect(connection, Alias::new("site").unwrap(), Arc::new(Silent))
}

/// Pushes pages.
fn pushed(cluster: &Cluster, pages: &[Page]) -> Result<Report> {
    pushed_with(cluster, pages, &PushOptions::default())
}

fn pushed_with(cluster: &Cluster, pages: &[Page], options: &PushOptions) -> Result<Report> {
    push(&bundle(pages), &connect(cluster)?, options)
}

fn update() -> PushOptions {
    PushOptions {
        update: true,
        ..PushOptions::default()
    }
}

/// Some pages with a chunk each.
fn pages(count: usize) -> Vec<Page> {
    let page = |number: usize| Page {
        id: format!("page-{number:03}.html"),
        title: format!("Rule {number}"),
        text: format!(
            "The library of house {number} lends books for {} days.",
            number + 3
        ),
    };
    (0..count).map(page).collect()
}
