//! What is connected to is what was allowed, and who it has to be.

use std::sync::atomic::{AtomicUsize, Ordering};

use routing::{Upstream, key_hash};
use rustls::crypto::aws_lc_rs::default_provider;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{CertificateError, RootCertStore, ServerConfig};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::*;

fn dialer(
    lookup: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
) -> Dialer {
    Dialer { resolver: Resolver::new(lookup), ..Dialer::new(Arc::default()) }
}

/// For whom every name means these addresses.
fn knowing(addresses: Vec<SocketAddr>) -> Dialer {
    dialer(move |_, _| Ok(addresses.clone()))
}

fn endpoint(url: &str) -> Arc<Endpoint> {
    Upstream::parse(url, false).expect("an address").endpoint
}

fn host(number: u8) -> SocketAddr {
    ([10, 0, 0, number], 80).into()
}

fn metadata() -> SocketAddr {
    ([169, 254, 169, 254], 80).into()
}

async fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    (listener, address)
}

#[tokio::test]
async fn a_name_is_judged_by_its_addresses() {
    let error = knowing(vec![metadata()]).addresses("innocent.lan", 80).await;
    assert!(matches!(error, Err(DialError::NotAllowed)), "{error:?}");
    let mixed = knowing(vec![metadata(), host(1)]).addresses("both.lan", 80).await;
    assert_eq!(mixed.expect("one is allowed"), [host(1)]);
    let nothing = knowing(Vec::new()).addresses("nobody.lan", 80).await;
    assert!(matches!(nothing, Err(DialError::Resolve(_))), "{nothing:?}");
    let written = knowing(Vec::new()).addresses("169.254.169.254", 80).await;
    assert!(matches!(written, Err(DialError::NotAllowed)), "{written:?}");
}

