//! Requests of an app's pages that leave its prefix. What belongs to no path of ours is led back:
//! a request by the page that it names as its referrer, a socket by the app that was opened last.

use std::sync::Arc;

use http::request::Parts;
use http::uri::PathAndQuery;
use http::{HeaderValue, Response, StatusCode, header};
use rewrite::Place;
use routing::{ClientInfo, OriginKind, Route, RouteTable};

use crate::body::ResponseBody;
use crate::edge::Edge;
use crate::listener_role::{Apps, ListenerRole};
use crate::proxy::{
    AppRequest, Way, as_read, asks_for_socket, hint, objection, origin, path_and_query, redirect,
};

/// Below these, every path is ours, whether it exists or not.
const OWN: [&str; 2] = ["/_gh/", "/apps/_gh/"];

const API: &str = "/api/";

/// How a request gets back below its app's prefix.
pub(crate) enum LedBack {
    Redirect(Response<ResponseBody>),
    Carried(AppRequest),
}

/// `None` where the request is not one of these, or where nobody can say which app it belongs to.
pub(crate) fn led_back(
    edge: &Edge,
    role: &ListenerRole,
    request: &Parts,
    client: &ClientInfo,
) -> Option<LedBack> {
    let socket = asks_for_socket(request);
    if !socket && !request.headers.contains_key(header::REFERER) {
        return None;
    }
    let routes = edge.routes.load();
    let route = if socket {
        opened_last(&routes, request, client)?
    } else {
        page_of(&routes, request, client)?
    };
    if is_own(role, request.uri.path()) {
        return None;
    }
    let target = back(route, request)?;
    let found = routes.find(target.path())?;
    // What the app will read must not lie in a route of its own, with other rules.
    let read = as_read(target.path());
    if !routes.find(&read).is_some_and(|other| Arc::ptr_eq(other, found)) {
        return None;
    }
    let nested = routes.find_nested(found, &read).cloned();
    route.app.traffic.escaped();
    if !socket {
        return Some(LedBack::Redirect(led_to(&target)));
    }
    let apps = role.apps();
    let main = (apps == Apps::Only).then(|| edge.base_url.get());
    let route = found.clone();
    let carried_to = Some(target);
    let way = Way::by_path(apps);
    Some(LedBack::Carried(AppRequest { route, nested, way, main, carried_to }))
}

/// At the second origin nothing is served but apps; at the main one all of the API is ours, whether
/// it exists or not.
fn is_own(role: &ListenerRole, path: &str) -> bool {
    path == "/"
        || OWN.iter().any(|own| path.starts_with(own))
        || role.apps != Apps::Only && (path.starts_with(API) || role.local.owns(path))
}

/// The route whose page the request comes from.
fn page_of<'a>(
    routes: &'a RouteTable,
    request: &Parts,
    client: &ClientInfo,
) -> Option<&'a Arc<Route>> {
    let referer = request.headers.get(header::REFERER)?.to_str().ok()?;
    let here = origin(client.host.as_ref()?, client.secure);
    let path = referer.strip_prefix(&here).filter(|path| path.starts_with('/'))?;
    routes.find(path.split(['?', '#']).next().unwrap_or_default())
}

/// Other sites' pages may open sockets, too, and the browser would send our cookies with them.
fn opened_last<'a>(
    routes: &'a RouteTable,
    request: &Parts,
    client: &ClientInfo,
) -> Option<&'a Arc<Route>> {
    let ours = request.headers.contains_key(header::ORIGIN) && client.origin == OriginKind::Same;
    if !ours {
        return None;
    }
    let (id, _) = hint::read(&request.headers)?;
    routes.routes().find(|route| route.by_path && &*route.id == id)
}

/// The same request below the prefix; `None` where an app could understand it differently.
fn back(route: &Route, request: &Parts) -> Option<PathAndQuery> {
    let place = Place::new(route.prefix.as_str(), &route.upstream.base_path);
    let path = request.uri.path();
    let clear = !path.starts_with("//") && objection(path).is_none();
    if !clear {
        return None;
    }
    let moved = place.moved(path_and_query(request))?;
    let target: PathAndQuery = moved.try_into().ok()?;
    let below = target.path().strip_prefix(route.prefix.as_str())?;
    (below.starts_with('/') && !below.starts_with("//")).then_some(target)
}

/// Any method is led back with its body; nobody keeps where to, because it depends on the page.
fn led_to(target: &PathAndQuery) -> Response<ResponseBody> {
    let mut response = redirect(StatusCode::TEMPORARY_REDIRECT, target.as_str());
    // The app gets the same referrer as without the detour.
    response.headers_mut().remove(header::REFERRER_POLICY);
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Referer"));
    response
}
