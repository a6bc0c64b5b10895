//! Apps that send everybody away who does not call them by their own host. Below the prefix, their
//! address is the one that was asked for, so the client would go round in circles.

use http::{Method, StatusCode, header};
use rewrite::Place;
use routing::Peering;

use super::app_request::path_and_query;
use super::head::HeadChange;
use super::outgoing::Outgoing;
use super::send::{Received, Sending, send};
use crate::config::ProxyConfig;
use crate::failure::Failure;
use crate::lane::Lane;
use crate::upstream::Upload;

/// A request that is sent once more.
pub(super) struct Again<'a> {
    pub(super) lane: &'a Lane,
    pub(super) outgoing: &'a Outgoing<'a>,
    pub(super) config: &'a ProxyConfig,
}

impl Again<'_> {
    /// By the app's own host. Where that changes nothing, it was not the host.
    pub(super) async fn send(
        &self,
        received: Received,
        change: Option<&HeadChange<'_>>,
    ) -> Result<Received, Failure> {
        let route = self.outgoing.route;
        received.put_aside(self.lane, &route.upstream.endpoint);
        route.app.learned.set_wants_own_host(true);
        let sending = Sending { upload: Upload::default(), meter: None, asked: None, change };
        let received = send(self.lane, self.outgoing, sending, self.config).await?;
        if is_sent_round(self.outgoing, &received) {
            route.app.learned.set_wants_own_host(false);
        }
        Ok(received)
    }
}

/// Whether the answer sends the client to where it is, by the app's own address.
pub(super) fn is_sent_round(outgoing: &Outgoing<'_>, received: &Received) -> bool {
    let Outgoing { request, route, .. } = outgoing;
    let asks = matches!(request.method, Method::GET | Method::HEAD) && received.upload.is_none();
    let passed_on = matches!(route.peering, Peering::To { .. });
    if !asks || passed_on || !is_redirect(received.head.status) {
        return false;
    }
    let location = received.head.headers.get(header::LOCATION);
    let location = location.and_then(|value| value.to_str().ok()).unwrap_or_default();
    if location.starts_with('/') && !location.starts_with("//") {
        return false;
    }
    let prefix = if outgoing.is_stripped() { route.prefix.as_str() } else { "" };
    let authority = route.upstream.authority.to_str().unwrap_or_default();
    let place = Place::new(prefix, &route.upstream.base_path).with_inner(authority);
    let moved = place.moved(location).unwrap_or_default();
    moved.split('#').next() == Some(path_and_query(request))
}

fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}
