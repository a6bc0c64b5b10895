use ::store::{AnyConnection, Checked, Existing, Part, Record, Seals, Table};
use serde_json::Value;

use crate::store;

/// What backups carry. How apps are doing is found out again.
pub(crate) const BACKUP: &[Part] = &[
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
    renew: None,
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
        "options",
        "routing_mode",
        "subdomain",
        "health_check",
        "container_id",
        "origin",
    ],
    numbers: &["created_at", "updated_at"],
    only: None,
    sealed: None,
    existing: Existing::Replaced,
    renew: Some(gather_options),
};

/// Once every option had a column of its own.
fn gather_options(record: &mut Record) {
    const FLAGS: [&str; 8] = [
        "websocket",
        "strip_prefix",
        "rewrite_html",
        "public_access",
        "cache",
        "persist_cookies",
        "insecure_upstream",
        "forward_authorization",
    ];
    let mut options = Record::new();
    for (name, value) in record.iter() {
        let flag = value.as_i64().filter(|_| FLAGS.contains(&name.as_str()));
        let told = flag.map(|flag| Value::Bool(flag != 0));
        let told = told.or_else(|| (name == "host_header").then(|| value.clone()));
        options.extend(told.map(|told| (name.clone(), told)));
    }
    if !options.is_empty() && !record.contains_key("options") {
        record.retain(|name, _| !options.contains_key(name));
        record.insert("options".to_owned(), Value::Object(options).to_string().into());
    }
}

fn check<'a>(conn: &'a mut AnyConnection, _: &'a Seals) -> Checked<'a> {
    Box::pin(async move {
        store::apps::all(conn).await?;
        store::routes::all(conn).await?;
        Ok(())
    })
}
