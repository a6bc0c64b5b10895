use events::Event;
use events::facts::{
    CertificateExpiring, ContainerDied, DevicePending, ExecutionCompleted, HealthChanged,
    PeerDisconnected,
};

/// What a rule can be about.
pub(crate) const EVENTS: [&str; 6] = [
    APP_UNHEALTHY,
    CERTIFICATE_EXPIRING,
    CONTAINER_DIED,
    DEVICE_PENDING,
    EXECUTION_FAILED,
    PEER_LOST,
];
const APP_UNHEALTHY: &str = "app_unhealthy";
const CERTIFICATE_EXPIRING: &str = "certificate_expiring";
const CONTAINER_DIED: &str = "container_died";
const DEVICE_PENDING: &str = "device_pending";
const EXECUTION_FAILED: &str = "execution_failed";
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
        let read = fact.read().and_then(app_unhealthy);
        let read = read.or_else(|| fact.read().map(certificate_expiring));
        let read = read.or_else(|| fact.read().map(container_died));
        let read = read.or_else(|| fact.read().map(device_pending));
        let read = read.or_else(|| fact.read().and_then(execution_failed));
        read.or_else(|| fact.read().map(peer_lost))
    }

    /// Its texts come from anywhere, and may be as long as anybody likes.
    fn new(event: &'static str, title: String, text: &str) -> Self {
        Happening { event, title, text: bounded(text).to_owned() }
    }
}

/// That an app works again is no reason to call anybody.
fn app_unhealthy(fact: HealthChanged) -> Option<Happening> {
    let title = format!("{} does not work", name(&fact.app_name, &fact.app_id));
    let happening = Happening::new(APP_UNHEALTHY, title, &fact.message);
    (fact.status == "unhealthy").then_some(happening)
}

fn certificate_expiring(fact: CertificateExpiring) -> Happening {
    let title = format!("The certificate of {} expires", bounded(&fact.domain));
    Happening::new(CERTIFICATE_EXPIRING, title, "")
}

fn container_died(fact: ContainerDied) -> Happening {
    let name = name(&fact.container_name, &fact.container_id);
    Happening::new(CONTAINER_DIED, format!("The container {name} died"), &fact.message)
}

fn device_pending(fact: DevicePending) -> Happening {
    let title = format!("{} wants to pair", name(&fact.device_name, &fact.device_id));
    Happening::new(DEVICE_PENDING, title, "")
}

/// One that was ended on purpose did not fail.
fn execution_failed(fact: ExecutionCompleted) -> Option<Happening> {
    let failed = matches!(fact.status.as_str(), "failed" | "timeout");
    let text = fact.error_message.unwrap_or_default();
    let title = format!("{} failed", bounded(&fact.script_id));
    failed.then(|| Happening::new(EXECUTION_FAILED, title, &text))
}

fn peer_lost(fact: PeerDisconnected) -> Happening {
    let title = format!("{} is out of reach", name(&fact.name, &fact.peer_id));
    Happening::new(PEER_LOST, title, "")
}

/// What people call it, where they do.
fn name<'a>(name: &'a str, id: &'a str) -> &'a str {
    bounded(if name.is_empty() { id } else { name })
}

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
        let died = ContainerDied {
            container_id: "4f5c".to_owned(),
            container_name: "db".to_owned(),
            incident_id: "inc_1".to_owned(),
            message: "exit code 1".to_owned(),
        };
        let happening = read(&died).expect("a rule's matter");
        assert_eq!((happening.event, &*happening.text), ("container_died", "exit code 1"));
        assert_eq!(happening.title, "The container db died");
        let ended = |status: &str| ExecutionCompleted {
            execution_id: "exec_1".to_owned(),
            script_id: "sync".to_owned(),
            status: status.to_owned(),
            workflow_execution_id: None,
            exit_code: Some(1),
            error_message: None,
        };
        let failed = ("execution_failed", "sync failed".to_owned());
        assert_eq!(titles(&ended("failed")), failed);
        assert_eq!(titles(&ended("timeout")), failed);
        assert_eq!((read(&ended("completed")), read(&ended("cancelled"))), (None, None));
    }
}
