//! The end of the process in good order.

use super::*;

#[tokio::test]
async fn running_answers_are_given_before_the_end_and_new_ones_are_not_begun() {
    let (cluster, mut gateway) = with_pages(Kind::OpenSearch).await;
    let (mut is_started, finish) = hold_searches(&cluster, "march");
    let end = gateway.end.take().unwrap();
    let request = words(&["march"]);
    let (answer, ()) = tokio::join!(gateway.post(&request), async {
        is_started.recv().await;
        end.send(()).unwrap();
        while TcpStream::connect(gateway.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(!gateway.task.is_finished());
        drop(finish);
    });
    assert_eq!(
        (answer.status, answer.pages()),
        (200, vec!["fees".to_owned()])
    );
    (&mut gateway.task).await.unwrap();
    assert!(gateway.log().contains("all answers are given"));
}

#[tokio::test]
async fn a_client_that_keeps_its_connection_does_not_delay_the_end() {
    let (_cluster, mut gateway) = with_pages(Kind::Solr).await;
    let mut idle = TcpStream::connect(gateway.address).await.unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    let mut answer = [0; 12];
    idle.read_exact(&mut answer).await.unwrap();
    gateway.end.take().unwrap().send(()).unwrap();
    (&mut gateway.task).await.unwrap();
}

// A visitor whose browser gets half an answer sees an error.
#[tokio::test]
async fn under_load_every_answer_that_begins_is_whole() {
    for kind in BOTH {
        let (cluster, mut gateway) = with_pages(kind).await;
        let (address, end) = (gateway.address, gateway.end.take().unwrap());
        let (first, is_first) = tokio::sync::watch::channel(0);
        let visitor = async |number: usize| {
            let (mut whole, mut round) = (0, 0);
            loop {
                // No answer is a kept one.
                let path = format!("/v1/search?language=en&word=fees&word=w{number}x{round}");
                let Some(answer) = answer_to(address, &path).await else {
                    return whole;
                };
                let length = answer.header("content-length").parse::<usize>();
                assert_eq!(
                    (answer.status, length),
                    (200, Ok(answer.body.len())),
                    "{kind}"
                );
                whole += 1;
                round += 1;
                first.send_modify(|count| *count += 1);
            }
        };
        let visitors = futures_util::future::join_all((0..24).map(visitor));
        let mut is_busy = is_first.clone();
        let (whole, ()) = tokio::join!(visitors, async {
            is_busy.wait_for(|count| *count >= 48).await.unwrap();
            end.send(()).unwrap();
        });
        assert!(whole.into_iter().sum::<usize>() >= 48);
        (&mut gateway.task).await.unwrap();
        assert!(gateway.log().contains("all answers are given"), "{kind}");
        drop(cluster);
    }
}

/// Asks; none if the connection ends before an answer begins.
async fn answer_to(address: SocketAddr, path: &str) -> Option<Response> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    (!answer.is_empty()).then(|| read(&answer))
}
