//! From a name to its addresses.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};

use futures::FutureExt;
use futures::future::{BoxFuture, Shared, WeakShared};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Look-ups that hang must not take every thread that may block.
const AT_ONCE: usize = 16;

type Lookup = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;
type Answer = Result<Arc<[SocketAddr]>, Arc<io::Error>>;
type Pending = BoxFuture<'static, Answer>;

pub(crate) struct Resolver {
    lookup: Arc<Lookup>,
    slots: Arc<Semaphore>,
    /// Those that somebody waits for. Who asks for the same name waits with them, so that a name
    /// that hangs has one of the slots, however many ask for it.
    running: Mutex<HashMap<(String, u16), WeakShared<Pending>>>,
}

impl Resolver {
    /// With names looked up by `lookup`, which may block.
    pub(crate) fn new(
        lookup: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
    ) -> Self {
        let slots = Arc::new(Semaphore::new(AT_ONCE));
        Resolver { lookup: Arc::new(lookup), slots, running: Mutex::default() }
    }

    pub(crate) fn of_the_system() -> Self {
        Resolver::new(|host, port| Ok((host, port).to_socket_addrs()?.collect()))
    }

    pub(crate) async fn resolve(&self, host: &str, port: u16) -> Answer {
        match host.parse::<IpAddr>() {
            Ok(address) => Ok(Arc::new([SocketAddr::new(address, port)])),
            Err(_) => self.look_up(host, port).await,
        }
    }

    /// Joins the look-up that is running for this name, or begins one.
    fn look_up(&self, host: &str, port: u16) -> Shared<Pending> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|_, pending| pending.upgrade().is_some());
        let name = (host.to_owned(), port);
        if let Some(pending) = running.get(&name).and_then(WeakShared::upgrade) {
            return pending;
        }
        let (lookup, slots) = (self.lookup.clone(), self.slots.clone());
        let pending = run(lookup, slots, name.clone()).boxed().shared();
        running.insert(name, pending.downgrade().expect("it has not ended yet"));
        pending
    }
}

async fn run(lookup: Arc<Lookup>, slots: Arc<Semaphore>, (host, port): (String, u16)) -> Answer {
    let slot = slots.acquire_owned().await;
    let found = spawn_blocking(move || {
        // Held here and not by those who wait, who may be gone long before a look-up that hangs.
        let _slot = slot;
        lookup(&host, port)
    });
    let found = found.await.unwrap_or_else(|error| Err(error.into()));
    found.map(Arc::from).map_err(Arc::new)
}

#[cfg(test)]
mod tests {
    use std::sync::Condvar;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::SeqCst;

    use futures::future::join_all;

    use super::*;

    fn address() -> SocketAddr {
        ([10, 0, 0, 1], 80).into()
    }

    /// Look-ups that wait until they are let go, and how many have begun and ran at a time.
    #[derive(Default)]
    struct Lookups {
        let_go: Mutex<bool>,
        changed: Condvar,
        begun: AtomicUsize,
        running: AtomicUsize,
        most_at_once: AtomicUsize,
    }

    impl Lookups {
        fn resolver() -> (Arc<Self>, Resolver) {
            let lookups = Arc::<Lookups>::default();
            let own = lookups.clone();
            (lookups, Resolver::new(move |_, _| Ok(own.run())))
        }

        fn run(&self) -> Vec<SocketAddr> {
            let running = self.running.fetch_add(1, SeqCst) + 1;
            self.most_at_once.fetch_max(running, SeqCst);
            self.begun.fetch_add(1, SeqCst);
            let let_go = self.let_go.lock().expect("nobody panics");
            drop(self.changed.wait_while(let_go, |let_go| !*let_go));
            self.running.fetch_sub(1, SeqCst);
            vec![address()]
        }

        fn let_go(&self) {
            *self.let_go.lock().expect("nobody panics") = true;
            self.changed.notify_all();
        }

        fn begun(&self) -> usize {
            self.begun.load(SeqCst)
        }
    }

    #[tokio::test]
    async fn an_address_needs_no_look_up() {
        let resolver = Resolver::new(|_, _| panic!("nothing is to be looked up"));
        for host in ["10.0.0.1", "fd00::1"] {
            let found = resolver.resolve(host, 80).await.expect("an address");
            assert_eq!(*found, [SocketAddr::new(host.parse().expect("an address"), 80)]);
        }
    }

    #[tokio::test]
    async fn few_look_ups_run_at_once() {
        let (lookups, resolver) = Lookups::resolver();
        let names: Vec<_> = (0..3 * AT_ONCE).map(|number| format!("host-{number}.lan")).collect();
        let all = join_all(names.iter().map(|name| resolver.resolve(name, 80)));
        let letting_go = async {
            while lookups.begun() < AT_ONCE {
                tokio::task::yield_now().await;
            }
            lookups.let_go();
        };
        let (answers, ()) = tokio::join!(all, letting_go);
        assert!(answers.iter().all(Result::is_ok));
        assert_eq!((lookups.begun(), lookups.most_at_once.load(SeqCst)), (names.len(), AT_ONCE));
    }

    #[tokio::test]
    async fn a_name_that_hangs_takes_one_slot() {
        let (lookups, resolver) = Lookups::resolver();
        let waiting = || Box::pin(resolver.resolve("nas.lan", 80));
        let mut all: Vec<_> = (0..3 * AT_ONCE).map(|_| waiting()).collect();
        let early = all.iter_mut().filter_map(FutureExt::now_or_never).count();
        let free = resolver.slots.available_permits();
        // Who began it may leave: the others still get their answer.
        drop(all.remove(0));
        lookups.let_go();
        for answer in join_all(all).await {
            assert_eq!(*answer.expect("an answer"), [address()]);
        }
        assert_eq!((early, free, lookups.begun()), (0, AT_ONCE - 1, 1));
    }

    #[tokio::test]
    async fn an_answer_is_not_kept() {
        let (lookups, resolver) = Lookups::resolver();
        lookups.let_go();
        for turn in 1..=2 {
            resolver.resolve("nas.lan", 80).await.expect("an answer");
            assert_eq!(lookups.begun(), turn);
        }
    }

    #[tokio::test]
    async fn a_look_up_that_fails_says_why() {
        let resolver = Resolver::new(|_, _| Err(io::Error::other("no such name")));
        let error = resolver.resolve("nobody.lan", 80).await.expect_err("no address");
        assert_eq!(error.to_string(), "no such name");
    }
}
