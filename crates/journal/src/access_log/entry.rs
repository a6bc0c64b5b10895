//! A record on its way to the writer. It owns its texts: a header that is merely borrowed would
//! hold on to the whole buffer that its request came in.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderValue, Method, StatusCode, Uri, Version};
use kit::Timestamp;
use routing::{AccessRecord, Fault};

const LONGEST_TARGET: usize = 2_048;
const LONGEST_REFERER: usize = 1_024;
const LONGEST_AGENT: usize = 512;
const LONGEST_NAME: usize = 256;
/// What stands at the end of a text that was too long.
const CUT: &[u8] = b"...";

type Text = Box<[u8]>;

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) at: Timestamp,
    pub(crate) request_id: Arc<str>,
    pub(crate) client: IpAddr,
    pub(crate) caller: Option<Text>,
    pub(crate) method: Method,
    pub(crate) target: Text,
    pub(crate) host: Option<Text>,
    pub(crate) version: Version,
    pub(crate) user_agent: Option<Text>,
    pub(crate) referer: Option<Text>,
    pub(crate) app: Option<Arc<str>>,
    pub(crate) status: StatusCode,
    pub(crate) received: u64,
    pub(crate) sent: u64,
    pub(crate) latency: Duration,
    pub(crate) duration: Duration,
    pub(crate) fault: Option<Fault>,
}

impl From<AccessRecord> for Entry {
    fn from(record: AccessRecord) -> Self {
        Entry {
            at: record.at,
            request_id: record.request_id,
            client: record.client,
            caller: value(record.caller.as_ref(), LONGEST_NAME),
            method: record.method,
            target: target(&record.target),
            host: value(record.host.as_ref(), LONGEST_NAME),
            version: record.version,
            user_agent: value(record.user_agent.as_ref(), LONGEST_AGENT),
            referer: value(record.referer.as_ref(), LONGEST_REFERER),
            app: record.app,
            status: record.status,
            received: record.received,
            sent: record.sent,
            latency: record.latency,
            duration: record.duration,
            fault: record.fault,
        }
    }
}

/// Path and query; where there are none (`CONNECT`), the host, without a name or password.
fn target(uri: &Uri) -> Text {
    let host = || uri.authority().map(http::uri::Authority::host);
    let path = uri.path_and_query().map(http::uri::PathAndQuery::as_str);
    cut(path.or_else(host).unwrap_or("/").as_bytes(), LONGEST_TARGET)
}

fn value(header: Option<&HeaderValue>, longest: usize) -> Option<Text> {
    header.map(|value| cut(value.as_bytes(), longest))
}

fn cut(text: &[u8], longest: usize) -> Text {
    match text.split_at_checked(longest) {
        Some((kept, rest)) if !rest.is_empty() => [kept, CUT].concat().into(),
        _ => text.into(),
    }
}
