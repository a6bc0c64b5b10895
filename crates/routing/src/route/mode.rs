use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;
/// What leads to an app: its path, a host name of its own, or both.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, EnumString, IntoStaticStr, Serialize, ToSchema,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub enum RoutingMode {
    #[default]
    Path,
    Subdomain,
    Both,
}

impl RoutingMode {
    pub fn has_host(self) -> bool {
        self != RoutingMode::Path
    }
}
