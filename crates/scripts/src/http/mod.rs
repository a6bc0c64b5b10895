//! The endpoints. Reading is open to any valid caller; everything else needs `write:*`.

mod executions;
mod schedules;
mod scripts;
mod workflows;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Scripts;

pub(crate) fn routes(scripts: Scripts) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(scripts::list, scripts::register))
        .routes(routes!(scripts::available))
        .routes(routes!(scripts::show, scripts::update, scripts::delete))
        .routes(routes!(executions::execute))
        .routes(routes!(executions::dry_run))
        .routes(routes!(executions::list))
        .routes(routes!(executions::show))
        .routes(routes!(executions::cancel))
        .routes(routes!(workflows::list, workflows::create))
        .routes(routes!(workflows::show, workflows::update, workflows::delete))
        .routes(routes!(workflows::execute))
        .routes(routes!(workflows::runs))
        .routes(routes!(workflows::run))
        .routes(routes!(workflows::cancel))
        .routes(routes!(schedules::list, schedules::create))
        .routes(routes!(schedules::preview))
        .routes(routes!(schedules::show, schedules::update, schedules::delete))
        .with_state(scripts)
}
