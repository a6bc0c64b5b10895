//! Neighbours without the secret, and members that want to be somebody else (J4).

use std::net::SocketAddr;

use kit::Secret;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};

use http::Method;
use testkit::{PATIENCE, deadline};

use super::gateway::{Gateway, SECRET, config, place};
use super::network::Network;
use crate::Config;
use crate::model::MOST_PEERS;
use crate::protocol::{
    Cipher, Identity, Purpose, Question, Record, SharedApp, Statement, digest, write_apps,
};

/// Somebody who speaks the protocol himself.
pub(super) struct Stranger {
    pub(super) identity: Identity,
    name: String,
    gossip: SocketAddr,
}

impl Stranger {
    pub(super) fn new(name: &str, gossip: &str) -> Self {
        let kept = Identity::generate().expect("a key");
        let identity = Identity::read(&kept).expect("an identity");
        Stranger { identity, name: name.to_owned(), gossip: gossip.parse().expect("an address") }
    }

    pub(super) fn app(&self, id: &str) -> SharedApp {
        SharedApp {
            id: id.to_owned(),
            name: "<script>alert(1)</script>".to_owned(),
            icon: String::new(),
            tags: Vec::new(),
            url: "https://10.0.0.2:8443/apps/wiki/".to_owned(),
            health: "healthy".to_owned(),
        }
    }

    fn statement(&self, generation: u64, apps: &str) -> Statement {
        Statement {
            key: self.identity.key().text(),
            generation,
            sequence: 1,
            name: self.name.clone(),
            url: "https://10.0.0.2:8443".to_owned(),
            pin: None,
            gossip: self.gossip,
            open: false,
            version: "0.1.0".to_owned(),
            apps: 1,
            digest: digest(apps),
        }
    }

    pub(super) fn says(&self, generation: u64, apps: &str) -> Record {
        Record::write(&self.identity, self.statement(generation, apps))
    }
}

fn cipher(secret: &str) -> Cipher {
    Cipher::new(&Secret::new(secret))
}

fn framed(sealed: &[u8]) -> Vec<u8> {
    let length = u32::try_from(sealed.len()).expect("short");
    [&length.to_be_bytes()[..], sealed].concat()
}

/// What comes back for these bytes, until the other side ends the connection.
async fn knock(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // It may have ended the connection already.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    answer
}

const SENT: &str = "gatehouse_federation_datagrams_total{direction=\"sent\"} ";
const DROPPED: &str = "gatehouse_federation_datagrams_total{direction=\"dropped\"} ";

