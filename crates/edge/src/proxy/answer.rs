//! The head of an app's answer as the client gets it.

use std::cell::OnceCell;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, response};
use rewrite::{Place, csp, html};

use super::login::origin;
use super::outgoing::Outgoing;
use super::rewriting::addresses;
use super::rewriting::place::{path_start, place};
use super::set_cookie;
use crate::names::is_hop_by_hop;

const WORKER_SCOPE: HeaderName = HeaderName::from_static("service-worker-allowed");
const REFRESH: HeaderName = HeaderName::from_static("refresh");
const REPORTING: HeaderName = HeaderName::from_static("reporting-endpoints");
const SPECULATION: HeaderName = HeaderName::from_static("speculation-rules");
const SOURCE_MAP: HeaderName = HeaderName::from_static("sourcemap");
const OLD_SOURCE_MAP: HeaderName = HeaderName::from_static("x-sourcemap");
const SANDBOX: HeaderValue = HeaderValue::from_static("sandbox");
const POLICIES: [HeaderName; 2] =
    [header::CONTENT_SECURITY_POLICY, header::CONTENT_SECURITY_POLICY_REPORT_ONLY];

/// Where a request went, and what becomes of the answer's body.
pub(crate) struct Adapting<'a> {
    outgoing: &'a Outgoing<'a>,
    /// Whether the run-time script is in the page.
    injects: bool,
    place: OnceCell<Place>,
}

impl<'a> Adapting<'a> {
    pub(crate) fn new(outgoing: &'a Outgoing<'a>, injects: bool) -> Self {
        Adapting { outgoing, injects, place: OnceCell::new() }
    }

    /// Takes out what must not reach the client, and moves addresses into the app's prefix.
    pub(crate) fn adapt(&self, answer: &mut response::Parts) {
        // The page that the browser has already may hold the script.
        let injects = self.injects || answer.status == StatusCode::NOT_MODIFIED;
        let headers = &mut answer.headers;
        drop_listed(headers);
        self.drop_unwanted(headers);
        if headers.keys().any(is_moved) {
            self.set_cookies(headers);
            self.move_addresses(headers);
            if !self.outgoing.by_host {
                self.keep_inside(headers, injects);
            }
        }
        if self.outgoing.sandboxed {
            headers.append(header::CONTENT_SECURITY_POLICY, SANDBOX);
        }
    }

    /// In rounds, so that the few of most answers need no room of their own.
    fn drop_unwanted(&self, headers: &mut HeaderMap) {
        let is_dropped = |name: &&HeaderName| {
            is_unwanted(name)
                || **name == header::TRAILER && !self.takes_trailers()
                || is_of_the_origin(name) && !self.outgoing.by_host
        };
        loop {
            let mut unwanted = [const { None }; AT_A_TIME];
            let mut count = 0;
            for name in headers.keys().filter(is_dropped).take(AT_A_TIME) {
                unwanted[count] = Some(name.clone());
                count += 1;
            }
            for name in unwanted.into_iter().flatten() {
                headers.remove(name);
            }
            if count < AT_A_TIME {
                return;
            }
        }
    }

    /// Whether the client takes trailers, so that they may be announced.
    fn takes_trailers(&self) -> bool {
        self.outgoing.request.headers.get_all(header::TE).iter().any(|te| te == "trailers")
    }

    fn place(&self) -> &Place {
        self.place.get_or_init(|| place(self.outgoing))
    }

    fn set_cookies(&self, headers: &mut HeaderMap) {
        let header::Entry::Occupied(lines) = headers.entry(header::SET_COOKIE) else { return };
        let (_, lines) = lines.remove_entry_mult();
        let lines: Vec<_> =
            lines.filter_map(|line| set_cookie::from_app(&line, self.outgoing)).collect();
        for line in lines {
            headers.append(header::SET_COOKIE, line);
        }
    }

    fn move_addresses(&self, headers: &mut HeaderMap) {
        for name in [header::LOCATION, header::CONTENT_LOCATION, SOURCE_MAP, OLD_SOURCE_MAP] {
            let learns = name == header::LOCATION;
            change(headers, &name, |address| {
                if learns {
                    self.learn(address);
                }
                self.place().moved(address)
            });
        }
        change(headers, &REFRESH, |value| html::refresh(value, self.place()));
        change(headers, &header::LINK, |value| {
            let addresses = value.split('<').skip(1).filter_map(|rest| rest.split('>').next());
            addresses.for_each(|address| self.learn(address));
            addresses::link(value, self.place())
        });
        for name in [REPORTING, SPECULATION] {
            change(headers, &name, |value| addresses::quoted(value, self.place()));
        }
        change(headers, &header::ACCESS_CONTROL_ALLOW_ORIGIN, |value| self.allowed_origin(value));
    }

