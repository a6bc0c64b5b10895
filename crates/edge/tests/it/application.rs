//! What answers the requests that are not an app's.

use std::sync::Arc;

use futures::future::BoxFuture;
use http::{Request, Response};
use http_body_util::BodyExt;
use kit::Supervisor;
use routing::{Body, ClientInfo, Local, Upgrade, full};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Semaphore;

/// The two moments of a request to `/slow`: each adds a permit when it has begun and takes one
/// before it ends.
pub(crate) struct Slow {
    pub(crate) entered: Semaphore,
    pub(crate) release: Semaphore,
}

impl Default for Slow {
    fn default() -> Self {
        Slow { entered: Semaphore::new(0), release: Semaphore::new(0) }
    }
}

pub(crate) struct Application {
    pub(crate) slow: Arc<Slow>,
    pub(crate) supervisor: Supervisor,
}

impl Local for Application {
    fn call(&self, request: Request<Body>) -> BoxFuture<'static, Response<Body>> {
        let (slow, supervisor) = (self.slow.clone(), self.supervisor.clone());
        Box::pin(async move {
            match request.uri().path() {
                "/panic" => panic!("the secret is 4711"),
                "/slow" => {
                    slow.entered.add_permits(1);
                    slow.release.acquire().await.expect("an open semaphore").forget();
                    Response::new(full("done"))
                }
                "/echo" => echo(request, &supervisor),
                "/read" => {
                    let _ = request.into_body().collect().await;
                    Response::new(full("read"))
                }
                _ => whoami(&request),
            }
        })
    }

    fn owns(&self, path: &str) -> bool {
        ["/", "/echo", "/metrics", "/api/v1/apikeys", "/api/v1/ws"].contains(&path)
    }
}

fn whoami(request: &Request<Body>) -> Response<Body> {
    let client = request.extensions().get::<ClientInfo>().expect("edge decided who it is");
    let seen = serde_json::json!({
        "local": client.local,
        "secure": client.secure,
        "address": client.address.to_string(),
        "requestId": &*client.request_id,
    });
    Response::new(full(seen.to_string()))
}

/// Upgrades and sends back what it gets.
fn echo(mut request: Request<Body>, supervisor: &Supervisor) -> Response<Body> {
    let upgrade = Upgrade::take(request.extensions_mut()).expect("a way to upgrade");
    supervisor.spawn(async move {
        let mut stream = upgrade.connection().await.expect("an upgrade");
        let mut buffer = [0; 64];
        while let Ok(length @ 1..) = stream.read(&mut buffer).await {
            stream.write_all(&buffer[..length]).await.expect("an open stream");
        }
    });
    let response = Response::builder().status(101).header("upgrade", "echo");
    response.header("connection", "upgrade").body(full("")).expect("a response")
}
