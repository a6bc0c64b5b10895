//! A line that is one JSON object.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use kit::Timestamp;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::entry::Entry;
use super::redact;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'e> {
    time: Timestamp,
    client: IpAddr,
    #[serde(skip_serializing_if = "Option::is_none")]
    caller: Option<String>,
    method: String,
    target: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    version: String,
    status: u16,
    bytes_received: u64,
    bytes_sent: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    referer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    app: Option<&'e str>,
    latency_ms: f64,
    duration_ms: f64,
    request_id: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
}

pub(super) fn write_line(out: &mut Vec<u8>, entry: &Entry) {
    let words = |text: &[u8]| text_of(redact::words(text));
    let line = Line {
        time: entry.at,
        client: entry.client,
        caller: entry.caller.as_deref().map(words),
        method: words(entry.method.as_str().as_bytes()),
        target: text_of(redact::address(&entry.target)),
        host: entry.host.as_deref().map(words),
        version: format!("{:?}", entry.version),
        status: entry.status.as_u16(),
        bytes_received: entry.received,
        bytes_sent: entry.sent,
        referer: entry.referer.as_deref().map(words),
        user_agent: entry.user_agent.as_deref().map(words),
        app: entry.app.as_deref(),
        latency_ms: millis(entry.latency),
        duration_ms: millis(entry.duration),
        request_id: &entry.request_id,
        fault: entry.fault.map(|fault| fault.into_str()),
    };
    let written = line.serialize(&mut Serializer::with_formatter(&mut *out, Ascii));
    written.expect("plain data can be written into memory");
    out.push(b'\n');
}

fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

fn millis(span: Duration) -> f64 {
    (span.as_secs_f64() * 1_000_000.0).round() / 1000.0
}

/// Escapes all but ASCII: some readers take other characters for the end of a line, too.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let is_plain = |char: char| matches!(char, ' '..='~');
        let mut rest = fragment;
        while let Some(at) = rest.find(|char| !is_plain(char)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let special = rest[at..].chars().next().unwrap_or_default();
            for unit in special.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + special.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}
