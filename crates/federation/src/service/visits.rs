//! Our callers at apps of others, and theirs at ours.

use std::collections::BTreeMap;
use std::sync::Arc;

use http::HeaderValue;
use kit::{Error, Identity, Principal, Result, Scopes};
use routing::{Passport, PeerTokens};
use tokio_util::sync::CancellationToken;

use crate::Federation;
use crate::model::Peers;
use crate::protocol::{NoPass, Pass, PeerId, Shown, told_scopes};

/// What ends with a peer: the connections of its callers.
pub(crate) type Visits = BTreeMap<PeerId, CancellationToken>;

/// Those that go on, and new ones for new peers; those of peers that are gone have ended.
pub(crate) fn visits(before: &Visits, peers: &Peers) -> Visits {
    let of_peer = |id: &PeerId| before.get(id).cloned().unwrap_or_default();
    let now: Visits =
        peers.members().map(|peer| (peer.record.id.clone(), of_peer(&peer.record.id))).collect();
    before.iter().filter(|(id, _)| !now.contains_key(id)).for_each(|(_, visits)| visits.cancel());
    now
}

impl PeerTokens for Federation {
    fn issue(&self, gateway: &str, app: &str, caller: Option<&Passport>) -> Option<HeaderValue> {
        let member = self.member().ok().filter(|_| self.config().allow_remote_routes)?;
        let to = self.peers().member(gateway)?.record.id.to_string();
        let (user, scopes) = match caller {
            Some(caller) => (name_of(caller), told_scopes(app, &caller.principal.scopes)),
            None => ("local".to_owned(), told_scopes(app, &Scopes::administrator())),
        };
        let (from, app) = (member.identity.id().to_string(), app.to_owned());
        let pass = Pass { from, to, app, user, scopes, issued: self.clock().now().unix() };
        let mut token = HeaderValue::try_from(pass.write(&member.identity)).ok()?;
        token.set_sensitive(true);
        Some(token)
    }

    fn judge(&self, token: &str, app: &str) -> Result<Passport> {
        let closed = || Error::unauthorized("This gateway opens its apps to no other");
        let member = self.member().map_err(|_| closed())?;
        if !self.config().allow_remote_routes {
            return Err(closed());
        }
        let peers = self.peers();
        let key = |id: &PeerId| peers.member(id.as_str()).map(|peer| peer.record.key);
        let shown = Shown { to: member.identity.id(), app, now: self.clock().now().unix() };
        let (from, pass) = Pass::read(token, &shown, key).map_err(|why| {
            Error::unauthorized(match why {
                NoPass::NotValid => "The other gateway's token does not count here",
                NoPass::OutOfTime => "The clocks of the two gateways are more than a minute apart",
            })
        })?;
        let visits = self.visits().get(&from).cloned();
        // Two people of two gateways may have one name.
        let name = format!("{}@{from}", pass.user);
        let principal = Principal {
            identity: Identity::User(name.as_str().into()),
            scopes: Arc::new(pass.scopes()),
            revoked: visits.ok_or_else(closed)?,
            // The token has done its work; its gateway ends what it has opened with it.
            expires_at: None,
        };
        Ok(Passport { principal, name: HeaderValue::try_from(name).ok(), host: None, usage: None })
    }
}

/// As apps are told it.
fn name_of(caller: &Passport) -> String {
    let told = caller.name.as_ref().and_then(|name| name.to_str().ok()).map(str::to_owned);
    told.unwrap_or_else(|| caller.principal.identity.actor_id())
}
