//! Which socket follows which container.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kit::{Error, ErrorKind, Result};
use tokio_util::sync::CancellationToken;

const MOST_PER_SOCKET: usize = 64;
const MOST_IN_ALL: usize = 4096;

/// A stream of a socket: of this container, of one container in it, of an earlier instance.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct StreamKey {
    pub(super) session: u64,
    pub(super) container_id: Arc<str>,
    pub(super) part: Option<String>,
    pub(super) previous: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Subscriptions {
    streams: Arc<Mutex<HashMap<StreamKey, Stream>>>,
}

#[derive(Debug)]
struct Stream {
    /// What the client calls the container.
    asked: String,
    stop: CancellationToken,
    over: CancellationToken,
}

/// A stream's place, for as long as this is there.
#[derive(Debug)]
pub(super) struct StreamSlot {
    subscriptions: Subscriptions,
    key: StreamKey,
    pub(super) stop: CancellationToken,
    /// Cancelled when the client was told that the one before has ended.
    pub(super) before: Option<CancellationToken>,
    over: CancellationToken,
}

impl Subscriptions {
    /// The same stream anew takes the place of the one before, which is stopped.
    pub(super) fn add(&self, key: StreamKey, asked: String) -> Result<StreamSlot> {
        let mut streams = self.streams();
        let replaced = streams.remove(&key);
        if let Some(replaced) = &replaced {
            replaced.stop.cancel();
        }
        let own = streams.keys().filter(|other| other.session == key.session).count();
        if own >= MOST_PER_SOCKET || streams.len() >= MOST_IN_ALL {
            let message = "Too many logs are followed here; unsubscribe from some first";
            return Err(Error::new(ErrorKind::RateLimitExceeded, message));
        }
        let (stop, over) = (CancellationToken::new(), CancellationToken::new());
        streams.insert(key.clone(), Stream { asked, stop: stop.clone(), over: over.clone() });
        let before = replaced.map(|replaced| replaced.over);
        Ok(StreamSlot { subscriptions: self.clone(), key, stop, before, over })
    }

    /// Stops the streams of a socket from a container, by whatever it was called.
    pub(super) fn stop(&self, session: u64, id: &str, part: Option<&str>) {
        for (key, stream) in self.streams().iter().filter(|(key, _)| key.session == session) {
            let named = stream.asked == id
                || *key.container_id == *id
                || id.starts_with(&*key.container_id) && id.len() == WHOLE_ID;
            if named && (part.is_none() || key.part.as_deref() == part) {
                stream.stop.cancel();
            }
        }
    }

    fn streams(&self) -> MutexGuard<'_, HashMap<StreamKey, Stream>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Digits of an id that is not cut short.
const WHOLE_ID: usize = 64;

impl Drop for StreamSlot {
    fn drop(&mut self) {
        self.over.cancel();
        let mut streams = self.subscriptions.streams();
        // Where another one took the place, it is not ours to give up.
        let ours = |stream: &Stream| !self.stop.is_cancelled() || stream.stop.is_cancelled();
        if streams.get(&self.key).is_some_and(ours) {
            streams.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(session: u64, id: &str) -> StreamKey {
        StreamKey { session, container_id: id.into(), part: None, previous: false }
    }

    #[test]
    fn a_socket_follows_only_so_many() {
        let all = Subscriptions::default();
        let places: Vec<StreamSlot> = (0..MOST_PER_SOCKET)
            .map(|n| all.add(key(1, &n.to_string()), String::new()).expect("room"))
            .collect();
        assert!(all.add(key(1, "more"), String::new()).is_err());
        assert!(all.add(key(2, "more"), String::new()).is_ok());
        drop(places);
        assert!(all.add(key(1, "more"), String::new()).is_ok());
        assert!(all.streams().is_empty());
    }

    #[test]
    fn the_same_stream_anew_takes_the_place_of_the_one_before() {
        let all = Subscriptions::default();
        let one = all.add(key(1, "4f5c"), "web".to_owned()).expect("room");
        let other = all.add(key(1, "4f5c"), "web".to_owned()).expect("room");
        assert!(one.stop.is_cancelled() && !other.stop.is_cancelled());
        drop(one);
        assert_eq!(all.streams().len(), 1);
        all.stop(2, "web", None);
        assert!(!other.stop.is_cancelled(), "that is another socket");
        all.stop(1, "web", Some("sidecar"));
        assert!(!other.stop.is_cancelled(), "that is another container of the pod");
        all.stop(1, "web", None);
        assert!(other.stop.is_cancelled());
        drop(other);
        assert!(all.streams().is_empty());
    }
}
