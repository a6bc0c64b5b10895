//! Requests over one connection that is kept open.

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http::{Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;

use crate::tls::Dialer;

pub(crate) struct Http {
    sender: SendRequest<Full<Bytes>>,
    authority: String,
    _connection: JoinSet<()>,
}

/// What a request carries besides its path.
#[derive(Debug, Default)]
pub(crate) struct Extras<'a> {
    pub(crate) token: Option<&'a str>,
    pub(crate) json: Option<Value>,
    pub(crate) pairing: bool,
}

impl Http {
    pub(crate) async fn connect(dialer: &Dialer) -> Result<Http> {
        Http::over(dialer.dial().await?, dialer.authority()).await
    }

    pub(crate) async fn over(
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        authority: String,
    ) -> Result<Http> {
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        let mut driving = JoinSet::new();
        driving.spawn(async move {
            // Whoever waits for an answer hears of the failure.
            let _ = connection.await;
        });
        Ok(Http { sender, authority, _connection: driving })
    }

    /// Sends a request that must be answered with success.
    pub(crate) async fn call(
        &mut self,
        method: Method,
        path: &str,
        extras: Extras<'_>,
    ) -> Result<Bytes> {
        let (status, body) = self.ask(method, path, extras).await?;
        ensure!(status.is_success(), "{path}: {status} {}", String::from_utf8_lossy(&body));
        Ok(body)
    }

    pub(crate) async fn json(
        &mut self,
        method: Method,
        path: &str,
        extras: Extras<'_>,
    ) -> Result<Value> {
        let body = self.call(method, path, extras).await?;
        serde_json::from_slice(&body).with_context(|| format!("{path}: not JSON"))
    }

    pub(crate) async fn ask(
        &mut self,
        method: Method,
        path: &str,
        extras: Extras<'_>,
    ) -> Result<(StatusCode, Bytes)> {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header(header::HOST, &self.authority);
        if let Some(token) = extras.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if extras.pairing {
            request = request.header("x-pairing-request", "true");
        }
        let body = match extras.json {
            Some(json) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Bytes::from(json.to_string())
            }
            None => Bytes::new(),
        };
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::new(body))?).await?;
        let status = answer.status();
        Ok((status, answer.into_body().collect().await?.to_bytes()))
    }
}
