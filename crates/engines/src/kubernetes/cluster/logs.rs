//! What the container of a pod says. The cluster does not tell its two streams apart.

use std::sync::Arc;

use futures::io::{AsyncRead, AsyncReadExt};
use futures::stream::{self, StreamExt};
use k8s_openapi::api::core::v1::Pod;
use kube::Api;
use kube::api::LogParams;

use super::api_call::ApiCall;
use super::connection::Connection;
use super::{fault, pod, pods};
use crate::log::Lines;
use crate::{ContainerId, EngineError, Fault, LogLine, LogLines, LogRequest, LogStream, LogTime};

const BUFFER: usize = 32 * 1024;
/// The cluster reads times to the second only.
const A_SECOND: i64 = 1_000_000_000;

type Source = std::pin::Pin<Box<dyn AsyncRead + Send>>;

pub(super) async fn logs(
    connection: &Arc<Connection>,
    id: &ContainerId,
    wanted: LogRequest,
) -> Result<LogLines, EngineError> {
    let pods::ObjectPath { namespace, name } = pods::place(connection, id).await?;
    let found = pods::get(connection, &namespace, &name).await?;
    let container = pod::container_named(&found, wanted.container.as_deref()).ok_or_else(|| {
        EngineError::new(Fault::NotFound, format!("the pod {id} has no such container"))
    })?;
    let follow = wanted.follow && !wanted.previous;
    let params = LogParams {
        container: Some(container),
        follow,
        previous: wanted.previous,
        since_time: wanted.since.and_then(a_second_before),
        tail_lines: wanted.tail.map(i64::from),
        timestamps: true,
        ..LogParams::default()
    };
    let connection = Arc::clone(connection);
    let mut reading = Reading {
        connection,
        namespace,
        name,
        params,
        source: None,
        lines: Lines::new(LogStream::Stdout),
        newest: None,
        known: wanted.since.map(|since| LogTime(since.0.saturating_sub(1))),
        ended: false,
    };
    reading.source = Some(reading.open().await?);
    let lines = stream::unfold(reading, |mut reading| async move {
        let lines = reading.next().await?;
        Some((lines, reading))
    });
    Ok(lines.boxed())
}

struct Reading {
    connection: Arc<Connection>,
    namespace: String,
    name: String,
    params: LogParams,
    source: Option<Source>,
    lines: Lines,
    /// The time of the last line that was passed on.
    newest: Option<LogTime>,
    /// What was said until then is not wanted any more.
    known: Option<LogTime>,
    ended: bool,
}

impl Reading {
    async fn open(&mut self) -> Result<Source, EngineError> {
        let link = self.connection.link().await?;
        let api: Api<Pod> = Api::namespaced(link.client, &self.namespace);
        let asked = ApiCall::get("pods/log", &self.namespace, &self.name);
        let call = async {
            let source = api.log_stream(&self.name, &self.params).await?;
            Ok(Box::pin(source) as Source)
        };
        let opened = pods::bounded(&link.server, &asked, call).await;
        pods::forgetting(&self.connection, opened).await
    }

    async fn next(&mut self) -> Option<Result<Vec<LogLine>, EngineError>> {
        let mut buffer = vec![0; BUFFER];
        while !self.ended {
            let mut lines = Vec::new();
            if let Err(error) = self.read(&mut buffer, &mut lines).await {
                self.ended = true;
                return Some(Err(error));
            }
            self.keep_new(&mut lines);
            if !lines.is_empty() {
                return Some(Ok(lines));
            }
        }
        None
    }

    async fn read(
        &mut self,
        buffer: &mut [u8],
        lines: &mut Vec<LogLine>,
    ) -> Result<(), EngineError> {
        let Some(source) = &mut self.source else {
            self.source = Some(self.open().await?);
            return Ok(());
        };
        match source.read(buffer).await {
            Ok(0) => {
                self.ended = true;
                self.lines.finish(lines);
            }
            Ok(n) => self.lines.raw(&buffer[..n], lines),
            // A connection on which nothing is said for long is cut, on purpose: a new one shows
            // whether the cluster is still there.
            Err(_) if self.params.follow => self.begin_again(),
            Err(error) => return Err(fault::not_reached("the kubeconfig's address", &error)),
        }
        Ok(())
    }

    fn begin_again(&mut self) {
        self.source = None;
        self.lines = Lines::new(LogStream::Stdout);
        if let Some(newest) = self.newest {
            self.known = Some(newest);
            self.params.tail_lines = None;
            self.params.since_time = a_second_before(newest);
        }
    }

    /// Less what was passed on before, and what the kubelet says for itself, such as that the
    /// container is gone: it writes no time before that.
    fn keep_new(&mut self, lines: &mut Vec<LogLine>) {
        lines.retain(|line| line.at.is_some() && line.at > self.known);
        self.newest = lines.iter().filter_map(|line| line.at).max().max(self.newest);
    }
}

fn a_second_before(moment: LogTime) -> Option<jiff::Timestamp> {
    jiff::Timestamp::from_nanosecond(moment.0.saturating_sub(A_SECOND).into()).ok()
}
