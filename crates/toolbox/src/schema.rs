use ::store::{Migrations, Step};

pub const MIGRATIONS: Migrations = Migrations {
    part: "toolbox",
    steps: &[Step {
        name: "deployments",
        sql: "
            CREATE TABLE toolbox_deployments (
                id TEXT PRIMARY KEY,
                template TEXT NOT NULL,
                name TEXT NOT NULL,
                status TEXT NOT NULL,
                task TEXT NOT NULL,
                turn BIGINT NOT NULL,
                sealed TEXT NOT NULL,
                route TEXT,
                error TEXT,
                deployed_by TEXT NOT NULL,
                made TEXT NOT NULL,
                removed TEXT,
                deployed_at BIGINT,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL
            );
            CREATE INDEX toolbox_deployments_task ON toolbox_deployments (task);
        ",
    }],
};
