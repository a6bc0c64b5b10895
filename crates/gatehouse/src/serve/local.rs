//! The way from the data plane into the management router.

use axum::Router;
use futures::future::{BoxFuture, FutureExt};
use http::{Request, Response};
use http_body_util::BodyExt;
use routing::{Body, Local};
use tower::ServiceExt;

pub(crate) struct ManagementRouter(pub(crate) Router);

impl Local for ManagementRouter {
    fn call(&self, request: Request<Body>) -> BoxFuture<'static, Response<Body>> {
        let router = self.0.clone();
        let request = request.map(axum::body::Body::new);
        async move {
            let response = router.oneshot(request).await.unwrap_or_else(|never| match never {});
            response.map(|body| body.map_err(Into::into).boxed_unsync())
        }
        .boxed()
    }
}
