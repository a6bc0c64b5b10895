mod deploy;
mod deployments;
mod lifecycle;
mod services;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Toolbox;

pub(crate) fn routes(toolbox: Toolbox) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(services::list))
        .routes(routes!(services::get))
        .routes(routes!(deploy::deploy))
        .routes(routes!(deployments::list))
        .routes(routes!(deployments::get, deployments::delete))
        .routes(routes!(deployments::data))
        .routes(routes!(lifecycle::start))
        .routes(routes!(lifecycle::stop))
        .routes(routes!(lifecycle::redeploy))
        .routes(routes!(lifecycle::update))
        .with_state(toolbox)
}
