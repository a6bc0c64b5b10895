//! What the prober makes of real servers.

use std::sync::Arc;
use std::time::Duration;
use testkit::PATIENCE;

use fetch::Fetcher;
use kit::{Metrics, Shutdown, Supervisor};
use routing::Scheme;
use tokio::net::TcpSocket;
use tokio::sync::mpsc::{self, Receiver};
use tokio::time::{Instant, timeout};

use super::server::{Manner, Server};
use crate::metrics::Figures;
use crate::model::{Address, Offer, Probing, ServiceKey, Source};
use crate::probe::{Asker, Finding, ProbeQueue, Probed, Prober};
use crate::reconcile::ProbeTask;

struct Lab {
    wanted: Arc<ProbeQueue>,
    answers: Receiver<Probed>,
    supervisor: Supervisor,
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.supervisor.shutdown().cut();
    }
}

impl Lab {
    fn open() -> Self {
        let (answers, receiver) = mpsc::channel(16);
        let prober = Prober {
            wanted: Arc::default(),
            asker: Arc::new(Asker::new(Fetcher::new(Arc::default()))),
            answers,
            figures: Figures::new(&Metrics::default()),
        };
        let supervisor = Supervisor::new(Shutdown::default());
        supervisor.supervise(prober.worker());
        Lab { wanted: prober.wanted.clone(), answers: receiver, supervisor }
    }

    fn want(&self, number: u64, offers: Vec<Offer>) {
        self.wanted.set(service(), Some(ProbeTask { number, offers }));
    }

    async fn next(&mut self) -> Probed {
        timeout(PATIENCE, self.answers.recv()).await.expect("in time").expect("an answer")
    }

    /// The first answer that holds something.
    async fn finding(&mut self) -> Finding {
        loop {
            if let Some(finding) = self.next().await.findings.pop() {
                return finding;
            }
        }
    }
}

fn service() -> ServiceKey {
    ServiceKey::new(Source::Docker, "web")
}

fn offer(own_port: u16, addresses: &[std::net::SocketAddr]) -> Offer {
    let addresses = addresses
        .iter()
        .map(|address| Address { host: address.ip().to_string(), port: address.port() });
    let addresses = addresses.collect();
    Offer { own_port, addresses, scheme: None, probing: Probing::Decides }
}

#[tokio::test]
async fn any_answer_counts_and_the_way_to_speak_is_found_out() {
    for (manner, scheme, status, insecure) in [
        (Manner::Answers, Scheme::Http, 403, false),
        (Manner::OnlyGet, Scheme::Http, 404, false),
        (Manner::Tls, Scheme::Https, 200, true),
        (Manner::TlsOrWords, Scheme::Https, 200, true),
    ] {
        let server = Server::start(manner).await;
        let mut lab = Lab::open();
        lab.want(1, vec![offer(80, &[server.address])]);
        let found = lab.finding().await;
        let address = Address { host: "127.0.0.1".into(), port: server.address.port() };
        assert_eq!(
            found,
            Finding { own_port: 80, address, scheme, status, insecure, key: None },
            "{manner:?}"
        );
    }
}

#[tokio::test]
async fn what_does_not_speak_http_is_not_found() {
    for manner in [Manner::Greets, Manner::Silent] {
        let server = Server::start(manner).await;
        let mut lab = Lab::open();
        lab.want(1, vec![offer(22, &[server.address])]);
        assert_eq!(lab.next().await.findings, [], "{manner:?}");
    }
}

#[tokio::test]
async fn a_server_that_takes_its_time_is_found_as_soon_as_it_answers() {
    let address = Server::start(Manner::Answers).await.address;
    let mut lab = Lab::open();
    lab.want(1, vec![offer(80, &[address])]);
    assert_eq!(lab.next().await.findings, []);
    let _server = Server::start_at(&address.to_string(), Manner::Answers).await;
    assert_eq!(lab.finding().await.status, 403);
}

#[tokio::test]
async fn the_best_address_that_answers_is_taken() {
    let (silent, good, other) = (
        Server::start(Manner::Silent).await,
        Server::start(Manner::Answers).await,
        Server::start(Manner::Answers).await,
    );
    let mut lab = Lab::open();
    lab.want(1, vec![offer(80, &[silent.address, good.address, other.address])]);
    assert_eq!(lab.finding().await.address.port, good.address.port());
}

#[tokio::test]
async fn ports_that_answer_are_told_before_those_that_do_not() {
    let (silent, good) =
        (Server::start(Manner::Silent).await, Server::start(Manner::Answers).await);
    let mut lab = Lab::open();
    lab.want(1, vec![offer(1, &[silent.address]), offer(2, &[good.address])]);
    assert_eq!(lab.finding().await.own_port, 2);
}

#[tokio::test]
async fn what_is_not_wanted_any_more_is_not_asked() {
    // Bound and not listened at: it refuses, and nobody else can have it.
    let refusing = TcpSocket::new_v4().expect("a socket");
    refusing.bind("127.0.0.1:0".parse().expect("an address")).expect("a free port");
    let mut lab = Lab::open();
    lab.want(1, vec![offer(80, &[refusing.local_addr().expect("an address")])]);
    assert_eq!(lab.next().await.task, 1);
    lab.wanted.set(service(), None);
    // One round may have been under way; if it went on, there would be no end to them.
    let ends = async { while timeout(Duration::from_secs(5), lab.answers.recv()).await.is_ok() {} };
    timeout(PATIENCE, ends).await.expect("it is not asked any more");
}

#[tokio::test]
async fn what_is_asked_anew_is_asked_once_at_a_time() {
    let address = Server::start(Manner::Answers).await.address;
    let mut lab = Lab::open();
    let last = 30;
    for number in 1..=last {
        lab.want(number, vec![offer(80, &[address])]);
        while lab.next().await.task != number {}
    }
    let begun = Instant::now();
    let mut rounds = 0;
    while begun.elapsed() < Duration::from_millis(300) {
        let more = timeout(Duration::from_millis(50), lab.answers.recv()).await;
        rounds += usize::from(more.is_ok());
    }
    let most = begun.elapsed().as_millis() / 100 + 2;
    assert!(rounds as u128 <= most, "{rounds} rounds in {:?}", begun.elapsed());
}

#[tokio::test]
async fn nobody_waits_behind_what_is_not_asked_any_more() {
    let (silent, good) =
        (Server::start(Manner::Silent).await, Server::start(Manner::Answers).await);
    let mut lab = Lab::open();
    let offers = (1..=20).map(|port| offer(port, &[silent.address])).collect();
    lab.want(1, offers);
    tokio::time::sleep(Duration::from_millis(100)).await;
    lab.want(2, vec![offer(80, &[good.address])]);
    assert_eq!(lab.finding().await.own_port, 80);
}
