use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use crate::Reach;

/// What lies between gateways. Chance comes from a seed, so that a run can be repeated.
pub(super) struct Network {
    state: Mutex<State>,
}

struct State {
    chance: u64,
    /// Of a hundred messages, how many are lost.
    losses: u64,
    cut: HashSet<(SocketAddr, SocketAddr)>,
}

impl Network {
    pub(super) fn new(seed: u64, losses: u64) -> Arc<Self> {
        let state = State { chance: seed | 1, losses, cut: HashSet::new() };
        Arc::new(Network { state: Mutex::new(state) })
    }

    pub(super) fn reach(self: &Arc<Self>, from: SocketAddr) -> Reach {
        let network = self.clone();
        Arc::new(move |to| {
            let mut state = network.state.lock().expect("the network");
            let lost = state.roll(100) < state.losses;
            !lost && !state.cut.contains(&(from, to))
        })
    }

    /// A number below `most`.
    pub(super) fn roll(&self, most: u64) -> u64 {
        self.state.lock().expect("the network").roll(most)
    }

    /// Nothing passes between the two any more.
    pub(super) fn cut(&self, one: SocketAddr, other: SocketAddr) {
        let mut state = self.state.lock().expect("the network");
        state.cut.extend([(one, other), (other, one)]);
    }

    pub(super) fn mend(&self) {
        self.state.lock().expect("the network").cut.clear();
    }
}

impl State {
    /// xorshift64*
    fn roll(&mut self, most: u64) -> u64 {
        self.chance ^= self.chance >> 12;
        self.chance ^= self.chance << 25;
        self.chance ^= self.chance >> 27;
        (self.chance.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % most
    }
}
