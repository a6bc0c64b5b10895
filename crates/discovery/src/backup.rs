use ::store::{AnyConnection, Checked, Existing, Part, Seals, Table};

use crate::store::{self, State};

/// What backups carry: what people do not want to see again. All else is found again.
pub(crate) const BACKUP: &[Part] = &[Part { name: "dismissals", tables: &[DISMISSALS], check }];

const DISMISSALS: Table = Table {
    name: "discovery_decisions",
    counted_as: Some("dismissals"),
    key: "proposal",
    texts: &["proposal", "state"],
    numbers: &["decided_at"],
    only: Some(("state", &["dismissed"])),
    sealed: None,
    existing: Existing::Kept,
    renew: None,
};

fn check<'a>(conn: &'a mut AnyConnection, _: &'a Seals) -> Checked<'a> {
    Box::pin(async move { store::decided(conn, Some(State::Dismissed)).await.map(drop) })
}
