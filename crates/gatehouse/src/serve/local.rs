//! The way from the data plane into the management router.

use std::sync::Arc;

use axum::Router;
use futures::future::{BoxFuture, FutureExt, ready};
use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use kit::{ErrorKind, Supervisor};
use routing::{Body, Local, internal_error, problem};
use tokio::sync::oneshot;
use tower::ServiceExt;
use tracing::Instrument;
use web::Owned;

/// How many requests may be at work for clients that have gone: no connection bounds them.
const MOST_ABANDONED: usize = 1024;

/// Runs every request as a task of its own, to its end; the connection only waits for the answer.
///
/// When a client hangs up, the HTTP server drops what it waits for. Were that the handler itself,
/// it could end between a commit and the change in memory that follows it: a device that is
/// revoked in the database would still be let in.
pub(crate) struct ManagementRouter {
    router: Router,
    owned: Owned,
    supervisor: Supervisor,
    /// Each request at work holds a clone, and each client that waits for one.
    working: Arc<()>,
    waiting: Arc<()>,
}

impl ManagementRouter {
    pub(crate) fn new(router: Router, owned: Owned, supervisor: Supervisor) -> Self {
        let (working, waiting) = (Arc::default(), Arc::default());
        ManagementRouter { router, owned, supervisor, working, waiting }
    }

    fn abandoned(&self) -> usize {
        Arc::strong_count(&self.working).saturating_sub(Arc::strong_count(&self.waiting))
    }

    /// The answer comes through the channel. A panic closes it; the drain waits for the rest.
    fn start(&self, request: Request<Body>) -> oneshot::Receiver<Response<Body>> {
        let (answer, answered) = oneshot::channel();
        let (router, working) = (self.router.clone(), self.working.clone());
        let request = request.map(axum::body::Body::new);
        let work = async move {
            let response = router.oneshot(request).await.unwrap_or_else(|never| match never {});
            drop(working);
            // A client that has gone needs no answer.
            let _ = answer.send(response.map(|body| body.map_err(Into::into).boxed_unsync()));
        };
        self.supervisor.spawn(work.in_current_span());
        answered
    }
}

impl Local for ManagementRouter {
    fn call(&self, request: Request<Body>) -> BoxFuture<'static, Response<Body>> {
        if self.abandoned() >= MOST_ABANDONED {
            return ready(busy()).boxed();
        }
        let waiting = self.waiting.clone();
        let answered = self.start(request);
        async move {
            let response = answered.await.unwrap_or_else(|_panicked| internal_error());
            drop(waiting);
            response
        }
        .boxed()
    }

    fn owns(&self, path: &str) -> bool {
        self.owned.has(path)
    }
}

fn busy() -> Response<Body> {
    let code = ErrorKind::ServiceUnavailable.code();
    problem(StatusCode::SERVICE_UNAVAILABLE, code, "Too many requests were left unfinished")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::routing::get;
    use kit::Shutdown;
    use tokio::sync::Semaphore;

    use super::*;

    fn request(path: &str) -> Request<Body> {
        Request::get(path).body(routing::full("")).expect("a request")
    }

    fn over(router: Router) -> ManagementRouter {
        let owned = Owned::new(&router);
        ManagementRouter::new(router, owned, Supervisor::new(Shutdown::default()))
    }

    /// A handler at `/` that waits for a permit of the first and then gives one to the second.
    fn gated() -> (ManagementRouter, Arc<Semaphore>, Arc<Semaphore>) {
        let (gate, done) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let (inner, finished) = (gate.clone(), done.clone());
        let handler = move || async move {
            inner.acquire().await.expect("an open gate").forget();
            finished.add_permits(1);
        };
        (over(Router::new().route("/", get(handler))), gate, done)
    }

    async fn soon<T>(work: impl Future<Output = T>) -> T {
        tokio::time::timeout(Duration::from_secs(20), work).await.expect("not in time")
    }

    #[tokio::test]
    async fn a_request_whose_client_has_gone_runs_to_its_end_and_the_drain_waits_for_it() {
        let (management, gate, done) = gated();
        drop(management.call(request("/")));
        management.supervisor.shutdown().drain();
        let mut drained = Box::pin(management.supervisor.drained());
        assert!((&mut drained).now_or_never().is_none(), "it is still at work");
        gate.add_permits(1);
        soon(drained).await;
        assert_eq!(done.available_permits(), 1);
    }

    #[tokio::test]
    async fn a_panic_is_answered() {
        let panics = async || -> &'static str { panic!("on purpose") };
        let management = over(Router::new().route("/", get(panics)));
        assert_eq!(soon(management.call(request("/"))).await.status(), 500);
    }

    #[tokio::test]
    async fn too_many_abandoned_requests_are_the_last_until_some_have_ended() {
        let (management, gate, done) = gated();
        for _ in 0..MOST_ABANDONED {
            drop(management.call(request("/")));
        }
        assert_eq!(soon(management.call(request("/"))).await.status(), 503);
        gate.add_permits(MOST_ABANDONED);
        let all = u32::try_from(MOST_ABANDONED).expect("a number");
        soon(done.acquire_many(all)).await.expect("an open gate").forget();
        soon(async {
            while management.abandoned() > 0 {
                tokio::task::yield_now().await;
            }
        })
        .await;
        gate.add_permits(1);
        assert_eq!(soon(management.call(request("/"))).await.status(), 200);
    }
}
