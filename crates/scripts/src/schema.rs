use ::store::{Migrations, Step};

pub const MIGRATIONS: Migrations = Migrations {
    part: "scripts",
    steps: &[Step {
        name: "scripts, executions, workflows and schedules",
        sql: "
            CREATE TABLE scripts (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                description TEXT NOT NULL,
                category TEXT NOT NULL,
                path TEXT NOT NULL,
                kind TEXT NOT NULL,
                timeout BIGINT,
                parameters TEXT NOT NULL,
                environment TEXT NOT NULL,
                allowed_scopes TEXT NOT NULL,
                dry_run_command TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                created_by TEXT NOT NULL
            );
            CREATE TABLE script_executions (
                seq {auto_id},
                id TEXT NOT NULL,
                script_id TEXT NOT NULL,
                workflow_id TEXT,
                run_id TEXT,
                schedule_id TEXT,
                status TEXT NOT NULL,
                dry_run BIGINT NOT NULL,
                triggered_by TEXT NOT NULL,
                triggered_ip TEXT,
                parameters TEXT NOT NULL,
                output TEXT NOT NULL,
                truncated BIGINT NOT NULL,
                exit_code BIGINT,
                error TEXT,
                created_at BIGINT NOT NULL,
                started_at BIGINT,
                completed_at BIGINT,
                runner TEXT NOT NULL
            );
            CREATE UNIQUE INDEX script_executions_by_id ON script_executions (id);
            CREATE INDEX script_executions_by_status ON script_executions (status, seq);
            CREATE INDEX script_executions_by_script
                ON script_executions (script_id, status, seq);
            CREATE INDEX script_executions_of_script ON script_executions (script_id, seq);
            CREATE TABLE script_outputs (
                seq BIGINT PRIMARY KEY,
                bytes BIGINT NOT NULL,
                output TEXT NOT NULL
            );
            CREATE INDEX script_outputs_by_size ON script_outputs (seq, bytes);
            CREATE TABLE script_counts (
                script_id TEXT NOT NULL,
                status TEXT NOT NULL,
                amount BIGINT NOT NULL,
                PRIMARY KEY (script_id, status)
            );
            CREATE TABLE script_runners (
                runner TEXT PRIMARY KEY,
                seen_at BIGINT NOT NULL
            );
            CREATE TABLE script_workflows (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                description TEXT NOT NULL,
                steps TEXT NOT NULL,
                allowed_scopes TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL,
                created_by TEXT NOT NULL
            );
            CREATE TABLE script_workflow_runs (
                seq {auto_id},
                id TEXT NOT NULL,
                workflow_id TEXT NOT NULL,
                schedule_id TEXT,
                status TEXT NOT NULL,
                dry_run BIGINT NOT NULL,
                triggered_by TEXT NOT NULL,
                triggered_ip TEXT,
                steps TEXT NOT NULL,
                error TEXT,
                started_at BIGINT NOT NULL,
                completed_at BIGINT,
                runner TEXT NOT NULL
            );
            CREATE UNIQUE INDEX script_workflow_runs_by_id ON script_workflow_runs (id);
            CREATE INDEX script_workflow_runs_of_workflow
                ON script_workflow_runs (workflow_id, seq);
            CREATE INDEX script_workflow_runs_by_status ON script_workflow_runs (status, seq);
            CREATE TABLE script_schedules (
                id TEXT PRIMARY KEY,
                script_id TEXT,
                workflow_id TEXT,
                cron TEXT NOT NULL,
                parameters TEXT NOT NULL,
                enabled BIGINT NOT NULL,
                timezone TEXT,
                overlap TEXT NOT NULL,
                missed TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                created_by TEXT NOT NULL,
                last_run_at BIGINT,
                next_run_at BIGINT
            );
        ",
    }],
};
