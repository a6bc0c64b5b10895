//! What callers say about an app or a route, before anybody checked it.

use std::collections::BTreeMap;

use crate::HealthCheck;

/// A route as somebody wants it. What is left out keeps its value, or gets the default where the
/// route is new; `Some(None)` takes a value away.
#[derive(Debug, Clone, Default)]
pub struct RouteDraft {
    pub app_id: Option<String>,
    pub path_base: Option<String>,
    pub to: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub websocket: Option<bool>,
    pub strip_prefix: Option<bool>,
    pub rewrite_html: Option<bool>,
    pub public_access: Option<bool>,
    pub cache: Option<bool>,
    pub persist_cookies: Option<bool>,
    pub insecure_upstream: Option<bool>,
    pub forward_authorization: Option<bool>,
    pub host_header: Option<String>,
    pub routing_mode: Option<String>,
    pub subdomain: Option<Option<String>>,
    pub health_check: Option<Option<HealthCheck>>,
    pub container_id: Option<Option<String>>,
}

impl RouteDraft {
    /// The options that a check may choose, and whether they are set here.
    fn choices(&self) -> [(&'static str, bool); 5] {
        [
            ("websocket", self.websocket.is_some()),
            ("stripPrefix", self.strip_prefix.is_some()),
            ("insecureUpstream", self.insecure_upstream.is_some()),
            ("hostHeader", self.host_header.is_some()),
            ("routingMode", self.routing_mode.is_some()),
        ]
    }

    /// Those that are left to the check.
    pub(crate) fn open_options(&self) -> Vec<&'static str> {
        let open = self.choices().into_iter().filter(|(_, is_set)| !is_set);
        open.map(|(option, _)| option).collect()
    }

    pub(crate) fn sets(&self, option: &str) -> bool {
        self.choices().into_iter().any(|(name, is_set)| is_set && name == option)
    }

    /// Takes over what a check suggests. Returns whether it is an option that checks may choose.
    pub(crate) fn choose(&mut self, option: &str, value: &serde_json::Value) -> bool {
        let text = || value.as_str().map(str::to_owned);
        match option {
            "websocket" => self.websocket = value.as_bool(),
            "stripPrefix" => self.strip_prefix = value.as_bool(),
            "insecureUpstream" => self.insecure_upstream = value.as_bool(),
            "hostHeader" => self.host_header = text(),
            "routingMode" => self.routing_mode = text(),
            _ => return false,
        }
        self.sets(option)
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
