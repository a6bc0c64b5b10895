//! What things of a deployment are called at the engine.

use engines::plan::Labels;

use crate::compose::Service;

/// On everything that was made here.
pub(super) const DEPLOYMENT: &str = "svc.toolbox.deployment";
const COMPOSE_PROJECT: &str = "com.docker.compose.project";
/// Which task made a container: two of a service are told from each other by it.
const TURN: &str = "svc.toolbox.turn";
const COMPOSE_SERVICE: &str = "com.docker.compose.service";
/// What the old container is called while the new one has to prove itself.
const OLD: &str = ".old";

/// By what everything of a deployment is found.
pub(crate) fn label_of(deployment: &str) -> String {
    format!("{DEPLOYMENT}={deployment}")
}

pub(super) fn labels(deployment: &str) -> Labels {
    let labels = [(DEPLOYMENT, deployment), (COMPOSE_PROJECT, deployment)];
    labels.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
}

pub(super) fn service_labels(deployment: &str, turn: i64, name: &str, service: &Service) -> Labels {
    let mut labels = service.labels.clone();
    labels.extend(self::labels(deployment));
    labels.insert(TURN.to_owned(), turn.to_string());
    labels.insert(COMPOSE_SERVICE.to_owned(), name.to_owned());
    // Its route is the toolbox's affair, and its neighbours are nobody's.
    labels.entry("svc.skip".to_owned()).or_insert_with(|| "true".to_owned());
    labels
}

pub(super) fn is_of_turn(labels: &Labels, turn: i64) -> bool {
    labels.get(TURN).is_some_and(|label| *label == turn.to_string())
}

pub(super) fn deployment_of(labels: &Labels) -> &str {
    labels.get(DEPLOYMENT).map(String::as_str).unwrap_or_default()
}

pub(super) fn service_of(labels: &Labels) -> &str {
    labels.get(COMPOSE_SERVICE).map(String::as_str).unwrap_or_default()
}

pub(super) fn container(deployment: &str, name: &str, service: &Service) -> String {
    service.container_name.clone().unwrap_or_else(|| format!("{deployment}-{name}-1"))
}

pub(super) fn old(name: &str) -> String {
    format!("{name}{OLD}")
}

pub(super) fn without_old(name: &str) -> Option<&str> {
    name.strip_suffix(OLD)
}

/// Networks and volumes.
pub(super) fn part(deployment: &str, name: &str) -> String {
    format!("{deployment}_{name}")
}
