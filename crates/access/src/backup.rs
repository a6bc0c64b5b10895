use ::store::{AnyConnection, Checked, Existing, Part, Seals, Table};

use crate::store;

/// What backups carry. Users, devices and keys are checked against memory, which is read again.
pub(crate) const BACKUP: &[Part] = &[
    Part {
        name: "users",
        tables: &[FOUNDER, USERS, Table::settings(&["access.apps_origin"])],
        check,
    },
    // With the key that signs tokens, so that devices stay paired on another machine, and with
    // what was taken back of them.
    Part {
        name: "devices",
        tables: &[DEVICES, REVOKED, REFRESHED, Table::settings(&["access.hs256_secret"])],
        check,
    },
    Part { name: "apiKeys", tables: &[API_KEYS], check },
];

const FOUNDER: Table = Table {
    name: "founder",
    counted_as: None,
    key: "id",
    texts: &[],
    numbers: &["id"],
    only: None,
    sealed: None,
    existing: Existing::Replaced,
    renew: None,
};

/// Without their numbers, which each database gives by itself.
const USERS: Table = Table {
    name: "users",
    counted_as: Some("users"),
    key: "username",
    texts: &["username", "password_hash", "preferences"],
    numbers: &["epoch", "is_active", "created_at", "last_login"],
    only: None,
    sealed: None,
    existing: Existing::Credentials,
    renew: None,
};

const DEVICES: Table = Table {
    name: "devices",
    counted_as: Some("devices"),
    key: "id",
    texts: &["id", "name", "model", "platform", "push_token", "scopes", "sponsor"],
    numbers: &[
        "pending",
        "epoch",
        "paired_at",
        "last_seen",
        "requests",
        "revoked_at",
        "expires_at",
    ],
    only: None,
    sealed: None,
    existing: Existing::Credentials,
    renew: None,
};

const API_KEYS: Table = Table {
    name: "api_keys",
    counted_as: Some("apiKeys"),
    key: "id",
    texts: &["id", "name", "prefix", "hash", "scopes", "created_by"],
    numbers: &["created_at", "expires_at", "last_used_at", "revoked_at"],
    only: None,
    sealed: None,
    existing: Existing::Credentials,
    renew: None,
};

const REVOKED: Table = Table {
    name: "revoked_tokens",
    counted_as: None,
    key: "jti",
    texts: &["jti"],
    numbers: &["expires_at"],
    only: None,
    sealed: None,
    existing: Existing::Kept,
    renew: None,
};

const REFRESHED: Table = Table {
    name: "refreshed_tokens",
    counted_as: None,
    key: "jti",
    texts: &["jti"],
    numbers: &["refreshed_at", "expires_at"],
    only: None,
    sealed: None,
    existing: Existing::Kept,
    renew: None,
};

fn check<'a>(conn: &'a mut AnyConnection, _: &'a Seals) -> Checked<'a> {
    Box::pin(async move {
        store::users::all(conn).await?;
        store::devices::all(conn).await?;
        store::keys::all(conn).await?;
        store::tokens::revoked(conn).await?;
        Ok(())
    })
}
