use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use http::StatusCode;
use tower::{ServiceExt, service_fn};

/// Which paths the management router serves. It asks a router with the same paths, in which every
/// handler is covered, so that nothing happens and nothing is counted.
#[derive(Debug, Clone)]
pub struct Owned(Router);

impl Owned {
    /// `routes` has no fallback yet.
    pub fn new(routes: &Router) -> Self {
        let cover = tower::layer::layer_fn(|_handler: axum::routing::Route| {
            service_fn(async |_: Request| {
                Ok::<Response, Infallible>(StatusCode::OK.into_response())
            })
        });
        Owned(routes.clone().route_layer(cover).fallback(async || StatusCode::NOT_FOUND))
    }

    /// Whether any method is served at this path.
    pub fn has(&self, path: &str) -> bool {
        let Ok(request) = Request::get(path).body(axum::body::Body::empty()) else { return false };
        let asked = self.0.clone().oneshot(request).now_or_never();
        // Nothing in there waits; if something ever did, the path would be ours.
        asked.is_none_or(|answer| answer.is_ok_and(|answer| answer.status() == StatusCode::OK))
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::{any, get, post};

    use super::*;

    #[test]
    fn a_path_is_ours_whatever_the_method_and_no_handler_runs() {
        let untouched = async || -> StatusCode { panic!("a handler ran") };
        let routes = Router::new()
            .route("/", get(untouched))
            .route("/api/v1/apps/{id}", post(untouched))
            .route("/api/v1/ws", any(untouched))
            .route("/files/{*rest}", get(untouched));
        let owned = Owned::new(&routes);
        for path in ["/", "/api/v1/apps/x", "/api/v1/ws", "/files/a/b", "/api/v1/ws?a=/b"] {
            assert!(owned.has(path), "{path}");
        }
        for path in ["/api/v1/apps", "/api/v1/apps/x/y", "/api", "/static/app.js", "/ws", "", "x y"]
        {
            assert!(!owned.has(path), "{path}");
        }
    }
}
