//! A stand-in for the gateway between a check and an app: it asks for the pass, takes the prefix
//! off and moves addresses, as far as these tests need it.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Redirect, Response};
use fetch::{Fetched, Fetcher, Limits, Take};
use http::{HeaderValue, StatusCode, header};
use rewrite::Place;
use routing::{Endpoint, HostHeader, Route, Scheme, Trust};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use url::Url;

use crate::{Entrance, Passage};

const PASS: HeaderValue = HeaderValue::from_static("a pass");

/// Something that listens on loopback until it is dropped.
pub(super) struct Served {
    pub(super) address: SocketAddr,
    _tasks: JoinSet<()>,
}

impl Served {
    pub(super) async fn start(app: Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Served { address, _tasks: tasks }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

#[derive(Clone, Default)]
struct Known(Arc<Mutex<HashMap<String, Arc<Route>>>>);

pub(super) struct Front {
    served: Served,
    known: Known,
}

impl Front {
    pub(super) async fn open() -> Self {
        let known = Known::default();
        let routes = known.clone();
        let app =
            Router::new().fallback(async move |request: Request| routes.answer(request).await);
        Front { served: Served::start(app).await, known }
    }
}

impl Entrance for Front {
    fn open(&self, route: &Route) -> Option<Passage> {
        let SocketAddr::V4(address) = self.served.address else { return None };
        let prefix = route.prefix.as_str().to_owned();
        self.known.0.lock().expect("a lock").insert(prefix, Arc::new(route.clone()));
        Some(Passage {
            endpoint: Endpoint {
                scheme: Scheme::Http,
                host: address.ip().to_string(),
                port: address.port(),
                trust: Trust::Authorities,
            },
            origin: format!("http://attic.local:{}", address.port()),
            pass: PASS,
            fetcher: Fetcher::new(Arc::default()),
            guard: Box::new(()),
        })
    }
}

impl Known {
    async fn answer(&self, request: Request) -> Response {
        let path = request.uri().path();
        let found = {
            let routes = self.0.lock().expect("a lock");
            let below = |prefix: &str| rewrite::starts_at_boundary(path, prefix);
            routes.iter().find(|(prefix, _)| below(prefix)).map(|(_, route)| route.clone())
        };
        let Some(route) = found else { return self.lead_back(&request) };
        assert_eq!(request.headers().get("x-api-key"), Some(&PASS), "{path}");
        if request.headers().contains_key(header::UPGRADE) && !route.options.websocket {
            return StatusCode::BAD_REQUEST.into_response();
        }
        match forward(&route, request).await {
            Some(answer) => answer,
            None => StatusCode::BAD_GATEWAY.into_response(),
        }
    }

    /// What escaped is led back by the page that asked, unless its name says otherwise.
    fn lead_back(&self, request: &Request) -> Response {
        assert!(!request.headers().contains_key("x-api-key"), "the pass stays in the app");
        let referer = request.headers().get(header::REFERER).and_then(|value| value.to_str().ok());
        let page = referer.and_then(|text| Url::parse(text).ok());
        let routes = self.0.lock().expect("a lock");
        let below = |prefix: &&String| {
            page.as_ref().is_some_and(|page| rewrite::starts_at_boundary(page.path(), prefix))
        };
        match routes.keys().find(below).filter(|_| !request.uri().path().contains("lost")) {
            Some(prefix) => {
                Redirect::temporary(&format!("{prefix}{}", request.uri())).into_response()
            }
            None => StatusCode::NOT_FOUND.into_response(),
        }
    }
}

async fn forward(route: &Route, request: Request) -> Option<Response> {
    let prefix = route.prefix.as_str();
    let stripped = if route.options.strip_prefix { prefix.len() } else { 0 };
    let target = request.uri().path_and_query()?.as_str();
    let target = format!("{}{}", route.upstream.base_path, &target[stripped..]).parse().ok()?;
    let limits = Limits { time: Duration::from_secs(10), take: Take::Whole(8 << 20) };
    let mut asked = fetch::Request::get(&route.upstream.endpoint, target, limits);
    let host = request.headers().get(header::HOST)?.clone();
    asked.upgrade = request.headers().contains_key(header::UPGRADE);
    asked.headers = request.headers().clone();
    for own in [header::HOST.as_str(), "x-api-key", "connection", "upgrade"] {
        asked.headers.remove(own);
    }
    for told in ["x-forwarded-prefix", "x-script-name", "x-ingress-path"] {
        asked.headers.insert(told, route.prefix.as_value().clone());
    }
    asked.host = (route.options.host_header == HostHeader::Client).then_some(host.clone());
    asked.with_credentials = true;
    if asked.upgrade {
        asked.limits.take = Take::Head;
    }
    let fetched = Fetcher::new(Arc::default()).send(&asked).await.ok()?;
    let inner = route.upstream.authority.to_str().ok()?;
    let place = Place::new(if route.options.strip_prefix { prefix } else { "" }, "")
        .with_inner(inner)
        .with_outer(host.to_str().ok()?, false);
    Some(hand_on(fetched, &place, route))
}

fn hand_on(fetched: Fetched, place: &Place, route: &Route) -> Response {
    let mut answer = Response::new(Body::from(fetched.body.clone()));
    *answer.status_mut() = fetched.status;
    let prefix = place.prefix();
    for (name, value) in &fetched.headers {
        let text = value.to_str().unwrap_or_default();
        let moved = match name.as_str() {
            "location" => place.moved(text),
            "set-cookie" => Some(text.replace("Path=/;", &format!("Path={prefix}/;"))),
            "content-length" | "transfer-encoding" => continue,
            _ => None,
        };
        let value = moved.and_then(|text| text.try_into().ok()).unwrap_or(value.clone());
        answer.headers_mut().append(name, value);
    }
    if route.options.rewrite_html && !prefix.is_empty() {
        let text = String::from_utf8_lossy(&fetched.body).into_owned();
        *answer.body_mut() = Body::from(moved(text, place, route));
    }
    answer
}

/// Moves what is quoted or in `url(…)`; an address with `lost` in it is one that nobody finds.
fn moved(text: String, place: &Place, route: &Route) -> String {
    let prefix = place.prefix();
    let inner = format!("http://{}", route.upstream.authority.to_str().unwrap_or_default());
    let mut text = text.replace(&inner, "");
    for begin in ["=\"/", "from \"/", "url(/"] {
        let kept = format!("{begin}lost");
        let own = format!("{}{}", &begin[..begin.len() - 1], prefix);
        text = text.replace(&kept, "\0").replace(&format!("{own}/"), "\u{1}");
        text = text.replace(begin, &format!("{own}/"));
        text = text.replace('\u{1}', &format!("{own}/")).replace('\0', &kept);
    }
    text
}
