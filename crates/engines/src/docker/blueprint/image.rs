use bollard::models::{HealthConfig, ImageConfig};

use super::{given, variables};
use crate::docker::records::own_port;
use crate::{Blueprint, Healthcheck};

/// Takes out of a blueprint what its image would say anyway.
pub(super) fn leave_out(made: &mut Blueprint, image: ImageConfig) {
    let defaults = variables(image.env);
    made.environment.retain(|name, value| defaults.get(name) != Some(value));
    let labels = image.labels.unwrap_or_default();
    made.labels.retain(|name, value| labels.get(name) != Some(value));
    let same_entrypoint = made.entrypoint == image.entrypoint;
    // An entrypoint of one's own takes the image's command away.
    if same_entrypoint && made.command == image.cmd {
        made.command = None;
    }
    if same_entrypoint {
        made.entrypoint = None;
    }
    let differs = |own: &Option<String>, default: Option<String>| *own != given(default);
    if !differs(&made.user, image.user) {
        made.user = None;
    }
    if !differs(&made.working_dir, image.working_dir) {
        made.working_dir = None;
    }
    if !differs(&made.stop_signal, image.stop_signal) {
        made.stop_signal = None;
    }
    if made.healthcheck == healthcheck(image.healthcheck) {
        made.healthcheck = None;
    }
    let known: Vec<_> = image.exposed_ports.iter().flatten().filter_map(|p| own_port(p)).collect();
    let published: Vec<_> = made.published.iter().map(|p| (p.private, p.protocol)).collect();
    made.exposed.retain(|port| !known.contains(port) && !published.contains(port));
}

pub(super) fn healthcheck(config: Option<HealthConfig>) -> Option<Healthcheck> {
    let config = config?;
    let set = |nanos: Option<i64>| nanos.filter(|nanos| *nanos > 0);
    let test = config.test.unwrap_or_default();
    (!test.is_empty()).then(|| Healthcheck {
        test,
        interval: set(config.interval),
        timeout: set(config.timeout),
        start_period: set(config.start_period),
        retries: set(config.retries),
    })
}
