//! How a container ended, from the events that the engine remembers, and from the container itself
//! where it has forgotten them.

use std::collections::HashMap;
use std::time::Duration;

use bollard::models::EventMessage;
use bollard::query_parameters::EventsOptionsBuilder;
use futures::TryStreamExt;
use kit::{Clock, Timestamp};

use super::Docker;
use crate::{ContainerId, Ending, EngineError};

/// The longest that a stop may take, and a little more.
const LONGEST_STOP: Duration = Duration::from_secs(330);
const ACTIONS: [&str; 5] = ["die", "died", "kill", "oom", "stop"];
/// Signals that are no order to end: HUP, USR1, USR2, CHLD, CONT, WINCH.
const HARMLESS: [&str; 6] = ["1", "10", "12", "17", "18", "28"];
/// What a program exits with that was ended by INT, KILL or TERM.
const ENDED_BY_SIGNAL: [i64; 3] = [130, 137, 143];
/// The clock of the event and that of the record differ by so much.
const SAME_MOMENT: Duration = Duration::from_secs(2);

pub(super) async fn endings(
    docker: &Docker,
    id: &ContainerId,
    since: Timestamp,
) -> Result<Vec<Ending>, EngineError> {
    let told = remembered(docker, id, since.before(LONGEST_STOP)).await?;
    let mut endings = from_events(&told);
    let found = docker.call(|api| async move { api.inspect_container(id.as_str(), None).await });
    let state = found.await.ok().and_then(|found| found.state).unwrap_or_default();
    let at = state.finished_at.as_deref().and_then(Timestamp::parse).filter(|at| at.0 > 0);
    if state.running != Some(true)
        && let Some(at) = at
    {
        let near = |ending: &&mut Ending| {
            ending.at.since(at) < SAME_MOMENT && at.since(ending.at) < SAME_MOMENT
        };
        let out_of_memory = state.oom_killed.unwrap_or(false);
        match endings.iter_mut().find(near) {
            Some(known) => known.out_of_memory |= out_of_memory,
            // Nobody knows any more whether somebody stopped it; such a code says so.
            None => endings.push(Ending {
                at,
                exit_code: state.exit_code,
                out_of_memory,
                on_purpose: state.exit_code.is_none_or(|code| ENDED_BY_SIGNAL.contains(&code)),
            }),
        }
    }
    endings.retain(|ending| ending.at > since);
    Ok(endings)
}

async fn remembered(
    docker: &Docker,
    id: &ContainerId,
    since: Timestamp,
) -> Result<Vec<EventMessage>, EngineError> {
    let filters = HashMap::from([
        ("type", vec!["container"]),
        ("event", ACTIONS.to_vec()),
        ("container", vec![id.as_str()]),
    ]);
    let stamp = |moment: Timestamp| format!("{}.{:03}", moment.unix(), moment.0.rem_euclid(1000));
    let options = EventsOptionsBuilder::default()
        .since(&stamp(since))
        .until(&stamp(Clock::System.now()))
        .filters(&filters)
        .build();
    docker.call(|api| async move { api.events(Some(options)).try_collect().await }).await
}

fn from_events(events: &[EventMessage]) -> Vec<Ending> {
    let mut endings = Vec::new();
    let mut told_to_end: Option<Timestamp> = None;
    let mut out_of_memory = false;
    for event in events {
        let Some(at) = event.time_nano.map(|nanos| Timestamp(nanos / 1_000_000)) else { continue };
        let attribute = |name: &str| event.actor.as_ref()?.attributes.as_ref()?.get(name).cloned();
        match event.action.as_deref() {
            Some("kill") => {
                let signal = attribute("signal").unwrap_or_default();
                if !HARMLESS.contains(&signal.as_str()) {
                    told_to_end = Some(at);
                }
            }
            Some("oom") => out_of_memory = true,
            Some("die" | "died") => {
                let code = attribute("exitCode").or_else(|| attribute("containerExitCode"));
                let told = told_to_end.take();
                endings.push(Ending {
                    at,
                    exit_code: code.and_then(|code| code.parse().ok()),
                    out_of_memory: std::mem::take(&mut out_of_memory),
                    on_purpose: told.is_some_and(|told| at.since(told) < LONGEST_STOP),
                });
            }
            _ => {}
        }
    }
    endings
}

#[cfg(test)]
mod tests {
    use bollard::models::EventActor;

    use super::*;

    fn event(action: &str, seconds: i64, attribute: (&str, &str)) -> EventMessage {
        let (name, value) = attribute;
        let attributes = HashMap::from([(name.to_owned(), value.to_owned())]);
        EventMessage {
            action: Some(action.to_owned()),
            time_nano: Some(seconds * 1_000_000_000),
            actor: Some(EventActor { id: None, attributes: Some(attributes) }),
            ..EventMessage::default()
        }
    }

    #[test]
    fn a_stop_is_told_from_a_crash() {
        let found = from_events(&[
            event("kill", 1, ("signal", "15")),
            event("die", 2, ("exitCode", "143")),
            event("stop", 2, ("", "")),
            event("kill", 10, ("signal", "1")),
            event("die", 11, ("exitCode", "3")),
            event("oom", 20, ("", "")),
            event("die", 21, ("exitCode", "137")),
            event("kill", 30, ("signal", "15")),
            event("die", 9_000, ("exitCode", "1")),
            event("die", 9_001, ("exitCode", "0")),
        ]);
        let crashed: Vec<bool> = found.iter().map(Ending::is_crash).collect();
        assert_eq!(crashed, [false, true, true, true, false]);
        assert!(found[2].out_of_memory && !found[3].out_of_memory);
        assert_eq!(found[1].exit_code, Some(3));
    }
}
