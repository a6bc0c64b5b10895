use events::Event;
use serde_json::Value;

/// What a rule can be about, and the fact that tells of it. Slices that tell a fact by such a name
/// are heard, whenever they come.
pub(crate) const EVENTS: [&str; 6] = [
    APP_UNHEALTHY,
    "certificate_expiring",
    "container_died",
    "device_pending",
    "execution_failed",
    PEER_LOST,
];
const APP_UNHEALTHY: &str = "app_unhealthy";
/// Of these, `unhealthy` is the one that people want to hear of.
const HEALTH_CHANGE: &str = "health_change";
const PEER_LOST: &str = "peer_lost";
const PEER_DISCONNECTED: &str = "peer_disconnected";
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
        let data = &fact.data;
        let event = match fact.kind.as_str() {
            HEALTH_CHANGE if data["status"] == "unhealthy" => APP_UNHEALTHY,
            PEER_DISCONNECTED => PEER_LOST,
            kind => EVENTS.into_iter().find(|event| *event == kind && *event != APP_UNHEALTHY)?,
        };
        let name = |keys: &[&str]| first(data, keys).unwrap_or_else(|| "?".to_owned());
        let title = match event {
            APP_UNHEALTHY => format!("{} does not work", name(&["appName", "appId"])),
            "device_pending" => format!("{} wants to pair", name(&["deviceName", "deviceId"])),
            "container_died" => {
                format!("The container {} died", name(&["containerName", "name", "containerId"]))
            }
            "execution_failed" => {
                format!("{} failed", name(&["scriptName", "scriptId", "executionId"]))
            }
            "certificate_expiring" => format!("The certificate of {} expires", name(&["domain"])),
            _ => format!("{} is out of reach", name(&["name", "peerId"])),
        };
        let text = first(data, &["message", "error", "reason"]).unwrap_or_default();
        Some(Happening { event, title, text })
    }
}

/// The first of the fields that holds a text; such texts come from anywhere.
fn first(data: &Value, keys: &[&str]) -> Option<String> {
    let texts = keys.iter().filter_map(|key| data.get(*key)?.as_str());
    let text = texts.into_iter().find(|text| !text.is_empty())?;
    Some(text[..text.floor_char_boundary(LONGEST)].to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fact(kind: &str, data: Value) -> Event {
        let audience = events::Audience::Devices(Vec::new());
        Event { seq: 1, kind: kind.to_owned(), audience, data, is_ours: true }
    }

    #[test]
    fn facts_are_put_into_words() {
        let data = json!({ "appName": "Grafana", "status": "unhealthy", "message": "refused" });
        let read = Happening::read(&fact("health_change", data)).expect("a rule's matter");
        let (title, text) = ("Grafana does not work".to_owned(), "refused".to_owned());
        assert_eq!(read, Happening { event: "app_unhealthy", title, text });
        let data = json!({ "appName": "Grafana", "status": "healthy" });
        assert_eq!(Happening::read(&fact("health_change", data)), None);
        assert_eq!(Happening::read(&fact("device_paired", json!({}))), None);
        let data = json!({ "peerId": "gw-1", "name": "attic" });
        let read = Happening::read(&fact("peer_disconnected", data)).expect("a rule's matter");
        assert_eq!((read.event, read.title.as_str()), ("peer_lost", "attic is out of reach"));
        for event in EVENTS.into_iter().filter(|event| *event != "app_unhealthy") {
            let read = Happening::read(&fact(event, json!([1])));
            assert_eq!(read.map(|read| read.event), Some(event));
        }
    }
}
