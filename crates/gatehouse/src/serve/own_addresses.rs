//! Where this machine is found and by which names. What follows from that stays true while it
//! runs: the configuration changes, a cable is plugged in, a router gives out another address.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwap;
use certs::Certs;
use kit::{BaseUrl, Worker};
use routing::{Targets, TrustPolicy};

use super::address::ListenAddress;
use super::network::{ConfiguredNames, Network};
use super::trust;
use crate::config::Config;

const LOOK_PERIOD: Duration = Duration::from_secs(30);

pub(crate) struct OwnAddresses {
    base_url: BaseUrl,
    trust: Arc<ArcSwap<TrustPolicy>>,
    names: ConfiguredNames,
    /// Follows the names; known when everything is put together.
    certs: OnceLock<Certs>,
    place: ListenAddress,
    targets: Arc<ArcSwap<Targets>>,
    /// Decided at the start, like the address itself where it is configured.
    follows_network: bool,
    running: Mutex<Config>,
}

impl OwnAddresses {
    pub(crate) fn new(config: &Config, network: &Network) -> anyhow::Result<Arc<Self>> {
        let (names, targets) = (network.names.clone(), network.targets());
        OwnAddresses::of(config, &network.base_url, network.place, names, targets)
    }

    fn of(
        config: &Config,
        base_url: &str,
        place: ListenAddress,
        names: ConfiguredNames,
        targets: Targets,
    ) -> anyhow::Result<Arc<Self>> {
        Ok(Arc::new(OwnAddresses {
            base_url: BaseUrl::new(base_url),
            trust: Arc::new(ArcSwap::from_pointee(trust::policy(config, base_url)?)),
            names,
            certs: OnceLock::new(),
            place,
            targets: Arc::new(ArcSwap::from_pointee(targets)),
            follows_network: config.server.base_url.is_none() && place.is_everywhere(),
            running: Mutex::new(config.clone()),
        }))
    }

    pub(crate) fn set_certs(&self, certs: Certs) {
        // There is one for the life of the program.
        let _ = self.certs.set(certs);
    }

    pub(crate) fn base_url(&self) -> BaseUrl {
        self.base_url.clone()
    }

    pub(crate) fn trust(&self) -> Arc<ArcSwap<TrustPolicy>> {
        self.trust.clone()
    }

    /// Where requests of ours never go: here.
    pub(crate) fn targets(&self) -> Arc<ArcSwap<Targets>> {
        self.targets.clone()
    }

    /// Whether another configuration can be taken over.
    pub(crate) fn check(&self, config: &Config) -> anyhow::Result<()> {
        trust::policy(config, &self.base_url.get())?;
        Ok(())
    }

    pub(crate) async fn take_over(&self, config: &Config) -> anyhow::Result<()> {
        self.configured(config)?;
        self.names.reload(&config.server);
        self.renew_certificate().await;
        Ok(())
    }

    /// Looks now and then where the network reaches us; `None` where the address is a fixed one.
    pub(crate) fn worker(self: &Arc<Self>) -> Option<Worker> {
        let here = self.clone();
        let look = move || here.clone().found(lan::address());
        self.follows_network.then(|| Worker::every("own_addresses", LOOK_PERIOD, look))
    }

    /// Without any address, the last one is still the best guess.
    async fn found(self: Arc<Self>, address: Option<IpAddr>) {
        let (known, found) = (self.base_url.get(), address.map(|ip| self.place.url_at(ip)));
        let Some(url) = found.filter(|url| **url != *known) else { return };
        self.targets.rcu(|targets| targets.at(lan::own_addresses()));
        match self.moved_to(&url) {
            Ok(()) => tracing::info!(from = &*known, to = url, "this machine has another address"),
            Err(error) => tracing::error!("the base address stays {known}: {error:#}"),
        }
        self.renew_certificate().await;
    }

    fn configured(&self, config: &Config) -> anyhow::Result<()> {
        let mut running = self.running();
        self.trust.store(Arc::new(trust::policy(config, &self.base_url.get())?));
        *running = config.clone();
        Ok(())
    }

    fn moved_to(&self, url: &str) -> anyhow::Result<()> {
        let running = self.running();
        self.trust.store(Arc::new(trust::policy(&running, url)?));
        self.base_url.set(url);
        Ok(())
    }

    /// Trust follows from configuration and base address: whoever changes one must see the other.
    fn running(&self) -> MutexGuard<'_, Config> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The certificate follows the names. One that cannot is no reason to refuse the rest; it is
    /// tried again by itself.
    async fn renew_certificate(&self) {
        let Some(certs) = self.certs.get() else { return };
        if let Err(error) = certs.refresh().await {
            tracing::warn!(%error, "issuing a certificate for new names failed; keeping the old one");
        }
    }
}

#[cfg(test)]
mod tests {
    use http::Request;
    use routing::Connected;

    use super::*;

    /// On every interface of a machine that is at 192.168.1.10.
    fn own_addresses(config: &Config) -> Arc<OwnAddresses> {
        let bound = "[::]:8443".parse().expect("an address");
        let place = ListenAddress { secure: true, bound };
        let names = ConfiguredNames::new(&config.server);
        let url = place.url_at([192, 168, 1, 10].into());
        let targets = Targets::default();
        OwnAddresses::of(config, &url, place, names, targets).expect("a good configuration")
    }

    /// Whether a program on this machine that calls the name is known as such.
    fn is_own(here: &OwnAddresses, host: &str) -> bool {
        let request = Request::get("/").header("host", host).body(()).expect("a request");
        let peer = "127.0.0.1:4711".parse().expect("an address");
        let connected = Connected { peer, secure: true, request_id: "1".into() };
        here.trust().load().decide(connected, &request.into_parts().0).expect("a client").local
    }

    #[tokio::test]
    async fn a_machine_that_moves_takes_its_address_and_its_trust_along() {
        let here = own_addresses(&Config::default());
        assert!(is_own(&here, "192.168.1.10:8443") && !is_own(&here, "10.0.0.9"));
        let shared = here.base_url();
        here.clone().found(Some([10, 0, 0, 9].into())).await;
        assert_eq!(&*shared.get(), "https://10.0.0.9:8443");
        assert!(is_own(&here, "10.0.0.9") && !is_own(&here, "192.168.1.10"));
        here.clone().found(None).await;
        assert_eq!(&*shared.get(), "https://10.0.0.9:8443", "the network is away for a while");
    }

    #[tokio::test]
    async fn a_changed_configuration_and_a_moved_machine_do_not_forget_each_other() {
        let here = own_addresses(&Config::default());
        let mut named = Config::default();
        named.server.allowed_hosts = vec!["nas.lan".to_owned()];
        here.clone().found(Some([10, 0, 0, 9].into())).await;
        here.take_over(&named).await.expect("a good configuration");
        assert!(is_own(&here, "nas.lan") && is_own(&here, "10.0.0.9"));
        here.clone().found(Some([10, 0, 0, 7].into())).await;
        assert!(is_own(&here, "nas.lan") && is_own(&here, "10.0.0.7"));
    }

    #[test]
    fn only_an_address_that_follows_the_network_is_looked_for() {
        let mut fixed = Config::default();
        fixed.server.base_url = "https://home.example".parse().ok();
        assert!(own_addresses(&Config::default()).worker().is_some());
        assert!(own_addresses(&fixed).worker().is_none());
    }
}
