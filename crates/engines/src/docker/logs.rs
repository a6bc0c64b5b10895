//! What a container says, as the engine sends it.

use std::time::Duration;

use bollard::errors::Error;
use futures::future::BoxFuture;
use futures::stream::{self, StreamExt};
use futures::{FutureExt, TryFutureExt};
use http::header::HOST;
use http::{Method, Request, Response};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::time::{sleep, timeout};

use super::frames::Frames;
use super::stream::connect;
use super::{Docker, LONGEST_CALL, fault, policy};
use crate::{ContainerId, EngineError, Fault, LogLine, LogLines, LogRequest};

/// After that long without a line, the engine is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(15);
const LONGEST_PING: Duration = Duration::from_secs(5);
const LONGEST_COMPLAINT: usize = 64 * 1024;

pub(super) async fn logs(
    docker: &Docker,
    id: &ContainerId,
    wanted: LogRequest,
) -> Result<LogLines, EngineError> {
    if id.as_str().contains('/') || wanted.previous || wanted.container.is_some() {
        return Err(fault::not_found());
    }
    let found = docker.call(|api| async move { api.inspect_container(id.as_str(), None).await });
    let terminal = found.await?.config.and_then(|config| config.tty).unwrap_or(false);
    let opened = timeout(LONGEST_CALL, open(docker, id, &wanted)).await;
    let (answer, connection) = opened.map_err(|_| fault::timeout(docker.address()))??;
    let reading = Reading {
        docker: docker.clone(),
        body: answer.into_body(),
        connection: Some(connection),
        frames: Frames::new(terminal),
        ended: false,
    };
    let lines = stream::unfold(reading, |mut reading| async move {
        let lines = reading.next().await?;
        Some((lines, reading))
    });
    Ok(lines.boxed())
}

async fn open(
    docker: &Docker,
    id: &ContainerId,
    wanted: &LogRequest,
) -> Result<(Response<Incoming>, BoxFuture<'static, ()>), EngineError> {
    let failed = |error| docker.failed(&error);
    policy::permit(&Method::GET, &format!("/containers/{id}/logs")).map_err(failed)?;
    let stream = connect(&docker.location).await.map_err(|err| failed(Error::IOError { err }))?;
    let handshake = http1::handshake(TokioIo::new(stream)).map_err(Error::from).map_err(failed);
    let (mut sender, connection) = handshake.await?;
    let request = Request::get(path(docker, id, wanted)).header(HOST, "docker");
    let request = request.body(Empty::<Bytes>::new()).map_err(|_| fault::not_found())?;
    let mut connection = connection.map(drop).boxed();
    let answer = tokio::select! {
        answer = sender.send_request(request) => answer.map_err(|err| failed(err.into()))?,
        () = &mut connection => return Err(fault::ended(docker.address())),
    };
    if answer.status().is_success() {
        return Ok((answer, connection));
    }
    let status = answer.status().as_u16();
    let complaint = complaint(answer.into_body());
    let complaint = tokio::select! {
        said = complaint => said,
        () = &mut connection => String::new(),
    };
    Err(fault::refused(status, &complaint))
}

/// Times are always asked for: lines are told apart by them.
fn path(docker: &Docker, id: &ContainerId, wanted: &LogRequest) -> String {
    let version = docker.version.load();
    let version = version.as_deref().map(|version| format!("/v{version}")).unwrap_or_default();
    let tail = wanted.tail.map_or("all".to_owned(), |tail| tail.to_string());
    let follow = wanted.follow;
    let mut path = format!(
        "{version}/containers/{id}/logs?stdout=true&stderr=true&timestamps=true&follow={follow}&tail={tail}"
    );
    if let Some(since) = wanted.since {
        let (seconds, nanos) = since.parts();
        path.push_str(&format!("&since={seconds}.{nanos:09}"));
    }
    path
}

async fn complaint(body: Incoming) -> String {
    #[derive(Deserialize)]
    struct Complaint {
        message: String,
    }
    let body = Limited::new(body, LONGEST_COMPLAINT).collect().await;
    let bytes = body.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    serde_json::from_slice(&bytes).map(|said: Complaint| said.message).unwrap_or_default()
}

struct Reading {
    docker: Docker,
    body: Incoming,
    /// `None` when it has carried all that it will.
    connection: Option<BoxFuture<'static, ()>>,
    frames: Frames,
    ended: bool,
}

impl Reading {
    async fn next(&mut self) -> Option<Result<Vec<LogLine>, EngineError>> {
        let mut lines = Vec::new();
        while lines.is_empty() && !self.ended {
            if let Err(error) = self.read(&mut lines).await {
                self.ended = true;
                return Some(Err(error));
            }
        }
        (!lines.is_empty()).then_some(Ok(lines))
    }

    async fn read(&mut self, lines: &mut Vec<LogLine>) -> Result<(), EngineError> {
        let piece = tokio::select! {
            piece = self.body.frame() => piece,
            () = carried(&mut self.connection) => {
                self.connection = None;
                return Ok(());
            }
            hung = hangs(&self.docker) => return Err(hung),
        };
        match piece {
            Some(Ok(piece)) => match piece.into_data() {
                Ok(bytes) => self.frames.push(&bytes, lines).map_err(|_| {
                    let message = "the Docker engine sent something that is no log";
                    EngineError::new(Fault::Failed, message)
                }),
                Err(_) => Ok(()),
            },
            Some(Err(error)) => Err(self.docker.failed(&error.into())),
            None => {
                self.ended = true;
                self.frames.finish(lines);
                Ok(())
            }
        }
    }
}

async fn carried(connection: &mut Option<BoxFuture<'static, ()>>) {
    match connection {
        Some(connection) => connection.await,
        None => std::future::pending().await,
    }
}

/// Returns when an engine that says nothing does not answer either.
async fn hangs(docker: &Docker) -> EngineError {
    loop {
        sleep(SILENCE).await;
        if let Err(error) = docker.ping(LONGEST_PING).await {
            return error;
        }
    }
}
