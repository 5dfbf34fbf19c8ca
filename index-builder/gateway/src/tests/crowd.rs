//! Many connections at once. A second process holds their other ends, since a process may have too few
//! open files for both.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream as Connection;
use std::process::{Command, Stdio};

use soru_serving::allow_files;
use tokio::task::spawn_blocking;

use super::*;

const MANY: u64 = 10_000;

/// Connections that are begun before one of them is answered.
const AT_ONCE: u64 = 500;

/// Open files besides connections.
const OTHERS: u64 = 200;

/// The address of the gateway and the number of connections, for the second process.
const VARIABLES: [&str; 2] = ["SORU_TEST_GATEWAY", "SORU_TEST_CONNECTIONS"];

/// The second process prints this line when all connections are open.
const OPEN: &str = "all are open";

const REQUEST: &str = "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n";

#[tokio::test]
async fn ten_thousand_connections_leave_room_for_a_question() {
    let count = MANY.min(allow_files(MANY + OTHERS) - OTHERS);
    if count < MANY {
        // Not by `eprintln!`, whose text nobody sees if the test succeeds.
        let line = format!("the system allows {count} connections of {MANY} to be tested\n");
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
    let cluster = filled(Kind::OpenSearch);
    let mut configuration = configuration(Kind::OpenSearch, &[cluster.address()]);
    configuration.times.receiving = Duration::from_mins(10);
    let gateway = start(configuration).await;
    let mut crowd = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "tests::crowd::clients",
            "--ignored",
            "--nocapture",
        ])
        .envs([
            (VARIABLES[0], gateway.address.to_string()),
            (VARIABLES[1], count.to_string()),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(crowd.stdout.take().unwrap()).lines();
    let (is_open, mut lines) = spawn_blocking(move || {
        let is_open = lines.any(|line| line.unwrap().contains(OPEN));
        (is_open, lines)
    })
    .await
    .unwrap();
    assert!(is_open);
    let response = gateway.post(&words(&["fees"])).await;
    assert_eq!((response.status, response.pages().len()), (200, 2));
    // The end of its input lets it finish the requests.
    drop(crowd.stdin.take());
    let answered = format!("{count} answered");
    let ended = spawn_blocking(move || {
        let all = lines.any(|line| line.unwrap().contains(&answered));
        // The process writes more, and fails if nobody reads it.
        lines.for_each(drop);
        all && crowd.wait().unwrap().success()
    });
    assert!(ended.await.unwrap());
}

/// The second process.
#[test]
#[ignore = "the test above starts it"]
fn clients() {
    let [address, count] = VARIABLES.map(|name| std::env::var(name).unwrap());
    let count: u64 = count.parse().unwrap();
    assert!(allow_files(count + OTHERS) >= count + OTHERS);
    let open = |number: u64| {
        // The system drops connections that wait to be accepted if they are too many, and tries
        // again after a second. An answer to the last one means that all before are accepted.
        if number.is_multiple_of(AT_ONCE) {
            assert!(is_answered(begun(&address)));
        }
        begun(&address)
    };
    let connections: Vec<Connection> = (0..count).map(open).collect();
    println!("{OPEN}");
    let _ = std::io::stdin().read_to_string(&mut String::new());
    let answered = connections.into_iter().map(is_answered).filter(|own| *own);
    println!("{} answered", answered.count());
}

/// Begins a request on a connection of its own.
fn begun(address: &str) -> Connection {
    let mut connection = Connection::connect(address).unwrap();
    connection.write_all(REQUEST.as_bytes()).unwrap();
    connection
}

/// Ends the request.
fn is_answered(mut connection: Connection) -> bool {
    connection.write_all(b"\r\n").unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    answer.starts_with("HTTP/1.1 200")
}
