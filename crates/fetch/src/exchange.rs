//! One request and its answer over a connection that stands.

use bytes::{Bytes, BytesMut};
use http::header::{ACCEPT, ACCEPT_ENCODING, CONNECTION, HOST, UPGRADE, USER_AGENT};
use http::uri::{Authority, Scheme as UriScheme};
use http::{HeaderMap, HeaderValue, Response, Uri, uri};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper::client::conn::{http1, http2};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::Instant;

use crate::inline::{self, Inline, beside};
use crate::{FetchError, FetchErrorKind, Fetched, Request, Take};

const AGENT: &str = concat!("Gatehouse/", env!("CARGO_PKG_VERSION"));
const MOST_HEADER_BYTES: usize = 64 * 1024;
/// How much an HTTP/2 server may send before it has to wait for us.
const WINDOW: u32 = 128 * 1024;

pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin + 'static> Stream for S {}

/// What is to be said, and how much of the answer is of interest.
pub(crate) struct Exchange {
    message: http::Request<Full<Bytes>>,
    take: Take,
    upgrade: bool,
    begun: Instant,
}

impl Exchange {
    pub(crate) fn new(request: &Request<'_>, begun: Instant) -> Result<Self, FetchError> {
        let (take, upgrade) = (request.limits.take, request.upgrade);
        Ok(Exchange { message: message(request)?, take, upgrade, begun })
    }

    pub(crate) async fn http1(mut self, stream: impl Stream) -> Result<Fetched, FetchError> {
        self.address_as_http1()?;
        let mut builder = http1::Builder::new();
        builder.max_buf_size(MOST_HEADER_BYTES);
        let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await?;
        let talk = async move {
            let answer = sender.send_request(self.message).await?;
            take(answer, self.take, self.begun).await
        };
        beside(connection, talk).await
    }

    pub(crate) async fn http2(self, stream: impl Stream) -> Result<Fetched, FetchError> {
        let (executor, tasks) = Inline::new();
        let mut builder = http2::Builder::new(executor);
        builder
            .timer(TokioTimer::new())
            .initial_stream_window_size(WINDOW)
            .initial_connection_window_size(WINDOW)
            .max_header_list_size(MOST_HEADER_BYTES as u32);
        let whole = async move {
            let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await?;
            let talk = async move {
                let answer = sender.send_request(self.message).await?;
                take(answer, self.take, self.begun).await
            };
            beside(connection, talk).await
        };
        beside(inline::run(tasks), whole).await
    }

    /// The path stands alone there, and the host is a header.
    fn address_as_http1(&mut self) -> Result<(), FetchError> {
        let uri = std::mem::take(self.message.uri_mut()).into_parts();
        let host = uri.authority.and_then(|host| HeaderValue::try_from(host.as_str()).ok());
        *self.message.uri_mut() = uri.path_and_query.ok_or_else(bad_host)?.into();
        let headers = self.message.headers_mut();
        headers.insert(HOST, host.ok_or_else(bad_host)?);
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
        if self.upgrade {
            headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
            headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        }
        Ok(())
    }
}

fn message(request: &Request<'_>) -> Result<http::Request<Full<Bytes>>, FetchError> {
    let mut parts = uri::Parts::default();
    let secure = request.endpoint.scheme.is_secure();
    parts.scheme = Some(if secure { UriScheme::HTTPS } else { UriScheme::HTTP });
    let authority = match &request.host {
        Some(host) => Authority::try_from(host.as_bytes()),
        None => Authority::try_from(request.endpoint.to_string()),
    };
    parts.authority = Some(authority.map_err(|_| bad_host())?);
    parts.path_and_query = Some(request.path_and_query.clone());
    let mut message = http::Request::new(Full::new(request.body.clone()));
    *message.uri_mut() = Uri::from_parts(parts).map_err(|_| bad_host())?;
    *message.method_mut() = request.method.clone();
    *message.headers_mut() = headers(request);
    Ok(message)
}

fn headers(request: &Request<'_>) -> HeaderMap {
    let mut headers = request.headers.clone();
    // The host and the connection are ours to name: see `address_as_http1`.
    headers.remove(HOST);
    headers.remove(CONNECTION);
    for (name, value) in [(USER_AGENT, AGENT), (ACCEPT, "*/*"), (ACCEPT_ENCODING, "identity")] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers
}

fn bad_host() -> FetchError {
    FetchError::new(FetchErrorKind::NotAllowed, "the address is not valid")
}

async fn take(
    answer: Response<Incoming>,
    take: Take,
    begun: Instant,
) -> Result<Fetched, FetchError> {
    let elapsed = begun.elapsed();
    let (head, body) = answer.into_parts();
    let body = match take {
        Take::Head => Bytes::new(),
        Take::Start(most) => start(body, most).await?,
        Take::Whole(most) if body.size_hint().lower() > most as u64 => {
            return Err(FetchError::too_large());
        }
        // One byte more shows that there is more.
        Take::Whole(most) => match start(body, most.saturating_add(1)).await? {
            body if body.len() > most => return Err(FetchError::too_large()),
            body => body,
        },
    };
    Ok(Fetched { status: head.status, headers: head.headers, body, elapsed })
}

async fn start(mut body: Incoming, most: usize) -> Result<Bytes, FetchError> {
    let mut taken = BytesMut::new();
    while taken.len() < most
        && let Some(frame) = body.frame().await
    {
        if let Ok(data) = frame?.into_data() {
            taken.extend_from_slice(&data[..data.len().min(most - taken.len())]);
        }
    }
    Ok(taken.freeze())
}
