//! What things of a deployment are called in a cluster.

use engines::plan::Labels;

use crate::work::names::DEPLOYMENT;

/// Which service of the project a workload is.
const SERVICE: &str = "svc.toolbox.service";
/// How much of a volume is claimed: a template does not say, and usual storage does not hold one
/// to it.
pub(super) const CLAIM_SIZE: &str = "10Gi";
/// Together with the name of the deployment, names have to fit into a label.
pub(super) const LONGEST_SERVICE: usize = 30;
const LONGEST_NAME: usize = 63;

pub(super) fn labels(deployment: &str, service: &str) -> Labels {
    let labels = [(DEPLOYMENT, deployment), (SERVICE, service)];
    labels.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
}

/// By what everything of a service is found.
pub(super) fn label_of(deployment: &str, service: &str) -> String {
    format!("{DEPLOYMENT}={deployment},{SERVICE}={service}")
}

pub(super) fn claim_labels(deployment: &str) -> Labels {
    [(DEPLOYMENT.to_owned(), deployment.to_owned())].into()
}

pub(in crate::work) fn service_of(labels: &Labels) -> &str {
    labels.get(SERVICE).map(String::as_str).unwrap_or_default()
}

/// A workload, a service or a claim.
pub(super) fn part(deployment: &str, name: &str) -> String {
    let mut part = format!("{}-{name}", plain(deployment));
    part.truncate(LONGEST_NAME);
    part.trim_end_matches('-').to_owned()
}

/// Lower-case, everything else a dash.
pub(super) fn plain(name: &str) -> String {
    let plain = name.to_ascii_lowercase();
    let plain = plain.replace(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit(), "-");
    plain.trim_matches('-').to_owned()
}

pub(super) fn is_host(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=63).contains(&name.len())
        && name.bytes().all(allowed)
        && !name.starts_with('-')
        && !name.ends_with('-')
}
