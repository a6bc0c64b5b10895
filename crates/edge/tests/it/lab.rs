//! A running edge with a small application behind it.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use edge::{Apps, EdgeMetrics, Lanes, Limits, Listener, ListenerRole, Parts, ProxyConfig};
use kit::{BaseUrl, Clock, Metrics, Shutdown, Supervisor};
use routing::{AppsPort, CertTable, SharedCerts, SharedRoutes, TrustPolicy};
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;

use crate::application::{Application, Slow};
use crate::ports::{Cookies, Keys, Peers, Records};

const PATIENCE: Duration = Duration::from_secs(120);

/// Everything in these tests that could hang is waited for like this.
pub(crate) async fn soon<F: Future>(future: F) -> F::Output {
    tokio::time::timeout(PATIENCE, future).await.expect("it did not happen in time")
}

/// Waits until something is so.
pub(crate) async fn until(what: &str, mut check: impl FnMut() -> bool) {
    let waiting = async {
        while !check() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, waiting).await.is_ok(), "not in time: {what}");
}

pub(crate) struct Lab {
    pub(crate) address: SocketAddr,
    pub(crate) secure: bool,
    pub(crate) certs: SharedCerts,
    pub(crate) shutdown: Shutdown,
    pub(crate) supervisor: Supervisor,
    pub(crate) slow: Arc<Slow>,
    pub(crate) routes: SharedRoutes,
    pub(crate) gate: Arc<Keys>,
    pub(crate) log: Arc<Records>,
    pub(crate) clients: Supervisor,
    pub(crate) root: CertificateDer<'static>,
    metrics: Metrics,
    lanes: Lanes,
    door: ListenerRole,
}

/// What a lab can be started with.
pub(crate) struct Setup {
    pub(crate) limits: Limits,
    pub(crate) proxy: ProxyConfig,
    pub(crate) secure: bool,
    pub(crate) apps: Apps,
    pub(crate) trust: TrustPolicy,
}

impl Default for Setup {
    /// One lane, so that one pool of connections serves everybody.
    fn default() -> Self {
        Setup {
            limits: Limits { lanes: 1, ..Limits::default() },
            proxy: ProxyConfig::default(),
            secure: false,
            apps: Apps::Here,
            trust: TrustPolicy::default(),
        }
    }
}

impl Lab {
    pub(crate) fn plain(limits: Limits) -> Self {
        Lab::with(Setup { limits, ..Setup::default() })
    }

    pub(crate) fn tls(limits: Limits) -> Self {
        Lab::with(Setup { limits, secure: true, ..Setup::default() })
    }

    /// Ready for apps, with the usual settings.
    pub(crate) fn new() -> Self {
        Lab::with(Setup::default())
    }

    pub(crate) fn with(setup: Setup) -> Self {
        let Setup { limits, proxy, secure, apps, trust } = setup;
        let shutdown = Shutdown::default();
        let supervisor = Supervisor::new(shutdown.clone());
        let metrics = Metrics::default();
        let slow = Arc::new(Slow::default());
        let (root, key) = certificate();
        let certs = SharedCerts::new(ArcSwap::from_pointee(CertTable::with_default(key)));
        let routes = SharedRoutes::default();
        let gate = Arc::new(Keys::default());
        let log = Arc::new(Records::default());
        let lanes = Lanes::start(Parts {
            trust: Arc::new(ArcSwap::from_pointee(trust)),
            routes: routes.clone(),
            certs: certs.clone(),
            gate: gate.clone(),
            peers: Arc::new(Peers),
            cookies: Arc::new(Cookies::default()),
            log: log.clone(),
            targets: Arc::default(),
            base_url: BaseUrl::new("https://gatehouse.test"),
            proxy,
            clock: Clock::System,
            supervisor: supervisor.clone(),
            metrics: EdgeMetrics::new(&metrics),
            limits,
        });
        let application = Application { slow: slow.clone(), supervisor: supervisor.clone() };
        let local = Arc::new(application);
        let door = ListenerRole { local, apps, apps_port: AppsPort::default() };
        let listener = Listener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr();
        lanes.serve(&listener, secure.then(|| certs.clone()), &door);
        let clients = Supervisor::new(Shutdown::default());
        Lab {
            address,
            secure,
            certs,
            shutdown,
            supervisor,
            slow,
            routes,
            gate,
            log,
            clients,
            root,
            metrics,
            lanes,
            door,
        }
    }

    /// Serves another listener, without TLS.
    pub(crate) fn serve_also(&self, listener: &Listener) {
        self.lanes.serve(listener, None, &self.door);
    }

    pub(crate) fn reload(&self, proxy: ProxyConfig) {
        self.lanes.reload(proxy);
    }

    /// Waits until the metrics have this line.
    pub(crate) async fn counts(&self, line: &str) {
        let counted = || self.metrics.render().lines().any(|found| found == line);
        until(line, counted).await;
    }

    /// Waits until no connection to an app is open but this many idle ones.
    pub(crate) async fn holds(&self, upstream_connections: usize) {
        self.counts(&format!("gatehouse_upstream_connections_open {upstream_connections}")).await;
    }

    /// Runs a client beside the test.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.clients.spawn(task);
    }
}

impl Drop for Lab {
    /// The lanes are threads, which would outlive the test.
    fn drop(&mut self) {
        self.shutdown.cut();
    }
}

/// A new certificate for `localhost` that is its own root, and its key as the table holds it.
pub(crate) fn certificate() -> (CertificateDer<'static>, Arc<CertifiedKey>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let private = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let root = made.cert.der().clone();
    let key = CertifiedKey::from_der(vec![root.clone()], private, &default_provider());
    (root, Arc::new(key.expect("a matching pair")))
}
