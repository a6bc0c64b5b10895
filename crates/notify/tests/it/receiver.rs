//! A server that takes what channels send, and answers as it is told to.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::sockets::PATIENCE;

pub(crate) struct Receiver {
    pub(crate) url: String,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    answers: Mutex<VecDeque<u16>>,
    taken: Mutex<Vec<Taken>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Taken {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Taken {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no {name}")).to_str().expect("a text")
    }
}

impl Receiver {
    /// Answers with these, one after the other, and then with 200.
    pub(crate) async fn start(answers: &[u16]) -> Self {
        let shared = Arc::new(Shared::default());
        shared.answers.lock().expect("a lock").extend(answers);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let router = Router::new().fallback(take).with_state(shared.clone());
        #[expect(clippy::disallowed_methods, reason = "a test's server ends with its test")]
        let serving = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("it serves");
        });
        Receiver { url, shared, serving }
    }

    /// Everything that was taken, once there are so many.
    pub(crate) async fn taken(&self, count: usize) -> Vec<Taken> {
        let what = format!("{count} requests");
        testkit::deadline(&what, PATIENCE, async || {
            self.shared.taken.lock().expect("a lock").len() >= count
        })
        .await;
        self.shared.taken.lock().expect("a lock").clone()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(
    State(shared): State<Arc<Shared>>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let taken = Taken { path: uri.to_string(), headers, body };
    shared.taken.lock().expect("a lock").push(taken);
    let answer = shared.answers.lock().expect("a lock").pop_front().unwrap_or(200);
    StatusCode::from_u16(answer).expect("a status")
}
