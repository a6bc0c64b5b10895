//! Asks for things as a browser does, through the gateway or straight at the app.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use fetch::{FetchError, Fetched, Fetcher, Limits, Request, Take};
use http::uri::PathAndQuery;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use rewrite::codec::Encoding;
use rewrite::kind::{self, Asked, PassedOver, Said};
use routing::Endpoint;
use url::Url;

use super::budget::{Budget, LARGEST_BODY};
use super::coding;
use super::jar::Jar;
use super::sides::{Leads, Sides};
use super::speech::{self, Dest};

/// Browsers give up later, but what has not settled by then does not.
const MOST_HOPS: usize = 8;
/// An app that has a socket agrees at once.
const SOCKET: Duration = Duration::from_secs(3);
const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

pub(super) struct Client<'a> {
    pub(super) sides: &'a Sides,
    budget: &'a Budget,
    fetcher: &'a Fetcher,
    endpoint: Endpoint,
    host: HeaderValue,
    way: Way,
    jar: Mutex<Jar>,
}

enum Way {
    /// With the word for the gate.
    Through(HeaderValue),
    /// With the headers that the gateway would add.
    Direct(HeaderMap),
}

#[derive(Debug)]
pub(super) enum Missed {
    /// The check has asked for enough.
    Spent,
    Failed(FetchError),
}

#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) url: Url,
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// Where following redirects came to an end.
#[derive(Debug)]
pub(super) struct Arrived {
    pub(super) answer: Answer,
    /// Each redirect on the way: where from, and the address as it was written.
    pub(super) hops: Vec<(Url, String)>,
    pub(super) end: End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    Answered,
    /// Round and round.
    Loop,
    /// A redirect to a place that is not the app's.
    Left(Url, Leads),
}

