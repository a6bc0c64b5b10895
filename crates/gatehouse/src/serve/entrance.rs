//! The way of a check through our own door, and the passes that the gate lets in there.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use catalog::{Entrance, Passage};
use fetch::Fetcher;
use http::{HeaderValue, Uri};
use kit::{BaseUrl, Clock, Entropy, Identity, Principal, Result, Scopes};
use routing::{Endpoint, Gate, Passport, Presented, Route, Scheme, Trust};
use tokio_util::sync::CancellationToken;

use super::network::Network;

/// Longer than any check takes.
const LIFE: Duration = Duration::from_secs(60);
const IDENTITY: &str = "check";

/// The passes that are out. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Passes(Arc<Inner>);

#[derive(Default)]
struct Inner {
    out: Mutex<HashMap<Box<str>, Passport>>,
    /// Grows with every pass that ends, so that nobody remembers it.
    generation: AtomicU64,
}

/// Ends a pass, and what was opened with it.
struct Issued {
    passes: Passes,
    secret: Box<str>,
}

impl Passes {
    /// Opens what this route asks for, at this host, and nothing else.
    fn issue(&self, route: &Route, host: &str, clock: &Clock) -> Issued {
        let secret: Box<str> = format!("check_{}", Entropy.hex::<32>()).into();
        let scopes = Scopes::parse(route.scopes.iter().map(kit::Scope::as_str));
        let principal = Principal {
            identity: Identity::ApiKey(IDENTITY.into()),
            scopes: Arc::new(scopes.unwrap_or_default()),
            revoked: CancellationToken::new(),
            expires_at: Some(clock.now().after(LIFE)),
        };
        let passport = Passport { principal, name: None, host: Some(host.into()), usage: None };
        self.out().insert(secret.clone(), passport);
        Issued { passes: self.clone(), secret }
    }

    fn out(&self) -> MutexGuard<'_, HashMap<Box<str>, Passport>> {
        self.0.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, secret: &str) -> Option<Passport> {
        let out = self.out();
        let Passport { principal, name, host, .. } = out.get(secret)?;
        let (principal, name, host) = (principal.clone(), name.clone(), host.clone());
        Some(Passport { principal, name, host, usage: None })
    }
}

impl Drop for Issued {
    fn drop(&mut self) {
        if let Some(passport) = self.passes.out().remove(&self.secret) {
            passport.principal.revoked.cancel();
        }
        self.passes.0.generation.fetch_add(1, Ordering::Relaxed);
    }
}

/// A gate that knows passes beside what the other one knows. The API asks the other one alone.
pub(crate) struct WithPasses<G> {
    pub(crate) gate: G,
    pub(crate) passes: Passes,
}

impl<G: Gate> Gate for WithPasses<G> {
    /// Both only grow, and so does their sum.
    fn generation(&self) -> u64 {
        self.gate.generation() + self.passes.0.generation.load(Ordering::Relaxed)
    }

    fn judge(&self, credential: Presented<'_>) -> Result<Passport> {
        let pass = match credential {
            Presented::Key(secret) => self.passes.find(secret),
            Presented::Token(_) | Presented::Cookie(_) => None,
        };
        pass.map_or_else(|| self.gate.judge(credential), Ok)
    }

    fn is_ours(&self, token: &str) -> bool {
        self.gate.is_ours(token)
    }
}

/// Where our listeners are, seen from this machine.
pub(crate) struct OwnDoor {
    main: SocketAddr,
    /// The second origin, where apps alone are.
    apps: Option<SocketAddr>,
    secure: bool,
    base_url: BaseUrl,
    clock: Clock,
    passes: Passes,
    fetcher: Fetcher,
}

impl OwnDoor {
    pub(crate) fn new(network: &Network, base_url: BaseUrl, clock: Clock, passes: Passes) -> Self {
        OwnDoor {
            main: network.place.bound,
            apps: network.apps.as_ref().map(edge::Listener::local_addr),
            secure: network.place.secure,
            base_url,
            clock,
            passes,
            // All others must not call our own listeners; this one calls nothing else.
            fetcher: Fetcher::new(Arc::default()),
        }
    }

    /// Host and port that browsers ask for, and the listener that answers.
    fn place(&self, route: &Route) -> Option<(String, Option<u16>, SocketAddr)> {
        let base: Uri = self.base_url.get().parse().ok()?;
        match (&route.host, self.apps) {
            (Some(host), _) if !route.by_path => {
                Some((host.to_string(), base.port_u16(), self.main))
            }
            (_, Some(apps)) => Some((base.host()?.to_owned(), Some(apps.port()), apps)),
            (_, None) => Some((base.host()?.to_owned(), base.port_u16(), self.main)),
        }
    }
}

