use std::sync::Arc;

use axum::{Extension, Router, middleware};
use kit::Metrics;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::limits::{Limiter, enforce};
use crate::observe::{Observer, observe};
use crate::openapi::{describe, name_operations};
use crate::{Authenticator, Owned, docs, fallback, secure};

/// The management router and its description.
pub struct Management {
    pub router: Router,
    pub openapi: OpenApi,
    pub owned: Owned,
}

/// Makes one router of the slices' routes, with everything around it that they share.
pub fn assemble(
    slices: impl IntoIterator<Item = OpenApiRouter>,
    authenticator: Arc<dyn Authenticator>,
    limiter: Limiter,
    metrics: &Metrics,
) -> Management {
    let described =
        slices.into_iter().fold(OpenApiRouter::with_openapi(describe()), OpenApiRouter::merge);
    let (router, mut openapi) = described.split_for_parts();
    name_operations(&mut openapi);
    let router = router.merge(docs::routes(&openapi));
    let owned = Owned::new(&router);
    let router = router
        .fallback(fallback::unknown_path)
        .method_not_allowed_fallback(fallback::wrong_method)
        .layer(middleware::from_fn_with_state(limiter, enforce))
        .layer(middleware::from_fn_with_state(Observer::new(metrics), observe))
        .layer(middleware::from_fn(secure::headers))
        .layer(Extension(authenticator));
    Management { router, openapi, owned }
}
