//! Connections that must not be used again, because what comes over them next is not the answer
//! to what is asked next.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::lab::{Lab, soon, until};
use crate::message::Kind;
use crate::raw_app::{OK, RawApp};
use crate::routes::route;

const GET: &str = "GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n\r\n";
const SECOND: &str = "GET /apps/x/second HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Sends a request that wants another protocol, with a second one behind it, and returns what the
/// app saw.
async fn upgrade_and_more(lines: &str, websocket: bool, answer: &str) -> (Vec<u16>, String) {
    let (lab, app) = (Lab::new(), RawApp::answering(answer).await);
    let mut route = route("x", &app.to());
    route.options.websocket = websocket;
    lab.lead(route);
    let mut wire = lab.wire().await;
    let first = format!("GET /apps/x/ HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n");
    wire.send(format!("{first}{SECOND}")).await;
    let mut statuses = Vec::new();
    while let Ok(Some(answer)) = wire.next(Kind::Answer).await {
        statuses.push(answer.status());
    }
    (statuses, String::from_utf8_lossy(&app.bytes()).into_owned())
}

const WEBSOCKET: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

#[tokio::test]
async fn a_request_behind_a_refused_upgrade_never_reaches_the_app() {
    for lines in [
        "Connection: Upgrade\r\nUpgrade: foo\r\n",
        "Upgrade: foo\r\n",
        "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n",
        "Upgrade: websocket\r\n",
    ] {
        let (statuses, seen) = upgrade_and_more(lines, true, OK).await;
        assert_eq!(statuses, [200], "{lines}");
        assert!(!seen.contains("second") && !seen.to_lowercase().contains("upgrade"), "{seen}");
    }
}

#[tokio::test]
async fn a_request_behind_a_websocket_that_the_app_refused_never_reaches_it() {
    for answer in [OK, "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"] {
        let (statuses, seen) = upgrade_and_more(WEBSOCKET, true, answer).await;
        assert_eq!(statuses.len(), 1, "{statuses:?}");
        assert!(!seen.contains("second"), "{seen}");
    }
    let (statuses, seen) = upgrade_and_more(WEBSOCKET, false, OK).await;
    assert_eq!((statuses, seen.as_str()), (vec![400], ""));
}

/// Nobody asked the app for another protocol, so its agreement makes no sense.
#[tokio::test]
async fn an_upgrade_that_nobody_asked_for_is_a_bad_answer() {
    let agreed = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: foo\r\n\r\n";
    for lines in ["Connection: close\r\n", "Connection: Upgrade\r\nUpgrade: foo\r\n"] {
        let (statuses, seen) = upgrade_and_more(lines, true, agreed).await;
        assert_eq!(statuses, [502], "{lines}");
        assert!(!seen.contains("second"), "{seen}");
    }
}

/// The first connection does something odd after its answer, all others are fine. The next
/// request must get the right answer, over another connection.
async fn next_is_right(after: &'static [u8], close: bool) {
    let app = RawApp::start(move |mut talk| async move {
        let odd = talk.number == 0;
        while talk.request().await.is_some() {
            let mut answer = OK.as_bytes().to_vec();
            if odd {
                answer.extend_from_slice(after);
            }
            talk.say(answer).await;
            if odd && close {
                return talk.hang_up().await;
            }
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    for _ in 0..3 {
        let answer = wire.ask(GET).await;
        assert_eq!((answer.status(), answer.text()), (200, "ok"));
    }
    assert_eq!(app.connections(), 2);
    assert_eq!(app.requests().await.len(), 3);
}

#[tokio::test]
async fn a_connection_with_bytes_left_over_is_not_used_again() {
    next_is_right(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil", false).await;
    next_is_right(b"rubbish", false).await;
    next_is_right(b"\r\n", false).await;
}

#[tokio::test]
async fn a_connection_that_the_app_closed_is_not_used_again() {
    next_is_right(b"", true).await;
    next_is_right(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil", true).await;
}

#[tokio::test]
async fn a_connection_on_which_the_app_spoke_unasked_is_not_used_again() {
    let (speak, spoken) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let (told, done) = (speak.clone(), spoken.clone());
    let app = RawApp::start(move |mut talk| {
        let (told, done) = (told.clone(), done.clone());
        async move {
            let odd = talk.number == 0;
            while talk.request().await.is_some() {
                talk.say(OK).await;
                if odd {
                    told.acquire().await.expect("an open semaphore").forget();
                    talk.say("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil").await;
                    done.add_permits(1);
                }
            }
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    assert_eq!(wire.ask(GET).await.text(), "ok");
    speak.add_permits(1);
    soon(spoken.acquire()).await.expect("an open semaphore").forget();
    assert_eq!(wire.ask(GET).await.text(), "ok");
    assert_eq!(app.connections(), 2);
}

#[tokio::test]
async fn a_connection_that_the_app_wants_closed_is_closed() {
    let answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";
    let (lab, app) = (Lab::new(), RawApp::answering(answer).await);
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    for count in 1..=3 {
        let answer = wire.ask(GET).await;
        assert_eq!((answer.text(), answer.value("connection")), ("ok", None));
        assert_eq!(app.connections(), count);
    }
}

/// The app answers before it has read the request's body, and never reads the rest.
#[tokio::test]
async fn a_connection_whose_request_was_not_read_to_its_end_is_not_used_again() {
    let app = RawApp::start(|mut talk| async move {
        if talk.number > 0 {
            while talk.request().await.is_some() {
                talk.say(OK).await;
            }
        } else if talk.head().await.is_some() {
            talk.say("HTTP/1.1 413 No\r\nContent-Length: 5\r\n\r\nearly").await;
            talk.until_closed().await;
        }
    })
    .await;
    let lab = Lab::new();
    lab.lead(route("x", &app.to()));
    let mut wire = lab.wire().await;
    let head = "POST /apps/x/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n";
    wire.send(head).await;
    let answer = wire.answer().await;
    assert_eq!((answer.status(), answer.text()), (413, "early"));
    let answer = lab.wire().await.ask(GET).await;
    assert_eq!((answer.status(), answer.text()), (200, "ok"));
    until("the first connection is given up", || app.connections() == 2).await;
    let seen = String::from_utf8_lossy(&app.bytes()).into_owned();
    assert_eq!(seen.matches("GET / HTTP/1.1").count(), 1, "{seen}");
}
