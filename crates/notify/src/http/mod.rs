mod channels;
mod notifications;
mod rules;
mod webhooks;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::Notify;

pub(crate) fn routes(notify: Notify) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(webhooks::activity))
        .routes(routes!(webhooks::custom))
        .routes(routes!(notifications::list))
        .routes(routes!(notifications::stats))
        .routes(routes!(notifications::stale))
        .routes(routes!(notifications::dismiss))
        .routes(routes!(notifications::dismiss_device))
        .routes(routes!(notifications::retry_one))
        .routes(routes!(notifications::retry_many))
        .routes(routes!(notifications::clear_delivered))
        .routes(routes!(channels::list, channels::create))
        .routes(routes!(channels::show, channels::change, channels::remove))
        .routes(routes!(channels::test))
        .routes(routes!(channels::push_key))
        .routes(routes!(rules::list, rules::create))
        .routes(routes!(rules::show, rules::change, rules::remove))
        .with_state(notify)
}
