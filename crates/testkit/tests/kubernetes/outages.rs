use std::time::Duration;

use testkit::{deadline, kubernetes};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn a_cut_cluster_refuses_connections_until_it_is_mended() {
    let Some(cluster) = kubernetes() else { return };
    let address = cluster.server().trim_start_matches("https://");
    assert!(TcpStream::connect(address).await.is_ok());
    let outage = cluster.cut();
    let refused = TcpStream::connect(address).await.expect_err("nobody listens");
    assert_eq!(refused.kind(), std::io::ErrorKind::ConnectionRefused);
    outage.mend().await;
    assert!(cluster.get("/api/v1/nodes/node1").await.is_some(), "what was there is still there");

    // The other programs find their way back, too.
    let namespace = cluster.namespace("after-cut").await;
    cluster.run_web(&namespace, "again", 1).await;
}

#[tokio::test]
async fn a_paused_cluster_takes_connections_and_says_nothing() {
    let Some(cluster) = kubernetes() else { return };
    let address = cluster.server().trim_start_matches("https://");
    let outage = cluster.pause();
    let mut connection = TcpStream::connect(address).await.expect("the system takes connections");
    // Not TLS, so that a server that runs would answer and close at once.
    connection.write_all(b"GET / HTTP/1.1\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    let read = connection.read_to_end(&mut answer);
    assert!(tokio::time::timeout(Duration::from_millis(500), read).await.is_err());
    outage.mend().await;
    deadline("the server answers again", testkit::PATIENCE, async || {
        let _ = connection.read_to_end(&mut answer).await;
        answer.starts_with(b"HTTP/1.0 400")
    })
    .await;
}
