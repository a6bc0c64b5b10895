//! What callers say about an app or a route, before anybody checked it.

use std::collections::BTreeMap;

use routing::{HostHeader, RouteOptions, RoutingMode, route_options};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::HealthCheck;

/// Everything that can be said about a route, after what is said in one place alone. The names of
/// the API and those of the file are read in both. No `flatten`: errors would not name the field,
/// and nobody would hear of a key that is not known.
macro_rules! said {
    (
        { $(#[$meta:meta])* $vis:vis struct $said:ident { $($own:tt)* } }
        $($(#[$about:meta])* $option:ident: $kind:ty, $usual:expr, $other:tt;)*
    ) => {
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        $(#[$meta])*
        $vis struct $said {
            $($own)*
            /// Where it is left out, the app has the route's id. It is made where there is none.
            #[serde(alias = "app_id", skip_serializing_if = "Option::is_none")]
            pub app_id: Option<String>,
            /// A plain path below `/apps/`; `/apps/<appId>/` where it is left out.
            #[serde(alias = "path_base", skip_serializing_if = "Option::is_none")]
            pub path_base: Option<String>,
            /// `http://…`, `https://…` or, for HTTP/2 without encryption, `h2c://…`; never the
            /// gateway itself. Required for a new route.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(max_length = 2048)]
            pub to: Option<String>,
            /// What a caller needs, all of it; `access:<appId>` where it is left out. An empty list
            /// lets every valid caller in.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(max_items = 32)]
            pub scopes: Option<Vec<String>>,
            $(
                $(#[$about])*
                #[serde(alias = $other, skip_serializing_if = "Option::is_none")]
                pub $option: Option<$kind>,
            )*
            #[serde(alias = "routing_mode", skip_serializing_if = "Option::is_none")]
            #[schema(value_type = Option<RoutingMode>)]
            pub routing_mode: Option<String>,
            /// The name before `server.base_domain`; the app's id where one is needed and none is
            /// given.
            #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
            #[schema(value_type = Option<String>)]
            pub subdomain: Option<Option<String>>,
            /// Replaces the whole check; `null` goes back to the configured one.
            #[serde(default, alias = "health_check", deserialize_with = "given",
                    skip_serializing_if = "Option::is_none")]
            #[schema(value_type = Option<HealthCheck>)]
            pub health_check: Option<Option<HealthCheck>>,
            /// The container behind the app.
            #[serde(default, alias = "container_id", deserialize_with = "given",
                    skip_serializing_if = "Option::is_none")]
            #[schema(value_type = Option<String>)]
            pub container_id: Option<Option<String>>,
        }
    };
}

macro_rules! draft_of {
    (
        $said:ident
        $($(#[$about:meta])* $option:ident: $kind:ty, $usual:expr, $other:tt;)*
    ) => {
        impl From<$said> for RouteDraft {
            fn from(said: $said) -> Self {
                RouteDraft {
                    app_id: said.app_id,
                    path_base: said.path_base,
                    to: said.to,
                    scopes: said.scopes,
                    $($option: said.$option,)*
                    routing_mode: said.routing_mode,
                    subdomain: said.subdomain,
                    health_check: said.health_check,
                    container_id: said.container_id,
                }
            }
        }
    };
}

macro_rules! chosen {
    ($($(#[$about:meta])* $option:ident: $kind:ty, $usual:expr, $other:tt;)*) => {
        impl RouteDraft {
            /// What is chosen for a route that had these options before.
            pub(crate) fn options(&self, before: RouteOptions) -> RouteOptions {
                RouteOptions { $($option: self.$option.unwrap_or(before.$option)),* }
            }
        }
    };
}

route_options!(said {
    /// A route as somebody wants it. What is left out keeps its value, or gets the default where
    /// the route is new; `Some(None)` takes a value away.
    #[serde(rename_all = "camelCase")]
    pub struct RouteDraft {}
});

route_options!(said {
    /// A route to make or to change; what is left out keeps its value, or has its default.
    #[serde(rename_all = "camelCase", expecting = "a route")]
    pub(crate) struct RouteInput {
        /// 1 to 64 of `a-z`, `0-9`, `_` and `-`. `POST` makes one of the app's id where it is left
        /// out; with `PUT` it must be that of the path.
        #[serde(alias = "route_id")]
        pub(crate) route_id: Option<String>,
        /// The app's: an address, an icon's name or an emoji.
        pub(crate) icon: Option<String>,
    }
});

route_options!(said {
    /// A route in the file.
    #[serde(rename_all(deserialize = "camelCase"))]
    pub struct RouteEntry {
        #[serde(alias = "route_id", alias = "routeId", skip_serializing_if = "Option::is_none")]
        pub id: Option<String>,
    }
});

route_options!(draft_of RouteInput);
route_options!(draft_of RouteEntry);
route_options!(chosen);

/// Tells `null` from what is left out.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// What a check may choose.
const LEFT_TO_CHECKS: [&str; 5] =
    ["websocket", "stripPrefix", "insecureUpstream", "hostHeader", "routingMode"];

impl RouteDraft {
    /// What a check may choose and nobody set here.
    pub(crate) fn open_options(&self) -> Vec<&'static str> {
        let set = self.fields();
        LEFT_TO_CHECKS.into_iter().filter(|option| !set.contains_key(*option)).collect()
    }

    /// What is said, by its names in the API.
    pub(crate) fn fields(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        }
    }
}

/// An app as somebody wants it, by the same rule.
#[derive(Debug, Clone, Default)]
pub struct AppDraft {
    pub name: Option<String>,
    pub icon: Option<String>,
    pub tags: Option<Vec<String>>,
    pub endpoints: Option<BTreeMap<String, String>>,
    pub discovery_meta: Option<Option<serde_json::Value>>,
}
