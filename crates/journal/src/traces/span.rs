//! A request in the JSON of OTLP, with the names of OpenTelemetry's conventions for HTTP.

use http::Version;
use kit::Instance;
use routing::Trace;
use serde_json::{Value, json};

use crate::access_log::{Entry, redact};

/// `SPAN_KIND_SERVER` and `STATUS_CODE_ERROR` of the protocol.
const SERVER: u8 = 2;
const ERROR: u8 = 2;

pub(super) struct Span {
    pub(super) trace: Trace,
    pub(super) entry: Entry,
}

/// The body of an export.
pub(super) fn export(instance: &Instance, spans: &[Span]) -> String {
    let resource = [
        text("service.name", "gatehouse"),
        text("service.version", instance.version),
        text("service.instance.id", &instance.id),
        text("host.name", &instance.name),
    ];
    json!({ "resourceSpans": [{
        "resource": { "attributes": resource },
        "scopeSpans": [{
            "scope": { "name": "gatehouse", "version": instance.version },
            "spans": spans.iter().map(Span::json).collect::<Vec<_>>(),
        }],
    }] })
    .to_string()
}

impl Span {
    fn json(&self) -> Value {
        let Span { trace, entry } = self;
        let began = u128::from(entry.at.0.unsigned_abs()) * 1_000_000;
        let ended = began + entry.duration.as_nanos();
        let failed = entry.status.is_server_error() || entry.fault.is_some();
        let status = if failed { json!({ "code": ERROR }) } else { json!({}) };
        json!({
            "traceId": trace.id,
            "spanId": &*trace.span,
            "parentSpanId": trace.parent.as_deref().unwrap_or_default(),
            "name": self.name(),
            "kind": SERVER,
            // Numbers of 64 bits are texts in the JSON of protocol buffers.
            "startTimeUnixNano": began.to_string(),
            "endTimeUnixNano": ended.to_string(),
            "attributes": self.attributes(),
            "status": status,
        })
    }

    /// One of few: it must not grow with what strangers ask for.
    fn name(&self) -> String {
        let method = self.entry.method.as_str();
        match &self.entry.app {
            Some(app) => format!("{method} /apps/{app}/"),
            None => method.to_owned(),
        }
    }

    fn attributes(&self) -> Vec<Value> {
        let entry = &self.entry;
        let path = entry.target.split(|byte| *byte == b'?').next().unwrap_or_default();
        let version = match entry.version {
            Version::HTTP_2 => "2",
            Version::HTTP_10 => "1.0",
            _ => "1.1",
        };
        let mut all = vec![
            text("http.request.method", entry.method.as_str()),
            number("http.response.status_code", entry.status.as_u16().into()),
            text("url.path", &shown(&redact::address(path))),
            text("client.address", &entry.client.to_string()),
            text("network.protocol.name", "http"),
            text("network.protocol.version", version),
            number("http.request.body.size", entry.received),
            number("http.response.body.size", entry.sent),
        ];
        let optional = [
            ("server.address", entry.host.as_deref()),
            ("user_agent.original", entry.user_agent.as_deref()),
        ];
        let given = optional.into_iter().filter_map(|(name, value)| Some((name, value?)));
        all.extend(given.map(|(name, value)| text(name, &shown(&redact::words(value)))));
        all.extend(entry.app.iter().map(|app| text("gatehouse.app", app)));
        all.extend(entry.fault.map(|fault| text("error.type", fault.into_str())));
        all
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn text(key: &str, value: &str) -> Value {
    json!({ "key": key, "value": { "stringValue": value } })
}

fn number(key: &str, value: u64) -> Value {
    json!({ "key": key, "value": { "intValue": value.to_string() } })
}
