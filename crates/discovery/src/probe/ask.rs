use std::time::Duration;

use fetch::{FetchError, FetchErrorKind, Fetched, Fetcher, Limits, Request, Take};
use http::header::LOCATION;
use http::uri::PathAndQuery;
use http::{Method, StatusCode};
use routing::{Endpoint, Scheme, Trust};

use super::guess;
use super::slots::{Slot, Slots};
use crate::model::{Address, Source};

const TIME: Duration = Duration::from_secs(2);
/// Enough of an error page to see what it is about.
const START: usize = 2_048;
/// What servers say to somebody who speaks HTTP where they expect TLS.
const SPEAK_TLS: [&str; 6] = [
    "https port",
    "https server",
    "ssl-enabled",
    "requires tls",
    "speaking plain http",
    "speaks https",
];

/// Asks single addresses.
pub(crate) struct Asker {
    fetcher: Fetcher,
    slots: Slots,
}

/// How an address answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) scheme: Scheme,
    pub(super) status: u16,
    pub(super) insecure: bool,
}

/// On whose behalf somebody is asked, and whether that was done before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    pub(super) source: Source,
    pub(super) again: bool,
}

impl Asker {
    pub(crate) fn new(fetcher: Fetcher) -> Self {
        Asker { fetcher, slots: Slots::new() }
    }

    pub(super) async fn slot(&self, turn: Turn, address: &Address) -> Slot {
        self.slots.take(turn.source, turn.again, &address.host).await
    }

    /// Whether HTTP is spoken there, in the way that is known or in any.
    pub(super) async fn ask(&self, address: &Address, scheme: Option<Scheme>) -> Option<Answer> {
        match scheme {
            Some(scheme) if scheme.is_secure() => self.https(address).await.ok(),
            Some(scheme) => self.http(address, scheme).await.ok().map(|(answer, _)| answer),
            None if guess(address.port).is_secure() => match self.https(address).await {
                Ok(answer) => Some(answer),
                Err(kind) if may_speak_otherwise(kind) => {
                    self.http(address, Scheme::Http).await.ok().map(|(answer, _)| answer)
                }
                Err(_) => None,
            },
            None => match self.http(address, Scheme::Http).await {
                Ok((answer, false)) => Some(answer),
                Ok((answer, true)) => Some(self.https(address).await.unwrap_or(answer)),
                Err(kind) if may_speak_otherwise(kind) => self.https(address).await.ok(),
                Err(_) => None,
            },
        }
    }

    /// The key of a server that proves to have it.
    pub(super) async fn key(&self, address: &Address) -> Option<String> {
        self.fetcher.key(&endpoint(address, Scheme::Https, true), TIME).await.ok()
    }

    /// The answer, and whether it says that TLS is spoken here.
    async fn http(
        &self,
        address: &Address,
        scheme: Scheme,
    ) -> Result<(Answer, bool), FetchErrorKind> {
        let endpoint = endpoint(address, scheme, false);
        let fetched = self.head_or_get(&endpoint).await?;
        let mut wants_tls = leads_to_tls(&fetched, address);
        if fetched.status == StatusCode::BAD_REQUEST {
            let page = self.send(&endpoint, Method::GET).await;
            wants_tls |= page.is_ok_and(|page| speaks_of_tls(&page.body));
        }
        Ok((Answer { scheme, status: fetched.status.as_u16(), insecure: false }, wants_tls))
    }

    /// Most certificates in a private network are signed by nobody, so that is no reason to take
    /// no for an answer.
    async fn https(&self, address: &Address) -> Result<Answer, FetchErrorKind> {
        let scheme = Scheme::Https;
        let mut insecure = false;
        let mut fetched = self.head_or_get(&endpoint(address, scheme, insecure)).await;
        if matches!(fetched, Err(FetchErrorKind::Tls)) {
            insecure = true;
            fetched = self.head_or_get(&endpoint(address, scheme, insecure)).await;
        }
        Ok(Answer { scheme, status: fetched?.status.as_u16(), insecure })
    }

    async fn head_or_get(&self, endpoint: &Endpoint) -> Result<Fetched, FetchErrorKind> {
        match self.send(endpoint, Method::HEAD).await {
            Ok(fetched) => Ok(fetched),
            Err(error) if is_worth_a_get(error.kind) => {
                self.send(endpoint, Method::GET).await.map_err(|error| error.kind)
            }
            Err(error) => Err(error.kind),
        }
    }

    async fn send(&self, endpoint: &Endpoint, method: Method) -> Result<Fetched, FetchError> {
        let take = if method == Method::HEAD { Take::Head } else { Take::Start(START) };
        let limits = Limits { time: TIME, take };
        let mut request = Request::get(endpoint, PathAndQuery::from_static("/"), limits);
        request.method = method;
        self.fetcher.send(&request).await
    }
}

fn endpoint(address: &Address, scheme: Scheme, insecure: bool) -> Endpoint {
    let trust = if insecure { Trust::Anybody } else { Trust::Authorities };
    Endpoint { scheme, host: address.host.clone(), port: address.port, trust }
}

/// Somebody is there who did not understand, or did not want to.
fn is_worth_a_get(kind: FetchErrorKind) -> bool {
    matches!(kind, FetchErrorKind::Protocol | FetchErrorKind::Connect | FetchErrorKind::Timeout)
}

fn may_speak_otherwise(kind: FetchErrorKind) -> bool {
    matches!(kind, FetchErrorKind::Protocol | FetchErrorKind::Connect | FetchErrorKind::Tls)
}

fn speaks_of_tls(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body).to_ascii_lowercase();
    SPEAK_TLS.iter().any(|words| text.contains(words))
}

/// Whether it sends everybody to the same port by HTTPS.
fn leads_to_tls(fetched: &Fetched, address: &Address) -> bool {
    let location = fetched.headers.get(LOCATION).and_then(|value| value.to_str().ok());
    let uri = location.and_then(|location| location.parse::<http::Uri>().ok());
    fetched.status.is_redirection()
        && uri.is_some_and(|uri| {
            uri.scheme_str() == Some("https") && uri.port_u16().unwrap_or(443) == address.port
        })
}