impl<'a> Client<'a> {
    pub(super) fn through(
        sides: &'a Sides,
        budget: &'a Budget,
        passage: &'a super::Passage,
    ) -> Client<'a> {
        let host = HeaderValue::try_from(super::sides::authority(&sides.origin));
        Client {
            sides,
            budget,
            fetcher: &passage.fetcher,
            endpoint: passage.endpoint.clone(),
            host: host.unwrap_or_else(|_| HeaderValue::from_static("localhost")),
            way: Way::Through(passage.pass.clone()),
            jar: Mutex::default(),
        }
    }

    /// As the gateway would ask, and with this `Host`.
    pub(super) fn direct(
        sides: &'a Sides,
        budget: &'a Budget,
        fetcher: &'a Fetcher,
        (endpoint, host): (Endpoint, HeaderValue),
    ) -> Client<'a> {
        let way = Way::Direct(speech::forwarded(sides));
        Client { sides, budget, fetcher, endpoint, host, way, jar: Mutex::default() }
    }

    pub(super) fn requests_left(&self) -> usize {
        self.budget.left()
    }

    /// Asks for an address that a browser would ask for, and follows redirects within the app.
    pub(super) async fn open(
        &self,
        url: &Url,
        dest: Dest,
        referer: Option<&Url>,
    ) -> Result<Arrived, Missed> {
        let (mut url, mut hops) = (url.clone(), Vec::new());
        loop {
            let answer = self.get(&url, dest, referer).await?;
            let Some((next, written)) = self.next(&answer) else {
                return Ok(Arrived { answer, hops, end: End::Answered });
            };
            hops.push((url, written));
            let leads = self.sides.leads(&next);
            let led_back = leads == Leads::Inside;
            let end = match (led_back, hops.len() >= MOST_HOPS) {
                (true, false) => {
                    url = next;
                    continue;
                }
                (true, true) => End::Loop,
                (false, _) => End::Left(next, leads),
            };
            return Ok(Arrived { answer, hops, end });
        }
    }

    async fn get(&self, url: &Url, dest: Dest, referer: Option<&Url>) -> Result<Answer, Missed> {
        let mut headers = speech::headers(dest, referer, self.sides);
        headers.extend(self.own_headers(url));
        let fetched = self.send(url, headers, Take::Start(LARGEST_BODY)).await?;
        self.jar().keep(url, &fetched.headers);
        let Fetched { status, headers, body, .. } = fetched;
        let body = coding::plain(&headers, body).await;
        Ok(Answer { url: url.clone(), status, headers, body })
    }

    /// What is answered to somebody who wants a WebSocket there.
    pub(super) async fn ask_for_socket(&self, url: &Url) -> Result<StatusCode, Missed> {
        let origin = match self.way {
            Way::Through(_) => self.sides.origin.origin().ascii_serialization(),
            Way::Direct(_) => {
                let scheme = self.sides.origin.scheme();
                format!("{scheme}://{}", self.host.to_str().unwrap_or_default())
            }
        };
        let mut headers = speech::socket_headers(&origin);
        headers.extend(self.own_headers(url));
        let fetched = self.send(url, headers, Take::Head).await?;
        Ok(fetched.status)
    }

    async fn send(&self, url: &Url, headers: HeaderMap, take: Take) -> Result<Fetched, Missed> {
        let upgrade = headers.contains_key(header::SEC_WEBSOCKET_KEY);
        let time = self.budget.take().ok_or(Missed::Spent)?;
        let time = if upgrade { time.min(SOCKET) } else { time };
        let path_and_query = self.target(url);
        let mut request = Request::get(&self.endpoint, path_and_query, Limits { time, take });
        request.headers = headers;
        request.host = Some(self.host.clone());
        request.with_credentials = true;
        request.upgrade = upgrade;
        self.fetcher.send(&request).await.map_err(Missed::Failed)
    }

    fn target(&self, url: &Url) -> PathAndQuery {
        let target = match self.way {
            Way::Through(_) => {
                url[url::Position::BeforePath..url::Position::AfterQuery].parse().ok()
            }
            Way::Direct(_) => self.sides.on_app(url),
        };
        target.unwrap_or_else(|| PathAndQuery::from_static("/"))
    }

    /// The pass goes into the app and nowhere else.
    fn own_headers(&self, url: &Url) -> HeaderMap {
        let mut headers = match &self.way {
            Way::Through(pass) if self.sides.leads(url) == Leads::Inside => {
                HeaderMap::from_iter([(API_KEY, pass.clone())])
            }
            Way::Through(_) => HeaderMap::new(),
            Way::Direct(forwarded) => forwarded.clone(),
        };
        if let Some(cookies) = self.jar().header(url) {
            headers.insert(header::COOKIE, cookies);
        }
        headers
    }

    /// Where a redirect leads, and how that was written. What the app says directly is read as the
    /// gateway would hand it on.
    fn next(&self, answer: &Answer) -> Option<(Url, String)> {
        if !answer.status.is_redirection() {
            return None;
        }
        let written = answer.headers.get(header::LOCATION)?.to_str().ok()?;
        let moved = match self.way {
            Way::Through(_) => None,
            Way::Direct(_) => self.sides.place_of(&answer.url).moved(written),
        };
        let next = answer.url.join(moved.as_deref().unwrap_or(written)).ok()?;
        Some((next, written.to_owned()))
    }

    fn jar(&self) -> std::sync::MutexGuard<'_, Jar> {
        self.jar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answer {
    pub(super) fn is_good(&self) -> bool {
        !self.status.is_client_error() && !self.status.is_server_error()
    }

    /// How the app wants to be told who is there, where it asks: `Basic`.
    pub(super) fn challenge(&self) -> Option<&str> {
        let asks = self.status == StatusCode::UNAUTHORIZED;
        let value = self.headers.get(header::WWW_AUTHENTICATE).filter(|_| asks)?.to_str().ok()?;
        value.split([' ', ',']).next().filter(|scheme| !scheme.is_empty())
    }

    pub(super) fn is_html(&self) -> bool {
        match self.content_type() {
            "" => {
                let start = self.body.trim_ascii_start();
                let start = start[..start.len().min(14)].to_ascii_lowercase();
                start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
            }
            kind => matches!(kind, "text/html" | "application/xhtml+xml"),
        }
    }

    /// Why the gateway passed a page on as it is, where it did.
    pub(super) fn passed_over(&self) -> Option<PassedOver> {
        let text = |name| self.headers.get(name).and_then(|value| value.to_str().ok());
        let coding = text(header::CONTENT_ENCODING);
        if self.is_html() && coding.is_some_and(|coding| Encoding::of_answer(coding).is_none()) {
            return Some(PassedOver::Coding);
        }
        let asked =
            Asked { path: self.url.path(), destination: Some("document"), ..Asked::default() };
        let said = Said {
            status: self.status.as_u16(),
            media_type: text(header::CONTENT_TYPE),
            disposition: text(header::CONTENT_DISPOSITION),
            nosniff: false,
        };
        kind::passed_over(asked, said)
    }

    fn content_type(&self) -> &str {
        let value = self.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        value.and_then(|value| value.split(';').next()).unwrap_or_default().trim()
    }
}

impl Arrived {
    /// Whether a person gets to see something of the app there.
    pub(super) fn is_good(&self) -> bool {
        match self.end {
            End::Answered => self.answer.is_good() || self.answer.challenge().is_some(),
            End::Loop => false,
            End::Left(_, leads) => leads == Leads::Elsewhere,
        }
    }

    pub(super) fn summary(&self) -> String {
        match &self.end {
            End::Loop => "redirects in a circle".to_owned(),
            End::Left(..) => format!("answers {} and leads elsewhere", self.answer.status.as_u16()),
            End::Answered => format!("answers {}", self.answer.status.as_u16()),
        }
    }
}