    /// What matters where apps share an origin.
    fn keep_inside(&self, headers: &mut HeaderMap, injects: bool) {
        if let Some(scope) = headers.remove(WORKER_SCOPE) {
            let place = if self.outgoing.route.options.strip_prefix {
                self.place().clone()
            } else {
                Place::new(self.outgoing.route.prefix.as_str(), "")
            };
            let scope =
                scope.to_str().ok().and_then(|scope| addresses::worker_scope(scope, &place));
            if let Some(scope) = scope.and_then(|scope| HeaderValue::try_from(scope).ok()) {
                headers.insert(WORKER_SCOPE, scope);
            }
        }
        if !self.outgoing.is_stripped() {
            return;
        }
        change(headers, &header::REFERRER_POLICY, addresses::referrer_policy);
        if self.outgoing.is_rewritten() {
            for name in POLICIES {
                change(headers, &name, |policy| csp::adapted(policy, self.place(), injects));
            }
        }
    }

    /// An app that allows itself allows the gateway, where browsers see it.
    fn allowed_origin(&self, named: &str) -> Option<String> {
        let own = named.contains("://") && self.place().moved(named).is_some();
        let client = self.outgoing.client;
        client.host.as_ref().filter(|_| own).map(|host| origin(host, client.secure))
    }

    /// An app that writes the prefix by itself knows of it, unless it repeats what it was told.
    fn learn(&self, address: &str) {
        let Outgoing { request, route, .. } = self.outgoing;
        let path = path_of(address);
        if !self.outgoing.is_stripped() || !self.place().carries_prefix(path) {
            return;
        }
        let referer = request.headers.get(header::REFERER).and_then(|value| value.to_str().ok());
        if referer.is_none_or(|referer| path_of(referer) != path) {
            route.app.learned.set_knows_prefix(true);
        }
    }
}

/// The path of an address, without a query.
fn path_of(address: &str) -> &str {
    address[path_start(address)..].split(['?', '#']).next().unwrap_or_default()
}

/// Changes every value of a header that `change` has another one for.
fn change(
    headers: &mut HeaderMap,
    name: &HeaderName,
    mut change: impl FnMut(&str) -> Option<String>,
) {
    let header::Entry::Occupied(mut lines) = headers.entry(name) else { return };
    for value in lines.iter_mut() {
        let changed = value.to_str().ok().and_then(&mut change);
        if let Some(changed) = changed.and_then(|text| HeaderValue::try_from(text).ok()) {
            *value = changed;
        }
    }
}

const AT_A_TIME: usize = 8;

/// Headers of one connection, those that would speak for all apps of the shared origin, and those
/// that the gateway sets itself.
fn is_unwanted(name: &HeaderName) -> bool {
    let text = name.as_str();
    is_hop_by_hop(text) && text != "trailer"
        || matches!(
            text,
            "strict-transport-security" | "clear-site-data" | "alt-svc" | "x-api-version"
        )
}

/// Would have browsers report the requests of every app to one of them, or keep its answers to
/// unpack those of others with.
fn is_of_the_origin(name: &HeaderName) -> bool {
    matches!(name.as_str(), "nel" | "report-to" | "use-as-dictionary")
}

fn is_moved(name: &HeaderName) -> bool {
    matches!(
        name.as_str(),
        "set-cookie"
            | "location"
            | "content-location"
            | "refresh"
            | "link"
            | "sourcemap"
            | "x-sourcemap"
            | "service-worker-allowed"
            | "reporting-endpoints"
            | "speculation-rules"
            | "referrer-policy"
            | "access-control-allow-origin"
            | "content-security-policy"
            | "content-security-policy-report-only"
    )
}

/// Whether an app may say it behind a body.
pub(super) fn is_trailer(name: &HeaderName) -> bool {
    let of_the_head = matches!(
        *name,
        header::AUTHORIZATION
            | header::CACHE_CONTROL
            | header::CONTENT_ENCODING
            | header::CONTENT_LENGTH
            | header::CONTENT_RANGE
            | header::CONTENT_TYPE
            | header::HOST
    );
    !(of_the_head || is_unwanted(name) || is_of_the_origin(name) || is_moved(name))
}

/// Headers that `Connection` names belong to the connection.
fn drop_listed(headers: &mut HeaderMap) {
    let is_usual =
        |list: &str| ["keep-alive", "close"].iter().any(|one| one.eq_ignore_ascii_case(list));
    let is_framing = |name: &str| matches!(name, "content-length" | "content-type" | "set-cookie");
    let lists = headers.get_all(header::CONNECTION).into_iter();
    let names: Vec<HeaderName> = lists
        .filter_map(|list| list.to_str().ok())
        .filter(|list| !is_usual(list))
        .flat_map(|list| list.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .filter(|name: &HeaderName| !is_framing(name.as_str()))
        .collect();
    for name in names {
        headers.remove(name);
    }
}
