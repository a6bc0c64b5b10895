//! Our voice in the local network.

use std::sync::Arc;

use kit::{Instance, Worker};
use lan::mdns::{Gateway, Mdns, Settings};

use super::address::ListenAddress;
use super::network::Network;
use crate::config::Config;

/// Asks the network for services, and tells it of the gateway.
pub(crate) struct Multicast {
    mdns: Mdns,
    instance: Arc<Instance>,
    place: ListenAddress,
    /// Whether everybody in the network hears of us.
    announced: bool,
    enabled: bool,
}

impl Multicast {
    pub(crate) fn new(config: &Config, instance: &Arc<Instance>, network: &Network) -> Self {
        let own_id = Some(instance.id.clone());
        let announced = config.discovery.enabled && config.discovery.mdns.enabled;
        Multicast {
            mdns: Mdns::new(Settings { own_id, ..Settings::default() }),
            instance: instance.clone(),
            place: network.place,
            announced,
            enabled: announced || config.federation.enabled && config.federation.mdns,
        }
    }

    pub(crate) fn mdns(&self) -> Mdns {
        self.mdns.clone()
    }

    /// `None` where the configuration wants no multicast.
    pub(crate) fn worker(self) -> Option<Worker> {
        let Multicast { mdns, instance, place, announced, enabled } = self;
        enabled.then(|| {
            Worker::new("mdns", move |token| {
                let (mdns, instance) = (mdns.clone(), instance.clone());
                async move {
                    let gateway = Gateway {
                        instance_id: &instance.id,
                        version: instance.version,
                        port: place.bound.port(),
                        tls: place.secure,
                    };
                    // Nobody else could come to where only this machine can.
                    let reachable = announced && !place.bound.ip().to_canonical().is_loopback();
                    let announce = || mdns.announce(gateway.announcement());
                    let _announced = reachable.then(announce);
                    mdns.run(token).await;
                }
            })
        })
    }
}
