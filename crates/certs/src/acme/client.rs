use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use fetch::{Fetcher, Limits, Request, Take};
use http::Response;
use http::header::USER_AGENT;
use http::uri::PathAndQuery;
use http_body_util::{BodyExt, Full};
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use routing::Upstream;

const LIMITS: Limits = Limits { time: Duration::from_secs(30), take: Take::Whole(1 << 20) };

/// Speaks to the authority under the same rules as every other request of ours.
pub(crate) struct Client(pub(crate) Fetcher);

impl HttpClient for Client {
    fn request(
        &self,
        request: http::Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        Box::pin(send(self.0.clone(), request))
    }
}

async fn send(
    fetcher: Fetcher,
    request: http::Request<BodyWrapper<Bytes>>,
) -> Result<BytesResponse, Error> {
    let (parts, body) = request.into_parts();
    let scheme = parts.uri.scheme_str().filter(|scheme| *scheme == "https");
    let (Some(scheme), Some(authority)) = (scheme, parts.uri.authority()) else {
        return Err(Error::Str("an https:// address"));
    };
    let upstream = Upstream::parse(&format!("{scheme}://{authority}"), false);
    let upstream = upstream.map_err(|reason| Error::Other(reason.into()))?;
    let path = parts.uri.path_and_query().cloned();
    let path = path.unwrap_or_else(|| PathAndQuery::from_static("/"));
    let Ok(body) = body.collect().await;
    let mut headers = parts.headers;
    headers.remove(USER_AGENT);
    let request = Request {
        method: parts.method,
        headers,
        body: body.to_bytes(),
        ..Request::get(&upstream.endpoint, path, LIMITS)
    };
    let fetched = fetcher.send(&request).await.map_err(|error| Error::Other(error.into()))?;
    let mut response = Response::new(Full::new(fetched.body));
    *response.status_mut() = fetched.status;
    *response.headers_mut() = fetched.headers;
    Ok(BytesResponse::from(response))
}
