//! Plain HTTP that only says where HTTPS is, and shows public authorities what they look for.

use certs::Certs;
use futures::future::{BoxFuture, FutureExt, ready};
use http::header::{HOST, LOCATION};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, Uri};
use kit::ErrorKind;
use routing::{Body, Local, full, problem};

const PROOFS: &str = "/.well-known/acme-challenge/";

/// Answers every request with a redirect to the same place over HTTPS, but for the proofs that an
/// authority has asked for just now.
pub(crate) struct ToHttps {
    pub(crate) port: u16,
    pub(crate) certs: Certs,
}

impl Local for ToHttps {
    fn call(&self, request: Request<Body>) -> BoxFuture<'static, Response<Body>> {
        let token = request.uri().path().strip_prefix(PROOFS);
        if let Some(answer) = token.and_then(|token| self.certs.proof(token)) {
            return ready(Response::new(full(answer))).boxed();
        }
        let response = match location(self.port, request.uri(), request.headers()) {
            Some(location) => redirect(location),
            None => {
                let code = ErrorKind::InvalidRequest.code();
                problem(StatusCode::BAD_REQUEST, code, "The request names no host")
            }
        };
        ready(response).boxed()
    }
}

fn location(port: u16, uri: &Uri, headers: &HeaderMap) -> Option<HeaderValue> {
    let header = || headers.get(HOST)?.to_str().ok()?.parse::<Authority>().ok();
    let authority = uri.authority().cloned().or_else(header)?;
    let port = match port {
        443 => String::new(),
        port => format!(":{port}"),
    };
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    HeaderValue::from_str(&format!("https://{}{port}{path}", authority.host())).ok()
}

fn redirect(location: HeaderValue) -> Response<Body> {
    let mut response = Response::new(full(""));
    *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
    response.headers_mut().insert(LOCATION, location);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_stays_the_same_and_the_port_is_that_of_https() {
        for (port, host, path, expected) in [
            (8443, "nas.local:8080", "/apps/x/?a=%2F&b", "https://nas.local:8443/apps/x/?a=%2F&b"),
            (443, "192.168.1.10", "/", "https://192.168.1.10/"),
            (443, "[fd00::1]:80", "/x", "https://[fd00::1]/x"),
        ] {
            let headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]);
            let location = location(port, &Uri::from_static(path), &headers);
            assert_eq!(location, Some(HeaderValue::from_static(expected)));
        }
        assert_eq!(location(1, &Uri::from_static("/"), &HeaderMap::new()), None);
    }
}
