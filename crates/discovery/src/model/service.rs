use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    EnumString,
    IntoStaticStr,
    Serialize,
    ToSchema,
    VariantArray,
)]
#[strum(serialize_all = "lowercase", const_into_str)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Source {
    Docker,
    Kubernetes,
    Mdns,
}

/// By what a service is known however often it is restarted, recreated or moved: the name of its
/// container, its namespace and name, its instance name and host in the network.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ServiceKey {
    pub(crate) source: Source,
    pub(crate) identity: Arc<str>,
}

impl ServiceKey {
    pub(crate) fn new(source: Source, identity: impl Into<Arc<str>>) -> Self {
        ServiceKey { source, identity: identity.into() }
    }

    /// Reads what `Display` writes.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (source, identity) = text.split_once(':')?;
        let source = source.parse().ok()?;
        Some(ServiceKey::new(source, identity))
    }
}

impl fmt::Display for ServiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.source.into_str(), self.identity)
    }
}
