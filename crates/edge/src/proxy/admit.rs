//! Whether a caller may use an app.

use std::rc::Rc;

use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use kit::{Error, ErrorKind, Identity, Scope, Timestamp};
use routing::{
    APPS_COOKIE, ClientInfo, Gate, OriginKind, PEER_TOKEN, Passport, PeerTokens, Peering,
    Presented, Route,
};

use super::cookies;
use crate::auth_cache::AuthCache;
use crate::failure::FailureKind;

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
const BEARER: &[u8] = b"bearer ";

/// Somebody who may come in.
#[derive(Debug, Clone)]
pub(crate) enum AppCaller {
    /// A caller on this machine.
    Local,
    Known(Rc<Passport>, Means),
    /// Anybody, on a route that is open to all.
    Stranger,
}

/// By what a caller is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Means {
    Token,
    Key,
    Cookie,
    /// The word of another gateway.
    Peer,
}

impl AppCaller {
    pub(crate) fn passport(&self) -> Option<&Passport> {
        match self {
            AppCaller::Known(passport, _) => Some(passport),
            AppCaller::Local | AppCaller::Stranger => None,
        }
    }

    /// `None` where anybody may come.
    pub(crate) fn identity(&self) -> Option<&Identity> {
        match self {
            AppCaller::Known(passport, _) => Some(&passport.principal.identity),
            AppCaller::Local => Some(&Identity::Local),
            AppCaller::Stranger => None,
        }
    }

    /// What tells another gateway who this is, where the route leads to one.
    pub(crate) fn introduced(
        &self,
        route: &Route,
        peers: &dyn PeerTokens,
    ) -> Result<Option<HeaderValue>, FailureKind> {
        let Peering::To { gateway, app } = &route.peering else { return Ok(None) };
        // It may have been removed a moment ago.
        let token = peers.issue(gateway, app, self.passport()).ok_or(FailureKind::Unreachable)?;
        Ok(Some(token))
    }
}

/// What a caller has to meet: the rules of the route, and of the one below it where the request lies
/// in that as the app may read it.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) route: &'a Route,
    pub(crate) nested: Option<&'a Route>,
}

impl Rules<'_> {
    fn is_public(self) -> bool {
        self.each().all(|route| route.options.public_access)
    }

    /// The first scope that is needed and not there.
    fn missing(&self, passport: &Passport) -> Option<&Scope> {
        let closed = self.each().filter(|route| !route.options.public_access);
        let mut scopes = closed.flat_map(|route| &route.scopes);
        scopes.find(|scope| !passport.principal.may(scope.as_str()))
    }

    fn each(&self) -> impl Iterator<Item = &Route> {
        [self.route].into_iter().chain(self.nested)
    }
}

pub(crate) struct Authorizer<'a> {
    pub(crate) gate: &'a dyn Gate,
    pub(crate) peers: &'a dyn PeerTokens,
    pub(crate) auth_cache: &'a AuthCache,
    pub(crate) now: Timestamp,
}

