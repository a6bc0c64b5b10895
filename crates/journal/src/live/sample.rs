use kit::Timestamp;
use serde::Serialize;

use super::shares::Share;
use crate::figures::two_places;
use crate::model::Resources;

/// A reading of the host.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Now {
    pub(crate) at: Timestamp,
    pub(crate) resources: Resources,
}

/// The host at one moment.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sample {
    /// Milliseconds since 1970 UTC.
    at: i64,
    /// Shares of all there is, from 0 to 100.
    cpu: f64,
    ram: f64,
    disk: f64,
    /// Bytes in a second.
    rx: u64,
    tx: u64,
    /// Requests to apps since the sample before.
    requests: u64,
    failures: u64,
    #[serde(skip)]
    received: u64,
    #[serde(skip)]
    transmitted: u64,
}

impl Sample {
    pub(super) fn new(now: Now, last: Option<&Sample>, shares: &[Share]) -> Self {
        let Now { at, resources } = now;
        // Counters of an interface that went away are less than before.
        let rate = |before: fn(&Sample) -> u64, total: u64| {
            let Some(last) = last else { return 0 };
            let millis = u64::try_from(at.0 - last.at).unwrap_or(0).max(1);
            total.saturating_sub(before(last)).saturating_mul(1_000) / millis
        };
        Sample {
            at: at.0,
            cpu: two_places(resources.cpu_percent),
            ram: two_places(resources.memory.percent()),
            disk: two_places(resources.disk.percent()),
            rx: rate(|sample| sample.received, resources.received),
            tx: rate(|sample| sample.transmitted, resources.transmitted),
            requests: shares.iter().map(|share| share.requests).sum(),
            failures: shares.iter().map(|share| share.failures).sum(),
            received: resources.received,
            transmitted: resources.transmitted,
        }
    }
}
