//! Our voice in the local network.

use std::sync::Arc;

use kit::{Instance, Worker};
use lan::mdns::{Gateway, Mdns, Settings};

use super::network::Network;
use crate::config::Config;

/// Asks the network for services, and tells it of the gateway.
pub(crate) struct Multicast {
    mdns: Mdns,
    instance: Arc<Instance>,
    port: u16,
    tls: bool,
    enabled: bool,
}

impl Multicast {
    pub(crate) fn new(config: &Config, instance: &Arc<Instance>, network: &Network) -> Self {
        let own_id = Some(instance.id.clone());
        Multicast {
            mdns: Mdns::new(Settings { own_id, ..Settings::default() }),
            instance: instance.clone(),
            port: network.place.bound.port(),
            tls: network.place.secure,
            enabled: config.discovery.enabled && config.discovery.mdns.enabled,
        }
    }

    pub(crate) fn mdns(&self) -> Mdns {
        self.mdns.clone()
    }

    /// `None` where the configuration wants no multicast.
    pub(crate) fn worker(self) -> Option<Worker> {
        let Multicast { mdns, instance, port, tls, enabled } = self;
        enabled.then(|| {
            Worker::new("mdns", move |token| {
                let (mdns, instance) = (mdns.clone(), instance.clone());
                async move {
                    let (instance_id, version) = (instance.id.as_str(), instance.version);
                    let gateway = Gateway { instance_id, version, port, tls };
                    let _announced = mdns.announce(gateway.announcement());
                    mdns.run(token).await;
                }
            })
        })
    }
}
