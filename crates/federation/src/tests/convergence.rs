//! Whatever happens to the network, in the end everybody shows the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::gateway::Gateway;
use super::network::Network;

const GATEWAYS: usize = 4;
const STEPS: u64 = 12;

/// Everybody shows the apps of all others, and nothing else.
async fn all_agree(gateways: &[Gateway], seed: u64) {
    println!("seed {seed}: everybody should agree now");
    for gateway in gateways {
        let others = gateways.iter().filter(|other| other.id() != gateway.id());
        let apps: BTreeSet<String> = others.flat_map(Gateway::own_apps).collect();
        gateway.until_shown(&apps).await;
    }
}

async fn cluster(network: &Arc<Network>) -> Vec<Gateway> {
    let first = Gateway::start("gateway-0", network, &[]).await;
    let seed = first.address;
    let mut gateways = vec![first];
    for number in 1..GATEWAYS {
        gateways.push(Gateway::start(&format!("gateway-{number}"), network, &[seed]).await);
    }
    gateways
}

fn pick(network: &Network) -> usize {
    usize::try_from(network.roll(GATEWAYS as u64)).expect("small")
}

/// Cuts the network in two, at a random place.
fn cut(network: &Network, gateways: &[Gateway]) {
    let at = 1 + usize::try_from(network.roll(GATEWAYS as u64 - 1)).expect("small");
    for one in &gateways[..at] {
        for other in &gateways[at..] {
            network.cut(one.address, other.address);
        }
    }
}

async fn run(seed: u64) {
    let network = Network::new(seed, 20);
    let mut gateways = cluster(&network).await;
    all_agree(&gateways, seed).await;
    for step in 0..STEPS {
        let at = pick(&network);
        match network.roll(6) {
            0 => cut(&network, &gateways),
            1 => network.mend(),
            2 => {
                let gateway = gateways.remove(at);
                gateways.insert(at, gateway.restarted().await);
            }
            3 => {
                let apps = gateways[at].catalog.apps();
                if let Some(listed) = apps.first() {
                    gateways[at].delete_app(&listed.app.id).await;
                }
            }
            _ => gateways[at].add_app(&format!("app-{}", step % 5), &[]).await,
        }
    }
    network.mend();
    all_agree(&gateways, seed).await;
}

#[tokio::test]
async fn catalogues_end_equal_after_losses_cuts_and_restarts() {
    for seed in [11, 12] {
        run(seed).await;
    }
}

#[tokio::test]
#[ignore = "takes minutes; make soak runs it"]
async fn soak_fifty_runs_of_a_bad_network() {
    for seed in 1_000..1_050 {
        run(seed).await;
    }
}

#[tokio::test]
async fn both_halves_of_a_cut_network_go_on_and_meet_again() {
    let network = Network::new(7, 0);
    let gateways = cluster(&network).await;
    for gateway in &gateways {
        gateway.until_connected(GATEWAYS - 1).await;
    }
    for one in &gateways[..2] {
        for other in &gateways[2..] {
            network.cut(one.address, other.address);
        }
    }
    for gateway in &gateways {
        gateway.until_connected(1).await;
    }
    gateways[0].add_app("left", &[]).await;
    gateways[3].add_app("right", &[]).await;
    gateways[1].until_shown(&gateways[0].own_apps()).await;
    gateways[2].until_shown(&gateways[3].own_apps()).await;
    network.mend();
    all_agree(&gateways, 7).await;
    for gateway in &gateways {
        gateway.until_connected(GATEWAYS - 1).await;
    }
}
