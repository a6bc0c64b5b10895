//! What is kept, on both databases.

use std::sync::Arc;

use kit::Timestamp;
use store::Seal;

use super::attacks::Stranger;
use crate::model::{Held, Peer};
use crate::protocol::{digest, write_apps};
use crate::schema::MIGRATIONS;
use crate::service::open_identity;
use crate::store as rows;

#[tokio::test]
async fn the_key_is_made_once() {
    testkit::both(&[MIGRATIONS], async |db| {
        let seal = Seal::of(&db, "federation.seal").await.expect("a seal");
        let first = open_identity(&db, &seal).await.expect("a key");
        let again = open_identity(&db, &seal).await.expect("a key");
        assert_eq!(first.id(), again.id());
        let other = Seal::new("another").expect("a seal");
        assert!(open_identity(&db, &other).await.is_err(), "nobody else reads it");
    })
    .await;
}

#[tokio::test]
async fn peers_their_apps_and_invitations_come_back_as_they_were() {
    testkit::both(&[MIGRATIONS], async |db| {
        let stranger = Stranger::new("attic", "10.0.0.2:7946");
        let apps = write_apps(&[stranger.app("wiki")]);
        let record = stranger.says(3, &apps);
        let held = Held { digest: digest(&apps), apps: vec![stranger.app("wiki")] };
        let mut peer = Peer {
            record,
            connected: true,
            last_seen: Timestamp(5),
            removed_at: None,
            held: Arc::new(held),
        };
        let mut tx = db.begin().await.expect("a transaction");
        rows::put_peer(&mut tx, &peer).await.expect("written");
        rows::put_apps(&mut tx, &peer.record.id, &digest(&apps), &apps).await.expect("written");
        rows::put_invitation(&mut tx, "attic:1", Timestamp(7)).await.expect("written");
        tx.commit().await.expect("the commit");
        let load = async || rows::load(&mut db.read().await.expect("a reader")).await;
        let peers = load().await.expect("peers");
        assert_eq!(peers.all.values().map(|peer| &**peer).collect::<Vec<_>>(), [&peer]);
        assert_eq!(peers.invited.get("attic:1"), Some(&Timestamp(7)));

        (peer.connected, peer.removed_at, peer.held) = (false, Some(Timestamp(9)), Arc::default());
        let mut tx = db.begin().await.expect("a transaction");
        rows::put_peer(&mut tx, &peer).await.expect("written");
        rows::remove_apps(&mut tx, &peer.record.id).await.expect("removed");
        rows::remove_invitation(&mut tx, "attic:1").await.expect("removed");
        tx.commit().await.expect("the commit");
        let peers = load().await.expect("peers");
        assert_eq!(peers.all.values().map(|peer| &**peer).collect::<Vec<_>>(), [&peer]);
        assert_eq!((peers.members().count(), peers.invited.len()), (0, 0));
    })
    .await;
}
