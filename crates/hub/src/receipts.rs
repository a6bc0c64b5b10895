use std::collections::VecDeque;

use web::Receipt;

/// More than that nobody waits for; the oldest is given up.
const MOST: usize = 1024;

/// The receipts of messages that the peer has not confirmed yet, oldest first. Behind each message
/// goes a ping with its number, and the peer's pong carries the number back.
#[derive(Default)]
pub(crate) struct Receipts {
    newest: u64,
    awaited: VecDeque<(u64, Receipt)>,
}

impl Receipts {
    /// The content of the ping that goes behind the message.
    pub(crate) fn await_for(&mut self, receipt: Receipt) -> [u8; 8] {
        if self.awaited.len() == MOST {
            self.awaited.pop_front();
        }
        self.newest += 1;
        self.awaited.push_back((self.newest, receipt));
        self.newest.to_be_bytes()
    }

    /// A peer may answer the newest of several pings alone, and messages arrive in order: a pong
    /// speaks for everything up to its ping. Returns whether anybody waited for it.
    pub(crate) fn pong(&mut self, content: &[u8]) -> bool {
        let number = content.try_into().map(u64::from_be_bytes).unwrap_or(u64::MAX);
        if number > self.newest {
            return false;
        }
        let before = self.awaited.len();
        while self.awaited.front().is_some_and(|(oldest, _)| *oldest <= number) {
            if let Some((_, receipt)) = self.awaited.pop_front() {
                receipt();
            }
        }
        self.awaited.len() < before
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn a_pong_speaks_for_its_ping_and_those_before_it() {
        let told: Arc<Mutex<Vec<u8>>> = Arc::default();
        let mut receipts = Receipts::default();
        let pings: Vec<_> = (1..=3)
            .map(|name| {
                let told = told.clone();
                receipts.await_for(Box::new(move || told.lock().expect("a lock").push(name)))
            })
            .collect();
        for nonsense in [&b""[..], b"1", &[255; 8], &[0; 9]] {
            assert!(!receipts.pong(nonsense));
        }
        assert!(told.lock().expect("a lock").is_empty());
        assert!(receipts.pong(&pings[1]));
        assert!(!receipts.pong(&pings[0]));
        assert_eq!(*told.lock().expect("a lock"), [1, 2]);
        assert!(receipts.pong(&pings[2]));
        assert_eq!(*told.lock().expect("a lock"), [1, 2, 3]);
    }
}
