use ::store::{AnyConnection, Checked, Existing, Part, Seals, Table};

use crate::store;

/// What backups carry. How apps are doing is found out again.
pub const BACKUP: &[Part] = &[
    Part { name: "apps", tables: &[APPS], check },
    Part { name: "routes", tables: &[ROUTES], check },
];

const APPS: Table = Table {
    name: "apps",
    counted_as: Some("apps"),
    key: "id",
    texts: &["id", "name", "icon", "tags", "endpoints", "origin", "discovery_meta"],
    numbers: &["created_at", "updated_at"],
    only: None,
    sealed: None,
    existing: Existing::Replaced,
};

const ROUTES: Table = Table {
    name: "routes",
    counted_as: Some("routes"),
    key: "id",
    texts: &[
        "id",
        "app_id",
        "path_base",
        "upstream",
        "scopes",
        "host_header",
        "routing_mode",
        "subdomain",
        "health_check",
        "container_id",
        "origin",
    ],
    numbers: &[
        "websocket",
        "strip_prefix",
        "rewrite_html",
        "public_access",
        "cache",
        "persist_cookies",
        "insecure_upstream",
        "forward_authorization",
        "created_at",
        "updated_at",
    ],
    only: None,
    sealed: None,
    existing: Existing::Replaced,
};

fn check<'a>(conn: &'a mut AnyConnection, _: &'a Seals) -> Checked<'a> {
    Box::pin(async move {
        store::apps::all(conn).await?;
        store::routes::all(conn).await?;
        Ok(())
    })
}