#[tokio::test]
async fn who_does_not_know_the_secret_hears_nothing() {
    let network = Network::new(1, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    attic.add_app("media", &[]).await;
    deadline("it listens", PATIENCE, async || attic.federation.is_running()).await;
    let stranger = Config {
        cluster_secret: Secret::new("a secret that nobody told them"),
        ..config(place(), &[attic.address])
    };
    let stranger = Gateway::with("stranger", &network, stranger).await;
    deadline("datagrams are dropped", PATIENCE, async || attic.figure(DROPPED) > 3).await;
    let socket = UdpSocket::bind("127.0.0.1:0").await.expect("a socket");
    for junk in [&b""[..], b"x", &[0; 65_000], &[255; 1_400]] {
        socket.send_to(junk, attic.address).await.expect("sent");
    }
    deadline("junk is dropped", PATIENCE, async || attic.figure(DROPPED) > 7).await;
    assert_eq!(attic.figure(SENT), 0, "nobody was answered");
    assert_eq!(attic.federation.peers().all.len(), 0);
    assert_eq!(stranger.federation.peers().all.len(), 0);

    let outsider = Stranger::new("outsider", "127.0.0.1:9");
    let to = attic.federation.member().expect("a member").identity.id().clone();
    let question = Question::new(&outsider.says(1, "[]"), &to, "", false);
    let wrong = cipher("a secret that nobody told them");
    let wrong = wrong.seal(Purpose::Question, question.write(&outsider.identity).as_bytes());
    for bytes in [framed(&wrong), framed(b"junk"), b"GET / HTTP/1.1\r\n\r\n".to_vec(), Vec::new()] {
        assert!(knock(attic.address, &bytes).await.is_empty());
    }
    let oversized = [&u32::MAX.to_be_bytes()[..], &[0; 100]].concat();
    assert!(knock(attic.address, &oversized).await.is_empty());
}

#[tokio::test]
async fn a_question_that_was_recorded_is_not_answered_again() {
    let network = Network::new(2, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    deadline("it listens", PATIENCE, async || attic.federation.is_running()).await;
    let friend = Stranger::new("friend", "127.0.0.1:9");
    let to = attic.federation.member().expect("a member").identity.id().clone();
    let cipher = cipher(SECRET);
    let question = Question::new(&friend.says(1, "[]"), &to, "", false);
    let text = question.write(&friend.identity);
    let bytes = framed(&cipher.seal(Purpose::Question, text.as_bytes()));
    let answer = knock(attic.address, &bytes).await;
    let answer = cipher.open(Purpose::Answer, &answer[4..]).expect("for a member");
    let answer = String::from_utf8(answer).expect("a text");
    assert_eq!(question.read_answer(&answer).expect("an answer").from.said.name, "attic");
    assert!(knock(attic.address, &bytes).await.is_empty(), "played again");
    // A datagram is no question, and a question no datagram.
    let as_gossip = framed(&cipher.seal(Purpose::Gossip, text.as_bytes()));
    assert!(knock(attic.address, &as_gossip).await.is_empty());
    // Whoever was removed is not answered either.
    let path = format!("/api/v1/federation/peers/{}", friend.identity.id());
    assert_eq!(attic.call(Method::DELETE, &path, None).await.0, 200);
    let again = Question::new(&friend.says(2, "[]"), &to, "", false).write(&friend.identity);
    let again = framed(&cipher.seal(Purpose::Question, again.as_bytes()));
    assert!(knock(attic.address, &again).await.is_empty());
}

#[tokio::test]
async fn no_member_speaks_for_another() {
    let network = Network::new(3, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    let (honest, liar) =
        (Stranger::new("honest", "127.0.0.1:8"), Stranger::new("liar", "127.0.0.1:9"));
    let federation = &attic.federation;
    let apps = write_apps(&[honest.app("wiki")]);
    let true_words = honest.says(5, &apps);
    assert!(federation.hear(&true_words).await.expect("heard").is_member());
    federation.take_apps(&true_words, &apps).await.expect("taken");

    let honest_id = honest.identity.id().clone();
    let in_its_name = liar.says(9, "[]").text;
    let forged = Record::write(&liar.identity, honest.statement(9, "[]")).text;
    let old = honest.says(4, "[]").text;
    for text in [in_its_name, forged, old, String::new(), "a.b".to_owned()] {
        federation.take_over(&[(honest_id.clone(), text)]).await.expect("taken over");
        let peers = federation.peers();
        assert_eq!(peers.all.len(), 1);
        assert_eq!(peers.all[&honest_id].record, true_words);
    }
    // Nor does a list count that its owner does not announce.
    let other = write_apps(&[honest.app("evil")]);
    federation.take_apps(&honest.says(6, &other), &other).await.expect("ignored");
    assert_eq!(attic.remote_apps().into_iter().collect::<Vec<_>>(), [format!("wiki@{honest_id}")]);
    // What it says of itself is text, wherever it is shown.
    let shown = attic.get("/api/v1/apps").await;
    assert_eq!(shown[0]["name"], "<script>alert(1)</script>");
}

#[tokio::test]
async fn our_own_id_and_one_peer_too_many_are_refused() {
    let network = Network::new(4, 0);
    let attic = Gateway::start("attic", &network, &[]).await;
    deadline("it runs", PATIENCE, async || attic.federation.own().is_some()).await;
    let own = attic.federation.own().expect("a record").record.clone();
    assert!(!attic.federation.hear(&own).await.expect("heard").is_member());
    for number in 0..MOST_PEERS + 3 {
        let peer = Stranger::new(&format!("peer {number}"), "127.0.0.1:9").says(1, "[]");
        let heard = attic.federation.hear(&peer).await.expect("heard");
        assert_eq!(heard.is_member(), number < MOST_PEERS, "{number}");
    }
    assert_eq!(attic.get("/api/v1/federation/peers").await["count"], MOST_PEERS);
}
