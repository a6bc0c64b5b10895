use ::store::{AnyConnection, Checked, Existing, Part, Sealed, Seals, StoreError, Table};

use crate::seal::{KEY, Seal};
use crate::store;

/// What backups carry: deployments on which nothing is under way. One that is there stays as it
/// is, because it tells what the engine really has.
pub(crate) const BACKUP: &[Part] = &[Part { name: "deployments", tables: &[DEPLOYMENTS], check }];

const DEPLOYMENTS: Table = Table {
    name: "toolbox_deployments",
    counted_as: Some("deployments"),
    key: "id",
    texts: &[
        "id",
        "template",
        "name",
        "status",
        "task",
        "sealed",
        "route",
        "error",
        "deployed_by",
        "made",
        "removed",
    ],
    numbers: &["turn", "deployed_at", "created_at", "updated_at"],
    only: Some(("task", &[""])),
    sealed: Some(Sealed { column: "sealed", key: KEY }),
    existing: Existing::Kept,
    renew: None,
};

fn check<'a>(conn: &'a mut AnyConnection, seals: &'a Seals) -> Checked<'a> {
    Box::pin(async move {
        let seal = seals.get(KEY).ok_or_else(|| StoreError::Unreadable("no seal".to_owned()))?;
        store::all(conn, &Seal::from(seal.clone())).await.map(drop)
    })
}
