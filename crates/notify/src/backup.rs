use ::store::{AnyConnection, Checked, Existing, Part, Sealed, Seals, Table};

use crate::handle::{SEAL, VAPID};
use crate::store;

/// What backups carry: channels and rules. What waits in the queue belongs to its moment.
pub(crate) const BACKUP: &[Part] =
    &[Part { name: "notifications", tables: &[CHANNELS, RULES, Table::settings(&[VAPID])], check }];

const CHANNELS: Table = Table {
    name: "notification_channels",
    counted_as: Some("channels"),
    key: "id",
    texts: &["id", "name", "kind", "device_id", "settings", "secrets", "created_by", "last_error"],
    numbers: &["enabled", "created_at", "last_success_at", "last_failure_at", "failures"],
    only: None,
    sealed: Some(Sealed { column: "secrets", key: SEAL }),
    existing: Existing::Replaced,
    renew: None,
};

const RULES: Table = Table {
    name: "notification_rules",
    counted_as: Some("rules"),
    key: "id",
    texts: &["id", "name", "event", "settings", "created_by"],
    numbers: &["enabled", "created_at", "window_start", "window_count", "suppressed"],
    only: None,
    sealed: None,
    existing: Existing::Replaced,
    renew: None,
};

fn check<'a>(conn: &'a mut AnyConnection, _: &'a Seals) -> Checked<'a> {
    Box::pin(async move {
        store::channels::all(conn).await?;
        store::rules::all(conn).await?;
        Ok(())
    })
}
