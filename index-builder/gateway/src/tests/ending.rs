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
