//! Where we are found: the sockets, their certificates, and the address to give to others.

use std::sync::Arc;

use anyhow::Context;
use arc_swap::ArcSwap;
use certs::{GivenPair, LeafNames, NameSource};
use edge::Listener;
use routing::Targets;

use super::address::ListenAddress;
use crate::config::{BaseUrl, Config, Listen, Server, Sources};

pub(crate) struct Network {
    pub(crate) main: Listener,
    /// Where plain HTTP is told to go to HTTPS.
    pub(crate) redirect: Option<Listener>,
    /// The second origin, for apps alone.
    pub(crate) apps: Option<Listener>,
    /// The certificate that the configuration names.
    pub(crate) given: Option<GivenPair>,
    pub(crate) names: ConfiguredNames,
    pub(crate) place: ListenAddress,
    /// As it is at the start.
    pub(crate) base_url: String,
    /// The address for a browser on this machine.
    pub(crate) here: String,
    pub(crate) redirect_port: u16,
}

impl Network {
    /// Opens everything before the database is touched: a port that is taken changes nothing.
    pub(crate) fn open(config: &Config, sources: &Sources) -> anyhow::Result<Self> {
        let server = &config.server;
        let secure = !sources.flags.insecure_http;
        let main = Listener::bind(&server.addr.to_string())?;
        let place = ListenAddress { secure, bound: main.local_addr() };
        let names = ConfiguredNames::new(server);
        let configured = server.base_url.as_ref().and_then(BaseUrl::https_port);
        Ok(Network {
            main,
            redirect: redirect_listener(server, secure)?,
            apps: apps_listener(server, secure)?,
            given: if secure { given(server)? } else { None },
            names,
            place,
            base_url: place.base_url(server, lan::address()),
            here: place.on_this_machine(),
            redirect_port: configured.unwrap_or(place.bound.port()),
        })
    }
}

impl Network {
    /// The port at which apps alone are served.
    pub(crate) fn apps_port(&self) -> Option<u16> {
        self.apps.as_ref().map(|listener| listener.local_addr().port())
    }

    /// Where a request of ours would come round to ourselves.
    pub(crate) fn targets(&self) -> Targets {
        let listeners = [Some(&self.main), self.redirect.as_ref(), self.apps.as_ref()];
        let own = listeners.into_iter().flatten().flat_map(Listener::addresses).collect();
        Targets::new(own, lan::own_addresses())
    }
}

/// The next port besides the usual one, where nobody has said otherwise. It is used only once a
/// browser was seen to reach it, and the gateway does without where it is taken.
fn apps_listener(server: &Server, secure: bool) -> anyhow::Result<Option<Listener>> {
    if let Some(address) = &server.apps_addr {
        return Ok(Some(Listener::bind(&address.to_string())?));
    }
    if !secure || server.addr != Server::default().addr {
        return Ok(None);
    }
    let beside = Listen { port: server.addr.port + 1, ..server.addr.clone() };
    Ok(Listener::bind(&beside.to_string())
        .inspect_err(|error| {
            tracing::warn!(%error, "opening the listener for apps failed; they share the dashboard's address");
        })
        .ok())
}

fn redirect_listener(server: &Server, secure: bool) -> anyhow::Result<Option<Listener>> {
    match &server.http_redirect_addr {
        Some(_) if !secure => {
            tracing::warn!("server.http_redirect_addr is of no use with --insecure-http");
            Ok(None)
        }
        Some(address) => Ok(Some(Listener::bind(&address.to_string())?)),
        None => Ok(None),
    }
}

fn given(server: &Server) -> anyhow::Result<Option<GivenPair>> {
    let (Some(certificate), Some(key)) = (&server.tls_cert, &server.tls_key) else {
        return Ok(None);
    };
    let given = certs::from_files(certificate, key).context("server.tls_cert and server.tls_key");
    given.map(Some)
}

/// The names that the configuration gives this machine, for its certificate to carry.
#[derive(Clone)]
pub(crate) struct ConfiguredNames(Arc<ArcSwap<Vec<String>>>);

impl ConfiguredNames {
    pub(crate) fn new(server: &Server) -> Self {
        ConfiguredNames(Arc::new(ArcSwap::from_pointee(configured(server))))
    }

    pub(crate) fn reload(&self, server: &Server) {
        self.0.store(Arc::new(configured(server)));
    }

    pub(crate) fn source(&self) -> NameSource {
        let configured = self.0.clone();
        Arc::new(move || with(LeafNames::of_this_machine(), &configured.load()))
    }
}

fn configured(server: &Server) -> Vec<String> {
    let base = server.base_url.iter().map(|url| url.host().to_owned());
    let apps = server.base_domain.iter().map(|domain| format!("*.{domain}"));
    base.chain(server.allowed_hosts.iter().cloned()).chain(apps).collect()
}

fn with(mut names: LeafNames, configured: &[String]) -> LeafNames {
    for name in configured {
        match name.parse() {
            Ok(address) => names.addresses.insert(address),
            Err(_) => names.hosts.insert(name.to_ascii_lowercase()),
        };
    }
    names
}