impl Authorizer<'_> {
    pub(crate) fn admit(
        &self,
        rules: Rules<'_>,
        client: &ClientInfo,
        request: &Parts,
    ) -> kit::Result<AppCaller> {
        if rules.route.peering == Peering::From {
            let passport = self.judge_peer(rules, request)?;
            return Ok(AppCaller::Known(passport, Means::Peer));
        }
        let by_header = self.header_credential(rules.route, &request.headers)?;
        if let Some(presented) = by_header {
            let means = match presented {
                Presented::Key(_) => Means::Key,
                Presented::Token(_) | Presented::Cookie(_) => Means::Token,
            };
            let passport = self.judge(rules, client, presented)?;
            return Ok(AppCaller::Known(passport, means));
        }
        let by_cookie = self.judge_cookies(rules, client, request);
        match (by_cookie, client.local) {
            (Some(Ok(passport)), _) => Ok(AppCaller::Known(passport, Means::Cookie)),
            // A stale cookie must not keep people from what everybody may see.
            (Some(Err(_)), _) if rules.is_public() => Ok(AppCaller::Stranger),
            (Some(Err(error)), _) => Err(error),
            (None, true) => Ok(AppCaller::Local),
            (None, false) if rules.is_public() => Ok(AppCaller::Stranger),
            (None, false) => Err(Error::unauthorized("Authentication is required")),
        }
    }

    /// Each token comes once, so there is nothing to remember.
    fn judge_peer(&self, rules: Rules<'_>, request: &Parts) -> kit::Result<Rc<Passport>> {
        let token = only_value(&request.headers, &PEER_TOKEN)?;
        let token = token.ok_or_else(|| Error::unauthorized("Only other gateways come here"))?;
        let passport = self.peers.judge(token, &rules.route.app.id)?;
        match rules.missing(&passport) {
            None => Ok(Rc::new(passport)),
            Some(scope) => Err(lacks(scope)),
        }
    }

    /// The first good cookie counts, however many others an app on the same host has set before it.
    fn judge_cookies(
        &self,
        rules: Rules<'_>,
        client: &ClientInfo,
        request: &Parts,
    ) -> Option<kit::Result<Rc<Passport>>> {
        let mut cookies = cookies::find(&request.headers, APPS_COOKIE).peekable();
        cookies.peek()?;
        if client.origin == OriginKind::Foreign && has_effects(request) {
            return Some(Err(Error::forbidden("Another site may not do this")));
        }
        let mut judged = cookies.map(|cookie| self.judge(rules, client, Presented::Cookie(cookie)));
        let first = judged.next()?;
        if first.is_ok() {
            return Some(first);
        }
        Some(judged.find(Result::is_ok).unwrap_or(first))
    }

    fn judge(
        &self,
        rules: Rules<'_>,
        client: &ClientInfo,
        presented: Presented<'_>,
    ) -> kit::Result<Rc<Passport>> {
        let passport = self.auth_cache.judge(self.gate, self.now, presented)?;
        let host = client.host.as_ref().map(|host| host.name.as_str());
        if passport.host.as_deref().is_some_and(|only| host != Some(only)) {
            return Err(Error::unauthorized("The credential counts at another address"));
        }
        match rules.missing(&passport) {
            None => Ok(passport),
            Some(scope) => Err(lacks(scope)),
        }
    }

    /// The one credential that the caller sent by itself.
    fn header_credential<'a>(
        &self,
        route: &Route,
        headers: &'a HeaderMap,
    ) -> kit::Result<Option<Presented<'a>>> {
        let token = self.our_token(route, headers)?.map(Presented::Token);
        let key = only_value(headers, &API_KEY)?.map(Presented::Key);
        match (token, key) {
            (Some(_), Some(_)) => Err(several()),
            (token, key) => Ok(token.or(key)),
        }
    }

    /// A bearer token is ours, unless the route lets the app's own through and it is not.
    fn our_token<'a>(&self, route: &Route, headers: &'a HeaderMap) -> kit::Result<Option<&'a str>> {
        let Some(value) = only_value(headers, &header::AUTHORIZATION)? else { return Ok(None) };
        let Some(token) = bearer(value) else { return Ok(None) };
        let ours = !route.options.forward_authorization || self.gate.is_ours(token);
        Ok(ours.then_some(token))
    }
}

/// Whether the caller sent a credential by itself: then that is judged, and nothing else helps.
pub(crate) fn has_header_credential(headers: &HeaderMap) -> bool {
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    headers.contains_key(API_KEY)
        || headers.contains_key(PEER_TOKEN)
        || token.and_then(bearer).is_some()
}

fn bearer(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.as_bytes().split_at_checked(BEARER.len())?;
    let is_bearer = scheme.eq_ignore_ascii_case(BEARER);
    is_bearer.then(|| std::str::from_utf8(token).ok().map(str::trim)).flatten()
}

fn only_value<'a>(headers: &'a HeaderMap, name: &HeaderName) -> kit::Result<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(several());
    }
    let text = value.to_str().map_err(|_| Error::unauthorized("The credential is not text"))?;
    Ok(Some(text))
}

fn several() -> Error {
    Error::unauthorized("Send one credential, not several")
}

fn lacks(scope: &Scope) -> Error {
    Error::new(ErrorKind::Forbidden, format!("This needs the scope {scope}"))
}

/// Requests that another site's page must not make with the visitor's cookie. Opening a socket
/// counts: what is said on it later is not checked again.
fn has_effects(request: &Parts) -> bool {
    let safe = matches!(request.method, Method::GET | Method::HEAD | Method::OPTIONS);
    !safe || request.headers.contains_key(header::UPGRADE)
}