#[tokio::test]
async fn addresses_that_are_not_allowed_do_not_push_out_the_others() {
    let mut many = vec![metadata(); MOST_ADDRESSES];
    many.extend((0..=MOST_ADDRESSES).map(|number| host(number as u8)));
    let found = knowing(many).addresses("many.lan", 80).await.expect("addresses");
    let expected: Vec<_> = (0..MOST_ADDRESSES).map(|number| host(number as u8)).collect();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn what_is_allowed_may_change_while_a_name_is_looked_up() {
    let targets = Arc::new(ArcSwap::from_pointee(Targets::default()));
    let changed = targets.clone();
    let lookup = move |_: &str, _| {
        changed.store(Arc::new(Targets::new(vec![host(1)], Vec::new())));
        Ok(vec![host(1)])
    };
    let dialer = Dialer { resolver: Resolver::new(lookup), ..Dialer::new(targets) };
    let error = dialer.addresses("gateway.lan", 80).await;
    assert!(matches!(error, Err(DialError::NotAllowed)), "{error:?}");
}

#[tokio::test]
async fn a_name_that_changes_between_look_and_call_gains_nothing() {
    let ((_good, first), (_bad, second)) = (listener().await, listener().await);
    let asked = Arc::<AtomicUsize>::default();
    let count = asked.clone();
    let dialer = dialer(move |_, _| match count.fetch_add(1, Ordering::SeqCst) {
        0 => Ok(vec![first]),
        _ => Ok(vec![second]),
    });
    let tcp = dialer.tcp(&endpoint("http://rebinding.lan")).await.expect("a connection");
    assert_eq!(tcp.peer_addr().expect("an address"), first);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_address_that_does_not_answer_does_not_hide_the_next() {
    let ((gone, closed), (_listener, open)) = (listener().await, listener().await);
    drop(gone);
    let tcp = knowing(vec![closed, open]).tcp(&endpoint("http://two.lan")).await;
    let tcp = tcp.expect("the second address answers");
    assert_eq!(tcp.peer_addr().expect("an address"), open);
    assert!(tcp.nodelay().expect("an option"));
    let error = knowing(vec![closed]).tcp(&endpoint("http://one.lan")).await;
    let Err(DialError::Connect(error)) = error else { panic!("{error:?}") };
    assert_eq!(error.kind(), io::ErrorKind::ConnectionRefused);
}

#[tokio::test]
async fn http2_is_spoken_where_it_is_wanted_or_offered() {
    let (_listener, address) = listener().await;
    let plain = knowing(vec![address]);
    for (protocol, http2) in
        [(Protocol::Any, false), (Protocol::Http1, false), (Protocol::Http2, true)]
    {
        let made = plain.connect(&endpoint("http://plain.lan"), protocol).await;
        assert_eq!(made.expect("a connection").http2, http2, "{protocol:?}");
    }
    let insecure = Upstream::parse("https://good.test", true).expect("an address").endpoint;
    for (offered, protocol, http2) in [
        (&[&b"h2"[..], b"http/1.1"][..], Protocol::Any, true),
        (&[b"h2", b"http/1.1"], Protocol::Http1, false),
        (&[b"http/1.1"], Protocol::Any, false),
        (&[], Protocol::Any, false),
    ] {
        let server = Server::new(offered).await;
        let connecting = server.dialer.connect(&insecure, protocol);
        let (_, made) = tokio::join!(server.accept(), connecting);
        assert_eq!(made.expect("any will do").http2, http2, "{protocol:?} of {offered:?}");
    }
}

#[tokio::test]
async fn a_certificate_counts_for_its_own_name() {
    let server = Server::new(&[]).await;
    let trusted = Server { dialer: server.vouched_for(), ..server };
    assert_eq!(trusted.objection(&endpoint("https://good.test")).await, None);
    let by_address = format!("https://{}", trusted.address);
    for other in ["https://bad.test", &by_address] {
        let reason = trusted.objection(&endpoint(other)).await;
        let another_name = matches!(reason, Some(CertificateError::NotValidForNameContext { .. }));
        assert!(another_name, "{other}: {reason:?}");
    }
}

#[tokio::test]
async fn a_certificate_counts_only_from_a_known_authority() {
    let server = Server::new(&[]).await;
    let reason = server.objection(&endpoint("https://good.test")).await;
    assert_eq!(reason, Some(CertificateError::UnknownIssuer));
}

#[tokio::test]
async fn a_server_that_is_known_by_its_key_has_to_have_it() {
    let server = Server::new(&[]).await;
    let (_, key) = tokio::join!(server.accept(), async {
        server.dialer.key(&endpoint("https://other.test")).await
    });
    let key = key.expect("a key");
    assert_eq!(Some(key), key_hash(&server.certificate));
    let with_key = |key| {
        let upstream = Upstream::parse("https://other.test", false).expect("an address");
        upstream.with_key(key).endpoint
    };
    assert_eq!(server.objection(&with_key(key)).await, None);
    let reason = server.objection(&with_key([7; 32])).await;
    assert_eq!(reason, Some(CertificateError::ApplicationVerificationFailure));
}

/// A server for `good.test`, and a dialer for whom every name is this server.
struct Server {
    listener: TcpListener,
    address: SocketAddr,
    acceptor: TlsAcceptor,
    certificate: CertificateDer<'static>,
    dialer: Dialer,
}

impl Server {
    async fn new(protocols: &[&[u8]]) -> Self {
        let made = rcgen::generate_simple_self_signed(vec!["good.test".to_owned()]);
        let made = made.expect("a certificate");
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
        let certificate = made.cert.der().clone();
        let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("TLS 1.2 and 1.3")
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key)
            .expect("the key belongs to the certificate");
        config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
        let (listener, address) = listener().await;
        let acceptor = TlsAcceptor::from(Arc::new(config));
        Server { listener, address, acceptor, certificate, dialer: knowing(vec![address]) }
    }

    /// A dialer that takes its certificate for an authority.
    fn vouched_for(&self) -> Dialer {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone()).expect("a root");
        Dialer { tls: Tls::with_authorities(roots), ..knowing(vec![self.address]) }
    }

    /// The handshake from the server's side. What comes of it is the client's to say.
    async fn accept(&self) {
        let (tcp, _) = self.listener.accept().await.expect("a connection");
        let _ = self.acceptor.accept(tcp).await;
    }

    /// What the client has against the server's certificate.
    async fn objection(&self, endpoint: &Endpoint) -> Option<CertificateError> {
        let connecting = self.dialer.connect(endpoint, Protocol::Any);
        tokio::join!(self.accept(), connecting).1.err().map(reason)
    }
}

fn reason(error: DialError) -> CertificateError {
    let DialError::Tls(error) = error else { panic!("{error:?}") };
    match error.get_ref().and_then(|cause| cause.downcast_ref()) {
        Some(rustls::Error::InvalidCertificate(reason)) => reason.clone(),
        _ => panic!("{error:?}"),
    }
}
