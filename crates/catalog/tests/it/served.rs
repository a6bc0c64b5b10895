//! An app that listens, and a way to it that leaves the gateway out.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use catalog::Passage;
use fetch::Fetcher;
use http::HeaderValue;
use routing::{Endpoint, Route};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// Something that listens on loopback until it is dropped.
pub(crate) struct Served {
    address: SocketAddr,
    tasks: JoinSet<()>,
}

impl Served {
    pub(crate) async fn start(app: Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Served { address, tasks }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Nobody listens when this has returned.
    pub(crate) async fn stop(mut self) {
        self.tasks.shutdown().await;
    }
}

/// The app is asked with its prefix.
pub(crate) fn entrance(route: &Route) -> Option<Passage> {
    Some(Passage {
        endpoint: Endpoint::clone(&route.upstream.endpoint),
        origin: "http://attic.local:8080".to_owned(),
        pass: HeaderValue::from_static("a pass"),
        fetcher: Fetcher::new(Arc::default()),
        guard: Box::new(()),
    })
}
