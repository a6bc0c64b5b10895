use kit::Scope;
use routing::{HostHeader, RoutingMode, route_options};
use serde::Serialize;
use utoipa::ToSchema;

use super::HealthInfo;
use crate::{App, Health, HealthCheck, HealthStatus, Origin, RouteRecord};

macro_rules! view {
    ($($(#[$about:meta])* $option:ident: $kind:ty, $usual:expr, $other:tt;)*) => {
        #[derive(Debug, Clone, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct RouteView {
            route_id: String,
            app_id: String,
            path_base: String,
            to: String,
            /// A caller needs every one of them.
            scopes: Vec<String>,
            /// The app's.
            icon: String,
            $($option: $kind,)*
            routing_mode: RoutingMode,
            #[serde(skip_serializing_if = "Option::is_none")]
            subdomain: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            health_check: Option<HealthCheck>,
            #[serde(skip_serializing_if = "Option::is_none")]
            container_id: Option<String>,
            origin: Origin,
            status: RouteStatus,
            #[serde(skip_serializing_if = "Option::is_none")]
            health_info: Option<HealthInfo>,
        }

        impl RouteView {
            pub(crate) fn new(route: &RouteRecord, app: &App, health: &Health) -> Self {
                RouteView {
                    route_id: route.id.to_string(),
                    app_id: route.app_id.to_string(),
                    path_base: route.path_base(),
                    to: route.to.clone(),
                    scopes: route.scopes.iter().map(Scope::to_string).collect(),
                    icon: app.icon.clone(),
                    $($option: route.options.$option,)*
                    routing_mode: route.routing_mode,
                    subdomain: route.subdomain.clone(),
                    health_check: route.health_check.clone(),
                    container_id: route.container_id.clone(),
                    origin: route.origin,
                    status: health.status.into(),
                    health_info: health.last_check.map(|_| health.into()),
                }
            }
        }
    };
}

route_options!(view);

/// How a route's app is doing, in the words of the API.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum RouteStatus {
    Active,
    Unhealthy,
    Unknown,
}

impl From<HealthStatus> for RouteStatus {
    fn from(status: HealthStatus) -> Self {
        match status {
            HealthStatus::Healthy => RouteStatus::Active,
            HealthStatus::Unhealthy => RouteStatus::Unhealthy,
            HealthStatus::Unknown => RouteStatus::Unknown,
        }
    }
}
