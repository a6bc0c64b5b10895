//! Who answers a request: an app, or the gateway itself.

use std::borrow::Cow;
use std::sync::Arc;

use http::request::Parts;
use http::{Response, StatusCode};
use routing::{ClientInfo, Host, PEER_TOKEN, Peering, Route, RouteTable};

use crate::body::ResponseBody;
use crate::edge::Edge;
use crate::escape::{self, LedBack};
use crate::listener_role::{Apps, ListenerRole};
use crate::proxy::{
    AppRequest, Way, as_read, is_navigation, misdirected, objection, origin, path_and_query,
    redirect, refuse,
};

pub(crate) enum Destination {
    App(AppRequest),
    Local,
    Answered(Response<ResponseBody>),
}

impl From<LedBack> for Destination {
    fn from(led_back: LedBack) -> Self {
        match led_back {
            LedBack::Redirect(answer) => Destination::Answered(answer),
            LedBack::Carried(visit) => Destination::App(visit),
        }
    }
}

/// Below this, `/apps/` is the gateway's own: what browsers need to get from one origin to another.
const OWN: &str = "/apps/_gh/";
const NOBODY: &str = "There is no app at this address";
const NOT_NORMAL: &str = "The path is not in its normal form";
/// Where another origin takes the code that it was sent with.
const ENTER: &str = "/_gh/enter";
/// Where the dashboard asks whether a browser reaches the second origin.
const REACH: &str = "/_gh/reach";

pub(crate) fn resolve(
    edge: &Edge,
    role: &ListenerRole,
    request: &Parts,
    client: &ClientInfo,
) -> Destination {
    let path = request.uri.path();
    let apps = role.apps();
    if apps == Apps::None {
        return Destination::Local;
    }
    if let Some(destination) = by_host(edge, request, client) {
        return destination;
    }
    if let Some(host) = client.host.as_ref().filter(|host| !is_ours(edge, host)) {
        return Destination::Answered(misdirected(host, request));
    }
    if !is_below_apps(path) {
        let led_back = escape::led_back(edge, role, request, client).map(Destination::from);
        return led_back.unwrap_or_else(|| match apps {
            Apps::Only if path != ENTER && path != REACH => elsewhere(edge, request),
            _ => Destination::Local,
        });
    }
    if path.starts_with(OWN) && apps != Apps::Only {
        return Destination::Local;
    }
    by_path(edge, role, request, client)
}

fn is_ours(edge: &Edge, host: &Host) -> bool {
    edge.trust.load().answers_to(host) || edge.certs.load().has(&host.name)
}

fn is_below_apps(path: &str) -> bool {
    path.strip_prefix("/apps").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// An app's own host name has no other paths than the app's.
fn by_host(edge: &Edge, request: &Parts, client: &ClientInfo) -> Option<Destination> {
    let host = client.host.as_ref()?;
    let routes = edge.routes.load();
    let route = routes.find_host(&host.name)?.clone();
    // Whatever a route claims, at our own name we answer ourselves.
    if edge.trust.load().names_us(&host.name) {
        return None;
    }
    if request.uri.path() == ENTER {
        return Some(Destination::Local);
    }
    let main = Some(edge.base_url.get());
    let path = request.uri.path();
    let elsewhere = path.starts_with("//").then_some(NOT_NORMAL);
    Some(match objection(path).or(elsewhere) {
        Some(why) => Destination::Answered(refuse(StatusCode::BAD_REQUEST, why, request)),
        None => {
            let nested = nested_by_host(&routes, &route, path);
            let way = Way::ByHost;
            Destination::App(AppRequest { route, nested, way, main, carried_to: None })
        }
    })
}

/// By its own name the app is reached without the prefix, but what lies below it has the same rules.
fn nested_by_host(routes: &RouteTable, route: &Route, path: &str) -> Option<Arc<Route>> {
    if !routes.has_nested() {
        return None;
    }
    let read = as_read(path);
    let below = format!("{}{read}", route.prefix.as_str());
    let nested = |path: &str| routes.find_nested(route, path).cloned();
    nested(&below).or_else(|| nested(&read))
}

fn by_path(edge: &Edge, role: &ListenerRole, request: &Parts, client: &ClientInfo) -> Destination {
    let (path, apps) = (request.uri.path(), role.apps());
    let refused = |status, why| Destination::Answered(refuse(status, why, request));
    let routes = edge.routes.load();
    let route = match route_at(&routes, path) {
        Ok(Some(route)) => route,
        Ok(None) => {
            let nobody = || refused(StatusCode::NOT_FOUND, NOBODY);
            let led_back = escape::led_back(edge, role, request, client);
            return led_back.map_or_else(nobody, Destination::from);
        }
        Err(why) => return refused(StatusCode::BAD_REQUEST, why),
    };
    let nested = if routes.has_nested() {
        routes.find_nested(&route, &as_read(path)).cloned()
    } else {
        None
    };
    if route.peering == Peering::From {
        return if request.headers.contains_key(PEER_TOKEN) {
            let way = Way::ByPath;
            Destination::App(AppRequest { route, nested, way, main: None, carried_to: None })
        } else {
            refused(StatusCode::NOT_FOUND, NOBODY)
        };
    }
    if let (Apps::SentTo(port), Some(host), true) = (apps, &client.host, is_navigation(request)) {
        let there = origin(&Host { name: host.name.clone(), port: Some(port) }, client.secure);
        let location = format!("{there}{}", path_and_query(request));
        return Destination::Answered(redirect(StatusCode::TEMPORARY_REDIRECT, &location));
    }
    let rest = &path[route.prefix.as_str().len()..];
    if rest.is_empty() {
        return Destination::Answered(with_slash(request, path));
    }
    let main = (apps == Apps::Only).then(|| edge.base_url.get());
    let way = Way::by_path(apps);
    Destination::App(AppRequest { route, nested, way, main, carried_to: None })
}

/// The route that a path below `/apps/` leads to, however it is read; `Err`: why it is refused.
pub(crate) fn route_at(
    routes: &RouteTable,
    path: &str,
) -> Result<Option<Arc<Route>>, &'static str> {
    if let Some(why) = objection(path) {
        return Err(why);
    }
    let Some(route) = routes.find(path) else { return Ok(None) };
    let Cow::Owned(read) = as_read(path) else { return Ok(Some(route.clone())) };
    // What the app will read must not lie in a route of its own, with other rules.
    match routes.find(&read) {
        Some(other) if Arc::ptr_eq(other, route) => Ok(Some(route.clone())),
        _ => Err(NOT_NORMAL),
    }
}

/// `/apps/x` → `/apps/x/`, so that relative addresses in the app's page lead into the app.
fn with_slash(request: &Parts, path: &str) -> Response<ResponseBody> {
    let query = request.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    redirect(StatusCode::PERMANENT_REDIRECT, &format!("{path}/{query}"))
}

/// The second origin has nothing but apps.
fn elsewhere(edge: &Edge, request: &Parts) -> Destination {
    Destination::Answered(if is_navigation(request) {
        redirect(StatusCode::SEE_OTHER, &format!("{}/", edge.base_url.get()))
    } else {
        refuse(StatusCode::NOT_FOUND, "Only apps are served here", request)
    })
}
