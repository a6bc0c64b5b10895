use ::store::{AnyConnection, Checked, Existing, Part, Sealed, Seals, StoreError, Table};

use crate::{SEAL, store, vault};

/// What backups carry: the local CA and the gateway's key, so that devices go on trusting it on
/// another machine, and every certificate.
pub(crate) const BACKUP: &[Part] =
    &[Part { name: "certificates", tables: &[KEYS, CERTIFICATES], check }];

const KEYS: Table = Table {
    name: "certificate_keys",
    counted_as: None,
    key: "name",
    texts: &["name", "certificate", "sealed"],
    numbers: &[],
    only: None,
    sealed: Some(Sealed { column: "sealed", key: SEAL }),
    existing: Existing::Replaced,
    renew: None,
};

const CERTIFICATES: Table = Table {
    name: "certificates",
    counted_as: Some("certificates"),
    key: "domain",
    texts: &["domain", "provider", "names", "chain", "sealed"],
    numbers: &["warned", "updated_at"],
    only: None,
    sealed: Some(Sealed { column: "sealed", key: SEAL }),
    existing: Existing::Replaced,
    renew: None,
};

/// A CA or a key that cannot be opened would keep the next start from happening.
fn check<'a>(conn: &'a mut AnyConnection, seals: &'a Seals) -> Checked<'a> {
    Box::pin(async move {
        store::records(conn).await?;
        let seal = seals.get(SEAL).ok_or_else(|| StoreError::Unreadable("no seal".to_owned()))?;
        vault::check(conn, seal).await
    })
}
