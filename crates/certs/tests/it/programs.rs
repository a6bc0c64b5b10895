//! Several programs on one database.

use testkit::{PATIENCE, deadline};

use crate::fixture::both;
use crate::imports::Pair;

#[tokio::test]
async fn they_share_the_ca_the_key_and_every_certificate() {
    both(async |machine| {
        let (one, other) = (machine.start().await, machine.neighbour());
        other.rename(&["localhost", "attic.local"], &["192.168.1.30"]);
        let two = other.start().await;
        assert_eq!(one.ca, two.ca);
        assert_eq!(one.certs.spki_pins(), two.certs.spki_pins());
        two.connect("attic.local").expect("each has its own names");
        assert!(one.connect("attic.local").is_err());

        let _running = (one.run(), two.run());
        one.generate(&["tv.lan"]).await;
        let pair = Pair::signed(&["home.example"]);
        one.post("replace", pair.body("home.example")).await.expect(http::StatusCode::OK);
        for name in ["tv.lan", "home.example"] {
            deadline(&format!("the other one serves {name}"), PATIENCE, async || {
                two.leaf(Some(name)) == one.leaf(Some(name))
            })
            .await;
        }
        two.delete("tv.lan").await.expect(http::StatusCode::OK);
        deadline("the first one forgets it", PATIENCE, async || one.connect("tv.lan").is_err())
            .await;
    })
    .await;
}

#[tokio::test]
async fn two_that_start_at_once_agree() {
    both(async |machine| {
        let other = machine.neighbour();
        let (one, two) = tokio::join!(machine.start(), other.start());
        assert_eq!(one.ca, two.ca);
        assert_eq!(one.certs.spki_pins(), two.certs.spki_pins());
    })
    .await;
}
