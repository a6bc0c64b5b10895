use ::store::{Migrations, Step};

pub const MIGRATIONS: Migrations = Migrations { part: "events", steps: &[LOGS, ORIGIN] };

const LOGS: Step = Step {
    name: "outbox, audit log and activity",
    sql: "
        CREATE TABLE outbox (
            seq {auto_id},
            kind TEXT NOT NULL,
            audience TEXT NOT NULL,
            data TEXT NOT NULL,
            recorded_at BIGINT NOT NULL
        );
        CREATE TABLE audit_log (
            id {auto_id},
            at BIGINT NOT NULL,
            action TEXT NOT NULL,
            actor_id TEXT NOT NULL,
            actor_ip TEXT NOT NULL,
            target_id TEXT,
            details TEXT,
            error TEXT
        );
        CREATE INDEX audit_log_by_action ON audit_log (action, id);
        CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);
        CREATE TABLE activity (
            id {auto_id},
            at BIGINT NOT NULL,
            kind TEXT NOT NULL,
            icon TEXT NOT NULL,
            icon_class TEXT NOT NULL,
            message TEXT NOT NULL,
            details TEXT NOT NULL
        );
    ",
};

/// Which program recorded a fact.
const ORIGIN: Step = Step {
    name: "origin of facts",
    sql: "ALTER TABLE outbox ADD COLUMN origin TEXT NOT NULL DEFAULT ''",
};
