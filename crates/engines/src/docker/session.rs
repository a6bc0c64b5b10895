//! bollard over connections of our own. Each session has its own, which live inside whatever waits
//! for the session, so that nothing outlives a call; a connection that is refused says why; and no
//! answer can be larger than it may.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use bollard::errors::Error;
use bollard::{API_DEFAULT_VERSION, BollardRequest};
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use futures::{FutureExt, StreamExt};
use http::header::HOST;
use http::uri::PathAndQuery;
use http::{HeaderValue, Response};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::sync::{Notify, mpsc};

use super::address::Location;
use super::policy;
use super::stream::{Budget, Metered, connect};

/// bollard wants a number of seconds, too; the caller's limit comes first.
const LONGEST_WAIT_SECS: u64 = 600;

/// The version of the engine's interface that both sides know, as in `1.41`.
pub(super) type Version = Arc<ArcSwapOption<String>>;

pub(super) struct Session {
    pub(super) docker: bollard::Docker,
    pub(super) carrier: Carrier,
    pub(super) budget: Budget,
    /// Told when the head of an answer has come.
    pub(super) answered: Arc<Notify>,
}

impl Session {
    pub(super) fn open(
        location: &Arc<Location>,
        version: &Version,
        most_bytes: usize,
    ) -> Result<Self, Error> {
        let (connections, incoming) = mpsc::unbounded_channel();
        let budget = Budget::new(most_bytes);
        let answered = Arc::new(Notify::new());
        let transport = Transport {
            location: Arc::clone(location),
            version: Arc::clone(version),
            budget: budget.clone(),
            answered: Arc::clone(&answered),
            connections,
        };
        let docker = bollard::Docker::connect_with_custom_transport(
            move |request| transport.clone().send(request),
            // The transport knows where to go; this only has to be a well-formed address.
            Some("http://docker"),
            LONGEST_WAIT_SECS,
            API_DEFAULT_VERSION,
        )?;
        let carrier = Carrier { incoming, running: FuturesUnordered::new() };
        Ok(Session { docker, carrier, budget, answered })
    }
}

/// Keeps the connections of a session going.
pub(super) struct Carrier {
    incoming: mpsc::UnboundedReceiver<BoxFuture<'static, ()>>,
    running: FuturesUnordered<BoxFuture<'static, ()>>,
}

impl Carrier {
    /// What `talk` comes to, while the connections carry its bytes.
    pub(super) async fn during<T>(&mut self, talk: impl Future<Output = T>) -> T {
        let mut talk = std::pin::pin!(talk);
        loop {
            tokio::select! {
                said = &mut talk => return said,
                Some(connection) = self.incoming.recv() => self.running.push(connection),
                Some(()) = self.running.next() => {}
            }
        }
    }
}

#[derive(Clone)]
struct Transport {
    location: Arc<Location>,
    version: Version,
    budget: Budget,
    answered: Arc<Notify>,
    connections: mpsc::UnboundedSender<BoxFuture<'static, ()>>,
}

impl Transport {
    async fn send(self, request: BollardRequest) -> Result<Response<Incoming>, Error> {
        policy::permit(request.method(), request.uri().path())?;
        let stream = connect(&self.location).await?;
        let metered = Metered { stream, budget: self.budget };
        let (mut sender, connection) = http1::handshake(TokioIo::new(metered)).await?;
        // Whoever waits for the answer also carries the connection; without them, neither counts.
        let _ = self.connections.send(connection.map(drop).boxed());
        let answer = sender.send_request(addressed(request, self.version.load().as_deref())?);
        let answer = answer.await?;
        self.answered.notify_one();
        Ok(answer)
    }
}

/// bollard leaves the version out of the path. With it, an engine newer than the client answers in
/// words that the client knows.
fn addressed(
    mut request: BollardRequest,
    version: Option<&String>,
) -> Result<BollardRequest, Error> {
    let path = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
    let path = match version {
        Some(version) => PathAndQuery::try_from(format!("/v{version}{path}"))?,
        None => PathAndQuery::try_from(path)?,
    };
    *request.uri_mut() = path.into();
    request.headers_mut().insert(HOST, HeaderValue::from_static("docker"));
    Ok(request)
}

/// The newest version that both sides know.
pub(super) fn common_version(engine: &str) -> Option<String> {
    let (major, minor) = engine.split_once('.')?;
    let engine = (major.parse::<usize>().ok()?, minor.parse::<usize>().ok()?);
    let ours = (API_DEFAULT_VERSION.major_version, API_DEFAULT_VERSION.minor_version);
    let (major, minor) = engine.min(ours);
    Some(format!("{major}.{minor}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_older_of_two_versions_is_spoken() {
        let ours = API_DEFAULT_VERSION.to_string();
        assert_eq!(common_version("1.41").as_deref(), Some("1.41"));
        assert_eq!(common_version("1.99").as_deref(), Some(ours.as_str()));
        assert_eq!(common_version("2.1").as_deref(), Some(ours.as_str()));
        assert_eq!(common_version("../x"), None);
        assert_eq!(common_version("1"), None);
    }
}
