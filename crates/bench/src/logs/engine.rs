//! As much of a Docker engine as it takes to read logs, with containers that talk steadily.

use std::convert::Infallible;
use std::fmt::Write;
use std::time::Duration;

use anyhow::Result;
use bytes::Bytes;
use futures::stream;
use http::{Request, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::interval;

/// So often a container says something.
const SPEAK_EVERY: Duration = Duration::from_millis(20);
const STARTED: &str = "2030-01-31T12:00:00.000000000Z";
const REST: &str = "the quick brown fox jumps over the lazy dog and is back before anybody";

type Body = BoxBody<Bytes, Infallible>;

pub(super) struct Engine {
    port: u16,
    _serving: JoinSet<()>,
}

impl Engine {
    /// Each container says so many lines a second.
    pub(super) async fn start(containers: usize, rate: u64) -> Result<Engine> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let service = service_fn(move |request| async move {
                    Ok::<_, Infallible>(answer((containers, rate), &request))
                });
                let connection =
                    http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                connections.spawn(async move {
                    // Whoever asked has gone.
                    let _ = connection.await;
                });
            }
        });
        Ok(Engine { port, _serving: serving })
    }

    pub(super) fn address(&self) -> String {
        format!("tcp://127.0.0.1:{}", self.port)
    }
}

fn answer((containers, rate): (usize, u64), request: &Request<Incoming>) -> Response<Body> {
    let path = request.uri().path();
    let path = match path.strip_prefix("/v1.") {
        Some(rest) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => path,
    };
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match parts.as_slice() {
        ["_ping"] => Response::new(full("OK")),
        ["version"] => shown(&json!({
            "Version": "27.0.0", "ApiVersion": "1.46", "MinAPIVersion": "1.24", "Os": "linux",
        })),
        ["info"] => shown(&json!({ "ID": "bench", "Name": "bench" })),
        ["events"] => Response::new(BodyExt::boxed(StreamBody::new(stream::pending()))),
        ["containers", "json"] => shown(&(0..containers).map(listed).collect()),
        ["containers", id, what] => match (number_of(id, containers), *what) {
            (Some(number), "json") => shown(&inspected(number)),
            (Some(number), "logs") => {
                talking((number, rate), request.uri().query().unwrap_or_default())
            }
            _ => refused(),
        },
        _ => refused(),
    }
}

fn full(text: impl Into<Bytes>) -> Body {
    Full::new(text.into()).boxed()
}

fn shown(value: &Value) -> Response<Body> {
    let mut response = Response::new(full(value.to_string()));
    response
        .headers_mut()
        .insert(http::header::CONTENT_TYPE, http::HeaderValue::from_static("application/json"));
    response
}

fn refused() -> Response<Body> {
    let mut response = shown(&json!({ "message": "not in this engine" }));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn id_of(number: usize) -> String {
    // The first twelve characters are its short id, which has to differ, too.
    format!("{:012x}{:052x}", number + 1, 0)
}

fn number_of(id: &str, containers: usize) -> Option<usize> {
    (0..containers).find(|number| id_of(*number) == id || format!("c{number}") == id)
}

fn listed(number: usize) -> Value {
    json!({
        "Id": id_of(number), "Names": [format!("/c{number}")], "Image": "talker", "ImageID": "x",
        "Created": 1_900_000_000, "State": "running", "Status": "Up", "Labels": {}, "Ports": [],
        "HostConfig": { "NetworkMode": "bridge" }, "NetworkSettings": { "Networks": {} },
        "Mounts": [],
    })
}

fn inspected(number: usize) -> Value {
    json!({
        "Id": id_of(number), "Name": format!("/c{number}"), "Created": STARTED, "Image": "x",
        "State": {
            "Status": "running", "Running": true, "Paused": false, "Restarting": false,
            "OOMKilled": false, "Dead": false, "Pid": 1, "ExitCode": 0, "Error": "",
            "StartedAt": STARTED, "FinishedAt": "0001-01-01T00:00:00Z",
        },
        "Config": { "Image": "talker", "Tty": false, "Labels": {}, "Env": [] },
        "HostConfig": { "NetworkMode": "bridge" }, "NetworkSettings": { "Networks": {} },
        "Mounts": [], "RestartCount": 0,
    })
}

/// Line after line; without `follow` there are none.
fn talking((number, rate): (usize, u64), query: &str) -> Response<Body> {
    if !query.contains("follow=true") {
        return Response::new(full(""));
    }
    let lines = stream::unfold((interval(SPEAK_EVERY), 0), move |(mut clock, tick)| async move {
        clock.tick().await;
        let ticks_in_a_second = 1000 / SPEAK_EVERY.as_millis() as u64;
        let upto = |tick: u64| tick * rate / ticks_in_a_second;
        let mut bytes = Vec::new();
        for line in upto(tick)..upto(tick + 1) {
            write_line(&mut bytes, number, line);
        }
        Some((Ok(Frame::data(Bytes::from(bytes))), (clock, tick + 1)))
    });
    Response::new(BodyExt::boxed(StreamBody::new(lines)))
}

/// As the engine frames it: the stream, the length, and a time before the text.
fn write_line(bytes: &mut Vec<u8>, container: usize, line: u64) {
    let mut text = String::new();
    let (seconds, nanos) = (line / 1_000_000 % 60, line % 1_000_000 * 1_000);
    // A line that is written to a String always is.
    let _ =
        writeln!(text, "2030-01-31T12:00:{seconds:02}.{nanos:09}Z #{container}:{line:012}# {REST}");
    bytes.extend([1, 0, 0, 0]);
    bytes.extend(u32::try_from(text.len()).unwrap_or_default().to_be_bytes());
    bytes.extend(text.as_bytes());
}

/// The container and the number of the line in a message of the gateway.
pub(super) fn line_in(message: &str) -> Option<(usize, u64)> {
    let (_, rest) = message.split_once('#')?;
    let (container, rest) = rest.split_once(':')?;
    let (line, _) = rest.split_once('#')?;
    Some((container.parse().ok()?, line.parse().ok()?))
}
