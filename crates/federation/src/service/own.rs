//! What we say of ourselves.

use std::net::SocketAddr;

use catalog::Origin;
use kit::Result;

use crate::protocol::{MOST_APPS, Record, SharedApp, Statement, digest, write_apps};
use crate::{Federation, store};

/// What others take; what is longer is cut.
const LONGEST_LIST: usize = 2 * 1024 * 1024;

/// What we tell everybody, and the list of apps that belongs to it.
pub(crate) struct Own {
    pub(crate) record: Record,
    pub(crate) apps: String,
}

impl Federation {
    /// A new start. Its number is greater than that of every start before, also where the clock was
    /// set back, and where the database was.
    pub(crate) async fn begin(&self, gossip: SocketAddr) -> Result<()> {
        let _writing = self.writing().await;
        let mut tx = self.db().begin().await?;
        let before = store::identity(&mut tx).await?.map_or(0, |(_, generation)| generation);
        let generation = before.saturating_add(1).max(self.clock().now().unix());
        store::set_generation(&mut tx, generation).await?;
        store::disconnect_all(&mut tx).await?;
        tx.commit().await?;
        self.show(store::load(&mut *self.db().read().await?).await?);
        let own = self.draw_up(gossip, generation.unsigned_abs(), 1)?;
        self.set_own(Some(own));
        Ok(())
    }

    /// Whether we have something new to say.
    pub(crate) fn compose(&self, gossip: SocketAddr) -> bool {
        let Some(before) = self.own() else { return false };
        let (generation, sequence) = before.record.age();
        let Ok(now) = self.draw_up(gossip, generation, sequence) else { return false };
        if now.record.said == before.record.said {
            return false;
        }
        match self.draw_up(gossip, generation, sequence + 1) {
            Ok(own) => {
                self.set_own(Some(own));
                true
            }
            Err(_) => false,
        }
    }

    fn draw_up(&self, gossip: SocketAddr, generation: u64, sequence: u64) -> Result<Own> {
        let identity = &self.member()?.identity;
        let shared = self.shared_apps();
        let apps = write_apps(&shared);
        let instance = self.instance();
        let said = Statement {
            key: identity.key().text(),
            generation,
            sequence,
            name: instance.name.clone(),
            url: instance.base_url.get().to_string(),
            pin: self.pin(),
            gossip,
            open: self.config().allow_remote_routes,
            version: instance.version.to_owned(),
            apps: shared.len(),
            digest: digest(&apps),
        };
        Ok(Own { record: Record::write(identity, said), apps })
    }

    /// Our own apps, as far as the configuration shares them; never those of other gateways.
    fn shared_apps(&self) -> Vec<SharedApp> {
        let share = self.config().share();
        let catalog = self.catalog();
        let ours = catalog.apps().into_iter().filter(|listed| {
            listed.app.origin != Origin::Federation && share.allows(&listed.app.tags)
        });
        let shared = ours.map(|listed| SharedApp {
            id: listed.app.id.to_string(),
            name: listed.app.name.clone(),
            icon: plain_icon(&listed.app.icon),
            tags: listed.app.tags.clone(),
            health: catalog.health(&listed.app.id).status.into_str().to_owned(),
            url: listed.url,
        });
        let mut apps: Vec<_> = shared.filter(SharedApp::is_proper).take(MOST_APPS).collect();
        apps.sort_by(|one, other| one.id.cmp(&other.id));
        while write_apps(&apps).len() > LONGEST_LIST {
            apps.truncate(apps.len() / 2);
        }
        apps
    }
}

/// An icon that is an address is for our own people.
fn plain_icon(icon: &str) -> String {
    let shared = icon.chars().count() <= 64 && !icon.contains([':', '/', '<']);
    if shared { icon.to_owned() } else { String::new() }
}
