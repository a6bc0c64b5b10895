use std::fmt;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Source {
    Docker,
    Kubernetes,
    Mdns,
}

impl Source {
    pub(crate) const ALL: [Source; 3] = [Source::Docker, Source::Kubernetes, Source::Mdns];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Source::Docker => "docker",
            Source::Kubernetes => "kubernetes",
            Source::Mdns => "mdns",
        }
    }
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
        let source = Source::ALL.into_iter().find(|known| known.as_str() == source)?;
        Some(ServiceKey::new(source, identity))
    }
}

impl fmt::Display for ServiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.source.as_str(), self.identity)
    }
}
