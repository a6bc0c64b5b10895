use ::store::{AnyConnection, Checked, Existing, Part, Seals, Table};

use crate::store;

/// What backups carry: what is registered, not the files in the scripts directory, and not what
/// ran. Schedules are planned anew, so that nothing runs because its time passed meanwhile.
pub(crate) const BACKUP: &[Part] =
    &[Part { name: "scripts", tables: &[SCRIPTS, WORKFLOWS, SCHEDULES], check }];

const SCRIPTS: Table = Table {
    name: "scripts",
    counted_as: Some("scripts"),
    key: "id",
    texts: &[
        "id",
        "name",
        "description",
        "category",
        "path",
        "kind",
        "parameters",
        "environment",
        "allowed_scopes",
        "dry_run_command",
        "created_by",
    ],
    numbers: &["timeout", "created_at", "updated_at"],
    only: None,
    sealed: None,
    existing: Existing::Replaced,
    renew: None,
};

const WORKFLOWS: Table = Table {
    name: "script_workflows",
    counted_as: Some("workflows"),
    key: "id",
    texts: &["id", "name", "description", "steps", "allowed_scopes", "created_by"],
    numbers: &["created_at", "updated_at"],
    only: None,
    sealed: None,
    existing: Existing::Replaced,
    renew: None,
};

const SCHEDULES: Table = Table {
    name: "script_schedules",
    counted_as: Some("schedules"),
    key: "id",
    texts: &[
        "id",
        "script_id",
        "workflow_id",
        "cron",
        "parameters",
        "timezone",
        "overlap",
        "missed",
        "created_by",
    ],
    numbers: &["enabled", "created_at", "last_run_at"],
    only: None,
    sealed: None,
    existing: Existing::Replaced,
    renew: None,
};

fn check<'a>(conn: &'a mut AnyConnection, _: &'a Seals) -> Checked<'a> {
    Box::pin(async move {
        store::scripts::all(conn).await?;
        store::workflows::all(conn).await?;
        store::schedules::all(conn).await?;
        Ok(())
    })
}
