use std::time::Duration;

use http::{HeaderValue, Method, StatusCode, Uri, Version};
use kit::Timestamp;
use routing::{AccessRecord, Fault};
use serde_json::{Value, json};

use super::entry::Entry;
use super::{json, text};

fn record() -> AccessRecord {
    AccessRecord {
        at: Timestamp(1_700_000_000_250),
        request_id: "r-1".into(),
        client: "192.0.2.7".parse().expect("an address"),
        caller: Some(HeaderValue::from_static("user-admin")),
        method: Method::GET,
        target: Uri::from_static("/apps/jellyfin/web/?v=1&api_key=s3cret"),
        host: Some(HeaderValue::from_static("home.lan:8443")),
        version: Version::HTTP_11,
        user_agent: Some(HeaderValue::from_static("Mozilla/5.0 (X11; Linux)")),
        referer: Some(HeaderValue::from_static("https://home.lan:8443/?token=s3cret")),
        app: Some("jellyfin".into()),
        status: StatusCode::OK,
        received: 3,
        sent: 512,
        latency: Duration::from_micros(12_345),
        duration: Duration::from_millis(15),
        fault: None,
        trace: None,
    }
}

fn text_line(record: AccessRecord) -> String {
    let mut out = Vec::new();
    text::write_line(&mut out, &Entry::from(record));
    String::from_utf8(out).expect("plain text")
}

fn json_line(record: AccessRecord) -> String {
    let mut out = Vec::new();
    json::write_line(&mut out, &Entry::from(record));
    String::from_utf8(out).expect("plain text")
}

#[test]
fn a_request_is_one_line_of_text() {
    assert_eq!(
        text_line(record()),
        "192.0.2.7 user-admin [2023-11-14T22:13:20.25Z] \
         \"GET /apps/jellyfin/web/?v=1&api_key=*** HTTP/1.1\" 200 512 \
         \"https://home.lan:8443/?token=***\" \"Mozilla/5.0 (X11; Linux)\" \
         jellyfin 12.345 15.000 r-1 -\n"
    );
    let bare = AccessRecord {
        caller: None,
        user_agent: None,
        referer: None,
        app: None,
        version: Version::HTTP_2,
        fault: Some(Fault::Connect),
        ..record()
    };
    let line = text_line(bare);
    assert!(line.starts_with("192.0.2.7 - ["), "{line}");
    assert!(
        line.ends_with("HTTP/2.0\" 200 512 \"-\" \"-\" - 12.345 15.000 r-1 connect\n"),
        "{line}"
    );
}

#[test]
fn a_request_is_one_object_of_json() {
    let line = json_line(AccessRecord { fault: Some(Fault::Timeout), ..record() });
    let read: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(
        read,
        json!({
            "time": "2023-11-14T22:13:20.25Z",
            "client": "192.0.2.7",
            "caller": "user-admin",
            "method": "GET",
            "target": "/apps/jellyfin/web/?v=1&api_key=***",
            "host": "home.lan:8443",
            "version": "HTTP/1.1",
            "status": 200,
            "bytesReceived": 3,
            "bytesSent": 512,
            "referer": "https://home.lan:8443/?token=***",
            "userAgent": "Mozilla/5.0 (X11; Linux)",
            "app": "jellyfin",
            "latencyMs": 12.345,
            "durationMs": 15.0,
            "requestId": "r-1",
            "fault": "timeout",
        })
    );
}

#[test]
fn nobody_can_forge_a_line_or_a_field() {
    let agent = b"x\" 200 0 \"-\" \"\\\" - \x80\xff\t".as_slice();
    let forged = AccessRecord {
        user_agent: HeaderValue::from_bytes(agent).ok(),
        caller: Some(HeaderValue::from_static("evil user-admin")),
        request_id: "-".into(),
        ..record()
    };
    let line = text_line(forged);
    assert!(line.starts_with("192.0.2.7 evil\\x20user-admin ["), "{line}");
    assert!(line.contains(r#""x\" 200 0 \"-\" \"\\\" - \x80\xff\x09""#), "{line}");
    assert!(line.ends_with(" \\x2d -\n"), "{line}");
}

#[test]
fn long_fields_are_cut() {
    let long = HeaderValue::from_str(&"a".repeat(60_000)).expect("a value");
    let target = format!("/{}?token=s3cret", "b".repeat(60_000));
    let record = AccessRecord {
        caller: Some(long.clone()),
        host: Some(long.clone()),
        user_agent: Some(long.clone()),
        referer: Some(long),
        target: target.parse().expect("a target"),
        ..record()
    };
    let line = text_line(record.clone());
    assert!(line.len() < 5_000, "{}", line.len());
    assert!(line.contains("bbb... HTTP/1.1\""), "{line}");
    assert!(json_line(record).len() < 6_000);
}

/// Any bytes that HTTP lets through, made by a generator so that a failure can be repeated.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.next() % 60;
        (0..length).map(|_| (self.next() >> 24) as u8).collect()
    }

    fn value(&mut self) -> Option<HeaderValue> {
        let bytes: Vec<u8> =
            self.bytes().into_iter().filter(|byte| *byte >= 32 && *byte != 127).collect();
        HeaderValue::from_bytes(&bytes).ok()
    }

    fn target(&mut self) -> Uri {
        let marks = b"/?&;=%#.svc_eyJ";
        let text: Vec<u8> = std::iter::once(b'/')
            .chain(self.bytes().into_iter().map(|byte| match byte % 3 {
                0 => byte,
                _ => marks[usize::from(byte) % marks.len()],
            }))
            .collect();
        Uri::try_from(text).unwrap_or_default()
    }
}

#[test]
fn whatever_comes_makes_one_line_that_can_be_read() {
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20_000 {
        let record = AccessRecord {
            caller: noise.value(),
            host: noise.value(),
            user_agent: noise.value(),
            referer: noise.value(),
            target: noise.target(),
            ..record()
        };
        let line = text_line(record.clone());
        let printable = |line: &str| line.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        let (body, end) = line.split_at(line.len() - 1);
        assert!(end == "\n" && printable(body), "{line:?}");
        let fields = split(body);
        assert_eq!(fields.len(), 13, "{fields:?}");
        assert_eq!((fields[4], fields[5]), ("200", "512"), "{fields:?}");

        let line = json_line(record);
        let (body, end) = line.split_at(line.len() - 1);
        assert!(end == "\n" && printable(body), "{line:?}");
        let read: Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(read["status"], 200);
    }
}

/// The fields of a line, as a reader of such logs takes them apart.
fn split(line: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(inside) => closing_quote(inside) + 2,
            None => rest.find(' ').unwrap_or(rest.len()),
        };
        fields.push(&rest[..end]);
        rest = rest[end..].strip_prefix(' ').unwrap_or_default();
    }
    fields
}

fn closing_quote(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    end.expect("a closing quote")
}
