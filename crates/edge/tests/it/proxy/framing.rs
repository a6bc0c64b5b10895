//! Messages whose end two servers could see in different places. They are refused, the connection
//! ends, and what stood behind them never becomes a request.

use tokio::io::AsyncWriteExt;

use crate::client::{asking, bodiless};
use crate::lab::Lab;
use crate::message::Message;
use crate::raw_app::RawApp;
use crate::routes::route;

/// What an attacker would like an app to see.
const SMUGGLED: &str = "GET /apps/x/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
const POST: &str = "POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\n";

/// The answers on one connection to these bytes, which must be its last.
async fn answers(lab: &Lab, bytes: &[u8]) -> Vec<Message> {
    let mut wire = lab.wire().await;
    // It may hang up before it has read everything.
    let _ = wire.io.write_all(bytes).await;
    let mut answers = Vec::new();
    while let Ok(Some(answer)) = wire.next(crate::message::Kind::Answer).await {
        answers.push(answer);
    }
    answers
}

fn assert_refused(answers: &[Message], status: &[u16], case: &str) {
    assert_eq!(answers.len(), 1, "{case}: {answers:#?}");
    let answer = &answers[0];
    assert!(status.contains(&answer.status()), "{case}: {}", answer.start);
    assert_eq!(answer.value("x-api-version"), Some("v1"), "{case}");
    assert_eq!(answer.value("connection"), Some("close"), "{case}");
    assert_eq!(answer.value("content-type"), Some("application/json"), "{case}");
    let body: serde_json::Value = serde_json::from_slice(&answer.body).expect("JSON");
    assert_eq!(body["error"]["code"], "INVALID_REQUEST", "{case}");
    assert!(body["error"]["message"].as_str().is_some_and(|text| !text.is_empty()), "{case}");
}

/// Sends each head with a body that hides a request, and sees that no app hears of either.
async fn refuses_all(cases: &[&str]) {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    for case in cases {
        let bytes = format!("{POST}{case}\r\n\r\n0\r\n\r\n{SMUGGLED}");
        let answers = answers(&lab, bytes.as_bytes()).await;
        assert_refused(&answers, &[400], case);
    }
    assert_eq!(app.connections(), 0, "{}", String::from_utf8_lossy(&app.bytes()));
    assert_eq!(lab.ask(bodiless(asking("GET", "/apps/x/after"))).await.status, 200);
    assert_eq!(app.request().await.target(), "/after");
}

#[tokio::test]
async fn a_length_and_an_encoding_together_are_refused() {
    refuses_all(&[
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
        "Transfer-Encoding: chunked\r\nContent-Length: 0",
        "Content-Length: 5\r\ntransfer-encoding: CHUNKED",
        "Content-Length: 5\r\nX: y\r\nTransfer-Encoding: chunked\r\nZ: z",
    ])
    .await;
}

#[tokio::test]
async fn an_encoding_that_is_not_plain_chunked_is_refused() {
    refuses_all(&[
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked;x",
        "Transfer-Encoding: \"chunked\"",
        "Transfer-Encoding: ,chunked",
        "Transfer-Encoding:",
        "Transfer-Encoding:\u{b}chunked",
        "Transfer-Encoding: chunked\u{b}",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding\t: chunked",
        " Transfer-Encoding: chunked",
        "X: y\r\n Transfer-Encoding: chunked",
        "Transfer-Encoding:\r\n chunked",
        "Transfer-Encoding: chun\0ked",
        "Transfer\u{a0}Encoding: chunked",
    ])
    .await;
}

#[tokio::test]
async fn a_length_that_is_not_one_plain_number_is_refused() {
    refuses_all(&[
        "Content-Length: 5\r\nContent-Length: 5",
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: 0\r\nContent-Length: 5",
        "Content-Length: 5, 5",
        "Content-Length: 5,",
        "Content-Length: +5",
        "Content-Length: -5",
        "Content-Length: 5 5",
        "Content-Length: 5\u{b}",
        "Content-Length: 0x5",
        "Content-Length: 5.0",
        "Content-Length: 1e1",
        "Content-Length: 5;",
        "Content-Length:",
        "Content-Length: five",
        "Content-Length: 18446744073709551616",
        "Content-Length: 99999999999999999999999",
        "Content-Length : 5",
        "Content-Length\r\n : 5",
    ])
    .await;
}

#[tokio::test]
async fn lines_that_end_or_go_on_in_an_unusual_way_are_refused() {
    refuses_all(&[
        "X: 1\r\n folded: 2",
        "X: 1\r\n\tfolded: 2",
        "X: 1\nContent-Length: 5",
        "X: 1\n\nGET / HTTP/1.1",
        "X: 1\rContent-Length: 5",
        "X: \0",
        "X\0: 1",
        "No colon at all",
        ": no name",
        "X y: 1",
        "X(y): 1",
        "X: 1\r\n: 2",
        "X: 1\r\n\n",
    ])
    .await;
}

