//! A line in the manner of the combined log format.

use std::io::Write;
use std::time::Duration;

use super::entry::Entry;
use super::redact;

/// `client caller [time] "request" status bytes "referer" "agent" app latency duration id fault`,
/// the times in milliseconds.
pub(super) fn write_line(out: &mut Vec<u8>, entry: &Entry) {
    let _ = write!(out, "{} ", entry.client);
    word(out, entry.caller.as_deref());
    let _ = write!(out, " [{}] \"", entry.at);
    escape(out, &redact::words(entry.method.as_str().as_bytes()), b"");
    out.push(b' ');
    escape(out, &redact::address(&entry.target), b"");
    let _ = write!(out, " {:?}\" {} {} ", entry.version, entry.status.as_u16(), entry.sent);
    quoted(out, entry.referer.as_deref());
    out.push(b' ');
    quoted(out, entry.user_agent.as_deref());
    out.push(b' ');
    word(out, entry.app.as_deref().map(str::as_bytes));
    let (latency, duration) = (millis(entry.latency), millis(entry.duration));
    let _ = write!(out, " {latency:.3} {duration:.3} ");
    word(out, Some(entry.request_id.as_bytes()));
    let _ = writeln!(out, " {}", entry.fault.map_or("-", |fault| fault.into_str()));
}

fn millis(span: Duration) -> f64 {
    span.as_secs_f64() * 1000.0
}

/// Without quotes, so without spaces.
fn word(out: &mut Vec<u8>, text: Option<&[u8]>) {
    match text {
        None | Some(b"") => out.push(b'-'),
        Some(b"-") => out.extend_from_slice(b"\\x2d"),
        Some(text) => escape(out, &redact::words(text), b" "),
    }
}

fn quoted(out: &mut Vec<u8>, text: Option<&[u8]>) {
    out.push(b'"');
    match text {
        None | Some(b"") => out.push(b'-'),
        Some(text) => escape(out, &redact::words(text), b""),
    }
    out.push(b'"');
}

/// Whatever is not plain printable ASCII becomes `\xNN`, so that no text can end its field, begin
/// a line, or move a terminal's cursor.
fn escape(out: &mut Vec<u8>, text: &[u8], also: &[u8]) {
    for byte in text {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
            b' '..=b'~' if !also.contains(byte) => out.push(*byte),
            _ => drop(write!(out, "\\x{byte:02x}")),
        }
    }
}
