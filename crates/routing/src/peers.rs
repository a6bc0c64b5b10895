//! The port through which the data plane sends callers to other gateways, and lets theirs in. It
//! answers from memory and never waits.

use http::{HeaderName, HeaderValue};
use kit::{Error, Result};

use crate::Passport;

/// Where the token goes. No client's header of that name gets to an app or to another gateway.
pub const PEER_TOKEN: HeaderName = HeaderName::from_static("x-gatehouse-peer");

/// Speaks for callers between gateways.
pub trait PeerTokens: Send + Sync {
    /// Tells another gateway who opens one of its apps; good there alone, for that app alone, and
    /// not for long. `None` for a caller is a program on this machine. The answer is `None` where
    /// that gateway is not one of ours any more.
    fn issue(&self, gateway: &str, app: &str, caller: Option<&Passport>) -> Option<HeaderValue>;

    /// For whom another gateway's token speaks at this app of ours.
    fn judge(&self, token: &str, app: &str) -> Result<Passport>;
}

/// For a gateway that has no peers.
#[derive(Debug, Default)]
pub struct NoPeers;

impl PeerTokens for NoPeers {
    fn issue(&self, _: &str, _: &str, _: Option<&Passport>) -> Option<HeaderValue> {
        None
    }

    fn judge(&self, _: &str, _: &str) -> Result<Passport> {
        Err(Error::unauthorized("This gateway has no peers"))
    }
}
