use std::collections::BTreeMap;
use std::sync::Arc;

use kit::{Identity, Timestamp};
use routing::Fault;
use serde::Serialize;
use strum::VariantArray;
use utoipa::ToSchema;

use crate::model::{AllTraffic, AppTraffic};
use crate::traffic::{CLASSES, Day, Minute, Quarter, Uses, mean_millis, quantile_millis};

/// What went through an app since the gateway was started.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrafficBody {
    app_id: String,
    requests: u64,
    /// Requests that came to nothing, by cause: `connect`, `timeout`, `closed`, `protocol`,
    /// `unavailable`, and `client` for clients that went away.
    failures: BTreeMap<&'static str, u64>,
    /// Of the requests' bodies.
    bytes_received: u64,
    /// Of the answers' bodies.
    bytes_sent: u64,
    /// Requests of the app's pages that left its prefix and were led back into it: 0 for an app
    /// that runs cleanly below its path.
    escaped: u64,
    /// The mean time to the first header of an answer; 0 while there are none.
    avg_latency_ms: f64,
    /// Half of the answers began within this time. As exact as the steps in which times are
    /// counted.
    #[serde(rename = "p50Ms")]
    p50_ms: f64,
    #[serde(rename = "p95Ms")]
    p95_ms: f64,
    #[serde(rename = "p99Ms")]
    p99_ms: f64,
    /// How many answers there were of each class, `1xx` to `5xx`.
    status_classes: BTreeMap<&'static str, u64>,
    /// The last 60 minutes, oldest first; the last one is still going on.
    series: Vec<MinuteBody>,
    last_day: DayBody,
    /// Who used the app within the last 30 days, the latest first, 20 at most. Only for callers
    /// with `read:*`.
    #[serde(skip_serializing_if = "Option::is_none")]
    callers: Option<Vec<CallerBody>>,
}

/// Somebody who used an app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallerBody {
    /// `anyone` are all who came without a credential, `local` those on this machine.
    kind: CallerKind,
    /// The user's name, or the id of the device or the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    id: Option<Arc<str>>,
    requests: u64,
    /// When the first of these requests came.
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    last_used: Timestamp,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum CallerKind {
    User,
    Device,
    ApiKey,
    Local,
    Anyone,
}

/// What went through all apps within the last 24 hours.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AllTrafficBody {
    last_day: DayBody,
    /// The apps with most requests, 20 at most.
    apps: Vec<AppShareBody>,
}

/// The last 24 hours of one app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AppShareBody {
    #[schema(value_type = String)]
    app_id: Arc<str>,
    requests: u64,
    failures: u64,
    bytes_sent: u64,
    #[serde(rename = "p50Ms")]
    p50_ms: f64,
    #[serde(rename = "p95Ms")]
    p95_ms: f64,
}

/// The last 24 hours of an app, also from before the gateway was started.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DayBody {
    requests: u64,
    bytes_sent: u64,
    #[serde(rename = "p50Ms")]
    p50_ms: f64,
    #[serde(rename = "p95Ms")]
    p95_ms: f64,
    /// For which share of the time the app was seen to be well; absent while nobody looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    healthy: Option<f64>,
    /// The last 96 quarters of an hour, oldest first; the last one is still going on.
    quarters: Vec<QuarterBody>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuarterBody {
    /// When the quarter began.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    requests: u64,
    failures: u64,
    /// How many answers there were of each class that there were any of.
    status_classes: BTreeMap<&'static str, u64>,
    avg_latency_ms: f64,
    #[serde(rename = "p95Ms")]
    p95_ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    healthy: Option<f64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MinuteBody {
    /// When the minute began.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    requests: u64,
    failures: u64,
    bytes_sent: u64,
    avg_latency_ms: f64,
}

impl From<AppTraffic> for TrafficBody {
    fn from(traffic: AppTraffic) -> Self {
        let total = &traffic.total;
        let named = |fault: &Fault| (fault.into_str(), total.faults[*fault as usize]);
        TrafficBody {
            app_id: traffic.app.to_string(),
            requests: total.requests(),
            failures: Fault::VARIANTS.iter().map(named).collect(),
            bytes_received: total.received,
            bytes_sent: total.sent,
            escaped: total.escaped,
            avg_latency_ms: mean_millis(total.latency_micros, total.requests()),
            p50_ms: quantile_millis(&total.latency, 0.50),
            p95_ms: quantile_millis(&total.latency, 0.95),
            p99_ms: quantile_millis(&total.latency, 0.99),
            status_classes: CLASSES.into_iter().zip(total.answers).collect(),
            series: traffic.hour.into_iter().map(MinuteBody::from).collect(),
            last_day: traffic.day.into(),
            callers: traffic.callers.map(|all| all.into_iter().map(CallerBody::from).collect()),
        }
    }
}

impl From<(Option<Identity>, Uses)> for CallerBody {
    fn from((identity, uses): (Option<Identity>, Uses)) -> Self {
        let (kind, id) = match identity {
            None => (CallerKind::Anyone, None),
            Some(Identity::Local) => (CallerKind::Local, None),
            Some(Identity::User(name)) => (CallerKind::User, Some(name)),
            Some(Identity::Device(id)) => (CallerKind::Device, Some(id)),
            Some(Identity::ApiKey(id)) => (CallerKind::ApiKey, Some(id)),
        };
        let Uses { requests, since, last } = uses;
        CallerBody { kind, id, requests, since, last_used: last }
    }
}

impl From<AllTraffic> for AllTrafficBody {
    fn from(traffic: AllTraffic) -> Self {
        let apps = traffic.busiest.into_iter().map(AppShareBody::from);
        AllTrafficBody { last_day: traffic.day.into(), apps: apps.collect() }
    }
}

impl From<(Arc<str>, Quarter)> for AppShareBody {
    fn from((app_id, day): (Arc<str>, Quarter)) -> Self {
        AppShareBody {
            app_id,
            requests: day.requests(),
            failures: day.failures,
            bytes_sent: day.sent,
            p50_ms: quantile_millis(&day.latency, 0.50),
            p95_ms: quantile_millis(&day.latency, 0.95),
        }
    }
}

impl From<(Timestamp, Minute)> for MinuteBody {
    fn from((at, minute): (Timestamp, Minute)) -> Self {
        MinuteBody {
            at,
            requests: minute.requests,
            failures: minute.failures,
            bytes_sent: minute.sent,
            avg_latency_ms: mean_millis(minute.micros, minute.requests),
        }
    }
}

impl From<Day> for DayBody {
    fn from(day: Day) -> Self {
        DayBody {
            requests: day.total.requests(),
            bytes_sent: day.total.sent,
            p50_ms: quantile_millis(&day.total.latency, 0.50),
            p95_ms: quantile_millis(&day.total.latency, 0.95),
            healthy: day.total.healthy().map(share),
            quarters: day.quarters.into_iter().map(QuarterBody::from).collect(),
        }
    }
}

impl From<(Timestamp, Quarter)> for QuarterBody {
    fn from((at, quarter): (Timestamp, Quarter)) -> Self {
        let classes = CLASSES.into_iter().zip(quarter.answers);
        QuarterBody {
            at,
            requests: quarter.requests(),
            failures: quarter.failures,
            status_classes: classes.filter(|(_, count)| *count > 0).collect(),
            avg_latency_ms: mean_millis(quarter.micros, quarter.requests()),
            p95_ms: quantile_millis(&quarter.latency, 0.95),
            healthy: quarter.healthy().map(share),
        }
    }
}

/// As exact as anybody wants to know.
fn share(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}
