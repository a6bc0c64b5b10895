use ::store::{Migrations, Step};

pub const MIGRATIONS: Migrations = Migrations {
    part: "discovery",
    steps: &[Step {
        name: "services and decisions",
        sql: "
            CREATE TABLE discovery_services (
                service TEXT PRIMARY KEY,
                app_id TEXT NOT NULL,
                seen_at BIGINT NOT NULL
            );
            CREATE TABLE discovery_decisions (
                proposal TEXT PRIMARY KEY,
                state TEXT NOT NULL,
                decided_at BIGINT NOT NULL
            );
        ",
    }],
};
