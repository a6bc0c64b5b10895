//! Routes between gateways: from our callers to apps of others, and from theirs to ours.

use std::collections::HashMap;
use std::sync::Arc;

use kit::Scope;
use routing::{HostHeader, Peering, Prefix, Route, RouteOptions};

use super::{State, live};
use crate::{App, OpenToPeers, RemoteApp};

/// What other gateways have to do with our routes.
#[derive(Debug, Default)]
pub(super) struct PeerRoutes {
    /// Under their own ids, which none of ours can be.
    to_peers: HashMap<Arc<str>, Arc<Route>>,
    open: Option<OpenToPeers>,
}

impl State {
    /// Takes over which apps of others are reached through us. Their counters go on.
    pub(crate) fn set_remote_routes(&mut self, apps: &[RemoteApp]) {
        let before = std::mem::take(&mut self.peers.to_peers);
        let routes = apps.iter().filter_map(|remote| to_peer(remote, &before));
        self.peers.to_peers = routes.map(|route| (route.id.clone(), route)).collect();
    }

    pub(crate) fn set_open_to_peers(&mut self, open: Option<OpenToPeers>) {
        self.peers.open = open;
    }

    pub(crate) fn has_remote_route(&self, id: &str) -> bool {
        self.peers.to_peers.contains_key(id)
    }

    pub(super) fn peer_routes(&self) -> impl Iterator<Item = Arc<Route>> {
        let apps = self.peers.open.iter().flat_map(|open| self.open_routes(open));
        self.peers.to_peers.values().cloned().chain(apps)
    }

    /// The routes of every app that is open to callers of other gateways, under the prefix that the
    /// app has there. So the app's pages are right for those callers, and the other gateway need not
    /// change a byte.
    fn open_routes<'a>(&'a self, open: &'a OpenToPeers) -> impl Iterator<Item = Arc<Route>> + 'a {
        let apps = self.apps().filter(|app| open.has(app));
        apps.flat_map(move |app| {
            let routes = self.routes_of(&app.id);
            let first = routes.first().map(|route| route.prefix.as_str().to_owned());
            let live = routes.into_iter().filter_map(|route| self.live_route(&route.id));
            live.filter_map(move |route| from_peers(route, first.as_deref()?, &open.gateway))
        })
    }
}

impl OpenToPeers {
    fn has(&self, app: &App) -> bool {
        match &self.tags {
            None => true,
            Some(tags) => app.tags.iter().any(|tag| tags.contains(tag)),
        }
    }
}

fn to_peer(remote: &RemoteApp, before: &HashMap<Arc<str>, Arc<Route>>) -> Option<Arc<Route>> {
    let upstream = remote.upstream.clone()?;
    let id = &remote.app.id;
    let app = id.strip_suffix(&remote.peer_id)?.strip_suffix('@')?;
    let before = before.get(id).map(|route| &*route.app);
    Some(Arc::new(Route {
        id: id.clone(),
        app: live::app(&remote.app, before),
        prefix: Prefix::parse(&format!("/apps/{id}"))?,
        host: None,
        by_path: true,
        upstream,
        scopes: vec![Scope::parse(&format!("access:{id}"))?],
        options: RouteOptions {
            websocket: true,
            strip_prefix: false,
            rewrite_html: false,
            // The app's gateway decides whether the app gets it.
            forward_authorization: true,
            host_header: HostHeader::Upstream,
            ..RouteOptions::default()
        },
        peering: Peering::To { gateway: remote.peer_id.as_str().into(), app: app.into() },
    }))
}

/// `None` where a route lies outside of the app's first one, so that it has no place there.
fn from_peers(route: &Route, first: &str, gateway: &str) -> Option<Arc<Route>> {
    let below = route.prefix.as_str().strip_prefix(first)?;
    if !below.is_empty() && !below.starts_with('/') {
        return None;
    }
    Some(Arc::new(Route {
        id: format!("{}@{gateway}", route.id).into(),
        prefix: Prefix::parse(&format!("/apps/{}@{gateway}{below}", route.app.id))?,
        host: None,
        by_path: true,
        options: RouteOptions {
            public_access: false,
            cache: false,
            persist_cookies: false,
            ..route.options
        },
        peering: Peering::From,
        ..route.clone()
    }))
}
