use strum::{IntoStaticStr, VariantArray};
/// Which pool a request draws from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum LimitClass {
    Health,
    Auth,
    Qr,
    Pair,
    Websocket,
    Device,
    Container,
    Metrics,
    General,
}

impl LimitClass {
    /// `None`: not limited (the dashboard's files, favicons, proxied traffic).
    pub fn of(path: &str, metrics_path: &str) -> Option<LimitClass> {
        if path == metrics_path {
            return Some(LimitClass::Metrics);
        }
        if matches!(path, "/healthz" | "/livez" | "/readyz") {
            return Some(LimitClass::Health);
        }
        let mut parts = path.strip_prefix("/api/v1/")?.split('/');
        let class = match (parts.next()?, parts.next(), parts.next()) {
            ("auth", Some("qr"), None) => LimitClass::Qr,
            // Asked with every load of the dashboard, and nothing that could be guessed: a person
            // who reloads a page must not use up the tries of those who type a password.
            ("auth", Some("session" | "sessions" | "setup-status"), _) => LimitClass::General,
            ("auth", ..) => LimitClass::Auth,
            ("pair", ..) => LimitClass::Pair,
            ("ws", ..) => LimitClass::Websocket,
            ("devices" | "audit-logs", ..) => LimitClass::Device,
            ("containers", ..) => LimitClass::Container,
            ("services", _, Some("health")) => LimitClass::Health,
            ("apps", _, Some("favicon")) => return None,
            _ => LimitClass::General,
        };
        Some(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_draws_from_its_pool() {
        for (path, class) in [
            ("/healthz", Some(LimitClass::Health)),
            ("/api/v1/services/x/health", Some(LimitClass::Health)),
            ("/api/v1/auth/qr", Some(LimitClass::Qr)),
            ("/api/v1/auth/login", Some(LimitClass::Auth)),
            ("/api/v1/auth/setup", Some(LimitClass::Auth)),
            ("/api/v1/auth/setup-status", Some(LimitClass::General)),
            ("/api/v1/auth/session", Some(LimitClass::General)),
            ("/api/v1/pair", Some(LimitClass::Pair)),
            ("/api/v1/pair/ABCDEFGH", Some(LimitClass::Pair)),
            ("/api/v1/ws", Some(LimitClass::Websocket)),
            ("/api/v1/devices/x", Some(LimitClass::Device)),
            ("/api/v1/audit-logs", Some(LimitClass::Device)),
            ("/api/v1/containers", Some(LimitClass::Container)),
            ("/metrics", Some(LimitClass::Metrics)),
            ("/api/v1/apps", Some(LimitClass::General)),
            ("/api/v1/no-such-thing", Some(LimitClass::General)),
            ("/api/v1/apps/x/favicon", None),
            ("/", None),
            ("/_gh/app.js", None),
            ("/apps/x/api/v1/auth/login", None),
        ] {
            assert_eq!(LimitClass::of(path, "/metrics"), class, "{path}");
        }
    }
}