impl Entrance for OwnDoor {
    fn open(&self, route: &Route) -> Option<Passage> {
        let (host, port, listener) = self.place(route)?;
        let scheme = if self.secure { "https" } else { "http" };
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        let issued = self.passes.issue(route, host.trim_matches(['[', ']']), &self.clock);
        let mut pass = HeaderValue::try_from(&*issued.secret).ok()?;
        pass.set_sensitive(true);
        Some(Passage {
            endpoint: Endpoint {
                scheme: if self.secure { Scheme::Https } else { Scheme::Http },
                host: reachable(listener.ip()).to_string(),
                port: listener.port(),
                // It is our own, whatever name it is for.
                trust: Trust::Anybody,
            },
            origin: format!("{scheme}://{host}{port}"),
            pass,
            fetcher: self.fetcher.clone(),
            guard: Box::new(issued),
        })
    }
}

/// A listener on every interface is called over loopback; one on IPv6 takes IPv4 as well.
fn reachable(address: IpAddr) -> IpAddr {
    match address {
        address if address.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use kit::Error;
    use routing::{App, Peering, Prefix, RouteOptions, Upstream};

    use super::*;

    struct Closed;

    impl Gate for Closed {
        fn generation(&self) -> u64 {
            7
        }

        fn judge(&self, _: Presented<'_>) -> Result<Passport> {
            Err(Error::unauthorized("nobody"))
        }

        fn is_ours(&self, _: &str) -> bool {
            false
        }
    }

    fn route(host: Option<&str>) -> Route {
        Route {
            id: "tv".into(),
            app: Arc::new(App {
                id: "tv".into(),
                name: "TV".into(),
                traffic: Arc::default(),
                lifecycle: Arc::default(),
                learned: Arc::default(),
            }),
            prefix: Prefix::parse("/apps/tv").expect("a prefix"),
            host: host.map(Into::into),
            by_path: host.is_none(),
            upstream: Upstream::parse("http://nas:1", false).expect("an address"),
            scopes: kit::Scope::parse("access:tv").into_iter().collect(),
            options: RouteOptions::default(),
            peering: Peering::None,
        }
    }

    fn door(bound: &str, base_url: &str, apps: Option<&str>) -> OwnDoor {
        let address = |text: &str| text.parse().expect("an address");
        OwnDoor {
            main: address(bound),
            apps: apps.map(address),
            secure: true,
            base_url: BaseUrl::new(base_url),
            clock: Clock::System,
            passes: Passes::default(),
            fetcher: Fetcher::new(Arc::default()),
        }
    }

    #[test]
    fn a_pass_opens_what_its_route_asks_for_until_it_ends() {
        let door = door("[::]:8443", "https://attic.local:8443", None);
        let gate = WithPasses { gate: Closed, passes: door.passes.clone() };
        let before = gate.generation();
        let passage = door.open(&route(None)).expect("a way");
        assert!(passage.pass.is_sensitive());
        let secret = passage.pass.to_str().expect("text").to_owned();
        let passport = gate.judge(Presented::Key(&secret)).expect("a pass");
        let principal = &passport.principal;
        assert!(principal.may("access:tv"));
        for other in ["access:nas", "access:*", "access:admin", "read:*", "write:*"] {
            assert!(!principal.may(other), "{other}");
        }
        assert_eq!(passport.host.as_deref(), Some("attic.local"));
        assert_eq!(passport.name, None, "apps hear of nobody");
        assert!(principal.expires_at.is_some());
        for wrong in
            [Presented::Token(&secret), Presented::Cookie(&secret), Presented::Key("check_0")]
        {
            assert!(gate.judge(wrong).is_err());
        }
        let another = door.open(&route(None)).expect("a way");
        assert_ne!(another.pass, passage.pass, "each check has its own");

        drop(passage);
        assert!(gate.judge(Presented::Key(&secret)).is_err());
        assert!(passport.principal.revoked.is_cancelled());
        assert!(gate.generation() > before, "nobody remembers it");
    }

    #[test]
    fn the_door_is_where_browsers_find_the_app() {
        let base = "https://attic.local:8443";
        let at = |door: &OwnDoor, route: &Route| {
            let passage = door.open(route).expect("a way");
            let Endpoint { host, port, .. } = passage.endpoint;
            (passage.origin, format!("{host} {port}"))
        };
        for (bound, apps, host, origin, called) in [
            ("[::]:8443", None, None, base, "127.0.0.1 8443"),
            ("192.168.1.5:8443", None, None, base, "192.168.1.5 8443"),
            (
                "0.0.0.0:8443",
                Some("0.0.0.0:8444"),
                None,
                "https://attic.local:8444",
                "127.0.0.1 8444",
            ),
            ("[::1]:8443", None, Some("tv.home.test"), "https://tv.home.test:8443", "::1 8443"),
        ] {
            let found = at(&door(bound, base, apps), &route(host));
            assert_eq!(found, (origin.to_owned(), called.to_owned()), "{bound}");
        }
        let usual = at(&door("[::]:443", "https://home.example", None), &route(None));
        assert_eq!(usual.0, "https://home.example");
    }
}
