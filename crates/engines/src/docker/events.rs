//! Which of an engine's events say that a container is another than before.

use std::collections::HashMap;

use bollard::models::{EventMessage, EventMessageTypeEnum};
use bollard::query_parameters::{EventsOptions, EventsOptionsBuilder};
use kit::Timestamp;

use crate::{Change, ContainerId};

/// Left out are above all the commands that health checks run in a container, again and again.
/// Podman says `died` and `remove` where Docker says `die` and `destroy`.
const ACTIONS: [&str; 16] = [
    "create",
    "start",
    "restart",
    "stop",
    "die",
    "died",
    "kill",
    "pause",
    "unpause",
    "rename",
    "update",
    "health_status",
    "destroy",
    "remove",
    "connect",
    "disconnect",
];

pub(super) fn wanted(since: Timestamp) -> EventsOptions {
    let filters =
        HashMap::from([("type", vec!["container", "network"]), ("event", ACTIONS.to_vec())]);
    let since = format!("{}.{:03}", since.unix(), since.0.rem_euclid(1000));
    EventsOptionsBuilder::default().since(&since).filters(&filters).build()
}

pub(super) fn change(event: EventMessage) -> Option<Change> {
    let action = event.action?;
    // As in `health_status: healthy`.
    let action = action.split(':').next().unwrap_or_default();
    if !ACTIONS.contains(&action) {
        return None;
    }
    let actor = event.actor?;
    let id = match event.typ? {
        EventMessageTypeEnum::CONTAINER => actor.id?,
        EventMessageTypeEnum::NETWORK => actor.attributes?.remove("container")?,
        _ => return None,
    };
    let id = ContainerId::parse(&id).ok()?;
    Some(match action {
        "destroy" | "remove" => Change::Gone(id),
        _ => Change::Changed(id),
    })
}

#[cfg(test)]
mod tests {
    use bollard::models::EventActor;

    use super::*;

    fn said(typ: EventMessageTypeEnum, action: &str) -> String {
        let attributes = HashMap::from([
            ("container".to_owned(), "abc".to_owned()),
            ("svc.app.id".to_owned(), "../../etc".to_owned()),
        ]);
        let actor = EventActor { id: Some("f00".into()), attributes: Some(attributes) };
        let (typ, action) = (Some(typ), Some(action.to_owned()));
        let event = EventMessage { typ, action, actor: Some(actor), ..EventMessage::default() };
        match change(event) {
            Some(Change::Changed(id)) => format!("changed {id}"),
            Some(Change::Gone(id)) => format!("gone {id}"),
            _ => "nothing".to_owned(),
        }
    }

    #[test]
    fn events_become_changes_of_containers() {
        use EventMessageTypeEnum::{CONTAINER, IMAGE, NETWORK};
        for (typ, action, expected) in [
            (CONTAINER, "start", "changed f00"),
            (CONTAINER, "die", "changed f00"),
            (CONTAINER, "died", "changed f00"),
            (CONTAINER, "rename", "changed f00"),
            (CONTAINER, "health_status: healthy", "changed f00"),
            (CONTAINER, "destroy", "gone f00"),
            (CONTAINER, "remove", "gone f00"),
            (CONTAINER, "exec_create: curl -f localhost", "nothing"),
            (CONTAINER, "top", "nothing"),
            (NETWORK, "connect", "changed abc"),
            (NETWORK, "disconnect", "changed abc"),
            (IMAGE, "create", "nothing"),
        ] {
            assert_eq!(said(typ, action), expected, "{action}");
        }
    }
}
