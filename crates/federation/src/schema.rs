use ::store::{Migrations, Step};

pub(crate) const MIGRATIONS: Migrations = Migrations {
    part: "federation",
    steps: &[Step {
        name: "identity, peers, their apps and invitations",
        sql: "
            CREATE TABLE federation_identity (
                name TEXT PRIMARY KEY,
                sealed TEXT NOT NULL,
                generation BIGINT NOT NULL
            );
            CREATE TABLE federation_peers (
                id TEXT PRIMARY KEY,
                public_key TEXT NOT NULL,
                record TEXT NOT NULL,
                connected BIGINT NOT NULL,
                last_seen BIGINT NOT NULL,
                removed_at BIGINT
            );
            CREATE TABLE federation_apps (
                peer_id TEXT PRIMARY KEY,
                digest TEXT NOT NULL,
                apps TEXT NOT NULL
            );
            CREATE TABLE federation_invitations (
                address TEXT PRIMARY KEY,
                invited_at BIGINT NOT NULL
            );
        ",
    }],
};
