//! The graceful stop.

use edge::Limits;
use http::{Response, header};
use hyper::body::Incoming;
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use crate::client::{Answer, get, read};
use crate::lab::{Lab, soon};

/// Starts a request to `/slow` over each protocol and returns when both are under way.
async fn two_under_way(lab: &Lab) -> [oneshot::Receiver<Option<Answer>>; 2] {
    let mut http1 = lab.http1(lab.handshake("http/1.1").await.expect("TLS")).await;
    let mut http2 = lab.http2(lab.handshake("h2").await.expect("TLS")).await;
    let (first, second) = (oneshot::channel(), oneshot::channel());
    lab.spawn(async move { report(http1.send_request(get("/slow")).await, first.0).await });
    let target = "https://localhost/slow";
    lab.spawn(async move { report(http2.send_request(get(target)).await, second.0).await });
    soon(lab.slow.entered.acquire_many(2)).await.expect("an open semaphore").forget();
    [first.1, second.1]
}

async fn report(
    response: hyper::Result<Response<Incoming>>,
    answered: oneshot::Sender<Option<Answer>>,
) {
    let answer = match response {
        Ok(response) => Some(read(response).await),
        Err(_) => None,
    };
    answered.send(answer).expect("the test waits for it");
}

#[tokio::test]
async fn the_drain_finishes_what_is_under_way_and_refuses_the_rest() {
    let lab = Lab::tls(Limits::default());
    let mut idle = lab.http1(lab.handshake("http/1.1").await.expect("TLS")).await;
    assert_eq!(soon(idle.send_request(get("/"))).await.expect("an answer").status(), 200);
    let under_way = two_under_way(&lab).await;

    lab.shutdown.drain();
    soon(async {
        // Another test's listener may get the port; only ours has the certificate.
        while let Ok(tcp) = TcpStream::connect(lab.address).await {
            if lab.handshake_over(tcp, "http/1.1").await.is_err() {
                break;
            }
        }
    })
    .await;
    soon(async {
        while idle.ready().await.is_ok() {
            tokio::task::yield_now().await;
        }
    })
    .await;

    lab.slow.release.add_permits(2);
    for answer in under_way {
        let answer = soon(answer).await.expect("the client ran").expect("an answer");
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (200, "done"));
        // A lane that hears of the end only now says nothing, and closes all the same.
        if let Some(connection) = answer.headers.get(header::CONNECTION) {
            assert_eq!(connection, "close");
        }
    }
    soon(lab.supervisor.drained()).await;
}

#[tokio::test]
async fn the_cut_drops_what_is_still_under_way() {
    let lab = Lab::tls(Limits::default());
    let under_way = two_under_way(&lab).await;
    lab.shutdown.cut();
    for answer in under_way {
        assert!(soon(answer).await.expect("the client ran").is_none());
    }
}
