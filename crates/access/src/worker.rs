use std::time::Duration;

use ::store::Result;
use events::Event;
use events::facts::AccessChanged;
use kit::{Actor, Timestamp, Worker};

use crate::token::LIFETIME_SECONDS;
use crate::{Access, store};

const WRITE_PERIOD: Duration = Duration::from_secs(10);
const PRUNE_PERIOD: Duration = Duration::from_secs(300);
/// A device that nobody approved for so long does not wait any more.
const PATIENCE: Duration = Duration::from_secs(86_400);

pub(crate) fn all(access: &Access) -> Vec<Worker> {
    let (writer, pruner, follower) = (access.clone(), access.clone(), access.clone());
    let keeper = access.clone();
    vec![
        Worker::new("access.cookies", move |token| keeper.clone().write_cookies_behind(token)),
        Worker::every_and_at_end("access.activity", WRITE_PERIOD, move || {
            writer.clone().write_activity()
        }),
        Worker::every("access.prune", PRUNE_PERIOD, move || pruner.clone().prune()),
        access.events().follower("access.follow", Event::is::<AccessChanged>, move || {
            let follower = follower.clone();
            async move { follower.read_again().await }
        }),
    ]
}

impl Access {
    /// Writes down when devices and keys were used; what happened since the last time is lost in
    /// a crash, which costs a figure and no right.
    async fn write_activity(self) {
        if let Err(error) = self.try_write_activity().await {
            tracing::warn!(%error, "writing the last use of devices and keys failed; retrying with the next round");
        }
    }

    async fn try_write_activity(&self) -> Result<()> {
        let snapshot = self.memory().load_full();
        let devices: Vec<_> =
            snapshot.devices.values().filter(|entry| entry.activity.take_unwritten()).collect();
        let keys: Vec<_> =
            snapshot.keys.values().filter(|entry| entry.activity.take_unwritten()).collect();
        if devices.is_empty() && keys.is_empty() {
            return Ok(());
        }
        let written = async {
            let mut tx = self.db().begin().await?;
            for entry in &devices {
                store::devices::write_activity(&mut tx, &entry.device.id, &entry.activity).await?;
            }
            for entry in &keys {
                store::keys::write_activity(&mut tx, &entry.key.id, &entry.activity).await?;
            }
            tx.commit().await
        };
        let written = written.await;
        if written.is_err() {
            devices.iter().for_each(|entry| entry.activity.mark_unwritten());
            keys.iter().for_each(|entry| entry.activity.mark_unwritten());
        }
        written
    }

    async fn prune(self) {
        let now = self.clock().now();
        self.jars().prune(now);
        if let Err(error) = self.forget_expired(now).await {
            tracing::warn!(%error, "pruning expired codes and tokens failed; retrying with the next round");
        }
        if let Err(error) = self.revoke_outdated(now).await {
            tracing::warn!(%error, "revoking devices that expired or were never approved failed; retrying later");
        }
    }

    async fn forget_expired(&self, now: Timestamp) -> Result<()> {
        let end = now.before(self.settings().auth.refresh_grace.0);
        let _writing = self.writing().await;
        let mut tx = self.db().begin().await?;
        store::tokens::prune(&mut tx, end).await?;
        store::pairing::prune(&mut tx, now).await?;
        store::sessions::prune(&mut tx, now).await?;
        store::cookies::prune(&mut tx).await?;
        let lifetime = Duration::from_secs(LIFETIME_SECONDS.unsigned_abs());
        store::devices::prune_refused(&mut tx, end.before(lifetime)).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| {
            snapshot.revoked_tokens.retain(|_, expires_at| *expires_at > end);
        });
        Ok(())
    }

    /// Devices that waited too long for approval, and those whose sponsor has expired.
    async fn revoke_outdated(&self, now: Timestamp) -> kit::Result<()> {
        let _writing = self.writing().await;
        let is_outdated = |device: &crate::model::Device| {
            device.is_expired(now) || device.pending && device.paired_at < now.before(PATIENCE)
        };
        let snapshot = self.memory().load_full();
        let devices = snapshot.devices.values().map(|entry| &entry.device);
        let outdated = devices.filter(|device| is_outdated(device));
        let outdated: Vec<_> = outdated.map(|device| device.id.clone()).collect();
        if outdated.is_empty() {
            return Ok(());
        }
        let mut tx = self.events().begin().await?;
        self.write_revocations(&mut tx, &outdated, &Actor::system(), now).await?;
        tx.commit().await?;
        self.forget_devices(&outdated);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kit::{Clock, Instance};

    use super::*;
    use crate::service::NewDevice;
    use crate::store::pairing::Minter;
    use crate::{MIGRATIONS, Parts, Settings};

    async fn access(db: ::store::Db, clock: Clock) -> Access {
        let instance = Instance {
            id: "gh_0123456789abcdef".to_owned(),
            name: "attic".to_owned(),
            version: "1.2.3",
            build_date: "2030-01-01",
            base_url: kit::BaseUrl::new("https://attic.local"),
            started_at: clock.now(),
            capabilities: Vec::new(),
        };
        let parts = Parts {
            db: db.clone(),
            events: events::Events::open(db, clock.clone()).await.expect("events"),
            clock,
            instance: Arc::new(instance),
            settings: Settings::default(),
            spki_pins: Box::new(Vec::new),
        };
        Access::build(parts).await.expect("the slice").0
    }

    async fn pair(access: &Access, id: &str, trusted: bool) {
        let stranger = || Actor::anonymous([192, 0, 2, 1].into());
        let from = [192, 0, 2, 1].into();
        let minter = Minter { trusted, sponsor: None };
        let minted = access.mint_code(minter, stranger(), from).await.expect("a code");
        let redeemed = access.redeem(minted.code.expose(), stranger(), from).await;
        let bearer = format!("Bearer {}", redeemed.expect("a token").bootstrap_token.expose());
        let platform = "ios".to_owned();
        let new = NewDevice { id: id.to_owned(), model: String::new(), platform, push_token: None };
        access.pair(&bearer, new, stranger()).await.expect("a device");
    }

    #[tokio::test]
    async fn a_device_that_nobody_approves_is_turned_away_after_a_day() {
        testkit::both(&[events::MIGRATIONS, MIGRATIONS], async |db| {
            let clock = Clock::manual(Timestamp::from_unix(1_800_000_000));
            let access = access(db, clock.clone()).await;
            pair(&access, "stranger", false).await;
            pair(&access, "friend", true).await;
            let known = |id: &str| access.memory().load().devices.contains_key(id);
            clock.advance(PATIENCE);
            access.clone().prune().await;
            assert!(known("stranger"));
            assert_eq!(access.devices_total(), 1, "those who wait do not count");
            clock.advance(Duration::from_secs(1));
            access.clone().prune().await;
            assert!(!known("stranger") && known("friend"));

            let rows = async || {
                let mut conn = access.db().read().await.expect("a connection");
                store::devices::count(&mut conn).await.expect("a number")
            };
            assert_eq!(rows().await, 2, "its tokens could still be shown");
            clock.advance(Duration::from_secs(8 * 86_400));
            access.clone().prune().await;
            assert_eq!(rows().await, 1, "nothing is left of it");
            assert!(known("friend"));
        })
        .await;
    }
}
