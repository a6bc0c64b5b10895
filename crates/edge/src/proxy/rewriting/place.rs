use rewrite::Place;
use routing::Host;

use super::super::outgoing::Outgoing;

/// Where the app is, seen from both sides.
pub(crate) fn place(outgoing: &Outgoing<'_>) -> Place {
    let Outgoing { route, client, .. } = outgoing;
    let prefix = if outgoing.is_stripped() { route.prefix.as_str() } else { "" };
    let mut place = Place::new(prefix, &route.upstream.base_path);
    if let Ok(authority) = route.upstream.authority.to_str() {
        place = place.with_inner(authority);
    }
    if let Some(host) = &client.host {
        place = place.with_outer(&Host::to_string(host), client.secure);
    }
    place.with_document(outgoing.target().path())
}

/// Where the path of an address begins.
pub(crate) fn path_start(address: &str) -> usize {
    let Some(authority) = address.find("://").map(|at| at + 3) else { return 0 };
    address[authority..].find('/').map_or(address.len(), |at| authority + at)
}
