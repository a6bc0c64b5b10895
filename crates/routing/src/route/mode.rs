/// What leads to an app: its path, a host name of its own, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RoutingMode {
    #[default]
    Path,
    Subdomain,
    Both,
}

impl RoutingMode {
    const ALL: [(RoutingMode, &'static str); 3] = [
        (RoutingMode::Path, "path"),
        (RoutingMode::Subdomain, "subdomain"),
        (RoutingMode::Both, "both"),
    ];

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name)| *name == text).map(|(mode, _)| *mode)
    }

    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(mode, _)| *mode == self).map_or("", |(_, name)| name)
    }

    pub fn has_host(self) -> bool {
        self != RoutingMode::Path
    }
}
