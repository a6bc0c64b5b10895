use std::collections::HashMap;
use std::sync::Arc;

use engines::{Container, Runtime, State};
use routing::Phase;

/// What an app is doing, from all containers that its routes lead to: one that runs is enough.
pub(super) fn phases<'a>(
    linked: impl Iterator<Item = (&'a Container, &'a [Arc<str>])>,
) -> HashMap<Arc<str>, Phase> {
    let mut phases: HashMap<Arc<str>, Phase> = HashMap::new();
    for (container, apps) in linked {
        let phase = phase(container);
        for app in apps {
            let known = phases.entry(app.clone()).or_insert(phase);
            if rank(phase) > rank(*known) {
                *known = phase;
            }
        }
    }
    phases
}

fn phase(container: &Container) -> Phase {
    match container.state {
        State::Running => Phase::Running,
        State::Restarting => Phase::Starting,
        State::Created if container.runtime == Runtime::Kubernetes => Phase::Starting,
        _ => Phase::Stopped,
    }
}

fn rank(phase: Phase) -> u8 {
    match phase {
        Phase::Running => 2,
        Phase::Starting => 1,
        Phase::Stopped | Phase::Away => 0,
    }
}
