//! Asks a gateway on this machine a question, as its health check does.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use bytes::Bytes;
use http::{Request, StatusCode};
use http_body_util::{BodyExt, Empty, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::config::{BaseUrl, Listen};

const PATIENCE: Duration = Duration::from_secs(5);
const LARGEST_ANSWER: usize = 1 << 20;

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
    /// Whether it is a gateway that answered, and not something else on its port.
    pub(crate) from_gateway: bool,
}

/// Sends `GET path` to the gateway that listens at this address.
pub(crate) async fn get(address: &Listen, secure: bool, path: &str) -> anyhow::Result<Answer> {
    let asking = async {
        let tcp =
            connect(address).await.with_context(|| format!("nothing answers at {address}"))?;
        let asked = Asked { host: "localhost", authority: "localhost", secure, path };
        ask(tcp, asked).await.with_context(|| format!("asking {address}"))
    };
    let answered = tokio::time::timeout(PATIENCE, asking).await;
    answered.with_context(|| format!("no answer from {address} within {PATIENCE:?}"))?
}

/// Sends `GET path` the way that others take: to the base address, by its name.
pub(crate) async fn get_from_outside(url: &BaseUrl, path: &str) -> anyhow::Result<Answer> {
    let asking = async {
        let tcp = TcpStream::connect((url.host(), url.port())).await;
        let tcp = tcp.with_context(|| format!("nothing answers at {url}"))?;
        let authority = url.as_str().split_once("://").map_or("", |(_, authority)| authority);
        let asked = Asked { host: url.host(), authority, secure: url.is_secure(), path };
        ask(tcp, asked).await.with_context(|| format!("asking {url}"))
    };
    let answered = tokio::time::timeout(PATIENCE, asking).await;
    answered.with_context(|| format!("no answer from {url} within {PATIENCE:?}"))?
}

struct Asked<'a> {
    host: &'a str,
    /// The host, with its port where there is one.
    authority: &'a str,
    secure: bool,
    path: &'a str,
}

async fn ask(tcp: TcpStream, asked: Asked<'_>) -> anyhow::Result<Answer> {
    if !asked.secure {
        return exchange(tcp, &asked).await;
    }
    let name = ServerName::try_from(asked.host.to_owned())?;
    let tls = TlsConnector::from(Arc::new(client_config())).connect(name, tcp).await;
    exchange(tls.context("it does not speak HTTPS")?, &asked).await
}

/// A listener on every interface is asked over loopback.
async fn connect(address: &Listen) -> std::io::Result<TcpStream> {
    let host = match address.host.parse::<IpAddr>() {
        Ok(ip) if !ip.is_unspecified() => return TcpStream::connect((ip, address.port)).await,
        Err(_) if !address.host.is_empty() => Some(address.host.as_str()),
        _ => None,
    };
    if let Some(name) = host {
        return TcpStream::connect((name, address.port)).await;
    }
    match TcpStream::connect((Ipv4Addr::LOCALHOST, address.port)).await {
        Ok(tcp) => Ok(tcp),
        Err(_) => TcpStream::connect((Ipv6Addr::LOCALHOST, address.port)).await,
    }
}

async fn exchange<S>(stream: S, asked: &Asked<'_>) -> anyhow::Result<Answer>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let request = Request::get(asked.path).header("host", asked.authority);
    let request = request.body(Empty::<Bytes>::new())?;
    let answering = async {
        let response = sender.send_request(request).await?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, LARGEST_ANSWER).collect().await;
        anyhow::Ok(Answer {
            status: parts.status,
            body: body.map_err(|error| anyhow::anyhow!(error))?.to_bytes(),
            from_gateway: parts.headers.contains_key(routing::API_VERSION_HEADER),
        })
    };
    let mut connection = std::pin::pin!(connection);
    let mut answering = std::pin::pin!(answering);
    tokio::select! {
        answer = &mut answering => answer,
        ended = &mut connection => {
            ended?;
            answering.await
        }
    }
}

/// Whether the gateway lives is the question, not whether its certificate is good: that may be
/// for a name other than this machine's, or just about to be renewed. Nothing secret is sent.
fn client_config() -> ClientConfig {
    let provider = Arc::new(aws_lc_rs::default_provider());
    ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .expect("the provider supports the default versions")
        .dangerous()
        .with_custom_certificate_verifier(routing::any_certificate(&provider))
        .with_no_client_auth()
}
