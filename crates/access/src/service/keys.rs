use std::sync::Arc;

use events::{Change, IconClass};
use kit::{Entropy, Error, Result, Scopes, Secret, Timestamp, sha256_hex};
use serde_json::json;
use web::Caller;

use crate::memory::{Activity, KeyEntry};
use crate::model::ApiKey;
use crate::service::display_name;
use crate::{Access, store};

/// What every key begins with.
pub(crate) const KEY_PREFIX: &str = "svc_";
/// How much of a key is kept in the clear, so that people can tell theirs apart.
const SHOWN: usize = KEY_PREFIX.len() + 8;
/// A bound that no household reaches, and that keeps the check in memory small.
const MOST_KEYS: usize = 10_000;

#[derive(Debug)]
pub(crate) struct NewKey {
    pub(crate) name: String,
    pub(crate) scopes: Vec<String>,
    pub(crate) expires_at: Option<Timestamp>,
}

impl Access {
    /// Makes a key and returns it with its value, which is not kept and cannot be shown again.
    pub(crate) async fn create_key(
        &self,
        caller: &Caller,
        new: NewKey,
    ) -> Result<(KeyEntry, Secret)> {
        let now = self.clock().now();
        let (name, scopes) = check(caller, &new, now)?;
        let value = format!("{KEY_PREFIX}{}", Entropy.hex::<32>());
        let key = ApiKey {
            id: format!("key_{}", Entropy.hex::<16>()).into(),
            name,
            prefix: value[..SHOWN].to_owned(),
            hash: sha256_hex(&value).into(),
            scopes: Arc::new(scopes),
            created_at: now,
            created_by: caller.principal.identity.actor_id(),
            expires_at: new.expires_at,
            revoked_at: None,
        };
        let change = Change::by(caller.actor(), "apikey.created")
            .target(&*key.id)
            .details(json!({ "name": key.name, "scopes": key.scopes.to_strings() }))
            .notice("CheckCircle", IconClass::Info, format!("API key {} was created", key.name));
        let _writing = self.writing().await;
        if self.memory().load().keys.len() >= MOST_KEYS {
            return Err(Error::conflict("There are too many API keys; delete some first"));
        }
        let mut tx = self.events().begin().await?;
        store::keys::insert(&mut tx, &key).await?;
        self.record(&mut tx, change).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| snapshot.put_key(key.clone(), Activity::default()));
        Ok((self.key(&key.id)?, Secret::new(value)))
    }

    pub(crate) fn keys(&self) -> Vec<KeyEntry> {
        let mut keys: Vec<_> = self.memory().load().keys.values().cloned().collect();
        keys.sort_by_key(|entry| (entry.key.created_at, entry.key.id.clone()));
        keys
    }

    pub(crate) fn key(&self, id: &str) -> Result<KeyEntry> {
        let snapshot = self.memory().load();
        snapshot.key_by_id(id).cloned().ok_or_else(|| Error::not_found("This API key"))
    }

    /// Revokes a key, or removes every trace of it but those in the audit log.
    pub(crate) async fn remove_key(
        &self,
        caller: &Caller,
        id: &str,
        permanent: bool,
    ) -> Result<()> {
        let now = self.clock().now();
        let _writing = self.writing().await;
        let mut key = self.key(id)?.key;
        if key.revoked_at.is_some() && !permanent {
            return Ok(());
        }
        let action = if permanent { "apikey.deleted" } else { "apikey.revoked" };
        let done = if permanent { "deleted" } else { "revoked" };
        let message = format!("API key {} was {done}", key.name);
        let change = Change::by(caller.actor(), action).target(id).notice(
            "AlertTriangle",
            IconClass::Warning,
            message,
        );
        let let_in = self.memory().load().let_in_by(id);
        let mut tx = self.events().begin().await?;
        if permanent {
            store::keys::delete(&mut tx, id).await?;
        } else {
            store::keys::revoke(&mut tx, id, now).await?;
        }
        self.record(&mut tx, change).await?;
        self.write_revocations(&mut tx, &let_in, &caller.actor(), now).await?;
        tx.commit().await?;
        self.forget_devices(&let_in);
        self.memory().change(|snapshot| {
            if permanent {
                snapshot.remove_key(&key.hash);
            } else {
                key.revoked_at = Some(now);
                snapshot.put_key(key, Activity::default());
            }
        });
        Ok(())
    }
}

/// Nobody hands out more than they hold.
fn check(caller: &Caller, new: &NewKey, now: Timestamp) -> Result<(String, Scopes)> {
    let name = display_name("name", &new.name)?;
    if new.expires_at.is_some_and(|end| end <= now) {
        return Err(Error::invalid("expiresAt", "must be in the future"));
    }
    let unknown = |name| Error::invalid("scopes", format!("{name} is not a scope"));
    let scopes = Scopes::parse(&new.scopes).map_err(unknown)?;
    if scopes.is_empty() {
        return Err(Error::invalid("scopes", "must name at least one scope"));
    }
    if !caller.principal.scopes.cover(&scopes) {
        return Err(Error::forbidden("A key cannot have scopes that its creator lacks"));
    }
    Ok((name, scopes))
}
