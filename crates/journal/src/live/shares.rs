use std::collections::HashMap;
use std::sync::Arc;

use routing::{SharedRoutes, TrafficFigures};
use serde::Serialize;

/// The apps with most traffic are told of; a message must not grow with a catalogue.
const MOST_TOLD: usize = 100;

/// What went through one app within a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Share {
    app_id: Arc<str>,
    pub(super) requests: u64,
    /// Since the start, so that who read the figures in between counts nothing twice.
    total_requests: u64,
    pub(super) failures: u64,
    bytes_sent: u64,
    latency_micros: u64,
}

/// What was counted for each app until now.
#[derive(Debug, Default)]
pub(super) struct Shares(HashMap<Arc<str>, TrafficFigures>);

impl Shares {
    /// What came since the last time, by app. An app that was not there has its counters from zero.
    pub(super) fn read(&mut self, routes: &SharedRoutes) -> Vec<Share> {
        let mut now = HashMap::new();
        for app in routes.load().apps() {
            now.insert(app.id.clone(), app.traffic.figures());
        }
        let nothing = TrafficFigures::default();
        let mut shares: Vec<Share> = now
            .iter()
            .filter_map(|(id, figures)| share(id, figures, self.0.get(id).unwrap_or(&nothing)))
            .collect();
        shares.sort_by(|a, b| (b.requests, &a.app_id).cmp(&(a.requests, &b.app_id)));
        shares.truncate(MOST_TOLD);
        self.0 = now;
        shares
    }
}

fn share(id: &Arc<str>, now: &TrafficFigures, before: &TrafficFigures) -> Option<Share> {
    let failures = |figures: &TrafficFigures| figures.faults.iter().sum::<u64>();
    let share = Share {
        app_id: id.clone(),
        requests: now.requests().saturating_sub(before.requests()),
        total_requests: now.requests(),
        failures: failures(now).saturating_sub(failures(before)),
        bytes_sent: now.sent.saturating_sub(before.sent),
        latency_micros: now.latency_micros.saturating_sub(before.latency_micros),
    };
    (share.requests > 0 || share.failures > 0).then_some(share)
}
