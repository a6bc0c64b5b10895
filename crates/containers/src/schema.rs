use ::store::{Migrations, Step};

pub(crate) const MIGRATIONS: Migrations = Migrations {
    part: "containers",
    steps: &[
        Step {
            name: "links",
            sql: "
            CREATE TABLE container_links (
                route_id TEXT PRIMARY KEY,
                basis TEXT NOT NULL,
                identity TEXT NOT NULL,
                seen_at BIGINT NOT NULL
            );
        ",
        },
        Step {
            name: "incidents",
            sql: "
            CREATE TABLE container_watches (
                container_key TEXT PRIMARY KEY,
                seen_at BIGINT NOT NULL
            );
            CREATE TABLE container_incidents (
                id TEXT PRIMARY KEY,
                container_key TEXT NOT NULL,
                at BIGINT NOT NULL,
                record TEXT NOT NULL,
                UNIQUE (container_key, at)
            );
        ",
        },
    ],
};