#[tokio::test]
async fn request_lines_that_are_not_three_words_are_refused() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    for line in [
        "GET /apps/x/",
        "GET  /apps/x/ HTTP/1.1",
        "GET /apps/x/  HTTP/1.1",
        "GET\t/apps/x/\tHTTP/1.1",
        " GET /apps/x/ HTTP/1.1",
        "GET /apps/x/ HTTP/1.1 ",
        "GET /apps/x/ HTTP/1.2",
        "GET /apps/x/ HTTP/2.0",
        "GET /apps/x/ HTTP/0.9",
        "GET /apps/x/ http/1.1",
        "GET /apps/x/ HTTP/1.1\n",
        "GET /apps/x/# HTTP/1.1",
        "GE(T /apps/x/ HTTP/1.1",
        "GET /apps/x/\0 HTTP/1.1",
        "",
    ] {
        let bytes = format!("{line}\r\nHost: localhost\r\n\r\n{SMUGGLED}");
        let answers = answers(&lab, bytes.as_bytes()).await;
        assert_refused(&answers, &[400], line);
    }
    let old = format!(
        "POST /apps/x/ HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{SMUGGLED}"
    );
    assert_refused(&answers(&lab, old.as_bytes()).await, &[400], "HTTP/1.0");
    assert_eq!(app.connections(), 0);
}

/// The head was in order, so an app may have heard of the request, but never of a second one, and
/// never of an end of the body.
#[tokio::test]
async fn chunks_that_are_malformed_end_the_connection() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let extension = format!("5;{}\r\nhello\r\n0\r\n\r\n", "x".repeat(1024 * 1024));
    for body in [
        "x\r\n",
        "5 \r\nhello\r\n0\r\n\r\n",
        " 5\r\nhello\r\n0\r\n\r\n",
        "+5\r\nhello\r\n0\r\n\r\n",
        "0x5\r\nhello\r\n0\r\n\r\n",
        "-1\r\nhello\r\n0\r\n\r\n",
        "5\nhello\n0\n\n",
        "5\r\nhello\n0\r\n\r\n",
        "5\r\nhelloX0\r\n\r\n",
        "5\r\nhello world\r\n0\r\n\r\n",
        "fffffffffffffffff\r\nhello",
        "\r\nhello\r\n0\r\n\r\n",
        "5;x=\"\n\"\r\nhello\r\n0\r\n\r\n",
        "0\r\nNo colon\r\n\r\n",
        "0\r\nX: 1\n\r\n",
        &extension,
    ] {
        let bytes = format!("{POST}Transfer-Encoding: chunked\r\n\r\n{body}{SMUGGLED}");
        let answers = answers(&lab, bytes.as_bytes()).await;
        let case = &body[..body.len().min(40)];
        assert!(answers.len() <= 1, "{case}: {answers:#?}");
        for answer in &answers {
            assert_eq!(answer.status(), 400, "{case}");
            assert_eq!(answer.value("x-api-version"), Some("v1"), "{case}");
        }
    }
    let seen = String::from_utf8_lossy(&app.bytes()).into_owned();
    assert!(!seen.contains("smuggled") && !seen.contains("\r\n0\r\n"), "{seen}");
}

#[tokio::test]
async fn heads_that_are_too_large_are_refused() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let large = format!("{POST}X: {}\r\n\r\n{SMUGGLED}", "y".repeat(70 * 1024));
    assert_refused(&answers(&lab, large.as_bytes()).await, &[431], "one large header");
    let many = format!("{POST}{}\r\n{SMUGGLED}", "X: y\r\n".repeat(200));
    assert_refused(&answers(&lab, many.as_bytes()).await, &[431], "many headers");
    let long = format!("GET /apps/x/{} HTTP/1.1\r\n\r\n{SMUGGLED}", "y".repeat(64 * 1024));
    assert_refused(&answers(&lab, long.as_bytes()).await, &[414], "a long target");
    assert_eq!(app.connections(), 0);
}

#[tokio::test]
async fn good_messages_one_behind_the_other_are_answered_in_order() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let chunked =
        format!("{POST}Transfer-Encoding: chunked\r\n\r\n2;a=b\r\nhi\r\n0\r\nT: 1\r\n\r\n");
    let fixed = format!("{POST}Content-Length: 3\r\n\r\na\nb");
    let all = format!("\r\n{chunked}{fixed}{chunked}{SMUGGLED}");
    let mut wire = lab.wire().await;
    wire.send(all).await;
    for _ in 0..4 {
        assert_eq!(wire.answer().await.status(), 200);
    }
    let requests = app.requests().await;
    let bodies: Vec<_> = requests.iter().map(Message::text).collect();
    assert_eq!(bodies, ["hi", "a\nb", "hi", ""]);
    assert_eq!(requests[3].target(), "/smuggled");
}

#[tokio::test]
async fn a_refusal_comes_behind_the_answers_to_what_was_good() {
    let (lab, app) = (Lab::new(), RawApp::fine().await);
    lab.lead(route("x", &app.to()));
    let bad = format!("{POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n");
    let answers = answers(&lab, format!("{SMUGGLED}{bad}{SMUGGLED}").as_bytes()).await;
    assert_eq!(answers.iter().map(Message::status).collect::<Vec<_>>(), [200, 400]);
    assert_eq!(app.requests().await.len(), 1);
}

/// What looks like an answer in the middle of one is just its content.
#[tokio::test]
async fn a_body_that_looks_like_an_answer_passes_as_it_is() {
    let body = "HTTP/1.1 404 Not Found\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n";
    let (first, second) = body.split_at(body.len() / 2 - 1);
    let app = RawApp::start(move |mut talk| async move {
        while talk.request().await.is_some() {
            talk.say(format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len())).await;
            for piece in [first, second] {
                // A piece of its own, with everything before it on its way already.
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                talk.say(piece).await;
            }
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let answer = lab.wire().await.ask(SMUGGLED).await;
    assert_eq!((answer.status(), answer.text()), (200, body));
}
