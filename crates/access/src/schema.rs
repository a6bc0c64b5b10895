use ::store::{Migrations, Step};

pub const MIGRATIONS: Migrations = Migrations {
    part: "access",
    steps: &[FOUNDATION, SESSION_COOKIES, SPONSORS, BROWSERS, PREFERENCES],
};

const FOUNDATION: Step = Step {
    name: "users, devices, keys, tokens and pairing",
    sql: "
            CREATE TABLE founder (
                id BIGINT PRIMARY KEY
            );
            CREATE TABLE users (
                id {auto_id},
                username TEXT NOT NULL UNIQUE,
                password_hash TEXT NOT NULL,
                epoch BIGINT NOT NULL,
                is_active BIGINT NOT NULL,
                created_at BIGINT NOT NULL,
                last_login BIGINT
            );
            CREATE TABLE devices (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                model TEXT NOT NULL,
                platform TEXT NOT NULL,
                push_token TEXT,
                scopes TEXT NOT NULL,
                pending BIGINT NOT NULL,
                epoch BIGINT NOT NULL,
                paired_at BIGINT NOT NULL,
                last_seen BIGINT NOT NULL,
                requests BIGINT NOT NULL,
                revoked_at BIGINT
            );
            CREATE TABLE api_keys (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                prefix TEXT NOT NULL,
                hash TEXT NOT NULL UNIQUE,
                scopes TEXT NOT NULL,
                created_at BIGINT NOT NULL,
                created_by TEXT NOT NULL,
                expires_at BIGINT,
                last_used_at BIGINT,
                revoked_at BIGINT
            );
            CREATE TABLE revoked_tokens (
                jti TEXT PRIMARY KEY,
                expires_at BIGINT NOT NULL
            );
            CREATE TABLE refreshed_tokens (
                jti TEXT PRIMARY KEY,
                refreshed_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            );
            CREATE TABLE pairing_codes (
                hash TEXT PRIMARY KEY,
                trusted BIGINT NOT NULL,
                address TEXT NOT NULL,
                minted_at BIGINT NOT NULL,
                expires_at BIGINT NOT NULL
            );
            CREATE TABLE bootstrap_tokens (
                hash TEXT PRIMARY KEY,
                configured BIGINT NOT NULL,
                trusted BIGINT NOT NULL,
                expires_at BIGINT NOT NULL,
                used_at BIGINT
            );
        ",
};

const SPONSORS: Step = Step {
    name: "which key or device let a device in, and until when",
    sql: "
        ALTER TABLE pairing_codes ADD COLUMN sponsor TEXT;
        ALTER TABLE bootstrap_tokens ADD COLUMN sponsor TEXT;
        ALTER TABLE devices ADD COLUMN sponsor TEXT;
        ALTER TABLE devices ADD COLUMN expires_at BIGINT;
    ",
};

const BROWSERS: Step = Step {
    name: "browsers that stay signed in",
    sql: "
        CREATE TABLE browser_sessions (
            id TEXT PRIMARY KEY,
            username TEXT NOT NULL,
            epoch BIGINT NOT NULL,
            hash TEXT NOT NULL,
            previous TEXT,
            changed_at BIGINT NOT NULL,
            created_at BIGINT NOT NULL,
            expires_at BIGINT NOT NULL,
            agent TEXT NOT NULL
        );
        CREATE INDEX browser_sessions_of_a_user ON browser_sessions (username, changed_at);
    ",
};

const PREFERENCES: Step = Step {
    name: "what users chose for the dashboard",
    sql: "ALTER TABLE users ADD COLUMN preferences TEXT;",
};

const SESSION_COOKIES: Step = Step {
    name: "cookies of apps, kept for devices",
    sql: "
        CREATE TABLE session_cookies (
            device_id TEXT NOT NULL,
            app_id TEXT NOT NULL,
            epoch BIGINT NOT NULL,
            sealed TEXT NOT NULL,
            PRIMARY KEY (device_id, app_id)
        );
    ",
};
