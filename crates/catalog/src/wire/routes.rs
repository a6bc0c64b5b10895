use kit::Scope;
use routing::{HostHeader, route_options};
use serde::Serialize;
use utoipa::ToSchema;

use super::HealthInfo;
use crate::{App, Health, HealthCheck, HealthStatus, RouteRecord};

macro_rules! view {
    ($($(#[$about:meta])* $option:ident: $kind:ty, $shown:ident, $usual:expr, $other:tt;)*) => {
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
            $(#[schema(value_type = $shown)] $option: $kind,)*
            #[schema(value_type = RoutingModeName)]
            routing_mode: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            subdomain: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            health_check: Option<HealthCheck>,
            #[serde(skip_serializing_if = "Option::is_none")]
            container_id: Option<String>,
            #[schema(value_type = OriginName)]
            origin: &'static str,
            #[schema(value_type = RouteStatus)]
            status: &'static str,
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
                    routing_mode: route.routing_mode.as_str(),
                    subdomain: route.subdomain.clone(),
                    health_check: route.health_check.clone(),
                    container_id: route.container_id.clone(),
                    origin: route.origin.as_str(),
                    status: match health.status {
                        HealthStatus::Healthy => "ACTIVE",
                        HealthStatus::Unhealthy => "UNHEALTHY",
                        HealthStatus::Unknown => "UNKNOWN",
                    },
                    health_info: health.last_check.map(|_| health.into()),
                }
            }
        }
    };
}

route_options!(view);

macro_rules! names {
    ($($kind:ident $case:literal: $($name:ident)*;)*) => {$(
        #[derive(ToSchema)]
        #[schema(rename_all = $case)]
        #[allow(dead_code, reason = "it only describes")]
        pub(crate) enum $kind { $($name),* }
    )*};
}

names! {
    HostHeaderName "lowercase": Client Upstream;
    RoutingModeName "lowercase": Path Subdomain Both;
    OriginName "lowercase": Config Discovery Manual Toolbox Federation;
    RouteStatus "UPPERCASE": Active Unhealthy Unknown;
}
