use testkit::{Gateway, PATIENCE, deadline};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const BODY: &str = r#"{"username":"admin","password":"not the right one"}"#;

/// A login whose body has not come yet.
async fn request_under_way(gateway: &Gateway) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", gateway.port())).await.expect("a connection");
    let head = format!(
        "POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\
         Expect: 100-continue\r\n\r\n",
        BODY.len()
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    // The interim answer shows that the request is being worked on.
    let mut interim = [0; 25];
    stream.read_exact(&mut interim).await.expect("an answer");
    assert!(interim.starts_with(b"HTTP/1.1 100 "), "{}", String::from_utf8_lossy(&interim));
    stream
}

async fn until_stopping(gateway: &Gateway) {
    deadline("the stop is logged", PATIENCE, async || gateway.output().contains("stopping;")).await;
}

#[tokio::test]
async fn a_request_under_way_is_finished_before_the_end() {
    let mut gateway = Gateway::start().await;
    let mut stream = request_under_way(&gateway).await;
    gateway.signal("TERM");
    until_stopping(&gateway).await;
    deadline("new connections are refused", PATIENCE, async || {
        TcpStream::connect(("127.0.0.1", gateway.port())).await.is_err()
    })
    .await;

    stream.write_all(BODY.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    let ended = gateway.ended().await;
    assert!(ended.success(), "{ended}");
}

#[tokio::test]
async fn a_second_signal_does_not_wait() {
    let mut gateway = Gateway::start().await;
    let _stuck = request_under_way(&gateway).await;
    gateway.signal("INT");
    until_stopping(&gateway).await;
    gateway.signal("INT");
    gateway.ended().await;
}

#[tokio::test]
async fn it_says_where_it_is_and_gives_the_code_until_it_is_set_up() {
    let mut gateway = Gateway::start().await;
    let first = gateway.output();
    assert!(first.contains(" is ready\n  http://127.0.0.1:"), "{first}");
    assert!(first.contains("  Setup code: "), "{first}");
    gateway.admin_token().await;
    gateway.restart().await;
    let second = &gateway.output()[first.len()..];
    assert!(second.contains(" is ready\n") && !second.contains("Setup code"), "{second}");
}
