//! Writing a request down when its answer has ended.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::request::Parts;
use http::{HeaderName, HeaderValue, Response, header};
use hyper::body::{Body, Frame, SizeHint};
use kit::Clock;
use routing::{AccessLog, AccessRecord, BoxError, ClientInfo, Fault};
use tokio::time::Instant;

use crate::body::{ResponseBody, Streaming};

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// What the proxy found out about a request, for its record. It rides on the answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Findings {
    pub(crate) app: Option<Arc<str>>,
    pub(crate) caller: Option<HeaderValue>,
    pub(crate) fault: Option<Fault>,
}

/// A record that waits for its answer.
pub(crate) struct Draft {
    log: Arc<dyn AccessLog>,
    record: AccessRecord,
    started: Instant,
}

impl Draft {
    /// `None` where nothing is to be written down. The app hears of the trace that it is part of.
    pub(crate) fn begin(
        log: &Arc<dyn AccessLog>,
        clock: &Clock,
        request: &mut Parts,
        client: &ClientInfo,
    ) -> Option<Self> {
        if !log.is_on() {
            return None;
        }
        let trace = log.trace(&request.headers, &client.request_id);
        if let Some(trace) = &trace {
            request.headers.insert(TRACEPARENT, trace.header());
        }
        let trace = trace.filter(|trace| trace.sampled);
        let value = |name| request.headers.get(name).cloned();
        let host = request.uri.authority().and_then(|name| name.as_str().parse().ok());
        let length =
            value(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let record = AccessRecord {
            at: clock.now(),
            request_id: client.request_id.clone(),
            client: client.address,
            caller: None,
            method: request.method.clone(),
            target: request.uri.clone(),
            host: value(header::HOST).or(host),
            version: request.version,
            user_agent: value(header::USER_AGENT),
            referer: value(header::REFERER),
            app: None,
            status: http::StatusCode::OK,
            received: length.unwrap_or_default(),
            sent: 0,
            latency: std::time::Duration::ZERO,
            duration: std::time::Duration::ZERO,
            fault: None,
            trace,
        };
        Some(Draft { log: log.clone(), record, started: Instant::now() })
    }

    /// Lets the record follow the answer to its end.
    pub(crate) fn attach(mut self, response: Response<ResponseBody>) -> Response<ResponseBody> {
        let (mut head, body) = response.into_parts();
        let found: Findings = head.extensions.remove().unwrap_or_default();
        self.record.status = head.status;
        self.record.latency = self.started.elapsed();
        self.record.app = found.app;
        self.record.caller = found.caller;
        self.record.fault = found.fault;
        let body = Recorded { body, draft: Some(self) };
        Response::from_parts(head, ResponseBody::Streaming(Box::new(body)))
    }
}

struct Recorded {
    body: ResponseBody,
    draft: Option<Draft>,
}

impl Streaming for Recorded {
    fn may_read_request(&self) -> bool {
        self.body.may_read_request()
    }
}

impl Body for Recorded {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(draft) = &mut self.draft {
            match &frame {
                Some(Ok(frame)) => {
                    draft.record.sent += frame.data_ref().map_or(0, |data| data.len() as u64);
                }
                Some(Err(_)) => draft.record.fault = Some(Fault::Closed),
                None => {}
            }
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        let Some(Draft { log, mut record, started }) = self.draft.take() else { return };
        record.duration = started.elapsed();
        log.write(record);
    }
}
