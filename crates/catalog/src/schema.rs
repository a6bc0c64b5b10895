use ::store::{Migrations, Step};

pub const MIGRATIONS: Migrations =
    Migrations { part: "catalog", steps: &[APPS_AND_ROUTES, FIRST_CHECKS, OPTIONS] };

const APPS_AND_ROUTES: Step = Step {
    name: "apps, routes and the health of apps",
    sql: "
            CREATE TABLE apps (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                icon TEXT NOT NULL,
                tags TEXT NOT NULL,
                endpoints TEXT NOT NULL,
                origin TEXT NOT NULL,
                discovery_meta TEXT,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL
            );
            CREATE TABLE routes (
                id TEXT PRIMARY KEY,
                app_id TEXT NOT NULL,
                path_base TEXT NOT NULL UNIQUE,
                upstream TEXT NOT NULL,
                scopes TEXT NOT NULL,
                websocket BIGINT NOT NULL,
                strip_prefix BIGINT NOT NULL,
                rewrite_html BIGINT NOT NULL,
                public_access BIGINT NOT NULL,
                cache BIGINT NOT NULL,
                persist_cookies BIGINT NOT NULL,
                insecure_upstream BIGINT NOT NULL,
                forward_authorization BIGINT NOT NULL,
                host_header TEXT NOT NULL,
                routing_mode TEXT NOT NULL,
                subdomain TEXT UNIQUE,
                health_check TEXT,
                container_id TEXT,
                origin TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                updated_at BIGINT NOT NULL
            );
            CREATE INDEX routes_by_app ON routes (app_id);
            CREATE TABLE app_health (
                app_id TEXT PRIMARY KEY,
                status TEXT NOT NULL,
                last_check BIGINT,
                last_success BIGINT,
                response_millis BIGINT,
                status_code BIGINT,
                consecutive_failures BIGINT NOT NULL,
                message TEXT
            );
        ",
};

/// Routes that are new, and which of their options nobody has set.
const FIRST_CHECKS: Step = Step {
    name: "first checks of routes",
    sql: "
        CREATE TABLE first_checks (
            route_id TEXT PRIMARY KEY,
            options TEXT NOT NULL,
            tries BIGINT NOT NULL,
            due_at BIGINT NOT NULL
        );
    ",
};

/// One column for all of them, so that a new option needs none.
const OPTIONS: Step = Step {
    name: "options of routes in one column",
    sql: r#"
        ALTER TABLE routes ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
        UPDATE routes SET options =
            '{"websocket":' || CASE websocket WHEN 0 THEN 'false' ELSE 'true' END
            || ',"strip_prefix":' || CASE strip_prefix WHEN 0 THEN 'false' ELSE 'true' END
            || ',"rewrite_html":' || CASE rewrite_html WHEN 0 THEN 'false' ELSE 'true' END
            || ',"public_access":' || CASE public_access WHEN 0 THEN 'false' ELSE 'true' END
            || ',"cache":' || CASE cache WHEN 0 THEN 'false' ELSE 'true' END
            || ',"persist_cookies":' || CASE persist_cookies WHEN 0 THEN 'false' ELSE 'true' END
            || ',"insecure_upstream":'
            || CASE insecure_upstream WHEN 0 THEN 'false' ELSE 'true' END
            || ',"forward_authorization":'
            || CASE forward_authorization WHEN 0 THEN 'false' ELSE 'true' END
            || ',"host_header":"' || host_header || '"}';
        ALTER TABLE routes DROP COLUMN websocket;
        ALTER TABLE routes DROP COLUMN strip_prefix;
        ALTER TABLE routes DROP COLUMN rewrite_html;
        ALTER TABLE routes DROP COLUMN public_access;
        ALTER TABLE routes DROP COLUMN cache;
        ALTER TABLE routes DROP COLUMN persist_cookies;
        ALTER TABLE routes DROP COLUMN insecure_upstream;
        ALTER TABLE routes DROP COLUMN forward_authorization;
        ALTER TABLE routes DROP COLUMN host_header;
    "#,
};
