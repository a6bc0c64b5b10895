mod actions;
mod bulk;
mod inspect;
mod list;
mod stats;
mod target;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Containers;

pub(crate) fn routes(containers: Containers) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(stats::all_stats))
        .routes(routes!(bulk::start_all))
        .routes(routes!(bulk::stop_all))
        .routes(routes!(bulk::restart_all))
        .routes(routes!(bulk::batch))
        .routes(routes!(inspect::inspect))
        .routes(routes!(stats::stats))
        .routes(routes!(actions::start))
        .routes(routes!(actions::stop))
        .routes(routes!(actions::restart))
        .routes(routes!(actions::start_pod))
        .routes(routes!(actions::stop_pod))
        .routes(routes!(actions::restart_pod))
        .with_state(containers)
}
