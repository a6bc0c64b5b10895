use events::Event;
use events::facts::{CertificateExpiring, DevicePending, HealthChanged, PeerDisconnected};

/// What a rule can be about. Nobody tells of `container_died` and `execution_failed` yet.
pub(crate) const EVENTS: [&str; 6] = [
    APP_UNHEALTHY,
    CERTIFICATE_EXPIRING,
    "container_died",
    DEVICE_PENDING,
    "execution_failed",
    PEER_LOST,
];
const APP_UNHEALTHY: &str = "app_unhealthy";
const CERTIFICATE_EXPIRING: &str = "certificate_expiring";
const DEVICE_PENDING: &str = "device_pending";
const PEER_LOST: &str = "peer_lost";
const LONGEST: usize = 1_000;

/// Something that a rule may tell of, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Happening {
    pub(crate) event: &'static str,
    pub(crate) title: String,
    pub(crate) text: String,
}

impl Happening {
    /// `None`: no rule is about such a fact.
    pub(crate) fn read(fact: &Event) -> Option<Self> {
        if let Some(HealthChanged { app_id, app_name, status, message, .. }) = fact.read() {
            // That an app works again is no reason to call anybody.
            if status != "unhealthy" {
                return None;
            }
            let title = format!("{} does not work", name(&app_name, &app_id));
            let text = bounded(&message).to_owned();
            return Some(Happening { event: APP_UNHEALTHY, title, text });
        }
        if let Some(CertificateExpiring { domain, .. }) = fact.read() {
            let title = format!("The certificate of {} expires", bounded(&domain));
            return Some(Happening::titled(CERTIFICATE_EXPIRING, title));
        }
        if let Some(DevicePending { device_id, device_name, .. }) = fact.read() {
            let title = format!("{} wants to pair", name(&device_name, &device_id));
            return Some(Happening::titled(DEVICE_PENDING, title));
        }
        let PeerDisconnected { peer_id, name: peer_name } = fact.read()?;
        let title = format!("{} is out of reach", name(&peer_name, &peer_id));
        Some(Happening::titled(PEER_LOST, title))
    }

    fn titled(event: &'static str, title: String) -> Self {
        Happening { event, title, text: String::new() }
    }
}

/// What people call it, where they do.
fn name<'a>(name: &'a str, id: &'a str) -> &'a str {
    bounded(if name.is_empty() { id } else { name })
}

/// Such texts come from anywhere.
fn bounded(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST)]
}

#[cfg(test)]
mod tests {
    use events::Fact;
    use events::facts::DevicePaired;

    use super::*;

    fn read<F: Fact>(fact: &F) -> Option<Happening> {
        let data = serde_json::to_value(fact).expect("facts are plain data");
        let audience = fact.audience();
        Happening::read(&Event { seq: 1, kind: F::KIND.to_owned(), audience, data, is_ours: true })
    }

    fn health(status: &str) -> HealthChanged {
        HealthChanged {
            app_id: "grafana".to_owned(),
            app_name: "Grafana".to_owned(),
            proxy_path: "/apps/grafana/".to_owned(),
            status: status.to_owned(),
            message: "refused".to_owned(),
            timestamp: 0,
        }
    }

    fn titles(fact: &impl Fact) -> (&'static str, String) {
        let read = read(fact).expect("a rule's matter");
        assert!(EVENTS.contains(&read.event) && read.text.is_empty());
        (read.event, read.title)
    }

    #[test]
    fn facts_are_put_into_words() {
        let (title, text) = ("Grafana does not work".to_owned(), "refused".to_owned());
        assert_eq!(
            read(&health("unhealthy")),
            Some(Happening { event: "app_unhealthy", title, text })
        );
        assert_eq!(read(&health("healthy")), None);
        let (device_id, device_name, platform) = ("new".to_owned(), String::new(), String::new());
        let pending = DevicePending { device_id, device_name, platform };
        assert_eq!(titles(&pending), ("device_pending", "new wants to pair".to_owned()));
        let DevicePending { device_id, device_name, platform } = pending;
        assert_eq!(read(&DevicePaired { device_id, device_name, platform }), None);
        let gone = PeerDisconnected { peer_id: "gw-1".to_owned(), name: "attic".to_owned() };
        assert_eq!(titles(&gone), ("peer_lost", "attic is out of reach".to_owned()));
        let (domain, not_after) = ("home.example".to_owned(), String::new());
        let expiring = CertificateExpiring { domain, not_after, expires_in_days: 7 };
        let title = "The certificate of home.example expires".to_owned();
        assert_eq!(titles(&expiring), ("certificate_expiring", title));
    }
}
