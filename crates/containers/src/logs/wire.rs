use std::borrow::Cow;

use engines::LogLine;
use kit::{Error, ErrorKind, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::entry::Head;
use crate::link::ContainerRef;

const DEFAULT_TAIL: u32 = 100;
const MOST_TAIL: u32 = 1000;

/// `container.logs.subscribe` and `.unsubscribe`. What is not known is ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct LogRequest {
    pub(super) container_id: String,
    tail: Option<i64>,
    follow: Option<bool>,
    timestamps: Option<bool>,
    runtime: Option<String>,
    namespace: Option<String>,
    pub(super) container: Option<String>,
    previous: Option<bool>,
}

impl LogRequest {
    pub(super) fn parse(data: Value) -> Result<Self, Error> {
        let invalid = |error: serde_json::Error| Error::invalid("data", error.to_string());
        let wanted: LogRequest = serde_json::from_value(data).map_err(invalid)?;
        if wanted.container_id.is_empty() {
            let message = "The id of the container is missing";
            return Err(Error::new(ErrorKind::InvalidContainerId, message));
        }
        Ok(wanted)
    }

    /// More than the most is lowered to it.
    pub(super) fn tail(&self) -> Result<u32, Error> {
        match self.tail {
            None => Ok(DEFAULT_TAIL),
            Some(lines) if lines < 0 => Err(Error::invalid("tail", "must not be negative")),
            Some(lines) => Ok(u32::try_from(lines).unwrap_or(MOST_TAIL).min(MOST_TAIL)),
        }
    }

    pub(super) fn follows(&self) -> bool {
        self.follow.unwrap_or(true) && !self.previous()
    }

    pub(super) fn timestamps(&self) -> bool {
        self.timestamps.unwrap_or(false)
    }

    /// What the instance before said; nothing more is to come of it.
    pub(super) fn previous(&self) -> bool {
        self.previous.unwrap_or(false)
    }

    pub(super) fn asked(&self) -> ContainerRef {
        ContainerRef {
            id: self.container_id.clone(),
            runtime: self.runtime.clone(),
            namespace: self.namespace.clone(),
        }
    }
}

/// Why a stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reason {
    Stopped,
    ContainerStopped,
    Error,
}

#[derive(Serialize)]
struct Message<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    data: Data<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    container_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Cow<'a, str>>,
    /// Seconds.
    timestamp: i64,
}

fn data<'a>(head: &'a Head, at: Timestamp) -> Data<'a> {
    Data {
        container_id: &head.container_id,
        container: head.container.as_deref(),
        stream: None,
        reason: None,
        error: None,
        message: None,
        timestamp: at.unix(),
    }
}

fn text(kind: &str, data: Data<'_>) -> String {
    serde_json::to_string(&Message { kind, data }).expect("messages are plain data")
}

pub(super) fn started(head: &Head, now: Timestamp) -> String {
    text("container.logs.started", data(head, now))
}

/// A line has the time at which it was said.
pub(super) fn line(head: &Head, line: &LogLine, timestamps: bool) -> String {
    let at = line.at.map_or(Timestamp(0), engines::LogTime::timestamp);
    let message = if timestamps && let Some(at) = line.at {
        Cow::Owned(format!("{at} {}", line.text))
    } else {
        Cow::Borrowed(line.text.as_str())
    };
    let stream = Some(line.stream.into_str());
    text("container.logs", Data { stream, message: Some(message), ..data(head, at) })
}

pub(super) fn ended(head: &Head, reason: Reason, now: Timestamp) -> String {
    text("container.logs.ended", Data { reason: Some(reason), ..data(head, now) })
}

pub(super) fn error(head: &Head, error: &Error, now: Timestamp) -> String {
    let details = error.details.iter().map(|field| format!(" ({}: {})", field.field, field.reason));
    let message = details.fold(error.message.clone(), |text, detail| text + &detail);
    let data =
        Data { error: Some(error.kind.code()), message: Some(message.into()), ..data(head, now) };
    text("container.logs.error", data)
}

#[cfg(test)]
mod tests {
    use engines::{LogStream, LogTime};
    use serde_json::json;

    use super::*;

    fn wanted(data: Value) -> Result<(u32, bool, bool), String> {
        let wanted = LogRequest::parse(data).map_err(|error| error.kind.code().to_owned())?;
        let tail = wanted.tail().map_err(|error| error.kind.code().to_owned())?;
        Ok((tail, wanted.follows(), wanted.timestamps()))
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        for (data, expected) in [
            (json!({"containerId": "a"}), Ok((100, true, false))),
            (json!({"containerId": "a", "tail": 5_000, "follow": false}), Ok((1000, false, false))),
            (json!({"containerId": "a", "tail": 0, "timestamps": true}), Ok((0, true, true))),
            (json!({"containerId": "a", "previous": true}), Ok((100, false, false))),
            (json!({"containerId": "a", "tail": -1}), Err("INVALID_REQUEST")),
            (json!({"containerId": "a", "tail": "many"}), Err("INVALID_REQUEST")),
            (json!({"containerId": 7}), Err("INVALID_REQUEST")),
            (json!({}), Err("INVALID_CONTAINER_ID")),
            (json!(null), Err("INVALID_REQUEST")),
        ] {
            assert_eq!(wanted(data.clone()), expected.map_err(str::to_owned), "{data}");
        }
    }

    #[test]
    fn a_line_is_told_as_the_specification_says() {
        let head = Head { container_id: "4f5c2a9d01ab".into(), container: None };
        let said = LogLine {
            stream: LogStream::Stderr,
            at: LogTime::parse("2024-05-06T07:08:09.000000012Z"),
            text: "a \"b\" \u{1b}[0m".to_owned(),
        };
        let plain: Value = serde_json::from_str(&line(&head, &said, false)).expect("JSON");
        let expected = json!({"type": "container.logs", "data": {
            "containerId": "4f5c2a9d01ab", "stream": "stderr", "message": "a \"b\" \u{1b}[0m",
            "timestamp": 1_714_979_289,
        }});
        assert_eq!(plain, expected);
        let stamped: Value = serde_json::from_str(&line(&head, &said, true)).expect("JSON");
        let message = stamped["data"]["message"].as_str().expect("a text");
        assert!(message.starts_with("2024-05-06T07:08:09.000000012Z a "), "{message}");
        let end: Value =
            serde_json::from_str(&ended(&head, Reason::ContainerStopped, Timestamp(5_000)))
                .expect("JSON");
        assert_eq!(end["data"]["reason"], "container_stopped");
        assert_eq!(end["data"]["timestamp"], 5);
    }
}
