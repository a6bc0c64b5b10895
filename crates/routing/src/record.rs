//! What is written down about a request when it has ended.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, Version};
use kit::Timestamp;

use crate::{Fault, Trace};

#[derive(Debug, Clone)]
pub struct AccessRecord {
    pub at: Timestamp,
    pub request_id: Arc<str>,
    pub client: IpAddr,
    /// Who the caller turned out to be; `None` for strangers.
    pub caller: Option<HeaderValue>,
    pub method: Method,
    /// As it was asked for: whoever writes it down takes secrets out of the query.
    pub target: Uri,
    pub host: Option<HeaderValue>,
    pub version: Version,
    pub user_agent: Option<HeaderValue>,
    pub referer: Option<HeaderValue>,
    /// `None` for what the gateway itself answered.
    pub app: Option<Arc<str>>,
    pub status: StatusCode,
    pub received: u64,
    pub sent: u64,
    /// To the first header of the answer.
    pub latency: Duration,
    /// To the last byte of the answer.
    pub duration: Duration,
    pub fault: Option<Fault>,
    /// Where somebody wants to have it as a step of a trace.
    pub trace: Option<Trace>,
}

/// Where records go. It never waits: what it cannot take is counted and dropped.
pub trait AccessLog: Send + Sync {
    /// Whether records are wanted at all; asked before one is made.
    fn is_on(&self) -> bool;

    /// The step of a trace that a request is; `None` while nobody wants traces.
    fn trace(&self, headers: &HeaderMap, request_id: &Arc<str>) -> Option<Trace> {
        let _ = (headers, request_id);
        None
    }

    fn write(&self, record: AccessRecord);
}
